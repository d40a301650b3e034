"""Whether a sheet's rules are the same for both colours, and the table of a material from that with colours swapped.

The proof compares the compiled sheet, word by word, with its mirror image: ranks reversed, sides exchanged. Each field
of the array is listed here with how it is mirrored. A word of no listed field must be zero, so a field that is added
to the kernel and not to this list makes the proof fail, never hold by mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.compile.arrays import Tables
from axedrez.chess.endgames.directory import Values
from axedrez.chess.kernel import layout
from axedrez.chess.position.rules import ChessRules
from axedrez.chess.sheet import geometry
from axedrez.core.derived import once_a_game

Indices = npt.NDArray[np.intp]

_SIDE, _SQUARE = -1, -2
"""Axes of a field that the mirror image exchanges; a positive number is an axis that it leaves alone."""
_LENGTHS = {_SIDE: 2, _SQUARE: 64}


class _Field(NamedTuple):
    """Some words of a compiled sheet. `boards`: they are sets of squares, not of types, and no numbers."""

    begin: np.uint64
    axes: tuple[int, ...]
    boards: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(_LENGTHS.get(axis, axis) for axis in self.axes)


_FIELDS = {
    "types": _Field(layout.N_TYPES, (3,)),  # how many, the royal one, the pawn
    "board": _Field(layout.BOARD, (1,), boards=True),
    "counts": _Field(layout.N_SLOTS, (4,)),  # line classes, leapers, promoters, en passant
    "pawn_into": _Field(layout.PAWN_INTO, (2,)),
    "pawn_zone": _Field(layout.PAWN_ZONE, (_SIDE,), boards=True),
    "double_from": _Field(layout.DOUBLE_FROM, (_SIDE,), boards=True),
    "ends": _Field(layout.MOVE_LIMIT, (4,)),  # move limit, stalemate, insufficient material, repetition
    "sets": _Field(layout.ROYAL_SLOTS, (3,)),  # line classes of the royal piece, knights, bishops
    "type_slots": _Field(layout.TYPE_SLOTS, (16,)),
    "slot_types": _Field(layout.SLOT_TYPES, (8 * 16,)),
    "leapers": _Field(layout.LEAPERS, (16,)),
    "promoters": _Field(layout.PROMOTERS, (16,)),
    "promo_into": _Field(layout.PROMO_INTO, (16,)),
    "promo_zone": _Field(layout.PROMO_ZONE, (_SIDE, 16), boards=True),
    "promo_without": _Field(layout.PROMO_WITHOUT, (16,)),
    "leap": _Field(layout.LEAP, (16, _SQUARE), boards=True),
    "pawn_captures": _Field(layout.PAWN_CAPTURES, (_SIDE, _SQUARE), boards=True),
    "ray_counts": _Field(layout.RAY_COUNT, (16,)),  # and RAYS_UP: half of a class rises, in the mirror image too
    "between": _Field(layout.BETWEEN, (_SQUARE, _SQUARE), boards=True),
    "open_lines": _Field(layout.OPEN_LINES, (8, _SQUARE), boards=True),
}
"""In every compiled sheet."""

_GENERAL_FIELDS = {
    "flags": _Field(layout.FLAGS, (1,)),
    "royals": _Field(layout.ROYALS, (1,)),
    "wins": _Field(layout.WINS, (1,)),
    "region": _Field(layout.REGION, (1,), boards=True),
    "runners": _Field(layout.RUNNERS, (1,)),
    "extinct": _Field(layout.EXTINCT, (_SIDE,)),
    "last_rank": _Field(layout.LAST_RANK, (_SIDE,), boards=True),
    "turn": _Field(layout.TURN, (1,)),
    "faces": _Field(layout.FACES, (1,)),
    "blast_proof": _Field(layout.BLAST_PROOF, (1,)),
    "en_passant_from": _Field(layout.EP_FROM, (_SIDE,), boards=True),
    "must": _Field(layout.MUST, (2,)),  # and DEMOTED
    "arrival": _Field(layout.ARRIVAL, (_SIDE,), boards=True),
    "drops": _Field(layout.DROPS, (_SIDE, 16), boards=True),
    "leap_moves": _Field(layout.LEAP_MOVES, (_SIDE, 16, _SQUARE), boards=True),
    "leap_captures": _Field(layout.LEAP_CAPTURES, (_SIDE, 16, _SQUARE), boards=True),
    "leap_sources": _Field(layout.LEAP_SOURCES, (_SIDE, 16, _SQUARE), boards=True),
}
"""In those of the general path besides."""

_ELSEWHERE = (
    (layout.LINES, 8 * 64 * 2),  # compared by `_lines_are_alike`
    (layout.RAYS, 8 * 8 * 64),
    (layout.CASTLINGS, 2),  # no position of a table has castling rights
    (layout.CASTLES, 4 * 8),
    (layout.ZOBRIST_PIECE, 32 * 64),  # hashes are no part of a value
    (layout.ZOBRIST_EP, 64),
    (layout.ZOBRIST_RIGHTS, 64),
    (layout.ZOBRIST_STM, 1),
)
_GENERAL_ELSEWHERE = (
    (layout.WAYS_OF, 32),  # compared by `_ways_are_alike`
    (layout.BEGINS, 1),  # read only for a last move and in turns of several moves, see `_of_one_side`
    (layout.CASTLE_FILES, 1),
    (layout.ZOBRIST_HAND, 32),
    (layout.ZOBRIST_WORDS, 4),
    (layout.ZOBRIST_PROMOTED, 64),
)
"""Words that are compared by what they lead to, or that no value depends on: where they begin, and how many."""

_KNOWN_FLAGS = (int(layout.LAST_MOVE_LEVELS) << 1) - 1
_KNOWN_GOALS = (1 << int(layout.CHECKS) + 1) - 1


class _Mirror:
    """The mirror image of a board with so many ranks. `squares`: by square, its image."""

    def __init__(self, ranks: int) -> None:
        self._beyond = np.uint64(8 * (8 - ranks))
        places = np.arange(64)
        self.squares: Indices = np.where(places >> 3 < ranks, places ^ 56, places + 8 * (8 - ranks)) - 8 * (8 - ranks)

    def boards(self, words: Tables) -> Tables:
        """Sets of squares, mirrored. Squares beyond the last rank get lost, which no set with such ones survives."""
        return words.byteswap() >> self._beyond

    def field(self, words: Tables, field: _Field) -> Tables:
        """The words of a field as the mirrored sheet would have them."""
        for place, axis in enumerate(field.axes):
            if axis == _SIDE:
                words = np.flip(words, place)
            elif axis == _SQUARE:
                words = np.take(words, self.squares, place)
        return self.boards(words) if field.boards else words


@once_a_game
def asymmetries(game: ChessRules) -> tuple[str, ...]:
    """What of a sheet's rules is not proved to be alike for both colours, by name; empty for a symmetric sheet.

    Castling and who begins count only where values of tables depend on them.
    """
    return tuple(differences(game.compiled, game))


def is_symmetric(game: ChessRules) -> bool:
    """Whether each value of a table is that of the position with its ranks reversed and its colours swapped."""
    return not asymmetries(game)


def swapped(values: Values, pieces: str, game: ChessRules) -> Values:
    """The table of a material with colours swapped, from the table of `pieces`, in a symmetric sheet.

    `values` has one number a position, in the order of `endgames.kernel.layout`; so has the new array that is returned.
    """
    board = geometry.squares(game.board)
    place = {square: number for number, square in enumerate(board)}
    image = np.array([place[square] for square in _Mirror(game.sheet.board.ranks).squares[board].tolist()], np.intp)
    groups = [(letter.isupper(), len(list(alike))) for letter, alike in groupby(pieces)]
    found = values.reshape(2, *(len(board) ** count for _, count in groups))[::-1]
    for axis, (_, count) in enumerate(groups, 1):
        found = np.take(found, _origins(image, count), axis)
    white = 1 + sum(is_white for is_white, _ in groups)
    axes = (0, *range(white, found.ndim), *range(1, white))
    return np.ascontiguousarray(found.transpose(axes)).reshape(-1)


def _origins(image: Indices, count: int) -> Indices:
    """By the digits of `count` pieces that are alike: those of their images, in rising order.

    Digits in another order stand for no position; they get 0, all pieces on one square, which is none either.
    """
    if count == 1:
        return image
    shape = (len(image),) * count
    places = np.indices(shape).reshape(count, -1)
    rises = (places[1:] > places[:-1]).all(axis=0)
    return np.where(rises, np.ravel_multi_index(tuple(np.sort(image[places], axis=0)), shape), 0)


def differences(words: Tables, game: ChessRules) -> Iterator[str]:
    """See `asymmetries`; `words` is the compiled sheet of `game`, or what a test has made of it."""
    mirror = _Mirror(game.sheet.board.ranks)
    fields = _FIELDS if game.fast else _FIELDS | _GENERAL_FIELDS
    known = np.zeros(layout.GENERAL if game.fast else layout.WAYS, bool)
    for place, count in _ELSEWHERE if game.fast else _ELSEWHERE + _GENERAL_ELSEWHERE:
        known[int(place) :][:count] = True
    for name, field in fields.items():
        begin = int(field.begin)
        end = begin + int(np.prod(field.shape))
        known[begin:end] = True
        part = words[begin:end].reshape(field.shape)
        if not np.array_equal(part, mirror.field(part, field)):
            yield name
    if words[: len(known)][~known].any():
        yield "unknown"
    if game.pawn:
        white, black = np.array(game.pawn_squares, np.uint64)
        if mirror.boards(white) != black:
            yield "pawn_squares"
    if not _lines_are_alike(words, mirror):
        yield "lines"
    if not game.fast:
        if not _ways_are_alike(words, mirror):
            yield "ways"
        yield from _of_one_side(words)


def _of_one_side(words: Tables) -> Iterator[str]:
    """Rules of the general path that tell the sides apart in the kernel's code, or that are not known here."""
    flags = int(words[int(layout.FLAGS)])
    if flags & int(layout.LAST_MOVE | layout.LAST_MOVE_LEVELS):  # for who has not begun
        yield "last_move"
    if int(words[int(layout.TURN)]) != 1:
        yield "turn_length"
    if flags & ~_KNOWN_FLAGS or int(words[int(layout.WINS)]) & ~_KNOWN_GOALS:
        yield "unknown_flags"


