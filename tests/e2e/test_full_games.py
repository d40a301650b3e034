"""A full game of each rulebook through the page, with a power cut of the server in the middle."""

from __future__ import annotations

import random
from typing import Protocol

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import COMPUTER, RULEBOOKS, Hands

EACH = [pytest.param(name, marks=pytest.mark.journey) if name == "tradicional" else name for name in RULEBOOKS]


class Server(Protocol):
    def kill(self) -> None: ...
    def restart(self) -> None: ...


@pytest.mark.clause("C-16")
@pytest.mark.parametrize("rulebook", EACH)
def test_two_people_on_one_screen(page: Page, server: Server, rulebook: str) -> None:
    hands = Hands(page)
    hands.start(rulebook)
    hands.click("e2", "e4")
    hands.expect_moves(1)
    hands.drag("e7", "e5")
    hands.expect_moves(2)
    hands.type("Ac4", "Cc6")
    server.kill()
    # A move made while the server is away is drawn, waits, and is confirmed when it is back.
    hands.click("d1", "h5")
    hands.expect_piece("h5", "reina blanca" if rulebook == "tradicional" else "dama blanca")
    expect(hands.status).to_contain_text("Sin conexión con el servidor")
    server.restart()
    hands.expect_moves(5)
    expect(hands.status).not_to_contain_text("Sin conexión")
    hands.type("Cf6")
    hands.click("h5", "f7")
    expect(hands.status).to_contain_text("Blancas ganan por jaque mate")
    page.reload()
    expect(hands.status).to_contain_text("Blancas ganan por jaque mate")
    hands.expect_record("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_against_the_computer(page: Page, server: Server, rulebook: str) -> None:
    """Aimless moves against the computer are mated before long; the record survives the power cut."""
    hands = Hands(page)
    hands.start(rulebook, COMPUTER)
    chance = random.Random(7)
    aimless = ["f2f3", "g2g4", "e1f2", "f2g3"]
    result = page.locator(".result")
    own_turn = page.get_by_text("Juegan las blancas")
    for turn in range(60):
        expect(own_turn.or_(result)).to_be_visible()
        if result.is_visible():
            break
        if turn == 1:
            server.restart()
            expect(hands.status).not_to_contain_text("Sin conexión")
        view = hands.view()
        options = {step["token"]: step for step in view["steps"]["options"] if not step["choice"]}
        token = next((move for move in aimless if move in options), None) or chance.choice(sorted(options))
        hands.click(options[token]["origin"], options[token]["target"])
        expect(page.locator(f'[data-ply="{len(view["moves"]) + 1}"]')).to_be_visible()
    expect(result).to_contain_text("Ha perdido por jaque mate")
    outcome = hands.view()["outcome"]
    assert (outcome["result"], outcome["reason"]) == ("0-1", "checkmate")
