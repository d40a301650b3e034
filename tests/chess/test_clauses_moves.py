"""C-1 … C-15: board, armament, turn, movement and check, one clause after another."""

from __future__ import annotations

from collections import Counter

import pytest

from axedrez import IllegalMove, Side
from tests import sheets
from tests.sheets import after, from_start, read, ucis

COMMON_LAW = ("clasico", "reglamento", "chess2d", "tradicional")
every_rulebook = pytest.mark.parametrize("name", COMMON_LAW)


def from_square(fen: str, square: str, name: str = "clasico") -> set[str]:
    """The targets of the piece on `square`."""
    return {uci[2:] for uci in ucis(read(fen, name)) if uci.startswith(square)}


def squares(text: str) -> set[str]:
    return set(text.split())


def refused(fen: str, move: str, name: str = "clasico") -> tuple[str, str | None, tuple[str, ...]]:
    """Why a move is not legal: reason, clause, places."""
    position = read(fen, name)
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert move not in ucis(position)
    assert position == read(fen, name), "a refused move changes nothing"
    return caught.value.reason, caught.value.clause, caught.value.places


@pytest.mark.clause("C-1")
@every_rulebook
def test_c1_board(name: str) -> None:
    scene = sheets.chess(name).start().scene()
    assert (scene.files, scene.ranks, list(scene.holes)) == (8, 8, [])
    assert scene.pieces["a1"] == "R", "a1 is White's lower left"
    assert scene.pieces["h8"] == "r"
    lone_rook = read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", name)
    assert {uci[2:4] for uci in ucis(lone_rook) if uci.startswith("a1a")} == {f"a{rank}" for rank in range(2, 9)}


@pytest.mark.clause("C-1", "C-7")
def test_c1_h1_is_a_light_square() -> None:
    """A bishop from the light corner meets the light squares f3 and a8, never h2's colour."""
    assert from_square("4k3/8/8/8/8/8/8/4K2B w - - 0 1", "h1") == squares("g2 f3 e4 d5 c6 b7 a8")


@pytest.mark.clause("C-2")
@every_rulebook
def test_c2_armament_and_start(name: str) -> None:
    start = sheets.chess(name).start()
    pieces = start.scene().pieces
    assert Counter(pieces.values()) == Counter("KQRRBBNNPPPPPPPP" + "kqrrbbnnpppppppp")
    assert "".join(pieces[f"{file}1"] for file in "abcdefgh") == "RNBQKBNR"
    assert "".join(pieces[f"{file}8"] for file in "abcdefgh") == "rnbqkbnr"
    assert {pieces[f"{file}2"] for file in "abcdefgh"} == {"P"}
    assert {pieces[f"{file}7"] for file in "abcdefgh"} == {"p"}
    assert start.text() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.clause("C-3")
@every_rulebook
def test_c3_white_starts_and_turns_alternate(name: str) -> None:
    position = sheets.chess(name).start()
    for ply, move in enumerate(("e2e4", "e7e5", "g1f3", "b8c6")):
        assert position.turn is (Side.WHITE, Side.BLACK)[ply % 2]
        position = position.play(move)


@pytest.mark.clause("C-3")
def test_c3_no_passing() -> None:
    """No move leaves the board as it is, not even where every move does harm."""
    zugzwang = read("8/8/1p1k4/1Pp5/2P1K3/8/8/8 w - - 0 1")
    moves = ucis(zugzwang)
    assert moves
    assert all(uci[:2] != uci[2:4] for uci in moves)
    assert refused("8/8/1p1k4/1Pp5/2P1K3/8/8/8 w - - 0 1", "e4e4")[0] == "piece_cannot"


@pytest.mark.clause("C-3")
def test_c3_exactly_one_move_a_turn() -> None:
    start = sheets.chess("clasico").start()
    assert start.steps(["e2e4"])[:3] == ((), True, ())
    with pytest.raises(IllegalMove) as caught:
        start.steps(["e2e4", "d2d4"])
    assert caught.value.clause == "C-3"
    assert start.play("e2e4").turn is Side.BLACK


@pytest.mark.clause("C-4")
@pytest.mark.parametrize(
    ("move", "reason"), [("e7e5", "not_your_piece"), ("e4e5", "empty_square"), ("a1a2", "own_piece_there")]
)
def test_c4_own_pieces_own_squares(move: str, reason: str) -> None:
    assert refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", move)[:2] == (reason, "C-4")


