"""The array that a rule sheet is compiled into while it is written, and its line classes with their attack sets."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from axedrez.chess.kernel import layout
from axedrez.chess.sheet import geometry


class Writer:
    """The array without the attack sets of its lines, in plain ints."""

    def __init__(self, size: int) -> None:
        self.words = [0] * size

    def put(self, value: int, *place: object) -> None:
        """Set the word at the sum of `place`."""
        self.words[sum(int(part) for part in place)] = value  # type: ignore[call-overload]

    def add(self, value: int, *place: object) -> None:
        """Set the bits of `value` in the word at the sum of `place`."""
        self.words[sum(int(part) for part in place)] |= value  # type: ignore[call-overload]


def bits(squares: set[int]) -> int:
    """The bitboard of these squares, or the set of these type numbers."""
    return sum(1 << square for square in squares)


def write_slots(out: Writer, slots: dict[tuple[geometry.Step, ...], list[int]], board: int) -> list[int]:
    """The line classes with the types that move along them; returns the attack sets, which end the array."""
    attacks: list[int] = []
    out.put(len(slots), layout.N_SLOTS)
    for slot, (line, types) in enumerate(slots.items()):
        for kind in types:
            out.add(1 << slot, layout.TYPE_SLOTS, kind)
        for index, value in enumerate([len(types), *types]):
            out.put(value, layout.SLOT_TYPES, 16 * slot, index)
        _write_line(out, attacks, slot, line, board)
    return attacks


def _write_line(out: Writer, attacks: list[int], slot: int, line: tuple[tuple[int, int], ...], board: int) -> None:
    """One line class: its rays, the squares between two of its squares, its attack sets in the order of PEXT."""
    directions = sorted(line, key=lambda step: step[0] + 8 * step[1] < 0)
    out.put(len(directions), layout.RAY_COUNT, slot)
    out.put(sum(x + 8 * y > 0 for x, y in directions), layout.RAYS_UP, slot)
    for square in geometry.squares(board):
        choices = []
        mask = 0
        for direction, step in enumerate(directions):
            ray = geometry.ray(square, step, board)
            out.put(ray, layout.RAYS, (slot * 8 + direction) * 64, square)
            way = geometry.squares(ray)
            if step[0] + 8 * step[1] < 0:
                way.reverse()
            inner = way[:-1]
            mask |= bits(set(inner))
            for index, target in enumerate(way):
                out.put(bits(set(way[:index])), layout.BETWEEN, 64 * square, target)
            # (blocker that comes first or none) → what is seen along this way
            choices.append((tuple(inner), tuple(way)))
        out.put(sum(bits(set(way)) for _, way in choices), layout.OPEN_LINES, slot * 64, square)
        out.put(mask, layout.LINES, 2 * (slot * 64 + square))
        out.put(len(out.words) + len(attacks), layout.LINES, 2 * (slot * 64 + square), 1)
        attacks.extend(_attack_sets(mask, tuple(choices)).tolist())


@lru_cache(maxsize=512)  # games on one board have most of them in common
def _attack_sets(mask: int, choices: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> npt.NDArray[np.uint64]:
    """For each subset of `mask`, in the order of its PEXT numbers, the squares seen."""
    relevant = geometry.squares(mask)
    weight = {square: 1 << index for index, square in enumerate(relevant)}
    size = 1 << len(relevant)
    seen = np.zeros(size, np.uint64)
    numbers = np.arange(size, dtype=np.uint64)
    for inner, way in choices:
        open_still = np.ones(size, bool)
        for square, before in zip(way, [None, *inner], strict=False):
            if before is not None:
                open_still &= (numbers & np.uint64(weight[before])) == 0
            seen[open_still] |= np.uint64(1 << square)
    return seen
