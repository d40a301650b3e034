"""Mates proved by trying everything: every attack, every defence, nothing judged and nothing left out.

It shares the rules with the search and nothing else. What was found of a position is remembered, by the moves left.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numpy import uint64

from axedrez.chess.kernel.layout import ALL, HASH, MAX_MOVES, ROW, STALEMATE, STM, U0, U1, U2
from axedrez.chess.kernel.rules import winner_without_a_move
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove

REMEMBERED = 1 << 22
_LABEL = uint64(31)  # the low bits of an entry: moves that were left × 2, and whether they sufficed
_SPREAD = uint64(0x9E3779B97F4A7C15)
_NO, _YES, _UNKNOWN = uint64(0), uint64(1), uint64(2)


def _build(write_moves: Any, make: Any, checkers: Any, want: np.uint64) -> Any:
    """The prover of one path of the kernel."""

    @numba.njit(nogil=True, error_model="numpy")
    def lost(tables: Any, root: Any, left: Any, memory: Any, most: Any) -> Any:
        """Whether the side to move loses within `left` more moves of the other side; `_UNKNOWN` after `most` nodes."""
        levels = left + left + U2
        state = np.empty(levels * ROW, np.uint64)
        moves = np.empty(levels * MAX_MOVES, np.uint64)
        following = np.zeros(levels, np.uint64)
        end = np.zeros(levels, np.uint64)
        strong = np.zeros(levels, np.uint64)  # what decided a node of this level last
        mask = uint64(len(memory)) - U1
        for i in range(ROW):
            state[i] = root[i]
        attacker = U1 - root[STM]
        harmless = tables[STALEMATE] != U1  # a last move without check does not win
        level = U0
        nodes = U0
        arrived = True
        value = False
        while True:
            at = level * ROW
            defends = level & U1 == U0
            remain = left - (level >> U1)
            decided = False
            place = ((state[at + HASH] * _SPREAD) >> uint64(20)) + remain & mask
            if arrived:
                arrived = False
                nodes += U1
                if nodes > most:
                    return _UNKNOWN
                entry = memory[place]
                known = (entry ^ state[at + HASH]) & ~_LABEL == U0 and (entry & _LABEL) >> U1 == remain
                if known and not defends:
                    value = entry & U1 != U0
                    decided = True
                if not decided:
                    first = level * MAX_MOVES
                    following[level] = first
                    end[level] = write_moves(state, at, tables, moves, first, want)
                    if end[level] == first:
                        in_check = checkers(state, at, tables) != U0
                        value = winner_without_a_move(tables, state[at + STM], in_check) == attacker
                        decided = True
                    elif defends and remain == U0:
                        value = False
                        decided = True
                    else:
                        for i in range(first, end[level]):
                            if moves[i] == strong[level]:
                                moves[i] = moves[first]
                                moves[first] = strong[level]
            elif value != defends:
                # A winning attack, or a defence that holds.
                strong[level] = moves[following[level] - U1]
                decided = True
            if not decided and following[level] == end[level]:
                value = defends
                decided = True
            if decided:
                if not defends:
                    label = (remain << U1) | (U1 if value else U0)
                    memory[place] = (state[at + HASH] & ~_LABEL) | label
                if level == U0:
                    return _YES if value else _NO
                level -= U1
                continue
            move = moves[following[level]]
            following[level] += U1
            make(state, at, state, at + ROW, tables, move)
            if not defends and remain == U1 and harmless and checkers(state, at + ROW, tables) == U0:
                value = False
                continue
            level += U1
            arrived = True

    return lost


@cache
def _prover(fast: bool) -> Any:
    if fast:
        from axedrez.chess.kernel.attacks import checkers
        from axedrez.chess.kernel.generate import write_moves
        from axedrez.chess.kernel.make import make

        return _build(write_moves, make, checkers, ALL)
    from axedrez.chess.kernel.general.generate import LEGAL
    from axedrez.chess.kernel.general.generate import write_moves as write_general
    from axedrez.chess.kernel.general.make import make as make_general
    from axedrez.chess.kernel.general.reach import checkers as general_checkers

    return _build(write_general, make_general, general_checkers, LEGAL)


class Unproved(Exception):
    """The proof would take more nodes than are allowed."""


class Prover:
    """Proves mates in positions of a game whose one goal is checkmate and whose turns are single moves."""

    def __init__(self, game: ChessGame) -> None:
        sheet = game.sheet
        if sheet.goal.win != ("checkmate",) or sheet.turn.moves != 1 or sheet.dice.mode != "none":
            raise ValueError(f"no proofs in {game.name}")
        self._game = game
        self._lost = _prover(game.fast)
        self._memory: npt.NDArray[np.uint64] = np.zeros(REMEMBERED, np.uint64)

    def first_moves(self, position: ChessPosition, moves: int, most: int) -> tuple[ChessMove, ...]:
        """The moves that force mate within so many moves. Raises `Unproved` where one needs more than `most` nodes."""
        found = []
        for move in position.legal_moves():
            state = position.play_unchecked(move).raw
            answer = self._lost(self._game.compiled, state, uint64(moves - 1), self._memory, uint64(most))
            if answer == _UNKNOWN:
                raise Unproved
            if answer == _YES:
                found.append(move)
        return tuple(found)

    def shortest(self, position: ChessPosition, longest: int, most: int) -> tuple[int, tuple[ChessMove, ...]]:
        """In how many moves mate can be forced (0: not in `longest`), and by which first moves."""
        for moves in range(1, longest + 1):
            if found := self.first_moves(position, moves, most):
                return moves, found
        return 0, ()