@pytest.mark.clause("C-4")
def test_c4_a_captured_piece_leaves_the_game() -> None:
    before, _ = from_start("e2e4 d7d5")
    position = before.play("e4d5")
    captured = position.scene().captured
    assert captured is not None
    assert captured.white == ("p",)
    assert len(position.letters()) == 31 == len(before.letters()) - 1
    assert position.scene().pieces["d5"] == "P"


@pytest.mark.clause("C-5")
@pytest.mark.parametrize(
    ("fen", "move", "by"),
    [
        ("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", ("e8",)),  # pinned on the file
        ("7k/8/8/8/7b/8/5N2/4K3 w - - 0 1", "f2d3", ("h4",)),  # pinned on the diagonal
        ("7k/8/8/8/8/8/8/r1B1K3 w - - 0 1", "c1d2", ("a1",)),  # pinned on the rank
        ("3r3k/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", ("d8",)),  # the king walks into it
    ],
)
def test_c5_no_move_leaves_the_own_king_in_check(fen: str, move: str, by: tuple[str, ...]) -> None:
    assert refused(fen, move) == ("king_in_check", "C-5", by)


@pytest.mark.clause("C-5")
def test_c5_a_pinned_piece_still_attacks() -> None:
    """C-5 prevails: a king may not stand where a pinned enemy could capture."""
    fen = "4k3/4n3/8/3K4/8/8/8/4R3 w - - 0 1"
    assert "d5c6" not in ucis(read(fen))
    assert refused(fen, "d5c6") == ("king_in_check", "C-5", ("e7",))


@pytest.mark.clause("C-6")
def test_c6_rook() -> None:
    fen = "k7/8/3p4/8/1P1R2n1/8/8/3BK3 w - - 0 1"
    assert from_square(fen, "d4") == squares("d5 d6 d3 d2 c4 e4 f4 g4")
    assert refused(fen, "d4d7")[:2] == ("piece_cannot", "C-6")
    assert refused(fen, "d4e5")[:2] == ("piece_cannot", "C-6")


@pytest.mark.clause("C-7")
def test_c7_bishop() -> None:
    fen = "k7/8/1p3P2/8/3B4/8/5n2/K7 w - - 0 1"
    assert from_square(fen, "d4") == squares("e5 c5 b6 c3 b2 e3 f2")
    assert refused(fen, "d4g7")[:2] == ("piece_cannot", "C-7")
    assert refused(fen, "d4d5")[:2] == ("piece_cannot", "C-7")


@pytest.mark.clause("C-7")
@every_rulebook
def test_c7_the_two_bishops_stand_on_different_colours(name: str) -> None:
    pieces = sheets.chess(name).start().letters()
    for letter in "Bb":
        colours = [_colour(square) for square, piece in pieces.items() if piece == letter]
        assert sorted(colours) == [0, 1]


