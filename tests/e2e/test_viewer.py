"""Links to a position, its picture, and the viewer in the frames of other sites."""

from __future__ import annotations

import base64
import http.server
import re
import threading
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.hands import Hands, arrive, game_of
from tests.e2e.meeting import Visit
from tests.server.visiting import Visitor

SVG = "{http://www.w3.org/2000/svg}"
OPENING = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"]
FEW = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
TURNS = """[Rulebook "chessgammon"]
[White "Ana"]
[Black "Eva"]

1. w 52: N13/8 P6/4
2. b 31: N12/15 P19/20
3. w 66: B13/7 P13/7 N8/2 P8/2
*
"""


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """A function that puts HTML on a site of its own: its address. The site is another one than the server's."""

    class Site(http.server.BaseHTTPRequestHandler):
        text = ""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(Site.text.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=partial(site.serve_forever, 0.05), daemon=True).start()

    def put(html: str) -> str:
        Site.text = f"<!doctype html><title>elsewhere</title>{html}"
        return f"http://localhost:{site.server_port}/"

    yield put
    site.shutdown()
    site.server_close()


def address(page: Page) -> str:
    """Where the page's server is."""
    return page.request.get("/api/health").url.removesuffix("/api/health")


def new(page: Page, moves: list[str] = OPENING, **fields: Any) -> str:
    """A game of Ana and Eva; its id."""
    players = {"white": {"kind": "human", "name": "Ana"}, "black": {"kind": "human", "name": 'Eva "la Fuerte"'}}
    if "sheet" not in fields:
        fields = {"rulebook": "clasico", **fields}
    game = {"id": str(uuid4()), "players": players, "moves": moves, **fields}
    answer = page.request.post("/api/games", data=game)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def new_turns(page: Page) -> str:
    """A game of Chessgammon after three turns; its id."""
    answer = page.request.post("/api/files", data=TURNS, headers={"content-type": "text/plain"})
    assert answer.ok, answer.text()
    body = answer.json()
    assert body["faults"] == []
    return str(body["games"][0]["id"])


def walk() -> list[str]:
    """34 moves from `FEW`: a rook walks over three files, a king to and fro. No position comes twice."""
    places = [f"{file}{rank}" for file, ranks in (("a", "123456"), ("b", "654321"), ("c", "123456")) for rank in ranks]
    white = [f"{origin}{target}" for origin, target in pairwise(places)]
    return [move for each, back in zip(white, cycle(["e8e7", "e7e8"]), strict=False) for move in (each, back)]


def placed(page: Page) -> list[str]:
    """What a screen reader finds on the cells of the board, from the top left to the bottom right."""
    page.get_by_role("gridcell").first.wait_for()
    names: list[str] = page.get_by_role("grid").evaluate(
        "grid => [...grid.querySelectorAll('[role=gridcell]')].map(cell => cell.ariaLabel)"
    )
    return names


def test_the_address_follows_what_is_looked_at(page: Page) -> None:
    page.goto("/games")
    game = new(page)
    page.goto(f"/game/{game}?lang=es")
    hands = Hands(page)
    hands.expect_moves(7)
    steps = page.evaluate("history.length")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"\?lang=es&ply=6&side=white$"))
    page.get_by_role("button", name="Jugada anterior").click()
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"\?lang=es&ply=5&side=black$"))
    assert page.evaluate("history.length") == steps
    assert game_of(page) == game
    here = placed(page)
    assert here[0].startswith("h1")
    page.reload()
    hands.expect_piece("b5", "alfil blanco")
    assert placed(page) == here
    expect(page.locator('[data-ply="5"]')).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Volver al presente").click()
    expect(page).to_have_url(re.compile(r"\?lang=es&side=black$"))
    hands.expect_piece("c6", "alfil blanco")
    page.go_back()
    arrive(page, "**/games")


