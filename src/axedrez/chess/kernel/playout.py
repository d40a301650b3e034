"""Random games from a position, entirely inside the kernel."""

from __future__ import annotations

import numpy as np
from numpy import uint64

from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves_inline
from axedrez.chess.kernel.layout import (
    ALL,
    HALFMOVE,
    HASH,
    MAX_MOVES,
    MOVE_LIMIT,
    REPETITION,
    ROW,
    STM,
    U0,
    U1,
    U2,
    U3,
    U4,
    U32,
)
from axedrez.chess.kernel.make import make_inline
from axedrez.chess.kernel.rules import insufficient_material, winner_without_a_move
from axedrez.jit import allocating, inlined
from axedrez.jit_types import U64, Words

# What `playouts` returns: games by result, and the plies of all games together.
WHITE_WINS, BLACK_WINS, DRAWS, UNFINISHED, PLIES = range(5)
_MULTIPLIER, _INCREMENT = uint64(6364136223846793005), uint64(1442695040888963407)
NO_END = uint64(9)


@inlined
def end_of_game(state: Words, at: U64, tables: Words, n: U64, keys: Words, ply: U64) -> U64:
    """How the game has ended: the index of the result, or `NO_END`. `keys` are the hashes of all its positions."""
    if n == U0:
        return winner_without_a_move(tables, state[at + STM], checkers(state, at, tables) != U0)
    if insufficient_material(state, at, tables):
        return U2
    limit = tables[MOVE_LIMIT]
    if limit != U0 and state[at + HALFMOVE] >= limit:
        return U2
    repetition = tables[REPETITION]
    if repetition != U0:
        key = state[at + HASH]
        seen = U1
        back = U2
        while back <= ply and back <= state[at + HALFMOVE]:
            if keys[ply - back] == key:
                seen += U1
            back += U2
        if seen >= repetition:
            return U2
    return NO_END


@allocating
def playouts(tables: Words, root: Words, games: U64, seed: U64, max_plies: U64) -> Words:
    """Play `games` games of uniformly random moves; one longer than `max_plies` stays unfinished.

    All numbers are `uint64`. Returns five words: `WHITE_WINS` … `PLIES`. The same `seed` gives the same games.
    """
    state = np.zeros(U2 * ROW, np.uint64)  # moves leave some words of the new position alone
    moves = np.empty(MAX_MOVES, np.uint64)
    keys = np.empty(max_plies + U1, np.uint64)
    results = np.zeros(5, np.uint64)
    random = seed
    for _ in range(games):
        for i in range(ROW):
            state[i] = root[i]
        at = U0
        ply = U0
        result = U3
        while True:
            keys[ply] = state[at + HASH]
            n = write_moves_inline(state, at, tables, moves, U0, ALL)
            end = end_of_game(state, at, tables, n, keys, ply)
            if end != NO_END:
                # Winner 0 or 1 and drawn 2 are the indices of the results.
                result = end
                break
            if ply == max_plies:
                break
            random = random * _MULTIPLIER + _INCREMENT
            move = moves[((random >> U32) * n) >> U32]
            make_inline(state, at, state, ROW - at, tables, move)
            at = ROW - at
            ply += U1
        results[result] += U1
        results[U4] += ply
    return results
