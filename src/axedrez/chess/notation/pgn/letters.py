"""The letters of the pieces in a game of PGN: English, or those of another language as soon as a move needs them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from axedrez.chess.game import ChessPosition
from axedrez.chess.notation import san
from axedrez.core.contract import Move, Position
from axedrez.core.errors import AxedrezError, IllegalMove, TextError

FEN = "KQRBN"

TONGUES: Mapping[str, str] = {
    "es": "RDTAC",  # Italian and Galician too
    "de": "KDTLS",  # the Scandinavian languages too
    "fr": "RDTFC",
    "pt": "RDTBC",
    "pl": "KHWGS",
    "cs": "KDVSJ",
    "fi": "KDTLR",
    "hu": "KVBFH",
    "ro": "RDTNC",
}
"""By language, the letters in the order of `FEN`."""


class Letters:
    """The meaning of the letters of a game, as far as its moves determine it.

    English until a letter has no meaning there; then all languages in which the letters so far mean the same, and in
    which each move of the main line is legal. A move that two of them read differently is refused.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.tongues: tuple[str, ...] = ()
        self.foreign: dict[str, str] = {}

    def read(self, position: Position, text: str, *, certain: bool) -> Move:
        """The legal move of a text; `certain`: it was played, so it determines the language. Raises `AxedrezError`."""
        letters = set(re.findall("[A-Z]", text)) - {"O"}
        if not self.tongues or not letters:
            try:
                move = position.parse_move(text)
            except TextError as fault:
                if self.tongues or not letters or fault.reason != "move_text":
                    raise
                return self._foreign(position, text, letters, fault, certain=certain)
            if certain:
                self.used |= letters
            return move
        return self._foreign(position, text, letters, TextError("move_text", value=text[:20]), certain=certain)

    def said(self) -> str:
        """The letters that were read otherwise than in English, with the English ones."""
        return ", ".join(f"{letter} = {piece}" for letter, piece in sorted(self.foreign.items()))

    def _foreign(
        self, position: Position, text: str, letters: set[str], refusal: AxedrezError, *, certain: bool
    ) -> Move:
        board = cast(ChessPosition, position)
        candidates = self.tongues or tuple(t for t in TONGUES if all(_same(t, letter) for letter in self.used))
        found: dict[str, Move] = {}
        for tongue in candidates:
            try:
                found[tongue] = san.parse(board, text, kinds=_kinds(tongue, board.game.pieces))
            except IllegalMove as fault:
                refusal = fault
            except TextError:
                continue
        if len(set(map(str, found.values()))) != 1:
            raise refusal
        if certain:
            self.tongues = tuple(found)
            meant = _kinds(self.tongues[0], board.game.pieces)
            self.foreign |= {letter: meant[letter] for letter in letters if meant.get(letter, letter) != letter}
        return next(iter(found.values()))


def _same(tongue: str, letter: str) -> bool:
    """Whether a letter means in a language what it means in English."""
    written = TONGUES[tongue]
    return written[FEN.index(letter)] == letter if letter in FEN else letter not in written


def _kinds(tongue: str, known: Mapping[str, object]) -> dict[str, str]:
    """The letters of FEN by those of a language, and by themselves for pieces that only we know."""
    written = dict(zip(TONGUES[tongue], FEN, strict=True))
    own = {letter: letter for letter in known if letter not in FEN and letter not in written}
    return own | {letter: piece for letter, piece in written.items() if piece in known}