def _colour(square: int) -> int:
    return (square + square // 8) % 2


def _lone(letter: str, square: int, colour_of_king: int) -> str:
    """A white piece alone with the kings, Black's far from White's and on a square of the colour wanted."""
    white = next(corner for corner in (0, 7) if corner != square)
    black = next(far for far in range(48, 64) if far != square and _colour(far) == colour_of_king)
    pieces = {square: letter, white: "K", black: "k"}
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(pieces.get(file + 8 * rank, ".") for file in range(8))
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return "/".join(rows) + " w - - 0 1"


@pytest.mark.clause("C-7")
def test_c7_a_bishop_never_changes_its_colour() -> None:
    for square in range(64):
        moves = read(_lone("B", square, 1 - _colour(square))).legal_moves()
        targets = [move.target for move in moves if move.origin == square]
        assert targets
        assert {_colour(target) for target in targets} == {_colour(square)}


@pytest.mark.clause("C-8")
def test_c8_queen_is_rook_and_bishop() -> None:
    board = "k7/8/1p1p1P2/8/1P1{}2n1/8/3P1n2/K7 w - - 0 1"
    queen, rook, bishop = (from_square(board.format(letter), "d4") for letter in "QRB")
    assert queen == rook | bishop
    assert rook
    assert bishop
    assert refused(board.format("Q"), "d4e6")[:2] == ("piece_cannot", "C-8")


@pytest.mark.clause("C-9")
def test_c9_king() -> None:
    assert from_square("k7/8/8/8/3K4/8/8/8 w - - 0 1", "d4") == squares("c3 c4 c5 d3 d5 e3 e4 e5")
    assert refused("k7/8/8/8/3K4/8/8/8 w - - 0 1", "d4d6")[:2] == ("piece_cannot", "C-9")


@pytest.mark.clause("C-9")
def test_c9_kings_never_stand_side_by_side() -> None:
    assert from_square("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3") == squares("c2 d2 e2 c3 e3")
    assert refused("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3d4") == ("king_in_check", "C-5", ("d5",))


@pytest.mark.clause("C-9")
def test_c9_never_onto_an_attacked_square_not_even_one_behind_himself() -> None:
    assert from_square("4r2k/8/8/8/4K3/8/8/8 w - - 0 1", "e4") == squares("d3 d4 d5 f3 f4 f5")
    assert from_square("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1") == squares("a2 b1 b2")
    assert from_square("7k/8/8/8/8/1r6/1p6/K7 w - - 0 1", "a1") == squares("a2 b1")


@pytest.mark.clause("C-10")
def test_c10_knight() -> None:
    assert from_square("k7/8/8/8/3N4/8/8/K7 w - - 0 1", "d4") == squares("b3 b5 c2 c6 e2 e6 f3 f5")
    assert from_square("k7/8/8/8/8/8/8/K6N w - - 0 1", "h1") == squares("f2 g3")
    hemmed_in = "k7/8/1pp5/PPP5/PNPp4/PPP5/8/K7 w - - 0 1"
    assert from_square(hemmed_in, "b4") == squares("a2 c2 a6 c6 d3 d5")
    assert refused(hemmed_in, "b4b6")[:2] == ("piece_cannot", "C-10")


@pytest.mark.clause("C-10")
def test_c10_always_changes_colour() -> None:
    for square in range(64):
        moves = read(_lone("N", square, _colour(square))).legal_moves()
        targets = [move.target for move in moves if move.origin == square]
        assert targets
        assert {_colour(target) for target in targets} == {1 - _colour(square)}


@pytest.mark.clause("C-11")
@pytest.mark.parametrize(
    ("fen", "square", "targets"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", "e3 e4"),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3", "e4"),
        ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2", "e3"),
        ("4k3/8/8/8/8/3nNn2/4P3/7K w - - 0 1", "e2", "d3 f3"),
        ("4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", "e4", ""),
        ("4k3/8/8/p6p/P6P/8/8/4K3 w - - 0 1", "a4", ""),
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7", "e6 e5"),
        ("4k3/8/4p3/3P1P2/8/8/8/4K3 b - - 0 1", "e6", "e5 d5 f5"),
    ],
)
def test_c11_pawn(fen: str, square: str, targets: str) -> None:
    assert from_square(fen, square) == squares(targets)


@pytest.mark.clause("C-11")
def test_c11_refusals_name_the_clause() -> None:
    fen = "4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1"
    for move in ("e4e5", "e4d5", "e4e6", "e4e3"):
        assert refused(fen, move)[1] in ("C-11", "C-13")


@pytest.mark.clause("C-12")
@every_rulebook
def test_c12_en_passant_only_on_the_very_next_turn(name: str) -> None:
    position, _ = from_start("e2e4 a7a6 e4e5 d7d5", name)
    assert "e5d6" in ucis(position)
    taken = position.play("e5d6")
    assert taken.scene().pieces.get("d5") is None, "the captured pawn is not where the capturer ends"
    assert taken.scene().pieces["d6"] == "P"
    captured = taken.scene().captured
    assert captured is not None
    assert captured.white == ("p",)
    late, _ = after(position, "h2h3 h7h6")
    assert "e5d6" not in ucis(late)


@pytest.mark.clause("C-12")
def test_c12_not_after_a_single_step_and_not_by_other_pieces() -> None:
    position, _ = from_start("e2e4 d7d6 e4e5 a7a6 h2h3 d6d5")
    assert "e5d6" not in ucis(position)
    knight = read("4k3/3p4/8/2B1P3/8/8/8/4K3 b - - 0 1").play("d7d5")
    assert "e5d6" in ucis(knight)
    assert knight.play("c5d6").scene().pieces["d5"] == "p", "a bishop passing by takes nothing"


@pytest.mark.clause("C-12")
def test_c12_both_neighbours_may_take_and_black_too() -> None:
    position = read("4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1").play("c2c4")
    assert {"b4c3", "d4c3"} <= ucis(position)
    assert position.play("b4c3").text() == "4k3/8/8/8/3p4/2p5/8/4K3 w - - 0 2"


@pytest.mark.clause("C-12", "C-5")
@pytest.mark.parametrize(
    ("fen", "double_step", "capture"),
    [
        ("8/8/8/8/kp5R/8/2P5/4K3 w - - 0 1", "c2c4", "b4c3"),  # both pawns leave the rank
        ("1k6/8/8/8/1p6/8/2P5/1R2K3 w - - 0 1", "c2c4", "b4c3"),  # the file opens
        ("8/k7/8/8/3p4/4B3/2P5/4K3 w - - 0 1", "c2c4", "d4c3"),  # the diagonal opens
    ],
)
def test_c12_is_subject_to_the_safety_of_the_king(fen: str, double_step: str, capture: str) -> None:
    position = read(fen).play(double_step)
    assert capture not in ucis(position)
    assert position.text().split()[3] == "-"


