"""Endgame tables: against a slow solver, python-chess, known figures and the search; and their files."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

from axedrez import library
from axedrez.chess.endgames import files, material
from axedrez.chess.endgames.directory import placed
from axedrez.chess.endgames.tables import EndgameTables
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.kernel import layout
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.rules import FenFields
from axedrez.chess.sheet import geometry
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core import AxedrezError, History, Side, TextError
from axedrez.rulesheet.reading import resolve
from axedrez.rulesheet.validation import to_sheet
from tests.naive.endgames import solve
from tests.naive.variants import read
from tests.naive.variants.loading import _read
from tests.naive.variants.rules import rules_of

PLAIN = {"castling": {"mode": "off"}}
STEPS = {"double_step_ranks": [], "en_passant": False}


def sheet_of(changes: dict[str, Any], parent: str = "clasico") -> ChessSheet:
    return to_sheet(resolve({"extends": parent, **changes}, _read), ChessSheet, parent)


def small(files_: int, ranks: int, start: str, holes: tuple[str, ...] = (), **changes: Any) -> ChessSheet:
    board = {"files": files_, "ranks": ranks, "holes": list(holes)}
    return sheet_of({"board": board, "start": {"fen": start}, "pawn": STEPS, **PLAIN, **changes})


FOUR = "rnkq/pppp/PPPP/RNKQ w - - 0 1"
LONG_KNIGHT = {"knight": {"movement": "H"}}
"""The leaper of three squares, which nobody's tables know."""

OFF = {"insufficient_material": "off"}
"""In sheets whose goals are others: the slow twin draws by material everywhere, the program where mate is the goal."""


THREE = "rkq/ppp/PPP/RKQ w - - 0 1"
NINE = "rkq/3/RKQ w - - 0 1"
"""Nine squares, for four pieces."""


def goals(*win: str, start: str = THREE, **changes: Any) -> ChessSheet:
    """Three files with other goals than mate."""
    goal = {"win": list(win), **changes.pop("goal", {})}
    return small(3, 3 if start == NINE else 4, start, goal=goal, draws=OFF, **changes)


SHEETS = {
    "KRk": (small(4, 4, FOUR), "KRk"),
    "KQk": (small(4, 4, FOUR), "KQk"),
    "KPk": (small(3, 5, "rkq/ppp/3/PPP/RKQ w - - 0 1", promotion={"pawn": {"into": ["queen", "rook"]}}), "KPk"),
    "two alike": (small(3, 4, "nkn/ppp/PPP/NKN w - - 0 1", promotion={"pawn": {"into": ["knight"]}}), "KNNk"),
    "stalemate loses": (small(4, 4, FOUR, pieces=LONG_KNIGHT, goal={"stalemate": "loss"}, draws=OFF), "KNk"),
    "stalemate wins, a hole": (
        small(4, 4, "rnkq/pppp/PPPP/1NKQ w - - 0 1", holes=("a1",), goal={"stalemate": "win"}, draws=OFF),
        "KQk",
    ),
    "reaching": (goals("checkmate", "royal-reaches", goal={"region": ["a4", "c1"]}), "KRk"),
    "a piece arrives": (goals("checkmate", "piece-reaches", goal={"runners": ["pawn", "rook"]}), "KPk"),
    "a last move": (
        goals("royal-reaches", goal={"region": ["a4", "c4"], "last_move": True}, royal={"give_check": False}),
        "KRk",
    ),
    "bare": (goals("checkmate", "bare-royal", start=NINE), "KRkr"),
    "a kind dies out": (goals("extinction", start=NINE, goal={"extinct": ["rook"]}), "KRkr"),
    "passing": (goals("checkmate", turn={"passing": "allowed"}), "KRk"),
    "taking the king": (goals("capture-royal", royal={"parry": False}), "KRk"),
    "losing all": (
        goals(
            "lose-all",
            goal={"stalemate": "win"},
            royal={"pieces": [], "parry": False},
            capture={"mandatory": True},
            promotion={"pawn": {"into": ["queen", "king"]}},
        ),
        "RPk",
    ),
    "explosions": (
        small(
            3,
            3,
            NINE,
            goal={"win": ["checkmate", "capture-royal"]},
            capture={"explosion": True},
            draws=OFF,
        ),
        "KRkr",
    ),
    "own captures": (goals("checkmate", start=NINE, capture={"own": True}), "KRRk"),
}
SLOW = {"KRk", "KQk", "KPk", "reaching", "two alike", "taking the king", "losing all", "explosions", "a kind dies out"}
"""What takes the slow twin longest."""


