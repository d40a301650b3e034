"""What is known for certain of positions with little material: by our own tables, or by Syzygy's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from axedrez.chess.endgames import tables
from axedrez.chess.endgames.directory import size
from axedrez.chess.engine import syzygy
from axedrez.chess.kernel import layout as rows
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.endgames import Verdict
from axedrez.core.errors import AxedrezError

Use = Literal["off", "stored", "build"]
"""Which of our own tables are asked: none, those on disk, or also those that are quickly built."""
Source = Literal["tables", "syzygy"]

SYZYGY, USE = "AXEDREZ_SYZYGY", "AXEDREZ_ENDGAMES"
"""By these names in the environment: the folder with Syzygy tables, and a `Use`."""
_QUICKLY_BUILT = 1 << 20
"""Values of a table that is built when it is asked for: three pieces on 64 squares, a second."""
_MAX_PIECES = 7
"""No table that is asked here has more."""
_HALFMOVE = int(rows.HALFMOVE)


class KnownValue(NamedTuple):
    """A position under best play, for the player to move.

    `plies`: moves of both sides to the end, None for a draw and where the source does not count them. `zeroing`: plies
    to the next capture or pawn move, None where the source does not count those. `best`: the moves to choose among.
    `ranked`: all moves, best first, with what they lead to; empty where the source counts no plies.
    """

    outcome: Verdict
    plies: int | None
    zeroing: int | None
    best: tuple[ChessMove, ...]
    ranked: tuple[tables.RankedMove, ...]
    source: Source


class Knowledge(NamedTuple):
    """What is known of a position, and our own tables of what its pieces may come down to; None for nothing."""

    here: KnownValue | None
    below: tables.Loaded | None


class Endgames(NamedTuple):
    """Where to look: a folder with Syzygy tables, if there is one, and which of our own tables."""

    syzygy: Path | None = None
    use: Use = "stored"

    @classmethod
    def of_environment(cls) -> Endgames:
        """As the environment says. Raises `AxedrezError` for another `Use`."""
        use = os.environ.get(USE) or "stored"
        if use not in get_args(Use):
            raise AxedrezError("endgame_use", name=USE, value=use[:40], valid=", ".join(get_args(Use)))
        folder = os.environ.get(SYZYGY)
        return cls(Path(folder) if folder else None, use)  # type: ignore[arg-type]

    def ask(self, position: ChessPosition) -> Knowledge:
        """What a search of a position should know. Earlier positions do not count, the move limit does.

        Raises `AxedrezError` for a folder that cannot be read.
        """
        return Knowledge(self._look(position), self._within(position))

    def _look(self, position: ChessPosition) -> KnownValue | None:
        pieces = int(position.raw[0] | position.raw[1]).bit_count()
        if pieces > _MAX_PIECES or not position.legal_moves():
            return None
        found = self._own(position) if self.use != "off" else None
        if found is None and self.syzygy is not None and (told := syzygy.probe(position, self.syzygy)) is not None:
            zeroing = told.zeroing if told.outcome != "draw" else None
            found = KnownValue(told.outcome, None, zeroing, told.best, (), "syzygy")
        return found

    def line(self, position: ChessPosition, plies: int) -> list[ChessMove]:
        """Best play out of our own tables from a position that they decide; empty for any other."""
        try:
            return tables.of(position.game).line(position, plies, build=False) if self.use != "off" else []
        except AxedrezError:  # no table holds it
            return []

    def _within(self, position: ChessPosition) -> tables.Loaded | None:
        if self.use == "off":
            return None
        try:
            return tables.of(position.game).below(position)
        except AxedrezError:  # a sheet that no table holds
            return None

    def _own(self, position: ChessPosition) -> KnownValue | None:
        game = position.game
        try:
            asked = tables.of(game)
            pieces = asked.material(position)
            build = self.use == "build" and size(pieces, game) <= _QUICKLY_BUILT
            found = asked.probe(position, build)
        except AxedrezError:  # no table holds it
            return None
        if found is None or (found.plies is not None and found.plies > _plies_left(position)):
            return None
        best = tuple(move for move in found.best if isinstance(move, ChessMove))
        return KnownValue(found.outcome, found.plies, None, best, asked.ranked(position), "tables")


def _plies_left(position: ChessPosition) -> int:
    """Before the move limit of the sheet, if nothing is taken and no pawn moves."""
    limit = position.game.sheet.draws.move_limit
    return 2 * limit.moves - int(position.raw[_HALFMOVE]) if limit.mode != "off" else 1 << 30
