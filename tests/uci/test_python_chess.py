"""Axedrez played and asked by python-chess, as by any chess program: one process, the real standard streams."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import chess
import chess.engine
import chess.variant
import pytest

COMMAND = [sys.executable, "-c", "import axedrez.cli; axedrez.cli.main()", "uci"]
PATIENCE_S = 280
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
FAST = chess.engine.Limit(nodes=300)


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE_S) as engine:
        engine.ping()
        yield engine


def test_it_is_known_by_its_name(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Axedrez")
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Variant", "Skill Level"} <= set(engine.options)


BOARDS = [
    chess.Board(),
    chess.variant.CrazyhouseBoard(),
    chess.variant.AtomicBoard(),
    chess.variant.AntichessBoard(),
    chess.variant.KingOfTheHillBoard(),
    chess.variant.ThreeCheckBoard(),
    chess.variant.RacingKingsBoard(),
    chess.variant.HordeBoard(),
    chess.Board.from_chess960_pos(12),
    chess.Board.from_chess960_pos(905),
]


@pytest.mark.parametrize("start", BOARDS, ids=lambda board: f"{board.uci_variant}{'960' * board.chess960}")
def test_whole_games(engine: chess.engine.SimpleEngine, start: chess.Board) -> None:
    """Of the engine with itself; python-chess raises an error for an illegal move."""
    board = start.copy()
    while not board.is_game_over(claim_draw=True) and board.ply() < 160:
        result = engine.play(board, FAST, game=start)
        assert result.move is not None
        assert board.is_legal(result.move)
        board.push(result.move)
    assert board.ply() > 4


def test_a_game_on_the_clock(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02)
    for _ in range(30):
        result = engine.play(board, limit, ponder=True, info=chess.engine.INFO_SCORE)
        assert result.move is not None
        board.push(result.move)
        if board.is_game_over():
            break


def test_analysis_of_several_lines(engine: chess.engine.SimpleEngine) -> None:
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=4)
    assert len(lines) == 4
    assert len({line["pv"][0] for line in lines}) == 4
    assert all(line["depth"] == 4 and line["nodes"] > 0 for line in lines)


def test_analysis_without_end_that_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        analysis.stop()
        move = analysis.wait().move
        assert move is not None
        assert move in chess.Board().legal_moves


def test_mate(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(MATE_IN_TWO)
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2)
    assert engine.play(board, chess.engine.Limit(depth=5)).move == chess.Move.from_uci("a1a6")


def test_it_ends_with_its_input() -> None:
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE_S)
    engine.ping()
    engine.quit()
    assert engine.returncode.result(PATIENCE_S) == 0
