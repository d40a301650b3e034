"""Take the pictures of the documents: the real page, in both languages, in `docs/images` (or the folder given).

`pictures.py FOLDER games screens trees tournaments` takes only those that are named.
Needs Chromium and the requirements of the tests (`script/setup --dev`), and the built page.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from uuid import uuid4

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright  # noqa: E402

from axedrez.explorer.importing import import_file  # noqa: E402
from tests.e2e.conftest import BROWSER_ARGS, Server  # noqa: E402
from tests.e2e.hands import Hands  # noqa: E402
from tests.e2e.tables_hands import TablesHands  # noqa: E402

WIDE, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=360, height=740)
GAME = "e4 e5 Cf3 Cc6 Ac4 Ac5 c3 Cf6 d4 exd4 cxd4 Ab4+ Cc3 Cxe4 O-O Axc3 bxc3 d5"
PINNED = "4r1k1/pp3ppp/8/8/8/5N2/PP2NPPP/4K2R w K - 0 1"
RACE = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk 52"
# The computer is shut in: what it rolls is seen, and what it can play of it.
BEFORE_A_CAPTURE = "P/P/P/P/P/P/6/KQRRBBNNPP/6/rrbb/knn/1/pppppppp/1 q - w - 21"
TREE = "moves=e2e4+e7e5+(c7c5+g1f3+(b1c3)+d7d6)+g1f3+b8c6+f1b5+(f1c4+f8c5)+a7a6&ply=5"
STUDY = """[White "Ana"]
[Black "Eva"]
[Event "Club"]

