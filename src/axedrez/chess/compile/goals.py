"""The goals that a move can reach (M-5), in the order in which they are judged."""

from __future__ import annotations

from axedrez.chess.kernel import layout
from axedrez.chess.sheet.schema import WinGoal

GOALS: dict[WinGoal, int] = {
    "capture-royal": int(layout.CAPTURE_ROYAL),
    "extinction": int(layout.EXTINCTION),
    "lose-all": int(layout.LOSE_ALL),
    "bare-royal": int(layout.BARE_ROYAL),
    "royal-reaches": int(layout.ROYAL_REACHES),
    "piece-reaches": int(layout.PIECE_REACHES),
    "checks": int(layout.CHECKS),
}
"""Their numbers in the kernel. `checkmate`, the other one, is no goal of a move: it is found where there is none."""

REASONS: dict[int, str] = {number: name.replace("-", "_") for name, number in GOALS.items()}
"""The reason of an outcome by the number of its goal."""
