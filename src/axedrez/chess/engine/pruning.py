"""Which kinds of pruning are allowed on the general path: each has an assumption that a rule sheet can contradict.

`docs/search.md` describes the assumptions.
"""

from __future__ import annotations

from typing import NamedTuple

from axedrez.chess.engine.kernel import layout
from axedrez.chess.sheet.schema import ChessSheet


class Pruning(NamedTuple):
    """The pruning that a sheet allows.

    `margins`: pruning by an evaluation that is far above or below the window. `null_move`: null move pruning, which
    assumes that some move is at least as good as passing. `exchanges`: static exchange evaluation on one square by
    piece values.
    """

    margins: bool
    null_move: bool
    exchanges: bool

    @property
    def word(self) -> int:
        """The bits of the kernel's `ALLOWED` word."""
        bits = (layout.MARGINS, layout.NULL_MOVE, layout.EXCHANGES)
        return sum(int(bit) for bit, holds in zip(bits, self, strict=True) if holds)


def allowed(sheet: ChessSheet) -> Pruning:
    """The pruning that a sheet allows."""
    losing = "lose-all" in sheet.goal.win
    racing = "royal-reaches" in sheet.goal.win and "checkmate" not in sheet.goal.win
    # One move can change any evaluation if captures are forced, or if a turn has several moves.
    steady = not losing and not sheet.capture.mandatory and sheet.turn.moves == 1
    return Pruning(
        margins=steady,
        # Not if having no move decides the game (zugzwang matters), nor in a race, where every tempo counts.
        null_move=steady and not racing and sheet.goal.stalemate == "draw",
        exchanges=not losing and not sheet.capture.explosion,
    )
