"""«Modificado»: a game is made, read, shared and played; what gallery games need on the board."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.hands import COMPUTER, PERSON, Hands, arrive
from tests.e2e.tables_hands import TablesHands

ARCHERS = "rnxqkxnr/pppppppp/8/8/8/8/PPPPPPPP/RNXQKXNR w - - 0 1"
HELP = "Ayuda: cómo se escribe un movimiento"
AS_VARIANT = "Como variants.ini, para Fairy-Stockfish"
PLAYABLE = "Se puede jugar."


class Editor:
    """A person at the form of a sheet."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, parent: str = "clasico") -> None:
        self.page.goto(f"/modificado/edit/{parent}")
        self.sound()

    def sound(self) -> None:
        # A first sheet of its kind may have to be compiled.
        expect(self.page.locator("aside .valid")).to_have_text(PLAYABLE, timeout=120_000)

    def section(self, name: str) -> None:
        self.page.locator(".form > details > summary", has_text=name).first.click()

    def field(self, path: str) -> Locator:
        return self.page.locator(f'[data-field="{path}"]')

    def fill(self, path: str, text: str) -> None:
        self.field(path).locator("input").first.fill(text)

    def name(self, text: str) -> None:
        self.page.get_by_label("En español").first.fill(text)
        self.page.get_by_label("En inglés").first.fill(text)

    def add_piece(self, name: str, letter: str, movement: str) -> None:
        self.section("Piezas")
        self.page.get_by_label("Añadir a Piezas").fill(name)
        self.page.get_by_role("button", name="Añadir", exact=True).first.click()
        path = f"pieces.{name.lower()}"
        self.fill(f"{path}.letter", letter)
        self.fill(f"{path}.movement", movement)

    def castling_off(self) -> None:
        self.section("Enroque")
        self.field("castling.mode").locator("select").select_option("off")

    def save(self) -> str:
        self.page.get_by_role("button", name="Guardar", exact=True).click()
        link = self.page.get_by_label("Enlace en este servidor")
        expect(link).to_be_visible()
        return link.input_value()


