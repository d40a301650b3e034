"""A game in memory, and the time of the servers."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid5

from axedrez.core import Side
from axedrez.match import (
    Event,
    Record,
    Seats,
    Seeds,
    Sender,
)
from axedrez.server.play.presenters import game_view
from axedrez.server.play.updates import GameUpdate, game_update
from axedrez.server.play.views import GameView
from axedrez.storage import (
    GameHeader,
    SharedClock,
)

CLOCK = SharedClock()
"""The time of this server, which `Outages` keeps in step with other servers."""


def now_ms() -> int:
    """Milliseconds since the epoch, as all servers of the database count them."""
    return CLOCK.now()


def seeds_of(header: GameHeader) -> Seeds | None:
    """The source of a game's dice; None for a game without."""
    return Seeds(str(header.id), bytes.fromhex(header.server_seed)) if header.server_seed is not None else None


class LiveGame(NamedTuple):
    """A game in memory: its header and its record. `late`: the delayed state that spectators see."""

    header: GameHeader
    record: Record
    late: bool = False

    @property
    def seeds(self) -> Seeds | None:
        """The source of the dice, which is passed to `decide` and nowhere else."""
        return seeds_of(self.header)

    @property
    def next_id(self) -> UUID | None:
        """The id of the next game of the match, if there is one to be played."""
        if self.record.next_progress is None:
            return None
        return self.header.next or uuid5(self.header.id, "next")  # a game of an old server

    def view(self) -> GameView:
        """The game as it stands now."""
        return game_view(self.header, self.record, now_ms(), self.next_id, late=self.late)

    def update(self, log: list[Event], seats: Seats) -> GameUpdate:
        """What its last events `log` have changed, for the holder of these `seats` (as they were before the events)."""
        record = self.record
        mover = record.position.turn
        seat = mover.opponent if record.swapped and mover is not Side.CHANCE else mover
        return game_update(record, log, now_ms(), self.next_id, late=self.late, steps=seat in seats)

    def is_delayed_for(self, who: Sender) -> bool:
        """Whether a person is a spectator who sees the moves with a delay."""
        record = self.record
        if not record.setup.delay or record.outcome is not None or who == "computer":
            return False
        return bool(record.players.persons) and who not in record.players.persons

    def after(self, log: list[Event]) -> LiveGame:
        """The game after further events. This one does not change: others may be reading it."""
        record = self.record.copy()
        record.extend(log)
        return LiveGame(self.header, record, self.late)