def _lines_are_alike(words: Tables, mirror: _Mirror) -> bool:
    """Whether the line classes see on each square what they see on its image, whatever stands on the board."""
    rays_at, lines_at = int(layout.RAYS), int(layout.LINES)
    for slot in range(8):
        rays = words[rays_at + 512 * slot :][:512].reshape(8, 64)
        images = mirror.boards(np.take(rays, mirror.squares, 1))
        if sorted(rays.tolist()) != sorted(images.tolist()):
            return False
        lines = words[lines_at + 128 * slot :][:128].reshape(64, 2)
        if not np.array_equal(lines[:, 0], mirror.boards(lines[mirror.squares, 0])):
            return False
        if slot >= int(words[int(layout.N_SLOTS)]):
            continue
        for square, (mask, begin) in enumerate(lines.tolist()):
            image = int(mirror.squares[square])
            if begin and not _sets_are_alike(words, mask, begin, int(lines[image, 1]), mirror):
                return False
    return True


def _sets_are_alike(words: Tables, mask: int, begin: int, image: int, mirror: _Mirror) -> bool:
    """Whether the attack sets of a square, for each subset of `mask`, are mirrored by those that begin at `image`."""
    relevant = geometry.squares(mask)
    images = sorted(mirror.squares[relevant].tolist())
    subsets = np.arange(1 << len(relevant))
    others = np.zeros_like(subsets)
    for bit, square in enumerate(relevant):
        others |= (subsets >> bit & 1) << images.index(int(mirror.squares[square]))
    seen = words[begin : begin + len(subsets)]
    return bool(image) and np.array_equal(mirror.boards(seen), words[image + others])