@pytest.fixture
def other(browser: Browser, shared_server: object) -> Iterator[Page]:
    """Another person, in a browser of their own."""
    context = browser.new_context(locale="es-ES", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.mark.clause("P-3")
@pytest.mark.journey
def test_a_game_is_made_read_shared_and_played_elsewhere(page: Page, other: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Modificado").click()
    page.get_by_role("link", name="Modificar: Clásico", exact=True).click()
    editor = Editor(page)
    editor.sound()
    editor.name("Arqueros")
    editor.add_piece("Arquero", "X", "WD")
    editor.section("Posición inicial")
    editor.fill("start.fen", ARCHERS)
    editor.section("Objetivo")
    page.get_by_label("dar los jaques").check()
    editor.castling_off()
    editor.sound()
    expect(page.get_by_text("Piezas: se añade Arquero (WD)")).to_be_visible()
    expect(page.locator("aside")).to_contain_text("Se gana con: jaque mate, dar los jaques")
    # The rules are read as they stand.
    page.locator("aside summary", has_text="Tablero y piezas").click()
    expect(page.locator("aside")).to_contain_text("arquero", ignore_case=True)
    diagram = page.get_by_role("img", name="Arquero en d4. Va a: d2 d3 b4 c4 e4 f4 d5 d6. Captura en: d2 d3 b4")
    page.locator("aside summary", has_text="Cómo se mueve cada pieza").first.click()
    expect(diagram.first).to_be_visible()
    link = editor.save()
    expect(page.get_by_role("heading", name="Arqueros")).to_be_visible()

    other.goto(link)
    expect(other.get_by_role("heading", name="Arqueros")).to_be_visible()
    expect(other.get_by_text("Clase de enroque: no hay (antes: el clásico)")).to_be_visible()
    other.get_by_role("button", name=PERSON).click()
    arrive(other, "**/game/*")
    hands = Hands(other)
    hands.expect_piece("c1", "arquero blanco")
    expect(other.get_by_text("Jaques por dar: 3")).to_have_count(2)
    hands.click("c1", "c3")
    hands.expect_moves(1)
    hands.expect_piece("c3", "arquero blanco")
    other.get_by_role("link", name="Arqueros").click()
    expect(other.get_by_role("heading", name="Arqueros", level=1)).to_be_visible()


def test_a_link_that_carries_its_game(page: Page, other: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.name("Sin enroque")
    editor.castling_off()
    editor.sound()
    expect(page.get_by_text("Clase de enroque: no hay")).to_be_visible()
    hash_link = editor.save()
    carrying = page.get_by_label("Enlace que lleva el juego dentro")
    expect(carrying).not_to_have_value("")
    other.goto(carrying.input_value())
    arrive(other, re.compile("/modificado/[0-9a-f]{64}$"))
    assert other.url == hash_link
    other.goto(carrying.input_value()[:-40])
    other.reload()
    expect(other.get_by_role("alert")).to_contain_text("cortado")


def test_a_fault_stands_by_its_field(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Piezas")
    knight = page.locator('details[data-field="pieces.knight"]')
    knight.locator("summary").first.click()
    editor.fill("pieces.knight.movement", "NX")
    fault = editor.field("pieces.knight.movement").locator(".problem")
    expect(fault).to_contain_text("NX")
    expect(editor.field("pieces.knight.movement").locator("input")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-announcer]")).to_have_text("Faltas: 1")
    # Nothing is saved, and the summary leads to the field.
    knight.locator("summary").first.click()
    page.get_by_role("button", name="Guardar", exact=True).click()
    expect(editor.field("pieces.knight.movement").locator("input")).to_be_focused()
    assert page.url.endswith("/modificado/edit/clasico")
    page.get_by_role("button", name="Deshacer el cambio: Movimiento").click()
    editor.sound()
    expect(fault).to_have_count(0)


def test_toml_comes_and_goes(page: Page) -> None:
    page.goto("/modificado")
    text = 'extends = "clasico"\nid = "veloz"\nnames = { es = "Veloz", en = "Fast" }\n[goal]\nstalemate = "loss"\n'
    page.get_by_label("O su texto").fill(text)
    page.get_by_role("button", name="Abrir el texto").click()
    expect(page.get_by_role("heading", name="Veloz")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Descargar TOML").click()
    assert download.value.suggested_filename == "veloz.toml"
    page.goto("/modificado")
    expect(page.get_by_role("listitem").filter(has_text="Veloz")).to_contain_text("Suyo")
    page.get_by_label("O su texto").fill("goal = = 1")
    page.get_by_role("button", name="Abrir el texto").click()
    expect(page.get_by_role("alert")).to_contain_text("TOML")


VARIANTS = """# two that a sheet can say, one that it cannot, one with a fault
[tiny:losalamos]
stalemateValue = loss

[facing:chess]
flyingGeneral = true

[wide:chess]
maxRank = 99
"""


def test_a_variant_is_chosen_from_a_file_of_many(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/modificado")
    # The button is the page's own: the browser's would speak the browser's language.
    picker = page.get_by_label("Archivo TOML o variants.ini")
    box = picker.bounding_box()
    assert box is not None
    assert box["width"] <= 1
    with page.expect_file_chooser() as chooser:
        picker.press("Enter")
    chooser.value.set_files({"name": "variants.ini", "mimeType": "text/plain", "buffer": VARIANTS.encode()})
    expect(page.get_by_text("variants.ini", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Variantes del archivo")).to_be_focused()
    variants = page.get_by_role("region", name="Variantes del archivo")
    choice = variants.get_by_role("combobox", name="Variante")
    expect(choice).to_have_value("tiny")
    expect(variants.get_by_role("button", name="Abrir la variante")).to_be_visible()
    choice.select_option("wide")
    expect(variants).to_contain_text("Línea 9")
    expect(variants.get_by_role("button")).to_have_count(0)
    # What a sheet cannot say is named, and going on without it is the visitor's to decide.
    choice.select_option("facing")
    expect(variants.get_by_role("listitem")).to_have_text(["flyingGeneral = true (línea 6)"])
    assert axe(page) == []
    variants.get_by_role("button", name="Abrir sin ellas, como otro juego").click()
    expect(page.get_by_role("heading", name="facing", level=1)).to_be_visible()


def test_lines_that_do_not_count_and_a_parent_that_is_refused_are_named(
    page: Page, axe: Callable[[Page], list[str]]
) -> None:
    page.goto("/modificado")
    twice = "[tiny:losalamos]\nstalemateValue = win\nstalemateValue = loss\n"
    page.get_by_label("O su texto").fill(twice + "[first:chess]\nflyingGeneral = true\n[second:first]\n")
    page.get_by_role("button", name="Abrir el texto").click()
    variants = page.get_by_role("region", name="Variantes del archivo")
    expect(variants).to_contain_text("Estas líneas no cuentan")
    expect(variants.get_by_role("listitem")).to_have_text(["stalemateValue = win (línea 2)"])
    expect(variants.get_by_role("button", name="Abrir la variante")).to_be_visible()
    variants.get_by_role("combobox", name="Variante").select_option("second")
    expect(variants).to_contain_text("La variante «first», de la que deriva, tampoco se puede tomar.")
    expect(variants).not_to_contain_text("Estas líneas no cuentan")
    assert axe(page) == []


def test_a_sheet_goes_through_variants_ini_and_back(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/modificado")
    page.get_by_label("O su texto").fill("[tiny:losalamos]\nstalemateValue = loss\n")
    page.get_by_role("button", name="Abrir el texto").click()
    # A single variant that a sheet can say is opened at once.
    expect(page.get_by_role("heading", name="tiny", level=1)).to_be_visible()
    page.get_by_text(AS_VARIANT).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Descargar variants.ini").click()
    assert download.value.suggested_filename == "tiny.ini"
    text = download.value.path().read_text()
    assert text == page.get_by_label("Texto").input_value()
    assert {"[axedrez-tiny]", "maxRank = 6", "stalemateValue = loss"} <= set(text.splitlines())
    assert axe(page) == []


def test_what_variants_ini_cannot_say_is_told(page: Page) -> None:
    editor = Editor(page)
    editor.open("marseillais")
    editor.save()
    page.get_by_text(AS_VARIANT).click()
    expect(page.get_by_role("listitem").filter(has_text="Jugadas por turno: dos")).to_be_visible()
    expect(page.get_by_role("link", name="Descargar sin ello, como otro juego")).to_be_visible()
    editor.open("backgammon")
    editor.save()
    page.get_by_text(AS_VARIANT).click()
    expect(page.get_by_role("alert")).to_contain_text("no es de ajedrez")


def test_squares_are_chosen_on_a_board(page: Page) -> None:
    editor = Editor(page)
    editor.open("king-of-the-hill")
    editor.section("Objetivo")
    region = editor.field("goal.region")
    board = region.get_by_role("toolbar", name="Casillas de llegada: elegir en el tablero")
    names = region.get_by_role("textbox")
    expect(names).to_have_value("d4 e4 d5 e5")
    expect(board.get_by_role("button", pressed=True)).to_have_text(["d5", "e5", "d4", "e4"])
    board.get_by_role("button", name="d4").click()
    expect(names).to_have_value("e4 d5 e5")
    # By the keyboard alone.
    for key in ("ArrowLeft", "ArrowDown", "Space"):
        page.keyboard.press(key)
    expect(board.get_by_role("button", name="c3")).to_be_focused()
    expect(names).to_have_value("c3 e4 d5 e5")
    # As a text still; and a square that does not exist is seen.
    names.fill("a1 h8")
    names.press("Tab")
    expect(board.get_by_role("button", pressed=True)).to_have_text(["h8", "a1"])
    expect(page.locator("aside li", has_text="Casillas de llegada")).to_contain_text("a1, h8")
    editor.section("Tablero")
    editor.field("board.holes").get_by_role("button", name="a1").click()
    expect(editor.field("board.holes").get_by_role("textbox")).to_have_value("a1")


def test_drawing_and_movement_of_a_piece(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.section("Piezas")
    page.locator('details[data-field="pieces.knight"] > summary').click()
    drawing = editor.field("pieces.knight.glyph")
    expect(drawing.get_by_role("radio", name="caballo")).to_be_checked()
    drawing.get_by_role("radio", name="su letra").check(force=True)
    expect(page.get_by_text("caballo · Dibujo")).to_be_visible()
    drawing.get_by_role("radio", name="su letra").press("ArrowLeft")
    expect(drawing.get_by_role("radio", name="ficha")).to_be_checked()
    # Every example of the help is a movement.
    movement = editor.field("pieces.knight.movement")
    movement.get_by_text(HELP).click()
    examples = movement.get_by_role("button").filter(has=page.locator("code"))
    expect(examples.nth(8)).to_be_visible()
    for example in examples.all():
        code = example.locator("code").inner_text()
        with page.expect_response("**/api/sheets/check*") as checked:
            example.click()
        expect(movement.get_by_role("textbox")).to_have_value(code)
        assert checked.value.json()["valid"], code
    expect(page.locator("[data-announcer]")).to_have_text(f"Movimiento: {code}")
    expect(page.get_by_text(f"caballo · Movimiento: {code}")).to_be_visible()


def test_the_balance_of_a_sheet_beside_its_parent(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.castling_off()
    editor.sound()
    page.get_by_role("button", name="Guardar y ver su equilibrio").click()
    arrive(page, "**/balance/clasico/*")
    second = page.get_by_role("combobox", name="Comparar con")
    expect(second.locator("option:checked")).to_have_text("Clásico a mi manera")
    page.goto(f"/modificado/{page.url.rsplit('/', 1)[1]}")
    page.get_by_role("link", name="Su equilibrio").click()
    expect(second.locator("option:checked")).to_have_text("Clásico a mi manera")


def test_a_sheet_of_the_tables_family(page: Page) -> None:
    editor = Editor(page)
    editor.open("chessgammon")
    editor.name("Torres lentas")
    editor.section("Variantes")
    editor.field("options.killer_queen").get_by_role("checkbox").check()
    editor.section("Piezas")
    page.locator('details[data-field="pieces.rook"] > summary').click()
    editor.field("pieces.rook.pace").locator("select").select_option("one-point")
    editor.sound()
    expect(page.locator("aside")).to_contain_text("torre · Paso")
    page.get_by_role("button", name="Guardar y jugar entre dos").click()
    arrive(page, "**/game/*")
    hands = TablesHands(page)
    expect(hands.board).to_be_visible()
    hands.play_turn(random.Random(1))
    view = hands.view()
    sheet = page.request.get(f"/api/rulebooks/{view['rulebook']['hash']}/sheet").json()
    assert (sheet["options"]["killer_queen"], sheet["pieces"]["rook"]["pace"]) == (True, "one-point")


def test_pieces_are_dropped_from_the_hand(page: Page) -> None:
    hands = Hands(page)
    hands.start("crazyhouse")
    hands.type("e4", "d5", "exd5", "Dxd5")
    pocket = page.locator('[data-hand="white"]').get_by_role("button", name="Poner peón blanco: 1")
    pocket.click()
    expect(pocket).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-announcer]")).to_contain_text("de la mano")
    hands.click("e4")
    hands.expect_moves(5)
    hands.expect_piece("e4", "peón blanco")
    expect(page.locator('[data-hand="white"]')).to_contain_text("Nada en la mano")
    # By the keyboard alone, from the square where the eyes are.
    page.locator('[data-hand="black"]').get_by_role("button").press("Enter")
    expect(hands.square("e4")).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    hands.expect_moves(6)
    hands.expect_piece("e6", "peón negro")
    hands.type("Cc3", "Dxe4", "Cxe4", "P@d5")
    hands.expect_piece("d5", "peón negro")
    assert list(hands.tokens())[4:6] == ["P@e4", "P@e6"]


def test_turns_of_two_moves_say_how_many_are_left(page: Page) -> None:
    hands = Hands(page)
    hands.start("marseillais")
    expect(hands.status).to_contain_text("Quedan 2 jugadas")
    hands.click("e2", "e4")
    hands.expect_moves(1)
    hands.click("d2", "d4")
    hands.expect_moves(2)
    expect(hands.status).to_contain_text("Juegan las negras")


def test_dice_name_the_kinds_that_may_move(page: Page) -> None:
    hands = Hands(page)
    hands.start("dice-chess")
    expect(page.get_by_role("img", name=re.compile("Dados: [1-6], .+; [1-6], .+"))).to_be_visible()


def test_the_first_rank_is_drawn_by_lot(page: Page) -> None:
    hands = Hands(page)
    hands.start("chess960")
    expect(page.locator("[data-cell]").filter(has_not_text="x")).to_have_count(64)
    rank = "".join(hands.view()["scene"]["pieces"][f"{file}1"] for file in "abcdefgh")
    assert sorted(rank) == sorted("RNBQKBNR")
    assert rank.index("R") < rank.index("K") < rank.rindex("R")


def test_a_saved_sheet_is_played_against_the_computer_at_once(page: Page) -> None:
    editor = Editor(page)
    editor.open()
    editor.name("Al momento")
    editor.castling_off()
    editor.sound()
    expect(page.get_by_text("Clase de enroque: no hay")).to_be_visible()
    page.get_by_role("button", name="Guardar y jugar contra el ordenador").click()
    arrive(page, "**/game/*")
    expect(page.get_by_text("Guardar y jugar contra el ordenador")).to_have_count(0)  # the editor has gone
    hands = Hands(page)
    expect(hands.board).to_be_visible()
    hands.click("e2", "e4")
    expect(page.locator('[data-ply="1"]')).to_be_visible()  # the server has accepted it
    hands.expect_moves(2)  # and the computer answers


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_screens_are_accessible_and_fit_a_phone(page: Page, axe: Callable[[Page], list[str]], theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 740})
    editor = Editor(page)
    editor.open("crazyhouse")
    for summary in page.locator(".form > details > summary").all():
        summary.click()
    page.locator('details[data-field="pieces.queen"] > summary').click()
    page.locator("summary", has_text="Poner la posición en el tablero").click()
    editor.field("pieces.queen").get_by_text(HELP).click()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert axe(page) == []
    assert page.evaluate(wide) <= 0
    page.goto("/modificado")
    expect(page.get_by_role("link", name="Modificar: Crazyhouse")).to_be_visible()
    assert axe(page) == []
    assert page.evaluate(wide) <= 0
    hands = Hands(page)
    hands.start("crazyhouse", against=COMPUTER)
    assert axe(page) == []
    assert page.evaluate(wide) <= 0
