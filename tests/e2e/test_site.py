"""The site of the documentation: built without a warning, whole, and read from a disk without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sphinx.util.inventory import InventoryFile

from axedrez import library

sys.path.append(str(Path(__file__).parents[2] / "docs" / "site"))
import links  # type: ignore[import-not-found]
import reference  # type: ignore[import-not-found]

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(600)  # the build needs most of a minute of a processor, which may be busy
WRITTEN = ("index", "tutorial", "programmer", "researcher", "inventor", "teacher", "teacher.es", "operator")
GENERATED = ("reference/axedrez", "reference/http", "reference/sheets.es", "manual/es/chessgammon", "manual/en/clasico")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site. Any warning of Sphinx, and any link that leads nowhere, fails here."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "docs" / "site" / "build.py"), str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert not built.stderr.strip()
    return folder / "html"


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


def test_every_public_name_is_in_the_index_of_the_site(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    known = {name for kind in inventory.data if kind.startswith("py:") for name in inventory.data[kind]}
    for public in reference.modules():
        assert {f"{public.module}.{name}" for name in public.names} <= known
    assert {"axedrez.Position.legal_moves", "axedrez.Game.start", "axedrez.environments.Batch.step"} <= known
    assert not list((site / "_sources").rglob("*.*")), "no second copy of the texts"


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


def test_the_check_of_links_finds_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top">A</h1><a href="b.html#none">b</a><a href="#top">A</a>')
    (tmp_path / "b.html").write_text('<img src="gone.png"><link rel="stylesheet" href="https://example.org/a.css">')
    (tmp_path / "c.css").write_text("@import url(//example.org/font.css);")
    assert links.faults(tmp_path) == [
        "b.html: loads https://example.org/a.css",
        "a.html: there is no b.html#none",
        "b.html: there is no gone.png",
        "c.css: loads //example.org/font.css",
    ]


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
