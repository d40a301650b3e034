"""The computer player in every shipped sheet, untaught: it wins where one move wins, and does not lose in one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import pytest

from axedrez import History, Side, engine, players
from axedrez.chess.position.game import ChessPosition
from axedrez.library import gallery, sheet
from tests.sheets import chess
from tests.sheets.playing import random_game

NODES = 20_000


def positions(name: str, seed: int) -> Iterator[ChessPosition]:
    """Positions of random games in which a player, not chance, is to move."""
    for game in range(6):
        for ply in random_game(chess(name), seed + game, plies=120):
            position = cast(ChessPosition, ply.position)
            if ply.move is not None and position.turn is not Side.CHANCE:
                yield position


def wins(position: ChessPosition, side: Side) -> bool:
    ended = position.outcome()
    return ended is not None and ended.winner is side


def loses_at_once(position: ChessPosition, side: Side) -> bool:
    """Whether `side` has lost, or loses by one move of its opponent."""
    if position.outcome() is not None or position.side is side:
        return wins(position, side.opponent)
    return any(wins(position.play_unchecked(move), side.opponent) for move in position.legal_moves())


@pytest.mark.parametrize("name", gallery())
def test_it_plays_legal_moves_at_every_level(name: str) -> None:
    for position in list(positions(name, 1))[::40]:
        for level in engine.LEVELS:
            move = players.choose(position, History(), level=level, nodes=300, seed=1)
            assert move in position.legal_moves()


@pytest.mark.parametrize("name", gallery())
def test_it_wins_where_one_move_wins(name: str) -> None:
    met = 0
    for position in positions(name, 2):
        winning = [move for move in position.legal_moves() if wins(position.play_unchecked(move), position.side)]
        if winning:
            met += 1
            chosen = players.choose(position, History(), level=engine.FULL, nodes=NODES, seed=met)
            assert chosen in winning, position.text()
        if met == 3:
            break


@pytest.mark.parametrize("name", [name for name in gallery() if sheet(name).dice.mode == "none"])
@pytest.mark.long
def test_it_does_not_lose_by_the_next_move(name: str) -> None:
    rng, met = Random(3), 0
    for position in positions(name, 3):
        if rng.random() < 0.7:
            continue
        moves = position.legal_moves()
        losing = [move for move in moves if loses_at_once(position.play_unchecked(move), position.side)]
        if losing and len(losing) < len(moves):
            met += 1
            chosen = players.choose(position, History(), level=engine.FULL, nodes=2 * NODES, seed=met)
            assert chosen not in losing, position.text()
        if met == 3:
            break
