"""The kernel against the slow twin: the same set of positions for every roll; `bench/tables_twin.py` runs more."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.naive import tables as naive
from tests.naive.tables import CHESSGAMMON, Options
from tests.tables.boards import game_of, results
from tests.tables.comparing import difference_from_twin, mixed_cases

SLICES, CASES = 8, 40


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, SLICES))])
def test_results_of_mixed_cases_are_the_twins(seed: int) -> None:
    for position, dice in islice(mixed_cases(seed), CASES):
        assert not difference_from_twin(position, dice)


@pytest.mark.parametrize("options", [CHESSGAMMON, Options(defective_rook=True)])
def test_results_of_the_start_position_are_the_twins(options: Options) -> None:
    start = naive.start(options)
    assert game_of(options).start().text() == start.text()
    for high in range(1, 7):
        for low in range(1, high):
            assert not difference_from_twin(start, (high, low))


def test_a_wrong_reading_is_seen() -> None:
    """The comparison can fail: with other options the same cases differ."""
    differing = 0
    for position, dice in islice(mixed_cases(99), 60):
        other = game_of(Options(killer_queen=not position.options.killer_queen))
        if not position.options.defective_rook and naive.winner(position) is None:
            differing += results(other.parse(position.text()), dice) != naive.results(position, dice)
    assert differing > 5