{Una apertura abierta.} 1. e4 {Ocupa el centro. [%csl Ge4][%cal Gf1c4,Gd1h5]} (1. d4 d5 2. c4 $5) 1... e5 2. Nf3
Nc6 3. Bb5 $1 {Presiona al caballo. [%csl Rc6][%cal Gb5c6]} a6 (3... Nf6 4. O-O $14) 4. Ba4 *
"""
PLAYED = (
    "e4 e5 2. Nf3 Nc6 1-0",
    "e4 c5 2. Nf3 d6 1/2-1/2",
    "d4 d5 2. c4 e6 0-1",
    "e4 e6 2. d4 d5 1-0",
    "Nf3 d5 2. g3 1-0",
)
COLLECTION = "Club"
CLUB = (("Ana", 2000), ("Bea", 1900), ("Cid", 1800), ("Dina", 1700), ("Eva", 1600), ("Feo", 1500))
EVENING = (("1-0", "1/2-1/2", "0-1"), ("1-0", "0-1", "1/2-1/2"), ("1/2-1/2", "1-0", "1-0"))
KNOWN = "localStorage.setItem('axedrez.primed', JSON.stringify(['clasico', 'tradicional', 'chessgammon']))"
"""Nobody who is shown plays for the first time."""
SLOWLY = "localStorage.setItem('axedrez.pace', JSON.stringify('slow'))"


def take(page: Page, folder: Path, name: str, act: Callable[[], object] = lambda: None) -> None:
    """The picture in Spanish (`name.es.png`) and in English, `act` being done before each."""
    for button, file in (("English", f"{name}.es.png"), ("Español", f"{name}.png")):
        switch = page.get_by_role("button", name=button)
        expect(switch).to_be_visible()
        act()
        page.mouse.move(2, page.viewport_size["height"] - 5 if page.viewport_size else 2)
        page.wait_for_timeout(1000)  # pieces glide
        page.screenshot(path=folder / file)
        switch.click()
        switch = page.get_by_role("button", name=("Español", "English")[button == "Español"])
        switch.blur()


def games(page: Page, folder: Path) -> None:
    """Games and the manual, as they have always been shown."""
    page.add_init_script(KNOWN)
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


def screens(page: Page, folder: Path, ending: str) -> None:
    """What a visitor finds: the menu, a guided game, a turn with dice, the shelf, the designer of movements."""
    page.add_init_script(KNOWN)
    page.add_init_script(SLOWLY)
    page.goto("/")
    take(page, folder, f"menu{ending}")
    take(page, folder, f"shelf{ending}", lambda: page.locator("#shelf").evaluate("part => part.scrollIntoView()"))
    page.goto("/learn/chessgammon")
    for _ in range(4):
        page.locator("[data-next]").click()
    take(page, folder, f"guide{ending}", lambda: page.evaluate("scrollTo(0, 0)"))
    human, computer = {"kind": "human"}, {"kind": "computer", "level": 1}
    data = {"id": str(uuid4()), "rulebook": "chessgammon", "position": BEFORE_A_CAPTURE}
    answer = page.request.post("/api/games", data={**data, "players": {"white": human, "black": computer}})
    page.goto(f"/game/{answer.json()['id']}")
    tables = TablesHands(page)
    expect(tables.board).to_be_visible()
    tokens: list[str] = []
    words: list[str] = []
    while options := tables.steps(tokens)["options"]:
        tokens.append(options[-1]["token"])
        words.append(options[-1]["labels"]["es"])
    page.locator("[data-move-input]").fill(" ".join(words))
    page.keyboard.press("Enter")
    expect(page.locator("[data-ply]")).to_have_count(2)
    expect(page.locator("[data-showing]")).to_have_count(0)
    take(page, folder, f"dice{ending}", lambda: shown_again(page))
    page.goto("/modificado/edit/clasico")
    take(page, folder, f"designer{ending}", lambda: knight(page))


def trees(page: Page, folder: Path, server: Server) -> None:
    """The tree of an analysis, a study, an exercise, the explorer."""
    page.add_init_script(KNOWN)
    page.goto(f"/analysis/clasico?{TREE}")
    found = page.locator("[data-findings]")
    expect(found).to_have_attribute("data-findings", "there")
    take(page, folder, "tree", lambda: expect(found).to_have_attribute("data-findings", "there"))
    data = {"id": str(uuid4()), "title": "Club", "chapters": {"text": STUDY}}
    page.request.get("/api/me")  # gives the cookie
    answer = page.request.post("/api/studies", data=data)
    page.goto(f"/study/{answer.json()['study']}")
    page.locator("[data-ply='5']").click()
    expect(found).to_have_attribute("data-findings", "there")
    take(page, folder, "study", lambda: expect(found).to_have_attribute("data-findings", "there"))
    page.goto("/exercises/clasico")
    expect(page.locator("[data-state]")).to_have_attribute("data-state", "asked")
    take(page, folder, "exercise", lambda: page.locator("[data-hint]").or_(page.locator("[data-next]")).first.focus())
    file = folder / "club.pgn"
    texts = []
    for number, moves in enumerate(PLAYED * 4):
        tags = {"White": number, "WhiteElo": f"2{number % 5}00", "BlackElo": 2100, "Result": moves.split()[-1]}
        texts.append("\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), "", f"1. {moves}", ""]))
    file.write_text("\n".join(texts), encoding="utf-8")
    import_file(file, server.collections / COLLECTION, 1, threading.Event(), lambda _: None, lambda _: None)
    file.unlink()
    page.goto("/analysis/clasico")
    panel = page.locator("[data-explorer]")
    panel.locator("summary").first.click()
    panel.locator("[data-explorer-source]").select_option(f":{COLLECTION}")
    expect(panel.locator("tbody tr").first).to_be_visible()
    take(page, folder, "explorer", lambda: panel.scroll_into_view_if_needed())


def tournaments(page: Page, folder: Path) -> None:
    """The standings of an evening of wooden boards."""
    page.add_init_script(KNOWN)
    page.request.get("/api/me")  # gives the cookie
    settings = {"title": "Club", "rulebook": "clasico", "over_the_board": True, "entry": "list", "rounds": 3}
    made = page.request.post("/api/tournaments", data={"id": str(uuid4()), "settings": settings}).json()["id"]

    def do(kind: str, **command: object) -> None:
        data = {"id": str(uuid4()), "command": {"type": kind, **command}}
        assert page.request.post(f"/api/tournaments/{made}/commands", data=data).ok

    do("add", entrants=[{"name": name, "rating": rating} for name, rating in CLUB])
    do("start")
    for number, results in enumerate(EVENING, 1):
        do("pair")
        for board, result in enumerate(results, 1):
            do("set_result", round=number, board=board, result=result)
    page.goto(f"/tournament/{made}/standings")
    take(page, folder, "tournament", lambda: expect(page.locator("[data-place='1']").first).to_be_visible())


def shown_again(page: Page) -> None:
    """The last turn is shown once more, as far as its first step."""
    page.locator("[data-show-again]").click()
    expect(page.locator('[data-showing="1"]')).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def knight(page: Page) -> None:
    """The movement of the knight lies open."""
    design = page.locator('[data-field="pieces.knight.movement"]')
    expect(design).to_have_count(1)
    design.evaluate(
        "part => { for (let up = part; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true }"
    )
    page.wait_for_timeout(1000)
    design.evaluate("part => part.scrollIntoView()")


def main(folder: Path, groups: Collection[str]) -> None:
    """Take the pictures of these groups."""
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        server = Server(Path(work))
        server.start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER_ARGS)
        try:
            for size, ending in ((WIDE, ""), (PHONE, "-phone")):
                context = browser.new_context(base_url=server.url, locale="es-ES", viewport=size)
                context.set_default_timeout(60_000)
                if size is WIDE and "games" in groups:
                    games(context.new_page(), folder)
                if "screens" in groups:
                    screens(context.new_page(), folder, ending)
                if size is WIDE and "trees" in groups:
                    trees(context.new_page(), folder, server)
                if size is WIDE and "tournaments" in groups:
                    tournaments(context.new_page(), folder)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images",
        sys.argv[2:] or ("games", "screens", "trees", "tournaments"),
    )
