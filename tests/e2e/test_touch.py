"""A finger does what the mouse does: no event that the browser makes of a touch does something besides."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.fingers import Fingers, middle
from tests.e2e.hands import Hands
from tests.e2e.meeting import Visit, together

TO_PROMOTE = "7k/P7/8/8/8/8/1p6/7K w - - 0 1"
HEARD = """['mousedown', 'click'].forEach(type => {
    addEventListener(type, event => (window.heard ??= []).push(event.type), true)
})"""


def rest(page: Page) -> None:
    """Wait until all that the browser makes of a touch has come, and a next one is no second half of a double tap."""
    page.wait_for_timeout(500)


def test_a_tap_makes_a_click_here(handy: Page) -> None:
    """Without the mouse events that browsers make of a tap, the tests below would prove nothing."""
    handy.add_init_script(HEARD)
    handy.goto("/")
    Fingers(handy).tap(middle(handy.get_by_role("heading", name="Axedrez")))
    handy.wait_for_function("window.heard?.includes('click') && window.heard.includes('mousedown')")


def test_the_tap_that_opens_a_chooser_chooses_nothing(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("clasico", position=TO_PROMOTE)
    dialog = handy.get_by_role("dialog")
    for origin, target in (("a7", "a8"), ("b2", "b1")):
        plies = hands.view()["seq"]
        fingers.tap(middle(hands.square(origin)))
        fingers.tap(middle(hands.square(target)))
        rest(handy)
        expect(dialog).to_be_visible()
        assert hands.view()["seq"] == plies
        rest(handy)
        fingers.tap(middle(handy.locator("[data-choice=N]")))
        hands.expect_moves(plies + 1)
    hands.expect_record("a7a8n", "b2b1n")


@pytest.mark.parametrize("held_ms", [0, 900])
def test_a_slow_finger_and_one_that_slips_within_a_square_are_taps(handy: Page, held_ms: int) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("clasico", position=TO_PROMOTE)
    for name in ("a7", "a8"):
        x, y = middle(hands.square(name))
        fingers.down((x, y))
        handy.wait_for_timeout(held_ms)
        fingers.move((x + 4, y + 2))
        fingers.up()
    rest(handy)
    expect(handy.get_by_role("dialog")).to_be_visible()
    assert hands.tokens() == []


def test_the_second_tap_of_a_double_tap_chooses_nothing(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("clasico", position=TO_PROMOTE)
    fingers.tap(middle(hands.square("a7")))
    target = middle(hands.square("a8"))
    fingers.tap(target)
    fingers.tap(target)
    rest(handy)
    expect(handy.get_by_role("dialog")).to_be_visible()
    assert hands.tokens() == []


def test_a_double_click_chooses_nothing(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico", position=TO_PROMOTE)
    page.set_viewport_size({"width": 360, "height": 740})
    for origin, target in (("a7", "a8"), ("b2", "b1")):
        hands.square(origin).click()
        hands.square(target).dblclick()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.locator("[data-choice=N]").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    hands.expect_record("a7a8n", "b2b1n")


def test_a_pawn_is_dragged_to_its_promotion(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("clasico", position=TO_PROMOTE)
    fingers.down(middle(hands.square("a7")))
    fingers.move(middle(hands.square("a8")))
    fingers.up()
    expect(handy.get_by_role("dialog")).to_be_visible()
    rest(handy)
    fingers.tap(middle(handy.locator("[data-choice=N]")))
    hands.expect_record("a7a8n")


def test_a_drag_is_no_fling_and_a_scroll_stays_one(handy: Page) -> None:
    """After a fling the browser makes no click of the next tap: what is chosen in a dialog would be lost."""
    handy.add_init_script("addEventListener('touchmove', event => (window.kept ??= []).push(event.defaultPrevented))")
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("crazyhouse")
    hands.type("e4", "d5", "exd5", "a6")
    pawn = handy.locator("[data-hand=white] [data-drop=P]")
    for dragged, is_kept in ((hands.square("d1"), True), (pawn, True), (hands.square("e5"), False)):
        fingers.down(middle(dragged))
        fingers.move(middle(hands.square("e7")))
        fingers.up()
        assert set(handy.evaluate("window.kept.splice(0)")) == {is_kept}


def test_one_finger_at_a_time_moves_a_piece(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("clasico")
    fingers.down(middle(hands.square("e2")))
    fingers.move(middle(hands.square("e3")))
    # Another finger comes, moves and goes: the piece follows the first one.
    fingers.down(middle(hands.square("d4")), finger=1)
    fingers.move(middle(hands.square("e5")), finger=1)
    fingers.up(finger=1)
    rest(handy)
    assert hands.tokens() == []
    fingers.move(middle(hands.square("e4")))
    fingers.up()
    hands.expect_record("e2e4")


def test_a_touch_that_the_system_takes_away_moves_nothing(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("clasico")
    fingers.down(middle(hands.square("e2")))
    fingers.move(middle(hands.square("e4")))
    fingers.cancel()
    rest(handy)
    assert hands.tokens() == []
    expect(hands.square("e2")).to_have_attribute("aria-selected", "false")
    fingers.tap(middle(hands.square("d2")))
    fingers.tap(middle(hands.square("d4")))
    hands.expect_record("d2d4")


def edge(cell: Locator, board: Locator) -> tuple[float, float]:
    """The edge of a point, where its number is."""
    x, _ = middle(cell)
    box, whole = cell.bounding_box(), board.bounding_box()
    assert box is not None
    assert whole is not None
    return (x, box["y"] + 3 if box["y"] - whole["y"] < 2 else box["y"] + box["height"] - 3)


@pytest.mark.parametrize(
    ("book", "clause", "origin", "target", "choice"),
    [("tradicional", "T-4", "a7", "a8", "[data-choice=Q]"), ("chessgammon", "G-26", "11", "10", "[data-token]")],
)
def test_a_figure_is_tried_with_a_finger(
    handy: Page, book: str, clause: str, origin: str, target: str, choice: str
) -> None:
    handy.goto(f"/manual/{book}#{clause}")
    rule = handy.locator(f"[id='{clause}']")
    rule.get_by_role("button", name="Probar").click()
    figure = rule.locator("figure")
    expect(figure.locator("[data-cell].movable").first).to_be_visible()
    board, fingers = figure.get_by_role("grid"), Fingers(handy)
    dialog = handy.get_by_role("dialog")
    for name in (origin, target):
        fingers.tap(edge(figure.locator(f'[data-cell="{name}"]'), board))
    expect(dialog).to_be_visible()
    rest(handy)
    expect(dialog).to_be_visible()
    fingers.tap(middle(dialog.locator(choice).first))
    expect(dialog).to_have_count(0)


def test_a_piece_in_hand_is_dropped_with_a_finger(handy: Page) -> None:
    hands, fingers = Hands(handy), Fingers(handy)
    hands.start("crazyhouse", position="7k/8/8/8/8/8/8/7K[QNqn] w - - 0 1")
    fingers.tap(middle(handy.locator("[data-hand=white] [data-drop=N]")))
    fingers.tap(middle(hands.square("d5")))
    hands.expect_moves(1)
    fingers.down(middle(handy.locator("[data-hand=black] [data-drop=n]")))
    fingers.move(middle(hands.square("e5")))
    fingers.up()
    hands.expect_record("N@d5", "N@e5")


def test_a_move_is_prepared_by_taps_and_by_dragging_and_taken_back_by_a_tap(handy: Page, visit: Visit) -> None:
    white, black = together(visit(), handy)
    fingers, prepared = Fingers(handy), handy.locator("[data-premove]")
    for name in ("e7", "e5"):
        fingers.tap(middle(black.square(name)))
    expect(prepared).to_contain_text("peón de e7 a e5")
    rest(handy)
    # A tap on a square where nothing is to be done takes it back; another one is dragged.
    fingers.tap(middle(black.square("e4")))
    expect(prepared).to_have_count(0)
    rest(handy)
    fingers.down(middle(black.square("g8")))
    fingers.move(middle(black.square("f6")))
    fingers.up()
    expect(prepared).to_contain_text("caballo de g8 a f6")
    rest(handy)
    assert black.tokens() == []
    white.click("e2", "e4")
    black.expect_record("e2e4", "g8f6")
    expect(prepared).to_have_count(0)


def test_the_analysis_board_is_played_on_with_a_finger(handy: Page) -> None:
    handy.goto("/analysis/clasico")
    hands, fingers = Hands(handy), Fingers(handy)
    expect(handy.locator("[data-cell].movable").first).to_be_visible()
    for name in ("e2", "e4"):
        fingers.tap(middle(hands.square(name)))
    expect(handy.locator('[data-ply="1"]')).to_contain_text("e4")
    rest(handy)
    fingers.down(middle(hands.square("g8")))
    fingers.move(middle(hands.square("f6")))
    fingers.up()
    expect(handy.locator('[data-ply="2"]')).to_contain_text("Cf6")
    # A finger that scrolls over the board from a square without a piece moves nothing.
    fingers.down(middle(hands.square("d5")))
    fingers.move(middle(hands.square("d3")))
    fingers.up()
    rest(handy)
    expect(handy.locator("[data-ply]")).to_have_count(2)
    fingers.tap(middle(handy.locator('[data-ply="1"]')))
    hands.expect_piece("g8", "caballo negro")


def test_a_position_is_set_up_with_a_finger(handy: Page) -> None:
    handy.goto("/new/clasico")
    handy.get_by_text("Empezar desde una posición").click()
    handy.get_by_role("button", name="Vaciar el tablero").click()
    hands, fingers = Hands(handy), Fingers(handy)
    text = handy.get_by_label("Texto de la posición (FEN)")
    pieces = (("rey blanco", "e1"), ("rey negro", "e8"), ("dama blanca", "d4"), ("peón negro", "a7"))
    for piece, square in pieces:
        fingers.tap(middle(handy.get_by_role("button", name=piece)))
        fingers.tap(middle(hands.square(square)))
        rest(handy)
        # One tap puts one piece: a second event would take it off again.
        hands.expect_piece(square, piece)
    fingers.tap(middle(handy.get_by_role("button", name="Borrar")))
    fingers.tap(middle(hands.square("a7")))
    rest(handy)
    fingers.tap(middle(handy.get_by_role("group", name="Juegan").get_by_text("Negras", exact=True)))
    expect(text).to_have_value("4k3/8/8/8/3Q4/8/8/4K3 b - - 0 1")
