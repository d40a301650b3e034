"""Players at their sockets, many in one process: one protocol object each, no task, no rules.

When it is a player's turn, it waits for a think time and sends the next of the precomputed turns.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from axedrez.match.commands import SideWord
from bench.loading.figures import Figures
from bench.loading.lines import Key, Turn

OPENED_AT_ONCE = 64
OPEN_S = 300.0
SOON_S = 0.005


class EventHead(msgspec.Struct):
    """The needed fields of an event."""

    seq: int
    type: str


class ViewHead(msgspec.Struct):
    """The needed fields of a view."""

    seq: int


class Reason(msgspec.Struct):
    """Why something was refused."""

    reason: str


class EventsFrame(msgspec.Struct, tag_field="type", tag="events"):
    """New events."""

    events: list[EventHead]


class ViewFrame(msgspec.Struct, tag_field="type", tag="view"):
    """The game on opening."""

    view: ViewHead


class MoveHead(msgspec.Struct):
    """The needed fields of a move in an update."""

    ply: int


class UpdateFrame(msgspec.Struct, tag_field="type", tag="update"):
    """An update of the game."""

    seq: int
    moves: list[MoveHead] = []


class AckFrame(msgspec.Struct, tag_field="type", tag="ack"):
    """A move is stored."""

    seq: int


class ErrorFrame(msgspec.Struct, tag_field="type", tag="error"):
    """Something was refused."""

    error: Reason


class PingFrame(msgspec.Struct, tag_field="type", tag="ping"):
    """The server measures latency."""

    n: int


class HeartbeatFrame(msgspec.Struct, tag_field="type", tag="heartbeat"):
    """The last event's number."""

    seq: int


class PresenceFrame(msgspec.Struct, tag_field="type", tag="company"):
    """Presence at the game."""


READER = msgspec.json.Decoder(
    EventsFrame | UpdateFrame | ViewFrame | AckFrame | ErrorFrame | PingFrame | HeartbeatFrame | PresenceFrame
)


