"""Analysis of a game that is over, and hints, as people use them: by pointer, by keyboard, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import type_move

LONGEST_MS = 200_000  # an analysis starts processes, which load the kernels; the first search may have to be compiled
FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"]


def begun(page: Page, **fields: object) -> str:
    """The address of a new game at one screen."""
    answer = page.request.post(
        "/api/games", data={"id": str(uuid4()), "rulebook": "clasico", **fields}, timeout=LONGEST_MS
    )
    assert answer.ok, answer.text()
    return f"/game/{answer.json()['id']}"


def resigned(seq: int) -> dict[str, object]:
    """White's resignation after so many events."""
    return {"id": str(uuid4()), "expected_seq": seq, "type": "resign", "side": "white"}


@pytest.mark.timeout(500)
@pytest.mark.journey
def test_a_game_is_analysed_and_walked_through(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto(begun(page, moves=FOOLS_MATE))
    panel = page.get_by_role("region", name="Análisis")
    panel.get_by_role("button", name="Analizar").click()
    expect(panel.get_by_role("heading", name="Momentos clave")).to_be_visible(timeout=LONGEST_MS)
    expect(page.locator("[data-announcer]")).to_contain_text("El análisis está listo.")

    # The graph is one slider: each move is a place of it, with words of its own.
    graph = panel.get_by_role("slider", name="El curso de la partida, jugada a jugada")
    bar = page.get_by_role("meter", name="Valoración")
    said = panel.locator("[data-analysed]")
    expect(graph).to_have_attribute("aria-valuenow", "4")
    expect(bar).to_have_attribute("aria-valuenow", "0")
    graph.focus()
    graph.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "3")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"2\. g4\?\?.*Error grave\..*mate en 1"))
    expect(said).to_contain_text("Error grave.")
    expect(said).to_contain_text("2… Dh4#")
    expect(page.locator("svg .advice line")).to_have_count(1)
    graph.press("Home")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("Al empezar"))
    expect(bar).not_to_have_attribute("aria-valuenow", "0")

    # The moves have their marks, and the moment leads to its move.
    expect(page.locator('[data-ply="3"]')).to_contain_text("g4??")
    panel.get_by_role("button", name=re.compile(r"2\. g4\?\?")).click()
    expect(graph).to_have_attribute("aria-valuenow", "3")
    panel.get_by_role("button", name="Ver la amenaza").click()
    expect(panel.locator("[data-threat]")).to_contain_text("Si le tocara, el otro bando jugaría", timeout=LONGEST_MS)
    presentable("the analysis of a game")

    page.get_by_role("button", name="English").click()
    expect(page.locator("[data-analysed]")).to_contain_text("Blunder.")
    expect(page.locator("[data-threat]")).to_contain_text("If it were its move")

    # What was found is saved with the game, in the words that are read here.
    with page.expect_download() as download:
        page.get_by_role("region", name="Analysis").get_by_role("link", name="Save PGN with the analysis").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert "[%eval #-1]" in saved
    assert "Blunder." in saved

    # Somebody else who opens the game finds what was found.
    assert page.context.browser is not None
    with page.context.browser.new_context(locale="es-ES", viewport={"width": 360, "height": 740}) as other:
        guest = other.new_page()
        guest.goto(page.url)
        expect(guest.get_by_role("region", name="Análisis").locator("[data-analysed]")).to_be_visible()
        address = urlsplit(page.url)
        guest.goto(address._replace(path="/analysis/clasico", query=f"game={address.path.split('/')[2]}").geturl())
        expect(guest.locator("[data-node]", has_text="g4").first).to_contain_text("g4??")


