"""M-5: runners that win on squares of their own instead of the last rank."""

from __future__ import annotations

import pytest

from axedrez import History, library, sentence
from axedrez.core import GridScene
from axedrez.core.errors import SheetError

MIDDLE = ["d4", "e4", "d5", "e5"]
SHEET = {
    "extends": "clasico",
    "id": "middle",
    "names": {"es": "Al centro", "en": "To the middle"},
    "goal": {"win": ["checkmate", "piece-reaches"], "runners": ["pawn"], "runner_region": MIDDLE},
}


@pytest.mark.clause("M-5")
def test_a_pawn_that_reaches_the_middle_wins() -> None:
    game = library.from_data(SHEET)
    start = game.start()
    assert start.outcome(History()) is None
    quiet = start.play(start.parse_move("e2e3"))
    assert quiet.outcome(History().after(start)) is None
    for move in ("e2e4", "d2d4"):
        won = start.play(start.parse_move(move)).outcome(History().after(start))
        assert won is not None
        assert (won.result, won.reason) == ("1-0", "piece_reaches")
    # Both sides have the same squares; other pieces win nothing there.
    black = start.play(start.parse_move("a2a3"))
    won = black.play(black.parse_move("d7d5")).outcome(History().after(start).after(black))
    assert won is not None
    assert (won.result, won.reason) == ("0-1", "piece_reaches")
    knight = game.parse("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1")
    assert knight.play(knight.parse_move("c3d5")).outcome(History().after(knight)) is None
    # And the last rank wins nothing any more.
    last = game.parse("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert last.play(last.parse_move("a7a8r")).outcome(History().after(last)) is None


def test_the_manual_and_the_scene_name_the_squares() -> None:
    game = library.from_data(SHEET)
    scene = game.start().scene()
    assert isinstance(scene, GridScene)
    assert sorted(scene.region) == sorted(MIDDLE)
    for lang, said in (("es", "un peón en una de estas casillas: d4, e4, d5 o e5"), ("en", "d4, e4, d5 or e5")):
        text = " ".join(item.text for section in library.rules(game, lang).sections for item in section.items)
        assert said in text


def test_squares_beside_the_board_are_refused() -> None:
    with pytest.raises(SheetError) as refused:
        library.from_data({**SHEET, "board": {"files": 8, "ranks": 8, "holes": MIDDLE}})
    assert "goal" in sentence(refused.value)
