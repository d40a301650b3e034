"""Rollouts in the tables family: without bias, the same however they are cut up, and narrower the longer they last."""

from __future__ import annotations

import itertools
import threading
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from axedrez.analysis.equity import RolloutOptions
from axedrez.core.dice import ROLLS
from axedrez.core.sides import Side
from axedrez.tables.engine import plies, rollouts
from axedrez.tables.engine.kernel.dice import SHARE
from axedrez.tables.engine.kernel.plies import Judge, answers
from axedrez.tables.engine.kernel.rollouts import PAIRS, pairs_of
from axedrez.tables.engine.plies import at_rest, deepen, judge_with, turned
from axedrez.tables.engine.rollouts import Result, roll_out
from axedrez.tables.position.position import TablesPosition
from tests.engine.test_tables_wins import raw
from tests.tables.networks import game_named, random_player

RACE = "P/P/P/18/p/1/pp - - w -"
CONTACT = "2/P/1/p/PP/13/p/1/p/2 - - w -"


@cache
def judge_for(name: str, by_hand: bool = False) -> Judge:
    game = game_named(name)
    return judge_with(None if by_hand else random_player(game), game.ruleset)


def hyper(text: str) -> TablesPosition:
    return game_named("hyper").parse(text)


def standing(row: npt.NDArray[np.int8]) -> TablesPosition:
    game = game_named("hyper")
    return TablesPosition(game, game.ruleset, row, Side.WHITE, None)


def exact(judge: Judge, position: TablesPosition, ply: int = 0, horizon: int = 1000) -> npt.NDArray[np.float64]:
    """The outcomes for the side that rolls if both play as the judge does: by recursion over all rolls."""
    known: dict[tuple[bytes, int], npt.NDArray[np.float64]] = {}

    def after(row: npt.NDArray[np.int8]) -> list[npt.NDArray[np.int8]]:
        if ply == 0:
            return list(answers(judge, row))
        found = []
        for roll, _ in ROLLS:
            rolled = standing(row).play_unchecked(roll)
            ends = [rolled.play_unchecked(turn) for turn in rolled.legal_moves()]
            told = [raw(judge, end) for end in ends]
            order = np.argsort(np.array(told) @ judge.network.points, kind="stable").tolist()
            ranked, _ = deepen(judge, order, told.__getitem__, ends.__getitem__, ply)
            found.append(ends[ranked[0]].raw)
        return found

    def value(row: npt.NDArray[np.int8], left: int) -> npt.NDArray[np.float64]:
        key = (row.tobytes(), left if horizon < 1000 else 0)
        if key not in known:
            if left == 0 or standing(row).is_over():
                known[key] = at_rest(judge, standing(row))
            else:
                parts = [share * turned(value(each, left - 1)) for share, each in zip(SHARE, after(row), strict=True)]
                known[key] = np.sum(parts, axis=0)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plies, "judged_at", plies.expected)  # rollouts are played by the judge alone, in races too
        return value(position.raw, horizon)


def points(judge: Judge, outcomes: npt.NDArray[np.float64]) -> float:
    return float(outcomes @ judge.network.points)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_race_played_to_the_end_beside_its_exact_value(seed: int) -> None:
    judge = judge_for("hyper")
    truth = exact(judge, hyper(RACE))
    found = roll_out(judge, hyper(RACE), RolloutOptions(trials=1296, seed=seed))
    assert found.trials == 1296
    assert found.cut == found.drawn == 0
    assert abs(found.equity - points(judge, truth)) < 1.7 * found.half
    assert found.outcomes == pytest.approx(truth, abs=0.05)
    assert points(judge, found.outcomes) == pytest.approx(found.equity)
    # Games without the luck taken out say the same, less exactly.
    plain = roll_out(judge_for("hyper", by_hand=True), hyper(RACE), RolloutOptions(trials=1296, seed=seed))
    by_hand = points(judge, exact(judge_for("hyper", by_hand=True), hyper(RACE)))
    assert abs(plain.equity - by_hand) < 1.7 * plain.half


