"""What a person does on the page of a tables game."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import PERSON, Hands, arrive, game_of, press_start

# Both sides bear off their last pawns: a game that can end soon.
NEAR_THE_END = "KP/P/QRR/BB/NN/14/nn/bb/qrr/p/kp - PPPPPPpppppp w -"


class TablesHands:
    """A person at a board of points, in Spanish."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.get_by_role("grid")
        self.status = page.locator(".status")
        self.confirm = page.locator("[data-confirm]")
        self.view = Hands(page).view

    def start(self, rulebook: str = "chessgammon", against: str = PERSON, position: str | None = None) -> None:
        """Start a game from the screen of the rulebook and wait for its board."""
        self.page.goto(f"/new/{rulebook}")
        if position is not None:
            self.page.get_by_text("Empezar desde una posición").click()
            self.page.get_by_label("Texto de la posición").fill(position)
        press_start(self.page, against)
        arrive(self.page, "**/game/*")
        expect(self.board).to_be_visible()

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def click(self, name: str) -> None:
        """Click the edge of a cell, where its number is: any piece of it."""
        box = self.cell(name).bounding_box()
        board = self.board.bounding_box()
        assert box is not None
        assert board is not None
        is_far = box["y"] - board["y"] < 2
        self.cell(name).click(position={"x": box["width"] / 2, "y": 3 if is_far else box["height"] - 3})

    def steps(self, prefix: list[str]) -> dict[str, Any]:
        """What the server lets follow."""
        game = game_of(self.page)
        query = urlencode([("prefix", token) for token in prefix])
        answer = self.page.request.get(f"/api/games/{game}/steps?{query}")
        assert answer.ok, answer.text()
        steps: dict[str, Any] = answer.json()["steps"]
        return steps

    def step(self, option: dict[str, Any], side: str) -> None:
        """Take one step by two clicks, and where there is a choice by its button."""
        names = [
            f"{place}:{side}" if place in ("bar", "off") else place for place in (option["origin"], option["target"])
        ]
        self.click(names[0])
        expect(self.cell(names[0])).to_have_attribute("aria-selected", "true")
        self.click(names[1])
        token = option["token"].replace('"', "")
        button = self.page.locator(f'[data-token="{token}"]')
        expect(button.or_(self.cell(names[0]).and_(self.page.locator('[aria-selected="false"]'))).first).to_be_visible()
        if button.is_visible():
            button.click()

    def play_turn(self, chance: random.Random) -> tuple[int, str]:
        """Play one whole turn, homewards where that is possible. Answers its ply and its roll."""
        view = self.view()
        side, plies, roll = view["turn"], len(view["moves"]), view["dice"]["roll"]
        # What the other side did is shown first, and the board waits for that.
        expect(self.page.locator("[data-showing]")).to_have_count(0)
        expect(self.page.locator("[data-ply]")).to_have_count(plies)
        if view["steps"]["options"]:  # a lost turn passes by itself, before anybody has looked at its roll
            expect(self.page.locator("[data-roll]")).to_have_text("-".join(roll))
        tokens: list[str] = []
        while options := (view["steps"] if not tokens else self.steps(tokens))["options"]:
            option = min(options, key=lambda step: (_distance(step, side), chance.random()))
            self.step(option, side)
            tokens.append(option["token"])
        # A turn that cannot be played passes by itself.
        if tokens:
            expect(self.confirm).to_be_enabled()
            self.confirm.click()
        expect(self.page.locator(f'[data-ply="{plies + 1}"]')).to_be_visible()
        return plies + 1, str(roll)


def _distance(step: dict[str, Any], side: str) -> int:
    """How far from home a step ends: pieces are borne off, or come home, before others leave it."""
    if step["target"] == "off":
        return -100
    if step["origin"] == "bar":
        return -99

    def outside(place: str) -> int:
        return max(0, (int(place) if side == "white" else 25 - int(place)) - 6)

    return outside(step["target"]) - outside(step["origin"])
