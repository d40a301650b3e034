"""What may be planned ahead: every move that is ever legal, and little else."""

from __future__ import annotations

import random

import pytest

import axedrez
from axedrez import library
from axedrez.core import GridScene, Side
from axedrez.core.diagram import Reach


def _reach(rulebook: str, side: Side = Side.WHITE) -> Reach:
    return library.reach(axedrez.load(rulebook), side)


def test_pieces_reach_over_everything_that_stands_in_their_way() -> None:
    moves = _reach("clasico").moves
    assert sorted(moves["N"]["g1"]) == ["e2", "f3", "h3"]
    assert len(moves["R"]["a1"]) == 14
    assert moves["P"]["e2"] == {"d3": "", "e3": "", "f3": "", "e4": ""}
    assert {"c1", "g1"} <= set(moves["K"]["e1"])
    assert "g1" not in moves["K"]["d1"]


def test_black_sees_the_board_from_the_other_side() -> None:
    moves = _reach("clasico", Side.BLACK).moves
    assert set(moves["P"]["e7"]) == {"d6", "e6", "f6", "e5"}
    assert {"c8", "g8"} <= set(moves["K"]["e8"])
    assert moves["P"]["e2"] == {"d1": "QRBN", "e1": "QRBN", "f1": "QRBN"}


def test_a_promotion_that_may_be_left_is_not_chosen_ahead() -> None:
    assert _reach("tradicional").moves["R"]["a7"]["a8"] == ""


def test_drops_keep_to_the_ranks_of_the_sheet() -> None:
    drops = _reach("crazyhouse").drops
    assert len(drops["N"]) == 64
    assert {square[1] for square in drops["P"]} == set("234567")
    assert {square[1] for square in _reach("placement", Side.BLACK).drops["Q"]} == {"8"}
    assert _reach("clasico").drops == {}


def test_tables_games_have_nothing_to_plan() -> None:
    assert _reach("chessgammon") == Reach()


@pytest.mark.parametrize("rulebook", [*library.rulebooks(), *library.gallery()])
def test_no_legal_move_is_out_of_reach(rulebook: str) -> None:
    chance = random.Random(rulebook)
    game = axedrez.load(rulebook)
    reach = {side: library.reach(game, side) for side in (Side.WHITE, Side.BLACK)}
    if not reach[Side.WHITE].moves:
        return
    position = game.start()
    for _ in range(40):
        if position.turn is Side.CHANCE:
            position = position.play_unchecked(chance.choice(position.chance_outcomes())[0])
            continue
        for step in position.steps().options:
            if step.origin.endswith("@"):
                assert step.target in reach[position.turn].drops[step.origin[0]]
            elif step.target:
                scene = position.scene()
                assert isinstance(scene, GridScene)
                letter = scene.pieces[step.origin].upper()
                choices = reach[position.turn].moves[letter][step.origin][step.target]
                assert not choices or (step.choice and step.choice in choices), step
        moves = position.legal_moves()
        if position.outcome() or not moves:
            return
        position = position.play_unchecked(chance.choice(moves))
