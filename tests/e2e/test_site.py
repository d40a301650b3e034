"""The whole site of the documentation, read from a disk without a network; `tests/test_site.py` builds a part of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from axedrez import library
from tests.test_site import build

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(600)  # the build needs most of a minute of a processor, which may be busy
WRITTEN = ("index", "tutorial", "programmer", "researcher", "inventor", "teacher", "teacher.es", "operator")
GENERATED = ("reference/axedrez", "reference/http", "reference/sheets.es", "manual/es/chessgammon", "manual/en/clasico")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("site"))


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A page without a network. Uncaught errors, and anything that is asked of another machine, fail."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, offline=True, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None)
    yield page
    context.close()
    assert not faults


def test_every_page_of_a_person_and_every_rulebook_is_there(site: Path) -> None:
    for page in (*WRITTEN, *GENERATED):
        spanish = page.endswith(".es") or page.startswith("manual/es/")
        assert f'lang="{"es" if spanish else "en"}"' in (site / f"{page}.html").read_text(encoding="utf-8")[:200]
    for lang in ("es", "en"):
        for rulebook in (*library.rulebooks(), *library.gallery()):
            text = (site / "manual" / lang / f"{rulebook}.html").read_text(encoding="utf-8")
            assert text.count("<figure") >= 1, rulebook
    decisions = {path.stem for path in (ROOT / "docs" / "decisions").glob("*.md")}
    assert decisions == {path.stem for path in (site / "decisions").glob("*.html")}


@pytest.mark.parametrize("name", [*WRITTEN, *GENERATED])
def test_a_page_reads_well_on_a_phone_and_on_a_desk(
    name: str, site: Path, reader: Page, axe: Callable[[Page], list[str]]
) -> None:
    reader.goto((site / f"{name}.html").as_uri())
    for width, scheme in ((1280, "light"), (360, "dark")):
        reader.set_viewport_size({"width": width, "height": 740})
        reader.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert reader.evaluate("document.documentElement.scrollWidth") <= width
        if name in WRITTEN or scheme == "dark":  # long generated pages once: seconds each
            assert axe(reader) == [], f"{width}, {scheme}"
    assert reader.evaluate("Array.from(document.images).every(image => image.naturalWidth > 0)")


@pytest.mark.parametrize(
    ("page", "words", "found"),
    [
        ("index", "Glicko", "Ratings"),
        ("teacher.es", "peón", "Chessgammon"),
        ("teacher.es", "peon", "Chessgammon"),
        ("index", "legal_moves", "axedrez.Position.legal_moves"),
    ],
)
def test_the_search_finds_words_of_both_languages(page: str, words: str, found: str, site: Path, reader: Page) -> None:
    reader.goto((site / f"{page}.html").as_uri())
    reader.locator("input[name=q]").first.fill(words)
    reader.keyboard.press("Enter")
    hit = reader.locator("#search-results li a").filter(has_text=re.compile(f"^{re.escape(found)}$")).first
    expect(hit).to_be_visible()
    hit.click()
    expect(reader.locator("h1")).to_be_visible()
