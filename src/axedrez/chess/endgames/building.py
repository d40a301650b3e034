"""Building the table of a material from those that its captures and promotions lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from axedrez.chess.endgames import material
from axedrez.chess.endgames.directory import Values, Words, directory, size
from axedrez.chess.endgames.kernel import layout, solve
from axedrez.chess.kernel import layout as rows
from axedrez.chess.position.rules import ChessRules

CHUNK = 1 << 16
"""Positions in a call of the kernel; in between Ctrl-C is heard."""
_FOUND = 250

Progress = Callable[[str, int, int], None]
"""Told the material, how many positions have been looked at or decided, and of how many."""


def quiet(pieces: str, done: int, total: int) -> None:
    """Tell nobody."""


def sweeps(game: ChessRules) -> solve.Sweeps:
    """The kernels of the game's path."""
    return solve.FAST if game.fast else solve.GENERAL


def scratch() -> tuple[Words, Words]:
    """Fresh memory for positions and moves."""
    return np.zeros(layout.SCRATCH, np.uint64), np.empty(int(rows.MAX_MOVES), np.uint64)


def chunks(total: int) -> Iterator[tuple[np.uint64, np.uint64]]:
    """Ranges of positions, for the kernels."""
    for begin in range(0, total, CHUNK):
        yield np.uint64(begin), np.uint64(min(begin + CHUNK, total))


def survey(pieces: str, game: ChessRules) -> tuple[list[str], Words]:
    """The other materials that moves of a material lead to, and the directory with what was seen on the way."""
    seen = directory([pieces], game)
    memory, moves = scratch()
    found = np.zeros(1 + int(rows.ROW) * _FOUND, np.uint64)
    for begin, end in chunks(size(pieces, game)):
        sweeps(game).survey(begin, end, game.compiled, seen, memory, moves, found)
    states = found[1:].reshape(_FOUND, int(rows.ROW))[: int(found[0])]
    return sorted(material.ordered(game.pieces_of(state).values(), game) for state in states), seen


def build(
    pieces: str, children: list[tuple[str, Values]], seen: Words, game: ChessRules, progress: Progress = quiet
) -> Values:
    """The values of a material. `children` and `seen` are what `survey` found, with their values."""
    total = size(pieces, game)
    where = directory([pieces, *(name for name, _ in children)], game)
    for part, length in ((layout.PASSES, 1), (layout.SOURCES, 2048)):
        where[int(part) : int(part) + length] = seen[int(part) : int(part) + length]
    values = np.concatenate([np.full(total, layout.NEVER, np.uint16), *(each for _, each in children)])
    marks = np.zeros(total, np.uint8)
    memory, moves = scratch()
    kernels, tables = sweeps(game), game.compiled
    waiting = 0
    for begin, end in chunks(total):
        waiting += kernels.first(begin, end, tables, where, values, memory, moves)
        progress(pieces, int(end) // 2, total)
    level, decided = 0, 0
    while True:
        found = 0
        for begin, end in chunks(total):
            found += int(solve.mark(begin, end, np.uint64(level), where, values, marks, memory))
        decided += found
        if not found and not waiting:
            break
        level += 1
        if level > layout.MAX_PLIES:
            raise OverflowError(f"{pieces}: more than {layout.MAX_PLIES} plies to the end")
        waiting = 0
        for begin, end in chunks(total):
            waiting += kernels.settle(
                begin, end, np.uint64(level), tables, where, values, marks, memory, moves
            )  # fmt: skip
        progress(pieces, total // 2 + decided // 2, total)
    progress(pieces, total, total)
    if where[int(layout.FAULTS)]:
        raise AssertionError(f"{pieces}: moves lead to {int(where[int(layout.FAULTS)])} positions outside the tables")
    done = values[:total].copy()
    done[done >= int(layout.OPEN)] = int(layout.DRAW)
    return done


def faults(pieces: str, values: Values, children: list[tuple[str, Values]], game: ChessRules) -> int:
    """How many values of a finished table are not what the values after all moves say."""
    where: Any = directory([pieces, *(name for name, _ in children)], game)
    everything = np.concatenate([values, *(each for _, each in children)])
    memory, moves = scratch()
    return sum(
        sweeps(game).check(begin, end, game.compiled, where, everything, memory, moves)
        for begin, end in chunks(len(values))
    )
