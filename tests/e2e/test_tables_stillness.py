"""What the page of Chessgammon tells of a game without progress (G-45): how near the draw is, and that it came."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.tables_hands import TablesHands

pytestmark = pytest.mark.clause("G-45")

# Black, shut out on the bar, loses every turn but those with a roll that is not used here.
LOCKED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k -"


def test_it_is_told_when_twenty_turns_are_left(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=f"{LOCKED} w - 21 79")
    expect(hands.status).to_contain_text("Juegan las blancas")
    expect(page.locator("[data-still]")).to_have_count(0)
    hands.start(position=f"{LOCKED} w - 21 80")
    expect(hands.status).to_contain_text("Quedan 20 turnos para que la partida sea tablas si nada avanza. (G-45)")
    hands.start(position=f"{LOCKED} w - 21 99")
    expect(hands.status).to_contain_text("Queda 1 turno para que la partida sea tablas si nada avanza. (G-45)")


def test_the_result_is_told_in_words(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=f"{LOCKED} b - 65 99")
    if hands.confirm.is_visible():
        hands.confirm.click()
    expect(hands.status).to_contain_text("Tablas por turnos sin avance")
    expect(hands.status).to_contain_text("(G-45)")
    assert hands.view()["outcome"] == {
        "result": "1/2-1/2", "reason": "no_progress", "clause": "G-45", "points": {"white": 0, "black": 0}
    }  # fmt: skip
    expect(page.locator("[data-still]")).to_have_count(0)
    expect(page.get_by_text("pasa", exact=True).first).to_be_visible()
