"""Before anybody chooses, the page speaks the language that the browser's user reads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from e2e.conftest import Server


@pytest.mark.parametrize(("locale", "spoken"), [("en-GB", "en"), ("es-MX", "es"), ("fr-FR", "es")])
def test_the_browser_s_language_is_the_first(browser: Browser, shared_server: Server, locale: str, spoken: str) -> None:
    context = browser.new_context(base_url=shared_server.url, locale=locale)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", spoken)
    page.get_by_role("button", name="English" if spoken == "es" else "Español").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en" if spoken == "es" else "es")
    context.close()
