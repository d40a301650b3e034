"""The suite of mates: what it says is true, what proves it can be trusted, and the engine finds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Protocol

import chess
import pytest

from axedrez.chess.engine.engine import Engine, Limits
from bench import mates, mates_make
from bench.mate_prover import Prover, Unproved
from bench.mates import Mate
from tests import sheets
from tests.naive import variants
from tests.sheets import twins

SUITE = mates.read()
PLENTY = 10_000_000


class Board(Protocol):
    """A position of another reading of the rules."""

    def moves(self) -> list[str]: ...

    def after(self, move: str) -> Board: ...

    def is_check(self) -> bool: ...

    def is_mate(self) -> bool: ...


class PythonChess:
    """A position of python-chess."""

    def __init__(self, board: chess.Board) -> None:
        self._board = board

    def moves(self) -> list[str]:
        return [move.uci() for move in self._board.legal_moves]

    def after(self, move: str) -> PythonChess:
        board = self._board.copy(stack=False)
        board.push_uci(move)
        return PythonChess(board)

    def is_check(self) -> bool:
        return self._board.is_check()

    def is_mate(self) -> bool:
        return self._board.is_checkmate()


class Twin:
    """A position of the slow twin."""

    def __init__(self, position: variants.Position) -> None:
        self._position = position
        self._moves = {move.uci: move for move in position.legal_moves()}

    def moves(self) -> list[str]:
        return list(self._moves)

    def after(self, move: str) -> Twin:
        return Twin(self._position.after(self._moves[move]))

    def is_check(self) -> bool:
        return self._position.in_check()

    def is_mate(self) -> bool:
        ended = self._position.outcome()
        return ended is not None and ended[1] == "checkmate"


def forces(board: Board, moves: int) -> Iterator[str]:
    """The first moves that force mate within so many moves, by trying everything."""
    tried = sorted(((move, board.after(move)) for move in board.moves()), key=lambda one: not one[1].is_check())
    return (move for move, after in tried if is_lost(after, moves - 1))


def is_lost(board: Board, moves: int) -> bool:
    """Whether the side to move is mated within so many more moves of the other side, whatever it does."""
    if board.is_mate():
        return True
    replies = board.moves() if moves else []
    return bool(replies) and all(any(forces(board.after(reply), moves)) for reply in replies)


def entries(game: str, moves: int) -> list[Mate]:
    return [mate for mate in SUITE if (mate.game, mate.moves) == (game, moves)]


GAMES = tuple(dict.fromkeys(mate.game for mate in SUITE))


def test_the_suite_is_many_different_positions_of_all_lengths() -> None:
    assert len({(mate.game, mate.text) for mate in SUITE}) == len(SUITE) <= 500
    assert min(Counter(mate.moves for mate in SUITE if mate.game == "clasico").values()) >= 10
    assert {mate.moves for mate in SUITE} == {2, 3, 4, 5}
    assert {mates.game_of(name).fast for name in GAMES} == {True, False}
    for mate in SUITE:
        legal = sheets.ucis(sheets.read(mate.text, mate.game))
        assert len(legal) >= mates_make.FEWEST_MOVES
        assert legal.issuperset(mate.first)


@pytest.mark.parametrize("mate", entries("clasico", 2)[:10], ids=lambda mate: mate.text)
def test_mates_in_two_are_true_and_begin_so_only(mate: Mate) -> None:
    board = PythonChess(chess.Board(mate.text))
    assert not any(forces(board, 1))
    assert tuple(forces(board, 2)) == mate.first


@pytest.mark.parametrize("mate", entries("clasico", 3)[:6], ids=lambda mate: mate.text)
def test_mates_in_three_are_true_and_no_shorter(mate: Mate) -> None:
    board = PythonChess(chess.Board(mate.text))
    assert not any(forces(board, 2))
    assert all(is_lost(board.after(move), 2) for move in mate.first)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "clasico"])
def test_mates_of_other_games_are_true_for_the_slow_twin(name: str) -> None:
    mate = min(entries(name, 2), key=lambda mate: len(sheets.ucis(sheets.read(mate.text, name))))
    board = Twin(variants.read(twins.rules_of(sheets.chess(name)), mate.text))
    assert not any(forces(board, 1))
    assert all(is_lost(board.after(move), 1) for move in mate.first)


@pytest.mark.parametrize("name", ["clasico", "crazyhouse"])
def test_the_prover_says_what_the_slow_twin_finds(name: str) -> None:
    """In positions with a mate at once, with a longer one and with none."""
    game = sheets.chess(name)
    prover, rules = Prover(game), twins.rules_of(game)
    met = Counter[bool]()
    mate = entries(name, 2)[0]
    begin = sheets.read(mate.text, name)
    tried = [str(move) for move in begin.legal_moves() if str(move) not in mate.first]
    for move in [*mate.first, *tried[:2]]:
        for position in islice((begin.play(move).play(reply) for reply in begin.play(move).legal_moves()), 2):
            found = set(forces(Twin(variants.read(rules, position.text())), 1))
            assert {str(first) for first in prover.first_moves(position, 1, PLENTY)} == found, position.text()
            met[bool(found)] += 1
    assert met[True]
    assert met[False]
    assert prover.shortest(begin, 3, PLENTY) == (2, tuple(begin.parse_move(first) for first in mate.first))


def test_a_stalemate_counts_for_the_prover_where_it_wins() -> None:
    text = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"
    found = {}
    for name in ("clasico", "chess2d"):
        position = sheets.read(text, name)
        found[name] = {str(move) for move in Prover(position.game).first_moves(position, 1, PLENTY)}
    assert found["clasico"] == {"g5g7", "g5g8", "g5h6", "g5h5", "g5h4"}
    assert found["chess2d"] > found["clasico"]
    assert "g5g6" in found["chess2d"]


def test_a_proof_that_is_too_long_is_given_up() -> None:
    position = sheets.chess("clasico").start()
    with pytest.raises(Unproved):
        Prover(position.game).first_moves(position, 3, 10)


def test_no_proofs_where_a_turn_has_several_moves() -> None:
    with pytest.raises(ValueError, match="no proofs"):
        Prover(sheets.chess("marseillais"))


def test_the_same_seed_makes_the_same_mates() -> None:
    def made() -> list[tuple[int, str]]:
        return list(islice(mates_make.mates(sheets.chess("knightmate"), 3, 1), 2))

    assert made() == made()


def test_the_engine_finds_nearly_all() -> None:
    """By nodes, so that it does not depend on the machine."""
    tried = list(mates.attempts(SUITE[::3], Limits(nodes=300_000)))
    assert not any(one.false for one in tried)
    missed = [one for one in tried if not one.solved]
    assert len(missed) <= 0.08 * len(tried), missed


def test_a_wrong_move_and_a_false_mate_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    mate = entries("clasico", 3)[0]
    right = mates.attempt(Engine(mates.game_of("clasico")), sheets.read(mate.text), mate, Limits(nodes=300_000))
    assert right.seen
    assert mates.report([right])
    assert "missed" not in capsys.readouterr().out
    assert mates.report([right._replace(played="a1a1", said=None)])
    assert "missed" in capsys.readouterr().out
    assert not mates.report([right._replace(said=2)])
    assert "false" in capsys.readouterr().out
