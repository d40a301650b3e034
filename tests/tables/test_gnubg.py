"""Plain backgammon by the same kernel against GNU Backgammon; `bench/tables_gnubg.py` runs more cases."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.naive import tables as naive
from tests.naive.tables import BACKGAMMON
from tests.naive.tables_positions import random_placements
from tests.tables.comparing import backgammon_cases, difference_from_gnubg, difference_from_twin

CASES = 2000


def test_backgammon_results_are_those_of_gnubg() -> None:
    pytest.importorskip("gnubg_nn", reason="pip install gnubg-nn")
    on_bar = off = 0
    for position, dice in islice(backgammon_cases(5), CASES):
        assert not difference_from_gnubg(position, dice)
        fields = position.text().split(" ")
        on_bar += fields[1] != "-"
        off += fields[2] != "-"
    assert min(on_bar, off) > CASES / 20, "the cases are too tame"


def test_backgammon_results_are_the_twins() -> None:
    for position, dice in random_placements(BACKGAMMON, 150, seed=77):
        if naive.winner(position) is None:
            assert not difference_from_twin(position, dice)