@pytest.fixture(scope="module")
def classic(folder: Path) -> EndgameTables:
    game = library.load("clasico")
    assert isinstance(game, ChessGame)
    return EndgameTables(game, folder)


def _text(index: int, pieces: str, game: ChessGame) -> str:
    letters, side = placed(index, material.parse(pieces, game), game)
    return game.set_up(FenFields(letters, side, "", None, 0, 1)).text()


def placements(game: ChessGame, pieces: str) -> Iterator[FenFields]:
    for squares in itertools.permutations(geometry.squares(game.board), len(pieces)):
        for side in (Side.WHITE, Side.BLACK):
            yield FenFields(dict(zip(squares, pieces, strict=True)), side, "", None, 0, 1)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in SHEETS]
)
def test_tables_equal_the_slow_twin_in_every_position(name: str, tmp_path: Path) -> None:
    sheet, pieces = SHEETS[name]
    game = ChessGame(sheet)
    tables = EndgameTables(game, tmp_path)
    positions: dict[str, None] = {}  # pieces that are alike may change places
    for fields in placements(game, pieces):
        try:
            position = game.set_up(fields)
        except TextError:
            continue
        if position.outcome() is None:
            positions[position.text()] = None
    rules = rules_of(sheet)
    worth = solve(read(rules, text) for text in positions)
    compared = 0
    for text, (outcome, plies) in worth.items():
        if plies == 0 and outcome != "draw":
            continue  # over
        found = tables.probe(game.parse(text))
        assert found is not None
        assert (found.outcome, found.plies or 0) == (outcome, plies), text
        compared += 1
    assert compared > 500
    # What has a value is what can be set up with the game not over; some of it has no move, or draws by its material.
    table = files.read(material.parse(pieces, game), game, tmp_path)
    assert table is not None
    valued = {_text(int(index), pieces, game) for index in np.flatnonzero(table.values)}
    assert set(positions) <= valued
    assert all(game.parse(text).raw[int(layout.OVER)] == 0 for text in valued)
    assert tables.faults(pieces) == 0


# Positions with White to move that are won, with Black to move that are lost, and the longest win in plies: the first
# two of KRk and KQk from the counts of legal positions, the lengths (16, 10 and 28 moves) and the sum of the won
# positions of KPk (twice the 111,282 with the pawn on the files a to d) from the literature.
KNOWN = {"KRk": (175_168, 201_700, 31), "KQk": (144_508, 200_896, 19), "KPk": (124_960, 97_604, 55)}


@pytest.mark.parametrize("pieces", KNOWN)
def test_classic_tables_have_the_known_figures(pieces: str, classic: EndgameTables) -> None:
    table = classic.tables(pieces)[-1]
    assert (table.white.won, table.black.lost, table.plies) == KNOWN[pieces]
    assert table.white.lost == table.black.won == 0
    assert classic.faults(pieces) == 0
    if pieces == "KPk":
        assert table.white.won + table.black.lost == 2 * 111_282
    position = table.longest
    assert isinstance(position, ChessPosition)
    line = classic.line(position)
    assert len(line) == table.plies
    for move in line:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "checkmate"


@pytest.mark.parametrize("pieces", KNOWN)
def test_values_follow_from_the_moves_of_python_chess(pieces: str, classic: EndgameTables) -> None:
    classic.tables(pieces)
    source = random.Random(5)
    table = files.read(pieces, classic.game, classic.folder)
    assert table is not None
    for index in source.sample(range(len(table.values)), 600):
        letters, side = placed(index, pieces, classic.game)
        board = chess.Board(None)
        board.turn = side is Side.WHITE
        for square, letter in letters.items():
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        valid = len(letters) == len(pieces) and board.is_valid()
        assert valid == bool(table.values[index]), board.fen()
        if not valid:
            continue
        found = classic.probe(classic.game.parse(board.fen()))
        assert found is not None
        assert (found.outcome, found.plies) == _from_moves(board, classic), board.fen()


def _from_moves(board: chess.Board, tables: EndgameTables) -> tuple[str, int | None]:
    """What a position is worth if the tables are right about those after its moves."""
    if board.is_checkmate():
        return "loss", 0
    if board.is_stalemate():
        return "draw", 0
    if board.is_insufficient_material():
        return "draw", None
    after = []
    for move in board.legal_moves:
        board.push(move)
        after.append(tables.probe(tables.game.parse(board.fen())))
        board.pop()
    lost = [each.plies or 0 for each in after if each is not None and each.outcome == "loss"]
    if lost:
        return "win", 1 + min(lost)
    if all(each is not None and each.outcome == "win" for each in after):
        return "loss", 1 + max(each.plies or 0 for each in after if each is not None)
    return "draw", None


