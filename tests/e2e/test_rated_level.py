"""A rated game against the computer in the browser: offered to accounts in classical chess, without any help."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.hands import COMPUTER, OPPONENTS, Hands, arrive, choose_opponent
from tests.e2e.meeting import account


def test_an_account_plays_a_rated_game_against_a_level(page: Page, presentable: Callable[[str], None]) -> None:
    account(page, "Ana")
    page.goto("/account")  # the page comes to know whose browser it is
    expect(page.get_by_role("heading", name="Avisos")).to_be_visible()
    page.goto("/new/clasico")
    choose_opponent(page, OPPONENTS[COMPUTER])
    rated = page.get_by_label("Con puntuación")
    rated.check()
    page.get_by_role("group", name="Reloj").get_by_text("Sin reloj", exact=True).click()
    page.get_by_role("button", name=COMPUTER).click()
    expect(page.get_by_role("alert")).to_contain_text("siempre con reloj")
    presentable("a rated game against a level")
    page.get_by_role("group", name="Reloj").get_by_text("5+0", exact=True).click()
    page.get_by_role("group", name="Color").get_by_text("Blancas", exact=True).click()
    page.get_by_role("button", name=COMPUTER).click()
    arrive(page, "**/game/*")
    hands = Hands(page)
    hands.type("e4")
    hands.expect_moves(2)
    view = hands.view()
    assert (view["rated"], view["casual"]) == (True, False)
    for name in ("Pista", "Deshacer"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name="Rendirse")).to_be_visible()
