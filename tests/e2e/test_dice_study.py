"""The analysis board of games of dice as people use it: set up by hand and by ids, judged, rolled, rolled out."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import arrive, type_move
from tests.patience import until

LONGEST_MS = 200_000  # what judges may have to be compiled first
OPENING_ID = "4HPwATDgc/ABMA:cAkAAAAAAAAE"


@pytest.fixture(autouse=True)
def _compiled(page: Page) -> None:
    """The kernels of these games may have to be compiled before any page of theirs is shown."""

    def is_there(rulebook: str) -> bool:
        return page.request.get(f"/api/rulebooks/{rulebook}").ok

    for rulebook in ("backgammon", "chessgammon"):
        until(partial(is_there, rulebook), limit_s=LONGEST_MS / 1000)


def found(page: Page) -> None:
    """Wait until the position has been judged."""
    expect(page.locator("[data-findings]")).to_have_attribute("data-findings", "there", timeout=LONGEST_MS)


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def turns(page: Page) -> Locator:
    return page.get_by_role("list", name="Las mejores jugadas, con equidad y posibilidades").get_by_role("listitem")


@pytest.mark.timeout(500)
@pytest.mark.journey
def test_a_position_is_judged_rolled_for_and_played_on(page: Page, presentable: Callable[[str], None]) -> None:
    """By the keyboard alone from the screen of the game on: dice, the best turn, one's own, back and forward."""
    page.goto("/new/chessgammon")
    page.get_by_role("link", name="Analizar posiciones").click()
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las blancas")
    found(page)
    expect(page.get_by_role("img", name=re.compile("^Tiran las blancas. Equidad"))).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("6")
    expect(page.locator("[data-study-status]")).to_contain_text("Las blancas juegan 6-2")
    found(page)
    expect(turns(page)).to_have_count(5)
    second = turns(page).nth(1).get_by_role("button").first
    second.focus()
    page.keyboard.press("Enter")
    expect(second).to_have_attribute("aria-pressed", "true")
    assert page.locator("svg line[marker-end]").count() >= 2
    presentable("the analysis board of dice")
    page.keyboard.press("Tab")
    expect(page.locator("[data-play-turn]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las negras")
    expect(page).to_have_url(re.compile("moves=62%2C"))

    # A turn typed, its roll too, in any order of the dice; back, and forward again after a reload.
    for text in ("1 3", "a5"):
        type_move(page, text)
    expect(page.locator("[data-study-status] .problem")).to_be_visible()
    expect(page.locator('[data-ply="3"]')).to_contain_text("3-1")
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile("ply=0$"))
    page.reload()
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las blancas")
    expect(page.locator('[data-ply="3"]')).to_be_visible()
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-study-status]")).to_contain_text("Las negras juegan 3-1")

    # A turn by hand: a step on the board, in one of its ways; taken back; then the whole turn, confirmed by Enter.
    back = page.get_by_role("button", name="Deshacer paso")
    way = page.locator("[data-token]").first

    def pieces(name: str) -> str:
        return (cell(page, name).get_attribute("aria-label") or "").partition(";")[0]

    def step(origin: str, target: str) -> None:
        expect(cell(page, origin)).to_have_accessible_name(re.compile("se puede mover"))
        before = pieces(origin)
        for name in (origin, target):
            cell(page, name).focus()
            page.keyboard.press("Enter")
        until(lambda: way.is_visible() or pieces(origin) != before)
        if way.is_visible():
            page.keyboard.press("Enter")
        expect(way).to_be_hidden()

    step("19", "20")
    expect(back).to_be_enabled()
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("Backspace")
    expect(back).to_be_disabled()
    step("17", "20")
    expect(back).to_be_enabled()
    step("19", "20")
    expect(page.locator("[data-confirm]")).to_be_enabled()
    cell(page, "20").focus()
    page.locator("[data-confirm]").press("Enter")
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las blancas")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("img", name=re.compile("^White to roll. Equity"))).to_be_visible(timeout=LONGEST_MS)


