"""Exercises as people solve them: on both kinds of boards, by mouse, by keyboard and by touch, missed and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from axedrez.analysis.exercise import Exercise
from axedrez.exercises import sets
from axedrez.library import load
from tests.e2e.conftest import SCREENSHOTS, Server
from tests.e2e.fingers import phone as telephone
from tests.e2e.hands import arrive
from tests.e2e.meeting import known
from tests.e2e.tables_hands import TablesHands


@pytest.fixture
def phone(browser: Browser, shared_server: Server) -> Iterator[Page]:
    context = telephone(browser, shared_server.url)
    yield context.new_page()
    context.close()


def settled(page: Page) -> None:
    """The server has told the moves of the position on the board."""
    expect(page.locator(".board[aria-busy]")).to_have_attribute("aria-busy", "false")


def asked(page: Page, act: Callable[[], object], rulebook: str = "clasico") -> Exercise:
    """The exercise that the page shows after an act."""
    with page.expect_response("**/api/exercises/next*") as answer:
        act()
    body: dict[str, Any] = answer.value.json()
    expect(page.locator("[data-state]")).to_have_attribute("data-state", "asked")
    settled(page)
    return sets.index(load(rulebook))[body["id"]]


def choose_theme(page: Page, theme: str) -> None:
    if not page.locator("[data-theme-choice]").is_visible():
        page.locator("summary", has_text="Temas y puntuación").click()
    page.locator("[data-theme-choice]").select_option(theme)


def play(page: Page, move: str, by_keys: bool = False) -> None:
    for square in (move[:2], move[2:4]):
        cell = page.locator(f'[data-cell="{square}"]')
        if by_keys:
            cell.focus()
            page.keyboard.press("Enter")
            expect(cell).to_be_focused()
        else:
            cell.click()


def solve(page: Page, exercise: Exercise, by_keys: bool = False) -> None:
    for number in range(0, len(exercise.line), 2):
        play(page, exercise.line[number], by_keys)
        last = number + 1 == len(exercise.line)
        expect(page.locator("[data-state]")).to_have_attribute("data-state", "right" if last else "more")
        if not last:
            expect(page.locator(".verdict")).to_contain_text("Correcto")
            settled(page)


@pytest.mark.journey
def test_exercises_are_solved_missed_and_told(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/new/clasico")
    asked(page, page.get_by_role("link", name="Ejercicios").click)
    arrive(page, "**/exercises/clasico")
    exercise = asked(page, lambda: choose_theme(page, "mate-2"))
    expect(page.get_by_role("heading", level=2)).to_contain_text("ganan en 2")
    presentable("an exercise on squares")
    page.screenshot(path=SCREENSHOTS / "exercise.png")
    solve(page, exercise)
    expect(page.locator("[data-solution]")).to_contain_text("Mate en 2")
    expect(page.locator("[data-rating]")).to_contain_text("Su puntuación: 1200 →")
    presentable("a solved exercise")
    page.screenshot(path=SCREENSHOTS / "exercise-solved.png")

    second = asked(page, page.locator("[data-next]").click)
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    page.locator("[data-hint]").click()
    expect(page.locator(f'[data-cell="{second.line[0][:2]}"] .mark')).to_be_visible()
    solve(page, second, by_keys=True)
    expect(page.locator("[data-rating]")).to_be_visible()

    third = asked(page, page.locator("[data-next]").click)
    position = load("clasico").parse(third.position)
    wrong = next(
        str(move)
        for move in position.legal_moves()
        if str(move)[:4] != third.line[0][:4] and len(str(move)) == 4 and position.play(move).outcome() is None
    )
    play(page, wrong)
    expect(page.locator(".verdict")).to_contain_text("Hay algo mejor")
    page.locator("[data-reveal]").click()
    expect(page.locator("[data-solution]")).to_be_visible()
    expect(page.get_by_text("Vuelve el")).to_be_visible()
    page.get_by_role("button", name="Guardar como estudio").click()
    arrive(page, "**/study/*")
    expect(page.locator("[data-node]")).to_have_count(len(third.line) + len(third.rest))


def test_a_turn_of_dice_and_the_cube_on_a_telephone(phone: Page, axe: Callable[[Page], list[str]]) -> None:
    asked(phone, lambda: phone.goto("/exercises/backgammon"), "backgammon")
    cube = asked(phone, lambda: choose_theme(phone, "when-to-double"), "backgammon")
    expect(phone.locator("[data-answer]")).to_have_count(4)
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.screenshot(path=SCREENSHOTS / "exercise-cube-360.png")
    wrong = next(name for name in ("no-double", "double-take") if name != cube.line[0])
    phone.locator(f'[data-answer="{wrong}"]').click()
    expect(phone.locator(f'[data-answer="{wrong}"]')).to_be_disabled()
    phone.locator(f'[data-answer="{cube.line[0]}"]').click()
    expect(phone.locator("[data-state]")).to_have_attribute("data-state", "right")

    turn = asked(phone, lambda: choose_theme(phone, "hit"), "backgammon")
    game = load("backgammon")
    position = game.parse(turn.position)
    steps = position.taken(position.parse_move(turn.line[0]))
    hands = TablesHands(phone)
    side = position.side.word
    for step in steps:
        for place in (step.origin, step.target):
            hands.click(f"{place}:{side}" if place in ("bar", "off") else place)
    phone.locator("[data-confirm]").click()
    expect(phone.locator("[data-state]")).to_have_attribute("data-state", "right")
    expect(phone.locator("[data-solution]")).to_contain_text("puntos")
    phone.screenshot(path=SCREENSHOTS / "exercise-turn-360.png", full_page=True)
    phone.get_by_role("link", name="Abrir en el tablero de análisis").click()
    arrive(phone, "**/analysis/backgammon*")
    expect(phone.locator("[data-node]")).to_have_count(1)


@pytest.mark.parametrize(
    ("visitor", "said"),
    [("page", "no tiene ejercicios todavía"), ("english", "has no exercises yet")],
    ids=["Spanish", "English"],
)
def test_a_sheet_without_exercises_says_so(visitor: str, said: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(visitor)
    sheet = page.request.get("/api/rulebooks/clasico/sheet").json() | {"id": "mine"}
    sheet["goal"] = sheet.get("goal", {}) | {"stalemate": "win"}
    saved = page.request.post("/api/sheets", data={"sheet": sheet})
    assert saved.ok, saved.text()
    page.goto(f"/exercises/{saved.json()['hash']}")
    expect(page.get_by_text(said)).to_be_visible()


def test_ones_own_games_become_exercises(phone: Page, axe: Callable[[Page], list[str]]) -> None:
    known(phone)
    moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "d7d6", "h5f7"]
    made = phone.request.post("/api/games", data={"id": str(uuid4()), "rulebook": "clasico", "moves": moves})
    assert made.ok, made.text()
    phone.goto(f"/game/{made.json()['id']}")
    asked(phone, phone.locator("[data-own-exercises]").click)
    phone.locator("[data-search-own]").click()
    expect(phone.locator("[data-own]")).to_have_attribute("data-own", "done")
    expect(phone.locator("[data-own]")).to_contain_text("Ejercicios encontrados en sus partidas")
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.screenshot(path=SCREENSHOTS / "exercise-own-360.png", full_page=True)
    with phone.expect_response("**/api/exercises/next*") as answer:
        phone.locator("[data-solve-own]").click()
    assert answer.value.json()["id"] not in sets.index(load("clasico"))
    expect(phone.locator("[data-source-choice]")).to_have_value("mine")
