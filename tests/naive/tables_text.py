"""Tables positions for the slow twin: options, the text of a position read and written, who has won and by how much.

Written from the clauses alone. Where a clause leaves room, the reading taken stands beside the code as "Reading (G-…)".
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

ORDER = "KQRBNPkqrbnp"
"""Letters of a point, the bar and the off field, in the one order they are written in."""

Side = Literal["w", "b"]
SIDES: tuple[Side, Side] = ("w", "b")

BACKGAMMON_START = "pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - w -"
CHESSGAMMON_START = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"
DEFECTIVE_ROOK_START = "kq/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQ - - w Kk"


@dataclass(frozen=True)
class Options:
    """What a tables sheet may say, under the names of its `options`; `game` tells the two sheets apart."""

    game: Literal["chessgammon", "backgammon"] = "chessgammon"
    killer_queen: bool = False
    berserker_king: bool = False
    defective_rook: bool = False
    rook_capture: Literal["two-pawns", "non-pawn-or-two-pawns", "two-any"] = "two-pawns"
    king_pushes_lone_rook: bool = False
    entry_forfeits_die: bool = True
    king_entry: Literal["one-point", "pips"] = "one-point"
    queen_double: Literal["same-direction", "either"] = "same-direction"
    no_progress: Literal[50, 3, 1, 0] = 50

    @property
    def pieces(self) -> Counter[str]:
        """How many of each piece a player has (G-2, G-52; fifteen pawns at backgammon)."""
        if self.game == "backgammon":
            return Counter(P=15)
        return Counter(K=1, Q=1, R=1 if self.defective_rook else 2, B=2, N=2, P=8)

    @property
    def goal(self) -> int:
        """How many pieces a player must bear off to win (G-4): the king and the pawns."""
        return self.pieces["K"] + self.pieces["P"]


CHESSGAMMON = Options()
BACKGAMMON = Options(game="backgammon", entry_forfeits_die=False, no_progress=0)


@lru_cache(maxsize=1 << 16)
def ordered(letters: str) -> str:
    """The same letters in the one order."""
    return "".join(sorted(letters, key=ORDER.index))


@lru_cache(maxsize=1 << 16)
def swapped(letters: str) -> str:
    """The same letters with the colours exchanged, in the one order."""
    return ordered(letters.swapcase())


def opponent(side: Side) -> Side:
    return "b" if side == "w" else "w"


def is_of(letter: str, side: Side) -> bool:
    return letter.isupper() == (side == "w")


@dataclass(frozen=True)
class Position:
    """A position between two turns; `points[0]` is point 01, letters are in the one order, `home` is a part of `Kk`."""

    options: Options
    points: tuple[str, ...]
    bar: str
    off: str
    turn: Side
    home: str
    dice: str = ""
    still: int = 0

    def text(self) -> str:
        """The text of the position; DICE only where there are dice or STILL follows, STILL only where it is not 0."""
        runs: list[str] = []
        empty = 0
        for letters in (*self.points, "end"):
            if not letters:
                empty += 1
                continue
            if empty:
                runs.append(str(empty))
            empty = 0
            runs.append(letters)
        fields = ["/".join(runs[:-1]), self.bar or "-", self.off or "-", self.turn, self.home or "-"]
        if self.still:
            fields += [self.dice or "-", str(self.still)]
        elif self.dice:
            fields.append(self.dice)
        return " ".join(fields)

    def mirrored(self) -> Position:
        """The same position with the colours exchanged: point p becomes 25 − p, Black's race becomes White's."""
        return Position(
            self.options,
            tuple(swapped(letters) for letters in reversed(self.points)),
            swapped(self.bar),
            swapped(self.off),
            opponent(self.turn),
            swapped(self.home),
            self.dice,
            self.still,
        )


def start(options: Options) -> Position:
    """The position every game begins with (G-3, G-52)."""
    if options.game == "backgammon":
        return parse(BACKGAMMON_START, options)
    return parse(DEFECTIVE_ROOK_START if options.defective_rook else CHESSGAMMON_START, options)


def parse(text: str, options: Options) -> Position:
    """Read the text of a position; ValueError(reason), a short name of what is wrong, for everything else."""
    fields = text.split(" ")
    if len(fields) not in (5, 6, 7):
        raise ValueError("fields")
    points = _points(fields[0])
    bar, off = _letters(fields[1], "bar"), _letters(fields[2], "off")
    turn, home = _turn(fields[3]), fields[4]
    if home not in ("Kk", "K", "k", "-"):
        raise ValueError("home")
    # Reading: `-` for dice not rolled yet is read, and written back as no field at all.
    dice = fields[5] if len(fields) > 5 else "-"
    if dice != "-" and not (re.fullmatch("[1-6][1-6]", dice) and dice[0] >= dice[1]):
        raise ValueError("dice")
    still = 0
    if len(fields) == 7:
        if not re.fullmatch("[1-9][0-9]*", fields[6], re.ASCII) or int(fields[6]) > 2 * options.no_progress:
            raise ValueError("still")
        still = int(fields[6])
    position = Position(options, points, bar, off, turn, home.replace("-", ""), dice.replace("-", ""), still)
    _check(position)
    return position


def _turn(field: str) -> Side:
    if field == "w":
        return "w"
    if field == "b":
        return "b"
    raise ValueError("turn")


def _points(field: str) -> tuple[str, ...]:
    points: list[str] = []
    after_empty = False
    for run in field.split("/"):
        if re.fullmatch("[1-9][0-9]?", run):
            if after_empty:
                raise ValueError("empty-run")
            points += [""] * int(run)
            after_empty = True
        elif run.isdecimal() or not run:
            raise ValueError("empty-run")
        else:
            points.append(_in_order(run, "letters"))
            after_empty = False
    if len(points) != 24:
        raise ValueError("points")
    return tuple(points)


def _letters(field: str, reason: str) -> str:
    if field == "-":
        return ""
    if not field:
        raise ValueError(reason)
    return _in_order(field, reason)


def _in_order(letters: str, reason: str) -> str:
    if not set(letters) <= set(ORDER):
        raise ValueError(reason)
    if letters != ordered(letters):
        raise ValueError("order")
    return letters


def _check(position: Position) -> None:
    options = position.options
    everything = Counter("".join(position.points) + position.bar + position.off)
    expected = Counter(options.pieces)
    expected.update({letter.lower(): number for letter, number in options.pieces.items()})
    if everything != expected:
        raise ValueError("count")
    if not set(position.off) <= set("KPkp"):
        raise ValueError("off-piece")
    for letters in position.points:
        white = [letter for letter in letters if letter.isupper()]
        black = [letter for letter in letters if letter.islower()]
        if white and black:
            if "K" not in white or "k" not in black:
                raise ValueError("enemies")
            if len(white) > 1 and len(black) > 1:
                raise ValueError("companions")
    for king, point in (("K", 24), ("k", 1)):
        if king in position.home and king not in position.points[point - 1]:
            raise ValueError("home-king")
    finished = [side for side in SIDES if _borne_off(position, side) == options.goal]
    if len(finished) == 2:
        raise ValueError("finished")
    # Reading (G-42): after the winning move TURN is the loser's, so the winner to move is no position.
    if position.turn in finished:
        raise ValueError("turn")
    # Reading (G-45): the turn that wins makes progress, and nobody rolls in a drawn game.
    if position.still and (finished or (position.dice and drawn(position))):
        raise ValueError("still")


def _borne_off(position: Position, side: Side) -> int:
    return sum(is_of(letter, side) for letter in position.off)


def drawn(position: Position) -> bool:
    """Whether each player has had so many turns in a row without progress (G-45)."""
    return 0 < 2 * position.options.no_progress <= position.still


def makes_progress(before: Position, after: Position) -> bool:
    """Whether a pawn or a king of either side stands elsewhere, or the bar or what is borne off differs (G-45)."""

    def racers(position: Position) -> list[list[str]]:
        return [[letter for letter in letters if letter in "KPkp"] for letters in position.points]

    return racers(before) != racers(after) or before.bar != after.bar or before.off != after.off


def still_after(before: Position, after: Position) -> int:
    """STILL once the turn between two positions is over (G-45)."""
    if not before.options.no_progress or makes_progress(before, after):
        return 0
    return before.still + 1


def winner(position: Position) -> Side | None:
    """Who has borne off the king and all the pawns (G-4), if anybody has."""
    for side in SIDES:
        if _borne_off(position, side) == position.options.goal:
            return side
    return None


def points(position: Position) -> int:
    """What the winner scores (G-42); ValueError where nobody has won."""
    side = winner(position)
    if side is None:
        raise ValueError("not finished")
    loser = opponent(side)
    if _borne_off(position, loser):
        return 1
    castle = position.points[:6] if side == "w" else position.points[18:]
    return 3 if any(is_of(letter, loser) for letter in "".join(castle) + position.bar) else 2
