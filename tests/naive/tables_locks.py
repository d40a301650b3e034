"""The slow reading of what locks a position of Chessgammon for good: from its text alone, clause by clause."""

from __future__ import annotations

WHITE, BLACK = True, False
POINTS = range(1, 25)


class Side:
    """What one side has where, by the distance that its pieces have still to travel (letters in capitals)."""

    def __init__(self, points: list[str], bar: str, is_white: bool) -> None:
        self.at = {25 - point if not is_white else point: _of(points[point - 1], is_white) for point in POINTS}
        self.bar = _of(bar, is_white)

    def king(self) -> int | None:
        """The distance of the king, if he is on the board."""
        return next((distance for distance, letters in self.at.items() if "K" in letters), None)

    def pawns_behind(self, distance: int) -> int:
        """The pawns that can still come to a point: they only go forward (G-11)."""
        return self.bar.count("P") + sum(self.at[each].count("P") for each in POINTS if each > distance)


def _of(letters: str, is_white: bool) -> str:
    return "".join(letter.upper() for letter in letters if letter.isupper() == is_white)


def is_locked(text: str) -> bool:
    """Whether nobody can win a position of Chessgammon without options any more, as far as this proves it."""
    fields = text.split()
    points = list[str]()
    for part in fields[0].split("/"):
        points += [""] * int(part) if part.isdigit() else [part]
    bar = "" if fields[1] == "-" else fields[1]
    white, black = Side(points, bar, WHITE), Side(points, bar, BLACK)
    waiting = [_waits(white, black), _waits(black, white)]
    if all(waiting):
        return True
    return (waiting[0] and _stands(black, white)) or (waiting[1] and _stands(white, black))


def _waits(side: Side, other: Side) -> bool:
    """G-31, G-32, G-20: only the king is to enter, at distance 24, where pawns stand that can only be borne off."""
    return side.bar == "K" and other.at[1].count("P") >= 2


def _stands(side: Side, other: Side) -> bool:
    """G-16, G-25, G-40: outside his castle the king has a lone rook before him, and nothing can be taken."""
    king = side.king()
    if king is None or king <= 6 or other.at[25 - (king - 1)] != "R":
        return False
    lone = [distance for distance, letters in other.at.items() if len(letters) == 1]
    return all(other.at[each] == "R" and side.pawns_behind(25 - each) < 2 for each in lone)
