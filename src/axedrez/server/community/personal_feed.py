"""What concerns one person: their games, whose turn it is in them, offers and invitations; for one of their sockets.

Nothing is queued. A message says only which game or invitation has changed; it is read then, and compared with what the
socket was told. So messages that are lost between servers, or come twice, do no harm.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple
from uuid import UUID

import msgspec

from axedrez.core import AxedrezError, Side
from axedrez.core.sides import SideWord
from axedrez.match import Event, Player, TimeControl
from axedrez.match.events import Moved, Rolled
from axedrez.messages import Texts
from axedrez.server.access.authentication import Identity
from axedrez.server.base.errors import NotFound, Preparing
from axedrez.server.community.lobby import Lobby
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.pubsub import PubSub
from axedrez.storage import GameFilter, Invitation, PersonFilter, is_away, log_unreadable

BEAT_S = 5.0
LOOK_S = 30.0
"""How often everything is compared with the database: messages between servers may be lost."""
MAX_GAMES = 200
"""So many running games of a person are told of, those in which something has happened last."""
MAX_STREAMS = 8
MAX_ENDED = 1000
QUIET = (Moved, Rolled)
"""Events that concern only the player whose turn it is then."""


class GameStartFrame(msgspec.Struct, frozen=True, tag_field="type", tag="game_start"):
    """A game in which one plays `side`; also one that was running already when the stream began."""

    game: UUID
    seq: int
    side: SideWord
    rulebook: str
    names: Texts
    opponent: Player
    clock: TimeControl | None
    rated: bool


class GameEndFrame(msgspec.Struct, frozen=True, tag_field="type", tag="game_end"):
    """A game of one's own has ended; `next`: the game that goes on with the match."""

    game: UUID
    seq: int
    side: SideWord
    result: str
    reason: str
    next: UUID | None


class TurnFrame(msgspec.Struct, frozen=True, tag_field="type", tag="turn"):
    """It is one's turn as `side`, after event `seq`."""

    game: UUID
    seq: int
    side: SideWord


class OfferFrame(msgspec.Struct, frozen=True, tag_field="type", tag="offer"):
    """The opponent, `by`, has made an offer that one may accept or decline; `value` as in the view of the game."""

    game: UUID
    seq: int
    offer: str
    by: SideWord
    value: int | None


class GameMessage(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """Between servers: something has happened in a game of the person."""

    game: UUID


class InvitationMessage(msgspec.Struct, frozen=True, tag_field="type", tag="invitation"):
    """Between servers: an invitation by or to the person has changed."""

    invitation: UUID


GameFrame = GameStartFrame | GameEndFrame | TurnFrame | OfferFrame
Message = GameMessage | InvitationMessage


def publish_game(pubsub: PubSub, live: LiveGame, log: list[Event]) -> None:
    """Tell the players of a game that it has begun (`log` may be empty then), or that something has happened."""
    players = live.record.players
    if not players.persons:
        return
    whom: set[UUID | None] = set(players.persons)
    if log and len(log) < log[-1].seq and all(isinstance(event, QUIET) for event in log):
        whom = {players.at(live.record.turn).person} if live.record.turn is not None else set()
    for person in whom - {None}:
        assert person is not None
        pubsub.publish(topic(person), msgspec.json.encode(GameMessage(live.header.id)))


def publish_invitation(pubsub: PubSub, invitation: Invitation) -> None:
    """Tell who is concerned by an invitation that it has changed."""
    for person in {invitation.by, invitation.to, invitation.accepted_by} - {None}:
        assert person is not None
        pubsub.publish(topic(person), msgspec.json.encode(InvitationMessage(invitation.id)))


def topic(person: UUID) -> str:
    """The name under which the news of a person is published."""
    return f"person-{person}"


class Streams:
    """How many streams each person has open at this server."""

    def __init__(self) -> None:
        self._open: Counter[UUID] = Counter()

    @contextmanager
    def opened(self, person: UUID) -> Iterator[None]:
        """Count one. Raises AxedrezError (`too_many_streams`)."""
        if self._open[person] >= MAX_STREAMS:
            raise AxedrezError("too_many_streams", limit=MAX_STREAMS)
        self._open[person] += 1
        try:
            yield
        finally:
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person]


class _Told(NamedTuple):
    """What was told of a game: when its last event was, the last turn, the offers that stood."""

    updated_at: int
    turn: int
    offers: frozenset[tuple[str, int | None]]


