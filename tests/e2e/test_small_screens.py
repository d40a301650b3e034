"""Games where the screen is short: all that is needed to move is seen at once."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Hands
from tests.e2e.meeting import Visit

FULL_HANDS = "rnb1k2r/ppp2ppp/8/8/8/8/PPP2PPP/RNB1K2R[QNBPqnbp] w KQkq - 0 1"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_hands_are_seen_on_a_telephone_that_lies(visit: Visit, theme: str) -> None:
    page = visit()
    hands = Hands(page)
    hands.start("crazyhouse", position=FULL_HANDS)
    page.set_viewport_size({"width": 740, "height": 360})
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    for place in (hands.board, page.locator("[data-hand=white]"), page.locator("[data-hand=black]")):
        expect(place).to_be_in_viewport(ratio=0.99)  # once the page has taken the new size
        box = place.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 360, "it is cut off below"
        assert box["x"] + box["width"] <= 740
    # A piece of the hand gets to the board by two clicks there.
    page.locator("[data-hand=white] [data-drop=Q]").click()
    hands.click("e5")
    hands.expect_piece("e5", "dama blanca")


def test_captured_pieces_push_nothing_on_a_telephone_with_a_clock(visit: Visit) -> None:
    page = visit(360, 740)
    hands = Hands(page)
    tops = []
    exchanges = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5g2", "f1g2", "c8g4", "d1g4", "b8c6", "g2c6", "b7c6"]
    for moves in ([], exchanges):
        data = {
            "id": str(uuid4()),
            "rulebook": "clasico",
            "moves": moves,
            "clock": {"kind": "fischer", "initial_ms": 5_400_000, "increment_ms": 30_000},
            "players": {
                "white": {"kind": "human", "name": "Maximiliana Fernández de Oviedo"},
                "black": {"kind": "computer", "level": 3},
            },
        }
        answer = page.request.post("/api/games", data=data)
        assert answer.ok, answer.text()
        page.goto(f"/game/{answer.json()['id']}")
        box = hands.board.bounding_box()
        assert box is not None
        tops.append(box["y"])
        for player in page.locator(".player").all():
            name, facts = player.locator(".name").bounding_box(), player.locator(".facts").bounding_box()
            assert name is not None
            assert facts is not None
            assert name["y"] + name["height"] <= facts["y"], "one lies over the other"
    expect(page.get_by_role("img", name="Capturadas: ")).to_have_count(2)
    assert tops[0] == tops[1]
