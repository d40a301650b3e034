"""Moves of the chess family, and what they change: small interned values."""

from __future__ import annotations

from numpy import uint64

from axedrez.chess.kernel import layout
from axedrez.chess.sheet.geometry import square_name
from axedrez.core.steps import Effect

PASS_TEXT = "0000"
_CASTLING, _DROP, _PASS = int(layout.CASTLING), int(layout.DROP), int(layout.PASS)
_BLACK = 16


class ChessMove:
    """A move; `str(move)` is its UCI text (`e2e4`, `e7e8q`, castling as `e1g1`, `N@f3`, `0000` for a pass).

    `origin` and `target` are squares 0 … 63, equal for a drop; `becomes` the lower-case letter that a promotion ends in
    or "", `drops` the upper-case letter of a piece from the hand or "". `castles` and `passes` tell what it is,
    `special` whether no piece of the board simply goes somewhere. `places`: where it begins and ends, as steps name it:
    a drop begins in the hand (`N@`), a pass nowhere. `code` is the kernel's word for it.
    """

    __slots__ = ("becomes", "castles", "code", "drops", "origin", "passes", "places", "special", "target", "uci")

    def __init__(self, code: int, letter: str) -> None:
        kind = code >> 16 & 15
        self.code = uint64(code)
        self.origin = code & 63
        self.target = code >> 6 & 63
        self.castles, self.passes = kind == _CASTLING, kind == _PASS
        self.drops = letter if kind == _DROP else ""
        self.becomes = "" if self.drops else letter.lower()
        self.special = self.castles or self.passes or bool(self.drops)
        if self.passes:
            self.places = "", ""
            self.uci = PASS_TEXT
        else:
            self.places = f"{letter}@" if self.drops else square_name(self.origin), square_name(self.target)
            self.uci = f"{''.join(self.places)}{self.becomes}"

    def __str__(self) -> str:
        return self.uci

    def __repr__(self) -> str:
        return f"ChessMove({self.uci})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, ChessMove) and self.uci == other.uci and self.code == other.code)

    def __hash__(self) -> int:
        return hash(self.uci)


class MoveTable(dict[int, ChessMove]):
    """All moves met so far by their kernel code, each made once."""

    def __init__(self, letters: dict[int, str]) -> None:
        super().__init__()
        self._letters = letters

    def __missing__(self, code: int) -> ChessMove:
        kind = code >> 12 & 15
        move = ChessMove(code, self._letters[kind] if kind else "")
        self[code] = move
        return move


class EffectTable(dict[int, Effect]):
    """All changes of a square met so far by the kernel's word (`kernel.changes`), each made once."""

    def __init__(self, letters: dict[int, str]) -> None:
        super().__init__()
        self._pieces = {0: ""} | letters | {_BLACK + number: letter.lower() for number, letter in letters.items()}

    def __missing__(self, word: int) -> Effect:
        effect = Effect(square_name(word & 63), self._pieces[word >> 8 & 31], self._pieces[word >> 16 & 31])
        self[word] = effect
        return effect
