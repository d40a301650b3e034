"""Games where the screen is short: all that is needed to move is seen at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.hands import Hands
from e2e.meeting import Visit

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
