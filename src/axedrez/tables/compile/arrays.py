"""From a rule sheet to the table array and hash keys that the kernels read (`layout.py`)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from axedrez.tables.kernel import layout
from axedrez.tables.sheet.schema import TablesSheet

Tables = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

FLAGS = {"plus-one": layout.PLUS, "minus-one": layout.MINUS, "twice": layout.TWICE}
_SEED = 1283


def type_numbers(sheet: TablesSheet) -> dict[str, int]:
    """The type number (0 …) of every piece id, in the order of the sheet, which is that of the position text."""
    return {name: number for number, name in enumerate(sheet.pieces)}


def compile_tables(sheet: TablesSheet, army: Iterable[str]) -> Tables:
    """The table array of a checked sheet; `army` are the letters of one side's pieces, in the order of the sheet."""
    numbers = type_numbers(sheet)
    letters = {piece.letter: numbers[name] for name, piece in sheet.pieces.items()}
    kinds = [letters[letter] for letter in army]
    tables = np.zeros(layout.SIZE, np.int64)
    royal = numbers.get(sheet.royal.piece, -1)
    king = sheet.pieces.get(sheet.royal.piece)
    tables[layout.N_PIECES] = len(kinds)
    tables[layout.N_TYPES] = len(numbers)
    tables[layout.ROYAL] = royal
    tables[layout.PAWN] = numbers[sheet.pawn]
    tables[layout.EXACT] = sheet.race.exact
    tables[layout.HOME_RULE] = sheet.royal.departure
    tables[layout.FORFEIT] = sheet.bar.forfeits_die
    tables[layout.CASTLE] = sheet.race.castle
    tables[layout.WIN_IS_WHOLE] = sheet.race.win_uses_all_dice
    # Every turn of either player counts.
    tables[layout.NO_PROGRESS_LIMIT] = 2 * sheet.end.no_progress
    racing = [kind in (royal, tables[layout.PAWN]) for kind in kinds]
    tables[layout.RACERS : layout.RACERS + 2] = _bytes(racing).view(np.int64)
    tables[layout.PUSH_LONE] = _types(numbers, king.pushes_lone) if king else 0
    tables[layout.TYPE_OF : layout.TYPE_OF + len(kinds)] = kinds
    for name, piece in sheet.pieces.items():
        number = numbers[name]
        tables[layout.BACKWARD + number] = piece.backward
        tables[layout.ABILITIES + number] = sum(FLAGS[ability] for ability in set(piece.abilities))
        tables[layout.EITHER_WAY + number] = piece.twice == "either"
        tables[layout.ONE_POINT + number] = piece.pace == "one-point"
        tables[layout.ENTERS_ONE_POINT + number] = piece.entry_pace == "one-point"
        tables[layout.LIMIT + number] = piece.moves
        tables[layout.LIMIT_DOUBLES + number] = piece.moves_on_doubles
        tables[layout.BEARS_OFF + number] = piece.bears_off
        tables[layout.PUSHES + number] = piece.pushes
        tables[layout.PROTECTS + number] = piece.protects_pawns
        tables[layout.SOLO + number] = _types(numbers, piece.captured_by)
        tables[layout.JOINT + number] = _types(numbers, piece.captured_together_by)
    tables[layout.PLAIN] = _is_plain(tables)
    tables[layout.LOCKS] = _may_lock(tables)
    return tables


_NOT_PLAIN = (
    layout.BACKWARD,
    layout.ABILITIES,
    layout.ONE_POINT,
    layout.ENTERS_ONE_POINT,
    layout.PUSHES,
    layout.PROTECTS,
    layout.JOINT,
)


def _is_plain(tables: Tables) -> bool:
    """Whether `plain.py` can find the turns: all pieces alike, and all they do is race, hit and be borne off."""
    kinds = set(tables[layout.TYPE_OF : layout.TYPE_OF + tables[layout.N_PIECES]].tolist())
    if len(kinds) != 1 or tables[layout.ROYAL] >= 0 or tables[layout.FORFEIT]:
        return False
    kind = kinds.pop()
    if tables[layout.NO_PROGRESS_LIMIT] and kind != tables[layout.PAWN]:
        return False  # not every move is progress
    hits = bool(tables[layout.SOLO + kind] >> kind & 1)
    return hits and bool(tables[layout.BEARS_OFF + kind]) and not any(tables[rule + kind] for rule in _NOT_PLAIN)


def _may_lock(tables: Tables) -> bool:
    """Whether `locks.py` holds: kings go and enter point by point and have to be borne off, and nobody else pushes."""
    royal, pawn = tables[layout.ROYAL], tables[layout.PAWN]
    if royal < 0 or not tables[layout.NO_PROGRESS_LIMIT]:
        return False
    needed = (layout.ONE_POINT, layout.ENTERS_ONE_POINT, layout.BEARS_OFF)
    pushers = np.flatnonzero(tables[layout.PUSHES : layout.PUSHES + tables[layout.N_TYPES]])
    return (
        all(tables[rule + royal] for rule in needed)
        and not tables[layout.BACKWARD + royal]
        and not tables[layout.BACKWARD + pawn]
        and set(pushers.tolist()) <= {royal}
    )


def _bytes(chosen: Sequence[bool]) -> npt.NDArray[np.uint8]:
    """A byte for each piece, all bits of it set for those that are chosen."""
    found = np.zeros(layout.MAX_PIECES, np.uint8)
    found[: len(chosen)] = np.where(chosen, 255, 0)
    return found


def _types(numbers: dict[str, int], names: Iterable[str]) -> int:
    return sum(1 << numbers[name] for name in set(names))


def hash_keys() -> Keys:
    """Random keys from a fixed seed: hashes are the same in every run, so they may be stored."""
    source = random.Random(_SEED)
    return np.array([source.getrandbits(64) for _ in range(layout.N_KEYS)], np.uint64)
