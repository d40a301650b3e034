"""Positions, games and histories are values: they compare, hash and pickle by what they say, and cannot be changed."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import axedrez
from axedrez.core.contract import Game, Position
from axedrez.library import from_data, gallery
from axedrez.rulesheet.writing import to_data

EVERY: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in (*axedrez.rulebooks(), *gallery())]
CHANGED: list[tuple[str, dict[str, Any]]] = [
    ("clasico", {"goal.stalemate": "loss"}),
    ("chessgammon", {"options.killer_queen": True}),
]


def played(game: Game, moves: int, rng: random.Random) -> Position:
    """A position somewhere in a random game."""
    position = game.start()
    for _ in range(moves):
        following = [move for move, _ in position.chance_outcomes()] or list(position.legal_moves())
        if position.outcome() is not None or not following:
            break
        position = position.play_unchecked(rng.choice(following))
    return position


@pytest.mark.parametrize(("name", "options"), EVERY + CHANGED)
def test_a_position_pickles_to_its_text_and_its_sheet(name: str, options: dict[str, Any]) -> None:
    game = axedrez.load(name, options)
    for seed in range(3):
        position = played(game, 12 * seed, random.Random(seed))
        data = pickle.dumps(position)
        assert len(data) < 5_000, "a position takes its text and the packed sheet"
        found = pickle.loads(data)
        assert found == position
        assert hash(found) == hash(position)
        assert found.game == game
        assert hash(found.game) == hash(game)
        assert found.legal_moves() == position.legal_moves()


def test_many_positions_share_their_sheet_in_a_pickle_and_afterwards() -> None:
    position = axedrez.load("clasico").start()
    line = [position := position.play(move) for move in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")]
    assert len(pickle.dumps(line)) - len(pickle.dumps(line[:1])) < 150 * (len(line) - 1)
    apart = [pickle.loads(pickle.dumps(each)) for each in line]
    assert len({id(each.game) for each in apart}) == 1


def test_moves_pickle() -> None:
    for name in ("clasico", "crazyhouse", "chessgammon"):
        game = axedrez.load(name)
        position = game.start() if name != "chessgammon" else game.start().play("31")
        moves = list(position.legal_moves())
        assert pickle.loads(pickle.dumps(moves)) == moves


def test_games_are_equal_when_their_sheets_say_the_same() -> None:
    game = axedrez.load("clasico")
    assert from_data(to_data(game.sheet)) is game, "there is one of them"
    other = type(game)(game.sheet)  # type: ignore[call-arg]
    assert other is not game
    assert other == game
    assert hash(other) == hash(game)
    assert {game: 1}[other] == 1
    assert game != axedrez.load("clasico", {"goal.stalemate": "loss"})
    assert game != axedrez.load("backgammon")
    assert game != "clasico"  # type: ignore[comparison-overlap]


def test_histories_are_equal_when_the_same_positions_passed() -> None:
    first = axedrez.load("clasico").start()
    second = first.play("e4")
    one = axedrez.History().after(first).after(second)
    assert one == axedrez.History([first.hash, second.hash])
    assert hash(one) == hash(axedrez.History(one.keys))
    assert one != axedrez.History([first.hash])
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.keys = ()  # type: ignore[misc]


def test_a_position_cannot_be_changed() -> None:
    chess: Any = axedrez.load("clasico").start()
    tables: Any = axedrez.load("chessgammon").start().play("31")
    for position, array in ((chess, chess.state), (tables, tables.row)):
        text, moves = position.text(), tuple(position.legal_moves())
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        for attribute in ("game", "side", "turn", "hash"):
            with pytest.raises(AttributeError):
                setattr(position, attribute, None)
        assert isinstance(position.legal_moves(), tuple)
        assert (position.text(), tuple(position.legal_moves())) == (text, moves)


@pytest.mark.parametrize("name", ["clasico", "chessgammon"])
def test_a_game_cannot_be_changed(name: str) -> None:
    game = axedrez.load(name)
    before = game.hash
    for attribute in ("sheet", "name", "hash"):
        with pytest.raises(AttributeError):
            setattr(game, attribute, None)
    with pytest.raises(AttributeError):
        del game.sheet
    assert game.hash == before
