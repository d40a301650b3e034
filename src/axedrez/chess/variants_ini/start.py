"""Start positions as `variants.ini` writes them, and as rule sheets do."""

from __future__ import annotations

import re
from typing import NamedTuple

_FILES = "abcdefgh"


class IniStart(NamedTuple):
    """A start position: board and hand as letters, who moves, castling rights, the square of en passant.

    `checks`: those that White and Black still have to give, () where it does not say; `holes`: the walls of the board.
    """

    board: str
    hand: str
    side: str
    rights: str
    en_passant: str
    checks: tuple[int, ...] = ()
    counters: tuple[str, str] = ("0", "1")
    holes: tuple[str, ...] = ()

    def army(self, letter: str) -> tuple[int, int]:
        """How many pieces of a kind White and Black have on the board."""
        return self.board.count(letter.upper()), self.board.count(letter.lower())

    def castling_files(self, royal: str, ranks: int) -> dict[str, int]:
        """By castling right, the file (from 1) of the royal piece on its first rank."""
        rows = self.board.split("/")
        found: dict[str, int] = {}
        for signs, row, letter in (("KQ", rows[-1], royal.upper()), ("kq", rows[0], royal.lower())):
            wide = re.sub(r"\d", lambda match: "." * int(match[0]), row)
            if letter in wide:
                found |= dict.fromkeys(signs, wide.index(letter) + 1)
        return found if len(rows) == ranks else {}

    def text(self, *, hand: bool, castling: bool, checks: bool) -> str:
        """The FEN of a sheet that has these things or has not."""
        held = f"[{self.hand}]" if hand else ""
        fields = [self.board + held, self.side, self.rights if castling else "-", self.en_passant]
        if checks and self.checks:
            fields.append("+".join(map(str, self.checks)))
        return " ".join([*fields, *self.counters])


def start_of(text: str, files: int) -> IniStart | None:
    """Read a start position; None for one that has what no rule sheet knows."""
    board, *fields = text.split()
    board, bracket, rest = board.partition("[")
    hand = rest.removesuffix("]").strip("-")
    if (bracket and not rest.endswith("]")) or "+" in board + hand or not fields or fields[0] not in ("w", "b"):
        return None
    side, *fields = fields
    checks = next((field for field in fields if re.fullmatch(r"\d\+\d", field)), "")
    counters = [field for field in fields if field.isascii() and field.isdigit()]
    others = [field for field in fields if field not in (checks, *counters)]
    if len(others) > 2 or len(counters) > 2:
        return None
    rights, en_passant = (*others, *("-", "-")[len(others) :])
    walls = _walls(board, files)
    if walls is None:
        return None
    return IniStart(
        *(re.sub(r"\.+", lambda run: str(len(run[0])), walls[0]), hand, side, rights, en_passant),
        tuple(map(int, checks.split("+"))) if checks else (),
        (counters[0] if counters else "0", counters[1] if len(counters) > 1 else "1"),
        walls[1],
    )


def _walls(board: str, files: int) -> tuple[str, tuple[str, ...]] | None:
    """The board with each empty square as a dot, and the squares of its walls."""
    rows = [re.sub(r"\d+", lambda run: "." * min(int(run[0][:3]), 99), row) for row in board.split("/")]
    if any(len(row.replace("~", "")) != files for row in rows) or len(rows) > len(_FILES):
        return None
    holes = [
        f"{_FILES[file]}{len(rows) - index}"
        for index, row in enumerate(rows)
        for file, sign in enumerate(row.replace("~", ""))
        if sign == "*"
    ]
    return "/".join(row.replace("*", ".") for row in rows), tuple(holes)
