"""Rated games in the browser: wish, game, profile with its history, following, leaderboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.conftest import Server
from tests.e2e.hands import ONLINE, Hands, arrive, choose, choose_opponent, until_told
from tests.e2e.meeting import Visit, account
from tests.patience import until


def at_home(page: Page, name: str) -> str:
    """Make an account of the visitor, at the start page; its id."""
    found = account(page, name)
    page.goto("/")
    return found.id


@pytest.mark.journey
def test_a_rated_game_and_what_it_shows(page: Page, visit: Visit, presentable: Callable[[str], None]) -> None:
    at_home(page, "Ana")
    other = visit(360, 740)
    eva = at_home(other, "Eva")

    # A rated invitation, accepted on a phone; a guest is told why not.
    page.goto("/new/clasico")
    choose_opponent(page, ONLINE)
    page.get_by_role("checkbox", name=re.compile("^Con puntuación")).check()
    page.get_by_role("button", name="Invitar con un enlace").click()
    expect(page.get_by_role("alert")).to_contain_text("siempre con reloj")
    page.get_by_text("Otro reloj").click()
    page.get_by_text("Fischer").click()
    page.get_by_role("button", name="Invitar con un enlace").click()
    arrive(page, "**/invitation/*")
    expect(page.get_by_text("La partida cambia la puntuación de ambos.")).to_be_visible()
    guest = visit()
    guest.goto(page.url)
    guest.get_by_role("button", name="Aceptar y jugar").click()
    expect(guest.get_by_role("alert")).to_contain_text("solo juegan cuentas")
    other.goto(page.url)
    other.get_by_role("button", name="Aceptar y jugar").click()
    for each in (page, other):
        arrive(each, "**/game/*")
        expect(each.get_by_role("grid").first).to_be_visible()
    game = page.url.rsplit("/", 1)[1].partition("?")[0]
    Hands(page).type("e4")
    Hands(other).type("e5")
    expect(page.get_by_role("button", name="Deshacer")).to_have_count(0)
    seq = page.request.get(f"/api/games/{game}").json()["seq"]
    end = {"id": str(uuid4()), "expected_seq": seq, "type": "resign", "side": "black"}
    assert other.request.post(f"/api/games/{game}/commands", data=end).ok

    expect(page.get_by_role("region", name=re.compile("Eva")).get_by_role("link", name="Eva")).to_be_visible()
    presentable("an ended rated game")

    # The profile of the other, from the board; following, and the graph with its table.
    page.get_by_role("region", name=re.compile("Eva")).get_by_role("link", name="Eva").click()
    expect(page.get_by_role("heading", name="Eva", level=1)).to_be_visible()
    rating = page.locator("[data-rating]")
    rated(page)
    expect(rating).to_contain_text("1338?")
    expect(rating).to_contain_text("provisional")
    expect(page.locator("[data-versus]")).to_contain_text("Usted ha ganado 1")
    page.get_by_role("button", name="Seguir").click()
    expect(page.get_by_role("button", name="Dejar de seguir")).to_be_visible()
    page.get_by_role("button", name="Ver la historia").click()
    expect(page.get_by_role("img", name=re.compile("1338 tras la única partida"))).to_be_visible()
    page.get_by_text("Cada partida").click()
    expect(page.get_by_role("row", name=re.compile("perdida 1338"))).to_be_visible()
    expect(page.locator(f'[data-game="{game}"]')).to_be_visible()
    presentable("a profile")

    # On a phone: oneself, the leaderboard, and what is shown of one.
    other.goto(f"/person/{eva}")
    expect(other.get_by_text("Es su propio perfil.")).to_be_visible()
    other.get_by_role("button", name="Ver la historia").click()
    expect(other.get_by_role("figure")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
    other.locator("[data-rating] a").click()
    expect(other.get_by_role("heading", name="Clasificaciones")).to_be_visible()
    expect(other.locator("[data-empty]")).to_contain_text("todavía nadie")
    expect(other.get_by_role("row", name=re.compile("8 · Plena fuerza 2350"))).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
    other.goto("/account")
    with other.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        choose(other, "A quienes sigo")
    other.reload()
    expect(other.get_by_role("radio", name="A quienes sigo")).to_be_checked()
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("no hay ningún perfil")

    # Whom one follows, in the lobby; in English, too.
    page.goto("/lobby")
    following = page.locator("section[aria-labelledby=following]")
    expect(following.get_by_role("link", name="Eva")).to_be_visible()
    presentable("the lobby with followed people")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="People you follow")).to_be_visible()
    page.get_by_role("link", name="Leaderboards").click()
    expect(page.get_by_role("combobox")).to_contain_text("rapid")
    presentable("leaderboards")


def rated(page: Page) -> None:
    """Wait for a rating in a profile: the server rates a game a moment after its end."""

    def shown() -> bool:
        page.reload()
        expect(page.get_by_role("heading", name="Partidas terminadas")).to_be_visible()
        return page.locator("[data-rating]").count() == 1

    until(shown)


def test_two_tabs_of_a_new_visitor_are_one_person(page: Page, shared_server: Server) -> None:
    answers: list[Response] = []
    page.context.on("response", lambda answer: answers.append(answer) if "/api/me?" in answer.url else None)
    page.evaluate("url => { open(url); open(url) }", f"{shared_server.url}/account")
    until_told(page, lambda: len(answers) >= 2, "the tabs do not ask who they are")
    assert len({answer.json()["id"] for answer in answers}) == 1
