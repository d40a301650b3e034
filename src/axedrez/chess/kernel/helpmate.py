"""Whether a side could still mate if the other one helped it: a search through every sequence of legal moves (C-18)."""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.blockade import MEMORY, is_blocked
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import ALL, HALFMOVE, HASH, MAX_MOVES, ROW, STALEMATE, STM, U0, U1, U2
from axedrez.chess.kernel.make import make
from axedrez.chess.kernel.rules import has_mating_material, winner_without_a_move
from axedrez.jit import allocating, kernel
from axedrez.jit_types import U64, Flag, Words

NEVER, POSSIBLE, UNKNOWN = (np.uint64(n) for n in range(3))


@kernel
def _add(seen: Words, key: U64) -> Flag:
    """Whether `key` is new to `seen`, an open-addressed set of a power of two of words; 0 stands for an empty one."""
    mask = np.uint64(seen.size) - U1
    key |= U1
    place = (key >> U1) & mask
    while seen[place] != U0:
        if seen[place] == key:
            return False
        place = (place + U1) & mask
    seen[place] = key
    return True


@allocating
def search(tables: Words, queens: U64, root: Words, winner: U64, most: U64, most_looks: U64) -> U64:
    """Whether any sequence of legal moves lets `winner` mate: `NEVER`, `POSSIBLE`, or `UNKNOWN` after `most` positions.

    Only for the first `most_looks` of them is it asked whether the way is barred: that takes as long as a hundred
    positions. `queens`: the set of their types. All numbers are `uint64`; for sheets of the fast path. The ends of
    games by repetition and by the count of moves are left aside, which only makes `NEVER` rarer.
    """
    states = np.zeros((most + U1) * ROW, np.uint64)  # moves leave some words of the new position alone
    size = U2
    while size < U2 * most:
        size *= U2
    seen = np.zeros(size, np.uint64)
    moves = np.empty(MAX_MOVES, np.uint64)
    memory = np.empty(MEMORY, np.uint64)
    for i in range(ROW):
        states[i] = root[i]
    mates_only = tables[STALEMATE] == U0
    if mates_only and not has_mating_material(states, U0, tables, queens, winner):
        return NEVER
    looks = U0 if mates_only else most_looks
    if looks < most_looks and is_blocked(states, U0, tables, winner, memory):
        return NEVER
    _add(seen, root[HASH])
    count, done = U1, U0
    while done < count:
        at = done * ROW
        done += U1
        n = write_moves(states, at, tables, moves, U0, ALL)
        if n == U0:
            is_check = checkers(states, at, tables) != U0
            if winner_without_a_move(tables, states[at + STM], is_check) == winner:
                return POSSIBLE
        for i in range(n):
            to = count * ROW
            make(states, at, states, to, tables, moves[i])
            if not _add(seen, states[to + HASH]):
                continue
            if mates_only and not has_mating_material(states, to, tables, queens, winner):
                continue
            if states[to + HALFMOVE] == U0 and looks < most_looks:  # only such moves open or bar a way
                looks += U1
                if is_blocked(states, to, tables, winner, memory):
                    continue
            if count == most:
                return UNKNOWN
            count += U1
    return NEVER
