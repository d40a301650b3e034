"""SAN against python-chess, in both languages, for every sheet; and what reading forgives and refuses."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axedrez
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.library import gallery
from axedrez.messages import LANGUAGES, sentence
from tests import sheets


def games(name: str, count: int, plies: int, seed: int) -> Iterator[ChessPosition]:
    """Positions of random games."""
    random = Random(seed)
    for _ in range(count):
        position = sheets.chess(name).start()
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play_unchecked(random.choice(moves))
            yield position


def test_equals_python_chess() -> None:
    written = 0
    for position in games("clasico", 40, 100, seed=2):
        board = chess.Board(position.text())
        theirs = {move.uci(): board.san(move) for move in board.legal_moves}
        assert {str(move): position.notate(move) for move in position.legal_moves()} == theirs, position.text()
        written += len(theirs)
    assert written > 50_000


@pytest.mark.parametrize("name", [*sheets.CHESS, *gallery()])
def test_moves_written_all_at_once_are_written_as_one_by_one(name: str) -> None:
    game = sheets.chess(name) if name in sheets.CHESS else cast(ChessGame, axedrez.load(name))
    random = Random(8)
    for _ in range(4):
        position = game.start()
        for _ in range(40):
            for step, move in zip(position.steps().options, position.legal_moves(), strict=True):
                assert step.labels == {lang: position.notate(move, lang) for lang in LANGUAGES}
                after = position.play_unchecked(move)
                answered = after.legal_moves() or after.is_chance()
                sign = ("+" if answered else "#") if after.checkers() else ""
                assert step.labels["en"] == step.labels["en"].rstrip("+#") + sign
            following = [roll for roll, _ in position.chance_outcomes()] or position.legal_moves()
            if not following or position.outcome() is not None:
                break
            position = position.play_unchecked(random.choice(following))


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", sheets.CHESS)
def test_every_move_is_read_back(name: str, lang: str) -> None:
    for position in games(name, 6, 60, seed=5):
        texts = {position.notate(move, lang): move for move in position.legal_moves()}
        assert len(texts) == len(position.legal_moves()), position.text()
        for text, move in texts.items():
            assert position.parse_move(text, lang) == move


@pytest.mark.parametrize(
    ("fen", "uci", "san"),
    [
        ("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "a1c2", "Nac2"),
        ("4k3/8/8/N7/8/8/4K3/N7 w - - 0 1", "a1b3", "N1b3"),
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/4r3/8/8/8/4N1N1/4K3 w - - 0 1", "g2f4", "Nf4"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"),
    ],
)
def test_no_longer_than_needed(fen: str, uci: str, san: str) -> None:
    """A fellow that is pinned needs no telling apart."""
    position = sheets.read(fen)
    assert position.notate(position.parse_move(uci)) == san


@pytest.mark.clause("T-2")
def test_check_and_mate_are_marked() -> None:
    position, _ = sheets.from_start("f2f3 e7e5 g2g4", "tradicional")
    assert position.notate(position.parse_move("d8h4")) == "Qh4#"
    assert position.notate(position.parse_move("d8h4"), "es") == "Dh4#"
    position, _ = sheets.from_start("e2e4 f7f6", "tradicional")
    assert position.notate(position.parse_move("d1h5"), "es") == "Dh5+"


@pytest.mark.clause("T-4")
def test_a_rook_may_become_the_queen_or_stay() -> None:
    position = sheets.read("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "tradicional")
    texts = {str(move): position.notate(move) for move in position.legal_moves() if str(move).startswith("a1a8")}
    assert texts == {"a1a8": "Ra8+", "a1a8q": "Ra8=Q+"}
    assert str(position.parse_move("Ta8", "es")) == "a1a8"
    assert str(position.parse_move("Ta8=D", "es")) == "a1a8q"
    with pytest.raises(axedrez.IllegalMove) as refused:
        position.parse_move("Ra8=N")
    assert (refused.value.reason, refused.value.clause) == ("promotion_none", "T-4")


@pytest.mark.clause("T-6")
def test_castling_is_written_and_read_as_a_move_of_the_king() -> None:
    position = sheets.read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "tradicional")
    assert {str(position.parse_move(text, lang)) for text in ("O-O", "0-0", "O-O!") for lang in ("en", "es")} == {
        "e1g1"
    }
    assert str(position.parse_move("O-O-O")) == str(position.parse_move("0-0-0")) == "e1c1"
    with pytest.raises(axedrez.IllegalMove) as lost:
        position.play("e1f1").play("e8f8").play("f1e1").play("f8e8").parse_move("O-O")
    assert (lost.value.reason, lost.value.clause) == ("castling_lost", "T-6")


@pytest.mark.parametrize(
    ("text", "uci"),
    [
        ("Nf3!?", "g1f3"),
        ("Ngf3", "g1f3"),
        ("N1f3", "g1f3"),
        ("Ng1-f3", "g1f3"),
        ("Ng1f3+", "g1f3"),
        (" e4 ", "e2e4"),
        ("e2-e4", "e2e4"),
        ("Pe4", "e2e4"),
        ("e2e4", "e2e4"),
        ("e2–e4", "e2e4"),
        ("♘f3", "g1f3"),
        ("♞g1-f3!?", "g1f3"),
        ("♙e4", "e2e4"),
        ("Nf3 ch", "g1f3"),
        ("Nf3dbl.ch.", "g1f3"),
    ],
)
def test_reading_forgives(text: str, uci: str) -> None:
    assert str(sheets.chess("clasico").start().parse_move(text)) == uci


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "ed8Q", "e7d8q"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8(N)", "e7d8n"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6 e.p.", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6e.p.!", "e5d6"),
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "Kd2", "e1d2"),
        ("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "Na1c2", "a1c2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "ed", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6ep", "e5d6"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=q", "e7e8q"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8n", "e7e8n"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "ed=N", "e7d8n"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O–O–O", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "OO", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1-g1", "e1g1"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7mate", "f7g7"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7++", "f7g7"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qf8†", "f7f8"),
    ],
)
def test_reading_forgives_signs_left_out(fen: str, text: str, uci: str) -> None:
    assert str(sheets.read(fen).parse_move(text)) == uci


def test_one_language_for_each_text() -> None:
    """R is the rook in English and the king in Spanish: the same letters are another move."""
    position = sheets.read("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1")
    assert str(position.parse_move("Rf1", "en")) == "h1f1"
    assert str(position.parse_move("Rf1", "es")) == "e1f1"
    start = sheets.chess("clasico").start()
    for text, lang in (("Cf3", "en"), ("Nf3", "es")):
        with pytest.raises(axedrez.TextError) as unread:
            start.parse_move(text, lang)
        assert unread.value.reason == "move_text"


@pytest.mark.parametrize(
    ("fen", "text", "reason", "clause"),
    [
        ("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "Nc2", "move_ambiguous", None),
        ("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "Qc2", "no_such_piece", "C-4"),
        ("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "Nd5", "piece_cannot", "C-10"),
        ("4k3/8/8/8/8/8/4K3/N7 w - - 0 1", "Nd5", "piece_cannot", "C-10"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nf4", "king_in_check", "C-5"),
        ("4k3/4r3/8/8/8/8/7N/4K3 w - - 0 1", "Nf3", "check_not_answered", "C-15"),
        ("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", "e8", "piece_cannot", "C-11"),
        ("7k/4P3/3K4/8/8/8/8/8 w - - 0 1", "e8", "promotion_choice", "C-13"),
        ("7k/4P3/3K4/8/8/8/8/8 w - - 0 1", "e8=K", "promotion_choice", "C-13"),
        ("7k/8/3K4/8/8/8/4P3/8 w - - 0 1", "e4=Q", "promotion_none", "C-13"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "castling_lost", "C-14"),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "O-O", "castling_blocked", "C-14"),
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "O-O", "castling_blocked", "C-14"),
        ("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "castling_through_check", "C-14"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "castling_through_check", "C-14"),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "castling_in_check", "C-14"),
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "castling_into_check", "C-14"),
    ],
)
def test_refusals_name_reason_and_clause(fen: str, text: str, reason: str, clause: str | None) -> None:
    position = sheets.read(fen)
    with pytest.raises(axedrez.IllegalMove) as refused:
        position.parse_move(text)
    assert (refused.value.reason, refused.value.clause) == (reason, clause)
    assert all(sentence(refused.value, lang) for lang in ("es", "en"))


def test_a_sheet_without_castling_says_so() -> None:
    with pytest.raises(axedrez.IllegalMove) as refused:
        sheets.chess("amazon6").start().parse_move("O-O")
    assert refused.value.reason == "castling_none"


@pytest.mark.parametrize(
    "text", ["", " ", "e9", "i4", "Nf3x", "++", "O-O-O-O", "O-0", "\0", "Nf3" * 200, "♘f9", "e4\ne5"]
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(axedrez.TextError):
        sheets.chess("clasico").start().parse_move(text)


@given(st.text() | st.text("KQRBNPDTACxO0-=+#!?abcdefgh12345678 .", max_size=12), st.sampled_from(["es", "en"]))
def test_any_text_is_a_legal_move_or_refused(text: str, lang: str) -> None:
    position = sheets.read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    try:
        move = position.parse_move(text, lang)
    except axedrez.AxedrezError as fault:
        sentence(fault, lang)
        return
    assert move in position.legal_moves()
