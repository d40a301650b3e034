"""My games on the page: whose turn it is, how they ended, filters; they stay with the account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.hands import Hands, arrive
from tests.e2e.meeting import Visit


def ask(page: Page, method: str, path: str, **body: Any) -> Any:
    """The server's answer to the user of a page."""
    # The first answer about a game waits for the kernels, which may have to be compiled.
    answer = page.request.fetch(path, method=method, data=body or None, timeout=90_000)
    assert answer.ok, answer.text()
    return answer.json() if answer.text() else None


def known(visit: Visit, *names: str) -> list[Page]:
    """People who have told the server their names, each with a browser of their own."""
    pages = [visit() for _ in names]
    for page, name in zip(pages, names, strict=True):
        ask(page, "GET", "/api/me")
        ask(page, "PATCH", "/api/me", name=name)
        ask(page, "GET", "/api/games")
    return pages


def met(host: Page, guest: Page, rulebook: str = "clasico") -> str:
    """A game of two, the host with White."""
    invitation = ask(host, "POST", "/api/invitations", id=str(uuid4()), rulebook=rulebook, colour="white")["id"]
    game: str = ask(guest, "POST", f"/api/invitations/{invitation}/accept")["id"]
    return game


def act(page: Page, game: str, kind: str, **fields: Any) -> None:
    seq = ask(page, "GET", f"/api/games/{game}")["seq"]
    ask(page, "POST", f"/api/games/{game}/commands", id=str(uuid4()), expected_seq=seq, type=kind, **fields)


def cards(page: Page, label: str) -> Any:
    return page.get_by_role("list", name=label, exact=True).get_by_role("listitem")


def test_whose_turn_it_is_is_told_first(visit: Visit) -> None:
    ana, eva = known(visit, "Ana", "Eva")
    ana.goto("/games")
    expect(ana.locator("[data-empty]")).to_have_text("No tiene ninguna partida en juego.")
    expect(ana.get_by_role("link", name="Empezar una partida")).to_be_visible()
    first, second = met(ana, eva), met(ana, eva, "chessgammon")
    act(ana, first, "move", move="e2e4")
    # A game on one's own screen is among them too.
    hands = Hands(ana)
    hands.start("chess2d")
    hands.type("e4")
    ana.goto("/games")
    shared = cards(ana, "Le toca jugar").filter(has_text="Chess 2D")
    expect(shared.locator("[data-state]")).to_contain_text("Juegan las negras")
    expect(cards(ana, "Espera al rival").filter(has_text="Ana – Eva").locator("[data-state]").first).to_have_text(
        "Juega Eva"
    )
    eva.goto("/games")
    expect(cards(eva, "Le toca jugar").locator(f'a[href="/game/{first}"] [data-state]')).to_have_text("Le toca jugar")
    # Who begins with dice is chance: the other waits.
    expect(eva.locator(f'a[href="/game/{second}"] [data-state]')).to_have_text(
        "Le toca jugar" if eva_is_on_turn(eva, second) else "Juega Ana"
    )
    eva.locator(f'a[href="/game/{first}"]').click()
    arrive(eva, f"**/game/{first}")


def eva_is_on_turn(page: Page, game: str) -> bool:
    mine = ask(page, "GET", "/api/games?mine=true&turn=mine")["games"]
    return game in {line["id"] for line in mine}