def test_a_sheet_that_nobody_knows_against_the_search(tmp_path: Path) -> None:
    # On 5×5, stalemate loses, and the knight leaps three squares straight ahead.
    start = "rnkqr/ppppp/5/PPPPP/RNKQR w - - 0 1"
    game = ChessGame(small(5, 5, start, pieces=LONG_KNIGHT, goal={"stalemate": "loss"}))
    tables = EndgameTables(game, tmp_path)
    table = tables.tables("KNk")[-1]
    assert tables.faults("KNk") == 0
    assert table.white.won
    stored = files.read("KNk", game, tmp_path)
    assert stored is not None
    values = stored.values
    source = random.Random(3)
    engine = Engine(game)
    wins = np.flatnonzero((values > 3) & (values % 2 == 1) & (values < 2 + 2 * 12)).tolist()
    for index in source.sample(wins, 12):
        position = game.parse(_text(index, "KNk", game))
        found = tables.probe(position)
        assert found is not None
        assert found.plies is not None
        info = engine.think(position, History(), Limits(depth=found.plies + 4)).lines[0]
        assert info.score.mate == (found.plies + 1) // 2, position.text()
        assert info.pv[0] in found.best
    for index in source.sample(np.flatnonzero(values == 1).tolist(), 6):
        position = game.parse(_text(index, "KNk", game))
        info = engine.think(position, History(), Limits(depth=10)).lines[0]
        assert info.score.mate is None, position.text()


def test_what_tables_cannot_hold_is_refused_in_a_sentence(classic: EndgameTables) -> None:
    for name, reason in {
        "crazyhouse": "endgame_hand",
        "three-check": "endgame_checks",
        "marseillais": "endgame_turn",
        "dice-chess": "endgame_dice",
        "placement": "endgame_hand",
    }.items():
        game = library.load(name)
        assert isinstance(game, ChessGame)
        with pytest.raises(AxedrezError) as caught:
            EndgameTables(game)
        assert caught.value.reason == reason
        assert caught.value.details["name"] == name
    for text, reason in {
        "KKk": "position_kings",
        "Kk?": "endgame_letter",
        "": "endgame_letter",
        "K": "position_kings",
        "KQRBk": "endgame_pieces",
        "K" * 10**6: "endgame_pieces",
        "KPkp": "endgame_en_passant",
    }.items():
        with pytest.raises(AxedrezError) as caught:
            classic.tables(text)
        assert caught.value.reason == reason
    for text, reason in {
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1": "endgame_castling",
        "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1": "endgame_pieces",
    }.items():
        with pytest.raises(AxedrezError) as caught:
            classic.probe(classic.game.parse(text))
        assert caught.value.reason == reason


def test_damaged_files_are_built_again(tmp_path: Path) -> None:
    sheet, _ = SHEETS["KRk"]
    game = ChessGame(sheet)
    EndgameTables(game, tmp_path).tables("KRk")
    path = files.path_of("KRk", game, tmp_path)
    good = path.read_bytes()
    assert files.read("KRk", game, tmp_path) is not None
    assert list(path.parent.glob("new-*")) == []
    source = random.Random(1)
    for cut in (0, 10, 40, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:cut])
        assert files.read("KRk", game, tmp_path) is None
    path.write_bytes(good + b"x")
    assert files.read("KRk", game, tmp_path) is None
    for _ in range(300):
        place = source.randrange(len(good))
        changed = bytearray(good)
        changed[place] ^= 1 << source.randrange(8)
        path.write_bytes(changed)
        assert files.read("KRk", game, tmp_path) is None, place
    other = ChessGame(small(4, 4, FOUR, goal={"stalemate": "loss"}))
    path.write_bytes(good)
    target = files.path_of("KRk", other, tmp_path)
    target.parent.mkdir(parents=True)
    target.write_bytes(good)
    assert files.read("KRk", other, tmp_path) is None
    path.write_bytes(good[: len(good) // 2])
    assert EndgameTables(game, tmp_path).tables("KRk")[-1].stored == len(good)
    assert path.read_bytes() == good


def test_nothing_is_built_unless_wanted(tmp_path: Path) -> None:
    game = ChessGame(SHEETS["KRk"][0])
    tables = EndgameTables(game, tmp_path)
    position = game.parse("3k/4/4/KR2 w - - 0 1")
    assert tables.probe(position, build=False) is None
    assert tables.probe(position) == EndgameTables(game, tmp_path).probe(position, build=False)
