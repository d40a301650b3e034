"""FEN: exact writing; strict reading for sheets with named refusals, lenient reading for everybody else."""

from __future__ import annotations

from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axedrez
from axedrez.chess.position import fen as strict
from axedrez.messages import sentence
from tests import sheets

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_equals_python_chess_along_games() -> None:
    """Counters, rights, and the en passant square only where the capture is legal."""
    random = Random(11)
    squares = 0
    for _ in range(40):
        board, position = chess.Board(), sheets.chess("clasico").start()
        for _ in range(120):
            if not (moves := list(board.legal_moves)):
                break
            move = random.choice(moves)
            board.push(move)
            position = position.play(move.uci())
            assert position.text() == board.fen(en_passant="legal")
            squares += board.has_legal_en_passant()
    assert squares > 10


@pytest.mark.parametrize("name", sheets.CHESS)
def test_start_is_read_and_written(name: str) -> None:
    game = sheets.chess(name)
    assert game.parse(game.start().text()) == game.start()
    assert game.start().text() == game.sheet.start.fen


def test_four_fields_mean_a_fresh_count() -> None:
    assert sheets.read("4k3/8/8/8/8/8/8/4K3 b - -").text() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "fen_fields"),
        ("x" * 201, "fen_fields"),
        (START[:-6], "fen_fields"),
        (START + " 5", "fen_fields"),
        (START.replace(" w", "  w"), "fen_fields"),
        (" " + START, "fen_fields"),
        (START.replace(" w ", " x "), "fen_side"),
        (START.replace("KQkq", "QK"), "fen_castling"),
        (START.replace("KQkq", "KK"), "fen_castling"),
        (START.replace("KQkq", "AHah"), "fen_castling"),
        (START.replace(" - ", " e9 "), "fen_en_passant"),
        (START.replace("0 1", "-1 1"), "fen_counter"),
        (START.replace("0 1", "0 0"), "fen_counter"),
        (START.replace("0 1", "0 10000"), "fen_counter"),
        (START.replace("0 1", "0 ١"), "fen_counter"),
        (START.replace("0 1", f"0 {'9' * 100}"), "fen_counter"),
        (START.replace("/8/8/8/8/", "/8/8/8/"), "fen_ranks"),
        (START.replace("/8/8/", "/44/8/"), "fen_width"),
        (START.replace("/8/8/", "/9/8/"), "fen_width"),
        (START.replace("/8/8/", "/7/8/"), "fen_width"),
        (START.replace("/8/8/", "/8p/8/"), "fen_width"),
        (START.replace("/8/8/", "/7x/8/"), "fen_letter"),
        (START.replace("/8/8/", "/7Ñ/8/"), "fen_letter"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "position_kings"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "position_kings"),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "position_pawn_rank"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "position_pawn_rank"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "position_pawns"),
        ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", "position_pieces"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "position_castling"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "position_castling"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "position_opponent_in_check"),
        ("4k3/8/8/3K4/3k4/8/8/8 w - - 0 1", "position_kings"),
        ("8/8/8/3K4/3k4/8/8/8 w - - 0 1", "position_opponent_in_check"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "position_en_passant"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", "position_en_passant"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "position_en_passant"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "position_en_passant"),
    ],
)
def test_refusals_of_sheets_are_named(fen: str, reason: str) -> None:
    game = sheets.chess("clasico")
    with pytest.raises(axedrez.TextError) as refused:
        game.set_up(strict.parse(fen, game))
    assert refused.value.reason == reason
    assert sentence(refused.value, "es") != sentence(refused.value, "en")


LIKE_CLASICO = [
    ("", START, 0),
    (" w KQkq - 0 0", START, 1),
    (" w HAha - 0 1", START, 0),
    (" w AHah - 0 1", START, 0),
    (" w qkQK - 0 1", START, 0),
    (" w KKQkq - 0 1", START, 0),
    (" w KQkq e3 0 1", START, 1),
    (" w KQkq - 3", START.replace("0 1", "3 1"), 0),
    (" W KQkq - - -", START, 0),
    ("\tw  KQkq\u00a0– 0 1 \n", START, 0),
    ("_w_KQkq_-_0_1", START, 0),
    ("[-] w KQkq - 0 1", START, 0),
    (" w KQkqBb - 0 1", START, 2),
]


@pytest.mark.parametrize(("rest", "means", "told"), LIKE_CLASICO)
def test_positions_of_other_programs_are_read(rest: str, means: str, told: int) -> None:
    text = START.partition(" ")[0] + (rest or " w KQkq -")
    position, _, left_out = sheets.chess("clasico").read(text)
    assert position.text() == means
    assert len(left_out) == told
    for fault in left_out:
        assert sentence(fault, "es") != sentence(fault, "en")
    assert sheets.chess("clasico").parse(text) == position


