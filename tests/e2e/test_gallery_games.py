"""What gallery games need on the board: squares to reach, blasts, hands, dice, passes; hands faster than the answer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.hands import Hands

PHONE = {"width": 360, "height": 740}
COMMANDS = "**/api/games/*/commands*"
# Both sides hold a pawn; nothing is on the way.
POCKETS = "4k3/pppppp2/8/8/8/8/PPPPPP2/4K3[Pp] w - - 0 1"
FIRST_RANK = {"K": "e1", "Q": "d1", "R": "a1 h1", "B": "c1 f1", "N": "b1 g1"}


def expect_drawn(hands: Hands, mark: str, squares: set[str]) -> None:
    """Wait until these squares, and no others, carry a mark."""
    cells = hands.page.locator(f"[data-cell]:has(> .{mark})")
    expect(cells).to_have_count(len(squares))
    for square in squares:
        expect(hands.page.locator(f'[data-cell="{square}"]:has(> .{mark})')).to_have_count(1)


def in_hand(page: Page, letter: str) -> tuple[float, float]:
    """The middle of a piece beside the board."""
    box = page.locator(f'[data-drop="{letter}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def middle(hands: Hands, square: str) -> tuple[float, float]:
    box = hands.square(square).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drop(hands: Hands, letter: str, square: str) -> None:
    """Drag a piece from beside the board to a square."""
    mouse = hands.page.mouse
    mouse.move(*in_hand(hands.page, letter))
    mouse.down()
    mouse.move(*middle(hands, square), steps=4)
    mouse.up()


# Squares to reach


@pytest.mark.clause("M-5")
@pytest.mark.parametrize(
    ("rulebook", "squares"),
    [("king-of-the-hill", {"d4", "e4", "d5", "e5"}), ("racing-kings", {f"{file}8" for file in "abcdefgh"})],
)
def test_the_squares_to_reach_are_marked_and_said(page: Page, rulebook: str, squares: set[str]) -> None:
    hands = Hands(page)
    hands.start(rulebook)
    expect_drawn(hands, "region", squares)
    for square in squares:
        expect(hands.square(square)).to_have_accessible_name(f"{square}, vacía, casilla de llegada")
    expect(hands.square("a3")).to_have_accessible_name("a3, vacía")


@pytest.mark.clause("M-5")
def test_a_king_walks_up_the_hill_and_wins(page: Page) -> None:
    hands = Hands(page)
    hands.start("king-of-the-hill", position="4k3/8/8/8/8/3K4/8/8 w - - 0 1")
    hands.drag("d3", "d4")
    expect(page.locator(".result")).to_contain_text("Blancas ganan")
    expect(page.locator(".result").get_by_role("link")).to_have_text("(M-5)")


# Explosions


@pytest.mark.clause("M-5", "M-7")
def test_a_king_is_blown_up_by_mouse_and_the_banner_names_the_clause(page: Page) -> None:
    hands = Hands(page)
    hands.start("atomic")
    for count, (origin, target) in enumerate((("g1", "f3"), ("a7", "a6"), ("f3", "e5"), ("a6", "a5"), ("e5", "f7")), 1):
        hands.drag(origin, target)
        hands.expect_moves(count)
    expect_drawn(hands, "blasted", {"f7", "e8", "f8", "g8"})
    for square in ("f7", "e8", "f8", "g8"):
        expect(hands.square(square)).to_have_accessible_name(f"{square}, vacía")
    # Pawns beside it stand.
    expect(hands.square("g7")).to_have_accessible_name("g7, peón negro")
    result = page.locator(".result")
    expect(result).to_have_text(re.compile("Blancas ganan por captura de la pieza real"))
    # The blast is over soon, and is seen again with its move.
    expect(hands.look("e8")).to_have_css("background-image", "none")
    page.locator('[data-ply="4"]').click()
    expect_drawn(hands, "blasted", set())
    page.locator('[data-ply="5"]').click()
    expect_drawn(hands, "blasted", {"f7", "e8", "f8", "g8"})
    result.get_by_role("link", name="M-5").click()
    expect(page).to_have_url(re.compile("/manual/atomic#M-5$"))
    expect(page.locator("#M-5").first).to_be_in_viewport()


# Turns: passes, rolls


@pytest.mark.clause("M-4")
def test_a_turn_is_passed_where_the_rules_allow_it(page: Page) -> None:
    sheet = {
        "extends": "clasico",
        "id": "calma",
        "names": {"es": "Calma", "en": "Calm"},
        "turn": {"passing": "allowed"},
    }
    saved = page.request.post("/api/sheets", data={"sheet": sheet})
    assert saved.ok, saved.text()
    hands = Hands(page)
    hands.start(saved.json()["hash"])
    page.get_by_role("button", name="Pasar").click()
    hands.expect_moves(1)
    expect(hands.status).to_contain_text("Juegan las negras")
    hands.click("e7", "e5")
    hands.expect_moves(2)
    hands.expect_piece("e5", "peón negro")
    expect(page.get_by_role("button", name="Pasar")).to_be_visible()
    expect(hands.status).not_to_contain_text("solo queda pasar")
    hands.start("clasico")
    expect(page.get_by_role("button", name="Pasar")).to_have_count(0)


@pytest.mark.clause("M-12")
def test_the_dice_say_what_may_move(page: Page) -> None:
    hands = Hands(page)
    hands.start("dice-chess")
    for count in range(1, 4):
        view = hands.view()
        options = view["steps"]["options"]
        kinds = {view["scene"]["dice_kinds"][face - 1] for face in view["scene"]["dice"]}
        expect(page.get_by_role("img", name=re.compile("^Dados: "))).to_be_visible()
        if options[0]["origin"] == "":
            expect(hands.status).to_contain_text("Nada puede mover: solo queda pasar.")
            page.get_by_role("button", name="Pasar").click()
        else:
            movable = {view["scene"]["pieces"][step["origin"]].upper() for step in options}
            assert movable <= kinds
            hands.click(options[0]["origin"], options[0]["target"])
        hands.expect_moves(count)


# Pieces in hand


@pytest.mark.clause("M-3")
@pytest.mark.parametrize("width", [1280, 360])
def test_the_pieces_are_placed_by_mouse_and_then_the_game_begins(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    hands = Hands(page)
    hands.start("placement")
    expect(hands.status).to_contain_text("Juegan las blancas. Coloque una pieza de la mano.")
    count = 0
    for letter, squares in FIRST_RANK.items():
        for square in squares.split():
            drop(hands, letter, square)
            hands.expect_moves(count := count + 1)
            page.locator(f'[data-drop="{letter.lower()}"]').click()
            hands.click(square.replace("1", "8"))
            hands.expect_moves(count := count + 1)
    expect(hands.status).not_to_contain_text("Coloque")
    expect(page.get_by_text("Nada en la mano")).to_have_count(2)
    hands.drag("b1", "c3")
    hands.expect_moves(17)
    hands.expect_piece("c3", "caballo blanco")


@pytest.mark.clause("M-7")
@pytest.mark.journey
def test_a_piece_is_dragged_from_the_hand_or_put_back(page: Page) -> None:
    hands = Hands(page)
    hands.start("crazyhouse", position=POCKETS)
    pocket, carried = page.locator('[data-drop="P"]'), page.locator("[data-carried]")
    page.mouse.move(*in_hand(page, "P"))
    page.mouse.down()
    expect(pocket).to_have_attribute("aria-pressed", "true")
    page.mouse.move(*middle(hands, "g4"), steps=4)
    # It hangs on the pointer, in the size of the board's pieces.
    box, cell = carried.bounding_box(), hands.square("g4").bounding_box()
    assert box is not None
    assert cell is not None
    assert abs(box["x"] - cell["x"]) < 2
    assert abs(box["y"] - cell["y"]) < 2
    expect(hands.look("g4")).to_have_class(re.compile(r"\bover\b"))
    page.mouse.move(*in_hand(page, "p"), steps=4)
    page.mouse.up()
    expect(carried).to_have_count(0)
    expect(pocket).to_have_attribute("aria-pressed", "false")
    # Clicked once it is chosen, twice put back.
    pocket.click()
    expect(pocket).to_have_attribute("aria-pressed", "true")
    pocket.click()
    expect(pocket).to_have_attribute("aria-pressed", "false")
    hands.expect_moves(0)
    drop(hands, "P", "g4")
    hands.expect_moves(1)
    hands.expect_piece("g4", "peón blanco")
    expect(page.locator('[data-drop="p"]')).to_be_enabled()
    drop(hands, "p", "g5")
    hands.expect_moves(2)
    assert list(hands.tokens()) == ["P@g4", "P@g5"]


@pytest.mark.clause("M-7")
def test_a_piece_is_dragged_from_the_hand_by_touch(page: Page) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    hands = Hands(page)
    hands.start("crazyhouse", position=POCKETS)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": each[0], "y": each[1]} for each in points]}
        )

    (x, y), (there_x, there_y) = in_hand(page, "P"), middle(hands, "g4")
    touch("touchStart", (x, y))
    for part in (0.2, 0.5, 0.8, 1):
        touch("touchMove", (x + part * (there_x - x), y + part * (there_y - y)))
    expect(page.locator("[data-carried]")).to_be_visible()
    touch("touchEnd")
    hands.expect_moves(1)
    hands.expect_piece("g4", "peón blanco")


# Promotion


@pytest.mark.clause("M-8")
@pytest.mark.parametrize(
    ("rulebook", "position", "choices"),
    [
        ("antichess", "8/P7/8/8/8/8/7k/8 w - - 0 1", ["Rey", "Dama", "Torre", "Alfil", "Caballo"]),
        pytest.param(
            "grasshoppers",
            "8/P5k1/8/8/8/8/6K1/8 w - - 0 1",
            ["Dama", "Torre", "Alfil", "Caballo", "Saltamontes"],
            marks=pytest.mark.journey,
        ),
    ],
)
def test_a_pawn_becomes_what_the_sheet_says(page: Page, rulebook: str, position: str, choices: list[str]) -> None:
    hands = Hands(page)
    hands.start(rulebook, position=position)
    hands.drag("a7", "a8")
    buttons = page.get_by_role("dialog").locator("[data-choice]")
    expect(buttons).to_have_text([re.compile(f"{name}$") for name in choices])
    buttons.last.click()
    hands.expect_moves(1)
    hands.expect_piece("a8", f"{choices[-1].lower()} blanco")


# Hands faster than the answer


class SlowConnection:
    """A slow connection: commands are held until released."""

    def __init__(self, page: Page) -> None:
        self.waiting: list[Route] | None = []
        page.route(COMMANDS, self._send)

    def _send(self, route: Route) -> None:
        if self.waiting is None:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for route in waiting:
            route.continue_()


@pytest.mark.clause("M-4")
def test_both_moves_of_a_turn_are_made_at_once(page: Page) -> None:
    hands = Hands(page)
    hands.start("marseillais")
    expect(hands.status).to_contain_text("Juegan las blancas. Quedan 2 jugadas en el turno.")
    slow = SlowConnection(page)
    hands.click("e2", "e4", "d2", "d4")
    # Both are seen at once, though nothing has been answered.
    hands.expect_piece("d4", "peón blanco")
    hands.expect_moves(0)
    expect(hands.status).to_contain_text("Quedan 2 jugadas")
    slow.let_go()
    hands.expect_moves(2)
    assert list(hands.tokens()) == ["e2e4", "d2d4"]
    expect(hands.status).to_contain_text("Juegan las negras")


def test_the_other_player_answers_at_once(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    slow = SlowConnection(page)
    hands.drag("e2", "e4")
    hands.square("e7").click()
    expect(hands.square("e7")).to_have_attribute("aria-selected", "true")
    # Picked before the answer, put down after it.
    slow.let_go()
    hands.expect_moves(1)
    hands.click("e5")
    hands.expect_moves(2)
    assert list(hands.tokens()) == ["e2e4", "e7e5"]


def test_moves_wait_for_each_other(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    slow = SlowConnection(page)
    # The first is being sent, the second is drawn as made, and the others follow once there is room for them.
    hands.click("e2", "e4", "e7", "e5", "g1", "f3")
    hands.drag("b8", "c6")
    hands.expect_moves(0)
    slow.let_go()
    hands.expect_moves(4)
    assert list(hands.tokens()) == ["e2e4", "e7e5", "g1f3", "b8c6"]


def test_what_is_no_move_by_then_is_not_made(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    slow = SlowConnection(page)
    hands.click("e2", "e4", "d2", "d4")
    slow.let_go()
    hands.expect_moves(1)
    hands.expect_piece("d2", "peón blanco")
    expect(page.get_by_role("alert")).to_have_count(0)
    hands.click("e7", "e5")
    hands.expect_moves(2)
    assert list(hands.tokens()) == ["e2e4", "e7e5"]
