"""The manual as people use it: contents, search, glossary, decisions, figures that are played, links from refusals."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.hands import Hands, arrive
from tests.e2e.tables_hands import TablesHands

READING_MS = 90_000
"""The first search reads the whole book, which a busy machine takes its time for."""


@pytest.mark.clause("P-2")
def test_the_book_is_read_from_its_contents_chapter_by_chapter(page: Page) -> None:
    page.goto("/manual")
    book = page.get_by_role("navigation", name="Índice del manual")
    expect(book.get_by_role("heading", name="Ajedrez", exact=True)).to_be_visible()
    expect(book.get_by_role("heading", name="Juegos con dados")).to_be_visible()
    expect(book.locator("[data-fair-play]")).to_contain_text("Juego limpio: cada cual juega solo.")
    book.get_by_role("link", name="Clásico", exact=True).click()
    expect(page.get_by_role("heading", name="De dónde viene")).to_be_visible()
    expect(page.get_by_role("heading", name="Para empezar a jugar bien")).to_be_visible()
    chapters = page.get_by_role("navigation", name="Otros capítulos")
    expect(chapters.locator("[rel=prev]")).to_have_count(0)
    for name in ("reglamento", "chess2d", "tradicional", "chessgammon", "backgammon"):
        chapters.locator("[rel=next]").click()
        arrive(page, f"**/manual/{name}")
    expect(chapters.locator("[rel=next]")).to_have_count(1)  # the gallery follows
    chapters.locator("[rel=prev]").click()
    arrive(page, "**/manual/chessgammon")


@pytest.mark.clause("P-2")
def test_a_decision_says_why_and_what_else_may_be_set(page: Page) -> None:
    page.goto("/manual/clasico#C-22")
    clause = page.locator("#C-22")
    expect(clause).to_be_focused()
    expect(clause).to_be_in_viewport()
    expect(clause.get_by_text("la fuente de Clásico dice que son tablas")).to_be_visible()
    expect(clause.get_by_role("listitem").nth(1)).to_have_text(
        re.compile("Tablas por repetición: por sí solas; o bien si se reclaman / no las hay")
    )
    page.goto("/manual/chessgammon#G-26")
    expect(page.locator("#G-26").get_by_text("No tiene opción.")).to_be_visible()


def test_search_is_told_and_walked_with_the_keys(page: Page) -> None:
    page.goto("/manual")
    field = page.get_by_role("searchbox")
    status = page.get_by_role("search").get_by_role("status")
    field.fill("xyzzy")
    expect(status).to_have_text("No hay ningún resultado.", timeout=READING_MS)
    field.fill("CORONACIÓN")
    expect(status).to_have_text(re.compile(r"^\d+ resultados?$"))
    first = status.inner_text()
    field.fill("coronacion")
    expect(status).to_have_text(first)
    page.get_by_role("button", name="English").click()
    expect(status).to_have_text("There is no result.", timeout=READING_MS)
    field.fill("en passant")
    expect(page.locator("mark").first).to_have_text(re.compile("^en$", re.IGNORECASE))
    field.press("ArrowDown")
    expect(page.locator("[data-hit] a").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    arrive(page, "**/manual/*#*")
    expect(page.locator(".aimed")).to_be_focused()
    # The way back leads to the same findings.
    page.get_by_role("button", name="Back").click()
    expect(page.locator("[data-hit]").first).to_be_visible()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(page.get_by_role("navigation", name="Contents of the manual")).to_be_visible()


def test_a_search_that_takes_its_time_says_so(page: Page) -> None:
    page.goto("/manual")
    held: list[Route] = []
    page.route("**/api/manual/search*", lambda route: held.append(route))
    status = page.get_by_role("search").get_by_role("status")
    page.get_by_role("searchbox").fill("enroque")
    expect(status).to_have_text("Buscando…")
    held[0].continue_()
    expect(status).to_have_text(re.compile(r"^\d+ resultados$"), timeout=READING_MS)


def test_search_looks_into_the_gallery(page: Page) -> None:
    page.goto("/manual")
    field = page.get_by_role("searchbox")
    field.fill("saltamontes")
    expect(page.locator("[data-hit]").first).to_be_visible(timeout=READING_MS)
    page.locator("[data-hit]").first.get_by_role("link").first.click()
    arrive(page, "**/manual/grasshoppers#*")
    expect(page.locator(".aimed")).to_be_focused()
    # A law that many share is not shown as a long row of links.
    page.goto("/manual")
    field.fill("captura al paso")
    hit = page.locator("[data-hit]").filter(has=page.locator("details")).first
    expect(hit.locator("> a")).to_have_count(6)
    hit.get_by_text("Otros reglamentos que dicen lo mismo").click()
    expect(hit.locator("details a").first).to_be_visible()


def test_a_name_that_is_that_of_another_piece(page: Page) -> None:
    page.goto("/glossary")
    note = page.locator("#bishop").get_by_text("El nombre es de otra pieza en")
    note.get_by_role("link", name="Shatranj").click()
    arrive(page, "**/manual/shatranj")
    expect(page.locator("[data-term=rook]").first).to_be_visible()
    expect(page.locator("[data-term=bishop]")).to_have_count(0)


def test_a_word_opens_its_explanation_and_leads_to_the_glossary(page: Page) -> None:
    page.goto("/manual/chessgammon")
    word = page.locator("#section-5 ~ .item [data-term=block]").first
    note = page.get_by_role("note").filter(has_text="Dos o más piezas")
    expect(note).to_have_count(0)
    word.focus()
    page.keyboard.press("Enter")
    expect(word).to_have_attribute("aria-expanded", "true")
    expect(note).to_be_visible()
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(word).to_be_focused()
    word.click()
    note.get_by_role("link", name="En el glosario").click()
    arrive(page, "**/glossary#block")
    entry = page.locator("#block")
    expect(entry).to_be_focused()
    entry.get_by_role("link", name="G-26").click()
    arrive(page, "**/manual/chessgammon#G-26")
    expect(page.locator("#G-26")).to_be_focused()


def tried(page: Page, address: str, item: str) -> Locator:
    """The figure of an item, being tried."""
    page.goto(address)
    figure = page.locator(f'[id="{item}"] .figure')
    figure.get_by_role("button", name="Probar").click()
    expect(figure.get_by_role("status").locator("p").first).to_be_visible()
    return figure


def cell(figure: Locator, name: str) -> Locator:
    return figure.locator(f'[data-cell="{name}"]')


@pytest.mark.journey
def test_en_passant_is_played_in_its_figure(page: Page) -> None:
    figure = tried(page, "/manual/clasico", "C-12")
    said = figure.get_by_role("status")
    expect(said).to_have_text("Haga la jugada que señala la flecha.")
    cell(figure, "e5").click()
    cell(figure, "e6").click()
    expect(said).to_have_text("Se puede, pero no es lo que muestra la figura.")
    figure.get_by_role("button", name="Volver a empezar").click()
    expect(cell(figure, "e5")).to_have_accessible_name(re.compile("peón blanco"))
    cell(figure, "e5").click()
    cell(figure, "d6").click()
    expect(said).to_have_text("¡Eso es!")
    expect(cell(figure, "d5")).to_have_accessible_name(re.compile("vacía"))
    # Black answers, by the same law.
    cell(figure, "h8").click()
    expect(cell(figure, "g8")).to_have_accessible_name(re.compile("jugada posible"))
    figure.get_by_role("button", name="Dejarlo").click()
    expect(figure.get_by_role("button", name="Probar")).to_be_focused()


def test_a_figure_is_played_with_the_keyboard(page: Page) -> None:
    figure = tried(page, "/manual/clasico", "C-14")
    expect(figure.locator("[data-cell]:focus")).to_have_count(1)
    focused = figure.locator("[data-cell]:focus")
    for _ in range(8):
        if (here := focused.get_attribute("data-cell") or "") == "e1":
            break
        page.keyboard.press("ArrowRight")
        expect(focused).not_to_have_attribute("data-cell", here)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(figure.get_by_role("status")).to_have_text("¡Eso es!")
    expect(cell(figure, "f1")).to_have_accessible_name(re.compile("torre blanca"))


def test_a_rook_becomes_a_queen_in_its_figure_by_choice(page: Page) -> None:
    figure = tried(page, "/manual/tradicional", "T-4")
    rules = page.request.get("/api/rulebooks/tradicional/rules?lang=es").json()
    items = [item for section in rules["sections"] for item in section["items"]]
    ((origin, target),) = next(item["figure"]["arrows"] for item in items if item["anchor"] == "T-4")
    cell(figure, origin).click()
    cell(figure, target).click()
    page.get_by_role("dialog").get_by_role("button", name="Reina").click()
    expect(cell(figure, target)).to_have_accessible_name(re.compile("reina blanca"))
    expect(figure.get_by_role("status")).to_contain_text("¡Eso es!")


def test_a_mated_king_is_told_why_it_cannot_go(page: Page) -> None:
    figure = tried(page, "/manual/clasico", "C-16")
    said = figure.get_by_role("status")
    expect(said).to_contain_text("Aquí no hay ninguna jugada legal")
    expect(said).to_contain_text("jaque mate")
    cell(figure, "h8").click()
    cell(figure, "g8").click()
    said.get_by_role("link", name="Cláusula C-5").click()
    arrive(page, "**/manual/clasico#C-5")
    expect(page.locator("#C-5")).to_be_focused()


def place(figure: Locator, name: str) -> None:
    """Click the edge of a point, where its number is."""
    target = cell(figure, name)
    box, board = target.bounding_box(), figure.get_by_role("grid").bounding_box()
    assert box is not None
    assert board is not None
    is_far = box["y"] - board["y"] < 2
    target.click(position={"x": box["width"] / 2, "y": 3 if is_far else box["height"] - 3})


def test_the_kings_push_and_a_joint_capture_are_played_in_their_figures(page: Page) -> None:
    figure = tried(page, "/manual/chessgammon", "G-26")
    said = figure.get_by_role("status")
    place(figure, "11")
    place(figure, "10")
    # With either die he goes one point.
    page.get_by_role("dialog").locator("[data-token]").first.click()
    expect(said).to_contain_text("Falta la otra parte")
    expect(said.get_by_role("link", name="Cláusula G-26").first).to_be_visible()
    figure = tried(page, "/manual/chessgammon", "G-23")
    said = figure.get_by_role("status")
    place(figure, "15")
    place(figure, "10")
    expect(said).to_contain_text("Falta la otra parte")
    place(figure, "12")
    place(figure, "10")
    expect(said).to_contain_text("¡Eso es!")
    expect(cell(figure, "bar:black")).to_have_accessible_name(re.compile("rey negro"))


def test_the_dice_of_a_figure_are_chosen(page: Page) -> None:
    figure = tried(page, "/manual/chessgammon", "G-11")
    place(figure, "13")
    expect(cell(figure, "8")).to_have_class(re.compile("target"))
    figure.get_by_label("Dado 1").select_option("3")
    place(figure, "13")
    expect(cell(figure, "10")).to_have_class(re.compile("target"))
    expect(cell(figure, "8")).not_to_have_class(re.compile("target"))
    place(figure, "10")
    expect(figure.get_by_role("status")).to_contain_text("no es lo que muestra")


@pytest.mark.parametrize(
    ("rulebook", "position", "pick", "drop", "clause"),
    [
        ("clasico", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "d2", "C-5"),
        ("tradicional", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "d2", "T-3"),
    ],
)
def test_a_refusal_in_play_leads_to_its_clause(
    page: Page, rulebook: str, position: str, pick: str, drop: str, clause: str
) -> None:
    hands = Hands(page)
    hands.start(rulebook, position=position)
    hands.click(pick, drop)
    page.get_by_role("alert").get_by_role("link").click()
    arrive(page, f"**/manual/{rulebook}#{clause}")
    expect(page.locator(f'[id="{clause}"]')).to_be_focused()


def test_a_refusal_in_a_tables_game_leads_to_its_clause(page: Page) -> None:
    hands = TablesHands(page)
    # A piece on the bar must enter first.
    hands.start(position="1/KRRBBNN/20/kqrrbbnn/1 Q PPPPPPPPpppppppp w - 52")
    page.get_by_label("Jugada escrita").fill("C2/4")
    page.keyboard.press("Enter")
    link = page.get_by_role("alert").get_by_role("link")
    clause = link.inner_text().strip("()")
    assert clause.startswith("G-")
    link.click()
    arrive(page, f"**/manual/chessgammon#{clause}")
    expect(page.locator(f'[id="{clause}"]')).to_be_focused()


def test_the_book_is_accessible_and_fits_360_pixels(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/manual")
    page.get_by_role("searchbox").fill("captura al paso")
    expect(page.locator("[data-hit]").first).to_be_visible(timeout=READING_MS)
    presentable("search")
    page.goto("/glossary")
    expect(page.locator("#bar")).to_be_visible()
    presentable("glossary")
    figure = tried(page, "/manual/clasico", "C-12")
    cell(figure, "e5").click()
    cell(figure, "d6").click()
    expect(figure.get_by_role("status")).to_have_text("¡Eso es!")
    page.locator("#C-14 [data-term]").first.click()
    presentable("a chapter with a figure and a word open")
    tried(page, "/manual/chessgammon", "G-26")
    presentable("a figure on points")


def test_a_figure_is_played_by_touch_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    figure = tried(page, "/manual/chessgammon", "G-21")
    place(figure, "15")
    place(figure, "10")
    expect(figure.get_by_role("status")).to_contain_text(re.compile("Eso es|Falta la otra parte"))
    expect(cell(figure, "bar:black")).to_have_accessible_name(re.compile("alfil negro"))
