"""The tree of an analysis as people use it: variations, remarks, drawings, engine lines, rolls; by keyboard too."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import type_move
from tests.patience import until

LONGEST_MS = 200_000  # kernels may have to be compiled first


def found(page: Page) -> None:
    """Wait until the position has been looked into."""
    expect(page.locator("[data-findings]")).to_have_attribute("data-findings", "there", timeout=LONGEST_MS)


def typed(page: Page, *moves: str) -> None:
    """Moves are typed one after the other."""
    for move in moves:
        field = page.get_by_label("Jugada escrita")
        type_move(page, move)
        expect(field).to_have_value("")
        expect(page.locator("form[aria-busy=true]")).to_have_count(0)


@pytest.mark.timeout(500)
@pytest.mark.journey
def test_variations_comments_signs_drawings_and_lines_on_squares(
    page: Page, presentable: Callable[[str], None]
) -> None:
    page.goto("/analysis/clasico")
    typed(page, "e4", "e5", "Cf3")
    moves = page.get_by_role("list", name="Jugadas", exact=True)
    moves.get_by_role("button", name="e4").click()
    typed(page, "c5", "Cf3")
    variations = moves.get_by_role("list", name="Variantes de nivel 1")
    expect(variations.get_by_role("button")).to_have_text([re.compile(r"1…\s*c5"), re.compile("Cf3")])
    expect(moves.locator("[data-ply]")).to_have_count(3)
    # The other variation by the keyboard, and back along its own line.
    variations.get_by_role("button").last.focus()
    page.keyboard.press("ArrowUp")
    expect(moves.get_by_role("button", name=re.compile("e5"))).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(moves.get_by_role("button", name="c5")).to_have_attribute("aria-current", "step")
    expect(moves.get_by_role("button", name="c5")).to_have_accessible_name(re.compile("variante de nivel 1"))

    # A comment and a sign of the move; another sign takes the place of the first.
    page.keyboard.press("n")
    comment = page.get_by_label("Comentario de 1… c5")
    expect(comment).to_be_focused()
    comment.fill("Siciliana")
    comment.press("Control+Enter")
    expect(variations).to_contain_text("Siciliana")
    signs = page.get_by_role("group", name="Signos de la jugada")
    signs.get_by_role("button", name="buena jugada").click()
    signs.get_by_role("button", name="jugada interesante").click()
    expect(moves.get_by_role("button", name="c5")).to_have_accessible_name(re.compile(r"c5.*\(jugada interesante\)"))
    expect(signs.get_by_role("button", name="buena jugada")).to_have_attribute("aria-pressed", "false")

    # An arrow by the right button, a circle by the keyboard; both are told.
    page.locator('[data-cell="g1"]').hover()
    page.mouse.down(button="right")
    page.locator('[data-cell="f3"]').hover()
    page.mouse.up(button="right")
    drawn = page.get_by_role("list", name="Dibujado en el tablero").get_by_role("listitem")
    expect(drawn).to_have_text([re.compile("Flecha de g1 a f3, verde")])
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("a")
    page.locator('[data-cell="d4"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator('[data-shape="Gd4"] circle')).to_have_count(2)
    expect(drawn).to_have_count(2)
    presentable("the tree of an analysis")
    page.get_by_role("button", name="Dibujar").click()

    # Undone one by one, and made again; what was removed comes back with all that was said.
    page.get_by_role("button", name="Girar").focus()
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(drawn).to_have_count(0)
    expect(signs.get_by_role("button", name="buena jugada")).to_have_attribute("aria-pressed", "true")
    for _ in range(3):
        page.keyboard.press("Control+y")
    expect(drawn).to_have_count(2)
    page.get_by_role("button", name="Quitar desde aquí").click()
    expect(variations).to_have_count(0)
    page.get_by_role("button", name="Recuperar c5").click()
    expect(variations).to_contain_text("Siciliana")
    variations.get_by_role("button", name="c5").click()
    page.get_by_role("button", name="Subir la variante").click()
    expect(moves.locator('[data-ply="2"]')).to_contain_text("c5")

    # The address has the variations; the browser has the rest.
    expect(page).to_have_url(re.compile(r"moves=e2e4\+c7c5\+%28e7e5\+g1f3%29\+g1f3&ply=2"))
    page.reload()
    expect(moves).to_contain_text("Siciliana")
    expect(drawn).to_have_count(2)

    # A line of the engine: its position is seen without leaving the move, then all of it is in the tree.
    found(page)
    line = page.get_by_role("group", name=re.compile("^Línea 1"))
    steps = line.locator("[data-line-move]")
    last = steps.count() - 1
    before = moves.get_by_role("button").count()
    pieces = page.locator("[data-cell]").evaluate_all("cells => cells.map((cell) => cell.ariaLabel).join()")
    steps.nth(last).hover()
    expect(page.locator("[data-study-status]")).to_contain_text("Se ve la posición")
    assert page.locator("[data-cell]").evaluate_all("cells => cells.map((cell) => cell.ariaLabel).join()") != pieces
    page.mouse.move(5, 5)
    expect(page.locator("[data-study-status]")).to_contain_text("Juegan las blancas")
    line.get_by_role("button", name="Añadir la línea al árbol").click()
    until(lambda: moves.get_by_role("button").count() > before)
    expect(moves.get_by_role("button", name="c5").first).to_have_attribute("aria-current", "step")
    meter = page.get_by_role("meter", name="Valoración")
    score = meter.locator("[data-score]").inner_text()
    assert score in (meter.get_attribute("aria-valuetext") or "")
    page.goto("/analysis/clasico")
    page.get_by_text("Análisis guardados en este navegador").click()
    page.get_by_role("button", name=re.compile(r"^Seguir: 1. e4 c5 2. Cf3")).click()
    expect(moves).to_contain_text("Siciliana")


@pytest.mark.timeout(500)
def test_rolls_and_their_alternatives_on_points(page: Page, presentable: Callable[[str], None]) -> None:
    until(lambda: page.request.get("/api/rulebooks/backgammon").ok, limit_s=LONGEST_MS / 1000)
    page.goto("/analysis/backgammon")
    typed(page, "31", "8/5 6/5", "64")
    moves = page.get_by_role("list", name="Jugadas", exact=True)
    expect(moves.locator("[data-ply]")).to_have_text([re.compile("3-1"), re.compile("8/5 6/5"), re.compile("6-4")])
    found(page)
    expect(moves.locator('[data-ply="3"] .value')).to_have_text(re.compile(r"[+−]0,\d{3}"))
    # Another roll stands beside it, and one goes from one to the other.
    page.get_by_role("button", name="Otros dados").click()
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las negras")
    page.keyboard.press("5")
    page.keyboard.press("5")
    rolls = page.get_by_role("group", name="Tiradas de aquí").get_by_role("button")
    expect(rolls).to_have_text([re.compile("6-4"), re.compile("5-5")])
    expect(moves.get_by_role("list", name="Variantes de nivel 1")).to_contain_text("5-5")
    page.locator("[data-turn]").first.click()
    page.locator("[data-play-turn]").click()
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las blancas")
    page.get_by_role("button", name="5-5").first.click()
    rolls.first.click()
    expect(page.locator("[data-study-status]")).to_contain_text("Las negras juegan 6-4")
    expect(page).to_have_url(re.compile("moves=31%2C8%2F5"))
    presentable("the tree of a game of dice")


@pytest.mark.timeout(500)
@pytest.mark.parametrize(
    ("visitor", "list_name", "signs", "comment"),
    [
        ("page", "Jugadas", (r"e4.*buena jugada", r"Cf3.*jugada dudosa"), "Comentario de 1. e4"),
        ("english", "Moves", (r"e4.*good move", r"Nf3.*dubious move"), "Comment on 1. e4"),
    ],
    ids=["Spanish", "English"],
)
def test_an_imported_game_opens_with_what_its_file_says(
    visitor: str, list_name: str, signs: tuple[str, str], comment: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(visitor)
    pgn = '[White "A"]\n[Black "B"]\n\n1. e4 $1 {The best} e5 2. Nf3?! (2. f4 exf4) Nc6 *\n'
    answer = page.request.post("/api/files", data=pgn, headers={"content-type": "text/plain"}, timeout=LONGEST_MS)
    assert answer.ok, answer.text()
    game = answer.json()["games"][0]["id"]
    page.goto(f"/analysis/clasico?game={game}&after=1")
    moves = page.get_by_role("list", name=list_name, exact=True)
    expect(moves.get_by_role("button", name=re.compile(signs[0]))).to_have_attribute("aria-current", "step")
    expect(moves).to_contain_text("The best")
    expect(moves.get_by_role("button", name=re.compile(signs[1]))).to_be_visible()
    expect(page.get_by_label(comment)).to_have_value("The best")


@pytest.mark.timeout(500)
def test_a_telephone_draws_and_comments(handy: Page) -> None:
    fields: dict[str, Any] = {"id": str(uuid4()), "rulebook": "clasico", "moves": ["e4", "e5"]}
    answer = handy.request.post("/api/games", data=fields, timeout=LONGEST_MS)
    assert answer.ok
    handy.goto(f"/analysis/clasico?game={answer.json()['id']}&after=2")
    handy.get_by_role("button", name="Dibujar").tap()
    handy.get_by_text("Rojo", exact=True).tap()
    for cell in ("g1", "f3"):
        handy.locator(f'[data-cell="{cell}"]').tap()
    expect(handy.get_by_role("list", name="Dibujado en el tablero")).to_contain_text("Flecha de g1 a f3, rojo")
    expect(handy.locator('[data-shape="Rg1>f3"] line').last).to_have_attribute("stroke-dasharray", re.compile("."))
    assert handy.evaluate("document.documentElement.scrollWidth") <= 360
