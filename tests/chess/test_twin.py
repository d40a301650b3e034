"""The kernel and the slow twin of `tests/naive` agree on everything, in every game."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from axedrez import Side
from axedrez.chess.kernel.layout import U0
from axedrez.chess.kernel.rules import has_mating_material
from axedrez.chess.position import refusals
from axedrez.chess.position.endings import queens_of
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.sheet import geometry
from tests import sheets
from tests.naive import endings
from tests.naive.chess import NaivePosition
from tests.naive.random_positions import random_positions, sparse_position

POSITIONS = {"clasico": 500, "reglamento": 100, "chess2d": 100, "tradicional": 1500, "amazon6": 600, "knightmate": 600}


def _agree(position: ChessPosition, twin: NaivePosition) -> None:
    fen = twin.fen()
    assert position.text() == fen
    assert position.turn is (Side.WHITE if twin.turn == "w" else Side.BLACK)
    legal = sheets.ucis(position)
    assert legal == twin.legal_moves(), fen
    assert {geometry.square_name(square) for square in position.checkers()} == twin.checkers(), fen
    pseudo = {move.uci for move in refusals.pseudo_legal(position)}
    assert pseudo >= legal, fen
    # En passant that nobody may make is no part of a position (C-22), so it is no try either.
    passing = {
        move.uci
        for move in twin.pseudo_moves()
        if twin.board[move.origin].upper() == twin.rules.pawn and move.target == twin.en_passant
    }
    dropped = passing if twin.legal_en_passant() is None else set()
    assert pseudo == twin.pseudo_legal() - dropped, fen


def _endings_agree(position: ChessPosition, twin: NaivePosition) -> None:
    ends, expected = position.outcome(), twin.outcome()
    assert (ends and (ends.result, ends.reason)) == (expected and expected[:2]), twin.fen()
    if ends and expected and twin.rules.name in ("clasico", "chess2d"):
        assert ends.clause == expected[2]
    assert [claim.reason for claim in position.claims()] == [reason for reason, _ in twin.claims()], twin.fen()


@pytest.mark.parametrize("name", sheets.CHESS)
def test_random_positions(name: str) -> None:
    twins = sheets.TWINS[name]
    for fen in (twins.start, *random_positions(twins, POSITIONS[name], seed=201)):
        position, twin = sheets.read(fen, name), NaivePosition.from_fen(twins, fen)
        _agree(position, twin)
        _endings_agree(position, twin)


@pytest.mark.parametrize("name", sheets.CHESS)
def test_the_position_after_every_move(name: str) -> None:
    twins = sheets.TWINS[name]
    for fen in random_positions(twins, 60, seed=202):
        position, twin = sheets.read(fen, name), NaivePosition.from_fen(twins, fen)
        for move in twin.moves():
            assert position.play(move.uci).text() == twin.after(move).fen(), (fen, move.uci)


@pytest.mark.parametrize("name", sheets.CHESS)
def test_whole_games_side_by_side(name: str) -> None:
    """From sparse positions and from the start, without reading a text on the way."""
    random, twins = Random(203), sheets.TWINS[name]
    for first in (NaivePosition.start(twins), *(sparse_position(twins, random) for _ in range(8))):
        twin, position = first, sheets.read(first.fen(), name)
        for _ in range(60):
            _agree(position, twin)
            _endings_agree(position, twin)
            moves = sorted(twin.moves(), key=lambda move: move.uci)
            if not moves:
                break
            move = random.choice(moves)
            twin, position = twin.after(move), position.play(move.uci)


@pytest.mark.clause("T-4")
@pytest.mark.parametrize(("count", "least"), [(1000, 35), pytest.param(2500, 100, marks=pytest.mark.long)])
def test_positions_where_rooks_may_become_queens(count: int, least: int) -> None:
    """Drawn until the rule has applied often to both sides, and been barred by a queen often too."""
    twins = sheets.TWINS["tradicional"]
    applied = {"w": 0, "b": 0}
    barred = 0
    for fen in random_positions(twins, count, seed=204):
        twin = NaivePosition.from_fen(twins, fen)
        changes = [move for move in twin.moves() if move.becomes and twin.board[move.origin] in "Rr"]
        arrivals = [
            move
            for move in twin.moves()
            if twin.board[move.origin] in "Rr"
            and twin.is_last_rank(move.target, twin.turn)
            and not twin.is_last_rank(move.origin, twin.turn)
        ]
        if not arrivals:
            continue
        position = sheets.read(fen, "tradicional")
        assert sheets.ucis(position) == twin.legal_moves(), fen
        for move in arrivals:
            assert position.play(move.uci).text() == twin.after(move).fen(), (fen, move.uci)
        applied[twin.turn] += bool(changes)
        barred += not changes
    assert min(*applied.values(), barred) >= least, (applied, barred)


@pytest.mark.clause("C-18")
@pytest.mark.parametrize("count", [300, pytest.param(800, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["clasico", "knightmate"])
def test_who_could_still_mate(name: str, count: int) -> None:
    twins, tables = sheets.TWINS[name], sheets.chess(name).compiled
    queens = np.uint64(queens_of(sheets.chess(name)))
    verdicts = set()
    for fen in random_positions(twins, count, seed=205):
        position, twin = sheets.read(fen, name), NaivePosition.from_fen(twins, fen)
        for side, word in ((Side.WHITE, "w"), (Side.BLACK, "b")):
            if name == "clasico":
                by_material = has_mating_material(position.raw, U0, tables, queens, np.uint64(side))
                assert by_material == endings.can_possibly_mate(twin, word), fen
            ends, expected = position.verdict("time", side), endings.by_flag(twin, word)
            winner = "b" if word == "w" else "w"
            if ends.result != expected[0]:  # a proof that the twin would need too long for
                assert ends.winner is None
                assert endings.can_possibly_win(twin, winner) is None, fen
            assert ends.reason == expected[1], fen
            verdicts.add(ends.result)
    assert verdicts >= {"1-0", "0-1"}
