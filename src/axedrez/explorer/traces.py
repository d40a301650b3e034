"""The positions of games, as keys, and the choices in them: the slow and complete twin of the quick readers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from axedrez import library
from axedrez.core.contract import Game, Move, Position
from axedrez.core.game_record import GameRecord
from axedrez.core.sides import Side
from axedrez.core.traces import Trace
from axedrez.explorer.positions import END

_MATERIAL = 0x6D6174657269616C
_MASK = (1 << 64) - 1


def options(position: Position) -> Sequence[Move]:
    """What can follow, in the order by which choices are numbered: the rolls where chance acts, or the moves."""
    if position.turn is Side.CHANCE:
        return [roll for roll, _ in position.chance_outcomes()]
    return position.legal_moves()


@lru_cache(maxsize=256)
def _salt(sheet_hash: str) -> int:
    return int.from_bytes(hashlib.blake2b(sheet_hash.encode(), digest_size=8).digest(), "little")


def salt(game: Game) -> int:
    """What the keys of a game's positions are mixed with: equal boards of other rules are other positions."""
    return _salt(game.hash)


def key_of(position: Position) -> int:
    """The key of a position in an index, 64 bits."""
    return position.hash ^ salt(position.game)


def material_key(material: int, game: Game) -> int:
    """The key of a material in an index, among those of positions."""
    return (material ^ salt(game) ^ _MATERIAL) & _MASK


def trace_of(record: GameRecord) -> Trace:
    """The positions of a game. Offers are no positions, and a roll that was not played is one."""
    family = library.FAMILIES.get(record.start.game.family)
    materials = family.materials() if family else None
    position = record.start
    keys, choices = [position.hash], list[int]()
    men = [materials.key_of(position)] if materials else []
    for move in _line(record):
        choices.append(_number(position, move))
        position = position.play_unchecked(move)
        keys.append(position.hash)
        if materials:
            men.append(materials.key_of(position))
    return Trace(
        record.start,
        record.headers,
        record.outcome.result if record.outcome else "*",
        np.array(keys, np.uint64),
        np.array(choices, np.uint16),
        np.array(men, np.uint64),
        len(record.passed),
    )


def moves_of(start: Position, choices: Sequence[int]) -> list[Move]:
    """The moves of choices. Raises `IndexError` for one that there is not."""
    position, moves = start, list[Move]()
    for choice in choices:
        moves.append(options(position)[choice])
        position = position.play_unchecked(moves[-1])
    return moves


def _line(record: GameRecord) -> list[Move]:
    moves = record.moves()
    hanging = record.entries[-1] if record.entries else None
    if hanging is not None and getattr(hanging, "move", 0) is None:
        last = record.last()
        if last.turn is Side.CHANCE:
            moves.append(last.parse_move(getattr(hanging, "roll")))  # noqa: B009
    return moves


def _number(position: Position, move: Move) -> int:
    found = options(position)
    for number, option in enumerate(found):
        if option is move:
            return number
    return list(found).index(move)


def choices_by_key(trace: Trace) -> list[tuple[int, int]]:
    """The keys of a game's positions, each once, with the choice that was made there first; `END` for the last."""
    mixed = salt(trace.start.game)
    choices = [*trace.choices.tolist(), END]
    found: dict[int, int] = {}
    for key, choice in zip(trace.keys.tolist(), choices, strict=True):
        found.setdefault(key ^ mixed, choice)
    return list(found.items())