class PersonalFeed:
    """The news of a person for one socket, until it is closed. What waits is told first."""

    def __init__(self, games: Games, lobby: Lobby, pubsub: PubSub, me: Identity) -> None:
        self._games = games
        self._lobby = lobby
        self._pubsub = pubsub
        self._me = me
        self._told: dict[UUID, _Told] = {}
        self._ended: OrderedDict[UUID, None] = OrderedDict()
        self._open: set[UUID] = set()
        self._changed: OrderedDict[Message, None] = OrderedDict()
        self._doubt = True
        self._news = asyncio.Event()

    @contextmanager
    def subscribed(self) -> Iterator[None]:
        """Collect messages until the end of the block."""
        with self._pubsub.subscribed(topic(self._me.person), self._receive):
            yield

    async def frames(self) -> AsyncIterator[GameFrame | Invitation | None]:
        """What to send, without end: frames, invitations that are to be shown, and None for a heartbeat.

        The first heartbeat follows all that waits.
        """
        loop = asyncio.get_running_loop()
        looked, is_first = 0.0, True
        while True:
            self._news.clear()
            if self._doubt or loop.time() - looked >= LOOK_S:
                self._doubt, looked = False, loop.time()
                async for news in self._everything():
                    yield news
            while self._changed:
                message, _ = self._changed.popitem(last=False)
                if isinstance(message, GameMessage):
                    for frame in await self._of_game(message.game):
                        yield frame
                elif (found := await self._of_invitation(message.invitation)) is not None:
                    yield found
            if not is_first:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), BEAT_S)
                    continue
            is_first = False
            yield None

    async def _everything(self) -> AsyncIterator[GameFrame | Invitation]:
        """Compare all that goes on with what was told."""
        wanted = GameFilter("running", mine=PersonFilter(self._me.person, seated=True))
        running = await self._games.store.page(MAX_GAMES, None, wanted)
        for game in [*self._told.keys() - {each.id for each in running}]:
            for frame in await self._of_game(game):
                yield frame
        for line in running:
            told = self._told.get(line.id)
            if told is None or told.updated_at != line.updated_at:
                for frame in await self._of_game(line.id):
                    yield frame
        waiting = {each.id: each for each in await self._lobby.addressed(self._me)}
        for each in reversed(waiting.values()):
            if each.id not in self._open:
                self._open.add(each.id)
                yield each
        for gone in self._open - waiting.keys():
            if (found := await self._of_invitation(gone)) is not None:
                yield found

    async def _of_game(self, game_id: UUID) -> list[GameFrame]:
        """What is new in a game."""
        try:
            live = await self._games.get(game_id)
        except NotFound:
            self._told.pop(game_id, None)
            return []
        except Preparing:
            return []  # it is looked at again
        except Exception as fault:
            if is_away(fault):
                raise
            log_unreadable(f"game {game_id}", fault)  # the other games are told of all the same
            return []
        record, players = live.record, live.record.players
        sides = [side for side in (Side.WHITE, Side.BLACK) if players.at(side).person == self._me.person]
        if len(sides) != 1 or game_id in self._ended:
            return []
        mine, told, frames = sides[0], self._told.get(game_id), list[GameFrame]()
        side, other = _word(mine), _word(mine.opponent)
        if told is None:
            told = _Told(0, -1, frozenset())
            header, setup = live.header, record.setup
            opponent = players.at(mine.opponent)
            frames.append(
                GameStartFrame(
                    game_id, record.seq, side, header.rulebook, header.names, opponent, setup.clock, setup.rated
                )
            )
        if record.outcome is not None:
            self._told.pop(game_id, None)
            self._ended[game_id] = None
            if len(self._ended) > MAX_ENDED:
                self._ended.popitem(last=False)
            outcome = record.outcome
            frames.append(GameEndFrame(game_id, record.seq, side, outcome.result, outcome.reason, live.next_id))
            return frames
        offers = frozenset((each.offer, each.value) for each in record.offers if each.by is not mine)
        frames += [OfferFrame(game_id, record.seq, offer, other, value) for offer, value in offers - told.offers]
        turn = record.seq if record.turn is mine else -1
        if turn not in (-1, told.turn):
            frames.append(TurnFrame(game_id, turn, side))
        self._told[game_id] = _Told(record.at, max(turn, told.turn), offers)
        return frames

    async def _of_invitation(self, invitation: UUID) -> Invitation | None:
        """An invitation that has changed; None for one that does not concern the person any more."""
        try:
            found = await self._lobby.find(invitation)
        except NotFound:
            self._open.discard(invitation)
            return None
        person = self._me.person
        if found.to != person:
            return found if person == found.by and not found.is_open(self._lobby.now()) else None
        if not found.is_open(self._lobby.now()):
            was_open = invitation in self._open
            self._open.discard(invitation)
            return found if was_open else None
        self._open.add(invitation)
        return found

    def _receive(self, message: bytes | None) -> None:
        # None: messages may have been lost. A message of a server of another version may be unreadable.
        try:
            self._changed[msgspec.json.decode(message or b"", type=Message)] = None
        except msgspec.DecodeError:
            self._doubt = True
        self._news.set()


def _word(side: Side) -> SideWord:
    return "white" if side is Side.WHITE else "black"