@pytest.mark.timeout(500)
def test_set_up_by_hand(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/analysis/backgammon")
    found(page)
    page.locator("[data-edit]").click()
    # Black's men leave the points 1 and 24 … by touch of the eraser, by the key, and by moving.
    page.get_by_role("button", name="Borrar").click()
    cell(page, "1").click()
    expect(cell(page, "1")).to_have_accessible_name("01, ficha negra")
    expect(page.locator("[data-missing]")).to_have_attribute("data-missing", "p")
    expect(page.locator("[data-findings]")).to_have_count(0)
    presentable("the editor of points")
    page.get_by_role("button", name=re.compile("^ficha negra, 1 por poner")).click()
    cell(page, "bar:black").click()
    expect(page.locator("[data-missing]")).to_have_attribute("data-missing", "")
    page.get_by_role("radio", name="Negras").check(force=True)
    found(page)
    expect(page.locator("[data-study-status]")).to_contain_text("Tiran las negras")
    page.locator("[data-edit]").click()
    expect(page.get_by_text("En la barra: ficha negra")).to_be_visible()
    expect(page.get_by_label("Texto de la posición", exact=True)).to_have_value(
        "p/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP p - b -"
    )
    expect(page).to_have_url(re.compile("position=p%2F4"))


@pytest.mark.timeout(500)
def test_an_id_pasted_in_the_rolls_and_the_cube(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/analysis/backgammon?moves=31")
    found(page)
    pasted = page.get_by_label("Texto de la posición o identificador de cualquier clase")
    pasted.fill("4HPwATDgc/ABM")
    pasted.press("Enter")
    expect(page.locator("[data-study-status] .problem")).to_contain_text("GNU Backgammon")
    # A match of 5 points at 3-1 with the cube at 2 in White's hand, as our own id tells it.
    answer = page.request.post(
        "/api/equities",
        data={"rulebook": "backgammon", "match": {"length": 5, "white": 3, "black": 1, "cube": 2, "owner": "white"}},
    )
    pasted.fill(answer.json()["ids"]["axedrez"])
    pasted.press("Enter")
    expect(page.locator("[data-study-status] .problem")).to_have_count(0)
    expect(page.locator("[data-cube]")).to_be_visible(timeout=LONGEST_MS)
    page.get_by_text("Encuentro y cubo").click()
    expect(page.get_by_label("Puntos: Blancas")).to_have_value("3")
    expect(page.get_by_label("Identificador de GNU Backgammon")).to_have_value(re.compile("^4HPwATDgc/ABMA:"))
    expect(page).to_have_url(re.compile("score=length%3A5"))

    page.get_by_text("Las 21 tiradas").click()
    expect(page.locator("[data-roll]")).to_have_count(21, timeout=LONGEST_MS)
    best = page.locator('[data-roll="66"]')
    expect(best).to_have_accessible_name(re.compile(r"^6-6: equidad \+0,\d{3}"))
    page.locator('[data-roll="11"]').focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator('[data-roll="32"]')).to_be_focused()
    expect(page.locator("[data-map-best]")).to_contain_text("24/21 13/11")
    presentable("the temperature map")
    page.get_by_role("button", name="Jugar 3-2").click()
    expect(page.locator("[data-study-status]")).to_contain_text("Las blancas juegan 3-2")
    expect(page.locator('[data-roll="32"]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.timeout(500)
def test_a_rollout_with_progress_and_stop(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/analysis/backgammon?moves=31")
    found(page)
    page.get_by_text("Simulación").click()
    wanted = page.get_by_role("group", name="Jugadas que simular").get_by_role("checkbox")
    expect(wanted).to_have_count(5)
    wanted.nth(1).uncheck()
    wanted.nth(3).check()
    page.get_by_label("Partidas por jugada").select_option("1296")
    page.get_by_label("Hasta").select_option("el final")
    page.get_by_label("Con el cubo").check()
    page.get_by_role("button", name="Simular").click()
    panel = page.locator("[data-rollout]")
    results = page.get_by_role("list", name="Resultados de la simulación").get_by_role("listitem")
    expect(results).to_have_count(2, timeout=LONGEST_MS)
    expect(panel).to_have_attribute("data-rollout", "running")
    expect(panel).to_contain_text(re.compile(r"\d+ de 2592 partidas"))
    expect(results.first).to_contain_text("±")
    expect(results.first.get_by_role("term")).to_have_text("Con el cubo")
    page.get_by_role("button", name="Detener").click()
    expect(panel).to_have_attribute("data-rollout", "cancelled", timeout=LONGEST_MS)
    presentable("a rollout that was stopped")
    # Another position has another rollout.
    page.get_by_role("button", name="Otros dados").click()
    expect(panel).to_have_attribute("data-rollout", "none")


@pytest.mark.timeout(500)
def test_from_a_game_that_is_over_with_its_options(page: Page) -> None:
    fields: dict[str, Any] = {
        "id": "5a1c1b1e-0000-4000-8000-000000000001",
        "rulebook": "chessgammon",
        "options": {"options.killer_queen": True},
        "position": "QRRBBNNP/22/kqrrbbnnp - KPPPPPPPppppppp w -",
        "moves": ["21", "P1/off"],
    }
    answer = page.request.post("/api/games", data=fields, timeout=LONGEST_MS)
    assert answer.ok, answer.text()
    view = answer.json()
    page.goto(f"/game/{view['id']}?ply=1")
    page.get_by_role("link", name="Analizar desde aquí").click()
    arrive(page, f"**/analysis/chessgammon?*{quote('options.killer_queen')}=true*")
    found(page)
