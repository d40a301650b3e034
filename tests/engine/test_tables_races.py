"""Bearing off in races: turns that a side takes alone, beside known facts, a slow twin, and both sides' best play."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from axedrez import analysts, places
from axedrez.core.dice import ROLLS
from axedrez.tables.engine import race_tables, races
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.bear_off import ranks_of
from axedrez.tables.engine.outcome_probabilities import outcomes_at, outlook
from axedrez.tables.engine.plies import Effort
from axedrez.tables.engine.search_ahead import search_ahead
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named, hyper, random_player
from tests.tables.races import best_play, exact, standing


def turns_of(position: TablesPosition) -> list[float]:
    """How likely it is that White takes one turn, two turns …"""
    ruleset = position.ruleset
    table = race_tables.table_of(ruleset)
    assert table is not None
    n, castle = len(ruleset.army), ruleset.rules.race.castle
    [rank] = ranks_of(position.raw[None], layout.OWN, n, castle, race_tables.choose())
    return [float(chance) for chance in table.turns[rank]][1:]


@pytest.mark.parametrize(
    ("distances", "in_one", "in_two"),
    [
        ((1,), 36, 36),
        ((6,), 27, 36),
        ((1, 1), 36, 36),
        ((6, 5), 6, 28),
        ((1, 1, 1), 6, 36),
        ((1, 1, 1, 1), 6, 36),
        ((3, 2), 25, None),
        ((5, 1), 23, None),
    ],
)
def test_known_facts_of_backgammon(distances: tuple[int, ...], in_one: int, in_two: int | None) -> None:
    """Out of 36 rolls: two men on the ace point always leave at once, one on six and one on five with six rolls."""
    found = turns_of(standing(game_named("backgammon"), *distances))
    assert found[0] * 36 == pytest.approx(in_one, abs=1e-4)
    assert sum(found) == pytest.approx(1, abs=1e-5)
    if in_two == 36:
        assert found[0] + found[1] == pytest.approx(1, abs=1e-5)
    elif in_two is not None:
        assert (found[0] + found[1]) * 36 == pytest.approx(in_two, abs=8)


def twin(game: TablesGame, position: TablesPosition) -> tuple[float, tuple[float, ...]]:
    """The least expected number of turns, and how likely each is, by recursion over the rules."""
    known: dict[str, tuple[float, npt.NDArray[np.float64]]] = {}

    def value(at: TablesPosition) -> tuple[float, npt.NDArray[np.float64]]:
        own = at.raw[: len(game.ruleset.army)]
        key = own.tobytes().hex()
        if key in known:
            return known[key]
        chances = np.zeros(race_tables.MAX_TURNS)
        if not own.any():
            chances[0] = 1
            known[key] = 0.0, chances
            return known[key]
        total, staying, later = 1.0, 0.0, np.zeros(race_tables.MAX_TURNS)
        for roll, probability in ROLLS:
            rolled = at.play_unchecked(roll)
            best: tuple[float, npt.NDArray[np.float64]] | None = None
            for turn in rolled.legal_moves():
                row = turn.row.copy()
                row[layout.FLAGS : layout.ENEMY] = 0
                row[layout.USED :] = 0
                row[: len(own)] = np.sort(row[: len(own)])[::-1]
                if not (row[: len(own)] == own).all():
                    found = value(TablesPosition(game, game.ruleset, row, at.side, None))
                    best = found if best is None or found[0] < best[0] else best
            if best is None:
                staying += probability
            else:
                total += probability * best[0]
                later += probability * best[1]
        for number in range(1, race_tables.MAX_TURNS):
            chances[number] = later[number - 1] + staying * chances[number - 1]
        known[key] = total / (1 - staying), chances
        return known[key]

    expected, chances = value(position)
    return expected, tuple(chances)


@pytest.mark.parametrize("name", ["hyper", "exact"])
def test_beside_the_twin(name: str) -> None:
    game = hyper() if name == "hyper" else exact()
    for distances in [(6, 6, 6), (6, 5, 2), (4, 1)] if name == "hyper" else [(4, 4, 4, 4), (4, 3, 1), (2, 2)]:
        position = standing(game, *distances)
        expected, chances = twin(game, position)
        found = turns_of(position)
        assert found == pytest.approx(chances[1 : len(found) + 1], abs=1e-5)
        assert sum(n * chance for n, chance in enumerate(found, 1)) == pytest.approx(expected, abs=1e-3)


Chances = npt.NDArray[np.float64]


def iterated(game: TablesGame) -> tuple[list[tuple[int, ...]], Chances]:
    """All ways of standing, and what becomes of each against each: won, won a gammon, lost one, by the best play.

    By value iteration over the rules: where a roll moves nothing, positions come again.
    """
    n, castle = len(game.ruleset.army), game.ruleset.rules.race.castle
    ways = sorted(combinations_with_replacement(range(castle + 1), n))
    place = {way: i for i, way in enumerate(ways)}
    afters: dict[tuple[int, int], list[int]] = {}
    for i, way in enumerate(ways[1:], 1):
        start = standing(game, *(distance for distance in way if distance))
        for number, (roll, _) in enumerate(ROLLS):
            rolled = start.play_unchecked(roll)
            rows = [rolled.play_unchecked(turn).raw for turn in rolled.legal_moves()]
            afters[i, number] = [place[tuple(sorted(row[layout.ENEMY : layout.ENEMY + n].tolist()))] for row in rows]
    points = points_of(game.ruleset).astype(np.float64)
    whole = np.array([0 not in way for way in ways], np.float64)
    found = np.zeros((len(ways), len(ways), 3))
    for _ in range(400):
        worths = points[3] + found @ [points[0] - points[3], points[1] - points[0], points[4] - points[3]]
        better = np.zeros_like(found)
        better[:, 0, 2] = whole  # the other side is done
        for (i, number), ends in afters.items():
            best = np.array(ends)[worths[:, ends].argmin(axis=1)]
            won, gammon, lost_gammon = found[np.arange(len(ways)), best].T
            better[i, 1:] += ROLLS[number][1] * np.stack([1 - won, lost_gammon, gammon], axis=1)[1:]
        if np.abs(better - found).max() < 1e-12:
            break
        found = better
    return ways, found


@pytest.mark.parametrize("name", ["hyper", "exact"])
def test_the_best_play_of_both_beside_value_iteration(name: str) -> None:
    game = hyper() if name == "hyper" else exact()
    ways, right = iterated(game)
    table = race_tables.table_of(game.ruleset)
    assert table is not None
    n, castle = len(game.ruleset.army), game.ruleset.rules.race.castle
    assert table.both.shape == (len(ways), len(ways), 3)
    rows = np.zeros((len(ways), layout.WIDTH), np.int8)
    rows[:, layout.OWN : layout.OWN + n] = ways
    ranks = ranks_of(rows, layout.OWN, n, castle, race_tables.choose())
    assert sorted(ranks) == list(range(len(ways)))
    found, right = table.both[ranks[1:, None], ranks[None, :]].astype(np.float64), right[1:]
    points = points_of(game.ruleset).astype(np.float64)
    worth = np.array([points[0] - points[3], points[1] - points[0], points[4] - points[3]])
    assert np.abs((found - right) @ worth).max() < 1e-6
    # Turns that are worth the same may lead to other chances.
    assert (np.abs(found - right) < 1e-4).mean() > 0.98


def test_six_men_of_backgammon_are_judged_together() -> None:
    """The two tables agree, but for what hurrying alone costs."""
    game = game_named("backgammon")
    table = race_tables.table_of(game.ruleset)
    assert table is not None
    assert table.both.shape[:2] == (comb(12, 6), comb(12, 6))
    lots = np.random.default_rng(7)
    hands = [tuple(int(each) for each in lots.integers(1, 7, lots.integers(1, 7))) for _ in range(400)]
    rows = np.array([standing(game, *own, enemy=enemy).raw for own, enemy in pairwise(hands)])
    together = races.outcomes(game.ruleset, rows)
    assert together.sum(axis=1) == pytest.approx(1)
    apart = races.one_by_one(game.ruleset, rows)
    differences = np.abs(together - apart).max(axis=1)
    assert 0.001 < differences.max() < 0.02
    assert np.median(differences) < 0.001


def test_outcomes_beside_the_best_play_of_both() -> None:
    """With few men left both sides play their best; gammons count where nothing is off."""
    game = hyper()
    points = points_of(game.ruleset)

    def ended(position: TablesPosition) -> float | None:
        return float(points[4 - (position.raw[:3] == 0).any()]) if position.is_over() else None

    best = best_play(ended)
    for own, enemy in (((6, 5, 3), (6, 6, 6)), ((6, 6), (5, 4)), ((4, 4, 4), (2, 1, 1)), ((3,), (6, 1, 1))):
        position = standing(game, *own, enemy=enemy)
        assert races.is_judged(game.ruleset, position.raw)
        [found] = races.outcomes(game.ruleset, position.raw[None])
        assert found.sum() == pytest.approx(1, abs=1e-5)
        assert float(found @ points) == pytest.approx(best(position), abs=1e-5)
        analyst = analysts.equities_of(game)
        assert analyst is not None
        assert analyst.estimate(position, 2).equity == pytest.approx(float(found @ points), abs=1e-6)
        rolled = position.play_unchecked(ROLLS[4][0])
        rated = analyst.turns(rolled, 1, most=None)
        assert [turn.estimate.equity for turn in rated] == sorted((t.estimate.equity for t in rated), reverse=True)
        assert rated[0].estimate.equity == pytest.approx(max(-best(rolled.play(turn.move)) for turn in rated), abs=1e-5)
        played = search_ahead(rolled, random_player(game), Effort(1e9, 1))
        assert rolled.play(str(played)) == rolled.play(rated[0].move)


def test_the_cube_knows_the_race() -> None:
    """Three men on the ace points against one who is all but off: the chance to win is that of a double."""
    game = game_named("backgammon")
    position = standing(game, 1, 1, 1, enemy=(1,))
    shares = outlook(position, position.side).probabilities
    assert shares[1] == pytest.approx(6 / 36, abs=1e-6)
    assert shares[-1] == pytest.approx(30 / 36, abs=1e-6)
    assert outcomes_at(position)[0] == pytest.approx(6 / 36, abs=1e-6)


def test_what_is_no_such_race() -> None:
    game = hyper()
    assert not races.is_judged(game.ruleset, game.start().raw)
    chessgammon = game_named("chessgammon")
    assert race_tables.table_of(chessgammon.ruleset) is None  # its officers use dice
    assert not races.is_judged(chessgammon.ruleset, chessgammon.start().raw)


def test_the_table_is_kept_and_a_broken_file_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "cache", lambda: tmp_path)
    ruleset = hyper().ruleset

    def table() -> race_tables.Table:
        found = race_tables.table_of.__wrapped__(ruleset)
        assert found is not None
        return found

    made = table()
    [file] = (tmp_path / "bearing-off").iterdir()
    assert made.turns.shape[0] == comb(9, 3)
    monkeypatch.setattr(race_tables, "compute", lambda ruleset: pytest.fail("computed again"))
    again = table()
    assert np.array_equal(again.turns, made.turns)
    monkeypatch.undo()
    monkeypatch.setattr(places, "cache", lambda: tmp_path)
    whole = file.read_bytes()
    for broken in (b"", whole[: len(whole) // 2], b"PK\x03\x04nonsense"):
        file.write_bytes(broken)
        assert np.array_equal(table().turns, made.turns)
        assert file.read_bytes() == whole or len(file.read_bytes()) == len(whole)
    monkeypatch.setattr(places, "cache", lambda: tmp_path / "file")
    (tmp_path / "file").write_text("")
    assert np.array_equal(table().turns, made.turns)
