"""All running games at a glance, as spectators see them."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import msgspec

from axedrez.core import Side
from axedrez.match import Players
from axedrez.match.commands import SideWord
from axedrez.messages import Texts
from axedrez.server.base.kept import Kept
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.presenters import clock_view, move_view
from axedrez.server.play.views import ClockView
from axedrez.storage import GameFilter, PresenceStore, is_away, log_unreadable, present

LIVELY_MS = 2 * 3_600_000
"""Games without an event for longer are left out."""

OVER_MS = 5 * 60_000
"""How long a game is still shown after its end."""

MAX_GAMES = 100
KEPT_MS = 1000
"""How long a result is kept for everybody who asks."""


class LastMove(msgspec.Struct, frozen=True):
    """The last move; a turn that is composed of steps has no `origin` and `target`."""

    san: Texts
    origin: str
    target: str


class Glance(msgspec.Struct, frozen=True):
    """A game at a glance. `white`, `black`: whether the person of that seat is present; null: a seat of no person.

    `waiting_since`: since when the game waits for the side to move (ms since the epoch); null: not shown.
    """

    id: UUID
    rulebook: str
    names: Texts
    players: Players
    created_at: int
    plies: int
    turn: SideWord | None
    position: str
    last: LastMove | None
    clock: ClockView | None
    white: bool | None
    black: bool | None
    waiting_since: int | None
    ended_at: int | None
    result: str | None
    reason: str | None


class Glances(msgspec.Struct, frozen=True):
    """The running games, oldest first, then those that have just ended; `now` in ms."""

    now: int
    games: list[Glance]


class Overview:
    """The overview of all games of one database, computed once for all requests at about the same time."""

    def __init__(self, games: Games, presence: PresenceStore, now: Callable[[], int]) -> None:
        self._games = games
        self._presence = presence
        self._now = now
        self._kept = Kept(self._look, now, lambda: KEPT_MS)

    async def glances(self) -> Glances:
        """The overview, at most `KEPT_MS` old."""
        return await self._kept.get()

    async def _look(self) -> Glances:
        now, store = self._now(), self._games.store
        lines = await store.page(MAX_GAMES, None, GameFilter("running", since=now - LIVELY_MS))
        lines += await store.page(MAX_GAMES - len(lines), None, GameFilter("finished", since=now - OVER_MS))
        ids = [line.id for line in lines]
        seqs, attendances = await store.seqs(ids), await self._presence.attendances(ids)
        found = []
        for game_id in ids:
            try:
                found.append(await self._glance(game_id, seqs, present(attendances[game_id], now), now))
            except Exception as fault:
                if is_away(fault):
                    raise
                log_unreadable(f"game {game_id}", fault)
        return Glances(now, sorted(found, key=lambda each: (each.result is not None, each.created_at, each.id)))

    async def _glance(self, game_id: UUID, seqs: dict[UUID, int], here: frozenset[UUID], now: int) -> Glance:
        live = self._games.cached(game_id)
        if live is None or live.record.seq < seqs.get(game_id, 0):
            live = await self._games.get(game_id)
        return _glance(await self._games.as_seen_by(live, None), here, now)


def _glance(live: LiveGame, here: frozenset[UUID], now: int) -> Glance:
    header, record, players = live.header, live.record, live.record.players
    outcome = record.outcome
    last = move_view(record, len(record.moves)) if record.moves else None
    persons = [players.at(side).person for side in (Side.WHITE, Side.BLACK)]
    white, black = (person in here if person is not None else None for person in persons)
    waits = outcome is None and not live.late
    return Glance(
        header.id,
        header.rulebook,
        header.names,
        players,
        header.created_at,
        len(record.moves),
        _word(record.turn),
        record.position.text(),
        LastMove(last.san, last.origin, last.target) if last is not None else None,
        clock_view(record.clock, now, late=live.late) if record.clock is not None else None,
        white,
        black,
        record.waiting_since if waits else None,
        record.at if outcome is not None else None,
        outcome.result if outcome is not None else None,
        outcome.reason if outcome is not None else None,
    )


def _word(side: Side | None) -> SideWord | None:
    return None if side is None else "white" if side is Side.WHITE else "black"
