"""Modified sheets: why a move or a position is refused, each by its name."""

from __future__ import annotations

from typing import Any

import pytest

import axedrez
from axedrez.chess.position import fen
from axedrez.chess.position.game import ChessGame
from axedrez.core import IllegalMove, TextError
from axedrez.messages import LANGUAGES, sentence
from tests import sheets

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def game(name: str, options: dict[str, Any] | None = None) -> ChessGame:
    return sheets.chess(name, options)


@pytest.mark.clause("M-3", "M-4", "M-6", "M-7", "M-10", "M-12")
@pytest.mark.parametrize(
    ("name", "position", "move", "reason"),
    [
        ("antichess", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4e5", "must_capture"),
        ("dice-chess", f"{START} w KQkq - 0 1 dice=65", "e2e4", "not_with_these_dice"),
        ("dice-chess", f"{START} w KQkq - 0 1 dice=21", "0000", "pass_with_moves"),
        ("clasico", f"{START} w KQkq - 0 1", "0000", "pass_never"),
        ("atomic", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "royal_may_not_capture"),
        ("atomic", "4k3/8/8/8/8/8/5pP1/4K1N1 w - - 0 1", "g1f3", "check_not_answered"),
        ("atomic", "4k3/8/8/8/8/8/3pN3/4K3 w - - 0 1", "e1d2", "royal_may_not_capture"),
        ("atomic", "k7/8/8/8/8/8/3n4/2Q1K3 w - - 0 1", "c1d2", "blows_up_own_royal"),
        ("racing-kings", "8/8/8/8/8/8/k7/7K w - - 0 1", "e1e2", "empty_square"),
        ("racing-kings", "8/8/8/8/k7/8/6R1/7K w - - 0 1", "g2g4", "gives_check"),
        ("placement", "8/pppppppp/8/8/8/8/PPPPPPPP/8[Kk] w - - 0 1", "e2e4", "place_first"),
        ("placement", "8/pppppppp/8/8/8/8/PPPPPPPP/8[Kk] w - - 0 1", "K@e4", "drop_rank"),
        ("placement", "8/pppppppp/8/8/8/8/PPPPPPPP/8[Kk] w - - 0 1", "Q@e1", "drop_not_held"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e1", "drop_occupied"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e8", "drop_occupied"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@d8", "drop_rank"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2r[N] w - - 0 1", "N@a4", "check_not_answered"),
        ("clasico", f"{START} w KQkq - 0 1", "N@e4", "drop_never"),
        ("king-of-the-hill", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "e8e7", "position_over"),
        ("chess960", "1k6/8/8/8/8/8/8/RN1K4 w Q - 0 1", "d1a1", "castling_blocked"),
        ("chess960", "1k6/8/8/8/8/8/8/R2K4 w - - 0 1", "d1a1", "castling_lost"),
        ("chess960", "1k1r4/8/8/8/8/8/8/R2K4 w Q - 0 1", "O-O-O", "castling_in_check"),
    ],
)
def test_a_move_is_refused_by_name(name: str, position: str, move: str, reason: str) -> None:
    stand = game(name).parse(position)
    with pytest.raises(IllegalMove) as refusal:
        stand.play(move)
    assert refusal.value.reason == reason
    for lang in LANGUAGES:
        assert "{" not in sentence(refusal.value, lang)
    uci = move if "-" not in move else ""
    listed = {refused.token: refused.reason for refused in stand.steps().refused}
    assert listed.get(uci, reason) == reason


@pytest.mark.clause("M-3", "M-5", "M-7")
@pytest.mark.parametrize(
    ("name", "position", "reason"),
    [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "position_kings"),
        ("crazyhouse", f"{START}[Q] w KQkq - 0 1", "position_pieces"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "fen_hand"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K~3[] w - - 0 1", "fen_promoted"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Z] w - - 0 1", "fen_letter"),
        ("clasico", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "fen_no_hand"),
        ("clasico", f"{START} w KQkq - 0 1 moves=1", "fen_extra"),
        ("three-check", f"{START} w KQkq - 4+3 0 1", "fen_checks"),
        ("three-check", f"{START} w KQkq - 0+0 0 1", "position_checks"),
        ("marseillais", f"{START} w KQkq - 0 1 moves=3", "position_moves"),
        ("marseillais", f"{START} w KQkq - 0 1 moves=x", "fen_moves"),
        ("dice-chess", f"{START} w KQkq - 0 1 dice=25", "tables_dice"),
        ("dice-chess", f"{START} w KQkq - 0 1 dice=21 dice=21", "fen_extra"),
        ("chess960", f"{START} w KQkq - 0 1 shuffle=b", "fen_shuffle"),
        ("chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKNBR w KQkq - 0 1 shuffle=wb", "position_shuffle"),
        ("chess960", "1k6/8/8/8/8/8/8/R2K4 w H - 0 1", "position_castling"),
        ("racing-kings", "8/8/8/8/k7/8/8/R6K b - - 0 1", "position_check_given"),
        ("horde", "4k3/8/8/8/8/8/8/K6P w - - 0 1", "position_royals"),
        ("horde", "3Pk3/8/8/8/8/8/8/7P w - - 0 1", "position_pawn_rank"),
        ("extinction", "4k3/7P/8/8/8/8/8/P3K3 w - - 0 1", "position_pawn_rank"),
        ("pawn-race", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 over=x", "fen_over"),
        ("marseillais", "4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1 moves=2", "position_en_passant"),
    ],
)
def test_a_position_is_refused_by_name(name: str, position: str, reason: str) -> None:
    with pytest.raises(TextError) as refusal:
        game(name).set_up(fen.parse(position, game(name)))  # as sheets are read
    assert refusal.value.reason == reason
    for lang in LANGUAGES:
        assert "{" not in sentence(refusal.value, lang)


@pytest.mark.clause("M-3", "M-7")
@pytest.mark.parametrize(
    ("name", "written", "text"),
    [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3/Qp w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        ("three-check", f"{START} w KQkq - 0 1 +1+2", f"{START} w KQkq - 2+1 0 1"),
        ("chess960", "1k6/8/8/8/8/8/8/R2K3R w AH - 0 1", "1k6/8/8/8/8/8/8/R2K3R w KQ - 0 1"),
        ("chess960", "7k/8/8/8/8/8/8/RR1K4 w B - 0 1", "7k/8/8/8/8/8/8/RR1K4 w B - 0 1"),
        ("marseillais", f"{START} w KQkq - 0 1", f"{START} w KQkq - 0 1 moves=2"),
        ("dice-chess", f"{START} w KQkq - 0 1", f"{START} w KQkq - 0 1 dice=-"),
        ("chess960", f"{START} w KQkq - 0 1", f"{START} w KQkq - 0 1"),
    ],
)
def test_positions_as_others_write_them(name: str, written: str, text: str) -> None:
    assert game(name).parse(written).text() == text


@pytest.mark.clause("M-5")
def test_an_end_that_the_board_does_not_show_is_in_the_text() -> None:
    race = game("pawn-race")
    over = race.parse("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").play("a7a8q")
    assert over.text().endswith(" over=w")
    again = race.parse(over.text())
    assert again == over
    assert (again.outcome(), again.legal_moves()) == (over.outcome(), ())


@pytest.mark.clause("M-8")
def test_adding_a_field_to_the_schema_changes_no_hash() -> None:
    """What a sheet leaves at its default does not count, said or not."""
    plain = axedrez.load("clasico").hash
    assert axedrez.load("clasico", {"capture.own": False, "turn.check_ends_turn": True}).hash == plain
    assert axedrez.load("clasico", {"draws.agreement": False}).hash != plain