@pytest.mark.timeout(500)
def test_a_puzzle_of_the_game_is_solved_on_the_board(page: Page, presentable: Callable[[str], None]) -> None:
    # Black is winning and overlooks the mate, without which White would be lost: a puzzle, and the only one.
    page.goto(begun(page, position="6k1/5ppp/8/8/8/8/q4PPP/4R1K1 b - - 0 1", moves=["Qb3", "Re8#"]))
    page.get_by_role("button", name="Analizar").click()
    page.get_by_role("button", name=re.compile("Practicar con los ejercicios")).click(timeout=LONGEST_MS)
    exercise = page.get_by_role("region", name="Ejercicio")
    expect(exercise).to_contain_text("Juegan las Blancas")
    expect(page.locator("svg .advice line")).to_have_count(0)
    presentable("a puzzle")
    page.locator('[data-cell="g1"]').click()
    page.locator('[data-cell="f1"]').click()
    expect(exercise).to_contain_text("Hay algo mejor: pruebe otra vez.")
    page.locator('[data-cell="e1"]').click()
    page.locator('[data-cell="e8"]').click()
    expect(exercise).to_contain_text("Correcto.")
    expect(exercise).to_contain_text("2. Te8#")
    expect(page.locator("svg .advice line")).to_have_count(1)
    exercise.get_by_role("button", name="Volver al análisis").click()
    expect(page.get_by_role("region", name="Análisis")).to_be_visible()


@pytest.mark.timeout(500)
def test_a_puzzle_goes_on_while_there_is_one_good_move_only(page: Page) -> None:
    # White gives the queen for a smothered mate, or loses: in the game it took the rook.
    page.goto(begun(page, position="q4r1k/6pp/7N/8/2Q5/8/r5PP/6K1 w - - 0 1", moves=["Qxa2", "Qxa2"]))
    game = page.url.rsplit("/", 1)[1].partition("?")[0]
    assert page.request.post(f"/api/games/{game}/commands", data=resigned(2), timeout=LONGEST_MS).ok
    page.get_by_role("button", name="Analizar").click()
    page.get_by_role("button", name=re.compile("Practicar con los ejercicios")).click(timeout=LONGEST_MS)
    exercise = page.get_by_role("region", name="Ejercicio")
    expect(exercise).to_contain_text("Juegan las Blancas")
    page.locator('[data-cell="c4"]').click()
    page.locator('[data-cell="g8"]').click()
    expect(exercise).to_contain_text("Le responden Txg8", timeout=LONGEST_MS)
    expect(page.locator('[data-cell="g8"]')).to_have_attribute("aria-label", re.compile("torre negra"))
    page.locator('[data-cell="h6"]').click()
    page.locator('[data-cell="g4"]').click()
    expect(exercise).to_contain_text("Hay algo mejor")
    page.locator('[data-cell="h6"]').click()
    page.locator('[data-cell="f7"]').click()
    expect(exercise).to_contain_text("Correcto.")
    expect(exercise.get_by_role("button", name="Ver la solución")).to_have_count(0)
    exercise.get_by_role("button", name="Volver al análisis").click()
    expect(page.locator('[data-cell="g8"]')).to_have_attribute("aria-label", re.compile("vacía"))


@pytest.mark.timeout(500)
def test_a_hint_in_two_steps_and_none_after_the_move(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto(begun(page, position="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    page.get_by_role("button", name="Pista").press("Enter")
    hint = page.locator("[data-hint]")
    expect(hint).to_contain_text("Piense en la pieza de a1.", timeout=LONGEST_MS)
    expect(page.locator('[data-cell="a1"] > div')).to_have_class(re.compile(r"\bmark\b"))
    expect(page.locator("svg .advice line")).to_have_count(0)
    presentable("a game with a hint")
    hint.get_by_role("button", name="Ver la jugada").click()
    expect(hint).to_contain_text("Pista: 1. Ta8#.")
    expect(page.locator("svg .advice line")).to_have_count(1)
    type_move(page, "Ta8")
    expect(page.locator(".status")).to_contain_text("jaque mate")
    expect(hint).to_have_count(0)
    expect(page.locator("svg .advice line")).to_have_count(0)
    expect(page.get_by_role("button", name="Analizar")).to_be_visible()