@pytest.mark.clause("C-12", "C-15")
def test_c12_may_answer_a_check_given_by_the_double_step() -> None:
    position = read("8/8/8/1k6/3p4/8/2P5/4K3 w - - 0 1").play("c2c4")
    assert position.checkers()
    assert "d4c3" in ucis(position)
    discovered = read("8/8/8/8/k2p3R/8/2P1P3/4K3 w - - 0 1").play("e2e4")
    assert "d4e3" not in ucis(discovered)


@pytest.mark.clause("C-13", "T-7")
@every_rulebook
def test_c13_promotion(name: str) -> None:
    fen = "1n5k/P7/8/8/8/8/8/2QQK3 w - - 0 1"
    position = read(fen, name)
    assert {uci for uci in ucis(position) if uci.startswith("a7")} == {
        f"a7{square}{letter}" for square in ("a8", "b8") for letter in "qrbn"
    }
    for letter in "qrbn":
        promoted = position.play(f"a7a8{letter}").scene().pieces
        assert promoted["a8"] == letter.upper(), "whatever the player still owns"
        assert "a7" not in promoted
    clause = "T-7" if name == "tradicional" else "C-13"
    assert refused(fen, "a7a8", name)[:2] == ("promotion_choice", clause), "not optional"
    assert refused(fen, "a7a8k", name)[1] == clause
    assert refused(fen, "a7a8p", name)[1] == clause


@pytest.mark.clause("C-13")
def test_c13_black_and_several_queens() -> None:
    position = read("4k3/8/8/8/8/8/pp6/4K2N b - - 0 1")
    position, _ = after(position, "a2a1q e1e2 b2b1q")
    assert sorted(position.letters().values()).count("q") == 2
    assert "h1h8q" not in ucis(read("7k/8/8/8/8/8/8/R3K3 w - - 0 1"))


CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.clause("C-14")
@every_rulebook
@pytest.mark.parametrize(
    ("side", "move", "king", "rook", "gone"),
    [
        ("w", "e1g1", "g1", "f1", "h1"),
        ("w", "e1c1", "c1", "d1", "a1"),
        ("b", "e8g8", "g8", "f8", "h8"),
        ("b", "e8c8", "c8", "d8", "a8"),
    ],
)
def test_c14_castling(name: str, side: str, move: str, king: str, rook: str, gone: str) -> None:
    position = read(CASTLES.replace(" w ", f" {side} "), name)
    pieces = position.play(move).scene().pieces
    assert (pieces[king].upper(), pieces[rook].upper()) == ("K", "R")
    assert gone not in pieces
    assert move[:2] not in pieces
    assert position.play(move).text().split()[2] == ("kq" if side == "w" else "KQ"), "once per game"


@pytest.mark.clause("C-14")
@pytest.mark.parametrize(
    ("fen", "kings", "queens", "why"),
    [
        (CASTLES, None, None, ""),
        ("r3k2r/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1", "castling_blocked", "castling_blocked", "pieces between"),
        ("r3k2r/8/8/8/8/8/8/R2QKB1R w KQkq - 0 1", "castling_blocked", "castling_blocked", "pieces between"),
        ("r3k2r/8/8/4r3/8/8/8/R3K2R w KQkq - 0 1", "castling_in_check", "castling_in_check", "the king is in check"),
        ("r3k2r/8/8/5r2/8/8/8/R3K2R w KQkq - 0 1", "castling_through_check", None, "f1 is attacked"),
        ("r3k2r/8/8/3r4/8/8/8/R3K2R w KQkq - 0 1", None, "castling_through_check", "d1 is attacked"),
        ("r3k2r/8/8/6r1/8/8/8/R3K2R w KQkq - 0 1", "castling_into_check", None, "g1 is attacked"),
        ("r3k2r/8/8/2r5/8/8/8/R3K2R w KQkq - 0 1", None, "castling_into_check", "c1 is attacked"),
        ("r3k2r/8/8/7r/8/8/8/R3K2R w KQkq - 0 1", None, None, "the rook may be attacked"),
        ("r3k2r/8/8/r7/8/8/8/R3K2R w KQkq - 0 1", None, None, "the rook may be attacked"),
        ("r3k2r/8/8/1r6/8/8/8/R3K2R w KQkq - 0 1", None, None, "b1 may be attacked"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "castling_lost", "castling_lost", "no right"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "castling_lost", None, "one right"),
    ],
)
def test_c14_needs(fen: str, kings: str | None, queens: str | None, why: str) -> None:
    for move, reason in (("e1g1", kings), ("e1c1", queens)):
        if reason is None:
            assert move in ucis(read(fen)), why
        else:
            assert refused(fen, move)[:2] == (reason, "C-14"), why


