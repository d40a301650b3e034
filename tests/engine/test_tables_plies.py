"""Looking ahead in the tables family, beside a slow twin written from the definition."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import pytest

from axedrez.core.dice import ROLLS, Roll
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.kernel.plies import ALL, Judge, expectations
from axedrez.tables.engine.outcome_probabilities import outcomes_by_hand
from axedrez.tables.engine.plies import deepen, expected, judge_with, other_side
from axedrez.tables.engine.search import search_with
from axedrez.tables.kernel import batch
from axedrez.tables.position.position import TablesPosition
from tests.engine.test_tables_network import positions
from tests.engine.test_tables_wins import twin as with_wins
from tests.tables.networks import game_named, random_player

SHEETS = ["backgammon", "hyper", "chessgammon"]
GAMMON_GO = [1, 3, 3, -1, -1, -1, 0, 0]
GAMMON_SAVE = [1, 1, 1, -1, -3, -3, 0, 0]


def judge_for(name: str, most: int = ALL) -> Judge:
    return judge_with(random_player(game_named(name)), game_named(name).ruleset, most)


def open_positions(name: str, count: int) -> list[TablesPosition]:
    return [position for position in positions(name, 2 * count) if not position.is_over()][:count]


def twin(judge: Judge, position: TablesPosition, ply: int) -> npt.NDArray[np.float64]:
    """The outcomes at a ply, for the side that rolls: the mean over rolls of what comes of the turn best at 0-ply."""
    if position.is_over() or ply == 0:
        return with_wins(judge, position)
    total = np.zeros(8)
    for roll, probability in ROLLS:
        rolled = position.play_unchecked(roll)
        ends = [rolled.play_unchecked(turn) for turn in rolled.legal_moves()]
        told = estimates(judge.network, judge.tables, judge.inputs, np.array([end.raw for end in ends]))
        worths = -(told @ judge.enemy.points)
        after = twin(other_side(judge), ends[int(worths.argmax())], ply - 1)
        total += probability * np.array([*after[3:6], *after[:3], after[6], 0])
    return total


@pytest.mark.parametrize("name", SHEETS)
def test_one_ply_beside_the_twin(name: str) -> None:
    judge = judge_for(name)
    some = open_positions(name, 25 if name != "chessgammon" else 2)
    rows = np.array([position.raw for position in some])
    for position, found in zip(some, expectations(judge, rows, 1)[0], strict=True):
        assert found == pytest.approx(twin(judge, position, 1), abs=1e-5)
        assert found.sum() == pytest.approx(1)


@pytest.mark.parametrize("name", ["backgammon", "hyper"])
def test_two_and_three_ply_beside_the_twin(name: str) -> None:
    judge = judge_for(name)
    for position in open_positions(name, 1):
        assert expectations(judge, position.raw[None], 2)[0][0] == pytest.approx(twin(judge, position, 2), abs=1e-5)
        assert expected(judge, position, 2) == pytest.approx(twin(judge, position, 2), abs=1e-5)


@pytest.mark.parametrize("ply", [1, 2])
def test_at_a_score_each_side_plays_for_its_own_points(ply: int) -> None:
    """One side wins the match by a gammon, to the other a game is a game."""
    plain = judge_for("hyper")
    go, save = (plain.network._replace(points=np.array(points, np.float32)) for points in (GAMMON_GO, GAMMON_SAVE))
    for position in open_positions("hyper", 3):
        found = []
        for own, enemy in ((go, save), (save, go), (plain.network, plain.network)):
            judge = plain._replace(network=own, enemy=enemy)
            found.append(expectations(judge, position.raw[None], ply)[0][0])
            assert found[-1] == pytest.approx(twin(judge, position, ply), abs=1e-5)
            assert expected(judge, position, ply) == pytest.approx(found[-1], abs=1e-9)
    assert not np.allclose(found[0], found[2])


def test_three_ply_and_the_end_of_the_game() -> None:
    """With two men left a side, most games are over before the third roll."""
    judge = judge_for("hyper")
    late = game_named("hyper").parse("P/1/P/18/p/1/p - Pp w -")
    found = expectations(judge, late.raw[None], 3)[0][0]
    assert found == pytest.approx(twin(judge, late, 3), abs=1e-5)
    assert expected(judge, late, 3) == pytest.approx(found, abs=1e-9)
    assert found[[1, 2, 4, 5]] == pytest.approx(0)  # nobody loses a gammon who has borne a man off


def test_of_rolls_with_many_results_some_are_looked_at() -> None:
    """Of more than twice 60 results every second, third … one, so that 60 to 120 are left."""
    judge = judge_for("chessgammon", most=60)
    for position in open_positions("chessgammon", 4):
        total = np.zeros(8)
        for roll, probability in ROLLS:
            _, found = batch.results(judge.tables, judge.keys, position.raw[None], np.array([roll]))
            some = found[:: max(1, len(found) // 60)]
            told = np.asarray(estimates(judge.network, judge.tables, judge.inputs, some), np.float64)
            after = told[int((told @ judge.network.points).argmin())]
            total += probability * np.array([*after[3:6], *after[:3], after[6], 0])
        assert expected(judge, position, 1) == pytest.approx(total, abs=1e-5)


def test_draws_and_lost_turns_count_as_they_are() -> None:
    """One turn before the last without progress many rolls end the game without a winner."""
    game = game_named("chessgammon")
    near = game.parse(f"{game.start().text()} - 99")
    judge = judge_for("chessgammon")
    found = expected(judge, near, 1)
    assert found == pytest.approx(twin(judge, near, 1), abs=1e-5)
    backgammon = game_named("backgammon")
    shut_out = backgammon.parse("pp/p/1/PPP/PPP/PPP/PPP/PP/10/pp/pp/pp/pp/pp/pp P - w -")
    assert [turn.text for turn in shut_out.play("61").legal_moves()] == ["pass"]
    judge = judge_for("backgammon")
    assert expected(judge, shut_out, 1) == pytest.approx(twin(judge, shut_out, 1), abs=1e-5)


def test_by_hand_the_model_is_averaged_over_the_answers() -> None:
    for name in SHEETS:
        game = game_named(name)
        judge = judge_with(None, game.ruleset)
        for position in open_positions(name, 2):
            total = np.zeros(8)
            for roll, probability in ROLLS:
                rolled = position.play_unchecked(roll)
                after = outcomes_by_hand(rolled.play_unchecked(search_with(None, rolled)))
                total += probability * np.array([*after[3:6], *after[:3], after[6], 0])
            # Of answers with the same score another one may be taken.
            assert expected(judge, position, 1) == pytest.approx(total, abs=2e-3)


def ranked(judge: Judge, rolled: TablesPosition) -> tuple[list[int], list[TablesPosition], npt.NDArray[np.float32]]:
    ends = [rolled.play_unchecked(turn) for turn in rolled.legal_moves()]
    told = estimates(judge.network, judge.tables, judge.inputs, np.array([end.raw for end in ends]))
    return np.argsort(told @ judge.network.points, kind="stable").tolist(), ends, told


def test_the_filter_judges_the_best_turns_deeper() -> None:
    judge = judge_for("backgammon")
    for position in open_positions("backgammon", 2):
        rolled = position.play_unchecked(Roll(4, 1))
        order, ends, told = ranked(judge, rolled)
        worths = -(told @ judge.network.points)
        first = [i for i in order[:8] if worths[i] >= worths[order[0]] - 0.16]
        at_one = {i: -float(twin(judge, ends[i], 1) @ judge.network.points) for i in first}
        again = sorted(first, key=lambda i: -at_one[i])
        second = [i for i in again[:5] if at_one[i] >= at_one[again[0]] - 0.04]
        at_two = {i: -float(twin(judge, ends[i], 2) @ judge.network.points) for i in second[:1]}
        found, judged = deepen(judge, order, told.__getitem__, ends.__getitem__, 2)
        assert sorted(found) == sorted(order)
        assert {i for i, each in judged.items() if each.ply == 2} == set(second)
        assert {i for i, each in judged.items() if each.ply == 1} == set(first) - set(second)
        for i, worth in at_two.items():
            assert -float(judged[i].outcomes @ judge.network.points) == pytest.approx(worth, abs=1e-5)
        deepest = [-float(judged[i].outcomes @ judge.network.points) for i in found[: len(second)]]
        assert set(found[: len(second)]) == set(second)
        assert deepest == sorted(deepest, reverse=True)
        # One's own turn is judged as deeply, wherever it ranks.
        _, judged = deepen(judge, order, told.__getitem__, ends.__getitem__, 2, also=order[-1])
        assert judged[order[-1]].ply == 2


class After:
    """A stop signal that is set after so many looks at it."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_stopped_it_says_what_it_knew_before() -> None:
    judge = judge_for("backgammon")
    rolled = open_positions("backgammon", 1)[0].play_unchecked(Roll(4, 1))
    order, ends, told = ranked(judge, rolled)
    seen = set()
    for looks in (0, 2, 20, 60, 10_000):
        found, judged = deepen(judge, order, told.__getitem__, ends.__getitem__, 2, stop=After(looks))
        plies = {each.ply for each in judged.values()}
        seen.add(max(plies, default=0))
        whole, all_judged = deepen(judge, order, told.__getitem__, ends.__getitem__, max(plies, default=0))
        assert found == whole
        assert judged.keys() == all_judged.keys()
    assert seen == {0, 1, 2}
    halt = threading.Event()
    halt.set()
    assert expected(judge, ends[0], 1, halt) is None


def test_threads_do_not_disturb_each_other() -> None:
    judge = judge_for("chessgammon")
    some = open_positions("chessgammon", 6)

    def judged(position: TablesPosition) -> npt.NDArray[np.float64]:
        found = expected(judge, position, 1)
        assert found is not None
        return found

    alone = [judged(position) for position in some]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(judged, some * 2))
    assert np.array_equal(together, alone * 2)
