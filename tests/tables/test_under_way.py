"""Turns under way: what a few ways show is what all ways say."""

from __future__ import annotations

from itertools import islice

import pytest

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
        game, row = waiting.game, waiting.row
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
