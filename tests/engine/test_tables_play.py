"""Whole games of the computer player of the tables family."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

import pytest

import axedrez
from axedrez import History, Move, Position, Side, engine, players
from axedrez.core.dice import Roll

Player = Callable[[Position, History], Move]
CAP = 3000
"""Turns: two good players of Chessgammon can keep each other locked for long (docs/learning.md); G-45 lets them."""
GAMES: list[tuple[str, dict[str, object]]] = [
    ("backgammon", {}),
    ("chessgammon", {}),
    ("chessgammon", {"killer_queen": True, "berserker_king": True}),
    ("chessgammon", {"defective_rook": True, "rook_capture": "two-any", "queen_double": "either"}),
]
NAMES = ["backgammon", "chessgammon", "chessgammon killer berserker", "chessgammon other readings"]


def computer(level: int, seed: int) -> Player:
    """A player that does not look ahead, so that whole games take little time."""
    rng = random.Random(seed)
    return lambda position, history: players.choose(position, history, level=level, nodes=1, seed=rng.getrandbits(32))


def by_lot(seed: int) -> Player:
    rng = random.Random(seed)
    return lambda position, _: rng.choice(position.legal_moves())


def roll(rng: random.Random) -> Roll:
    faces = rng.randint(1, 6), rng.randint(1, 6)
    return Roll(max(faces), min(faces))


def play(position: Position, white: Player, black: Player, seed: int) -> tuple[axedrez.Outcome | None, int]:
    """The end of a game (None at the cap) and its turns."""
    rng = random.Random(seed)
    history = History()
    for turns in range(CAP):
        if outcome := position.outcome():
            return outcome, turns
        position = position.play_unchecked(roll(rng))
        move = (white, black)[position.side](position, history)
        history = history.after(position)
        position = position.play_unchecked(move)
    return position.outcome(), CAP


@pytest.mark.clause("G-42")
@pytest.mark.parametrize(("name", "options"), GAMES, ids=NAMES)
def test_its_games_come_to_an_end(name: str, options: dict[str, object]) -> None:
    start = axedrez.load(name, options).start()
    games = [play(start, computer(engine.FULL, seed), computer(4, seed + 50), seed) for seed in range(16)]
    assert all(outcome is not None for outcome, _ in games)
    assert statistics.median(turns for _, turns in games) < 200


@pytest.mark.parametrize(("name", "options"), GAMES, ids=NAMES)
def test_it_beats_lots(name: str, options: dict[str, object]) -> None:
    start = axedrez.load(name, options).start()
    for seed, side in ((1, Side.WHITE), (2, Side.BLACK), (3, Side.WHITE)):
        ours = computer(engine.FULL, seed)
        players = (ours, by_lot(seed)) if side is Side.WHITE else (by_lot(seed), ours)
        outcome, _ = play(start, *players, seed)
        assert outcome is not None
        assert outcome.winner is side


def test_full_strength_beats_the_beginner() -> None:
    start = axedrez.load("chessgammon").start()
    won = 0
    for seed in range(12):
        strong = Side(seed & 1)
        players = [computer(1, seed), computer(1, seed)]
        players[strong] = computer(engine.FULL, seed)
        outcome, _ = play(start, players[0], players[1], seed)
        won += outcome is not None and outcome.winner is strong
    assert won >= 8


@pytest.mark.parametrize(("name", "options"), GAMES, ids=NAMES)
def test_every_choice_is_a_legal_turn(name: str, options: dict[str, object]) -> None:
    position = axedrez.load(name, options).start()
    rng = random.Random(11)
    for turn in range(80):
        if position.outcome():
            break
        position = position.play_unchecked(roll(rng))
        legal = position.legal_moves()
        before = position.text()
        move = players.choose(position, History(), level=1 + turn % len(engine.LEVELS), nodes=500, seed=turn)
        assert move in legal
        assert position.text() == before
        assert position.play(str(move)) == position.play_unchecked(move)
        position = position.play_unchecked(rng.choice(legal) if turn % 2 else move)
