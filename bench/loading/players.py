"""Players at their sockets, many in one process: one protocol object each, no task, no rules.

A player who hears that it is their turn thinks for a while, and sends the next of the turns that were made beforehand.
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
from loading.figures import Figures
from loading.lines import Key, Turn

OPENED_AT_ONCE = 64
OPEN_S = 300.0
SOON_S = 0.005


class Seen(msgspec.Struct):
    """What of an event matters here."""

    seq: int
    type: str


class Shown(msgspec.Struct):
    """What of a view matters here."""

    seq: int


class Reason(msgspec.Struct):
    """Why something was refused."""

    reason: str


class EventsFrame(msgspec.Struct, tag_field="type", tag="events"):
    """What has happened."""

    events: list[Seen]


class ViewFrame(msgspec.Struct, tag_field="type", tag="view"):
    """The game on opening."""

    view: Shown


class Shift(msgspec.Struct):
    """What of a move in an update matters here."""

    ply: int


class UpdateFrame(msgspec.Struct, tag_field="type", tag="update"):
    """What is new."""

    seq: int
    moves: list[Shift] = []


class AckFrame(msgspec.Struct, tag_field="type", tag="ack"):
    """A move is on the disk."""

    seq: int


class ErrorFrame(msgspec.Struct, tag_field="type", tag="error"):
    """Something was refused."""

    error: Reason


class PingFrame(msgspec.Struct, tag_field="type", tag="ping"):
    """The server measures the line."""

    n: int


class HeartbeatFrame(msgspec.Struct, tag_field="type", tag="heartbeat"):
    """The last event's number."""

    seq: int


class CompanyFrame(msgspec.Struct, tag_field="type", tag="company"):
    """Who is there."""


READER = msgspec.json.Decoder(
    EventsFrame | UpdateFrame | ViewFrame | AckFrame | ErrorFrame | PingFrame | HeartbeatFrame | CompanyFrame
)


