"""Exercises of races: dealt by lot, and judged exactly where few pieces are left, beside a slow computation."""

from __future__ import annotations

import threading
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from axedrez import library, places
from axedrez.analysis.exercise import Exercise, Rejected
from axedrez.exercises import generating, making, sets, words
from axedrez.exercises.making import maker_of
from axedrez.tables.engine import races
from axedrez.tables.exercises import dealing
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame

DICE = ("backgammon", "chessgammon")
OFF = "PPPPPPPPPPPP"
Men = tuple[int, ...]
"""Distances of a side's men from their end, in order."""


def game_named(name: str) -> TablesGame:
    game = library.load(name)
    assert isinstance(game, TablesGame)
    return game


def ends(men: Men, dice: tuple[int, ...]) -> set[Men]:
    """How a side of backgammon can stand after a roll, all its men being at home."""
    if not men or not dice:
        return {men}
    found = set()
    for place in {i for i, man in enumerate(men) if man >= dice[0] or (i == len(men) - 1 and men[-1] < dice[0])}:
        left = max(0, men[place] - dice[0])
        after = (*men[:place], *((left,) if left else ()), *men[place + 1 :])
        found |= ends(tuple(sorted(after)), dice[1:])
    return found


def all_ends(men: Men, high: int, low: int) -> set[Men]:
    if high == low:
        return ends(men, (high,) * 4)
    return ends(men, (high, low)) | ends(men, (low, high))


@cache
def wins(men: Men, others: Men) -> float:
    """The chance of the side that rolls, both sides playing their best."""
    if not others:
        return 0.0
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    best = [max(1 - wins(others, end) for end in all_ends(men, *roll)) for roll in rolls]
    return sum(chance * (1 if high == low else 2) for chance, (high, low) in zip(best, rolls, strict=True)) / 36


def men_of(exercise: Exercise) -> tuple[Men, Men]:
    position = game_named("backgammon").parse(exercise.position)
    sides = (position.raw[base : base + 15].tolist() for base in (layout.OWN, layout.ENEMY))
    own, enemy = (tuple(sorted(each for each in side if each)) for side in sides)
    return own, enemy


def test_margins_of_bear_offs_are_those_of_a_slow_computation() -> None:
    shipped = [each for each in sets.read(sets.shipped("backgammon")).exercises if each.proof.method == "table"]
    few = [each for each in shipped if sum(map(len, men_of(each))) <= 6]
    assert len(few) >= 3
    game = game_named("backgammon")
    for each in few:
        own, enemy = men_of(each)
        dice = game.parse(each.position).dice
        assert dice is not None
        # Both sides have borne something off: nobody wins more than a single game.
        right = sorted((1 - 2 * wins(enemy, end) for end in all_ends(own, dice.high, dice.low)), reverse=True)
        assert each.proof.best == pytest.approx(right[0], abs=2e-4)
        assert each.proof.second == pytest.approx(right[1], abs=2e-4)
        assert each.proof.half == 0.0
        assert maker_of(game).prove(game.parse(each.position)).line == each.line


@pytest.mark.parametrize("name", DICE)
def test_shipped_sets_have_races_bear_offs_and_finishes(name: str) -> None:
    themes = {theme for each in sets.read(sets.shipped(name)).exercises for theme in each.themes}
    assert themes >= {"race", "bear-off", "finish"}


@pytest.mark.parametrize("name", DICE)
def test_dealt_positions_are_races_by_the_rules_of_the_sheet(name: str) -> None:
    game, rng = game_named(name), Random(1)
    n = len(game.ruleset.army)
    found = [position for _ in range(60) if (position := dealing.drawn(game, rng)) is not None]
    assert len(found) >= 50
    assert not any(each.is_over() for each in found)
    furthest = [
        int(each.raw[layout.OWN : layout.OWN + n].max() + each.raw[layout.ENEMY : layout.ENEMY + n].max())
        for each in found
    ]
    assert max(furthest) < layout.BAR
    castle = game.ruleset.rules.race.castle
    assert min(furthest) <= 2 * castle < max(furthest)


def test_what_is_dealt_is_worth_proving_and_the_same_again() -> None:
    game = game_named("backgammon")
    dealt = list(islice(dealing.deals(game, Random(5)), 8))
    assert [each.text() for each in islice(dealing.deals(game, Random(5)), 8)] == [each.text() for each in dealt]
    exact = [each for each in dealt if races.is_exact(game.ruleset, each.raw)]
    assert exact
    for each in exact:
        proof = maker_of(game).prove(each).proof
        assert proof.method == "table"
        assert proof.margin >= 0.015


def test_making_exercises_of_a_theme_finds_bear_offs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "data", lambda: tmp_path)
    monkeypatch.setattr(making, "_positions", lambda *_: iter(()))  # no games: they take their time
    found = generating.make(library.load("backgammon"), 2, threading.Event(), theme="bear-off")
    assert len(found.exercises) == 2
    assert all("bear-off" in each.themes for each in found.exercises)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (f"P/P/3/P/13/pp/1/p/2 - {OFF}{OFF.lower()} w - 31", "obvious"),  # two men off, or one
        (f"P/PP/16/p/1/p/1/p/1 - {OFF}{OFF.lower()} w - 66", "few_moves"),
        (f"PP/P/16/p/1/p/1/p/1 - {OFF}{OFF.lower()} w - 31", "few_moves"),
    ],
)
def test_what_is_seen_at_once_is_no_exercise(position: str, reason: str) -> None:
    game = game_named("backgammon")
    with pytest.raises(Rejected, match=reason):
        maker_of(game).prove(game.parse(position))


def test_the_proof_says_that_it_is_exact() -> None:
    shipped = sets.read(sets.shipped("backgammon")).exercises
    exercise = next(each for each in shipped if each.proof.method == "table")
    assert words.proof_text(exercise, "en").startswith("The exact table of the race proves it: it is worth ")
    assert words.proof_text(exercise, "es").startswith("La tabla exacta de la carrera lo prueba: vale ")
