"""Chessgammon and backgammon on the page: whole games, turns in steps, dice that stay what they were."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Protocol

import pytest
from playwright.sync_api import Page, expect

from e2e.hands import COMPUTER
from e2e.tables_hands import NEAR_THE_END, TablesHands


class Server(Protocol):
    def kill(self) -> None: ...
    def restart(self) -> None: ...


@pytest.mark.clause("G-4", "G-42")
def test_a_whole_game_with_a_reload_and_a_power_cut_in_the_middle_of_a_turn(page: Page, server: Server) -> None:
    hands = TablesHands(page)
    hands.start(position=NEAR_THE_END)
    chance = random.Random(3)
    result = page.locator(".result")
    for turn in range(300):
        if hands.view()["outcome"]:
            break
        if turn == 1:
            _interrupt(hands, server)
        hands.play_turn(chance)
    expect(result).to_contain_text("ganan por")
    outcome = hands.view()["outcome"]
    assert outcome["clause"] == "G-42"
    assert sorted(outcome["points"].values()) == [0, 1]
    page.reload()
    expect(result).to_contain_text("ganan por")


def _interrupt(hands: TablesHands, server: Server) -> None:
    """Reload in the middle of a turn, then end the server: the steps taken and the dice are what they were."""
    page = hands.page
    before = hands.view()
    options = before["steps"]["options"]
    if not options:
        return
    hands.step(options[0], before["turn"])
    back = page.get_by_role("button", name="Deshacer paso")
    expect(back).to_be_enabled()
    page.reload()
    expect(back).to_be_enabled()
    after = hands.view()
    assert (after["dice"], after["position"], after["seq"]) == (before["dice"], before["position"], before["seq"])
    server.kill()
    expect(hands.status).to_contain_text("Sin conexión con el servidor")
    server.restart()
    expect(hands.status).not_to_contain_text("Sin conexión")
    assert hands.view()["dice"] == before["dice"]
    back.click()
    expect(back).to_be_disabled()


@pytest.mark.clause("G-5")
def test_a_dozen_turns_from_the_start(page: Page, server: Server) -> None:
    hands = TablesHands(page)
    hands.start()
    expect(hands.status).to_contain_text("Tirada inicial")
    opening = hands.view()["dice"]["opening"]
    assert opening[-1][0] != opening[-1][1] and all(one == two for one, two in opening[:-1])
    chance = random.Random(5)
    rolls = []
    for turn in range(12):
        if turn == 6:
            server.restart()
            expect(hands.status).not_to_contain_text("Sin conexión")
        rolls.append(hands.play_turn(chance))
    assert [move["roll"] for move in hands.view()["moves"]] == rolls
    # A roll once shown is never rolled again: taking back and playing on meets the same dice.
    page.get_by_role("button", name="Deshacer", exact=True).click()
    expect(page.locator('[data-ply="12"]')).to_have_count(0)
    assert hands.view()["dice"]["roll"] == rolls[-1]
