"""Moves of the chess family: small interned values."""

from __future__ import annotations

from numpy import uint64

from axedrez.chess.geometry import square_name


class ChessMove:
    """A move; `str(move)` is its UCI text (`e2e4`, `e7e8q`, castling as `e1g1`).

    `origin` and `target` are squares 0 … 63, `becomes` the lower-case letter that a promotion ends in or "", `castles`
    tells whether it is a castling. `code` is the kernel's word for it.
    """

    __slots__ = ("becomes", "castles", "code", "origin", "target", "uci")

    def __init__(self, code: int, becomes: str) -> None:
        self.code = uint64(code)
        self.origin = code & 63
        self.target = code >> 6 & 63
        self.becomes = becomes
        self.castles = code >> 16 & 15 == 3
        self.uci = f"{square_name(self.origin)}{square_name(self.target)}{becomes}"

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
        move = ChessMove(code, self._letters[kind].lower() if kind else "")
        self[code] = move
        return move
