"""Berserk in the browser: the button until the first move, the halved clock, and the sign beside it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import Page, expect

BERSERK = "Berserk (mitad de tiempo)"


def test_a_player_goes_berserk_with_the_keyboard(page: Page, axe: Callable[[Page], list[str]]) -> None:
    clock = {"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2000, "berserk": True}
    players = {"white": {"kind": "human"}, "black": {"kind": "computer", "level": 1}}
    made = page.request.post(
        "/api/games", data={"id": str(uuid4()), "rulebook": "clasico", "clock": clock, "players": players}
    )
    page.goto(f"/game/{made.json()['id']}")
    white = page.get_by_role("timer", name="Blancas")
    expect(white).to_have_text("3:00")
    button = page.get_by_role("button", name=BERSERK)
    expect(button).to_be_visible()
    assert axe(page) == []
    button.focus()
    page.keyboard.press("Enter")
    expect(white).to_have_text("1:30")
    expect(button).to_have_count(0)
    expect(page.get_by_title("Blancas: berserk, mitad de tiempo")).to_be_visible()
    expect(page.get_by_role("timer", name="Negras")).to_have_text("3:00")
    page.get_by_role("gridcell", name="e2").press("Enter")
    page.get_by_role("gridcell", name="e4").press("Enter")
    expect(page.get_by_role("listitem").filter(has_text="e4")).to_be_visible()
    expect(page.get_by_title("Blancas: berserk, mitad de tiempo")).to_be_visible()
    assert axe(page) == []
