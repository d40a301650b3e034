"""Two people, two browsers: invitations, games between two screens, chat, and those who watch."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.hands import ONLINE, Hands, arrive, choose_opponent, offer, press_start
from tests.e2e.meeting import Visit, invited, together
from tests.e2e.serving import left_at_once
from tests.e2e.tables_hands import TablesHands


@pytest.mark.journey
def test_by_link_to_mate_and_again(visit: Visit) -> None:
    ana, eva = visit(), visit()
    white, black = together(ana, eva)
    assert white.page.url == black.page.url
    # Each sits below, sees the other's name, and that they are there.
    expect(ana.get_by_role("region").nth(0)).to_contain_text("Eva")
    expect(eva.get_by_role("region").nth(0)).to_contain_text("Ana")
    expect(eva.get_by_role("gridcell").first).to_have_attribute("data-cell", "h1")
    expect(ana.locator("[data-standing=here]")).to_be_visible()
    # Nobody picks the other's pieces, and there is no undo.
    black.click("e2")
    expect(black.look("e2")).not_to_have_class(re.compile("picked"))
    white.click("f2", "f3")
    black.expect_moves(1)
    white.click("e7")
    expect(white.look("e7")).not_to_have_class(re.compile("picked"))
    expect(ana.get_by_role("button", name="Deshacer", exact=True)).to_have_count(0)
    black.click("e7", "e5")
    white.expect_moves(2)
    white.type("g4")
    black.expect_moves(3)
    black.click("d8", "h4")
    for page, words in ((ana, "Ha perdido por jaque mate"), (eva, "Ha ganado por jaque mate")):
        expect(page.locator(".result")).to_contain_text(words)
        expect(page.locator(".moves .comment")).to_have_text(f"0-1 · {words}")
    # The rematch: one proposes it, the other agrees; colours are changed.
    first = ana.url
    ana.get_by_role("button", name="Revancha").click()
    expect(ana.get_by_text("Revancha propuesta")).to_be_visible()
    eva.get_by_role("button", name="Rechazar").click()
    ana.get_by_role("button", name="Revancha").click()
    expect(ana.get_by_text("Revancha propuesta")).to_be_visible()
    eva.get_by_role("button", name="Jugar la revancha").click()
    for page in (ana, eva):
        arrive(page, lambda url: "/game/" in url and url != first)
        expect(page.get_by_text("Aún no hay jugadas.")).to_be_visible()
    assert ana.url == eva.url
    players = white.view()["players"]
    assert (players["white"]["name"], players["black"]["name"]) == ("Eva", "Ana")


def test_takeback_and_draw_by_agreement(visit: Visit) -> None:
    white, black = together(visit(), visit())
    white.type("e4")
    black.expect_moves(1)
    black.page.keyboard.press("Escape")
    white.page.get_by_role("button", name="Pedir deshacer").click()
    expect(white.status).to_contain_text("Ha pedido deshacer")
    expect(white.page.get_by_role("button", name="Aceptar")).to_have_count(0)
    black.page.get_by_role("button", name="Aceptar").click()
    white.expect_moves(0)
    white.type("d4")
    black.expect_moves(1)
    black.type("d5")
    white.expect_moves(2)
    offer(white.page)
    expect(black.status).to_contain_text("Blancas ofrecen tablas.")
    expect(white.page.get_by_role("button", name="Aceptar")).to_have_count(0)
    black.page.get_by_role("button", name="Aceptar").click()
    for hands in (white, black):
        expect(hands.page.locator(".result")).to_contain_text("Tablas por acuerdo")


@pytest.mark.clause("C-18")
def test_a_flag_falls_on_both_screens(visit: Visit) -> None:
    white, black = together(visit(), visit(), clock=("0.02", "0", "10"))
    white.type("e4")
    black.expect_moves(1)
    black.type("e5")
    for hands in (white, black):
        expect(hands.page.locator(".result")).to_contain_text("por tiempo agotado")
    assert white.view()["outcome"]["result"] == "0-1"


@pytest.mark.journey
def test_a_cut_network_in_mid_move_loses_nothing(visit: Visit) -> None:
    ana, eva = visit(), visit()
    white, black = together(ana, eva)
    white.type("e4")
    black.expect_moves(1)
    ana.context.set_offline(True)
    eva.context.set_offline(True)
    black.click("e7", "e5")
    expect(black.page.get_by_text("Sin conexión con el servidor")).to_be_visible()
    eva.context.set_offline(False)
    black.expect_moves(2)
    ana.context.set_offline(False)
    white.expect_moves(2)
    white.type("Cf3")
    black.expect_moves(3)
    assert list(white.tokens()) == ["e2e4", "e7e5", "g1f3"]


def test_who_watches_touches_nothing(visit: Visit) -> None:
    ana, eva, leo = visit(), visit(), visit()
    white, black = together(ana, eva)
    leo.goto(ana.url)
    watching = Hands(leo)
    expect(leo.locator("[data-watching]")).to_contain_text("Es una partida de otras personas. Mirando: 1.")
    expect(ana.locator("[data-watching]")).to_have_text("Mirando: 1.")
    for name in ("Rendirse", "Ofrecer tablas", "Deshacer", "Terminar sin resultado"):
        expect(leo.get_by_role("button", name=name)).to_have_count(0)
    expect(leo.get_by_label("Jugada escrita")).to_have_count(0)
    watching.click("e2")
    expect(watching.look("e2")).not_to_have_class(re.compile("picked"))
    white.type("e4")
    watching.expect_moves(1)
    watching.expect_piece("e4", "peón blanco")
    # What the players say to each other is theirs.
    ana.get_by_label("Decir algo").fill("secreto")
    ana.get_by_role("button", name="Decir", exact=True).click()
    expect(eva.get_by_role("log")).to_contain_text("Ana: secreto")
    leo.get_by_role("button", name="Bien jugado").click()
    expect(leo.get_by_role("log")).to_contain_text("Bien jugado")
    expect(leo.get_by_role("log")).not_to_contain_text("secreto")
    expect(eva.get_by_role("log")).not_to_contain_text("Bien jugado")
    black.page.close()
    expect(ana.locator("[data-standing=away]")).to_be_visible()


def test_chat(visit: Visit) -> None:
    ana, eva = visit(), visit()
    together(ana, eva)
    assert ana.evaluate("document.documentElement.scrollWidth") <= 1280
    eva.get_by_role("button", name="English").click()
    ana.get_by_role("button", name="Buena suerte").click()
    expect(eva.get_by_role("log")).to_contain_text("Ana: Good luck")
    expect(ana.get_by_role("log")).to_contain_text("Usted: Buena suerte")
    eva.get_by_label("Say something").fill("<b>thanks</b>")
    eva.keyboard.press("Enter")
    expect(ana.get_by_role("log")).to_contain_text("Eva: <b>thanks</b>")
    ana.reload()
    expect(ana.get_by_role("log")).to_contain_text("Eva: <b>thanks</b>")
    ana.get_by_label("Callar la charla").check()
    expect(ana.get_by_role("log")).to_have_count(0)
    ana.get_by_role("button", name="Rival…").click()
    ana.get_by_role("dialog").get_by_role("button", name="Denunciar").click()
    ana.get_by_label("Qué ha pasado").fill("Una prueba.")
    ana.get_by_role("button", name="Mandar la denuncia").click()
    expect(ana.get_by_text("La denuncia está mandada.")).to_be_visible()
    ana.get_by_role("button", name="Rival…").click()
    ana.get_by_role("dialog").get_by_role("button", name="Bloquear").click()
    expect(ana.get_by_text("Bloqueado: no volverán a cruzarse.")).to_be_visible()
    ana.goto("/account")
    ana.get_by_role("button", name="Desbloquear Eva").click()
    expect(ana.get_by_text("No ha bloqueado a nadie.")).to_be_visible()


def test_whoever_has_left_may_be_claimed(server: Server, visit: Visit) -> None:
    ana, eva = visit(), visit()
    white, black = together(ana, eva, clock=("10", "0"))
    white.type("e4")
    black.expect_moves(1)
    black.type("e5")
    white.expect_moves(2)
    eva.close()
    expect(ana.locator("[data-standing=away]")).to_be_visible()
    expect(ana.get_by_role("button", name="Reclamar la victoria")).to_have_count(0)
    # Half a minute later; that is any time at all to the server that comes now.
    server.change = left_at_once
    server.restart()
    expect(ana.locator("[data-standing=left]")).to_be_visible()
    expect(ana.get_by_role("button", name="Reclamar tablas")).to_be_visible()
    ana.get_by_role("button", name="Reclamar la victoria").click()
    expect(ana.locator(".result")).to_contain_text("Ha ganado por ausencia del rival")


@pytest.mark.journey
def test_the_lobby(server: object, visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva = visit(), visit(360, 740)
    eva.goto("/lobby")
    expect(eva.locator("[data-empty]")).to_be_visible()
    assert axe(eva) == []
    ana.goto("/new/clasico")
    choose_opponent(ana, ONLINE)
    ana.get_by_label("Su nombre").fill("Ana")
    ana.get_by_role("button", name="Esperar en la sala").click()
    arrive(ana, "**/invitation/*")
    entry = eva.get_by_role("listitem").filter(has_text="Ana")
    expect(entry).to_contain_text("Clásico · Sin reloj")
    expect(entry).to_contain_text("Juega usted con negras")
    assert axe(eva) == []
    assert eva.evaluate("document.documentElement.scrollWidth") <= 360
    # One's own can be taken back, and is gone for all.
    ana.goto("/lobby")
    ana.get_by_role("listitem").get_by_role("button", name="Retirar").click()
    expect(entry).to_have_count(0)
    expect(ana.locator("[data-empty]")).to_be_visible()
    # Any opponent now: the second finds the first.
    ana.get_by_role("button", name="Chess 2D").click()
    arrive(ana, "**/invitation/*")
    expect(entry).to_contain_text("Chess 2D · 10 min + 5 s, Fischer")
    eva.get_by_role("button", name="Chess 2D").click()
    for page in (ana, eva):
        arrive(page, "**/game/*")
    assert ana.url == eva.url
    # So it goes from the screen of a new game, whatever colour each would choose.
    for page in (ana, eva):
        page.goto("/new/tradicional")
        page.get_by_text("Blancas", exact=True).first.click()
        choose_opponent(page, ONLINE)
        page.get_by_role("button", name="Con cualquiera, ya").click()
    for page in (ana, eva):
        arrive(page, "**/game/*")
    assert ana.url == eva.url


def test_an_invitation_that_is_open_no_more(visit: Visit) -> None:
    ana, eva, leo = visit(), visit(), visit()
    link = invited(ana)
    ana.get_by_role("button", name="Retirar").click()
    expect(ana.get_by_text("La invitación se ha retirado.")).to_be_visible()
    eva.goto(link)
    expect(eva.get_by_text("La invitación se ha retirado.")).to_be_visible()
    expect(eva.get_by_role("button", name="Aceptar y jugar")).to_have_count(0)
    together(ana, eva)
    leo.goto(link.rsplit("/", 1)[0] + "/00000000-0000-4000-8000-000000000000")
    expect(leo.get_by_role("alert")).to_contain_text("No hay tal invitación.")


def test_by_keyboard_alone(visit: Visit) -> None:
    ana, eva = visit(), visit()
    link = invited(ana)
    eva.goto(link)
    accept = eva.get_by_role("button", name="Aceptar y jugar")
    expect(accept).to_be_enabled()
    eva.get_by_label("Su nombre").focus()
    eva.keyboard.press("Tab")
    expect(accept).to_be_focused()
    eva.keyboard.press("Enter")
    for page in (ana, eva):
        arrive(page, "**/game/*")
        expect(page.get_by_role("grid")).to_be_visible()
    white, black = Hands(ana), Hands(eva)
    for hands, move in ((white, "e4"), (black, "e5")):
        field = hands.page.get_by_label("Jugada escrita")
        expect(field).to_be_enabled()
        hands.page.keyboard.press("m")
        expect(field).to_be_focused()
        hands.page.keyboard.type(move)
        hands.page.keyboard.press("Enter")
        # The board is ahead of the server: before its answer nothing can be asked.
        expect(hands.page.locator("form[aria-busy=false]").filter(has=field)).to_have_count(1)
        expect(field).to_have_value("")
        for other in (white, black):
            other.expect_moves(1 if move == "e4" else 2)
    eva.get_by_label("Jugada escrita").blur()
    eva.keyboard.press("u")
    expect(white.status).to_contain_text("Negras piden deshacer")


def test_on_a_telephone(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva = visit(360, 740), visit()
    white, black = together(ana, eva, clock=("10", "5"))
    white.click("e2", "e4")
    black.expect_moves(1)
    expect(ana.get_by_role("log")).to_be_hidden()
    eva.get_by_role("button", name="Hola").click()
    expect(ana.get_by_text("1 sin leer")).to_be_visible()
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360
    ana.locator("[data-chat] summary").click()
    expect(ana.get_by_role("log")).to_contain_text("Eva: Hola")
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360
    for page in (ana, eva):
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            assert axe(page) == [], theme


@pytest.mark.journey
def test_chessgammon_between_two_screens(visit: Visit) -> None:
    ana, eva = visit(), visit()
    together(ana, eva, rulebook="chessgammon")
    tables = [TablesHands(ana), TablesHands(eva)]
    view = tables[0].view()
    if view["players"]["white"]["name"] == "Eva":  # the opening roll gives the colours
        tables.reverse()
    chance = random.Random(7)
    for ply in range(4):
        mover, other = tables if (view["turn"] == "white") == (ply % 2 == 0) else tables[::-1]
        expect(mover.confirm).to_be_visible()
        expect(other.confirm).to_be_disabled()
        mover.play_turn(chance)
        expect(other.page.locator("[data-ply]")).to_have_count(ply + 1)


def test_other_clocks(visit: Visit) -> None:
    page = visit()
    hands = Hands(page)
    page.goto("/new/clasico")
    page.get_by_text("Otro reloj").click()
    page.get_by_text("Byo-yomi").click()
    page.get_by_label("Minutos por jugador").fill("0")
    page.get_by_label("Segundos por periodo").fill("30")
    page.get_by_label("Las negras tienen otro tiempo").check()
    page.get_by_label("Negras: minutos por jugador").fill("2")
    page.get_by_label("Negras: segundos por periodo").fill("40")
    press_start(page)
    arrive(page, "**/game/*")
    expect(page.get_by_role("timer", name="Reloj de Blancas")).to_have_text(re.compile(r"^0:30\s×3$"))
    expect(page.get_by_role("timer", name="Reloj de Negras")).to_have_text("2:00")
    assert hands.view()["clock"]["spec"]["black"] == {"periods": 3, "period_ms": 40_000, "initial_ms": 120_000}
    page.goto("/new/clasico")
    page.get_by_text("Otro reloj").click()
    page.get_by_text("Por correspondencia").click()
    page.get_by_label("Días por jugada").fill("2")
    press_start(page)
    arrive(page, "**/game/*")
    expect(page.get_by_role("timer").first).to_have_text("2 d 0 h")


@pytest.mark.journey
def test_an_account(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, elsewhere, login = visit(), visit(360, 740), f"ana{uuid4().hex[:8]}"
    ana.goto("/account")
    ana.get_by_label("Su nombre").fill("Ana")
    ana.get_by_role("button", name="Guardar el nombre").click()
    expect(ana.get_by_text("El nombre está guardado.")).to_be_visible()
    ana.get_by_text("Crear una cuenta").first.click()
    ana.get_by_label("Nombre de cuenta").first.fill(login)
    ana.get_by_label("Contraseña nueva").first.fill("rey y dama")
    ana.get_by_role("button", name="Crear una cuenta").click()
    expect(ana.get_by_text(f"Está en la cuenta {login}.")).to_be_visible()
    ana.get_by_text("Fichas para programas").click()
    ana.get_by_label("Para qué programa").fill("mi robot")
    ana.get_by_role("button", name="Crear", exact=True).click()
    token = ana.locator("[data-token]").inner_text()
    name = elsewhere.request.get("/api/me", headers={"authorization": f"Bearer {token}"}).json()["name"]
    assert name == "Ana"
    expect(ana.get_by_role("listitem")).to_contain_text("mi robot")
    ana.get_by_role("button", name="Anular").click()
    expect(ana.get_by_role("listitem")).to_have_count(0)
    # The same person on another device.
    elsewhere.goto("/account")
    expect(elsewhere.get_by_text("Juega como invitado")).to_be_visible()
    elsewhere.get_by_text("Entrar en una cuenta").first.click()
    form = elsewhere.get_by_role("group").filter(has_text="Entrar en una cuenta")
    form.get_by_label("Nombre de cuenta").fill(login)
    form.get_by_label("Contraseña").fill("otra cosa")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_label("Contraseña").fill("rey y dama")
    form.get_by_role("button").click()
    expect(elsewhere.get_by_text(f"Está en la cuenta {login}.")).to_be_visible()
    expect(elsewhere.get_by_label("Su nombre")).to_have_value("Ana")
    assert axe(elsewhere) == []
    assert elsewhere.evaluate("document.documentElement.scrollWidth") <= 360
    data = elsewhere.request.get("/api/me/data")
    assert data.ok
    ana.get_by_text("Salir en todas partes").first.click()
    ana.get_by_role("button", name="Salir en todas partes").click()
    expect(ana.get_by_text("Juega como invitado")).to_be_visible()
    for browser in (ana, elsewhere):
        browser.reload()
        expect(browser.get_by_text("Juega como invitado")).to_be_visible()
    elsewhere.get_by_text("Entrar en una cuenta").first.click()
    form.get_by_label("Nombre de cuenta").fill(login)
    form.get_by_label("Contraseña").fill("rey y dama")
    form.get_by_role("button").click()
    expect(elsewhere.get_by_text(f"Está en la cuenta {login}.")).to_be_visible()
    elsewhere.get_by_text("Borrar la cuenta").first.click()
    gone = elsewhere.get_by_role("group").filter(has_text="Borrar la cuenta")
    gone.get_by_label("Contraseña").fill("rey y dama")
    gone.get_by_role("button").click()
    expect(elsewhere.get_by_text("Juega como invitado")).to_be_visible()


def test_called_from_another_tab(visit: Visit) -> None:
    ana, eva = visit(), visit()
    white, black = together(ana, eva)
    # Headless tabs are never in the background by themselves.
    ana.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    expect(ana).to_have_title("● Le toca: Clásico · Axedrez")
    white.type("e4")
    expect(ana).to_have_title("Clásico · Axedrez")
    black.expect_moves(1)
    black.type("e5")
    expect(ana).to_have_title("● Le toca: Clásico · Axedrez")
