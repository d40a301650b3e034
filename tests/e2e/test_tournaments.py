"""Tournaments in the browser: an evening of wooden boards, and a tournament that is played here."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands, arrive, wait_for_fonts
from tests.e2e.meeting import Visit

NAMES = "Ana;2000\nBea;1900\nCid;1800\nDina;1700\nEva;1600\nFeo;1500"


def tab(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()


@pytest.mark.journey
def test_an_evening_of_wooden_boards(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Menú principal").get_by_role("link", name="Torneos").click()
    page.get_by_role("link", name="Torneo nuevo").click()

    # Three choices, and the order of the tie-breaks by their buttons.
    page.get_by_label("Título").fill("Club del martes")
    page.get_by_text("En tableros de madera").click()
    page.get_by_label("Rondas", exact=True).fill("3")
    page.get_by_text("Puntuación y desempates").click()
    up = page.get_by_role("button", name="Sonneborn-Berger: más arriba")
    wait_for_fonts(up)
    up.click()
    up.press("Enter")
    expect(page.locator("[data-tie]").first).to_have_attribute("data-tie", "SB")
    presentable("the form of a tournament")
    page.get_by_role("button", name="Crear torneo").click()
    expect(page.get_by_role("heading", name="Club del martes", level=1)).to_be_visible()
    place = page.url

    # A pasted list with a mistake, then the right one.
    names = page.get_by_label(re.compile("^Nombres"))
    names.fill("Ana;mucho")
    page.get_by_role("button", name="Añadir jugadores").click()
    expect(page.get_by_role("alert")).to_be_visible()
    names.fill(NAMES)
    page.get_by_role("button", name="Añadir jugadores").click()
    expect(page.get_by_role("heading", name="Participantes: 6")).to_be_visible()
    presentable("a tournament before it begins")
    page.get_by_role("button", name="Empezar el torneo").click()
    page.get_by_role("dialog").get_by_role("button", name="Empezar el torneo").click()
    expect(page.locator("[data-round='1'] [data-board]")).to_have_count(3)
    expect(page.locator("[data-board='1']")).to_contain_text("Ana")

    # Results by keyboard: each key enters one and goes on.
    page.locator("[data-enter]").first.focus()
    for key in ("1", "=", "0"):
        page.keyboard.press(key)
    for number, shown in enumerate(("1 – 0", "½ – ½", "0 – 1"), 1):
        expect(page.locator(f"[data-board='{number}'] [data-enter]")).to_have_text(shown)
    expect(page.locator("[data-state]")).to_contain_text("La ronda 1 de 3 ha terminado")

    # A correction asks for its reason.
    page.locator("[data-enter]").nth(1).press("1")
    page.get_by_role("dialog").get_by_label(re.compile("^Motivo")).fill("Planilla mal leída")
    page.get_by_role("dialog").get_by_role("button", name="Corregir").click()
    expect(page.locator("[data-board='2'] [data-enter]")).to_have_text("1 – 0")

    # The second round: two players change places before it is played.
    page.get_by_role("button", name="Emparejar la ronda 2").click()
    table = page.locator("[data-round='2']")
    first = table.locator("[data-board='1'] td").nth(1).inner_text()
    page.get_by_role("button", name="Cambiar emparejamientos").click()
    for cell in (table.locator("[data-board='1'] td").nth(1), table.locator("[data-board='2'] td").nth(1)):
        cell.get_by_role("button").click()
    page.get_by_role("dialog").get_by_label(re.compile("^Motivo")).fill("Vienen en el mismo coche")
    page.get_by_role("dialog").get_by_role("button", name="Intercambiar").click()
    expect(table.locator("[data-board='2'] td").nth(1)).to_have_text(first)
    presentable("the pairings of a round")

    # A projector elsewhere follows what is entered here.
    wall = page.context.new_page()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(f"{place}/projector")
    expect(wall.locator("[data-projector=pairings]")).to_be_visible()
    expect(wall.get_by_role("button")).to_have_count(0)
    page.locator("[data-enter]").first.focus()
    page.keyboard.press("1")
    expect(wall.get_by_role("listitem").first).to_contain_text("1 – 0")
    wall.keyboard.press("ArrowRight")
    expect(wall.locator("[data-projector=standings]")).to_contain_text("Ana")
    wall.close()
    for key in ("1", "1"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Emparejar la ronda 3").click()
    expect(page.locator("[data-round='3']")).to_be_visible()
    page.locator("[data-enter]").first.focus()
    for key in ("=", "=", "="):
        page.keyboard.press(key)

    # The standings with their sums, in English; the same on a small phone.
    page.get_by_role("button", name="English").click()
    tab(page, "Standings")
    expect(page.get_by_role("heading", name="Standings after round 3")).to_be_visible()
    value = page.locator("[data-place='1']").first.get_by_role("button", name=re.compile("^Buchholz of"))
    value.click()
    terms = page.locator("[data-term]")
    expect(terms).to_have_count(3)
    total = sum(float(term.locator(".value").inner_text().replace(",", ".")) for term in terms.all())
    assert total == float(value.inner_text().replace(",", ".").replace("½", ".5"))
    presentable("a sum of a tie-break")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    presentable("standings")
    tab(page, "Crosstable")
    expect(page.get_by_role("row").filter(has=page.get_by_role("link", name="Ana", exact=True))).to_contain_text("½")
    presentable("a crosstable")
    page.get_by_role("link", name="Ana", exact=True).click()
    expect(page.get_by_role("heading", name="Ana", level=2)).to_be_visible()
    presentable("a player's card")
    tab(page, "Log")
    expect(page.locator("[data-act=result]").filter(has_text="Planilla mal leída")).to_contain_text("Correction")
    expect(page.locator("[data-act=paired]").filter(has_text="Vienen en el mismo coche")).to_be_visible()
    presentable("the log")

    # On paper: the pairings without anything that can only be pressed, and slips alone.
    tab(page, "Pairings")
    expect(page.locator("[data-round='3']")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("[data-board='1']")).to_be_visible()
    for name in ("Print", "Projector", "Take back round 3"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("window.print = () => { window.slips = document.querySelectorAll('[data-slips] li').length }")
    page.get_by_role("button", name="Print slips").click()
    page.wait_for_function("window.slips === 3")
    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    expect(page.locator("[data-state]")).to_have_text("The tournament has ended.")
    page.get_by_text("Downloads").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="FIDE report TRF26").click()
    assert download.value.suggested_filename.endswith(".trf")
    with page.expect_download() as download:
        page.get_by_role("link", name="Certificates of the first three").click()
    with download.value.path().open("rb") as paper:
        assert paper.read(5) == b"%PDF-"


@pytest.mark.journey
def test_a_tournament_that_is_played_here(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva = visit(), visit(360, 740)
    ana.goto("/tournaments/new")
    ana.get_by_label("Título").fill("Dos en casa")
    ana.locator("label", has=ana.get_by_role("radio")).get_by_text("Liga doble", exact=True).click()
    ana.get_by_text("Inscripción", exact=True).click()
    ana.get_by_text("Con un código").click()
    ana.get_by_label("Código de inscripción").fill("torre")
    ana.get_by_text("Marcha del torneo").click()
    ana.get_by_label("La ronda siguiente se empareja sola").check()
    ana.get_by_label("Minutos entre rondas").fill("0")
    ana.get_by_role("button", name="Crear torneo").click()
    link = ana.get_by_label("Enlace para participar").input_value()
    mine = ana.locator("[data-my-card]")
    mine.get_by_label("Su nombre").fill("Ana")
    mine.get_by_role("button", name="Participar").click()
    expect(mine).to_contain_text("Está inscrito")

    # Somebody else finds it in the list; a wrong code is refused.
    eva.goto("/tournaments")
    eva.get_by_role("link", name="Dos en casa").click()
    assert eva.url == link
    hers = eva.locator("[data-my-card]")
    hers.get_by_label("Su nombre").fill("Eva")
    hers.get_by_label("Código de inscripción").fill("dama")
    hers.get_by_role("button", name="Participar").click()
    expect(hers.get_by_role("alert")).to_contain_text("código")
    hers.get_by_label("Código de inscripción").fill("torre")
    hers.get_by_role("button", name="Participar").click()
    expect(hers).to_contain_text("Está inscrito")
    expect(ana.locator("[data-state]")).to_contain_text("participantes: 2")
    assert axe(eva) == []
    assert eva.evaluate("document.documentElement.scrollWidth") <= 360
    ana.get_by_role("button", name="Empezar el torneo").click()
    ana.get_by_role("dialog").get_by_role("button", name="Empezar el torneo").click()

    # Two games: the second round comes by itself.
    for number in (1, 2):
        for player in (ana, eva):
            expect(player.locator("[data-my-card]")).to_contain_text(f"Ronda {number}, mesa 1")
        if number == 1:
            tab(eva, "Tableros")
            expect(eva.locator("[data-game]")).to_contain_text("Ana")
            assert axe(eva) == []
        for player in (ana, eva):
            player.get_by_role("link", name="Ir a mi partida").click()
            arrive(player, "**/game/*")
        white, black = (ana, eva) if Hands(ana).view()["players"]["white"]["name"] == "Ana" else (eva, ana)
        Hands(white).type("e4")
        Hands(black).expect_moves(1)
        eva.get_by_role("button", name="Rendirse").click()
        eva.get_by_role("dialog").get_by_role("button", name="Rendirse").click()
        for player in (ana, eva):
            back = player.get_by_role("link", name=re.compile("^Torneo: Dos en casa"))
            expect(back).to_have_class(re.compile("primary"))  # the end has come here, and moves the link
            back.click()
    expect(eva.locator("[data-state]")).to_have_text("El torneo ha terminado.")
    tab(eva, "Clasificación")
    winner = eva.locator("[data-place='1']")
    expect(winner).to_contain_text("Ana")
    expect(winner).to_contain_text("2")
    assert axe(eva) == []

    # An appeal, which the organizer answers; everybody reads both in the log.
    eva.get_by_role("button", name="Reclamar sobre mi mesa").click()
    eva.get_by_role("dialog").get_by_label(re.compile("^Motivo")).fill("Se cortó la luz")
    eva.get_by_role("dialog").get_by_role("button", name="Enviar la reclamación").click()
    expect(eva.locator("[data-appeals]")).to_contain_text("Se cortó la luz")
    ana.locator("[data-appeals]").get_by_role("button", name="Desestimar").click()
    ana.get_by_role("dialog").get_by_label(re.compile("^Motivo")).fill("La partida estaba perdida")
    ana.get_by_role("dialog").get_by_role("button", name="Responder").click()
    tab(eva, "Acta")
    expect(eva.locator("[data-act=appeal_answered]")).to_contain_text("La partida estaba perdida")


@pytest.mark.journey
def test_a_report_becomes_a_tournament_for_the_federation(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/tournaments/new")
    page.get_by_text("A partir de un informe de la FIDE").click()
    report = "012 Abierto de Oviedo\nXXR 3\n" + "".join(
        f"001 {number:4}      {name:33} {'':30} {points:>5} {number:4}  {other:4} {side} {part}\n"
        for number, name, points, other, side, part in (
            (1, "Ana", "1.0", 2, "w", "1"),
            (2, "Bea", "0.0", 1, "b", "0"),
        )
    )
    picker = page.locator("[data-import] input[type=file]")
    expect(picker).to_be_enabled()
    picker.set_input_files(
        {"name": "bad.trf", "mimeType": "text/plain", "buffer": report.replace("1.0", "9.0").encode()}
    )
    expect(page.locator("[data-import]").get_by_role("alert")).to_contain_text("Línea 3")
    presentable("a report that is imported")
    picker.set_input_files({"name": "good.trf", "mimeType": "text/plain", "buffer": report.encode()})
    expect(page.get_by_role("heading", name="Abierto de Oviedo", level=1)).to_be_visible()
    expect(page.locator("[data-round='1'] [data-board='1']")).to_contain_text("Ana")

    page.get_by_text("Datos para la federación").click()
    page.get_by_label("Lugar").fill("Oviedo")
    page.get_by_label("Árbitro principal").fill("Pérez, Eva")
    page.locator("[data-federation] button").first.click()
    data = page.locator("[data-federation]")
    expect(data.get_by_role("status").first).to_have_text("Guardado.")
    data.get_by_label(re.compile("^Jugador")).select_option("Bea")
    data.get_by_label("Número de la FIDE").fill("2200001")
    data.get_by_label("Nacimiento").fill("2012/05/17")
    presentable("the data for the federation")
    data.get_by_role("button", name="Guardar").last.click()
    expect(data.get_by_role("status").last).to_have_text("Guardado.")
    address = page.url.split("/tournament/")[1].split("/")[0]
    text = page.request.get(f"/api/tournaments/{address}/files/trf26").text()
    assert "022 Oviedo" in text
    assert "102 Pérez, Eva" in text
    assert "2200001 2012/05/17" in text
