"""Tournaments that are played here, from the opening to the end: an arena of three, and a knockout of several games."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands, arrive
from tests.e2e.meeting import Visit, account, known
from tests.e2e.test_tournaments import tab
from tests.patience import until

CLOCK = {"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2000}


def seen(page: Page, name: str) -> None:
    if folder := os.environ.get("AXEDREZ_SHOTS"):
        size = page.viewport_size
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)
        page.set_viewport_size(size)  # type: ignore[arg-type]


def organized(page: Page, title: str, **settings: Any) -> str:
    """A tournament of a person who goes to its page: its path."""
    known(page)
    body = {"id": str(uuid4()), "settings": {"title": title, "rulebook": "clasico", "clock": CLOCK, **settings}}
    made = page.request.post("/api/tournaments", data=body)
    assert made.status == 201, made.text()
    path = f"/tournament/{made.json()['id']}"
    page.goto(path)
    return path


def enter(page: Page, name: str, path: str = "") -> None:
    if path:
        page.goto(path)
    mine = page.locator("[data-my-card]")
    mine.get_by_label("Su nombre").fill(name)
    mine.get_by_role("button", name="Participar").click()
    expect(mine).to_contain_text("Está inscrito")


def begin(page: Page) -> None:
    page.get_by_role("button", name="Empezar el torneo").click()
    page.get_by_role("dialog").get_by_role("button", name="Empezar el torneo").click()


def to_game(page: Page, before: str = "") -> str:
    """Go to one's game, which is another one than before: its path."""
    link = page.get_by_role("link", name="Ir a mi partida")
    if before:
        expect(link).not_to_have_attribute("href", before)
    link.click()
    arrive(page, "**/game/*")
    return urlsplit(page.url).path


def resign(page: Page) -> None:
    page.get_by_role("button", name="Rendirse").click()
    page.get_by_role("dialog").get_by_role("button", name="Rendirse").click()


def back(page: Page, title: str) -> None:
    expect(page.get_by_role("link", name="Nueva partida")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(f"^Torneo: {title}"))).to_be_visible()
    expect(page.get_by_role("button", name="Revancha")).to_have_count(0)  # the tournament says who plays whom
    page.get_by_role("link", name=re.compile(f"^Torneo: {title}")).click()
    arrive(page, "**/tournament/**")


def white_of(*players: Page) -> Page:
    """Who has White in the game that these are at."""
    for page in players:
        view = Hands(page).view()
        me = page.request.get("/api/me").json()["id"]
        if view["players"]["white"]["person"] == me:
            return page
    raise AssertionError("nobody has White")


