"""The analysis board as people use it: by pointer, by keyboard, in both languages, from a game and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import type_move

LONGEST_MS = 200_000  # the first search may have to be compiled
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def found(page: Page) -> None:
    """Wait until the position has been looked into."""
    expect(page.locator("[data-findings]")).to_have_attribute("data-findings", "there", timeout=LONGEST_MS)


@pytest.mark.timeout(500)
@pytest.mark.journey
def test_a_position_is_looked_into_and_played_on_in_both_directions(
    page: Page, presentable: Callable[[str], None]
) -> None:
    page.goto(f"/analysis/clasico?position={quote(MATE_IN_ONE)}")
    expect(page.get_by_role("heading", name="Tablero de análisis")).to_be_visible()
    found(page)
    lines = page.get_by_role("list", name="Las mejores jugadas, con lo que sigue")
    expect(lines.get_by_role("button").first).to_contain_text("1. Ta8#")
    expect(page.locator("svg .advice line")).to_have_count(2)
    expect(page.get_by_role("meter", name="Valoración")).to_have_attribute("aria-valuenow", "100")
    presentable("the analysis board")

    # Another move on the board, its answer typed, and back by the keyboard.
    page.locator('[data-cell="a1"]').click()
    page.locator('[data-cell="d1"]').click()
    expect(page.locator('[data-ply="1"]')).to_contain_text("Td1")
    type_move(page, "h6")
    expect(page.locator('[data-ply="2"]')).to_contain_text("h6")
    expect(page).to_have_url(re.compile(r"moves=a1d1\+h7h6$"))
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-study-status]")).to_contain_text("Juegan las blancas")
    expect(page.locator('[data-ply="2"]')).to_have_count(1)  # it is still there to go forward to
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-ply="1"]')).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile("ply=1$"))
    page.reload()
    expect(page.locator('[data-ply="1"]')).to_have_attribute("aria-current", "step")
    page.locator('[data-ply="2"]').click()
    expect(page.locator('[data-cell="h6"]')).to_have_attribute("aria-label", re.compile("peón"))

    # From an earlier place the line goes another way and nothing is lost; a move of the best is made by its button.
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("Home")
    found(page)
    lines.get_by_role("button").first.click()
    expect(page.locator("[data-study-status]")).to_contain_text("jaque mate")
    expect(page.locator("[data-variation]")).to_have_attribute("aria-current", "step")
    expect(page.locator('[data-ply="2"]')).to_contain_text("h6")
    expect(page).to_have_url(re.compile(r"moves=a1d1\+%28a1a8%29\+h7h6&at=2$"))
    expect(page.locator("svg .advice line")).to_have_count(0)


@pytest.mark.timeout(500)
def test_what_is_threatened_and_why_a_move_is_refused_in_both_languages(page: Page) -> None:
    page.goto(f"/analysis/clasico?position={quote(MATE_IN_ONE.replace(' w ', ' b '))}")
    found(page)
    page.get_by_role("button", name="Ver la amenaza").click()
    expect(page.locator("[data-threat]")).to_contain_text("jugaría 1. Ta8#", timeout=LONGEST_MS)
    type_move(page, "Rg6")
    expect(page.locator("[data-study-status] .problem")).to_be_visible()
    expect(page.locator("[data-ply]")).to_have_count(0)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Analysis board")).to_be_visible()
    found(page)
    expect(page.get_by_role("list", name="The best moves, with what follows")).to_be_visible()


@pytest.mark.timeout(500)
def test_a_position_is_set_up_by_hand_and_a_text_that_is_none_says_why(page: Page) -> None:
    page.goto("/new/clasico")
    page.get_by_role("link", name="Analizar posiciones").click()
    page.get_by_text("Poner otra posición").click()
    page.get_by_label("Texto de la posición (FEN)").fill("8/8/8/8/8/8/8/8 w - - 0 1")
    expect(page.locator("[data-study-status] .problem")).to_be_visible()
    page.get_by_label("Texto de la posición (FEN)").fill(MATE_IN_ONE)
    expect(page.locator("[data-study-status] .problem")).to_have_count(0)
    found(page)
    expect(page.get_by_role("list", name="Las mejores jugadas, con lo que sigue")).to_contain_text("1. Ta8#")


@pytest.mark.timeout(500)
def test_hands_and_chance_have_their_place(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto(f"/analysis/crazyhouse?position={quote('4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1')}")
    found(page)
    page.locator("[data-hand=white] [data-drop=Q]").click()
    page.locator('[data-cell="e5"]').click()
    expect(page.locator('[data-cell="e5"]')).to_have_attribute("aria-label", re.compile("dama blanca"))
    presentable("the analysis board with hands")
    page.goto("/analysis/dice-chess")
    page.get_by_role("group", name="Lo que decide el azar:").get_by_role("button", name="65").click()
    expect(page.get_by_role("img", name=re.compile("Dados"))).to_be_visible()


@pytest.mark.timeout(500)
def test_from_a_game_that_is_over(page: Page) -> None:
    fields = {"id": str(uuid4()), "rulebook": "clasico", "moves": ["f3", "e5", "g4", "Qh4#"]}
    answer = page.request.post("/api/games", data=fields, timeout=LONGEST_MS)
    assert answer.ok
    page.goto(f"/game/{answer.json()['id']}?ply=3")
    expect(page.locator('[data-ply="3"]')).to_have_attribute("aria-current", "step")
    page.get_by_role("link", name="Analizar desde aquí").click()
    expect(page.locator('[data-ply="3"]')).to_have_attribute("aria-current", "step")
    expect(page.locator('[data-ply="4"]')).to_contain_text("Dh4#")
    found(page)
    expect(page.get_by_role("list", name="Las mejores jugadas, con lo que sigue")).to_contain_text("2… Dh4#")
