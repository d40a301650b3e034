"""Whole games of computer players, on every rulebook and on the sheets of the tests."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import axedrez
from axedrez import History, Move, Position, Side, engine, players
from tests.sheets import CHESS, load, read

Player = Callable[[Position, History], Move]


def computer(level: int, nodes: int, seed: int) -> Player:
    rng = random.Random(seed)
    return lambda position, history: players.choose(
        position, history, level=level, nodes=nodes, seed=rng.getrandbits(32)
    )


def by_lot(seed: int) -> Player:
    rng = random.Random(seed)
    return lambda position, _: rng.choice(position.legal_moves())


def play(position: Position, white: Player, black: Player, plies: int = 400) -> axedrez.Outcome | None:
    """The end of a game in which draws are claimed as soon as possible; None if it is unfinished after `plies`."""
    history = History()
    for _ in range(plies):
        if outcome := position.outcome(history):
            return outcome
        if claims := position.claims(history):
            return position.verdict(claims[0].reason)
        move = (white, black)[position.turn](position, history)
        assert move in position.legal_moves()
        history = history.after(position)
        position = position.play_unchecked(move)
    return None


def score_of_white(outcome: axedrez.Outcome | None) -> float:
    return {"1-0": 1.0, "0-1": 0.0}.get(outcome.result if outcome else "*", 0.5)


@pytest.mark.parametrize("name", CHESS)
def test_every_move_is_legal_in_positions_by_lot(name: str) -> None:
    rng = random.Random(7)
    start = load(name).start()
    seen = 0
    while seen < 150:
        position, history = start, History()
        for _ in range(rng.randrange(120)):
            if position.outcome(history):
                break
            history = history.after(position)
            position = position.play_unchecked(rng.choice(position.legal_moves()))
        if not position.legal_moves():
            continue
        before = position.text()
        move = players.choose(position, history, level=rng.choice(list(engine.LEVELS)), nodes=300, seed=seen)
        assert move in position.legal_moves()
        assert position.text() == before
        seen += 1


@pytest.mark.parametrize("name", CHESS)
def test_full_strength_beats_lots_always(name: str) -> None:
    start = load(name).start()
    white = play(start, computer(engine.FULL, 2000, 1), by_lot(2), 200)
    black = play(start, by_lot(3), computer(engine.FULL, 2000, 4), 200)
    assert white is not None
    assert white.winner is Side.WHITE
    assert black is not None
    assert black.winner is Side.BLACK


@pytest.mark.long
@pytest.mark.parametrize("name", ["clasico", "tradicional", "knightmate"])
def test_each_level_is_stronger_than_the_one_below(name: str) -> None:
    start = load(name).start()

    def points(strong: Callable[[int], Player], weak: Callable[[int], Player], games: int) -> float:
        return sum(
            score_of_white(play(start, strong(seed), weak(seed)))
            + 1
            - score_of_white(play(start, weak(seed + 50), strong(seed + 50)))
            for seed in range(games // 2)
        )

    beginner, middling = (lambda seed: computer(1, 20_000, seed)), (lambda seed: computer(3, 5_000, seed))
    assert points(beginner, by_lot, 6) >= 5
    assert points(middling, beginner, 8) >= 6
    assert points(lambda seed: computer(engine.FULL, 10_000, seed), beginner, 4) >= 3.5


@pytest.mark.parametrize("piece", ["Q", "R"])
@pytest.mark.parametrize("name", ["clasico", "chess2d"])
def test_a_queen_or_rook_alone_wins(name: str, piece: str) -> None:
    for place in ("8/8/8/4k3/8/8/8/K{}6", "8/3k4/8/8/8/8/K7/7{}"):
        start = read(f"{place.format(piece)} w - - 0 1", name)
        players = computer(engine.FULL, 20_000, 1), computer(engine.FULL, 20_000, 2)
        outcome = play(start, *players, {"Q": 40, "R": 60}[piece])
        assert outcome is not None
        assert outcome.winner is Side.WHITE
        assert outcome.reason in ("checkmate", *(["stalemate"] if name == "chess2d" else []))


@pytest.mark.clause("C-22")
def test_a_lost_game_is_saved_by_perpetual_check() -> None:
    lost = read("6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1")
    outcome = play(lost, computer(engine.FULL, 20_000, 1), computer(engine.FULL, 20_000, 2), 40)
    assert outcome is not None
    assert outcome.reason == "repetition"
