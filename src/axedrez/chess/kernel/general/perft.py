"""Counting the paths of the game tree on the general path; a roll of dice is a ply of its own."""

from __future__ import annotations

import numpy as np
from numpy import uint64

from axedrez.chess.kernel.general.generate import LEGAL, count_moves, write_moves
from axedrez.chess.kernel.general.make import make, roll
from axedrez.chess.kernel.layout import DICE, FLAGS, MAX_MOVES, OVER, ROLLED, ROW, U0, U1, U4, U6
from axedrez.jit import allocating, inlined
from axedrez.jit_types import U64, Flag, Words

_ROLLS = uint64(21)


@inlined
def _is_rolled(state: Words, at: U64, tables: Words) -> Flag:
    """Whether the dice are to be rolled now."""
    return tables[FLAGS] & ROLLED != U0 and state[at + DICE] == U0 and state[at + OVER] == U0


@inlined
def _write_rolls(moves: Words, start: U64) -> U64:
    """Write the 21 rolls, as words of DICE."""
    n = start
    for high in range(U1, U6 + U1):
        for low in range(U1, high + U1):
            moves[n] = (high << U4) | low
            n += U1
    return n


@allocating
def perft(tables: Words, root: Words, depth: U64) -> U64:
    """The number of legal paths of `depth` (`uint64`) plies from the state `root`; draws are ignored, goals are not."""
    if depth == U0:
        return U1
    state = np.zeros(depth * ROW, np.uint64)  # moves leave some words of the new position alone
    moves = np.empty(depth * MAX_MOVES, np.uint64)
    next_move = np.zeros(depth, np.uint64)
    end = np.zeros(depth, np.uint64)
    for i in range(ROW):
        state[i] = root[i]
    nodes = U0
    level = U0
    arrived = True
    while True:
        at = level * ROW
        first = level * MAX_MOVES
        rolls = _is_rolled(state, at, tables)
        if arrived:
            arrived = False
            next_move[level] = first
            end[level] = first
            if level + U1 == depth:
                nodes += _ROLLS if rolls else count_moves(state, at, tables, moves, first)
            elif rolls:
                end[level] = _write_rolls(moves, first)
            else:
                end[level] = write_moves(state, at, tables, moves, first, LEGAL)
        if next_move[level] == end[level]:
            if level == U0:
                return nodes
            level -= U1
            continue
        move = moves[next_move[level]]
        next_move[level] += U1
        if rolls:
            roll(state, at, state, at + ROW, tables, move)
        else:
            make(state, at, state, at + ROW, tables, move)
        level += U1
        arrived = True
