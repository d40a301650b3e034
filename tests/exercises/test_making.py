"""Exercises found in games: the same from the same number, quotas, every rejection counted, invented sheets too."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec
import pytest

from axedrez import library, places
from axedrez.analysis.exercise import Exercise, Proof
from axedrez.core import Game
from axedrez.exercises import generating, sets
from axedrez.exercises.making import Harvest, harvest, maker_of
from axedrez.exercises.sets import ExerciseSet
from axedrez.messages import catalogue


def test_the_same_game_gives_the_same_exercises_and_counts_all_that_are_none() -> None:
    game = library.load("los-alamos")
    found = [harvest(game, seed) for seed in (5, 4)]
    assert found[1] == harvest(game, 4)
    for each in found:
        assert each.positions == len(each.exercises) + sum(each.rejected.values())
        assert all(f"exercise.rejected.{reason}" in catalogue("es") for reason in each.rejected)
    assert any(each.exercises for each in found)


def invented() -> Game:
    """A sheet that nobody knows: a small board, where a piece of its own wins by reaching the last rank."""
    data = msgspec.to_builtins(library.sheet("los-alamos"))
    data |= {"id": "invented"}
    data["pieces"]["camel"] = {"letter": "X", "names": {"es": "camello", "en": "camel"}, "movement": "LN"}
    data["start"]["fen"] = "rxqkxr/pppppp/6/6/PPPPPP/RXQKXR w - - 0 1"
    data["goal"] = {"win": ["checkmate", "piece-reaches"], "runners": ["camel"], "stalemate": "loss"}
    return library.from_data(data)


def test_an_invented_sheet_has_exercises_that_are_proved_by_its_own_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "data", lambda: tmp_path)
    game = invented()
    assert sets.of(game).exercises == []
    found = generating.make(game, 3, threading.Event())
    assert len(found.exercises) >= 3
    assert sets.index(game).keys() >= {each.id for each in found.exercises}
    for each in found.exercises:
        maker_of(game).check(game, each)
    ends = []
    for each in found.exercises:
        position = game.parse(each.position)
        for move in (*each.line, *each.rest):
            position = position.play(move)
        ends.append(position.outcome())
    assert any(end is not None and end.winner is not None for end in ends)
    # It goes on where it was left.
    more = generating.make(game, 4, threading.Event())
    assert more.exercises[:3] == found.exercises[:3]
    assert more.games > found.games


def test_what_is_stopped_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "data", lambda: tmp_path)
    game, stop = library.load("los-alamos"), threading.Event()
    found = generating.make(game, 50, stop, progress=lambda done: stop.set() if done >= 1 else None)
    assert 1 <= len(found.exercises) < 50
    assert sets.own_of(game) == found


def exercise(number: int, plies: int = 3) -> Exercise:
    return Exercise(
        task="win-in",
        position=str(number),
        line=("a",),
        themes=("quiet",),
        proof=Proof("exhaustive", 1, 0, plies=plies),
        rating=1500,
        turns=(plies + 1) // 2,
    )


def test_a_set_is_not_filled_with_one_kind_unless_there_is_no_other() -> None:
    found = ExerciseSet(rulebook="x", sheet="x")
    found.add(Harvest([exercise(n) for n in range(10)], 10), 10)
    assert len(found.exercises) == 4
    found.add(Harvest([exercise(n, 5) for n in range(20, 30)] + [exercise(1)], 11, {"alike": 2}), 10)
    assert len(found.exercises) == 8
    assert found.rejected == {"alike": 2, "known": 1}
    found.add(Harvest([exercise(n, 1) for n in range(40, 60)], 20), 10)
    assert len(found.exercises) == 10  # there are three times as many as wanted: it is filled up
    other = ExerciseSet(rulebook="x", sheet="x")
    other.add(Harvest([exercise(1)], 1), 10, theme="fork")
    assert other.rejected == {"other_theme": 1}
