"""Calm hands: nothing moves what one is about to press, and every refused move says why."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.fingers import Fingers, middle, phone
from tests.e2e.hands import COMPUTER, Hands
from tests.e2e.tables_hands import TablesHands

# White's king stands before a block with a rook and three pawns: shields to point at.
BEFORE_A_BLOCK = "3/BBNN/QRR/PPPPPPPP/5/rppp/K/6/bbnn/kqr/ppppp/2 - - w - 21"


def spots(*places: Locator) -> list[FloatRect | None]:
    return [place.bounding_box() for place in places]


def test_pointing_at_a_shield_moves_nothing(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=BEFORE_A_BLOCK)
    column = page.locator(".sidebar > *:not(.notes), .sidebar button")
    expect(page.locator('[data-protected="12"]')).to_have_count(2)
    before = [place.bounding_box() for place in column.all()]
    hands.cell("12").hover()
    expect(page.locator("[data-note]").first).to_be_visible()
    assert [place.bounding_box() for place in column.all()] == before


@pytest.mark.parametrize("width", [1280, 360])
def test_buttons_stay_where_they_are_while_a_turn_is_put_together(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    hands = TablesHands(page)
    hands.start(position=BEFORE_A_BLOCK)
    buttons = [page.locator(name) for name in ("[data-back]", "[data-confirm]", "[data-show-again]")]
    if width == 1280:  # beside the board the column is as high as the board, and its foot rests too
        buttons += [page.get_by_role("button", name=name) for name in ("Rendirse", "Girar", "Teclas")]
    before = spots(*buttons)
    tokens: list[str] = []
    while options := hands.steps(tokens)["options"]:
        hands.step(options[0], "white")
        tokens.append(options[0]["token"])
        assert spots(*buttons) == before
    expect(hands.confirm).to_be_enabled()
    hands.confirm.click()
    expect(page.locator('[data-ply="1"]')).to_be_visible()
    assert spots(*buttons) == before


def test_buttons_stay_where_they_are_while_chess_is_played(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico", COMPUTER)
    buttons = [page.get_by_role("button", name=name) for name in ("Ofrecer tablas", "Deshacer", "Rendirse", "Girar")]
    before = spots(*buttons)
    hands.click("e2", "e4")
    hands.expect_moves(2)
    assert spots(*buttons) == before
    hands.drag("a1", "a5")
    expect(hands.status.get_by_role("alert")).to_be_visible()
    assert spots(*buttons) == before


@pytest.mark.journey
def test_an_illegal_drag_says_why_with_its_clause(page: Page, axe: Callable[[Page], list[str]]) -> None:
    hands = Hands(page)
    hands.start("clasico")
    alert = hands.status.get_by_role("alert")
    hands.drag("a1", "a5")
    expect(alert).to_contain_text("a5")
    expect(alert.get_by_role("link")).to_have_attribute("href", re.compile("/manual/clasico#C-"))
    hands.expect_piece("a1", "torre blanca")
    # Onto a piece of one's own, by the mouse and by the keyboard onto an empty square.
    hands.drag("d1", "d2")
    expect(alert).to_contain_text("d2")
    page.get_by_role("button", name="English").click()
    hands.square("b1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(alert).to_contain_text("b3")
    assert hands.tokens() == []
    assert axe(page) == []
    # A legal move takes the reason away.
    hands.click("e2", "e4")
    hands.expect_moves(1)
    expect(alert).to_have_count(0)


def test_it_says_so_in_other_games_too(page: Page) -> None:
    for rulebook in ("tradicional", "crazyhouse"):
        hands = Hands(page)
        hands.start(rulebook)
        hands.drag("a1", "b3")
        expect(hands.status.get_by_role("alert")).to_contain_text("b3")
        assert hands.tokens() == []


def test_an_illegal_tap_says_why_on_a_phone(browser: Browser, shared_server: Server) -> None:
    context = phone(browser, shared_server.url)
    try:
        page = context.new_page()
        answer = page.request.post("/api/games", data={"id": str(uuid.uuid4()), "rulebook": "clasico"})
        page.goto(f"/game/{answer.json()['id']}")
        hands = Hands(page)
        expect(hands.board).to_be_visible()
        fingers = Fingers(page)
        fingers.tap(middle(hands.square("a1")))
        expect(hands.square("a1")).to_have_attribute("aria-selected", "true")
        fingers.tap(middle(hands.square("c4")))
        expect(hands.status.get_by_role("alert")).to_contain_text("c4")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()


# Black has one piece on the bar, and a lone white pawn stands wherever it can enter.
ON_THE_BAR = "P/P/P/P/P/P/6/KQRRBBNNPP/6/rrbb/knn/1/pppppppp/1 q - b - 31"


@pytest.mark.parametrize("language", ["Español", "English"])
def test_beside_a_lost_die_stands_its_reason(page: Page, axe: Callable[[Page], list[str]], language: str) -> None:
    hands = TablesHands(page)
    hands.start(position=ON_THE_BAR)
    words = "Dado 1: El otro dado se pierde: una sola pieza ha entrado desde la barra. (G-33)"
    if language == "English":
        page.get_by_role("button", name=language).click()
        words = "Die 1: The other die is lost: a single piece has entered from the bar. (G-33)"
    reasons = page.locator("[data-lost-die]")
    expect(reasons).to_have_count(0)
    entry = next(step for step in hands.steps([])["options"] if step["choice"] == "3")
    hands.step(entry, "black")
    expect(reasons).to_have_text([words])
    expect(page.locator("[data-announcer]")).to_contain_text(words.removesuffix(" (G-33)"))
    assert axe(page) == []


def test_a_piece_that_may_not_go_there_says_why(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=ON_THE_BAR)
    alert = hands.status.get_by_role("alert")
    # By two clicks: others have to enter first.
    hands.click("20")
    hands.click("18")
    expect(alert).to_contain_text("antes han de entrar las piezas de la barra")
    expect(alert.get_by_role("link")).to_have_attribute("href", re.compile("/manual/chessgammon#G-31$"))
    assert hands.view()["moves"] == []
    # By the keyboard: a pawn does not go back.
    hands.start(position=BEFORE_A_BLOCK)
    hands.cell("6").focus()
    page.keyboard.press("Enter")
    expect(hands.cell("6")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")  # over the bar
    page.keyboard.press("ArrowLeft")
    expect(hands.cell("7")).to_be_focused()
    page.keyboard.press("Enter")
    expect(alert).to_contain_text("solo avanza")
    expect(alert.get_by_role("link")).to_have_attribute("href", re.compile("/manual/chessgammon#G-11$"))
    assert hands.view()["moves"] == []
