"""The slow tables twin: what is proved of it alone. Positions made by hand for it and the kernel: `tests/tables`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.tables import CHESSGAMMON, Options, parse, results, turns
from tests.naive.tables_notes import Few, at
from tests.naive.tables_positions import game_positions, random_placements


def test_turns_tell_one_way_to_each_end() -> None:
    position = at("Pbar P24 Koff | k23 poff poff", Few(army="KPP"))
    assert turns(position, (2, 1)) == {
        "22/k/PP - Kpp b -": [("P", "bar", "24", 1, "", ())],
        "22/PP/1 k Kpp b -": [
            ("P", "bar", "23", 2, "", ("waits",)),
            ("P", "24", "23", 1, "", ("captures k jointly",)),
        ],
    }


def test_both_colours_play_by_the_same_rules() -> None:
    options = Options(killer_queen=True, rook_capture="two-any")
    for position, dice in random_placements(options, 20, seed=3):
        mirrored = {parse(text, options).mirrored().text() for text in results(position.mirrored(), dice)}
        assert results(position, dice) == mirrored


@pytest.mark.parametrize("source", [game_positions, random_placements])
def test_positions_are_the_same_for_the_same_seed(source: Any) -> None:
    drawn = [[(position.text(), dice) for position, dice in source(CHESSGAMMON, 10, seed=7)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 10