def _ways_are_alike(words: Tables, mirror: _Mirror) -> bool:
    """Whether the ways that are neither leaps nor line classes are those of the other side, mirrored, one by one."""
    of_side = words[int(layout.WAYS_OF) :][:32].reshape(2, 16)
    begins, ends = (of_side >> np.uint64(32)).astype(np.intp), (of_side & layout.LOW).astype(np.intp)
    first, last = begins[:, 0], ends[:, 0]
    if first[0] != layout.WAYS or first[1] != last[0] or not np.array_equal(of_side[0] != 0, of_side[1] != 0):
        return False
    there = of_side[0] != 0
    for bounds in (begins, ends):
        offsets = bounds - first[:, None]
        if not np.array_equal(offsets[0][there], offsets[1][there]):
            return False
    size = int(layout.WAY_SIZE)
    white, black = (words[first[side] : last[side]].reshape(-1, size) for side in (0, 1))
    return len(white) == len(black) and all(
        np.array_equal(_image_of_way(one, mirror), _as_read(other)) for one, other in zip(white, black, strict=True)
    )


def _as_read(way: Tables) -> Tables:
    """A way without the flag that only rides and hops read."""
    kind = way[0] >> layout.U4 & layout.U3
    return np.concatenate([way[:1] & ~layout.WAY_RISES if kind == layout.PATH else way[:1], way[1:]])


def _image_of_way(way: Tables, mirror: _Mirror) -> Tables:
    """A way, mirrored: one that leads over ranks falls where it rose."""
    boards = way[1:].reshape(64, 3)
    head = _as_read(way)[:1]
    ranks = np.uint64(0xFF) << np.uint64(8) * (np.arange(64, dtype=np.uint64) >> layout.U3)
    if (boards[:, 0] & ~ranks).any() and head[0] >> layout.U4 & layout.U3 != layout.PATH:
        head = head ^ layout.WAY_RISES
    return np.concatenate([head, mirror.boards(boards[mirror.squares]).reshape(-1)])