@pytest.mark.journey
def test_finished_games_are_found_and_the_address_keeps_how(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva, leo = known(visit, "Ana", "Eva Núñez", "Leo")
    lost, won, drawn = met(ana, eva), met(ana, leo, "reglamento"), met(ana, eva)
    act(ana, lost, "resign", side="white")
    act(leo, won, "resign", side="black")
    act(ana, drawn, "offer", offer="draw", side="white")
    act(eva, drawn, "accept", offer="draw", side="black")
    ana.goto("/games")
    ana.get_by_text("Terminadas", exact=True).click()
    found = cards(ana, "Terminadas")
    expect(found.locator("[data-state]")).to_have_text(
        [
            "Tablas por acuerdo de los jugadores",
            "Ganada. Blancas ganan por abandono del rival",
            "Perdida. Negras ganan por abandono del rival",
        ]
    )
    ana.get_by_label("Rival").fill("nunez")
    expect(found).to_have_count(2)
    ana.get_by_label("Resultado").select_option(label="Perdidas")
    expect(found).to_have_count(1)
    expect(found.get_by_role("link")).to_have_attribute("href", f"/game/{lost}")
    arrive(ana, "**/games?*opponent=nunez*result=lost*")
    # The address says it: after loading anew, and on the way back.
    ana.reload()
    expect(found).to_have_count(1)
    expect(ana.get_by_label("Rival")).to_have_value("nunez")
    found.get_by_role("link").click()
    arrive(ana, f"**/game/{lost}")
    ana.go_back()
    expect(found).to_have_count(1)
    expect(ana.get_by_label("Resultado")).to_have_value("lost")
    ana.get_by_label("Rival").fill("%_'\"")
    expect(ana.locator("[data-empty]")).to_have_text("Ninguna de sus partidas es así. Quite algún filtro.")
    ana.get_by_role("button", name="Quitar los filtros").click()
    expect(found).to_have_count(3)
    ana.get_by_label("Reglamento").select_option("reglamento")
    expect(found).to_have_count(1)
    ana.get_by_label("Reglamento").select_option("")
    ana.get_by_label("Hasta el día").fill("2020-01-01")
    expect(ana.locator("[data-empty]")).to_be_visible()
    ana.get_by_label("Hasta el día").fill("")
    ana.get_by_label("Desde el día").fill("2020-01-01")
    expect(found).to_have_count(3)
    for width in (1280, 360):
        ana.set_viewport_size({"width": width, "height": 740})
        assert axe(ana) == []
        assert ana.evaluate("document.documentElement.scrollWidth") <= width
    # By keyboard alone: from the choice of games to the first one found.
    ana.get_by_role("radio", name="Terminadas").focus()
    ana.keyboard.press("ArrowRight")
    expect(ana.get_by_role("radio", name="De todos")).to_be_checked()
    expect(cards(ana, "De todos").first).to_be_visible()
    assert "seat" in ask(ana, "GET", "/api/games")["games"][0]


def test_more_games_than_one_page(visit: Visit) -> None:
    ana, leo = known(visit, "Ana", "Leo")
    for _ in range(23):
        ask(ana, "POST", "/api/games", id=str(uuid4()), rulebook="clasico")
    ask(leo, "POST", "/api/games", id=str(uuid4()), rulebook="clasico")
    ana.goto("/games")
    found = cards(ana, "Le toca jugar")
    expect(found).to_have_count(20)
    ana.get_by_role("button", name="Más").click()
    expect(found).to_have_count(23)
    expect(found.nth(20).get_by_role("link")).to_be_focused()
    expect(ana.get_by_role("button", name="Más")).to_have_count(0)


def account_form(page: Page, title: str, **fields: str) -> None:
    """Open one of the forms about the account, fill it in and send it."""
    form = page.locator("details", has=page.locator("summary", has_text=title))
    form.locator("summary").click()
    for label, text in fields.items():
        form.get_by_label(label.replace("_", " ")).fill(text)
    form.get_by_role("button").click()


def test_settings_follow_the_account(visit: Visit) -> None:
    ana, other = known(visit, "Ana", "Ana")
    login = f"ana-{uuid4().hex[:8]}"
    password = "caballo-2"

    def chosen(answer: Response) -> bool:
        return answer.request.method == "PATCH" and "/api/me?" in answer.url and answer.ok

    # A guest's choice goes along into the account...
    ana.goto("/account")
    theme = ana.locator("html").get_attribute("data-theme") or ""
    changed = "light" if theme == "dark" else "dark"
    ana.get_by_role("button", name="Modo oscuro").click()
    with ana.expect_response(chosen):
        account_form(ana, "Crear una cuenta", Nombre_de_cuenta=login, Contraseña_nueva=password)
    expect(ana.get_by_text(f"Está en la cuenta {login}")).to_be_visible()
    # ... and with it to another browser.
    other.goto("/account")
    expect(other.locator("html")).to_have_attribute("data-theme", theme)
    account_form(other, "Entrar en una cuenta", Nombre_de_cuenta=login, Contraseña=password)
    expect(other.locator("html")).to_have_attribute("data-theme", changed)
    # What is chosen there comes back.
    with other.expect_response(chosen):
        other.get_by_role("button", name="English").click()
    ana.reload()
    expect(ana.locator("html")).to_have_attribute("lang", "en")
    # Without a connection it is kept, and sent when it is back.
    ana.context.set_offline(True)
    ana.get_by_role("button", name="Sound").click()
    expect(ana.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    ana.context.set_offline(False)
    with ana.expect_response(chosen):
        ana.reload()
    other.reload()
    expect(other.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")


def test_blocked_people_are_listed_by_name(visit: Visit, axe: Callable[[Page], list[str]]) -> None:
    ana, eva, leo = known(visit, "Ana", "Eva", "Leo")
    for other in (eva, leo):
        ask(ana, "PUT", f"/api/me/blocked/{ask(other, 'GET', '/api/me')['id']}")
    ana.goto("/account")
    section = ana.get_by_role("region", name="Personas bloqueadas")
    expect(section.get_by_role("listitem")).to_have_count(2)
    expect(section.get_by_role("listitem").first).to_contain_text("Eva desde el")
    assert axe(ana) == []
    section.get_by_role("button", name="Desbloquear Eva").click()
    expect(section.get_by_role("listitem")).to_have_count(1)
    expect(section.get_by_role("heading")).to_be_focused()
    section.get_by_role("button", name="Desbloquear Leo").click()
    expect(section).to_contain_text("No ha bloqueado a nadie.")
    assert ask(ana, "GET", "/api/me/blocked") == []
