"""The balance of rulebooks on the page: asked for, followed, stopped, read; two side by side."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import arrive

GAMES = "Partidas (de 1 a 500)"
LONGEST_MS = 200_000  # every report starts processes, which load the kernels


def fits_and_is_accessible(page: Page, axe: Callable[[Page], list[str]]) -> None:
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.timeout(500)
def test_a_report_of_one_rulebook_and_of_two(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/new/backgammon")
    page.get_by_role("link", name="Su equilibrio").click()
    arrive(page, "**/balance/backgammon")
    expect(page.get_by_role("combobox", name="Reglamento")).to_have_value("backgammon")
    fits_and_is_accessible(page, axe)
    field = page.get_by_label(GAMES).bounding_box()
    assert field is not None
    assert field["height"] < 60, "it grows with the levels beside it"
    page.get_by_label(GAMES).fill("3")
    page.get_by_role("button", name="Jugar las partidas").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("heading", name="Equilibrio de Backgammon")).to_be_visible(timeout=LONGEST_MS)
    expect(page.locator("[data-announcer]")).to_contain_text("El informe está listo.")
    results = page.get_by_role("region", name="Resultados").get_by_role("table")
    expect(results.get_by_role("row", name="Puntuación de las Blancas")).to_contain_text("%")
    expect(page.get_by_role("rowheader", name="Puntuación del nivel 8")).to_be_visible()
    page.get_by_text("Como tabla").click()
    expect(page.get_by_role("columnheader", name="Turnos", exact=True)).to_be_visible()
    fits_and_is_accessible(page, axe)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Balance of Backgammon")).to_be_visible()
    page.get_by_role("button", name="Español").click()

    page.get_by_role("combobox", name="Reglamento").select_option("chess2d")
    page.get_by_role("combobox", name="Comparar con").select_option("tradicional")
    page.get_by_label(GAMES).fill("2")
    page.get_by_role("button", name="Jugar las partidas").click()
    expect(page.get_by_role("heading", name="Equilibrio de Chess 2D y Tradicional")).to_be_visible(timeout=LONGEST_MS)
    headings = page.get_by_role("region", name="El curso de la partida").get_by_role("columnheader")
    expect(headings).to_have_text(["Chess 2D", "Tradicional", "Diferencia (segundo menos primero)"])
    fits_and_is_accessible(page, axe)


@pytest.mark.timeout(500)
def test_a_report_is_stopped_by_the_keyboard(page: Page) -> None:
    page.goto("/balance/clasico")
    page.get_by_label(GAMES).fill("500")
    page.get_by_label(GAMES).press("Enter")
    stop = page.get_by_role("button", name="Parar")
    expect(page.get_by_text(re.compile(r"\b[1-9]\d* de 500 partidas")).first).to_be_visible(timeout=LONGEST_MS)
    stop.press("Enter")
    expect(page.locator("[data-announcer]")).to_contain_text("Parado.", timeout=60_000)
    expect(page.get_by_text("interrumpido")).to_be_visible()
    expect(page.get_by_role("button", name="Jugar las partidas")).to_be_enabled()
