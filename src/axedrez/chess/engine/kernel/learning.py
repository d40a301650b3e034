"""What a search keeps of a position that it has finished: histories of its moves, its score, its correction."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from axedrez.chess.engine.kernel.corrections import update_correction
from axedrez.chess.engine.kernel.hash_table import store
from axedrez.chess.engine.kernel.history import (
    bonus_at,
    frame_of,
    store_killer,
    update_capture_history,
    update_quiet_history,
)
from axedrez.chess.engine.kernel.layout import EVALUATION, FRAME, LIST, MADE, MOVES, PLAIN, STATES
from axedrez.chess.kernel.layout import ROW, STM, TURN, U0, U1
from axedrez.chess.kernel.paths import kernel_of
from axedrez.jit import inlined
from axedrez.jit_types import I64, U64, Flag, Numbers, Words


class Learning(NamedTuple):
    """The functions of one path.

    `update_histories(memory, numbers, tables, ply, depth, last, worst)`: the move number `last` has refuted the one
    before: it counts more from now on, those before it less, but no quiet moves from number `worst` on.

    `keep_result(memory, numbers, tables, ply, depth, alpha, beta, score, move, in_check)`: put the score of a search
    between `alpha` and `beta` into the table, with the move that raised alpha (0: none did), and learn from it how far
    the evaluation was from it.
    """

    update_histories: Callable[[Words, Numbers, Words, U64, I64, U64, U64], None]
    keep_result: Callable[[Words, Numbers, Words, U64, I64, I64, I64, I64, U64, Flag], None]


def build(path: ModuleType) -> Learning:
    """The functions for a path (`paths`)."""
    general: bool = path.GENERAL

    @kernel_of(path)
    def update_histories(
        memory: Words, numbers: Numbers, tables: Words, ply: U64, depth: I64, last: U64, worst: U64
    ) -> None:
        at = STATES + ply * ROW
        side = memory[at + STM]
        frame = frame_of(ply)
        moves = MOVES + ply * LIST
        bonus = bonus_at(depth)
        chosen = memory[moves + last]
        quiet = path.is_quiet(memory, at, tables, chosen)
        if quiet:
            store_killer(memory, ply, chosen, memory[frame - FRAME + MADE])
        for i in range(last + U1):
            move = memory[moves + i]
            kind = path.mover(memory, at, tables, move)
            change = bonus if i == last else -bonus
            if not path.is_quiet(memory, at, tables, move):
                update_capture_history(numbers, kind, move, path.victim(memory, at, tables, move), change)
            elif quiet and kind != U0 and (i == last or i < worst):
                update_quiet_history(memory, numbers, tables, frame, side, kind, move, change)

    @inlined
    def keep_result(
        memory: Words,
        numbers: Numbers,
        tables: Words,
        ply: U64,
        depth: I64,
        alpha: I64,
        beta: I64,
        score: I64,
        move: U64,
        in_check: Flag,
    ) -> None:
        at = STATES + ply * ROW
        comparable = memory[PLAIN] == U0 and not in_check
        if general:  # in a turn of several moves a position is also seen in the middle of the turn
            comparable = comparable and tables[TURN] == U1
        if comparable and (move == U0 or path.is_quiet(memory, at, tables, move)):
            update_correction(memory, at, tables, depth, numbers[frame_of(ply) + EVALUATION], score, alpha, beta)
        store(memory, at, ply, depth, beta, score, move)

    return Learning(update_histories, keep_result)
