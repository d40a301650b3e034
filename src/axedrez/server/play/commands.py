"""Commands of clients in a game, from HTTP and from sockets."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from axedrez.match import Command, Event
from axedrez.server.access.requesters import Requester
from axedrez.server.base.latency import Latency
from axedrez.server.play.computers import Computers
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.presence import Presence


class Commands(NamedTuple):
    """Carries out the commands of clients, with what the server knows about their senders."""

    games: Games
    presence: Presence
    latency: Latency
    computers: Computers

    async def carry_out(
        self, game_id: UUID, command: Command, sender: UUID | None, requester: Requester
    ) -> tuple[list[Event], LiveGame]:
        """The events that a command of `sender` appended, on the disk, and the game after it.

        A command that was answered before gets the first answer. Raises `NotFound`, `StaleCommand` or what the rules
        refuse with; then nothing has changed.
        """
        left = await self.presence.left(self.games, game_id, command)
        lag_ms = self.latency.of(sender)
        events, live = await self.games.command(game_id, command, sender, lag_ms=lag_ms, left=left)
        self.latency.gave(sender, events)
        self.computers.acted(game_id, requester)
        return events, live
