"""Position texts of any kind: a named refusal, or a position that keeps every law."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import chess
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axedrez import TextError
from axedrez.chess.kernel import layout
from axedrez.chess.kernel.make import fresh_hash
from axedrez.chess.position.game import ChessPosition
from axedrez.messages import LANGUAGES, sentence
from tests import sheets
from tests.naive.chess import NaivePosition
from tests.naive.random_positions import random_positions

NAMES = st.sampled_from(sheets.CHESS)


@cache
def _known(name: str) -> list[str]:
    return [sheets.TWINS[name].start, *random_positions(sheets.TWINS[name], 60, seed=501)]


def _read(name: str, text: str) -> ChessPosition | None:
    refusal = None
    try:
        return sheets.read(text, name)
    except TextError as error:
        refusal = error
    assert all(sentence(refusal, lang) for lang in LANGUAGES)
    return None


def _sound(name: str, position: ChessPosition) -> None:
    text = position.text()
    assert sheets.read(text, name) == position
    assert sheets.read(text, name).text() == text
    twin = NaivePosition.from_fen(sheets.TWINS[name], text)
    assert twin.fen() == text
    assert sheets.ucis(position) == twin.legal_moves(), text
    assert position.hash == int(fresh_hash(position.raw, layout.U0, position.game.compiled))
    for move in position.legal_moves():
        assert position.play_unchecked(move).text() == twin.play(move.uci).fen()


@settings(max_examples=200)
@given(NAMES, st.text(alphabet="kqrbnpamKQRBNPAM12345678/ w-", max_size=90))
def test_any_text(name: str, text: str) -> None:
    if position := _read(name, text):
        _sound(name, position)


@settings(max_examples=300)
@given(NAMES, st.data())
def test_texts_of_positions_changed_in_places(name: str, data: st.DataObject) -> None:
    """Pieces put anywhere, sides and rights exchanged: most of these texts are positions of no game."""
    text = data.draw(st.sampled_from(_known(name)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        to = data.draw(st.integers(at, min(at + 2, len(text))))
        text = text[:at] + data.draw(st.text(alphabet="kqrpKQRP128/ wb-KQkqae36", max_size=2)) + text[to:]
    if position := _read(name, text):
        _sound(name, position)


@settings(max_examples=200)
@given(NAMES, st.data())
def test_fields_of_positions_exchanged(name: str, data: st.DataObject) -> None:
    """Each field is sound by itself; whether they fit together is what the reader judges."""
    texts = [data.draw(st.sampled_from(_known(name))).split(" ") for _ in range(4)]
    squares = st.sampled_from(["-", *(f"{file}{rank}" for file in "abcdefgh" for rank in (3, 6))])
    fields = [texts[0][0], data.draw(st.sampled_from("wb")), texts[1][2], data.draw(squares), texts[2][4], texts[3][5]]
    if position := _read(name, " ".join(fields)):
        _sound(name, position)


@settings(max_examples=300)
@given(st.dictionaries(st.integers(0, 63), st.sampled_from("KkQqRrBbNnPp"), max_size=12), st.booleans())
@example({0: "K", 16: "k"}, True)
def test_pieces_rolled_on_the_board_beside_python_chess(pieces: dict[int, str], white: bool) -> None:
    """Whatever python-chess calls a valid position is read, with the same moves; kings missing or two are refused."""
    board = chess.Board(None)
    board.turn = white
    for square, letter in pieces.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    position = None
    with suppress(TextError):
        position = sheets.read(board.fen())
    if board.is_valid():
        assert position is not None, board.fen()
    if position is not None:
        assert sheets.ucis(position) == {move.uci() for move in board.legal_moves}
        assert board.status() & (chess.STATUS_NO_WHITE_KING | chess.STATUS_TOO_MANY_KINGS) == 0
        assert not board.was_into_check()
