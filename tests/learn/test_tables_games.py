"""Games that networks of the tables family learn from, and matches between players."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

import axedrez
from axedrez.core.dice import ROLLS
from axedrez.core.sides import Side
from axedrez.learn.interval import interval
from axedrez.learn.tables.by_hand import meaning, score_by_hand
from axedrez.learn.tables.kernel.duel import CAPPED, LUCK, POINTS, roll_worths
from axedrez.learn.tables.kernel.games import CAPPED as LEFT
from axedrez.learn.tables.kernel.games import DRAWS, GAMES, RANDOM, TURNS, Plan
from axedrez.learn.tables.self_play import Samples, Task, play_task, rules_of, sheet_of
from axedrez.learn.tables.strength import Duel, match, play_shard
from axedrez.tables.batch import results as batch_results
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.network import by_hand, for_kernel, read, shipped_for
from axedrez.tables.engine.plies import expected, judge_with, standing
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.rows import no_progress_count
from tests.tables.networks import game_named, outcomes_of, random_network, random_player

PLAN = Plan(td_lambda=0.7, random_turns=0.0, random_starts=0.0, most_random=6, cap=400, by_hand=0)


def played(name: str, first: int, games: int, plan: Plan = PLAN, seed: int = 5) -> Samples:
    game = game_named(name)
    return play_task(Task(sheet_of(game), random_network(game).weights, False, plan, seed, first, games))


def turned(outcomes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return outcomes[..., [3, 4, 5, 0, 1, 2, 6, 7]]


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    plan = PLAN._replace(random_turns=0.1, random_starts=0.5)
    together = played("hyper", 0, 6, plan)
    apart = [played("hyper", 0, 2, plan), played("hyper", 2, 4, plan)]
    assert (np.concatenate([each.rows for each in apart]) == together.rows).all()
    assert (np.concatenate([each.targets for each in apart]) == together.targets).all()
    assert (np.sum([each.counts for each in apart], axis=0) == together.counts).all()
    other = played("hyper", 0, 6, plan, seed=6)
    assert other.rows.shape != together.rows.shape or (other.rows != together.rows).any()


@pytest.mark.parametrize(("name", "by_hand"), [("hyper", 0), ("backgammon", 1), ("chessgammon", 1)])
def test_games_are_legal(name: str, by_hand: int) -> None:
    """Each position follows from the one before by a legal turn of some roll, by the public interface."""
    game = game_named(name)
    for number in range(2 if name != "chessgammon" else 1):
        found = played(name, number, 1, PLAN._replace(by_hand=by_hand))
        assert found.counts[GAMES] == 1
        assert found.counts[TURNS] == len(found.rows)
        assert found.rows[0].tobytes() == game.start().raw.tobytes()
        rows = found.rows if name != "chessgammon" else found.rows[-12:]
        for row, following in pairwise(rows):
            position = TablesPosition(game, game.ruleset, row.copy(), Side.WHITE, None)
            assert any(
                position.play(roll).play_unchecked(turn).raw.tobytes() == following.tobytes()
                for roll, _ in ROLLS
                for turn in position.play(roll).legal_moves()
            )


def test_random_turns_and_starts_happen_and_stay_legal() -> None:
    found = played("hyper", 0, 40, PLAN._replace(random_turns=0.3, random_starts=1.0))
    assert 0.2 < found.counts[RANDOM] / found.counts[TURNS] < 0.4
    own, enemy = found.rows[:, :3], found.rows[:, layout.ENEMY : layout.ENEMY + 3]
    for side in own, enemy:
        assert (side >= 0).all()
        assert (side <= layout.BAR).all()
        assert (np.diff(side.astype(int), axis=1) <= 0).all()


def test_games_may_begin_with_random_turns_of_one_side_alone() -> None:
    """It is then far behind."""
    game = game_named("backgammon")
    shipped = shipped_for(game.ruleset)
    assert shipped is not None
    weights = read(shipped).weights

    def leads(one_sided: float) -> float:
        plan = PLAN._replace(random_starts=1.0, most_random=40, one_sided=one_sided, cap=1)
        rows = play_task(Task(sheet_of(game), weights, False, plan, 5, 0, 40)).rows
        sides = [rows[:, at : at + 15].astype(int).sum(axis=1) for at in (layout.OWN, layout.ENEMY)]
        return float(np.abs(sides[0] - sides[1]).mean())

    assert leads(1.0) > 1.5 * leads(0.0)


@pytest.mark.parametrize(("name", "bearers"), [("hyper", 3), ("chessgammon", 9)])
def test_games_may_begin_with_few_men(name: str, bearers: int) -> None:
    """Each number of men borne off comes about, the same position is written the same way, and nobody has won."""
    game = game_named(name)
    plan = PLAN._replace(by_hand=1, td_lambda=1.0, thinned=1.0)
    begun = np.array([played(name, number, 1, plan).rows[0] for number in range(60)])
    men = len(game.ruleset.army)
    for at in layout.OWN, layout.ENEMY:
        off = (begun[:, at : at + men] == layout.OFF).sum(axis=1)
        assert set(off.tolist()) == set(range(bearers))
    for row in begun:
        position = TablesPosition(game, game.ruleset, row.copy(), Side.WHITE, None)
        assert game.parse(position.text()).raw.tobytes() == row.tobytes()


@pytest.mark.parametrize("td_lambda", [0.0, 0.4, 1.0])
def test_targets_by_the_definition(td_lambda: float) -> None:
    """The λ-return: what the next position is said to be worth, mixed with what came of it."""
    game = game_named("hyper")
    network = for_kernel(random_network(game).weights, game.ruleset)
    for number in range(5):
        found = played("hyper", number, 1, PLAN._replace(td_lambda=td_lambda))
        inputs = rules_of(game).inputs
        said = estimates(network, game.ruleset.compiled, inputs, found.rows).astype(np.float64)
        wanted = np.zeros((len(said), 8))
        wanted[-1] = found.targets[-1]
        assert sorted(set(found.targets[-1].tolist())) == [0, 1]  # the game has ended: somebody has won
        assert found.targets[-1][:3].sum() == 1
        for t in range(len(said) - 2, -1, -1):
            wanted[t] = (1 - td_lambda) * turned(said[t + 1]) + td_lambda * turned(wanted[t + 1])
        assert np.allclose(found.targets, wanted, atol=1e-5)


def test_a_game_that_is_left_ends_with_what_its_last_position_is_worth() -> None:
    found = played("hyper", 0, 30, PLAN._replace(cap=4))
    assert found.counts[LEFT] == 30
    assert np.allclose(found.targets.sum(axis=1), 1, atol=1e-5)
    assert ((found.targets > 0.01).sum(axis=1) > 1).all()


def test_games_by_hand_teach_results() -> None:
    found = played("backgammon", 0, 5, PLAN._replace(by_hand=1, td_lambda=1.0))
    assert set(np.unique(found.targets).tolist()) == {0, 1}
    assert (found.targets.sum(axis=1) == 1).all()


def test_what_the_evaluation_by_hand_thinks_is_taught() -> None:
    """Beside the results, some results of each roll with the probability of a win that their score means."""
    game = game_named("chessgammon")
    plan = PLAN._replace(by_hand=1, td_lambda=1.0, scored=2, scale=50.0, gammon=0.25, backgammon=0.5)
    found, alone = played("chessgammon", 0, 1, plan), played("chessgammon", 0, 1, plan)
    assert (found.rows == alone.rows).all()
    turns = int(found.counts[TURNS])
    assert len(found.rows) == 3 * turns
    assert np.allclose(found.targets.sum(axis=1), 1, atol=1e-5)
    for n in range(0, turns, 7):
        position = TablesPosition(game, game.ruleset, found.rows[n].copy(), Side.WHITE, None)
        for row, told in zip(found.rows[turns + 2 * n :][:2], found.targets[turns + 2 * n :][:2], strict=True):
            ends = batch_results([position], [roll for roll, _ in ROLLS])[0]
            results = {end.raw.tobytes() for found_ends in ends for end in found_ends}
            assert row.tobytes() in results
            assert told[6] == pytest.approx((no_progress_count(row) / 100) ** 2, abs=1e-5)
            wins = 1 / (1 + np.exp(score_by_hand(game.ruleset, row) / 50))
            assert told[:3].sum() == pytest.approx((1 - told[6]) * wins, abs=1e-5)
            off = (row[:16] == layout.OFF).any()
            assert told[3:6] == pytest.approx(told[3:6].sum() * np.array([1, 0, 0] if off else [0.25, 0.25, 0.5]))


def test_the_meaning_of_a_score_is_the_likeliest() -> None:
    game = game_named("backgammon")
    found = played("backgammon", 0, 20, PLAN._replace(by_hand=1, td_lambda=1.0))
    fitted = meaning(game.ruleset, found.rows, found.targets)
    won = found.targets[:, :3].sum(axis=1)
    scores = np.array([-score_by_hand(game.ruleset, row) for row in found.rows])

    def likelihood(scale: float) -> float:
        wins = 1 / (1 + np.exp(-scores / scale))
        return float(np.log(np.where(won > 0, wins, 1 - wins)).sum())

    assert likelihood(fitted.scale) >= max(likelihood(fitted.scale * factor) for factor in (0.5, 0.9, 1.1, 2)) - 1e-6
    ends = found.targets.sum(axis=0)
    assert fitted.gammon == pytest.approx((ends[1] + ends[4]) / len(won))


def test_of_many_results_some_may_be_left_out() -> None:
    few, all_of_them = (played("hyper", 0, 30, PLAN._replace(max_candidates=most)) for most in (2, 1000))
    assert few.rows.shape != all_of_them.rows.shape or (few.rows != all_of_them.rows).any()
    assert few.counts[GAMES] == 30


def test_the_worth_of_a_roll_is_that_of_its_best_result() -> None:
    game = game_named("hyper")
    weights = random_network(game).weights
    position = game.parse("p/1/p/14/P/4/P/P - p w -")
    worths = roll_worths(
        rules_of(game), for_kernel(weights, game.ruleset), by_hand(game.ruleset, 0.0), position.raw
    ).reshape(6, 6)
    assert (worths == worths.T).all()
    points = points_of(game.ruleset)[:6].astype(np.float64)
    for roll, _ in ROLLS:
        rolled = position.play(roll)
        ends = [rolled.play_unchecked(turn) for turn in rolled.legal_moves()]
        best = max(-float(outcomes_of(weights, end) @ points) for end in ends)
        assert worths[roll.high - 1, roll.low - 1] == pytest.approx(best, abs=1e-4)


@pytest.mark.long
def test_luck_is_nobodys_in_the_long_run_whoever_judges_it() -> None:
    """A referee that knows nothing: the luck it sees still has no expectation, so that no result is bent by it."""
    game = game_named("hyper")
    one, other, referee = (random_network(game, seed).weights for seed in (1, 2, 3))
    games = play_shard(Duel(sheet_of(game), one, other, referee, 9, 3000), 0, 3000)
    assert games[:, LUCK].any()
    luck, half = interval(games[:, LUCK])
    assert abs(luck) < 2 * half
    points, half = interval(games[:, POINTS])
    adjusted, other_half = interval(games[:, POINTS] - games[:, LUCK])
    assert abs(points - adjusted) < 2 * (half + other_half)


def test_a_player_against_itself_is_even() -> None:
    game = game_named("hyper")
    weights = random_network(game).weights
    found = match(Duel(sheet_of(game), weights, weights, None, 4, 60))
    assert (found.points, found.won, found.games, found.capped) == (0, 0.5, 60, 0)


def test_the_same_match_has_the_same_games() -> None:
    game = game_named("hyper")
    asked = Duel(sheet_of(game), random_network(game).weights, None, None, 4, 40)
    whole = play_shard(asked, 0, 40)
    assert (np.concatenate([play_shard(asked, 0, 10), play_shard(asked, 10, 30)]) == whole).all()
    assert not whole[:, CAPPED].any()
    # Who knows nothing loses against who counts pips.
    assert match(asked._replace(games=400)).points < 0


def test_turns_without_progress_are_learned_in_any_number() -> None:
    """The count jumps, what came later does not reach back over that, and a game may end drawn soon."""
    plan = PLAN._replace(stalls=0.3, max_candidates=4, cap=120)
    found = played("chessgammon", 0, 6, plan)
    counts = np.array([no_progress_count(row) for row in found.rows])
    jumps = [now for before, now in pairwise(counts.tolist()) if now not in (0, before + 1)]
    assert len(jumps) > 20
    assert 0 < min(jumps) < 30
    assert 70 < max(jumps) < 100
    assert found.counts[DRAWS] > 0
    calm = played("chessgammon", 0, 1, plan._replace(stalls=0.0))
    steady = [no_progress_count(row) for row in calm.rows]
    assert all(now in (0, before + 1) for before, now in pairwise(steady))


def test_a_stalled_game_is_played_again_from_there() -> None:
    game = cast(TablesGame, axedrez.load("chessgammon", {"end.no_progress": 6}))
    plan = PLAN._replace(max_candidates=4, cap=60)
    task = Task(sheet_of(game), random_network(game).weights, False, plan, 3, 0, 8)
    once, again = (play_task(task._replace(plan=plan._replace(replays=n))) for n in (0, 1))
    assert once.counts[GAMES] == 8
    assert 8 < again.counts[GAMES] <= 16
    # A replay begins with the count at 0, in a position that a game has reached when a third of the limit was over.
    counts = [no_progress_count(row) for row in again.rows]
    reached = {row[:54].tobytes() for row, count in zip(again.rows, counts, strict=True) if count == 4}
    begun = [row[:54].tobytes() in reached for row, count in zip(again.rows, counts, strict=True) if count == 0]
    assert sum(begun) == again.counts[GAMES] - 8
    assert np.allclose(again.targets.sum(axis=1), 1, atol=1e-5)


def test_what_leads_to_nothing_fades() -> None:
    """From the turn `late` on each target is nearer to a draw; the turns before it follow from the next, as ever."""
    game = game_named("chessgammon")
    network = for_kernel(random_network(game).weights, game.ruleset)
    plan = PLAN._replace(max_candidates=4, cap=40, td_lambda=0.6, late=25, fade=0.1)
    found = played("chessgammon", 3, 1, plan)
    assert len(found.rows) == 40
    said = estimates(network, game.ruleset.compiled, rules_of(game).inputs, found.rows).astype(np.float64)
    plain = played("chessgammon", 3, 1, plan._replace(fade=0.0))
    assert (plain.rows == found.rows).all()
    wanted = np.zeros((40, 8))
    wanted[-1] = 0.9 * plain.targets[-1]
    wanted[-1, 6] += 0.1
    for t in range(38, -1, -1):
        wanted[t] = 0.4 * turned(said[t + 1]) + 0.6 * turned(wanted[t + 1])
        if t >= 25:
            wanted[t] *= 0.9
            wanted[t, 6] += 0.1
    assert np.allclose(found.targets, wanted, atol=1e-5)


def test_a_game_that_is_played_again_fades_from_its_first_turn() -> None:
    game = cast(TablesGame, axedrez.load("chessgammon", {"end.no_progress": 6}))
    plan = PLAN._replace(max_candidates=4, cap=60, replays=1, late=1000, fade=0.5)
    task = Task(sheet_of(game), random_network(game).weights, False, plan, 3, 0, 8)
    fading, plain = play_task(task), play_task(task._replace(plan=plan._replace(fade=0.0)))
    assert (fading.rows == plain.rows).all()
    changed = (fading.targets != plain.targets).any(axis=1)
    assert changed.any()
    assert not changed.all()
    assert (fading.targets[changed, 6] >= 0.5).all()


def test_what_search_says_of_some_positions_is_learned() -> None:
    """The value at 1-ply of about the asked share, and nothing of the others."""
    game = game_named("hyper")
    task = Task(sheet_of(game), random_network(game).weights, False, PLAN, 5, 0, 40)
    every, some = play_task(task), play_task(task._replace(searched=0.25))
    assert 0.15 < len(some.rows) / len(every.rows) < 0.35
    assert {row.tobytes() for row in some.rows} <= {row.tobytes() for row in every.rows}
    assert (some.counts == every.counts).all()
    judge = judge_with(random_player(game), game.ruleset)
    for row, target in list(zip(some.rows, some.targets, strict=True))[::20]:
        outcomes = expected(judge, standing(game.start(), row), 1)
        assert outcomes is not None
        assert np.allclose(target, outcomes, atol=1e-6)
