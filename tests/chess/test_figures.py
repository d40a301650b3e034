"""The figures of the manual (F-1 … F-10): each shows what it has to, by the game's own rules."""

from __future__ import annotations

import pytest

from axedrez import library
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.sheet.geometry import square_number
from axedrez.core.manual import Figure

COMMON = ("clasico", "reglamento", "chess2d", "tradicional")
# Where a rulebook numbers a rule of its own.
CLAUSES = {
    ("chess2d", "stalemate"): "D-2",
    ("tradicional", "stalemate"): "T-8",
    ("tradicional", "mate"): "T-8",
    ("tradicional", "castling"): "T-6",
    ("tradicional", "promotion"): "T-7",
}


def game(name: str) -> ChessGame:
    found = library.load(name)
    assert isinstance(found, ChessGame)
    return found


def figures(name: str, clause: str) -> list[Figure]:
    sections = library.rules(game(name), "es").sections
    found = [item.figure for section in sections for item in section.items if item.clause == clause and item.figure]
    assert all(figure.caption for figure in found)
    return found


def shown(name: str, figure: Figure) -> ChessPosition:
    return game(name).parse(figure.position)


@pytest.mark.clause("F-1")
@pytest.mark.parametrize("name", COMMON)
def test_start(name: str) -> None:
    (figure,) = figures(name, "C-2")
    assert figure.position == game(name).start().text()


@pytest.mark.clause("F-2")
@pytest.mark.parametrize("name", COMMON)
def test_knight_reaches_eight_four_and_two_squares(name: str) -> None:
    (figure,) = figures(name, "C-10")
    position = shown(name, figure)
    knights = {"d4": 8, "h5": 4, "a8": 2}
    counts = dict.fromkeys(knights, 0)
    for move in position.legal_moves():
        if move.uci[:2] in counts:
            counts[move.uci[:2]] += 1
            assert move.uci[2:4] in figure.marks
    assert counts == knights
    assert len(figure.marks) == 14


@pytest.mark.clause("F-3")
@pytest.mark.parametrize("name", COMMON)
def test_both_castlings_of_white_before_and_after(name: str) -> None:
    before, *after = figures(name, CLAUSES.get((name, "castling"), "C-14"))
    assert before.arrows == (("e1", "g1"), ("e1", "c1"))
    position = shown(name, before)
    assert [figure.position for figure in after] == [position.play(move).text() for move in ("e1g1", "e1c1")]


@pytest.mark.clause("F-4")
@pytest.mark.parametrize("name", COMMON)
def test_check_by_one_piece_with_all_three_answers(name: str) -> None:
    single = figures(name, "C-15")[0]
    position = shown(name, single)
    ((giver, king),) = single.arrows
    assert len(position.checkers()) == 1
    answers = {(move.uci[:2], move.uci[2:4]) for move in position.legal_moves()}
    assert {target for _, target in answers} == set(single.marks)
    assert any(target == giver for _, target in answers)
    assert any(origin == king for origin, _ in answers)
    assert any(origin != king and target != giver for origin, target in answers)


@pytest.mark.clause("F-5")
@pytest.mark.parametrize("name", COMMON)
def test_double_check_lets_only_the_king_move(name: str) -> None:
    double = figures(name, "C-15")[1]
    position = shown(name, double)
    ((_, king), (_, same)) = double.arrows
    assert king == same
    assert len(position.checkers()) == 2
    assert {move.uci[:2] for move in position.legal_moves()} == {king}


@pytest.mark.clause("F-6")
@pytest.mark.parametrize("name", COMMON)
def test_en_passant_in_two_stages(name: str) -> None:
    first, second = figures(name, "C-12")
    (_, passed), (origin, target) = first.arrows
    position = shown(name, first)
    assert position.text().split()[3] == target
    after = position.play(f"{origin}{target}")
    assert after.text() == second.position
    assert square_number(passed) in position.letters()
    assert square_number(passed) not in after.letters()


@pytest.mark.clause("F-7")
@pytest.mark.parametrize("name", COMMON)
def test_promotion(name: str) -> None:
    (figure,) = figures(name, CLAUSES.get((name, "promotion"), "C-13"))
    ((origin, target),) = figure.arrows
    moves = {move.uci for move in shown(name, figure).legal_moves()}
    assert {f"{origin}{target}{letter}" for letter in "qrbn"} <= moves


@pytest.mark.parametrize(
    ("kind", "clause", "reason"),
    [
        pytest.param("mate", "C-16", "checkmate", marks=pytest.mark.clause("F-8")),
        pytest.param("stalemate", "C-20", "stalemate", marks=pytest.mark.clause("F-9")),
    ],
)
@pytest.mark.parametrize("name", COMMON)
def test_mate_and_stalemate(name: str, kind: str, clause: str, reason: str) -> None:
    found = [shown(name, figure).outcome() for figure in figures(name, CLAUSES.get((name, kind), clause))]
    assert [end.reason for end in found if end].count(reason) == 1


@pytest.mark.clause("F-10")
def test_a_rook_becomes_the_queen() -> None:
    (figure,) = figures("tradicional", "T-4")
    ((origin, target),) = figure.arrows
    position = shown("tradicional", figure)
    moves = {move.uci for move in position.legal_moves()}
    assert {f"{origin}{target}", f"{origin}{target}q"} <= moves
    assert "R" in position.letters().values()
    assert "Q" not in position.letters().values()
    assert not figures("clasico", "T-4")
