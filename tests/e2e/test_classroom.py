"""A class: pupils who meet on its first screen, and the board that shows all their games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import Hands, arrive
from tests.e2e.meeting import Visit

CLOCK = {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5000}


@pytest.fixture
def serve_words() -> tuple[str, ...]:
    return ("classroom",)


def join(pupil: Page, name: str) -> None:
    """Come to the class and wait for anybody who wants a game of Clásico."""
    pupil.goto("/")
    school = pupil.get_by_role("region", name="Jugar con la clase")
    expect(school).to_contain_text("En la clase no hay charla.")
    school.get_by_label("Su nombre").fill(name)
    school.get_by_role("button", name="Clásico", exact=True).click()


def new_game(page: Page, rulebook: str, moves: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    """A game between two people at one screen."""
    data = {"id": str(uuid4()), "rulebook": rulebook, "moves": moves, **fields}
    answer = page.request.post("/api/games", data=data)
    assert answer.ok, answer.text()
    view: dict[str, Any] = answer.json()
    return view


def card(page: Page, game: str) -> Locator:
    return page.locator(f'[data-game="{game}"]')


@pytest.mark.journey
def test_pupils_play_and_the_teacher_sees_it(server: object, visit: Visit) -> None:
    teacher, ana, eva = visit(), visit(360, 740), visit()
    teacher.goto("/")
    teacher.get_by_role("navigation", name="Menú principal").get_by_role("link", name="La clase").click()
    expect(teacher.locator("[data-empty]")).to_be_visible()
    expect(teacher.locator("[data-address]")).to_have_text(re.compile(r"^[\d.]+:\d+$"))
    address = teacher.locator("[data-address]").inner_text()
    expect(teacher.get_by_role("img", name=f"Código QR de http://{address}")).to_be_visible()
    join(ana, "Ana")
    arrive(ana, "**/invitation/*")
    join(eva, "Eva")
    for pupil in (ana, eva):
        arrive(pupil, "**/game/*")
    shown = card(teacher, ana.url.rsplit("/", 1)[1])
    expect(shown.get_by_role("link")).to_have_accessible_name(re.compile("^(Ana – Eva|Eva – Ana)$"))
    expect(teacher.locator("[data-count]")).to_have_text("Partidas en juego: 1")
    expect(shown.locator("[data-state]")).to_have_text("Juegan las blancas")
    expect(shown.locator("[data-away]")).to_have_count(0)
    white = Hands(ana)
    if white.view()["players"]["white"]["name"] == "Eva":
        white = Hands(eva)
    white.type("e4")
    expect(shown.locator("[data-last]")).to_have_text("· e4")
    expect(shown.locator("[data-state]")).to_have_text("Juegan las negras")
    # The card leads to the game, where the teacher is one of those who watch.
    shown.get_by_role("link").click()
    arrive(teacher, "**/game/*")
    expect(teacher.get_by_text("Es una partida de otras personas.")).to_be_visible()
    expect(teacher.locator("[data-chat]")).to_have_count(0)
    teacher.get_by_role("button", name="Volver", exact=True).click()
    expect(shown.locator("[data-last]")).to_have_text("· e4")
    # A player who leaves is marked; the result of a game is shown.
    eva.close()
    expect(shown.locator("[data-away]")).to_have_count(1)
    ana.get_by_role("button", name="Rendirse").click()
    ana.get_by_role("dialog").get_by_role("button", name="Rendirse").click()
    expect(shown.locator("[data-state]")).to_have_text(re.compile("^(Blancas|Negras) ganan por abandono del rival$"))
    expect(teacher.locator("[data-announcer]")).to_contain_text("ganan por abandono del rival.")
    expect(teacher.locator("[data-count]")).to_have_text("Partidas en juego: 0")


def test_games_that_wait_long_are_marked_and_may_come_first(server: object, visit: Visit) -> None:
    teacher = visit()
    teacher.clock.install()
    chess = new_game(teacher, "clasico", moves=("e4",))["id"]
    teacher.goto("/classroom")
    state = card(teacher, chess).locator("[data-state]")
    expect(state).to_have_text("Juegan las negras")
    teacher.clock.fast_forward(70_000)
    expect(state).to_have_text(re.compile(r"^Negras: sin mover desde hace [1-9]:\d\d$"))
    tables = new_game(teacher, "chessgammon")["id"]
    expect(card(teacher, tables)).to_be_visible()
    expect(teacher.locator("[data-game]").first).to_have_attribute("data-game", chess)
    # A game by correspondence waits for days.
    slow = new_game(teacher, "clasico", clock={"kind": "correspondence", "days": 2})["id"]
    expect(card(teacher, slow)).to_be_visible()
    teacher.clock.fast_forward(100_000)
    expect(card(teacher, tables).locator("[data-state]")).to_contain_text(
        re.compile(r"sin mover desde hace [1-9]:\d\d")
    )
    expect(card(teacher, slow).locator("[data-state]")).to_have_text("Juegan las blancas")
    teacher.get_by_label("Orden").select_option("waiting")
    expect(teacher.locator("[data-game]").last).to_have_attribute("data-game", slow)
    teacher.reload()
    expect(teacher.get_by_label("Orden")).to_have_value("waiting")


def test_forty_games_of_both_families_fit(server: object, page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/classroom")
    for number in range(40):
        rulebook = ("clasico", "chessgammon", "los-alamos", "tradicional")[number % 4]
        new_game(page, rulebook, clock=CLOCK if number % 2 else None, players={"white": {"name": f"Alumna {number}"}})
    expect(page.locator("[data-game]")).to_have_count(40)
    expect(page.locator("[data-count]")).to_have_text("Partidas en juego: 40")
    expect(page.locator("[data-game] .thumbnail")).to_have_count(30)
    presentable("the board of a class")
    # By keyboard alone: from the order to the first game.
    page.get_by_label("Orden").focus()
    page.keyboard.press("Tab")
    first = page.locator("[data-game]").first.get_by_role("link")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    arrive(page, "**/game/*")


def test_the_first_screen_of_a_class(server: object, page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/")
    expect(page.get_by_role("region", name="Jugar con la clase")).to_be_visible()
    presentable("the first screen of a class")
    page.get_by_role("link", name="Ver quién espera").click()
    arrive(page, "**/lobby")
