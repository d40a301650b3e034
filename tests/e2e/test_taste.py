"""What each person chooses about looks, sounds and speed; the cube on the board; fingers on small cells."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.fingers import Fingers, middle
from tests.e2e.hands import Hands, arrive, press_start
from tests.e2e.meeting import account, known
from tests.e2e.tables_hands import TablesHands
from tests.e2e.test_turns_seen import BEFORE_A_CAPTURE, answered, begin, expect_caught_up, play, shown
from tests.patience import until

HUMAN = {"kind": "human"}
PEOPLE = {"white": HUMAN, "black": HUMAN}
SIZES = ((1280, 800), (360, 740))
BOARDS = ("Lapislázuli", "Madera", "Pizarra", "Contraste alto", "Azul y arena", "Tinta")


def choose(page: Page, group: str, choice: str) -> None:
    """Choose one of several on the screen of the settings, as a mouse does."""
    page.get_by_role("group", name=group, exact=True).get_by_text(choice, exact=True).click()


def open_game(page: Page, rulebook: str, **more: object) -> None:
    """Open a new game of two people at this screen."""
    answer = page.request.post(
        "/api/games", data={"id": str(uuid.uuid4()), "rulebook": rulebook, "players": PEOPLE, **more}
    )
    assert answer.ok, answer.text()
    page.goto(f"/game/{answer.json()['id']}")
    expect(page.get_by_role("grid")).to_be_visible()


def looks(page: Page) -> dict[str, str]:
    """How a settings screen draws its two boards."""
    found: dict[str, str] = page.evaluate(
        """() => {
          const style = (selector, name) => getComputedStyle(document.querySelector(selector)).getPropertyValue(name)
          return {
            square: style('.boards .square.light', 'background-color'),
            point: style('.boards .point path', 'fill'),
            white: style('.boards .squares svg.white .body', 'fill'),
            line: style('.boards .squares svg.white .body', 'stroke-width'),
            disc: style('.boards .disc', 'fill'),
          }
        }"""
    )
    return found


def where(cell: Locator) -> tuple[float, float]:
    """The middle of a cell."""
    box = cell.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_settings_are_reached_by_mouse_and_from_the_account(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Ajustes").click()
    expect(page.get_by_role("heading", name="Ajustes", exact=True)).to_be_focused()
    page.get_by_role("link", name="Cuenta").first.click()
    page.get_by_role("main").get_by_role("link", name="Ajustes").click()
    expect(page.get_by_role("heading", name="Sonidos")).to_be_visible()


@pytest.mark.journey
def test_settings_stay_and_follow_the_account_to_another_browser(visit: Callable[..., Page]) -> None:
    one, other = visit(), visit()
    _, login, password = account(one, "Ana")
    one.goto("/account")
    expect(one.get_by_text(f"Está en la cuenta {login}")).to_be_visible()
    one.get_by_role("main").get_by_role("link", name="Ajustes").click()
    expect(one.get_by_text("Se guardan con su cuenta.")).to_be_visible()
    choose(one, "Colores del tablero", "Madera")
    choose(one, "Piezas", "Ámbar y azul")
    choose(one, "Coordenadas del ajedrez", "Al borde")
    choose(one, "Casa propia en el tablero de tablas", "A la izquierda")
    one.get_by_label("Números de los puntos").uncheck()
    slider = one.get_by_role("slider")
    slider.fill("35")
    wanted = {
        "board": "wood",
        "pieces": "amber",
        "coordinates": "outside",
        "home": "left",
        "numbers": False,
        "volume": 35,
    }

    def kept() -> dict[str, Any]:
        settings: dict[str, Any] = one.request.get("/api/me").json()["settings"]
        return settings

    until(lambda: wanted.items() <= kept().items(), "the account never held the choices")
    one.reload()
    html = one.locator("html")
    expect(html).to_have_attribute("data-board", "wood")
    expect(slider).to_have_attribute("aria-valuetext", "35 %")
    # Another browser has its own until somebody signs in.
    known(other)
    other.goto("/settings", wait_until="networkidle")
    expect(other.locator("html")).to_have_attribute("data-board", "lapis")
    assert other.request.post("/api/sessions", data={"login": login, "password": password}).ok
    other.goto("/account")
    expect(other.locator("html")).to_have_attribute("data-board", "wood")
    other.goto("/settings")
    expect(other.locator("html")).to_have_attribute("data-pieces", "amber")
    for name in ("Madera", "Ámbar y azul", "Al borde", "A la izquierda"):
        expect(other.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(other.get_by_role("slider")).to_have_value("35")


def test_looks_change_what_is_drawn_everywhere(page: Page) -> None:
    page.goto("/settings")
    expect(page.locator(".boards .disc").first).to_be_visible()
    seen = []
    for theme in ("Clara", "Oscura"):
        choose(page, "Página", theme)
        for board in BOARDS:
            choose(page, "Colores del tablero", board)
            seen.append((looks(page)["square"], looks(page)["point"]))
    assert len(set(seen)) == len(seen)
    figures = set()
    for pieces in ("Clásicas", "De línea fina", "De línea gruesa", "Ámbar y azul"):
        choose(page, "Piezas", pieces)
        figures.add((looks(page)["white"], looks(page)["line"]))
    assert len(figures) == 4
    choose(page, "Página", "Clara")
    choose(page, "Colores del tablero", "Madera")
    wood = looks(page)["square"]
    # The pictures of the menu and the board of a game look the same.
    page.goto("/")
    expect(page.locator(".thumbnail .light").first).to_have_css("fill", wood)
    Hands(page).start("clasico")
    expect(page.locator(".square.light").first).to_have_css("background-color", wood)
    expect(page.locator(".piece svg.white .body").first).to_have_css("fill", "rgb(255, 194, 71)")


def test_the_settings_are_accessible_and_fit(page: Page, axe: Callable[[Page], list[str]]) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/settings")
            page.get_by_label("Tutor: avisar").check()
            assert axe(page) == [], (scheme, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    # As with a zoom of 200 % on a laptop.
    page.set_viewport_size({"width": 640, "height": 400})
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_the_settings_are_chosen_by_keyboard(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("radio", name="Lapislázuli").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-board", "wood")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "sin sonido")
    expect(page.get_by_role("button", name="Sonido", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Jugada")).to_be_disabled()


LISTEN = """
window.loud = []
const make = AudioContext.prototype.createGain
AudioContext.prototype.createGain = function () {
  const gain = make.call(this)
  const connect = gain.connect
  gain.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) window.loud.push(Math.round(100 * Math.sqrt(gain.gain.value)))
    return connect.call(this, to, ...more)
  }
  return gain
}
window.spoken = []
window.speechSynthesis.speak = said => window.spoken.push(Math.round(100 * said.volume))
"""


def test_the_volume_counts_for_every_sound_and_for_what_is_spoken(page: Page) -> None:
    page.add_init_script(LISTEN)
    page.goto("/settings")
    slider = page.get_by_role("slider")

    def loud() -> list[int]:
        heard: list[int] = page.evaluate("window.loud")
        return heard

    def are_heard(count: int) -> bool:
        return len(loud()) == count

    slider.fill("40")
    for name in ("Jugada", "Captura", "Empuje", "Salida", "Jaque", "Dados", "Aviso", "Victoria", "Derrota", "Tablas"):
        before = len(loud())
        page.get_by_role("button", name=name, exact=True).click()
        until(partial(are_heard, before + 1), f"{name} was not heard")
    assert set(loud()) == {40}
    hands = Hands(page)
    hands.start("tradicional", position="4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    hands.type("De2")
    until(lambda: loud() == [40], "the move was not heard")
    until(lambda: page.evaluate("window.spoken") == [40], "the check was not spoken as loud as that")
    # Nothing at 0; and the sound comes back as loud as it was.
    page.get_by_role("link", name="Ajustes").click()
    slider.fill("0")
    page.go_back()
    hands.type("Rd8")
    hands.expect_moves(2)
    page.wait_for_timeout(300)
    assert (loud(), page.evaluate("window.spoken")) == ([40], [40])
    page.get_by_role("button", name="Sonido", exact=True).click()
    hands.type("Dd2+")
    until(lambda: loud() == [40, 40], "the sound did not come back")


def test_coordinates_are_inside_outside_or_nowhere(page: Page) -> None:
    page.goto("/settings")
    corner, label = page.locator(".boards .squares .square").nth(56), page.locator(".boards .ranks span").last
    inside = label.bounding_box()
    square = corner.bounding_box()
    assert inside is not None
    assert square is not None
    assert inside["x"] >= square["x"]
    choose(page, "Coordenadas del ajedrez", "Al borde")
    outside, square = label.bounding_box(), corner.bounding_box()
    assert outside is not None
    assert square is not None
    assert outside["x"] + outside["width"] <= square["x"] + 1
    choose(page, "Coordenadas del ajedrez", "Ninguna")
    expect(page.locator(".boards .ranks")).to_have_count(0)
    expect(page.locator(".boards .number")).to_have_count(24)
    page.get_by_label("Números de los puntos").uncheck()
    expect(page.locator(".boards .number")).to_have_count(0)


def test_pieces_move_as_fast_as_it_was_chosen(page: Page) -> None:
    page.goto("/settings")
    piece = page.locator(".boards .squares .piece").first
    for speed, seconds in (("Lento", "0.384s"), ("Rápido", "0.08s"), ("Ninguno", "0s"), ("Normal", "0.16s")):
        choose(page, "Movimiento de las piezas", speed)
        expect(piece).to_have_css("transition-duration", seconds)
    page.emulate_media(reduced_motion="reduce")
    expect(piece).to_have_css("transition-duration", "0s")
    expect(page.get_by_text("Su sistema pide que nada se mueva")).to_be_visible()


def expect_corner(hands: TablesHands, cell: str, right: bool, down: bool) -> None:
    x, y = where(hands.cell(cell))
    middle_x, middle_y = where(hands.board)
    assert (x > middle_x, y > middle_y) == (right, down), cell


def expect_reading_order(hands: TablesHands) -> None:
    """The grid is read row by row, from the left, as it is seen."""
    for row in hands.board.get_by_role("row").all():
        places = [where(cell)[0] for cell in row.get_by_role("gridcell").all()]
        assert places == sorted(places)


def test_the_home_lies_at_the_hand_that_was_chosen(page: Page) -> None:
    hands = TablesHands(page)

    def walk(origin: str, key: str) -> str:
        hands.cell(origin).focus()
        page.keyboard.press(key)
        return hands.board.locator(":focus").get_attribute("data-cell") or ""

    open_game(page, "backgammon")
    # Backgammon: one's own home is at the bottom right, for either side.
    expect_corner(hands, "1", right=True, down=True)
    expect_corner(hands, "off:white", right=True, down=True)
    expect_reading_order(hands)
    assert walk("6", "ArrowRight") == "5"
    assert walk("6", "ArrowUp") == "19"
    page.keyboard.press("f")
    expect_corner(hands, "24", right=True, down=True)
    expect_corner(hands, "1", right=True, down=False)
    assert walk("6", "ArrowRight") == "5"
    page.keyboard.press("f")
    game = page.url
    page.goto("/settings")
    choose(page, "Casa propia en el tablero de tablas", "A la izquierda")
    page.goto(game)
    expect_corner(hands, "1", right=False, down=True)
    expect_reading_order(hands)
    assert walk("6", "ArrowRight") == "bar:black"
    assert walk("6", "ArrowLeft") == "5"
    page.keyboard.press("f")
    expect_corner(hands, "24", right=False, down=True)


@pytest.mark.clause("G-1b")
def test_chessgammon_is_seated_as_its_rules_say_until_a_hand_is_chosen(page: Page) -> None:
    hands = TablesHands(page)
    open_game(page, "chessgammon")
    expect_corner(hands, "1", right=True, down=False)  # G-1b, as White sees it
    page.keyboard.press("f")
    expect_corner(hands, "1", right=False, down=True)
    game = page.url
    page.goto("/settings")
    choose(page, "Casa propia en el tablero de tablas", "A la derecha")
    page.goto(game)
    expect_corner(hands, "1", right=True, down=False)
    page.keyboard.press("f")
    expect_corner(hands, "1", right=True, down=True)
    expect_reading_order(hands)


def test_the_cube_lies_on_the_board(page: Page) -> None:
    hands = TablesHands(page)
    page.goto("/new/backgammon")
    page.get_by_text("Variantes y opciones de las reglas").click()
    page.get_by_label("Puntos del encuentro").fill("5")
    page.get_by_label("Dado de doblar").check()
    press_start(page)
    arrive(page, "**/game/*")
    told, cube = page.locator("[data-cube]"), page.locator("svg.drawing .cube")
    expect(told).to_have_text("Cubo de doblar: 1, sin dueño")
    across = where(hands.board)
    x, y = where(cube)
    assert abs(y - across[1]) < 3
    bar = where(hands.cell("bar:white"))
    assert abs(x - bar[0]) < 3
    expect(page.locator("[data-roll]")).to_be_visible()
    doubler = "white" if hands.view()["turn"] == "black" else "black"
    tokens: list[str] = []
    words: list[str] = []
    while options := hands.steps(tokens)["options"]:
        tokens.append(options[0]["token"])
        words.append(options[0]["labels"]["es"])
    field = page.locator("[data-move-input]")
    field.fill(" ".join(words))
    field.press("Enter")
    page.get_by_role("button", name="Doblar a 2").click()
    page.get_by_role("button", name="Aceptar el doble").click()
    owner = "black" if doubler == "white" else "white"
    expect(told).to_have_attribute("data-cube", owner)
    expect(told).to_contain_text("Cubo de doblar: 2, de las")
    expect(cube.locator("text")).to_have_text("2")
    near = owner == "white"
    until(lambda: (where(cube)[1] > where(hands.board)[1] + 10) == near, "the cube is not at its owner's side")
    # One step back it is still in the middle.
    page.keyboard.press("Home")
    expect(told).to_have_text("Cubo de doblar: 1, sin dueño")
    page.keyboard.press("End")
    page.locator("[data-move-input]").blur()
    page.keyboard.press("r")
    expect(page.get_by_role("dialog").get_by_role("button", name="Negras: cubo 2 × 3 = 6 puntos")).to_be_visible()


def test_squares_are_large_enough_for_a_finger(handy: Page) -> None:
    hands = Hands(handy)
    hands.start("clasico")
    box = hands.square("e2").bounding_box()
    assert box is not None
    assert box["width"] >= 44
    assert box["height"] >= 44
    assert handy.evaluate("document.documentElement.scrollWidth") == 360
    fingers = Fingers(handy)
    fingers.down(middle(hands.square("e2")))
    expect(handy.locator("[data-loupe]")).to_have_count(0)
    fingers.up()


def test_smaller_squares_are_magnified_while_a_finger_moves_a_piece(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    handy.set_viewport_size({"width": 320, "height": 640})
    hands.start("clasico")
    loupe = handy.locator("[data-loupe]")
    fingers.down(middle(hands.square("e2")))
    expect(loupe).to_contain_text("e2, peón blanco")
    fingers.move(middle(hands.square("e4")))
    expect(loupe).to_contain_text("e4, vacía")
    fingers.up()
    expect(loupe).to_have_count(0)
    hands.expect_record("e2e4")


def test_points_are_magnified_under_a_finger_that_looks_for_one(handy: Page) -> None:
    hands, fingers = TablesHands(handy), Fingers(handy)
    open_game(handy, "backgammon")
    loupe = handy.locator("[data-loupe]")
    box = hands.cell("8").bounding_box()
    assert box is not None
    assert box["width"] < 44
    picked = handy.locator('[aria-selected="true"]')
    options = hands.steps([])["options"]
    side = hands.view()["turn"]
    origin = next(option["origin"] for option in options if option["origin"] != "bar")
    beside = str(int(origin) - 1) if origin not in ("1", "7", "13", "19") else str(int(origin) + 1)
    fingers.down(middle(hands.cell(beside)))
    expect(loupe).to_have_attribute("data-loupe", beside)
    expect(picked).to_have_count(0)
    glass = loupe.locator("svg").bounding_box()
    assert glass is not None
    assert glass["width"] / 3 >= 44
    finger = middle(hands.cell(beside))
    frame = loupe.bounding_box()
    assert frame is not None
    # The bubble is not under the finger, and wholly on the screen.
    assert frame["y"] + frame["height"] < finger[1] or frame["x"] > finger[0] or frame["x"] + frame["width"] < finger[0]
    assert frame["x"] >= 0
    assert frame["y"] >= 0
    assert frame["x"] + frame["width"] <= 360
    fingers.move(middle(hands.cell(origin)))
    expect(loupe).to_have_attribute("data-loupe", origin)
    expect(loupe).to_contain_text(origin.zfill(2))
    fingers.up()
    expect(loupe).to_have_count(0)
    expect(picked).to_have_attribute("data-cell", origin)
    target = next(option["target"] for option in options if option["origin"] == origin)
    goal = f"off:{side}" if target == "off" else target
    fingers.down(middle(hands.cell(origin)))
    fingers.move(middle(hands.cell(goal)))
    expect(loupe).to_have_attribute("data-loupe", goal)
    fingers.up()
    expect(handy.locator("[data-back]")).to_be_enabled()
    expect(picked).to_have_count(0)
    # A finger that leaves the board does nothing.
    fingers.down(middle(hands.cell(beside)))
    fingers.cancel()
    expect(loupe).to_have_count(0)


def test_f_turns_the_board_while_a_turn_is_shown(page: Page) -> None:
    hands = begin(page, BEFORE_A_CAPTURE, pace="slow")
    play(hands)
    expect(shown(page)).to_be_visible()
    answered(hands)
    expect_corner(hands, "1", right=True, down=False)
    page.locator("[data-move-input]").blur()
    page.keyboard.press("f")
    expect_caught_up(hands)
    expect_corner(hands, "1", right=False, down=True)
