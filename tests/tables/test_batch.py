"""Many positions and rolls at once, and the memory that grows where a turn needs more."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from axedrez.core.dice import Roll
from axedrez.tables.batch import results
from axedrez.tables.kernel import batch, layout
from axedrez.tables.kernel.space import ROOM_IS_SHORT, make_space
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.kernel.turns import write_turns
from axedrez.tables.position import workspace
from axedrez.tables.position.position import TablesPosition
from tests.naive.tables import BACKGAMMON, CHESSGAMMON, Options
from tests.tables.boards import game_of, rolled
from tests.tables.comparing import game_positions

ROLLS = [Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)]
VARIANTS = Options(killer_queen=True, berserker_king=True, queen_double="either")


def met(options: Options, count: int, apart: int) -> list[TablesPosition]:
    """Positions of one game that is not over."""
    positions = (position for position, _ in game_positions(game_of(options), Random(3)))
    return list(islice(positions, 0, count * apart, apart))


@pytest.mark.parametrize(
    ("options", "count", "rolls"), [(BACKGAMMON, 12, ROLLS), (CHESSGAMMON, 5, ROLLS[::4]), (VARIANTS, 3, ROLLS[1:9:3])]
)
def test_results_are_those_of_the_legal_turns(options: Options, count: int, rolls: list[Roll]) -> None:
    positions = met(options, count, 9)
    found = results(positions, rolls)
    assert [len(by_roll) for by_roll in found] == [len(rolls)] * len(positions)
    for position, by_roll in zip(positions, found, strict=True):
        for roll, after in zip(rolls, by_roll, strict=True):
            before = rolled(position, roll)
            expected = {before.play_unchecked(move) for move in before.legal_moves()}
            assert set(after) == expected
            assert len(after) == len(expected)


def test_arrays_are_rows_that_can_be_rolled_for_again() -> None:
    game = game_of(BACKGAMMON)
    rows, dice = game.start().raw[None], np.array([(3, 1), (6, 6)])
    offsets, found = batch.results(game.ruleset.compiled, game.ruleset.keys, rows, dice)
    assert offsets.tolist() == [0, 16, 16 + len(found[16:])]
    assert found.shape[1] == layout.WIDTH
    assert found.dtype == np.int8
    again, _ = batch.results(game.ruleset.compiled, game.ruleset.keys, found, dice)
    assert len(again) == 2 * len(found) + 1
    assert np.all(np.diff(again) > 0)


def test_a_lost_turn_has_the_result_of_passing() -> None:
    shut = game_of(BACKGAMMON).parse("18/pp/pp/pp/pp/pp/ppppp P PPPPPPPPPPPPPP w -")
    passed = shut.text().replace(" w ", " b ")
    assert [[after.text() for after in rolls] for rolls in results([shut], ROLLS)[0]] == [[passed]] * len(ROLLS)


def test_no_results_without_rolls_or_positions() -> None:
    start = game_of(BACKGAMMON).start()
    assert results([], ROLLS) == []
    assert results([start], []) == [[]]


def test_positions_must_be_of_one_game_that_goes_on() -> None:
    start = game_of(BACKGAMMON).start()
    over = game_of(BACKGAMMON).parse("ppppp/ppppp/ppppp/21 - PPPPPPPPPPPPPPP b -")
    with pytest.raises(ValueError, match="different games"):
        results([start, game_of(CHESSGAMMON).start()], ROLLS)
    with pytest.raises(ValueError, match="no legal move"):
        results([start, over], ROLLS)


def test_memory_grows_where_a_turn_needs_more(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(CHESSGAMMON)
    row = game.start().raw
    key = np.uint64(hash_of_pieces(row, 0, game.ruleset.compiled, game.ruleset.keys, 1))
    assert write_turns(make_space(2048), game.ruleset.compiled, game.ruleset.keys, row, key, 4, 4) == ROOM_IS_SHORT
    expected = workspace.ends(game.ruleset.compiled, game.ruleset.keys, row, 4, 4)
    monkeypatch.setattr(workspace._local, "workspace", workspace.Workspace(2048))
    found = workspace.ends(game.ruleset.compiled, game.ruleset.keys, row, 4, 4)
    assert workspace._local.workspace.room > 2048
    assert [end.way() for end in found[0]] == [end.way() for end in expected[0]]
    assert found[1] == expected[1]
