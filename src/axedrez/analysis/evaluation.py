"""Evaluations: the position, the search effort, and the best lines."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from axedrez.core import Game

NODES = 100_000
"""The usual effort for a position of a game."""


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """The limits for each position of a game.

    Where positions are searched: nodes, plies, milliseconds (0: no limit). Where they are judged in points: `ply`, so
    many rolls ahead (None: as is usual in the game). Without a time limit the same position gives the same evaluation
    everywhere.
    """

    nodes: int = NODES
    depth: int = 0
    time_ms: int = 0
    ply: int | None = None


SINGLE = Effort(nodes=50_000)
"""The usual effort for a single position: a hint, a threat, an analysis board."""


class Question(msgspec.Struct, frozen=True):
    """A position to evaluate: its text, the hashes of earlier positions that may recur, and the only move to search.

    `move` is None for all moves.
    """

    position: str
    keys: tuple[int, ...]
    move: str | None = None

    def key(self, game: Game, effort: Effort) -> str:
        """A hash that is equal for questions with the same answer."""
        return hashlib.sha256(msgspec.json.encode((game.hash, self, effort))).hexdigest()


class Line(msgspec.Struct, frozen=True):
    """Moves and their score for the player who begins.

    `cp`: centipawns, or `mate`: moves to mate; `expected`: the result from 0 to 1.
    """

    moves: tuple[str, ...]
    cp: int | None
    mate: int | None
    expected: float


class Certainty(msgspec.Struct, frozen=True):
    """What endgame tables say for certain, for the player to move.

    `source`: `tables` for our own, `syzygy` for Syzygy's. `plies`: moves of both sides to the end, or with Syzygy to
    the next capture or pawn move; None for a draw.
    """

    source: Literal["tables", "syzygy"]
    outcome: Literal["win", "draw", "loss"]
    plies: int | None


class Evaluation(msgspec.Struct, frozen=True):
    """The best lines of a position, best first, with the depth reached and the nodes searched.

    `certain` is what endgame tables say of it, None without any.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    certain: Certainty | None = None