def test_an_arena_of_three(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva, leo = visit(), visit(360, 740), visit()
    path = organized(ana, "Arena", format="arena", minutes=5)
    enter(ana, "Ana")
    enter(eva, "Eva", path)
    begin(ana)
    to_game(eva)
    to_game(ana)
    seen(ana, "arena-game")
    # Somebody comes late, and waits until one of the two is free again.
    enter_late(leo, path)
    expect(leo.locator("[data-state]")).to_contain_text("Se juega la arena")
    seen(leo, "arena-waits")
    first = white_of(ana, eva)
    second = eva if first is ana else ana
    Hands(first).type("e4")
    Hands(second).expect_moves(1)
    resign(second)
    back(first, "Arena")
    expect(first.get_by_role("link", name="Ir a mi partida")).to_be_visible()
    expect(leo.get_by_role("link", name="Ir a mi partida")).to_be_visible()
    back(second, "Arena")
    expect(second.locator("[data-my-card]")).to_contain_text("en cuanto haya rival")
    seen(second, "arena-second")
    tab(second, "Clasificación")
    expect(second.locator("[data-place='1']").first).to_contain_text("2")
    seen(second, "arena-standings")
    assert axe(second) == []
    assert eva.evaluate("document.documentElement.scrollWidth") <= 360
    tab(leo, "Emparejamientos")
    expect(leo.locator("tr[data-board]")).to_have_count(2)
    seen(leo, "arena-pairings")
    ana.goto(path)
    ana.get_by_role("button", name="Terminar el torneo").click()
    ana.get_by_role("dialog").get_by_role("button", name="Terminar el torneo").click()
    for page in (ana, leo):
        expect(page.locator("[data-state]")).to_have_text("El torneo ha terminado.")
    seen(ana, "arena-end")


def enter_late(page: Page, path: str) -> None:
    page.goto(path)
    mine = page.locator("[data-my-card]")
    mine.get_by_label("Su nombre").fill("Leo")
    mine.get_by_role("button", name="Participar").click()
    expect(mine).to_contain_text("Espere")


def test_a_knockout_of_several_games(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva = visit(), visit(360, 740)
    last = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0, "black": {"initial_ms": 240_000}}
    more = {"games_per_pairing": 2, "armageddon": last}
    path = organized(ana, "Final", format="knockout", **more)
    enter(ana, "Ana")
    enter(eva, "Eva", path)
    begin(ana)
    whites, before = [], ""
    for number in range(1, 4):
        to_game(ana, before)
        before = to_game(eva, before)
        white = white_of(ana, eva)
        black = eva if white is ana else ana
        whites.append(white)
        if number == 3:
            expect(black.get_by_role("timer", name="Negras")).to_have_text(re.compile("4:00|3:5"))
            expect(black.locator("[data-armageddon]")).to_contain_text("a las negras les bastan las tablas")
        Hands(white).type("e4")
        Hands(black).expect_moves(1)
        Hands(black).type("e5")
        Hands(white).expect_moves(2)
        if number == 3:
            seen(black, "knockout-armageddon")
        draw(white, black)
        if number == 1:
            seen(white, "knockout-drawn")
        for page in (ana, eva):
            back(page, "Final")
        if number < 3:
            stage = ("partida 2", "Armagedón")[number - 1]
            expect(eva.locator("tr[data-board='1']")).to_contain_text(stage)
            if number == 1:
                seen(eva, "knockout-between")
    assert whites[0] is not whites[1]
    expect(ana.locator("[data-state]")).to_contain_text("ha terminado")
    tab(eva, "Cuadro")
    winner = "Ana" if whites[2] is eva else "Eva"  # in Armageddon a draw is enough for Black
    expect(eva.locator("[data-bracket] .won")).to_contain_text(winner)
    expect(eva.locator("[data-bracket] .points")).to_have_text(["1½", "1½"])
    seen(eva, "knockout-bracket")
    assert axe(eva) == []
    assert eva.evaluate("document.documentElement.scrollWidth") <= 360


def draw(one: Page, other: Page) -> None:
    one.get_by_role("button", name="Ofrecer tablas").click()
    one.get_by_role("dialog").get_by_role("button", name="Ofrecer tablas").click()
    other.get_by_role("button", name="Aceptar").click()
    until(lambda: Hands(one).view()["outcome"] is not None)


def test_the_host_of_a_display_is_led_from_board_to_board(
    page: Page, visit: Visit, presentable: Callable[[str], None]
) -> None:
    def do(whose: Page, kind: str) -> None:
        command = {"id": str(uuid4()), "command": {"type": kind}}
        answer = whose.request.post(f"/api{show.replace('tournament', 'tournaments')}/commands", data=command)
        assert answer.ok, answer.text()

    tomorrow = int(time.time() * 1000) + 86_400_000
    show = organized(page, "Simultánea", format="simul", start_at=tomorrow)
    do(page, "enter")
    for _ in range(2):
        guest = visit()
        known(guest)
        do(guest, "enter")
    expect(page.locator("[data-next]")).to_contain_text("Empieza el")
    do(page, "start")  # before its time; the first round is paired by itself
    following = page.locator("[data-next-board]")
    expect(following).to_contain_text("Siguiente tablero que espera: 1,")
    page.get_by_text("Mis tableros").click()
    expect(page.locator("[data-own-boards]")).to_contain_text("Tableros: 2; le toca en 2.")
    seen(page, "display-boards")
    presentable("the boards of a host")
    following.click()
    first = page.url
    expect(following).to_contain_text("Siguiente tablero que espera: 2,")
    seen(page, "display-game")
    presentable("a board of a host")
    following.click()
    expect(page).not_to_have_url(first)
    expect(following).to_contain_text("Siguiente tablero que espera: 1,")


def test_a_tournament_is_handed_over(visit: Visit) -> None:
    eva, ana = visit(), visit()
    helper = account(ana, "Ana")
    path = organized(eva, "Martes")
    organizers = eva.locator("[data-organizers]")
    organizers.get_by_text("Más organizadores").click()
    organizers.get_by_label("Nombre de su cuenta").fill(helper.login)
    organizers.get_by_role("button", name="Añadir", exact=True).click()
    organizers.get_by_role("button", name="Traspasar el torneo a Ana").click()
    seen(eva, "hand-over")
    eva.get_by_role("dialog").get_by_role("button", name="Traspasar").click()
    expect(organizers.get_by_role("button", name="Dejar de organizar")).to_be_visible()
    ana.goto(path)
    theirs = ana.locator("[data-organizers]")
    theirs.get_by_text("Más organizadores").click()
    theirs.get_by_role("button", name=re.compile("^Quitar a")).click()
    expect(eva.get_by_role("heading", name="Organización")).to_have_count(0)
