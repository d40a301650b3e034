"""The slow twin of endgame tables: the worth of positions straight from the definition, by the rules of the slow twin.

A position is won if some move leads to a lost one, in one ply more than the soonest; lost if all moves lead to won
ones, in one ply more than the latest; drawn if nothing of this ever becomes true.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tests.naive.board import WHITE
from tests.naive.variants import Position, write

Worth = tuple[str, int]
"""win, draw or loss for the side to move, and the plies to the end (0 for a draw)."""


def solve(positions: Iterable[Position]) -> dict[str, Worth]:
    """The worth of positions and of all that can arise from them, by their texts."""
    after: dict[str, list[str]] = {}
    worth: dict[str, Worth] = {}
    waiting = list(positions)
    while waiting:
        position = waiting.pop()
        text = write(position)
        if text in after or text in worth:
            continue
        ended = position.outcome()
        if ended is not None:
            worth[text] = (_for(position.turn, ended[0]), 0)
            continue
        found = [replace(position.after(move), halfmove=0, fullmove=1) for move in position.legal_moves()]
        after[text] = [write(each) for each in found]
        waiting += found
    plies = 0
    while True:
        plies += 1
        new: dict[str, Worth] = {}
        for text, moves in after.items():
            known = [worth.get(move) for move in moves]
            if ("loss", plies - 1) in known:
                new[text] = ("win", plies)
                continue
            won = [each[1] for each in known if each is not None and each[0] == "win"]
            if len(won) == len(known) and max(won) == plies - 1:
                new[text] = ("loss", plies)
        if not new:
            break
        worth |= new
        for text in new:
            del after[text]
    return worth | dict.fromkeys(after, ("draw", 0))


def _for(side: str, result: str) -> str:
    if result == "1/2-1/2":
        return "draw"
    return "win" if (result == "1-0") == (side == WHITE) else "loss"
