"""The records of a match in a `.xg` file: 2560 bytes each, whose fields stand at fixed places by their kind.

Only the fields that a game is made of are read. Numbers are little-endian; texts are one byte a letter in old files
and UTF-16 in newer ones.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from axedrez.core.errors import TextError

SIZE = 2560
MAX_RECORDS = 20_000
"""A match has no more records than these: one game has some two hundred."""
UNLIMITED = 99_999
"""The length of a match that is none: a money session."""
_MAGIC = 0x494C4D44
_UNICODE = 24  # since this version names are written in UTF-16, too
_AUTOMATIC = 26  # since this version automatic doubles are counted in the header of a game
_EPOCH = datetime(1899, 12, 30)
_MAX_DAYS = 2_958_465  # the end of the year 9999

Board = tuple[int, ...]
"""Men by point, 26 numbers: 1 … 24 are the points, 25 and 0 the bars; those of the other player count negatively."""


class MatchHeader(NamedTuple):
    """What holds for all games. `length` is 0 for a money session; texts are "" where there are none."""

    players: tuple[str, str]
    length: int
    variation: int
    crawford: bool
    jacoby: bool
    beavers: bool
    version: int
    texts: dict[str, str]


class GameHeader(NamedTuple):
    """The beginning of a game: the `score` of both players, and where the men stand, as player 1 sees them."""

    score: tuple[int, int]
    is_crawford: bool
    board: Board
    number: int
    automatic_doubles: int


class Cube(NamedTuple):
    """A decision about the cube by `player` (1 or 2).

    `doubled` and `taken` are 1 for yes; `taken` is 2 for a beaver and negative while there is no answer. `beaver` is
    the answer to a beaver, 2 a raccoon. `exponent`: of the cube before, negative where the other player owns it.
    `board`: as player 1 sees it.
    """

    player: int
    doubled: int
    taken: int
    beaver: int
    exponent: int
    board: Board


class Move(NamedTuple):
    """A turn of `player` (1 or 2): from `board`, as player 1 sees it, to `after`, as the mover sees it.

    `steps`: origin and target of each part, counted by the mover from 0; 24 is the bar, and a negative target the tray.
    """

    player: int
    board: Board
    after: Board
    steps: tuple[tuple[int, int], ...]
    dice: tuple[int, int]


class GameFooter(NamedTuple):
    """The end of a game; `winner` is 0 for none."""

    winner: int
    points: int


Record = MatchHeader | GameHeader | Cube | Move | GameFooter


def records(pieces: Iterable[bytes]) -> Iterator[tuple[int, Record]]:
    """The records of a match with their numbers, from 1; those of no meaning for the games are left out.

    Raises `TextError` for a file that is none of a match, and whatever `pieces` raise.
    """
    version = 0
    number = 0
    for number, record in enumerate(_cut(pieces), 1):
        kind = record[8]
        if number == 1:
            if kind != 0 or _int(record, 556) != _MAGIC:
                raise TextError("tables_xg_match")
            header = _match_header(record)
            version = header.version
            yield number, header
        elif kind == 1:
            yield number, _game_header(record, version)
        elif kind == 2:
            yield number, _cube(record)
        elif kind == 3:
            yield number, _move(record)
        elif kind == 4:
            yield number, GameFooter(_player(_int(record, 24)), _int(record, 28))
    if number == 0:
        raise TextError("tables_xg_match")


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Whole records. Raises `TextError` where the last one is cut off."""
    rest = b""
    for piece in pieces:
        rest += piece
        whole = len(rest) - len(rest) % SIZE
        for place in range(0, whole, SIZE):
            yield rest[place : place + SIZE]
        rest = rest[whole:]
    if rest:
        raise TextError("tables_xg_damaged")


def _match_header(record: bytes) -> MatchHeader:
    length, variation, crawford, jacoby, beavers = struct.unpack_from("<ii3?", record, 92)
    version = _int(record, 552)
    if version >= _UNICODE:
        event, first, second, place, turn = (_wide(record, 622 + 258 * each) for each in range(5))
    else:
        event, first, second, place, turn = (_narrow(record, each) for each in (136, 9, 50, 283, 417))
    texts = {"Event": event, "Site": place, "Date": _date(struct.unpack_from("<d", record, 128)[0]), "Round": turn}
    return MatchHeader(
        (first, second), 0 if length == UNLIMITED else length, variation, crawford, jacoby, beavers, version, texts
    )


def _game_header(record: bytes, version: int) -> GameHeader:
    first, second, crawford = struct.unpack_from("<ii?", record, 12)
    automatic = _int(record, 64) if version >= _AUTOMATIC else 0
    return GameHeader((first, second), crawford, _board(record, 21), _int(record, 48), automatic)


def _cube(record: bytes) -> Cube:
    active, doubled, taken, beaver, _, exponent = struct.unpack_from("<6i", record, 12)
    return Cube(_player(active), doubled, taken, beaver, exponent, _board(record, 36))


def _move(record: bytes) -> Move:
    active, *steps = struct.unpack_from("<i8i", record, 64)
    parts = []
    for origin, target in zip(steps[::2], steps[1::2], strict=True):
        if origin < 0:
            break
        if origin != target:  # a lost turn is written as one that stays
            parts.append((origin, target))
    dice = struct.unpack_from("<2i", record, 100)
    return Move(_player(active), _board(record, 9), _board(record, 35), tuple(parts), dice)


def _player(sign: int) -> int:
    """The number of a player: 1 for the first, −1 for the second; 0 for nobody."""
    return {1: 1, -1: 2}.get(sign, 0)


def _int(record: bytes, place: int) -> int:
    return int.from_bytes(record[place : place + 4], "little", signed=True)


def _board(record: bytes, place: int) -> Board:
    return struct.unpack_from("<26b", record, place)


def _narrow(record: bytes, place: int) -> str:
    text = record[place + 1 : place + 1 + min(record[place], 128)]
    return _line(text.decode("cp1252", errors="replace"))


def _wide(record: bytes, place: int) -> str:
    text = record[place : place + 258].decode("utf-16-le", errors="replace")
    return _line(text.partition("\0")[0])


def _line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _date(days: float) -> str:
    if not math.isfinite(days) or not 1 <= days <= _MAX_DAYS:
        return ""
    return f"{_EPOCH + timedelta(days=math.floor(days)):%Y.%m.%d}"
