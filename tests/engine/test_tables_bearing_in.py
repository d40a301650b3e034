"""Races with men outside: the turns that a side takes alone, beside a slow twin, and both sides' best play."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from axedrez import analysts
from axedrez.core.dice import ROLLS
from axedrez.core.match_state import MAX_CUBE, MatchState
from axedrez.tables.engine import bearing_in, race_tables, races
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.bear_in import PIPS, follow
from axedrez.tables.engine.kernel.bear_off import ranks_of
from axedrez.tables.engine.network import player_of
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.engine.plies import Effort
from axedrez.tables.engine.search_ahead import search_ahead
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named, hyper
from tests.tables.races import best_play, exact, standing

Chances = npt.NDArray[np.float64]
FINE = 1e-5


def followed(
    game: TablesGame, goal: int, position: TablesPosition, least: float, most: int = race_tables.MAX_TURNS
) -> Chances:
    """What the kernel finds for White."""
    found = np.zeros(most + 1)
    ruleset = game.ruleset
    way = position.raw[layout.OWN : layout.OWN + layout.MAX_PIECES].copy()
    follow(ruleset.compiled, ruleset.keys, way, bearing_in._goals(ruleset)[goal], bearing_in._rolled(), least, found)
    return found


def twin(game: TablesGame, goal: int, position: TablesPosition, most: int = race_tables.MAX_TURNS) -> Chances:
    """The same by recursion over the rules: every roll by the rule of thumb, to the table; nothing is estimated."""
    n, castle = len(game.ruleset.army), game.ruleset.rules.race.castle
    table = race_tables.table_of(game.ruleset)
    assert table is not None
    turns = (table.turns, table.first, None)[goal]
    edge = 24 - castle if turns is None else castle
    known: dict[bytes, Chances] = {}

    def line(distances: npt.NDArray[np.int8]) -> Chances:
        found = np.zeros(most + 1)
        if turns is None:
            found[0] = 1
            return found
        row = np.zeros((1, layout.WIDTH), np.int8)
        row[0, :n] = np.minimum(distances, castle)
        [rank] = ranks_of(row, layout.OWN, n, castle, race_tables.choose())
        found[: turns.shape[1]] = turns[rank]
        return found

    def thumb(distances: npt.NDArray[np.int8]) -> float:
        outside = distances[distances > edge].astype(int)
        expected = float(line(distances) @ np.arange(most + 1))
        return float(expected + ((outside - edge).sum() + bearing_in._PIECE[goal] * len(outside)) / PIPS)

    def value(at: TablesPosition) -> Chances:
        own = np.sort(at.raw[:n])[::-1]
        if own[0] <= edge:
            return line(own)
        if own.tobytes() not in known:
            found, staying = np.zeros(most + 1), 0.0
            for roll, probability in ROLLS:
                rolled = at.play_unchecked(roll)
                row = at.raw.copy()
                row[:n] = min((np.sort(turn.row[:n])[::-1] for turn in rolled.legal_moves()), key=thumb)
                if (row[:n] == own).all():
                    staying += probability
                else:
                    found[1:] += probability * value(TablesPosition(game, game.ruleset, row, at.side, None))[:-1]
            for turn in range(1, most + 1):
                found[turn] += staying * found[turn - 1]
            known[own.tobytes()] = found
        return known[own.tobytes()]

    return value(position)


@pytest.mark.parametrize("goal", [bearing_in._ALL_OFF, bearing_in._FIRST_OFF])
@pytest.mark.parametrize("distances", [(8, 5, 3), (12, 2, 1), (9, 9, 7)])
def test_beside_the_twin(goal: int, distances: tuple[int, ...]) -> None:
    game = hyper()
    position = standing(game, *distances)
    assert followed(game, goal, position, FINE) == pytest.approx(twin(game, goal, position), abs=2e-4)


def test_exact_numbers_beside_the_twin() -> None:
    game = exact()
    position = standing(game, 9, 6, 3, 1)
    assert followed(game, 0, position, FINE) == pytest.approx(twin(game, 0, position), abs=2e-4)


def test_out_of_the_other_castle_beside_the_twin() -> None:
    game = hyper()
    position = standing(game, 23, 9, 5)
    found = followed(game, bearing_in._CLEAR, position, FINE)
    assert found == pytest.approx(twin(game, bearing_in._CLEAR, position), abs=2e-4)
    assert found[0] == 0
    assert found.sum() == pytest.approx(1)


def test_the_last_column_holds_all_later_turns() -> None:
    position = standing(game_named("backgammon"), *[8] * 5, *[5] * 10)
    whole, cut = (followed(position.game, 0, position, 0.01, most) for most in (64, 8))  # type: ignore[arg-type]
    assert cut[:8] == pytest.approx(whole[:8], abs=1e-9)
    assert cut[8] == pytest.approx(whole[8:].sum(), abs=1e-6)


@pytest.mark.parametrize("goal", [bearing_in._ALL_OFF, bearing_in._FIRST_OFF])
def test_estimates_are_about_right(goal: int) -> None:
    """Ways that are estimated by their pips, beside the same followed further."""
    game = game_named("backgammon")
    lots = np.random.default_rng(3)
    apart = []
    for _ in range(12):
        outside = lots.integers(7, 19, lots.integers(1, 5))
        position = standing(game, *outside.tolist(), *lots.integers(1, 7, 15 - len(outside)).tolist())
        coarse, fine = (
            followed(game, goal, position, least) @ np.arange(race_tables.MAX_TURNS + 1) for least in (0.05, 0.001)
        )
        apart.append(coarse - fine)
    assert np.abs(apart).mean() < 0.04
    assert np.abs(apart).max() < 0.15


def test_who_is_home_is_judged_by_the_table() -> None:
    game = game_named("backgammon")
    row = standing(game, *[6] * 5, *[4] * 5, *[2] * 5, enemy=(6, 5, 4, 3, 2, 1, 1)).raw
    n = len(game.ruleset.army)
    found = bearing_in.outcomes(game.ruleset, row[:n], row[layout.ENEMY : layout.ENEMY + n])
    assert found == pytest.approx(races.one_by_one(game.ruleset, row[None])[0], abs=1e-5)


def test_beside_the_best_play_of_both() -> None:
    """Each side plays for one thing at a time, whatever the other does; that costs little."""
    game = hyper()
    points = points_of(game.ruleset).astype(np.float64)

    def ended(position: TablesPosition) -> float | None:
        if not races.is_home(game.ruleset, position.raw) and not position.is_over():
            return None
        return float(races.outcomes(game.ruleset, position.raw[None])[0] @ points)

    best = best_play(ended)
    differences = []
    for own, enemy in (((8, 2, 1), (6, 5, 5)), ((7, 7, 1), (8, 4)), ((12, 1), (6, 6, 2)), ((9, 8), (8,))):
        position = standing(game, *own, enemy=enemy)
        assert races.is_judged(game.ruleset, position.raw)
        assert not races.is_home(game.ruleset, position.raw)
        [found] = races.outcomes(game.ruleset, position.raw[None])
        assert found.sum() == pytest.approx(1)
        differences.append(abs(float(found @ points) - best(position)))
    assert np.mean(differences) < 0.006
    assert max(differences) < 0.015


def test_gammons_and_backgammons() -> None:
    """White needs one turn, or two but for a double; who has a man in the other castle by then loses three times."""
    game = game_named("backgammon")

    def chances(own: tuple[int, ...], *enemy: int) -> list[float]:
        row = standing(game, *own, enemy=enemy).raw
        return [float(each) for each in races.outcomes(game.ruleset, row[None])[0, :6]]

    assert chances((2,), 22, *[6] * 14) == pytest.approx([0, 0, 1, 0, 0, 0])
    assert chances((2,), 18, *[6] * 14) == pytest.approx([0, 1, 0, 0, 0, 0])
    assert chances((2,), 18, *[6] * 13) == pytest.approx([1, 0, 0, 0, 0, 0])
    # With any roll the man on 19 leaves the castle, with double sixes he comes home and a man is off.
    saved = 30 / 36 / 36
    assert chances((1, 1, 1), 19, *[6] * 14) == pytest.approx([saved, 30 / 36 - saved, 6 / 36, 0, 0, 0], abs=1e-6)


def test_a_game_that_is_over() -> None:
    game = hyper()
    for distances, lane in (((9, 2), 3), ((9, 2, 1), 4), ((20, 2, 1), 5)):
        row = standing(game, *distances, enemy=()).raw
        assert races.outcomes(game.ruleset, row[None])[0, lane] == pytest.approx(1)


def test_all_who_look_ahead_judge_races_so() -> None:
    game = hyper()
    position = standing(game, 12, 5, 3, enemy=(9, 8, 6))
    points = points_of(game.ruleset).astype(np.float64)
    [right] = races.outcomes(game.ruleset, position.raw[None])
    analyst = analysts.equities_of(game)
    assert analyst is not None
    for ply in (1, 2):
        assert analyst.estimate(position, ply).equity == pytest.approx(float(right @ points))
    deeper = outlook(position, position.side).deeper
    assert deeper is not None
    assert sum(share * points for points, share in deeper.items()) == pytest.approx(float(right @ points))
    turned = outlook(position, position.side.opponent).deeper
    assert turned == pytest.approx({-points: share for points, share in deeper.items()})
    verdict = analyst.cube(position, MatchState(largest=MAX_CUBE), 2)
    assert verdict.estimate.equity == pytest.approx(float(right @ points))
    rolled = position.play_unchecked(ROLLS[4][0])
    rated = analyst.turns(rolled, 2, most=None)
    worths = [-analyst.estimate(rolled.play(turn.move), 1).equity for turn in rated]
    assert rated[0].estimate.equity == pytest.approx(max(worths))


def test_the_player_plays_what_the_analyst_finds() -> None:
    game = game_named("backgammon")
    player, analyst = player_of(game.ruleset), analysts.equities_of(game)
    assert player is not None
    assert analyst is not None
    rolled = standing(game, 9, 7, *[5] * 6, enemy=(8, *[4] * 6)).play_unchecked(ROLLS[4][0])
    best, second = analyst.turns(rolled, 2, 2)
    assert best.estimate.equity > second.estimate.equity
    assert rolled.play(str(search_ahead(rolled, player, Effort(1e9, 10**6)))) == rolled.play(best.move)


def test_where_men_may_still_be_hit_is_no_race() -> None:
    game = hyper()
    assert not races.is_judged(game.ruleset, standing(game, 14, 3, 2, enemy=(12, 1)).raw)
    assert not races.is_judged(game.ruleset, game.start().raw)
    assert races.is_judged(game.ruleset, standing(game, 13, 3, 2, enemy=(11, 1)).raw)
