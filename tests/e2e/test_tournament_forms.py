"""Tournaments in the browser: teams, pairs that never meet, a knockout with its bracket, times that are agreed on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.meeting import Visit
from tests.e2e.test_tournaments import tab

SOON = "new Date(Date.now() + 3 * 86400000 - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 16)"
"""In three days, as a field of the page has it."""
NAMES = "Ana;2000\nBea;1900\nCid;1800\nDina;1700"


def begin(page: Page) -> None:
    page.get_by_role("button", name="Empezar el torneo").click()
    page.get_by_role("dialog").get_by_role("button", name="Empezar el torneo").click()


def new(page: Page, title: str, kind: str = "Suizo") -> None:
    page.goto("/tournaments/new")
    page.get_by_label("Título").fill(title)
    page.locator("form", has_text="Crear torneo").get_by_text(kind, exact=True).click()


def listed(page: Page, names: str) -> None:
    page.get_by_label(re.compile("^Nombres")).fill(names)
    page.get_by_role("button", name="Añadir jugadores").click()


def test_an_evening_of_teams(page: Page, presentable: Callable[[str], None]) -> None:
    new(page, "Interclubes")
    page.get_by_label("Juegan equipos").check()
    page.get_by_label("Tableros por encuentro").fill("2")
    page.get_by_text("En tableros de madera").click()
    page.get_by_label("Rondas", exact=True).fill("1")
    presentable("the form of a tournament of teams")
    page.get_by_role("button", name="Crear torneo").click()
    expect(page.get_by_role("heading", name="Interclubes", level=1)).to_be_visible()

    # A line without a team is refused unless one is named for all of them.
    listed(page, NAMES)
    expect(page.get_by_role("alert")).to_contain_text("cada jugador entra con su equipo")
    page.get_by_label("Equipo de quienes no lo dicen en su línea").fill("Norte")
    listed(page, f"{NAMES}\nEva;1600;;;Sur")
    expect(page.get_by_role("heading", name="Participantes: 5")).to_be_visible()

    # Two change their team.
    tab(page, "Equipos")
    for name in ("Bea", "Dina"):
        page.get_by_role("button", name=f"Sacar a {name} del equipo Norte").click()
        expect(page.locator("[data-assign]").get_by_label(name)).to_be_visible()
    presentable("teams before the start")
    form = page.locator("[data-assign]")
    form.get_by_label("Bea").check()
    form.get_by_label("Dina").check()
    form.get_by_label("Equipo, de los que hay o nuevo").fill("sur")
    form.get_by_role("button", name="Poner en el equipo").click()
    south = page.locator("[data-team='Sur'] li")
    expect(south).to_have_count(3)
    expect(south.first).to_contain_text("Bea")
    down = page.get_by_role("button", name="Bea: un tablero más abajo")
    down.press("Enter")
    expect(south.nth(1)).to_contain_text("Bea")
    expect(page.get_by_role("button", name="Bea: un tablero más abajo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(south.nth(2)).to_contain_text("Bea")
    page.get_by_role("button", name="Bea: un tablero más arriba").press("Enter")
    expect(south.nth(1)).to_contain_text("Bea")

    # A match of two boards, its results by keyboard.
    begin(page)
    tab(page, "Emparejamientos")
    match = page.locator("[data-team-match]")
    expect(match).to_contain_text("Norte")
    page.locator("[data-enter]").first.focus()
    page.keyboard.press("1")
    page.keyboard.press("=")
    expect(match).to_contain_text(re.compile("1½ – ½|½ – 1½"))
    expect(page.get_by_role("button", name="Cambiar emparejamientos")).to_have_count(0)
    presentable("the boards of a match")
    wall = page.context.new_page()
    wall.goto(f"{page.url.split('/pairings')[0]}/projector")
    expect(wall.get_by_role("listitem").first).to_contain_text(re.compile("Norte.*Sur|Sur.*Norte"))
    expect(wall.get_by_role("listitem").first).to_contain_text("1½")
    wall.close()

    # Matches count before boards; each board has its best.
    tab(page, "Clasificación")
    winner = page.locator("[data-place='1']")
    expect(winner.locator("td").nth(2)).to_have_text("2")
    expect(winner.locator("td").nth(3)).to_have_text("1½")
    expect(page.locator("[data-by-board] table")).to_have_count(2)
    winner.locator("td").nth(3).get_by_role("button").click()
    expect(page.locator("[data-term]")).to_contain_text(["Ronda 1"])
    expect(page.locator("[data-term]")).to_contain_text(["1½"])
    page.keyboard.press("Escape")
    presentable("standings of teams")
    winner.get_by_role("link").click()
    expect(page.get_by_text("puntos de tablero: 1½")).to_be_visible()
    presentable("the card of a team")
    tab(page, "Tabla cruzada")
    page.get_by_role("rowheader", name="Sur").get_by_role("link").click()
    expect(page.get_by_role("heading", name="Sur", level=2)).to_be_visible()


def test_pairs_that_never_meet_and_who_else_organizes(page: Page, presentable: Callable[[str], None]) -> None:
    new(page, "Hermanos")
    page.get_by_text("En tableros de madera").click()
    page.get_by_label("Rondas", exact=True).fill("2")
    page.get_by_text("Marcha del torneo").click()
    page.get_by_label("Cada ronda dura días").check()
    page.get_by_role("button", name="Crear torneo").click()
    listed(page, NAMES)
    part = page.locator("[data-forbidden]")
    part.get_by_text("Parejas que no se enfrentan").click()
    part.get_by_label("Un jugador").select_option("Ana")
    part.get_by_label("El otro").select_option("Ana")
    part.get_by_role("button", name="Añadir la pareja").click()
    expect(part.get_by_role("alert")).to_contain_text("dos jugadores distintos")
    for other in ("Cid", "Bea"):  # the Dutch system would let Ana meet Cid
        part.get_by_label("Un jugador").select_option("Ana")
        part.get_by_label("El otro").select_option(other)
        part.get_by_role("button", name="Añadir la pareja").click()
        expect(part.get_by_text(f"Ana – {other}")).to_be_visible()
    part.get_by_role("button", name="Ana y Bea pueden enfrentarse").press("Enter")
    expect(part.get_by_role("listitem")).to_have_count(1)
    presentable("pairs that never meet")

    others = page.locator("[data-organizers]")
    others.get_by_text("Más organizadores").click()
    others.get_by_label("Nombre de su cuenta").fill("nadie-de-aquí")
    others.get_by_role("button", name="Añadir", exact=True).click()
    expect(others.get_by_role("alert")).to_contain_text("No hay ninguna cuenta")
    begin(page)
    expect(page.locator("[data-round='1'] [data-board]")).to_have_count(2)
    rows = page.locator("tr[data-board]").all_inner_texts()
    assert not any("Ana" in row and "Cid" in row for row in rows)

    # In a slow round an organizer decides when a board is played.
    page.get_by_role("button", name="Fijar la hora de una mesa").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Mesa").select_option("2")
    dialog.get_by_label("Día y hora").fill(page.evaluate(SOON))
    presentable("the time of a board")
    dialog.get_by_role("button", name="Fijar", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-board='2'] .stage")).to_be_visible()


def test_a_knockout_with_its_bracket(page: Page, presentable: Callable[[str], None]) -> None:
    new(page, "Copa", "Eliminatoria")
    page.get_by_text("Marcha del torneo").click()
    page.get_by_label("Partidas por encuentro").fill("2")
    page.get_by_role("button", name="Añadir una partida rápida").click()
    page.get_by_label("Partida 1: minutos").fill("3")
    page.get_by_label("Al final, una partida Armagedón").check()
    page.get_by_label("Minutos de las blancas").fill("4")
    page.get_by_text("Por sorteo").click()
    page.get_by_label("Semilla del sorteo").fill("41207")
    page.get_by_text("Inscripción", exact=True).click()
    page.get_by_text("Solo la lista de la organización").click()
    presentable("the form of a knockout")
    page.get_by_role("button", name="Crear torneo").click()
    expect(page.get_by_role("alert")).to_contain_text("Armagedón")  # White has no more time than Black
    page.get_by_label("Minutos de las blancas").fill("5")
    page.get_by_text("También se juega por el tercer puesto").click()
    page.get_by_role("button", name="Crear torneo").click()
    listed(page, f"{NAMES}\nEva;1600")
    expect(page.get_by_role("heading", name="Participantes: 5")).to_be_visible()
    begin(page)

    # Two draws do not decide: the faster game and Armageddon follow, in which a draw is enough for Black.
    cell = page.locator("[data-board='1']")
    for stage in ("partida 1", "partida 2", "desempate: partida 3", "Armagedón"):
        expect(cell).to_contain_text(stage)
        cell.locator("[data-enter]").press("=")
    expect(cell.locator("[data-enter]")).to_have_text("0 – 1")
    tab(page, "Cuadro")
    bracket = page.locator("[data-bracket]")
    expect(bracket.get_by_role("region")).to_have_count(3)
    expect(bracket.get_by_text("pasa sin jugar")).to_have_count(3)
    expect(bracket.locator(".won")).to_have_count(4)
    presentable("a bracket")
    page.get_by_role("button", name="Emparejar la ronda 2").click()
    tab(page, "Emparejamientos")

    # An organizer may decide who goes on without the games.
    for board in (1, 2):
        page.locator(f"[data-board='{board}'] [data-enter]").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("Quién pasa").click()
        presentable("who goes on")
        dialog.get_by_role("button", name="Anotar").click()
        expect(page.locator(f"[data-board='{board}'] [data-enter]")).to_have_text("1 – 0")
    page.get_by_role("button", name="Emparejar la ronda 3").click()
    tab(page, "Cuadro")
    expect(page.get_by_role("region", name="Tercer puesto")).to_be_visible()


def test_two_agree_on_a_time(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva = visit(), visit(360, 740)
    new(ana, "Sin prisa", "Liga")
    ana.get_by_text("Marcha del torneo").click()
    ana.get_by_label("Cada ronda dura días").check()
    ana.get_by_label("Días por ronda").fill("10")
    ana.get_by_text("Lo gana quien se presentó").click()
    ana.get_by_role("button", name="Crear torneo").click()
    link = ana.get_by_label("Enlace para participar").input_value()
    eva.goto(link)
    for player, name in ((ana, "Ana"), (eva, "Eva")):
        mine = player.locator("[data-my-card]")
        mine.get_by_label("Su nombre").fill(name)
        mine.get_by_role("button", name="Participar").click()
        expect(mine).to_contain_text("Está inscrito")
    begin(ana)
    hers, theirs = ana.locator("[data-agreed-time]"), eva.locator("[data-agreed-time]")
    hers.get_by_label("Día y hora").fill(ana.evaluate(SOON))
    hers.get_by_role("button", name="Proponer").click()
    expect(hers).to_contain_text("falta que Eva acepte")
    expect(theirs).to_contain_text("Ana propone")
    assert axe(eva) == []
    assert eva.evaluate("document.documentElement.scrollWidth") <= 360
    theirs.get_by_role("button", name="Aceptar esta hora").click()
    expect(hers).to_contain_text("Acordado")
    tab(eva, "Acta")
    expect(eva.locator("[data-act=time_agreed]")).to_have_count(1)
