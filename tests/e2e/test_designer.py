"""What somebody who knows no notation does in the editor: movements by clicking, goals, boards of another size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import Hands, arrive
from tests.e2e.test_sheets import Editor

BOARD = "Movimiento: elegir casillas alrededor de la pieza"
SMALLEST_PX = 44


class Designer:
    """The drawing of one piece's movement."""

    def __init__(self, page: Page, piece: str) -> None:
        self.page = page
        page.locator(f'details[data-field="pieces.{piece}"] > summary').click()
        self.field = page.locator(f'[data-field="pieces.{piece}.movement"]')
        self.board = self.field.get_by_role("toolbar", name=BOARD)
        self.text = self.field.get_by_role("textbox")
        self.words = self.field.locator(".words")

    def square(self, place: str) -> Locator:
        return self.board.get_by_role("button", name=re.compile(f"^{place}:"))

    def choose(self, label: str, option: str) -> None:
        self.field.get_by_role("combobox", name=label).select_option(label=option)


def play(page: Page) -> Hands:
    page.get_by_role("button", name="Guardar y jugar entre dos").click()
    arrive(page, "**/game/*")
    return Hands(page)


@pytest.mark.journey
def test_knights_that_jump_three_squares(page: Page, axe: Callable[[Page], list[str]]) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Piezas")
    knight = Designer(page, "knight")
    expect(knight.words).to_contain_text("El caballo se mueve en L")
    expect(knight.board.get_by_role("button", pressed=True)).to_have_count(8)
    knight.square("1 a la derecha, 2 adelante").click()
    expect(knight.words).to_contain_text("No se mueve de ninguna manera")
    knight.square("3 adelante").click()
    expect(knight.words).to_contain_text("a 3 casillas de distancia por su fila o su columna")
    expect(knight.text).to_have_value("H")
    assert axe(page) == []
    editor.sound()
    hands = play(page)
    hands.click("b1", "b4")
    hands.expect_piece("b4", "caballo blanco")


def test_a_pawn_that_reaches_the_middle_wins(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Objetivo")
    page.get_by_label("llegar con una pieza, como un peón").check()
    editor.field("goal.runners").get_by_label("peón").check()
    middle = editor.field("goal.runner_region")
    for square in ("d4", "e4", "d5", "e5"):
        middle.get_by_role("button", name=square).click()
    editor.sound()
    hands = play(page)
    hands.click("a2", "a3")
    hands.click("a7", "a6")
    hands.click("e2", "e4")
    expect(hands.status).to_contain_text("llegada a la meta")
    expect(hands.status).to_contain_text("blancas", ignore_case=True)


def test_stalemate_loses(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Objetivo")
    page.get_by_label("El ahogado").select_option(label="pierde el ahogado")
    expect(page.locator("aside li", has_text="El ahogado")).to_contain_text("pierde el ahogado")
    editor.sound()
    hands = play(page)
    # The shortest way to a stalemate (S. Loyd): Black, who cannot move, has lost.
    hands.type(
        *[
            "e3",
            "a5",
            "Dh5",
            "Ta6",
            "Dxa5",
            "h5",
            "h4",
            "Tah6",
            "Dxc7",
            "f6",
            "Dxd7+",
            "Rf7",
            "Dxb7",
            "Dd3",
            "Dxb8",
            "Dh7",
            "Dxc8",
            "Rg6",
        ]
    )
    hands.click("c8", "e6")
    expect(hands.status).to_contain_text(re.compile("blancas ganan|ganan las blancas", re.IGNORECASE))
    expect(hands.status).to_contain_text("ahogado")


def test_text_and_drawing_follow_each_other(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Piezas")
    rook = Designer(page, "rook")
    rook.text.fill("mRcpR")
    expect(rook.words).to_contain_text("por encima de exactamente una pieza")
    expect(rook.square("3 adelante")).to_have_accessible_name(re.compile("y sigue más allá"))
    # What is not understood leaves the drawing as it was, and says so.
    rook.text.fill("RX")
    expect(rook.field.locator(".stale")).to_be_visible()
    rook.text.fill("R")
    expect(rook.field.locator(".stale")).to_have_count(0)
    rook.choose("Cómo va", "corre en esa dirección")
    rook.choose("Hasta dónde", "3 pasos como mucho")
    rook.choose("Para qué", "solo mover")
    rook.choose("En qué direcciones", "todas, pero solo hacia delante")
    rook.square("2 a la derecha, 2 adelante").click()
    expect(rook.text).to_have_value("RfmB3")
    # By the keyboard alone.
    rook.square("1 adelante").focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(rook.text).to_have_value("R")
    expect(rook.square("1 a la derecha, 1 adelante")).to_be_focused()
    rook.field.get_by_role("button", name="Quitar todo el movimiento").click()
    expect(rook.text).to_have_value("")


def test_the_pawn_says_where_it_is_changed(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Piezas")
    pawn = Designer(page, "pawn")
    expect(pawn.field).to_contain_text("se mueve como tal")
    pawn.square("1 adelante").click(force=True)
    expect(pawn.text).to_have_value("fmWfcF")


def test_the_drawing_on_a_phone(visit: Callable[..., Page], axe: Callable[[Page], list[str]]) -> None:
    page = visit(360, 740)
    editor = Editor(page)
    editor.open()
    editor.section("Piezas")
    knight = Designer(page, "knight")
    box = knight.square("3 a la izquierda, 3 adelante").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert min(box["width"], box["height"]) >= SMALLEST_PX
    last = knight.square("3 a la derecha, 3 atrás").bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe(page) == []


def test_a_smaller_board_keeps_what_fits(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.castling_off()
    editor.section("Tablero")
    start = page.locator('[data-field="start.fen"] input').first
    before = start.input_value()
    editor.fill("board.ranks", "6")
    expect(start).to_have_value(re.compile("^rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w"))
    expect(page.get_by_text("No caben y se han quitado")).to_have_count(0)
    editor.fill("board.files", "7")
    expect(page.get_by_text("No caben y se han quitado")).to_contain_text("torre h1")
    expect(start).to_have_value(re.compile("^rnbqkbn/"))
    editor.sound()
    editor.fill("board.files", "8")
    editor.fill("board.ranks", "8")
    expect(page.get_by_text("No caben y se han quitado")).to_have_count(0)
    expect(start).to_have_value(before)


def test_the_list_shows_the_games_and_the_link_is_copied(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/modificado")
    expect(page.locator("li .thumbnail").first).to_be_visible()
    assert axe(page) == []
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    editor = Editor(page)
    editor.open()
    editor.castling_off()
    link = editor.save()
    page.get_by_role("button", name="Copiar el enlace").first.click()
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_a_rule_is_found_by_its_words(page: Page, axe: Callable[[Page], list[str]]) -> None:
    editor = Editor(page)
    editor.open()
    search = page.get_by_role("searchbox", name="Buscar una regla")
    search.fill("ahogado")
    expect(page.locator("[data-found]").first).to_have_text(re.compile(r"Objetivo ›\s*El ahogado"))
    assert axe(page) == []
    search.press("Enter")
    expect(page.get_by_label("El ahogado")).to_be_focused()
    expect(page.get_by_label("El ahogado")).to_be_in_viewport()
    search.fill("ajedrezado")
    expect(page.locator("form .soft", has_text="Ninguna regla lleva esas palabras")).to_be_visible()
    # By the keyboard, to the second one that is found; without accents.
    search.fill("peon doble")
    page.keyboard.press("Tab")
    expect(page.locator("[data-found]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-field^="pawn"] :focus')).to_be_in_viewport()
