"""Hints and the tutor in casual games of dice, and the analysis of one that is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.tables_hands import NEAR_THE_END, TablesHands

LONGEST_MS = 200_000
OPENING = "pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - w - 31"
TUTOR = re.compile(r"/api/games/[^/]*/tutor")
COMMANDS = re.compile(r"/api/games/[^/]*/commands")


def opening(page: Page) -> TablesHands:
    """A game of backgammon at one screen in which White has rolled 3-1."""
    hands = TablesHands(page)
    hands.start("backgammon", position=OPENING)
    return hands


def compose(hands: TablesHands, *steps: tuple[str, str]) -> None:
    for origin, target in steps:
        hands.step({"origin": origin, "target": target, "token": "-"}, "white")


@pytest.mark.timeout(500)
def test_a_hint_in_two_steps(page: Page, presentable: Callable[[str], None]) -> None:
    hands = opening(page)
    page.get_by_role("button", name="Pista").press("Enter")
    hint = page.locator("[data-hint]")
    expect(hint).to_contain_text("Piense en la ficha blanca de 08.", timeout=LONGEST_MS)
    expect(page.locator(".point.mark")).to_have_count(1)
    expect(page.locator(".drawing line:not(.course)")).to_have_count(0)
    hint.get_by_role("button", name="Ver la jugada").press("Enter")
    expect(hint).to_contain_text("Pista: 8/5 6/5.")
    expect(page.locator(".drawing line:not(.course)")).to_have_count(2)
    presentable("a game of dice with a hint")
    hint.get_by_role("button", name="Ponerla en el tablero").click()
    expect(page.locator(".drawing line:not(.course)")).to_have_count(0)
    hands.confirm.click()
    expect(page.locator('[data-ply="1"]')).to_contain_text("8/5 6/5")


@pytest.mark.timeout(500)
@pytest.mark.journey
def test_the_tutor_warns_and_the_turn_is_chosen_again_or_played(page: Page, presentable: Callable[[str], None]) -> None:
    hands = opening(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if COMMANDS.search(request.url) else None)
    page.get_by_label("Tutor: avisar antes de una mala jugada").check()
    page.get_by_label("Avisar desde").select_option("doubtful")
    with page.expect_response(TUTOR):
        compose(hands, ("24", "21"), ("24", "23"))
    hands.confirm.dblclick()
    warning = page.get_by_role("group", name="Tutor")
    expect(warning).to_contain_text("Es mejor 8/5 6/5.", timeout=LONGEST_MS)
    expect(warning).to_be_focused()
    expect(hands.confirm).to_be_disabled()
    page.keyboard.press("Enter")
    show = warning.get_by_role("button", name="Ver la mejor en el tablero")
    show.click()
    expect(hands.cell("5")).to_have_accessible_name(re.compile("^05, 2"))
    presentable("the tutor's warning")
    show.click()
    expect(hands.cell("5")).to_have_accessible_name(re.compile("^05, vac"))
    assert sent == []

    # Chosen again, the best turn goes straight through.
    warning.press("Escape")
    expect(warning).to_have_count(0)
    expect(hands.board.locator(":focus")).to_have_count(1)
    assert hands.view()["moves"] == []
    with page.expect_response(TUTOR):
        compose(hands, ("8", "5"), ("6", "5"))
    hands.confirm.click()
    expect(page.locator('[data-ply="1"]')).to_contain_text("8/5 6/5")
    assert len(sent) == 1

    # A turn that is typed is looked at too; it stays in its field until it is played anyway.
    page.goto("/")
    hands = opening(page)
    field = page.get_by_label("Jugada escrita")
    field.fill("24/21 24/23")
    field.press("Enter")
    expect(warning).to_be_visible()
    warning.get_by_role("button", name="Retirar").click()
    expect(field).to_have_value("24/21 24/23")
    field.press("Enter")
    expect(warning).to_be_visible()
    page.wait_for_timeout(600)
    warning.get_by_role("button", name="Jugarla de todos modos").click()
    expect(page.locator('[data-ply="1"]')).to_contain_text("24/21 24/23")
    expect(field).to_have_value("")


@pytest.mark.timeout(500)
def test_without_the_tutors_answer_the_turn_is_sent_once(page: Page) -> None:
    hands = opening(page)
    page.get_by_label("Tutor: avisar antes de una mala jugada").check()
    held: list[Route] = []
    page.route(TUTOR, lambda route: held.append(route))
    compose(hands, ("24", "21"), ("24", "23"))
    hands.confirm.click()
    expect(hands.confirm).to_be_disabled()
    assert hands.view()["moves"] == []
    # What is taken back meanwhile is not sent.
    page.keyboard.press("Backspace")
    page.wait_for_timeout(3000)
    assert hands.view()["moves"] == []
    compose(hands, ("24", "23"))
    hands.confirm.dblclick()
    expect(page.locator('[data-ply="1"]')).to_contain_text("24/21 24/23")
    expect(page.locator("[data-tutor-missed]")).to_be_visible()
    assert len(hands.view()["moves"]) == 1
    assert held


def given_up(page: Page) -> str:
    """The address of a game of Chessgammon that White has played badly in and then given up."""
    fields = {"rulebook": "chessgammon", "position": f"{NEAR_THE_END} 31", "moves": ["N5/9+ P2/1"]}
    game = page.request.post("/api/games", data={"id": str(uuid4()), **fields}).json()
    command = {"id": str(uuid4()), "expected_seq": game["seq"], "type": "resign", "side": "white"}
    assert page.request.post(f"/api/games/{game['id']}/commands", data=command).ok
    return f"/game/{game['id']}"


@pytest.mark.timeout(500)
def test_a_finished_game_is_analysed_and_walked_through(page: Page, presentable: Callable[[str], None]) -> None:
    """A short game of Chessgammon that was given up: turns beside better ones, and the report that stays."""
    page.goto(given_up(page))
    panel = page.get_by_role("region", name="Análisis")
    panel.get_by_role("button", name="Analizar", exact=True).press("Enter")
    expect(panel.locator("[data-totals]")).to_contain_text("PR", timeout=LONGEST_MS)
    expect(page.locator("[data-announcer]")).to_contain_text("El análisis está listo.")

    # The first turn is worse than others that stand beside it; what was played is marked.
    graph = panel.get_by_role("slider")
    graph.focus()
    graph.press("Home")
    graph.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"Blancas, 3-1: .* pierde .* Blancas ganan el "))
    alternatives = panel.get_by_role("list", name="Las mejores jugadas").get_by_role("button")
    expect(alternatives).to_have_count(6)
    played = alternatives.filter(has_text="se jugó")
    expect(played).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-ply="1"]')).to_contain_text("??")

    # An alternative is shown on the board with its arrows, and the turn that was played again.
    drawn = page.locator(".drawing .piece")
    before = drawn.count()
    alternatives.first.press("Enter")
    expect(alternatives.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".drawing line:not(.course)")).not_to_have_count(0)
    assert drawn.count() == before
    presentable("an analysed game of dice")
    panel.get_by_role("button", name="Volver a lo que se jugó").click()
    expect(page.locator(".drawing line:not(.course)")).to_have_count(0)
    expect(played).to_have_attribute("aria-pressed", "true")

    panel.get_by_role("button", name="Mirar una tirada más allá").click()
    expect(panel).to_contain_text("1-ply", timeout=LONGEST_MS)
    with page.expect_download() as download:
        panel.get_by_role("button", name="Guardar el análisis como texto").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert saved.startswith("Chessgammon\n")
    assert "1. Blancas, 3-1: C5/9+ P2/1??" in saved

    # It is still there when one comes back, and in the other language.
    page.reload()
    expect(panel.locator("[data-totals]")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.locator("[data-totals]")).to_contain_text("White")
