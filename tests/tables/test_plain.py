"""The short path of plain sheets beside the general one: the same positions, in all kinds of positions and rules."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from axedrez.tables.compile.arrays import compile_tables
from axedrez.tables.kernel import batch, layout, plain, playout
from axedrez.tables.kernel.perft import perft
from tests.naive.tables import BACKGAMMON, CHESSGAMMON
from tests.tables.boards import game_of
from tests.tables.comparing import backgammon_cases

ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)])
RULES = [{}, {layout.EXACT: 1}, {layout.WIN_IS_WHOLE: 1}, {layout.EXACT: 1, layout.WIN_IS_WHOLE: 1, layout.CASTLE: 9}]
GAME = game_of(BACKGAMMON)
RULESET = GAME.ruleset


def tables_of(changes: dict[int, int], path: str = "plain") -> Any:
    """The tables of backgammon with other values, for one of the paths."""
    tables = RULESET.compiled.copy()
    for place, value in {**changes, layout.PLAIN: int(path == "plain")}.items():
        tables[place] = value
    return tables


def random_rows(random: Random, count: int, most_left: int, reach: int) -> Any:
    """Positions nobody played to: each side has 1 to `most_left` pieces left.

    They stand within the mover's distance `reach`, and some on the bar.
    """
    rows = np.zeros((count, layout.WIDTH), np.int8)
    for row in rows:
        taken: set[int] = set()
        for base in (layout.OWN, layout.ENEMY):
            free = [point for point in range(1, reach + 1) if point not in taken]
            points = random.sample(free, random.randint(1, len(free)))
            side = [random.choice(points) for _ in range(random.randint(1, most_left))]
            taken |= set(side)
            seen = side if base == layout.OWN else [layout.BAR - point for point in side]
            distances = [layout.BAR if random.random() < 0.04 else distance for distance in seen]
            row[base : base + len(side)] = sorted(distances, reverse=True)
    return rows


def check_same(changes: dict[int, int], rows: Any) -> int:
    """Both paths lead to the same positions, each once; how many."""
    offsets, found = batch.results(tables_of(changes), RULESET.keys, rows, ROLLS)
    others, expected = batch.results(tables_of(changes, "general"), RULESET.keys, rows, ROLLS)
    for roll in range(len(offsets) - 1):
        ours = [row.tobytes() for row in found[offsets[roll] : offsets[roll + 1]]]
        theirs = {row.tobytes() for row in expected[others[roll] : others[roll + 1]]}
        where = rows[roll // len(ROLLS)].tolist(), ROLLS[roll % len(ROLLS)].tolist()
        assert set(ours) == theirs, where
        assert len(ours) == len(theirs), where
    return len(found)


@pytest.mark.parametrize("changes", RULES)
def test_positions_of_games_and_placements(changes: dict[int, int]) -> None:
    rows = np.array([position.raw for position, _ in islice(backgammon_cases(11), 1200)])
    assert np.any(rows[:, layout.OWN] == layout.BAR)
    check_same(changes, rows)


@pytest.mark.parametrize("changes", RULES)
@pytest.mark.parametrize(
    ("pieces", "most_left", "reach"), [(15, 15, 24), (16, 16, 24), (15, 3, 7), (15, 2, 5), (15, 9, 10), (2, 2, 24)]
)
def test_random_positions(changes: dict[int, int], pieces: int, most_left: int, reach: int) -> None:
    rows = random_rows(Random(reach), 400, most_left, reach)
    check_same({**changes, layout.N_PIECES: pieces}, rows)


def test_the_rules_that_are_changed_matter() -> None:
    rows = random_rows(Random(5), 400, 2, 6)
    assert len({check_same(changes, rows) for changes in RULES}) == len(RULES)


def test_memory_grows_where_rolls_lead_to_many_positions() -> None:
    wide = random_rows(Random(8), 60, 15, 24)
    ones = np.array([(1, 1)])
    numbers = np.diff(batch.results(tables_of({}), RULESET.keys, wide, ones)[0])
    rows = np.repeat(wide[numbers.argmax()][None], 600, axis=0)
    offsets, found = batch.results(tables_of({}), RULESET.keys, rows, ones)
    assert len(found) == 600 * numbers.max() > 48 * 600 + plain.MAX_RESULTS
    assert np.array_equal(found[: offsets[1]], found[offsets[-2] :])


@pytest.mark.parametrize("reach", [24, 4])
def test_paths_are_counted_alike(reach: int) -> None:
    for row in random_rows(Random(reach), 6, 3, reach):
        for dice, depth in (((0, 0), 1), ((3, 2), 2), ((2, 2), 2), ((6, 5), 3)):
            ours, theirs = (
                perft(tables_of({}, path), RULESET.keys, row, *dice, depth) for path in ("plain", "general")
            )
            assert ours == theirs, (row.tolist(), dice, depth)
    start = GAME.start().raw
    assert [int(perft(RULESET.compiled, RULESET.keys, start, 3, 1, depth)) for depth in (1, 2)] == [
        int(perft(tables_of({}, "general"), RULESET.keys, start, 3, 1, depth)) for depth in (1, 2)
    ]


def test_random_games_are_alike() -> None:
    games = 3000
    start = GAME.start().raw
    ours, theirs = (
        playout.playouts(tables_of({}, path), RULESET.keys, start, 0, 0, games, np.uint64(9), 3000)
        for path in ("plain", "general")
    )
    assert sum(ours[: playout.TURNS]) == games
    assert np.all(np.abs(ours - theirs)[: playout.TURNS] < 5 * np.sqrt(games / 4) * np.sqrt(2))
    assert abs(int(ours[playout.TURNS]) / int(theirs[playout.TURNS]) - 1) < 0.05


@pytest.mark.parametrize(
    "change",
    [
        {"backward": True},
        {"abilities": ("plus-one",)},
        {"pace": "one-point"},
        {"entry_pace": "one-point"},
        {"protects_pawns": 1},
        {"captured_together_by": ("pawn",)},
        {"captured_by": ()},
        {"bears_off": False},
    ],
)
def test_a_piece_that_does_more_or_less_is_not_plain(change: dict[str, Any]) -> None:
    assert RULESET.compiled[layout.PLAIN] == 1
    pawn = msgspec.structs.replace(RULESET.rules.pieces["pawn"], **change)
    sheet = msgspec.structs.replace(RULESET.rules, pieces={"pawn": pawn})
    assert compile_tables(sheet, RULESET.army)[layout.PLAIN] == 0


def test_what_else_is_not_plain() -> None:
    rules = RULESET.rules
    assert game_of(CHESSGAMMON).ruleset.compiled[layout.PLAIN] == 0
    forfeiting = msgspec.structs.replace(rules, bar=msgspec.structs.replace(rules.bar, forfeits_die=True))
    assert compile_tables(forfeiting, RULESET.army)[layout.PLAIN] == 0
    with_king = msgspec.structs.replace(rules, royal=msgspec.structs.replace(rules.royal, piece="pawn"))
    assert compile_tables(with_king, RULESET.army)[layout.PLAIN] == 0
    other = msgspec.structs.replace(rules.pieces["pawn"], letter="Q")
    two_kinds = msgspec.structs.replace(rules, letters="PQ", pieces={**rules.pieces, "queen": other})
    assert compile_tables(two_kinds, "PPPQ")[layout.PLAIN] == 0
    assert compile_tables(two_kinds, RULESET.army)[layout.PLAIN] == 1
