"""Positions from which games of self-play begin besides the start: those that the network has judged most wrongly.

Locked sides, late ends and other rare positions are seldom reached from the start, and so are learned late. What a
network thinks of a position and what then came of it (the target that it learns) differ by luck, too; but where it
is wrong they differ again and again.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.tables.kernel.layout import WIDTH

SIZE = 4096
"""So many positions are kept; a new one takes the place of any."""
APART = 25
"""Of so many positions in a row, which are mostly of one game, the worst judged is looked at."""
ONE_OF = 400
"""Of so many positions one is kept."""

Rows = npt.NDArray[np.int8]


class Starts:
    """The positions (n × `WIDTH`)."""

    def __init__(self, rows: Rows | None = None) -> None:
        self.rows = np.zeros((0, WIDTH), np.int8) if rows is None else rows

    @classmethod
    def of_bytes(cls, data: bytes) -> Starts:
        """What `dump` has given. Raises `ValueError` for anything else."""
        return cls(np.frombuffer(data, np.int8).reshape(-1, WIDTH).copy())

    def dump(self) -> bytes:
        """The positions as bytes."""
        return self.rows.tobytes()

    def add(self, rows: Rows, wrong: npt.NDArray[np.float64], rng: np.random.Generator) -> None:
        """Keep the worst judged of some positions in the order of their games; `wrong`: by how many points."""
        blocks = len(rows) // APART
        if not blocks:
            return
        worst = wrong[: blocks * APART].reshape(blocks, APART).argmax(axis=1) + APART * np.arange(blocks)
        chosen = rows[worst[np.argsort(-wrong[worst], kind="stable")[: max(1, len(rows) // ONE_OF)]]]
        room = max(0, SIZE - len(self.rows))
        more, others = chosen[:room], chosen[room:]
        self.rows = np.concatenate((self.rows, more))
        self.rows[rng.choice(len(self.rows), len(others), replace=False)] = others
