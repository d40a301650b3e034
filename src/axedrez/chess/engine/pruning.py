"""Which pruning a search may do on the general path: each kind rests on something that a rule sheet can contradict.

`docs/search.md` says what each of them rests on.
"""

from __future__ import annotations

from typing import NamedTuple

from axedrez.chess.engine.kernel import layout
from axedrez.chess.sheet.schema import ChessSheet


class Pruning(NamedTuple):
    """The pruning that a sheet allows.

    `margins`: to take an evaluation at its word that is far above or below what is asked for. `null_move`: to let the
    player pass, and to believe that a move would have been worth no less. `exchanges`: to reckon an exchange on one
    square by the values of what takes and is taken.
    """

    margins: bool
    null_move: bool
    exchanges: bool

    @property
    def word(self) -> int:
        """What the kernel reads, `ALLOWED`."""
        bits = (layout.MARGINS, layout.NULL_MOVE, layout.EXCHANGES)
        return sum(int(bit) for bit, holds in zip(bits, self, strict=True) if holds)


def allowed(sheet: ChessSheet) -> Pruning:
    """The pruning that a sheet allows."""
    losing = "lose-all" in sheet.goal.win
    racing = "royal-reaches" in sheet.goal.win and "checkmate" not in sheet.goal.win
    # One move more changes everything where captures are forced, and there are more to come in a turn of several.
    steady = not losing and not sheet.capture.mandatory and sheet.turn.moves == 1
    return Pruning(
        margins=steady,
        # To have no move must be no loss to fear and no win to hope for; in a mere race all hangs on who has to move.
        null_move=steady and not racing and sheet.goal.stalemate == "draw",
        exchanges=not losing and not sheet.capture.explosion,
    )