@pytest.mark.parametrize(("horizon", "ply"), [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1)])
def test_games_left_at_the_horizon_beside_their_exact_value(horizon: int, ply: int) -> None:
    judge = judge_for("hyper")
    options = RolloutOptions(trials=1296 if horizon < 3 else 144, horizon=horizon, ply=ply)
    truth = points(judge, exact(judge, hyper(CONTACT), ply, horizon))
    found = roll_out(judge, hyper(CONTACT), options)
    if horizon == 1 and ply == 0:
        # All luck is in the one roll: nothing is left to chance.
        assert found.half < 1e-6
    if horizon < 3:
        # All pairs of rolls were rolled once: this is no sample.
        assert found.equity == pytest.approx(truth, abs=1e-5)
    else:
        assert abs(found.equity - truth) < 1.7 * found.half
    assert found.turns <= horizon


def test_the_interval_shrinks_and_luck_taken_out_narrows_it() -> None:
    judge = judge_for("backgammon")
    start = game_named("backgammon").start()
    few, more = (roll_out(judge, start, RolloutOptions(trials=trials, horizon=4)) for trials in (36, 576))
    assert more.half < few.half / 2
    assert abs(few.equity - more.equity) < few.half + more.half


def test_the_same_however_it_is_cut_up(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = judge_for("hyper")
    options = RolloutOptions(trials=40, seed=9)
    whole = roll_out(judge, hyper(CONTACT), options)
    monkeypatch.setattr(rollouts, "_AT_ONCE", 1)
    monkeypatch.setattr(rollouts, "REPORT_S", 0.0)
    reports: list[Result] = []
    again = roll_out(judge, hyper(CONTACT), options, reports.append)
    assert again.equity == whole.equity
    assert np.array_equal(again.outcomes, whole.outcomes)
    assert [report.trials for report in reports] == list(range(1, 41))
    first = roll_out(judge, hyper(CONTACT), RolloutOptions(trials=20, seed=9))
    assert reports[19].equity == first.equity
    assert reports[-1].equity == whole.equity
    assert roll_out(judge, hyper(CONTACT), RolloutOptions(trials=40, seed=10)).equity != whole.equity


def test_the_first_two_rolls_are_spread_evenly() -> None:
    pairs = pairs_of(np.uint64(5))
    first, second = pairs[:PAIRS], pairs[PAIRS:]
    assert sorted(first) == sorted(second) == list(range(PAIRS))
    assert not np.array_equal(first, second)
    rolled = {(int(first[n % 36]), int(second[(n // 36 + n) % 36])) for n in range(1296)}
    assert len(rolled) == 1296
    assert len({int(second[(n // 36 + n) % 36]) for n in range(36, 72)}) == 36


def test_it_stops_when_it_is_told_to() -> None:
    judge, start = judge_for("chessgammon"), game_named("chessgammon").start()
    halt = threading.Event()
    halt.set()
    found = roll_out(judge, start, RolloutOptions(), stop=halt)
    assert found.trials == 0
    assert found.equity == pytest.approx(points(judge, at_rest(judge, start)))
    halt.clear()
    timer = threading.Timer(0.3, halt.set)
    timer.start()
    found = roll_out(judge, start, RolloutOptions(trials=100_000), stop=halt)
    assert found.trials < 100_000


def test_options_out_of_range() -> None:
    wrongs: list[dict[str, Any]] = [{"trials": 0}, {"trials": 10**9}, {"horizon": -1}, {"ply": 9}, {"seed": -1}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"rollout|seed"):
            RolloutOptions(**wrong)


def test_reports_come_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not after each game: one a `REPORT_S`, and one at the end."""
    looks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: 0.4 * rollouts.REPORT_S * next(looks))
    monkeypatch.setattr(rollouts, "time", clock)
    reports: list[Result] = []
    roll_out(judge_for("hyper"), hyper(CONTACT), RolloutOptions(trials=40, horizon=2), reports.append)
    assert reports[-1].trials == 40
    assert 10 <= len(reports) <= 20
