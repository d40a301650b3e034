"""Counting the paths of the game tree, with an explicit stack and no stored counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.chess.kernel.generate import count_moves, write_moves
from axedrez.chess.kernel.jit import kernel
from axedrez.chess.kernel.layout import ALL, MAX_MOVES, ROW, U0, U1
from axedrez.chess.kernel.make import make_unhashed


@kernel
def perft(tables: Any, root: Any, depth: Any) -> Any:
    """The number of legal paths of `depth` plies from the state `root`; draws are ignored."""
    if depth == U0:
        return U1
    state = np.empty((depth + U1) * ROW, np.uint64)
    moves = np.empty(depth * MAX_MOVES, np.uint64)
    next_move = np.zeros(depth + U1, np.uint64)
    end = np.zeros(depth + U1, np.uint64)
    for i in range(ROW):
        state[i] = root[i]
    if depth == U1:
        return count_moves(state, U0, tables, moves, U0, ALL)
    nodes = U0
    level = U0
    end[U0] = write_moves(state, U0, tables, moves, U0, ALL)
    while True:
        if next_move[level] == end[level]:
            if level == U0:
                return nodes
            level -= U1
            continue
        move = moves[next_move[level]]
        next_move[level] += U1
        child = level + U1
        make_unhashed(state, level * ROW, state, child * ROW, tables, move)
        if child + U1 == depth:
            nodes += count_moves(state, child * ROW, tables, moves, U0, ALL)
        else:
            level = child
            next_move[level] = level * MAX_MOVES
            end[level] = write_moves(state, level * ROW, tables, moves, level * MAX_MOVES, ALL)
