"""Where a clause is a value of the sheet, another value gives another game: no clause is written into the program."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from axedrez import IllegalMove, NotAllowed, Side
from axedrez.chess.position.game import ChessGame
from axedrez.library import from_data
from tests import sheets
from tests.sheets import after, lines

Probe = Callable[[ChessGame], Any]


@cache
def _changed(parent: str, change: str) -> ChessGame:
    data = {"extends": parent, "id": "changed", **msgspec.toml.decode(change)} if change else {"extends": parent}
    game = from_data(data)
    assert isinstance(game, ChessGame)
    return game


def targets(fen: str, square: str) -> Probe:
    """Where the piece on a square may go, or what it may become there."""

    def probe(game: ChessGame) -> set[str]:
        return {uci[2:] for uci in sheets.ucis(game.parse(fen)) if uci.startswith(square)}

    return probe


def end(line: str) -> Probe:
    """The reason and result of the end that a line from the start reaches."""

    def probe(game: ChessGame) -> tuple[str, str] | None:
        position, history = after(game.start(), line)
        ended = position.outcome(history)
        return ended and (ended.reason, ended.result)

    return probe


def can(line: str, move: str) -> Probe:
    """Whether a move is legal after a line from the start."""
    return lambda game: move in sheets.ucis(after(game.start(), line)[0])


def claims(line: str) -> Probe:
    def probe(game: ChessGame) -> list[str]:
        position, history = after(game.start(), line)
        return [claim.reason for claim in position.claims(history)]

    return probe


def verdict(act: str, side: Side | None = None, fen: str = "") -> Probe:
    """What an act of the players gives: a result, or the refusal of the act."""

    def probe(game: ChessGame) -> str:
        position = game.parse(fen) if fen else game.start()
        try:
            return position.verdict(act, side).result
        except NotAllowed as refusal:
            return refusal.reason

    return probe


def clause_of_refusal(fen: str, move: str) -> Probe:
    def probe(game: ChessGame) -> str | None:
        position = game.parse(fen)
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        return caught.value.clause

    return probe


def points(game: ChessGame) -> tuple[float, ...]:
    return tuple(game.start().verdict("resignation", Side.BLACK).points or ())


def announced(game: ChessGame) -> bool:
    check = game.parse("4r2k/8/8/8/8/8/8/4K3 w - - 0 1").scene().check
    assert check is not None
    return check.announce


def letters_at_start(game: ChessGame) -> int:
    return len(game.start().letters())


ALONE = "4k3/8/8/8/3{}4/8/8/4K3 w - - 0 1"
DANCE = f"{lines.KNIGHTS_OUT_AND_BACK} {lines.KNIGHTS_OUT_AND_BACK}"
IDLE = lines.HUNDRED_IDLE_PLIES
CASTLES = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
LONE_KING = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ROOK_ARRIVES = "8/8/7k/8/8/8/8/1R2K3 w - - 0 1"
ROOK_AND_QUEEN = "8/8/7k/8/8/8/4Q3/1R2K3 w - - 0 1"
PINNED = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"
DIAGONAL = {"e5", "f6", "g7", "h8", "c5", "b6", "a7", "c3", "b2", "a1", "e3", "f2", "g1"}
LEAPS = {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
RING = {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}
CROSS = {f"d{rank}" for rank in "1235678"} | {f"{file}4" for file in "abcefgh"}
T4_FILE = {"b2", "b3", "b4", "b5", "b6", "b7", "b8", "a1", "c1", "d1"}

CASES: list[tuple[str, str, str, Probe, object, object]] = [
    ("C-1", "clasico", "board.holes = ['e4']", targets(START, "e2"), {"e3", "e4"}, {"e3"}),
    ("C-2", "clasico", "start.fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1'", letters_at_start, 32, 18),
    ("C-3", "clasico", "start.fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'",
     lambda game: game.start().turn, Side.WHITE, Side.BLACK),
    ("C-5", "clasico", "clauses.king_in_check = 'X-1'", clause_of_refusal(PINNED, "e2d2"), "C-5", "X-1"),
    ("C-6", "clasico", "pieces.rook.movement = 'B'", targets(ALONE.format("R"), "d4"), CROSS, DIAGONAL),
    ("C-7", "clasico", "pieces.bishop.movement = 'N'", targets(ALONE.format("B"), "d4"), DIAGONAL, LEAPS),
    ("C-8", "clasico", "pieces.queen.movement = 'R'", targets(ALONE.format("Q"), "d4"), CROSS | DIAGONAL, CROSS),
    ("C-9", "clasico", "pieces.king.movement = 'N'", targets("k7/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), RING, LEAPS),
    ("C-10", "clasico", "pieces.knight.movement = 'K'", targets(ALONE.format("N"), "d4"), LEAPS, RING),
    ("C-11", "clasico", "pawn.double_step_ranks = []", targets(START, "e2"), {"e3", "e4"}, {"e3"}),
    ("C-11", "clasico", "pawn.double_step_ranks = [2, 4]", targets("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4"),
     {"e5"}, {"e5", "e6"}),
    ("C-13", "clasico", "promotion.pawn.into = ['queen', 'knight']", targets("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7"),
     {"a8q", "a8r", "a8b", "a8n"}, {"a8q", "a8n"}),
    ("C-14", "clasico", f"castling.mode = 'off'\nstart.fen = '{START.replace('KQkq', '-')}'",
     can("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5", "e1g1"), True, False),
    ("C-14", "clasico", "castling.clause = 'X-1'", clause_of_refusal(CASTLES.replace("KQ", "-"), "e1g1"),
     "C-14", "X-1"),
    ("C-16", "clasico", (f"royal.pieces = ['queen']\ncastling.mode = 'off'\n"
     f"start.fen = '{START.replace('KQkq', '-')}'\npromotion.pawn.into = ['rook']"),
     end(lines.FOOLS_MATE), ("checkmate", "0-1"), None),
    ("C-18", "clasico", "clock.flag_without_mating_material = 'loss'", verdict("time", Side.WHITE, LONE_KING),
     "1/2-1/2", "0-1"),
    ("C-20", "clasico", "goal.stalemate = 'loss'", end(lines.STALEMATE), ("stalemate", "1/2-1/2"),
     ("stalemate", "1-0")),
    ("C-21", "clasico", "draws.agreement = false", verdict("agreement"), "1/2-1/2", "no_agreement"),
    ("C-22", "clasico", "draws.repetition.count = 4", end(DANCE), ("repetition", "1/2-1/2"), None),
    ("C-22", "clasico", "draws.repetition.mode = 'off'", end(DANCE), ("repetition", "1/2-1/2"), None),
    ("C-23", "clasico", "draws.insufficient_material = 'off'", end(lines.KING_AND_BISHOP),
     ("insufficient_material", "1/2-1/2"), None),
    ("C-24", "clasico", "draws.move_limit.moves = 51", end(IDLE), ("move_limit", "1/2-1/2"), None),
    ("C-24", "clasico", "draws.move_limit.mode = 'off'", end(IDLE), ("move_limit", "1/2-1/2"), None),
    ("D-1", "chess2d", "draws.agreement = true", verdict("agreement"), "no_agreement", "1/2-1/2"),
    ("D-1", "chess2d", "draws.repetition.mode = 'automatic'", end(DANCE), None, ("repetition", "1/2-1/2")),
    ("D-1", "chess2d", "draws.move_limit.mode = 'automatic'", end(IDLE), None, ("move_limit", "1/2-1/2")),
    ("D-1", "chess2d", "draws.insufficient_material = 'listed'", end(lines.KING_AND_KNIGHT), None,
     ("insufficient_material", "1/2-1/2")),
    ("D-2", "chess2d", "goal.stalemate = 'win'", end(lines.STALEMATE), ("stalemate", "1-0"), ("stalemate", "0-1")),
    ("D-2b", "chess2d", "draws.abandonment = false", verdict("abandoned"), "*", "no_abandoned"),
    ("T-2", "tradicional", "play.announce_check = false", announced, True, False),
    ("T-3", "tradicional", "clauses.king_in_check = 'X-1'", clause_of_refusal(PINNED, "e2d2"), "T-3", "X-1"),
    ("T-4", "tradicional", "promotion.rook = false", targets(ROOK_ARRIVES, "b1"), T4_FILE | {"b8q"}, T4_FILE),
    ("T-4", "tradicional", "promotion.rook.into = ['queen', 'bishop']", targets(ROOK_ARRIVES, "b1"),
     T4_FILE | {"b8q"}, T4_FILE | {"b8q", "b8b"}),
    ("T-4", "tradicional", "promotion.rook.without = 'knight'", targets(ROOK_AND_QUEEN, "b1"), T4_FILE,
     T4_FILE | {"b8q"}),
    ("T-5", "tradicional", "scoring.win = 3", points, (1, 0), (3, 0)),
    ("T-6", "tradicional", "castling.clause = 'X-1'", clause_of_refusal(CASTLES.replace("KQ", "-"), "e1g1"),
     "T-6", "X-1"),
    ("T-7", "tradicional", "promotion.pawn.into = ['rook']", targets("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7"),
     {"a8q", "a8r", "a8b", "a8n"}, {"a8r"}),
    ("T-8", "tradicional", "draws.repetition.mode = 'off'", claims(DANCE), ["repetition"], []),
    ("T-8", "tradicional", "draws.move_limit.mode = 'automatic'", claims(IDLE), ["move_limit"], []),
    ("T-8", "tradicional", "draws.insufficient_material = 'listed'", end(lines.BISHOPS_OF_ONE_COLOUR),
     ("insufficient_material", "1/2-1/2"), None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parent", "change", "probe", "with_it", "without_it"),
    [pytest.param(*case[1:], marks=pytest.mark.clause(case[0]), id=f"{case[0]} {case[2][:50]}") for case in CASES],
)
def test_another_value_gives_another_game(
    parent: str, change: str, probe: Probe, with_it: object, without_it: object
) -> None:
    assert probe(sheets.chess(parent)) == with_it
    assert probe(_changed(parent, change)) == without_it
    assert with_it != without_it
    assert _changed(parent, change).hash != sheets.chess(parent).hash


@pytest.mark.clause("C-12")
def test_without_en_passant_nothing_is_taken_in_passing() -> None:
    line = "e2e4 a7a6 e4e5 d7d5"
    assert "e5d6" in sheets.ucis(after(sheets.chess("clasico").start(), line)[0])
    without, _ = after(_changed("clasico", "pawn.en_passant = false").start(), line)
    assert "e5d6" not in sheets.ucis(without)
    assert without.text().split()[3] == "-"


@pytest.mark.clause("C-22", "C-24")
def test_what_is_claimed_by_option_does_not_happen_by_itself() -> None:
    for line, option, reason in (
        (DANCE, "draws.repetition.mode", "repetition"),
        (IDLE, "draws.move_limit.mode", "move_limit"),
    ):
        game = sheets.chess("clasico", {option: "claim"})
        assert (end(line)(game), claims(line)(game)) == (None, [reason])
        assert claims(line)(sheets.chess("clasico")) == []
