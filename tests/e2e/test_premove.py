"""Moves that are prepared while it is the opponent's turn: made by every hand, taken back, played, or dropped."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands
from tests.e2e.meeting import Visit, together

GONE = "La jugada preparada ya no se puede hacer."


def expect_premove(hands: Hands, words: str) -> None:
    expect(hands.page.locator("[data-premove]")).to_contain_text(f"Preparada: {words}")


def expect_no_premove(hands: Hands) -> None:
    expect(hands.page.locator("[data-premove]")).to_have_count(0)


@pytest.mark.journey
def test_prepared_by_clicks_and_played_at_once(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    white, black = together(visit(), visit())
    black.click("e7")
    # What the piece could do, whatever stands in its way: captures too.
    for square in ("e6", "e5", "d6", "f6"):
        expect(black.look(square)).to_have_class(re.compile(r"\bpremove\b"))
    expect(black.look("e4")).not_to_have_class(re.compile(r"\bpremove\b"))
    expect(black.square("e5")).to_have_accessible_name("e5, vacía, se puede preparar")
    black.click("e5")
    expect_premove(black, "peón de e7 a e5")
    for square in ("e7", "e5"):
        expect(black.look(square)).to_have_class(re.compile(r"\bpremoved\b"))
    expect(black.square("e7")).to_have_accessible_name("e7, peón negro, jugada preparada")
    assert axe(black.page) == []
    assert list(white.tokens()) == []
    white.click("e2", "e4")
    for hands in (white, black):
        hands.expect_moves(2)
    assert list(white.tokens()) == ["e2e4", "e7e5"]
    expect_no_premove(black)
    # The same holds at once for the player who has just moved.
    white.drag("g1", "f3")
    white.drag("f3", "e5")
    expect_premove(white, "caballo de f3 a e5")
    black.type("Cc6")
    black.expect_moves(5)
    assert list(black.tokens())[3:] == ["b8c6", "f3e5"]


def test_taken_back_by_every_hand(visit: Visit) -> None:
    white, black = together(visit(), visit())
    page = black.page
    # Escape, the button, a click elsewhere on the board, the other button of the mouse.
    ways: tuple[Callable[[], object], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Quitarla").click(),
        lambda: black.click("e4"),
        lambda: black.square("e4").click(button="right"),
    )
    for undo in ways:
        black.drag("g8", "f6")
        expect_premove(black, "caballo de g8 a f6")
        undo()
        expect_no_premove(black)
        expect(page.locator("[data-announcer]")).to_contain_text("Jugada preparada quitada")
    # Another one takes its place.
    black.drag("g8", "f6")
    black.drag("b8", "c6")
    expect_premove(black, "caballo de b8 a c6")
    # With the keyboard alone.
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.type("d5")
    page.keyboard.press("Enter")
    expect_premove(black, "d5")
    white.type("e4")
    white.expect_moves(2)
    white.type("exd5")
    black.expect_moves(3)
    assert list(black.tokens()) == ["e2e4", "d7d5", "e4d5"]


def test_by_keyboard_on_the_board(visit: Visit) -> None:
    white, black = together(visit(), visit())
    page = black.page
    page.keyboard.press("b")
    expect(black.square("h8")).to_be_focused()
    for key in ("ArrowRight", "Enter", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect_premove(black, "caballo de g8 a f6")
    white.type("e4")
    black.expect_moves(2)


def test_what_is_no_move_then_is_dropped_in_words(visit: Visit) -> None:
    white, black = together(visit(), visit())
    black.click("d7", "e6")
    expect_premove(black, "peón de d7 a e6")
    white.type("e4")
    expect(black.page.get_by_role("alert")).to_contain_text(GONE)
    expect_no_premove(black)
    black.expect_moves(1)
    black.type("d5")
    expect(black.page.get_by_role("alert")).to_have_count(0)
    # What it takes may have gone; what stood in its way too.
    black.drag("d5", "e4")
    black.page.keyboard.press("Escape")
    black.drag("d8", "d5")
    expect_premove(black, "dama de d8 a d5")
    white.type("exd5")
    white.expect_moves(4)
    assert list(white.tokens())[-1] == "d8d5"


def test_a_move_taken_back_and_an_end_drop_it(visit: Visit) -> None:
    white, black = together(visit(), visit())
    white.type("e4")
    black.expect_moves(1)
    white.drag("d2", "d4")
    expect_premove(white, "peón de d2 a d4")
    white.page.get_by_role("button", name="Pedir deshacer").click()
    black.page.get_by_role("button", name="Aceptar").click()
    white.expect_moves(0)
    expect(white.page.get_by_role("alert")).to_contain_text(GONE)
    expect_no_premove(white)
    white.type("e4")
    black.expect_moves(1)
    black.type("e5")
    white.expect_moves(2)
    black.drag("d7", "d5")
    expect_premove(black, "peón de d7 a d5")
    white.page.get_by_role("button", name="Rendirse").click()
    white.page.get_by_role("dialog").get_by_role("button", name="Rendirse").click()
    expect(black.page.locator(".result")).to_be_visible()
    expect_no_premove(black)
    expect(black.page.get_by_role("alert")).to_have_count(0)


def test_after_a_cut_network_it_is_played_or_dropped(visit: Visit) -> None:
    white, black = together(visit(), visit())
    black.drag("e7", "e5")
    black.page.context.set_offline(True)
    expect(black.page.get_by_text("Sin conexión con el servidor")).to_be_visible(timeout=30_000)
    expect_premove(black, "peón de e7 a e5")
    white.type("e4")
    white.expect_moves(1)
    black.page.context.set_offline(False)
    white.expect_moves(2)
    assert list(white.tokens()) == ["e2e4", "e7e5"]


def test_another_tab_knows_nothing_of_it(visit: Visit) -> None:
    _, black = together(visit(), visit())
    other = Hands(black.page.context.new_page())
    other.page.goto(black.page.url)
    expect(other.board).to_be_visible()
    black.drag("e7", "e5")
    expect_premove(black, "peón de e7 a e5")
    expect_no_premove(other)
    other.drag("d7", "d5")
    expect_premove(other, "peón de d7 a d5")
    expect_premove(black, "peón de e7 a e5")


def test_switched_off(visit: Visit) -> None:
    white, black = together(visit(), visit())
    black.drag("e7", "e5")
    expect_premove(black, "peón de e7 a e5")
    black.page.get_by_label("Preparar jugadas en el turno del rival").uncheck()
    expect_no_premove(black)
    black.click("e7")
    expect(black.square("e7")).to_have_attribute("aria-selected", "false")
    expect(black.page.get_by_role("button", name="Jugar", exact=True)).to_be_disabled()
    white.type("e4")
    black.expect_moves(1)
    black.type("e5")
    white.expect_moves(2)
    black.page.reload()
    expect(black.page.get_by_label("Preparar jugadas en el turno del rival")).not_to_be_checked()


def test_a_promotion_is_chosen_ahead(visit: Visit) -> None:
    white, black = together(visit(), visit())
    for ply, move in enumerate(("b4", "c5", "bxc5", "a6", "c6", "a5", "cxb7"), 1):
        (white if ply % 2 else black).type(move)
        for each in (white, black):
            each.expect_moves(ply)
    white.drag("b7", "a8")
    dialog = white.page.get_by_role("dialog", name="¿En qué se convierte?")
    expect(dialog.locator("[data-choice]")).to_have_count(4)
    dialog.get_by_role("button", name="Torre").click()
    expect_premove(white, "peón de b7 a a8")
    black.type("a4")
    black.expect_moves(9)
    assert list(black.tokens())[-1] == "b7a8r"


def test_drops_from_the_hand(visit: Visit) -> None:
    white, black = together(visit(), visit(), rulebook="crazyhouse")
    for hands, move in ((white, "e4"), (black, "d5"), (white, "exd5"), (black, "Dxd5")):
        hands.type(move)
        for each in (white, black):
            each.expect_moves(["e4", "d5", "exd5", "Dxd5"].index(move) + 1)
    white.type("a3")
    black.expect_moves(5)
    # It is Black's turn: White drops a pawn as soon as it may.
    pocket = white.page.locator("[data-hand=white] [data-drop]")
    pocket.focus()
    white.page.keyboard.press("Enter")
    expect(white.look("e1")).not_to_have_class(re.compile(r"\bpremove\b"))
    expect(white.look("e6")).to_have_class(re.compile(r"\bpremove\b"))
    white.click("e6")
    expect_premove(white, "peón de la mano a e6")
    expect(pocket).to_have_attribute("aria-pressed", "true")
    black.type("a6")
    black.expect_moves(7)
    assert list(black.tokens())[-1] == "P@e6"


@pytest.mark.parametrize("rulebook", ["chessgammon"])
def test_tables_games_have_no_such_thing(visit: Visit, rulebook: str) -> None:
    ana, eva = visit(), visit()
    together(ana, eva, rulebook=rulebook)
    for page in (ana, eva):
        expect(page.get_by_label("Preparar jugadas en el turno del rival")).to_have_count(0)
        expect(page.get_by_role("button", name="Preparar", exact=True)).to_have_count(0)