@pytest.mark.clause("C-14")
@pytest.mark.parametrize(
    ("line", "rights"),
    [
        ("e1e2 e8e7 e2e1 e7e8", "-"),
        ("h1g1 h8g8 g1h1 g8h8", "Qq"),
        ("a1b1 a8b8 b1a1 b8a8", "Kk"),
        ("a1a8", "Kk"),  # White's rook has moved, Black's is captured
        ("h1h8", "Qq"),
        ("e1g1", "kq"),
    ],
)
def test_c14_rights_end_and_never_come_back(line: str, rights: str) -> None:
    position, _ = after(read(CASTLES), line)
    assert position.text().split()[2] == rights
    for uci, right in (("e1g1", "K"), ("e1c1", "Q"), ("e8g8", "k"), ("e8c8", "q")):
        if (position.turn is Side.WHITE) == right.isupper() and right not in rights:
            assert uci not in ucis(position)


@pytest.mark.clause("C-14")
def test_c14_a_promoted_rook_never_castles() -> None:
    position, _ = after(read("r3k3/7P/8/8/8/8/p7/4K2R b Kq - 0 1"), "a2a1r e1e2")
    assert position.text().split()[2] == "q"
    with_right = read("r3k3/7P/8/8/8/8/8/4K3 w q - 0 1").play("h7h8r")
    assert with_right.text().split()[2] == "q"


@pytest.mark.clause("C-14")
def test_c14_a_captured_rooks_right_does_not_pass_to_another() -> None:
    position, _ = after(read("4k2r/7r/8/8/3B4/8/8/4K3 w k - 0 1"), "d4h8 h7h8 e1e2")
    assert position.scene().pieces["h8"] == "r"
    assert position.text().split()[2] == "-"
    assert "e8g8" not in ucis(position)


@pytest.mark.clause("C-14", "T-6")
@every_rulebook
def test_c14_moving_the_rook_is_a_rook_move(name: str) -> None:
    position = read(CASTLES, name)
    step = next(step for step in position.steps().options if step.token == "e1g1")
    assert (step.origin, step.target) == ("e1", "g1"), "shown and entered king first"
    rook_first = position.play("h1f1")
    assert rook_first.scene().pieces["e1"] == "K"
    assert rook_first.text().split()[2] == "Qkq"


@pytest.mark.clause("C-15")
@pytest.mark.parametrize(
    ("fen", "answers"),
    [
        # One rook gives check: capture it, put something between, move the king.
        ("4r2k/8/8/8/B7/8/8/3NK3 w - - 0 1", "a4e8 e1d2 e1f1 e1f2 d1e3"),
        # A knight's check cannot be interposed against.
        ("7k/8/8/8/8/3n4/8/1N2KB2 w - - 0 1", "f1d3 e1d1 e1d2 e1e2"),
        # Two checkers: only the king moves.
        ("4r2k/8/8/8/B7/5n2/6P1/3NK3 w - - 0 1", "e1f2 e1f1"),
        # A pawn's check.
        ("7k/8/8/8/8/8/3p4/R3K3 w - - 0 1", "e1d1 e1d2 e1e2 e1f1 e1f2"),
    ],
)
def test_c15_answers(fen: str, answers: str) -> None:
    position = read(fen)
    assert position.checkers()
    assert ucis(position) == squares(answers)


@pytest.mark.clause("C-15")
def test_c15_other_moves_are_refused_with_the_checkers() -> None:
    assert refused("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2") == ("check_not_answered", "C-15", ("e8",))
    two = refused("4r2k/8/8/8/B7/5n2/6P1/3NK3 w - - 0 1", "g2f3")
    assert two == ("check_not_answered", "C-15", ("e8",))


@pytest.mark.clause("C-15")
def test_c15_the_scene_shows_who_gives_check_and_need_not_announce_it() -> None:
    check = read("4r2k/8/8/8/B7/5n2/6P1/3NK3 w - - 0 1").scene().check
    assert check is not None
    assert (check.place, sorted(check.by), check.announce) == ("e1", ["e8", "f3"], False)
    assert sheets.chess("clasico").start().scene().check is None