@pytest.mark.parametrize(
    ("name", "text", "means", "reasons"),
    [
        ("clasico", "4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", []),
        ("clasico", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["fen_right_dropped"] * 3),
        ("clasico", "4k3/8/8/8/8/8/8/3K3R w HK - 0 1", "4k3/8/8/8/8/8/8/3K3R w - - 0 1", ["fen_right_dropped"]),
        (
            "clasico",
            "4k3/8/8/8/8/8/8/4K3 w - e6 9 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 9 1",
            ["fen_number_one", "fen_passant_dropped"],
        ),
        ("chess960", "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1", "1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1", []),
        ("chess960", "1rk5/8/8/8/8/8/8/1RK5 w KQq - 0 1", "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1", ["fen_right_dropped"]),
        (
            "three-check",
            "4k3/8/8/8/8/8/8/4K3 w K - 1+3 0 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1",
            ["fen_number_one", "fen_right_dropped"],
        ),
        (
            "three-check",
            "4k3/8/8/8/8/8/8/4K3  w - - 0 0 +1+0",
            "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
            ["fen_number_one"],
        ),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N3Pb2p] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[NPPPbpp] w - - 0 1", []),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 0", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", ["fen_number_one"]),
        ("antichess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", ["fen_right_dropped"]),
    ],
)
def test_what_is_left_out_of_a_position_is_told(name: str, text: str, means: str, reasons: list[str]) -> None:
    position, _, left_out = sheets.chess(name).read(text)
    assert position.text() == means
    assert [fault.reason for fault in left_out] == reasons


def test_positions_read_like_those_of_python_chess() -> None:
    """Whatever it reads of a position with junk in its rights, passed square and counters, we read alike."""
    random = Random(12)
    for _ in range(300):
        board = chess.Board()
        for _ in range(random.randint(0, 40)):
            board.push(random.choice(list(board.legal_moves)))
            if board.is_game_over():
                board = chess.Board()
        rights = "".join(sorted(random.choice("KQkq") for _ in range(random.randint(0, 2)))) or "-"
        file = random.choice(["-", *"abcdefgh"])
        passed = file if file == "-" else file + ("6" if board.turn else "3")
        text = f"{board.board_fen()} {'w' if board.turn else 'b'} {rights} {passed} 0 {random.randint(0, 9)}"
        theirs = chess.Board(text)
        theirs.castling_rights = theirs.clean_castling_rights()
        if theirs.status() & chess.STATUS_INVALID_EP_SQUARE:
            theirs.ep_square = None
        ours = sheets.read(text)
        assert ours.text() == theirs.fen(en_passant="legal"), text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "fen_fields"),
        ("x" * 301, "fen_fields"),
        (START + " 5", "fen_fields"),
        (START.replace("KQkq", "xyz"), "fen_castling"),
        (START.replace(" w ", " x "), "fen_side"),
        (START.replace("0 1", "-1 1"), "fen_counter"),
        ("4k3/4R3/8/8/8/8/8/4K3 w KQ e3 0 0", "position_opponent_in_check"),
    ],
)
def test_what_cannot_be_mended_is_refused(text: str, reason: str) -> None:
    with pytest.raises(axedrez.TextError) as refused:
        sheets.read(text)
    assert refused.value.reason == reason


def test_a_smaller_board_has_fewer_squares() -> None:
    for fen in ("k5/6/6/6/6/K6 w - - 0 1", "k6/6/6/6/6/K5 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"):
        with pytest.raises(axedrez.TextError):
            sheets.read(fen, "amazon6")


SIGNS = st.text("KQRBNPkqrbnp12345678/ wb-abcdefgh", max_size=90)


@given(st.text(max_size=220) | SIGNS | st.tuples(SIGNS, st.just(" w KQkq - 0 1")).map("".join))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for name in ("clasico", "amazon6"):
        try:
            position = sheets.read(text, name)
        except axedrez.TextError as fault:
            sentence(fault, "es")
            continue
        assert sheets.read(position.text(), name) == position


@given(st.data())
def test_a_sound_position_with_one_sign_changed(data: st.DataObject) -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    place = data.draw(st.integers(0, len(fen) - 1))
    text = fen[:place] + data.draw(st.sampled_from(" /-KQRBNPkqrbnpw0123456789ax")) + fen[place + 1 :]
    try:
        position = sheets.read(text)
    except axedrez.TextError:
        return
    assert sheets.read(position.text()) == position


@pytest.mark.parametrize(
    ("fields", "ply"), [("w - - 0 1", 0), ("b - - 0 1", 1), ("w - - 3 20", 38), ("b - - 3 20", 39)]
)
def test_a_position_counts_its_plies_by_the_move_number(fields: str, ply: int) -> None:
    position = sheets.read(f"4k3/8/8/8/8/8/8/4K2R {fields}")
    assert position.ply == ply
    assert position.play(position.legal_moves()[0]).ply == ply + 1
    assert position.reversible_plies == int(fields.split()[3])
