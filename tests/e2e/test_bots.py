"""Bots in the browser: marking an account, the word beside its name, and who may invite one."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import arrive
from tests.e2e.meeting import Visit, account
from tests.patience import until


def at_the_account(page: Page, name: str) -> None:
    account(page, name)
    page.goto("/account")


@pytest.mark.journey
def test_a_bot_is_marked_and_shown(page: Page, visit: Visit, presentable: Callable[[str], None]) -> None:
    at_the_account(page, "Roberta")
    page.get_by_text("Bot", exact=True).click()
    presentable("the account of a bot")
    page.get_by_role("button", name="Marcar como bot").click()
    page.get_by_role("dialog").get_by_role("button", name="Marcar como bot").click()
    expect(page.locator("[data-bot]")).to_contain_text("juega un programa")
    assert page.request.get("/api/me").json()["bot"] is True

    terms = {"id": str(uuid4()), "rulebook": "clasico", "public": True, "colour": "black"}
    invitation = page.request.post("/api/invitations", data=terms).json()
    ana = visit(360, 740)
    ana.goto("/lobby")
    expect(ana.get_by_text("Roberta (bot)")).to_be_visible()
    ana.goto(f"/invitation/{invitation['id']}")
    expect(ana.get_by_text("Roberta (bot)")).to_be_visible()
    ana.get_by_role("button", name="Aceptar y jugar").click()
    arrive(ana, "**/game/*")
    expect(ana.get_by_text("Roberta (bot)").first).to_be_visible()
    ana.goto(f"/person/{page.request.get('/api/me').json()['id']}")
    expect(ana.get_by_role("heading", name="Roberta (bot)")).to_be_visible()


def test_one_says_who_may_invite_and_whether_bots_may_answer(page: Page) -> None:
    at_the_account(page, "Eva")
    page.get_by_role("group", name="Quién puede invitarle").get_by_text("Ninguna persona").click()
    page.get_by_role("group", name="¿Pueden los bots").get_by_text("Sí").click()

    def chosen() -> bool:
        found = page.request.get("/api/me").json()["settings"]
        return (found.get("challenges"), found.get("bots")) == ("nobody", True)

    until(chosen, "the choices do not reach the server")