class Line(asyncio.Protocol):
    """A socket, from the handshake on: each text is given to `hear`, the end to `lost`."""

    def __init__(self, uri: str, headers: dict[str, str], hear: Callable[[bytes], None], lost: Callable[[str], None]):
        self._socket = ClientProtocol(parse_uri(uri), max_size=None)
        self._headers = headers
        self._hear = hear
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self._transport = transport
        request = self._socket.connect()
        request.headers.update(self._headers)
        self._socket.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Response):
                self._answered()
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(bytes(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it is over."""
        code = self._socket.close_rcvd.code if self._socket.close_rcvd is not None else "without a word"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"no socket: {code}"))
        self._lost(str(code))

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._socket.send_text(text)
        self._flush()

    def close(self) -> None:
        """Hang up."""
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


class Hall:
    """All players: whether they play now, how long they think (`think_s`, on average), and what is being measured."""

    def __init__(self) -> None:
        self.think_s = 1.0
        self.figures = Figures()
        self.lots = random.Random(0)
        self._plays = False
        self._waiting: list[Callable[[], None]] = []

    def play(self, think_s: float) -> None:
        """Begin, or go on."""
        self.think_s, self._plays = think_s, True
        waiting, self._waiting = self._waiting, []
        for move in waiting:
            self.later(self.lots.uniform(0, think_s), move)

    def pause(self) -> None:
        """Whoever is about to move waits."""
        self._plays = False

    def think(self, move: Callable[[], None]) -> None:
        """Let `move` be made after a while."""
        self.later(self.lots.uniform(0.5, 1.5) * self.think_s, move)

    def later(self, pause_s: float, move: Callable[[], None]) -> None:
        """Let `move` be made after a pause, if there is play then."""
        asyncio.get_running_loop().call_later(pause_s, self._now, move)

    def _now(self, move: Callable[[], None]) -> None:
        if self._plays:
            move()
        else:
            self._waiting.append(move)


class Board:
    """A game as its players see it: all its turns, of which `begun` had been made, and the moves that were sent."""

    def __init__(self, key: Key, turns: list[Turn], begun: int) -> None:
        self.key = key
        self.turns = turns
        self.begun = begun
        self.sent: dict[int, tuple[float, Figures]] = {}
        self.acked: dict[int, int] = {}
        """The last event that followed from each turn, by the word of the server."""


class Seat:
    """A player at a board, with a line of their own."""

    def __init__(self, hall: Hall, board: Board, side: SideWord, address: str, headers: dict[str, str], seq: int):
        self._hall = hall
        self._board = board
        self._side = side
        self._headers = headers
        self._address = address
        self._seq = seq
        self._ply = board.begun
        self._thought_of = -1
        self._asked: int | None = None
        self._line: Line | None = None
        self._leaving = False
        self._seated = asyncio.Event()

    async def sit_down(self, frames: str) -> None:
        """Open the line; `frames`: `updates` as the page has them, whole `views`, or `events`.

        Raises OSError and what is refused.
        """
        host, _, port = self._address.partition(":")
        asked = "protocol=2" if frames == "updates" else f"frames={frames}"
        path = f"/api/games/{self._board.key.id}/socket?{asked}&after={self._seq}&lang=en"
        uri = f"ws://{self._address}{path}"
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(
            lambda: Line(uri, self._headers, self._hear, self._lost), host, int(port)
        )
        self._line = line
        await asyncio.wait_for(line.opened, OPEN_S)
        await asyncio.wait_for(self._seated.wait(), OPEN_S)
        self._consider()

    def leave(self) -> None:
        """Hang up."""
        self._leaving = True
        if self._line is not None:
            self._line.close()

    def _lost(self, code: str) -> None:
        if not self._leaving:
            self._hall.figures.failed[f"closed {code}"] += 1

    def _hear(self, text: bytes) -> None:
        now = time.perf_counter()
        self._hall.figures.bytes += len(text)
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
            self._seated.set()
        elif isinstance(frame, HeartbeatFrame):
            self._seated.set()
        elif isinstance(frame, ErrorFrame):
            self._refused(frame.error.reason)

    def _take(self, event: Seen, now: float) -> None:
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
        if self._asked is None:
            self._hall.figures.failed["unasked"] += 1
            return
        at, figures = self._board.sent[self._asked]
        figures.acked.append(now - at)
        self._board.acked[self._asked] = seq
        self._asked = None

    def _refused(self, reason: str) -> None:
        if reason == "stale" and self._asked is not None:
            # The servers were too slow to beat, took that for an outage and gave its time back: an event of its own.
            self._hall.figures.repeated += 1
            self._asked = None
            self._hall.later(SOON_S, self._move)
        else:
            self._hall.figures.failed[reason] += 1

    def _consider(self) -> None:
        mine = self._ply < len(self._board.turns) and self._board.turns[self._ply].side == self._side
        if mine and self._thought_of != self._ply:
            self._thought_of = self._ply
            self._hall.think(self._move)

    def _move(self) -> None:
        if self._asked is not None:  # the move before is the same player's, or an answer has not come yet
            self._hall.later(SOON_S, self._move)
            return
        self._asked = ply = self._ply
        command = b'{"type":"command","command":{"type":"move","id":"%s","expected_seq":%d,"move":%s}}'
        move = msgspec.json.encode(self._board.turns[ply].move)
        text = command % (str(uuid4()).encode(), self._seq, move)
        self._board.sent[ply] = (time.perf_counter(), self._hall.figures)
        self._send(text)

    def _send(self, text: bytes) -> None:
        if self._line is not None and not self._leaving:
            self._line.send(text)


def address_of(number: int) -> str:
    """An address of the home of a player, one of a private network."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def all_sit_down(seats: list[Seat], frames: str) -> None:
    """Open all lines, a few at once."""
    few = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(seat: Seat) -> None:
        async with few:
            await seat.sit_down(frames)

    await asyncio.gather(*(one(seat) for seat in seats))