@pytest.mark.parametrize("begin", [new, new_turns])
def test_a_link_shows_the_same_position_to_others(page: Page, visit: Visit, begin: Callable[[Page], str]) -> None:
    page.context.grant_permissions(["clipboard-write"])  # which Chromium without windows does not give by itself
    game = begin(page)
    page.goto(f"/game/{game}")
    page.get_by_role("grid").wait_for()
    for key in ("ArrowLeft", "f", "s"):
        page.keyboard.press(key)
    dialog = page.get_by_role("dialog", name="Compartir esta posición")
    link = dialog.get_by_label("Enlace a esta posición").input_value()
    dialog.get_by_role("button", name="Copiar el enlace a esta posición").click()
    expect(dialog.get_by_role("button", name="Copiado")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    shown = page.locator("[aria-current=step]").get_attribute("data-ply")
    assert link == f"{address(page)}/game/{game}?ply={shown}&side=black"
    other = visit()
    other.goto(link)
    expect(other.locator("[aria-current=step]")).to_have_attribute("data-ply", str(shown))
    assert placed(other) == placed(page)
    other.get_by_role("button", name="Volver al presente").click()
    expect(other.locator("[aria-current=step]")).to_have_attribute("data-ply", str(int(str(shown)) + 1))


def test_who_watches_stays_where_the_link_leads(page: Page) -> None:
    """A move calls players back to the present; spectators stay at the position they look at."""
    host = address(page).removeprefix("http://")
    ana, eva = Visitor(host, "Ana"), Visitor(host, "Eva")
    game = eva.accept(ana.invite(rulebook="clasico", colour="white"))["id"]
    for mover, move in ((ana, "e2e4"), (eva, "e7e5")):
        mover.act(game, "move", move=move)
    page.goto(f"/game/{game}?ply=2")
    hands = Hands(page)
    hands.expect_moves(2)
    ana.act(game, "move", move="g1f3")
    hands.expect_moves(3)
    hands.expect_piece("g1", "caballo blanco")
    page.get_by_role("button", name="Volver al presente").click()
    hands.expect_piece("f3", "caballo blanco")
    eva.act(game, "move", move="b8c6")
    hands.expect_piece("c6", "caballo negro")


def test_a_link_beyond_the_end_shows_the_last_position(page: Page) -> None:
    page.goto(f"/game/{new(page)}?ply=99")
    hands = Hands(page)
    hands.expect_piece("c6", "alfil blanco")
    said = page.get_by_text("El enlace lleva a una jugada que aquí no está; se muestra la última.")
    expect(said).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_count(0)
    hands.expect_piece("c6", "caballo negro")


def test_the_move_that_is_shown_is_in_sight(page: Page) -> None:
    page.goto(f"/game/{new(page, walk(), position=FEW)}")
    for ply in (34, 1, 17):
        if ply != 34:
            page.evaluate('ply => document.querySelector(`[data-ply="${ply}"]`).click()', ply)
        expect(page.locator(f'[data-ply="{ply}"]')).to_have_attribute("aria-current", "step")
        expect(page.locator(f'[data-ply="{ply}"]')).to_be_in_viewport(ratio=0.9)


def odd_sheet() -> dict[str, Any]:
    """A board of 7 × 5 with a hole, a piece without a drawing, and hands."""
    path = Path(__file__).parents[1] / "sheets" / "amazon6.toml"
    sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    sheet |= {"id": "odd", "start": {"fen": "rnakanr/ppppppp/7/PPPPPPP/RNAKANR w - - 0 1"}}
    sheet["board"] = {"files": 7, "ranks": 5, "holes": ["d3"]}
    sheet["pieces"]["amazon"]["glyph"] = ""
    return sheet


@pytest.mark.parametrize("kind", ["clasico", "odd", "chessgammon"])
def test_the_picture_is_a_file_of_its_own(page: Page, tmp_path: Path, kind: str) -> None:
    begins: dict[str, Callable[[Page], str]] = {
        "clasico": new,
        "odd": partial(new, moves=["b1c3"], sheet=odd_sheet()),
        "chessgammon": new_turns,
    }
    page.goto(f"/game/{begins[kind](page)}")
    page.get_by_role("button", name="Compartir").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Imagen SVG").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == ".svg"
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    # Nothing of it lies elsewhere, and nothing needs the page's style sheet.
    for foreign in ("var(--", "<style", "<script", "href", "@import", "class=", "style=", "data:", "url(h", 'url("'):
        assert foreign not in text, foreign
    assert set(re.findall(r"xmlns[:\w]*=\"([^\"]*)\"", text)) == {"http://www.w3.org/2000/svg"}
    view = page.request.get(f"/api/games/{game_of(page)}").json()
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc") == view["position"]
    written = [element.text for element in root.iter(f"{SVG}text")]
    if kind == "chessgammon":
        pieces = sum(1 for each in root.iter(f"{SVG}circle") if each.get("r") == "4.5")
        assert pieces == 32
        assert {f"{point:02}" for point in range(1, 25)} <= set(written)
    else:
        files, ranks = (8, 8) if kind == "clasico" else (7, 5)
        assert root.get("viewBox") == f"0 0 {files * 100} {ranks * 100}"
        assert len(root.findall(f"{SVG}svg")) == len(view["scene"]["pieces"])
        assert written[-files:] == list("abcdefgh"[:files])
        fills = Counter(re.sub(r"#.*-check", "check", str(each.get("fill"))) for each in root.findall(f"{SVG}rect"))
        light, dark = (32, 32) if kind == "clasico" else (16, 18)
        assert (fills["#f2e6cd"], fills["#93a4be"]) == (light, dark)
        assert fills["#e2b23e"] == 2, "the last move"
        assert fills["url(check)"] == (0 if kind == "clasico" else 1), "the king in check"
        if kind == "odd":
            assert written.count("Z") == 4, "the amazons, which have no drawing"
    # It is a picture by itself: an empty page, without the server, draws it.
    page.goto("about:blank")
    source = "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()
    width, height, colours = page.evaluate(
        """async source => {
            const image = new Image()
            image.src = source
            await image.decode()
            const canvas = document.createElement('canvas')
            canvas.width = image.naturalWidth
            canvas.height = image.naturalHeight
            const brush = canvas.getContext('2d')
            brush.drawImage(image, 0, 0)
            const { data } = brush.getImageData(0, 0, canvas.width, canvas.height)
            const seen = new Map()
            for (let at = 0; at < data.length; at += 4) {
                const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]} ${data[at + 3]}`
                seen.set(colour, (seen.get(colour) ?? 0) + 1)
            }
            const large = [...seen.values()].filter(count => count > 1000).length
            return [image.naturalWidth, image.naturalHeight, large]
        }""",
        source,
    )
    assert max(width, height) == 720
    assert min(width, height) > 300
    assert colours >= 5, "squares, two colours of pieces, the last move"


def frames(page: Page, put: Callable[[str], str], *paths: str) -> None:
    """Open a page of another site with these addresses of the server in frames."""
    host = address(page)
    page.goto(put("".join(f'<iframe src="{host}{path}" width="420" height="740"></iframe>' for path in paths)))


def cells(frame: FrameLocator | Page) -> Callable[[str], Any]:
    """The cells of a board by their names."""
    return lambda name: frame.locator(f'[data-cell="{name}"]')


def test_the_viewer_in_the_frame_of_another_site(page: Page, elsewhere: Callable[[str], str]) -> None:
    game = new(page)
    requests: list[tuple[str, str]] = []
    page.context.clear_cookies()
    page.on("request", lambda request: requests.append((request.method, request.headers.get("cookie", ""))))
    frames(page, elsewhere, f"/embed/{game}?lang=en&ply=3")
    frame = page.frame_locator("iframe")
    cell = cells(frame)
    expect(cell("f3")).to_have_accessible_name("f3, white knight")
    expect(frame.locator("[aria-current=step]")).to_have_accessible_name("2. Nf3")
    expect(frame.get_by_text("Black to move")).to_be_visible()
    for name in ("Ana", "Eva"):
        expect(frame.get_by_role("region", name=name)).to_be_visible()
    # Buttons and keys.
    frame.get_by_role("button", name="Previous move").click()
    expect(cell("g1")).to_have_accessible_name("g1, white knight")
    for key, shown in (("ArrowRight", "Nf3"), ("End", "Bxc6"), ("ArrowLeft", "a6")):
        page.keyboard.press(key)
        expect(frame.locator("[aria-current=step]")).to_contain_text(shown)
    page.keyboard.press("Home")
    expect(cell("e2")).to_have_accessible_name("e2, white pawn")
    expect(frame.locator("[data-announcer]")).to_have_text(re.compile("Starting position$"))
    page.keyboard.press("f")
    expect(frame.get_by_role("gridcell").first).to_have_attribute("data-cell", "h1")
    frame.get_by_role("button", name="Last move").or_(frame.get_by_role("button", name="To the present")).click()
    # It plays from the beginning to the end.
    frame.get_by_role("button", name="Play").click()
    expect(frame.locator("[aria-current=step]")).to_contain_text("Bxc6", timeout=30_000)
    expect(frame.get_by_role("button", name="Play")).to_be_visible()
    # Nothing acts: no field, no piece that can be picked, nothing that was sent but questions.
    expect(frame.locator("input, textarea, select, form")).to_have_count(0)
    cell("d8").click()
    expect(cell("d8")).to_have_attribute("aria-selected", "false")
    full = frame.get_by_role("link", name="See the full game")
    expect(full).to_have_attribute("target", "_blank")
    expect(full).to_have_attribute("href", re.compile(rf"^/game/{game}"))
    assert {method for method, _ in requests} == {"GET"}
    assert {cookie for _, cookie in requests} == {""}
    assert page.context.cookies() == []


def test_playing_can_be_stopped(page: Page) -> None:
    """The game is so long that stopping it is never too late."""
    page.goto(f"/embed/{new(page, walk(), position=FEW)}?lang=en&ply=3")
    for stop in ("Pause", "Next move", "Space"):
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        if stop == "Space":
            page.get_by_role("gridcell").first.focus()
            page.keyboard.press("Space")
        else:
            page.get_by_role("button", name=stop).click()
        expect(page.get_by_role("button", name="Play")).to_be_visible()
    shown = int(page.locator("[aria-current=step]").get_attribute("data-ply") or "")
    assert 3 < shown < 34


def test_a_live_game_goes_on_in_the_frame(page: Page, elsewhere: Callable[[str], str]) -> None:
    visitor = Visitor(address(page).removeprefix("http://"))
    game = new(page, ["f2f3", "e7e5"])
    frames(page, elsewhere, f"/embed/{game}?lang=en", f"/embed/{game}?lang=es&ply=1")
    follows, stays = (page.frame_locator(f"iframe >> nth={index}") for index in (0, 1))
    expect(cells(follows)("e5")).to_have_accessible_name("e5, black pawn")
    expect(cells(stays)("f3")).to_have_accessible_name("f3, peón blanco")
    visitor.act(game, "move", move="g2g4")
    expect(cells(follows)("g4")).to_have_accessible_name("g4, white pawn")
    visitor.act(game, "move", move="d8h4")
    expect(cells(follows)("h4")).to_have_accessible_name("h4, black queen")
    expect(follows.get_by_text("Black wins by checkmate", exact=True)).to_be_visible()
    expect(stays.get_by_text("Negras ganan por jaque mate", exact=True)).to_be_visible()
    expect(cells(stays)("e7")).to_have_accessible_name("e7, peón negro")


def test_the_viewer_shows_no_more_than_watchers_may_see(page: Page) -> None:
    host = address(page).removeprefix("http://")
    ana, eva = Visitor(host, "Ana"), Visitor(host, "Eva")
    game = eva.accept(ana.invite(rulebook="clasico", colour="white", delay=2))["id"]
    moves = ((ana, "f2f3"), (eva, "e7e5"), (ana, "g2g4"))
    for mover, move in moves:
        mover.act(game, "move", move=move)
    page.goto(f"/embed/{game}?lang=en")
    expect(page.get_by_text("You see it 2 moves late; when it ends, all of it.")).to_be_visible()
    expect(page.locator("[data-ply]")).to_have_count(1)
    eva.act(game, "move", move="d8h4")
    expect(page.locator("[data-ply]")).to_have_count(4)
    expect(page.get_by_text("Black wins by checkmate", exact=True)).to_be_visible()


def test_the_page_itself_is_refused_in_a_frame(page: Page, elsewhere: Callable[[str], str]) -> None:
    game = new(page)
    frames(page, elsewhere, f"/game/{game}", "/", f"/embed/{game}", f"/embed/../game/{game}")
    viewer = page.frame_locator("iframe >> nth=2")
    expect(viewer.get_by_role("grid")).to_be_visible()
    for index in (0, 1, 3):
        refused = page.locator("iframe").nth(index).element_handle().content_frame()
        assert refused is not None
        for _ in range(PATIENCE_MS // 50):
            if refused.url.startswith("chrome-error:"):
                break
            page.wait_for_timeout(50)
        assert refused.url.startswith("chrome-error:"), refused.url


@pytest.mark.parametrize("begin", [new, new_turns])
def test_the_viewer_is_accessible_and_narrow(
    page: Page, axe: Callable[[Page], list[str]], begin: Callable[[Page], str]
) -> None:
    game = begin(page)
    page.emulate_media(reduced_motion="reduce")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"/embed/{game}?lang=en")
        expect(page.get_by_role("grid")).to_be_visible()
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        assert page.evaluate("document.documentElement.lang") == "en"
        for width, height in ((420, 740), (300, 500), (800, 420)):
            page.set_viewport_size({"width": width, "height": height})
            assert axe(page) == [], f"{scheme}, {width} pixels wide"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("document.querySelector('[role=grid]').clientWidth") > 0.45 * min(width, height)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_viewer_of_no_game_says_so(page: Page) -> None:
    for game in (str(uuid4()), "nothing", "%E0%A4%A"):
        page.goto(f"/embed/{game}?lang=en")
        expect(page.locator(".problem")).to_have_text(re.compile(r"^[A-Z].*\.$"))


def test_sharing_is_accessible(page: Page, presentable: Callable[[str], None]) -> None:
    game = new(page)
    page.goto(f"/game/{game}?ply=4")
    page.get_by_role("button", name="Compartir").click()
    dialog = page.get_by_role("dialog", name="Compartir esta posición")
    code = dialog.get_by_label("Visor para insertar en otra página web").input_value()
    assert code.startswith(f'<iframe src="{address(page)}/embed/{game}?lang=es&amp;ply=4"')
    assert 'title="Clásico: Ana – Eva &quot;la Fuerte&quot;"' in code
    expect(dialog).to_contain_text("Tras 2… Cc6")
    presentable("sharing")
    page.set_viewport_size({"width": 360, "height": 740})
    box = dialog.get_by_role("button", name="Imagen SVG").bounding_box()
    assert box is not None
    assert box["height"] < 60, "its words stand in one line"


def test_the_viewer_shows_what_the_file_says_about_the_moves(page: Page) -> None:
    text = "1. f3 $6 {Not so good [%csl Gf3]} e5 (1... d5 {solid} 2. Nh3) 2. g4 $4 Qh4# 0-1\n"
    answer = page.request.post("/api/files", data=text, headers={"content-type": "text/plain"})
    assert answer.ok, answer.text()
    game = answer.json()["games"][0]["id"]
    page.goto(f"/embed/{game}?ply=2")
    moves = page.get_by_role("list", name="Jugadas")
    expect(moves.get_by_text("Not so good")).to_be_visible()
    expect(page.locator('[data-ply="2"]')).to_have_attribute("aria-current", "step")
    # A screen reader says the signs in words.
    expect(page.locator('[data-ply="1"]')).to_have_accessible_name("1. f3 (jugada dudosa)")
    expect(page.locator('[data-ply="3"]')).to_have_accessible_name("2. g4 (error grave)")
    # The variation is walked with the keys, and the way back to the whole game keeps to the main line.
    page.locator('[data-ply="2"]').focus()
    page.keyboard.press("ArrowDown")
    expect(cells(page)("d5")).to_have_accessible_name("d5, peón negro")
    expect(page.locator("[data-announcer]")).to_have_text("d5. solid")
    page.keyboard.press("ArrowRight")
    expect(cells(page)("h3")).to_have_accessible_name("h3, caballo blanco")
    assert page.get_by_role("link", name="Ver la partida completa").get_attribute("href") == f"/game/{game}?ply=1"
    page.locator('[data-ply="1"]').click()
    expect(page.locator("[data-shape=Gf3]")).to_have_count(1)


def test_a_study_in_the_frame_of_another_site(
    page: Page, elsewhere: Callable[[str], str], axe: Callable[[Page], list[str]]
) -> None:
    """With the code that the study itself offers; a study that is not shared is told to nobody."""
    page.goto("/studies")
    page.get_by_label("Título del estudio").fill('Dos "juegos"')
    page.get_by_text("Traer jugadas de un texto").click()
    page.get_by_role("textbox", name=re.compile("^PGN, .mat")).fill("1. e4 {centre [%cal Ge2e4]} e5 (1... c5 $5) *")
    page.get_by_role("button", name="Hacer el estudio").click()
    chapters = page.get_by_role("navigation", name="Capítulos")
    expect(chapters.get_by_role("link")).to_contain_text("Capítulo 1")
    study = re.search(r"/study/([^/?]+)", page.url)
    assert study is not None
    added = {"id": str(uuid4()), "chapters": {"rulebook": "chessgammon", "title": "Dados"}}
    assert page.request.post(f"/api/studies/{study[1]}/chapters", data=added).ok
    page.get_by_text("Compartir, copiar, guardar en un archivo").click()
    code = page.get_by_label("Visor para insertar en otra página web")
    expect(code).to_have_count(0)
    frames(page, elsewhere, f"/embed/study/{study[1]}?lang=en")
    expect(page.frame_locator("iframe").locator(".problem")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    page.goto(f"/study/{study[1]}")
    page.get_by_text("Compartir, copiar, guardar en un archivo").click()
    page.get_by_label("Quien tenga el enlace puede leerlo").check()
    html = code.input_value()
    assert 'title="Dos &quot;juegos&quot;"' in html
    page.goto(elsewhere(html))
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("list", name="Jugadas").get_by_text("centre")).to_be_visible()
    frame.locator("[data-variation]").first.click()
    expect(cells(frame)("c5")).to_have_accessible_name("c5, peón negro")
    frame.locator('[data-ply="1"]').click()
    expect(frame.locator("[data-shape='Ge2>e4']")).to_have_count(1)
    frame.get_by_label("Capítulos").select_option(label="Dados")
    expect(frame.get_by_role("grid", name=re.compile("Chessgammon"))).to_be_visible()
    # Alone, as narrow as it gets, in the other language.
    page.goto(f"/embed/study/{study[1]}?lang=en")
    expect(page.get_by_role("combobox", name="Chapters")).to_contain_text("Chapter 1")
    for width, height in ((300, 600), (800, 420)):
        page.set_viewport_size({"width": width, "height": height})
        assert axe(page) == [], f"{width} pixels wide"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"/embed/study/{study[1]}/nothing?lang=en")
    expect(page.get_by_role("grid")).to_be_visible()
