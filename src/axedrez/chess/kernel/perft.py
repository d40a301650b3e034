"""Counting the paths of the game tree, with an explicit stack and no stored counts."""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel.generate import count_moves_inline, write_moves_inline
from axedrez.chess.kernel.layout import ALL, MAX_MOVES, ROW, U0, U1
from axedrez.chess.kernel.make import make_unhashed_inline
from axedrez.jit import allocating
from axedrez.jit_types import U64, Words


@allocating
def perft(tables: Words, root: Words, depth: U64) -> U64:
    """The number of legal paths of `depth` (`uint64`) plies from the state `root`; draws are ignored."""
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
        if arrived:
            arrived = False
            if level + U1 == depth:
                nodes += count_moves_inline(state, level * ROW, tables, moves, U0, ALL)
            else:
                next_move[level] = level * MAX_MOVES
                end[level] = write_moves_inline(state, level * ROW, tables, moves, level * MAX_MOVES, ALL)
        if next_move[level] == end[level]:
            if level == U0:
                return nodes
            level -= U1
            continue
        move = moves[next_move[level]]
        next_move[level] += U1
        make_unhashed_inline(state, level * ROW, state, (level + U1) * ROW, tables, move)
        level += U1
        arrived = True