class Connection(asyncio.Protocol):
    """A WebSocket connection: `hear` is called with each text, `lost` at the end."""

    def __init__(
        self, uri: str, headers: dict[str, str], hear: Callable[[bytes], None], lost: Callable[[str], None]
    ) -> None:
        self._socket = ClientProtocol(parse_uri(uri), max_size=None)
        self._headers = headers
        self._hear = hear
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Send the handshake."""
        self._transport = transport
        request = self._socket.connect()
        request.headers.update(self._headers)
        self._socket.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Process received data."""
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Response):
                self._answered()
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(bytes(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end."""
        code = self._socket.close_rcvd.code if self._socket.close_rcvd is not None else "without a word"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"no socket: {code}"))
        self._lost(str(code))

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._socket.send_text(text)
        self._flush()

    def close(self) -> None:
        """Abort the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _answered(self) -> None:
        if self._socket.handshake_exc is not None:
            self.opened.set_exception(self._socket.handshake_exc)
        else:
            self.opened.set_result(None)

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._socket.data_to_send():
            if data:
                self._transport.write(data)


class Players:
    """All players: whether they play now, their mean think time (`think_s`), and the current figures."""

    def __init__(self) -> None:
        self.think_s = 1.0
        self.figures = Figures()
        self.rng = random.Random(0)
        self._plays = False
        self._waiting: list[Callable[[], None]] = []

    def play(self, think_s: float) -> None:
        """Start or resume."""
        self.think_s, self._plays = think_s, True
        waiting, self._waiting = self._waiting, []
        for move in waiting:
            self.later(self.rng.uniform(0, think_s), move)

    def pause(self) -> None:
        """Hold back all moves that are due."""
        self._plays = False

    def think(self, move: Callable[[], None]) -> None:
        """Schedule `move` after a random think time."""
        self.later(self.rng.uniform(0.5, 1.5) * self.think_s, move)

    def later(self, pause_s: float, move: Callable[[], None]) -> None:
        """Schedule `move` after a delay; it is held back while paused."""
        asyncio.get_running_loop().call_later(pause_s, self._now, move)

    def _now(self, move: Callable[[], None]) -> None:
        if self._plays:
            move()
        else:
            self._waiting.append(move)


class Board:
    """A game as its players see it: all its turns, of which the first `begun` are stored, and the sent moves."""

    def __init__(self, key: Key, turns: list[Turn], begun: int) -> None:
        self.key = key
        self.turns = turns
        self.begun = begun
        self.sent: dict[int, tuple[float, Figures]] = {}
        self.acked: dict[int, int] = {}
        """By ply, the acknowledged number of the last event."""


class Seat:
    """A player of a game, with its own connection."""

    def __init__(
        self, players: Players, board: Board, side: SideWord, address: str, headers: dict[str, str], seq: int
    ) -> None:
        self._players = players
        self._board = board
        self._side = side
        self._headers = headers
        self._address = address
        self._seq = seq
        self._ply = board.begun
        self._considered = -1
        self._pending: int | None = None
        self._connection: Connection | None = None
        self._leaving = False
        self._ready = asyncio.Event()

    async def connect(self, frames: str) -> None:
        """Connect; `frames`: `updates` as the page has them, whole `views`, or `events`.

        Raises OSError, also if the handshake is refused.
        """
        host, _, port = self._address.partition(":")
        query = "protocol=2" if frames == "updates" else f"frames={frames}"
        path = f"/api/games/{self._board.key.id}/socket?{query}&after={self._seq}&lang=en"
        uri = f"ws://{self._address}{path}"
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(
            lambda: Connection(uri, self._headers, self._hear, self._lost), host, int(port)
        )
        self._connection = connection
        await asyncio.wait_for(connection.opened, OPEN_S)
        await asyncio.wait_for(self._ready.wait(), OPEN_S)
        self._consider()

    def leave(self) -> None:
        """Hang up."""
        self._leaving = True
        if self._connection is not None:
            self._connection.close()

    def _lost(self, code: str) -> None:
        if not self._leaving:
            self._players.figures.failed[f"closed {code}"] += 1

    def _hear(self, text: bytes) -> None:
        now = time.perf_counter()
        self._players.figures.bytes += len(text)
        frame = READER.decode(text)
        if isinstance(frame, EventsFrame):
            for event in frame.events:
                self._take(event, now)
            self._consider()
        elif isinstance(frame, UpdateFrame):
            self._seq = frame.seq
            for move in frame.moves:
                if move.ply > self._ply:
                    self._played(now)
            self._consider()
        elif isinstance(frame, AckFrame):
            self._confirm(frame.seq, now)
        elif isinstance(frame, PingFrame):
            self._send(b'{"type":"pong","n":%d}' % frame.n)
        elif isinstance(frame, ViewFrame):
            self._seq = frame.view.seq
            self._ready.set()
        elif isinstance(frame, HeartbeatFrame):
            self._ready.set()
        elif isinstance(frame, ErrorFrame):
            self._refused(frame.error.reason)

    def _take(self, event: EventHead, now: float) -> None:
        if event.seq <= self._seq:
            return
        self._seq = event.seq
        if event.type == "moved":
            self._played(now)

    def _played(self, now: float) -> None:
        ply, self._ply = self._ply, self._ply + 1
        if self._board.turns[ply].side != self._side and ply in self._board.sent:
            at, figures = self._board.sent[ply]
            figures.heard.append(now - at)

    def _confirm(self, seq: int, now: float) -> None:
        if self._pending is None:
            self._players.figures.failed["unasked"] += 1
            return
        at, figures = self._board.sent[self._pending]
        figures.acked.append(now - at)
        self._board.acked[self._pending] = seq
        self._pending = None

    def _refused(self, reason: str) -> None:
        if reason == "stale" and self._pending is not None:
            # The servers wrote their heartbeat too late, took that for an outage and credited its time: an extra event.
            self._players.figures.repeated += 1
            self._pending = None
            self._players.later(SOON_S, self._move)
        else:
            self._players.figures.failed[reason] += 1

    def _consider(self) -> None:
        mine = self._ply < len(self._board.turns) and self._board.turns[self._ply].side == self._side
        if mine and self._considered != self._ply:
            self._considered = self._ply
            self._players.think(self._move)

    def _move(self) -> None:
        if self._pending is not None:  # the previous move of this player is not acknowledged yet
            self._players.later(SOON_S, self._move)
            return
        self._pending = ply = self._ply
        command = b'{"type":"command","command":{"type":"move","id":"%s","expected_seq":%d,"move":%s}}'
        move = msgspec.json.encode(self._board.turns[ply].move)
        text = command % (str(uuid4()).encode(), self._seq, move)
        self._board.sent[ply] = (time.perf_counter(), self._players.figures)
        self._send(text)

    def _send(self, text: bytes) -> None:
        if self._connection is not None and not self._leaving:
            self._connection.send(text)


def address_of(number: int) -> str:
    """A private network address for a player."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def connect_all(seats: list[Seat], frames: str) -> None:
    """Connect all players, a few at a time."""
    few = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(seat: Seat) -> None:
        async with few:
            await seat.connect(frames)

    await asyncio.gather(*(one(seat) for seat in seats))
