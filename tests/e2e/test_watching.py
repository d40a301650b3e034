"""Games that are watched with a delay; what an invitation says; who accepts is heard on every screen."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OF_COLOURS, PATIENCE_MS, Server
from tests.e2e.hands import ONLINE, Hands, arrive, choose_opponent
from tests.e2e.meeting import Visit, account, invited, together
from tests.e2e.tables_hands import NEAR_THE_END

Axe = Callable[..., list[str]]


def presentable(page: Page, axe: Axe) -> None:
    """What is shown is accessible in both themes, and no wider than its window."""
    for theme, rules in (("light", ()), ("dark", OF_COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        assert axe(page, rules) == [], theme
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def accept(guest: Page, link: str, name: str = "Eva") -> None:
    guest.goto(link)
    guest.get_by_label("Su nombre").fill(name)
    guest.get_by_role("button", name="Aceptar y jugar").click()
    arrive(guest, "**/game/*")


@pytest.mark.journey
def test_who_watches_sees_the_game_late_until_it_ends(visit: Visit, axe: Axe) -> None:
    ana, eva, leo = visit(), visit(), visit(360, 740)
    link = invited(ana, delay="2 jugadas tarde")
    expect(ana.get_by_text("2 jugadas tarde")).to_be_visible()
    accept(eva, link)
    arrive(ana, "**/game/*")
    white, black, watching = Hands(ana), Hands(eva), Hands(leo)
    expect(ana.get_by_text("Quien mira la ve 2 jugadas tarde.")).to_be_visible()
    leo.goto(ana.url)
    expect(leo.get_by_text("La ve 2 jugadas tarde; cuando acabe, entera.")).to_be_visible()
    for played, (hands, move) in enumerate([(white, "f3"), (black, "e5"), (white, "g4")], start=1):
        other = black if hands is white else white
        hands.type(move)
        other.expect_moves(played)
    watching.expect_moves(1)
    watching.expect_piece("f3", "peón blanco")
    watching.expect_piece("e7", "peón negro")
    leo.reload()
    watching.expect_moves(1)
    presentable(leo, axe)
    # The list of games shows no more.
    leo.goto("/games")
    leo.get_by_text("De todos").click()
    card = leo.locator(f'a[href="{ana.url[ana.url.index("/game/") :]}"]')
    expect(card).to_contain_text("jugadas: 1")
    leo.goto(ana.url.replace("/game/", "/embed/"))
    expect(leo.get_by_text("La ve 2 jugadas tarde; cuando acabe, entera.")).to_be_visible()
    watching.expect_moves(1)
    leo.goto(ana.url)
    watching.expect_moves(1)
    black.click("d8", "h4")
    watching.expect_moves(4)
    expect(leo.locator(".result")).to_contain_text("Negras ganan por jaque mate")
    expect(leo.locator("[data-late]")).to_have_count(0)
    # The rematch, from a browser that knows nothing of what was agreed on, keeps it all.
    ana.evaluate("Object.keys(localStorage).forEach((key) => localStorage.removeItem(key))")
    ana.reload()
    ana.get_by_role("button", name="Revancha").click()
    eva.get_by_role("button", name="Jugar la revancha").click()
    arrive(eva, lambda url: url != leo.url)
    expect(eva.get_by_text("Quien mira la ve 2 jugadas tarde.")).to_be_visible()


def test_chessgammon_from_a_position_with_seeds_of_both(visit: Visit, axe: Axe) -> None:
    ana, eva, leo = visit(), visit(360, 740), visit()
    ana.goto("/new/chessgammon")
    choose_opponent(ana, ONLINE)
    ana.get_by_text("Empezar desde una posición").click()
    ana.get_by_label("Texto de la posición").fill(NEAR_THE_END)
    ana.get_by_text("Más", exact=True).click()
    ana.get_by_label("Aportar mi propia semilla").check()
    ana.get_by_text("una jugada tarde").click()
    ana.get_by_text("Variantes y opciones de las reglas").click()
    option = ana.locator(".options .option").filter(has=ana.get_by_role("checkbox")).first
    option.get_by_role("checkbox").click()
    changed = option.locator("label").inner_text().strip()
    ana.get_by_text("Blancas", exact=True).first.click()
    ana.get_by_label("Su nombre").fill("Ana")
    ana.get_by_role("button", name="Invitar con un enlace").click()
    arrive(ana, "**/invitation/*")
    link = ana.url
    eva.goto(link)
    expect(eva.get_by_text("Cada uno aporta su propia semilla")).to_be_visible()
    expect(eva.get_by_text("una jugada tarde")).to_be_visible()
    expect(eva.locator("[data-position] .board")).to_be_visible()
    expect(eva.get_by_text(changed)).to_be_visible()
    presentable(eva, axe)
    accept(eva, link)
    arrive(ana, "**/game/*")
    hands = Hands(ana)
    leo.goto(ana.url)
    for page in (ana, eva, leo):
        expect(page.locator("[data-roll]").or_(page.locator("[data-cell] [data-die]")).first).to_be_attached()
    view = hands.view()
    assert view["start"].startswith(NEAR_THE_END.split()[0])
    assert view["players"]["white"]["name"] == "Ana"
    assert len(view["options"]) == 1
    assert [bool(seat["seed"]) for seat in view["dice"]["seeds"]] == [True, True]
    expect(ana.locator(".problem")).to_have_count(0)


def test_the_lobby_says_what_is_unusual(server: Server, visit: Visit, axe: Axe) -> None:
    ana, eva = visit(), visit(360, 740)
    ana.goto("/new/clasico")
    choose_opponent(ana, ONLINE)
    ana.get_by_text("Empezar desde una posición").click()
    ana.get_by_label("Texto de la posición (FEN)").fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    ana.get_by_text("Más", exact=True).click()
    ana.get_by_text("5 jugadas tarde").click()
    ana.get_by_label("Su nombre").fill("Ana")
    ana.get_by_role("button", name="Esperar en la sala").click()
    arrive(ana, "**/invitation/*")
    eva.goto("/lobby")
    expect(eva.locator("[data-apart]")).to_have_text("desde otra posición, Quien mira ve la partida 5 jugadas tarde")
    presentable(eva, axe)
    eva.get_by_role("button", name="Aceptar y jugar").click()
    for page in (ana, eva):
        arrive(page, "**/game/*")
    hands = Hands(ana)
    hands.expect_piece("e2", "peón blanco")
    assert hands.view()["start"].startswith("4k3/8/8/8/8/8/4P3/4K3 w")


def test_who_accepts_is_heard_on_every_screen(visit: Visit, axe: Axe) -> None:
    ana, eva, leo = visit(), visit(), visit()
    # Ana plays with Leo; in another tab she invites somebody else, and reads the manual in a third.
    white, _ = together(ana, leo)
    playing = ana.url
    waits, reads = ana.context.new_page(), ana.context.new_page()
    for page in (waits, reads):
        page.set_default_timeout(PATIENCE_MS)
    link = invited(waits)
    reads.goto("/manual")
    ana.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    expect(ana.locator("[data-accepted]")).to_have_count(0)
    accept(eva, link)
    arrive(waits, "**/game/*")
    for page in (ana, reads):
        expect(page.locator("[data-accepted]")).to_contain_text("Eva ha aceptado: la partida (Clásico) espera.")
    assert ana.url == playing, "nobody is taken away from a game that goes on"
    expect(ana).to_have_title("● Eva ha aceptado: la partida (Clásico) espera. · Axedrez")
    presentable(reads, axe)
    reads.set_viewport_size({"width": 360, "height": 740})
    presentable(reads, axe)
    ana.get_by_role("button", name="Ahora no").click()
    expect(ana.locator("[data-accepted]")).to_have_count(0)
    white.type("e4")
    reads.get_by_role("link", name="Ir a la partida").click()
    arrive(reads, waits.url)
    expect(reads.locator("[data-accepted]")).to_have_count(0)
    # An acceptance while no page is open is announced by the next page.
    link = invited(waits)
    for page in (ana, waits, reads):
        page.goto("about:blank")
    accept(leo, link, "Leo")
    reads.goto("/glossary")
    expect(reads.locator("[data-accepted]")).to_contain_text("Leo ha aceptado")


def test_who_accepts_is_heard_wherever_ones_account_is(visit: Visit) -> None:
    ana, elsewhere, eva = visit(), visit(), visit()
    _, login, password = account(ana, "Ana")
    assert elsewhere.request.post("/api/sessions", data={"login": login, "password": password}).ok
    elsewhere.goto("/account")
    expect(elsewhere.get_by_text("Está en la cuenta")).to_be_visible()
    elsewhere.goto("about:blank")  # the socket of this page is not the one that hears
    with elsewhere.expect_websocket(lambda line: "frames=accepted" in line.url) as line:
        elsewhere.goto("/manual")
    # Its first beat tells that the server listens for her.
    line.value.wait_for_event("framereceived", timeout=PATIENCE_MS)
    accept(eva, invited(ana))
    arrive(ana, "**/game/*")
    expect(elsewhere.locator("[data-accepted]")).to_contain_text("Eva ha aceptado: la partida (Clásico) espera.")
    elsewhere.get_by_role("link", name="Ir a la partida").click()
    arrive(elsewhere, ana.url)


def test_an_invitation_that_has_expired(server: Server, visit: Visit, axe: Axe) -> None:
    ana, eva, leo = visit(), visit(360, 740), visit()
    link = invited(ana)
    for page in (eva, leo):
        page.goto(link)
        expect(page.get_by_role("button", name="Aceptar y jugar")).to_be_visible()
    with sqlite3.connect(server.database_url.partition(":///")[2], timeout=15) as database:
        database.execute("UPDATE invitations SET expires_at = created_at")
    # An attempt gets the reason of the refusal, and so does reloading.
    eva.get_by_role("button", name="Aceptar y jugar").click()
    leo.reload()
    ana.reload()
    for page in (ana, eva, leo):
        expect(page.get_by_text("La invitación ha caducado.")).to_be_visible()
        expect(page.locator(".problem")).to_have_count(1)
        expect(page.get_by_role("button", name="Aceptar y jugar")).to_have_count(0)
        expect(page.get_by_role("link", name="A la sala")).to_be_visible()
    presentable(eva, axe)


def test_an_invitation_expires_before_ones_eyes(visit: Visit) -> None:
    ana, eva = visit(), visit()
    link = invited(ana)
    answer = eva.request.get(f"/api{link.replace('/invitation/', '/invitations/')}").json()
    shown = {"open": True}

    def fulfil(route: object) -> None:
        ends = answer["expires_at"] if shown["open"] else 0
        body = {**answer, "open": shown["open"], "expires_at": 0 if shown["open"] else ends}
        shown["open"] = False
        route.fulfill(body=json.dumps(body), content_type="application/json")  # type: ignore[attr-defined]

    eva.route("**/api/invitations/*", fulfil)
    eva.goto(link)
    expect(eva.get_by_text("La invitación ha caducado.")).to_be_visible()
