"""Turns under way: what a few ways show is what all ways say."""

from __future__ import annotations

from itertools import islice

import pytest

import axedrez
from axedrez.tables import turn, workspace
from axedrez.tables.position import TablesPosition
from tables.boards import game_of, thrown
from tables.comparing import mixed_cases

CASES = 250


def searched(position: TablesPosition, row: workspace.Row) -> bool:
    """Whether some legal turn goes through a row, by a search of all of them."""
    assert position.dice is not None
    workspace._workspace().rule[:] = position.rule()
    return workspace.run(position.game.tables, position.game.keys, row, *position.dice).count > 0


@pytest.mark.clause("G-6", "G-17", "G-33")
def test_a_few_ways_tell_what_all_ways_tell() -> None:
    refused = departures = 0
    for drawn, dice in islice(mixed_cases(87), CASES):
        position = game_of(drawn.options).parse(drawn.text())
        if position.is_over():
            continue
        waiting = thrown(position, dice)
        game, row = waiting.game, waiting.raw
        assert waiting.dice is not None
        assert waiting.rule() == workspace.run(game.tables, game.keys, row, *waiting.dice).rule.tolist()
        children = [child.row for child in turn.children(waiting, row)]
        children += [child.row for first in children[:2] for child in turn.children(waiting, first)]
        can = turn.can_go_on(waiting, children)
        assert can == [turn.may_end(waiting, child) or searched(waiting, child) for child in children]
        refused += can.count(False)
        departures += waiting.rule()[2] > 0
    assert refused
    assert departures


TWO_BISHOPS = "KPP/bn/n/1/bp/1/q/2/R/N/4/N/1/QR/B/B/r/1/r/kp - PPPPPPpppppp b - 44"


def test_pieces_that_have_one_name_make_one_step() -> None:
    """Of two bishops on a point the one that has come there in this turn and the other one are both “B5”."""
    position = axedrez.load("chessgammon").parse(TWO_BISHOPS)
    seen = position.steps(["R23/19*:4", "B2/5-:4"])
    assert [step.token for step in seen.options].count("B5/9:4") == 1
    assert {step.token for step in seen.options}.isdisjoint(refusal.token for refusal in seen.refused)


def test_steps_lead_to_every_turn_that_has_such_pieces() -> None:
    position = axedrez.load("chessgammon").parse(TWO_BISHOPS)
    found: set[str] = set()
    open_turns: list[tuple[str, ...]] = [("R23/19*:4",)]
    while open_turns:
        taken = open_turns.pop()
        seen = position.steps(taken)
        tokens = [step.token for step in seen.options]
        assert len(set(tokens)) == len(tokens)
        if seen.confirmable:
            found.add(position.play(" ".join(taken)).text())
        open_turns += [(*taken, token) for token in tokens]
    begun = [move for move in position.legal_moves() if move.text.startswith("R23/19*")]
    assert {position.play(move).text() for move in begun} <= found
