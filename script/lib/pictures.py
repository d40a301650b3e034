"""Take the pictures of the documents: the real page, in both languages, in `docs/images` (or the folder given).

Needs Chromium and the requirements of the tests (`script/setup --dev`), and the built page.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests")]

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402

from e2e.conftest import BROWSER_ARGS, Server  # noqa: E402
from e2e.hands import Hands  # noqa: E402
from e2e.tables_hands import TablesHands  # noqa: E402

SIZE = {"width": 1200, "height": 750}
GAME = "e4 e5 Cf3 Cc6 Ac4 Ac5 c3 Cf6 d4 exd4 cxd4 Ab4+ Cc3 Cxe4 O-O Axc3 bxc3 d5"
PINNED = "4r1k1/pp3ppp/8/8/8/5N2/PP2NPPP/4K2R w K - 0 1"
RACE = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk 52"


def take(page: Page, folder: Path, name: str, act: Callable[[], None] = lambda: None) -> None:
    """The picture in Spanish (`name.es.png`) and in English, `act` being done before each."""
    for button, file in (("English", f"{name}.es.png"), ("Español", f"{name}.png")):
        switch = page.get_by_role("button", name=button)
        expect(switch).to_be_visible()
        act()
        page.mouse.move(SIZE["width"] - 5, SIZE["height"] - 5)
        page.wait_for_timeout(1000)  # pieces glide
        page.screenshot(path=folder / file)
        switch.click()
        switch = page.get_by_role("button", name=("Español", "English")[button == "Español"])
        switch.blur()


def main(folder: Path) -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        server = Server(Path(work))
        server.start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER_ARGS)
        try:
            page = browser.new_context(base_url=server.url, locale="es-ES", viewport=SIZE).new_page()
            page.set_default_timeout(60_000)
            hands, tables = Hands(page), TablesHands(page)
            hands.start("clasico")
            hands.type(*GAME.split())
            hands.click("c4")
            take(page, folder, "game")
            hands.start("tradicional", position=PINNED)
            take(page, folder, "refusal", lambda: hands.click("e2", "d4"))
            tables.start("chessgammon", position=RACE)
            tables.click("13")
            take(page, folder, "chessgammon")
            page.goto("/manual/clasico")
            take(page, folder, "manual", lambda: page.locator("figure").nth(2).scroll_into_view_if_needed())
            page.goto("/")
            take(page, folder, "start")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
