"""A short version of bench/tournaments.py: pairings beside bbpPairings where it is there, tie-breaks beside gacrux."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from axedrez.tournaments.field import Round
from axedrez.tournaments.simulation import Course, simulated
from axedrez.tournaments.swiss import as_gacrux
from axedrez.tournaments.trf import TournamentFile, written
from bench import tournaments as bench

PROGRAM = os.environ.get("AXEDREZ_BBP_PAIRINGS")


def test_simulated_tournaments() -> None:
    for seed in range(6):
        assert bench.checked(seed, False, Path(PROGRAM) if PROGRAM else None).faults == []


def test_a_wrong_sum_is_found_in_the_report() -> None:
    text = written(TournamentFile(simulated("swiss", 10, 5, 1).field))
    assert bench.read_by_gacrux(text) == []
    player = next(line for line in text.splitlines() if line.startswith("001"))
    assert bench.read_by_gacrux(text.replace(player, f"{player[:80]} 9.5{player[84:]}"))


@pytest.mark.parametrize("format_", ["round-robin", "double-round-robin"])
def test_round_robins(format_: str) -> None:
    order = [code for code in bench.TIE_BREAKS if code != "FB"]
    for seed in range(8):
        found = simulated(format_, 5 + seed, None, seed, course=Course(forfeit=0.05, withdrawal=0.03))  # type: ignore[arg-type]
        assert bench.by_gacrux(found.field, tuple(order), True) == []


def test_a_wrong_result_is_found_by_the_tie_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    field = simulated("swiss", 10, 5, 1, course=Course(forfeit=0, both_forfeit=0, withdrawal=0)).field
    theirs = as_gacrux
    other = msgspec.structs.replace(field, rounds=(*field.rounds[:-1], Round(())))
    monkeypatch.setattr(bench, "as_gacrux", lambda _field: theirs(other))
    assert bench.by_gacrux(field)
