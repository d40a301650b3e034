"""The requests and sockets of a client."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from axedrez.client.types import Event, Game, Invitation, News, Person, Steps

PAUSE_S = 0.5
REQUEST_S = 30.0
LOOK_S = 1.0
SILENT_S = 20.0
"""A socket without even a heartbeat for so long is opened again."""
BUSY = (429, 502, 503, 504)
ENDED = 4401
PASSING = ("database_away", "server_ending", "preparing", "too_many_streams", "too_much")
MAX_ANSWER_BYTES = 64 * 1024 * 1024

Read = TypeVar("Read")


class Refusal(Exception):
    """The server has refused something: its sentence, a stable `reason`, and the HTTP `status`."""

    def __init__(self, reason: str, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.reason = reason
        self.status = status


class Stale(Refusal):
    """A command has come too late: something had happened before. `game`: as it stands now."""

    def __init__(self, reason: str, message: str, status: int, game: Game | None) -> None:
        super().__init__(reason, message, status)
        self.game = game


class Away(Exception):
    """The server could not be reached for longer than the client's patience."""


class Client:
    """A person at a server, known by a personal token, or with None somebody who only reads; threads may share it.

    While the server is away or busy, requests are repeated for `patience_s` (None: without end) and sockets opened
    again. `stop` ends all waiting: what waits then raises `Away`, and iterators end.
    """

    def __init__(
        self,
        server: str,
        token: str | None,
        *,
        lang: str = "en",
        patience_s: float | None = 60.0,
        stop: threading.Event | None = None,
    ) -> None:
        parts = urlsplit(server if "//" in server else f"http://{server}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not the address of a server: {server[:200]}")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.stop = stop or threading.Event()
        self._host = parts.netloc
        self._is_secure = parts.scheme == "https"
        self._lang = lang
        self._patience_s = patience_s
        self._headers = {} if token is None else {"authorization": f"Bearer {token}"}

    def me(self) -> Person:
        """Who one is."""
        return self._ask("GET", "/api/me", Person)

    def create_game(self, rulebook: str, **terms: Any) -> Game:
        """A new game by a `rulebook`'s id, at this screen or against the computer; `terms` as in `POST /api/games`."""
        return self._ask("POST", "/api/games", Game, {"id": str(uuid4()), "rulebook": rulebook, **terms})

    def game(self, game: str) -> Game:
        """A game as it stands."""
        return self._ask("GET", f"/api/games/{quote(game)}", Game)

    def command(self, game: str, kind: str, seq: int, **fields: Any) -> int:
        """Carry out a command of a `kind`, with its `fields`, after event `seq`, once; returns the last event's number.

        Raises `Stale` if something else had happened before, else `Refusal`.
        """
        command = {"id": str(uuid4()), "expected_seq": seq, "type": kind, **fields}
        answer = self.request("POST", f"/api/games/{quote(game)}/commands", command, view="false")
        return int(answer["seq"])

    def move(self, game: Game, move: str) -> int:
        """Play a move in a game as it was read; returns the number of the last event then."""
        return self.command(game.id, "move", game.seq, move=move)

    def invite(self, rulebook: str, *, to: str | None = None, **terms: Any) -> Invitation:
        """Invite a person (`to`), or whoever gets the link, to a `rulebook`; `terms` as in `POST /api/invitations`."""
        body = {"id": str(uuid4()), "rulebook": rulebook, "to": to, **terms}
        return self._ask("POST", "/api/invitations", Invitation, body)

    def invitation(self, invitation: str) -> Invitation:
        """An invitation, and the game that it has led to."""
        return self._ask("GET", f"/api/invitations/{quote(invitation)}", Invitation)

    def invitations(self) -> list[Invitation]:
        """The open invitations by and to oneself."""
        found = self.request("GET", "/api/me/invitations")
        return msgspec.convert(found["invitations"], list[Invitation])

    def accept(self, invitation: str) -> Game:
        """Accept an invitation: its game."""
        return self._ask("POST", f"/api/invitations/{quote(invitation)}/accept", Game, {})

    def decline(self, invitation: str) -> Invitation:
        """Decline an invitation to oneself, or withdraw one's own."""
        return self._ask("DELETE", f"/api/invitations/{quote(invitation)}", Invitation)

    def steps(self, game: str, prefix: Sequence[str]) -> Steps:
        """What may follow the steps of a turn in `prefix`, where turns are composed of steps."""
        query = urlencode([("prefix", each) for each in prefix])
        found = self.request("GET", f"/api/games/{quote(game)}/steps?{query}")
        return msgspec.convert(found["steps"], Steps)

    def formats(self, game: str) -> list[str]:
        """The formats in which the file of a game can be had."""
        return [str(each["format"]) for each in self.request("GET", f"/api/games/{quote(game)}/files")]

    def file(self, game: str, file_format: str) -> str:
        """The file of a game in a `file_format`, one of `formats`."""
        return self._send("GET", f"/api/games/{quote(game)}/files/{quote(file_format)}", None, {}).decode()

    def events(self) -> Iterator[News]:
        """What concerns one, as it comes; first what waits, and again after a lost connection. Ends with `stop`."""
        for frame in self._frames(lambda: "/api/me/socket"):
            if frame["type"] != "heartbeat":
                yield msgspec.convert(frame, News)

    def follow(self, game: str, seq: int = 0) -> Iterator[list[Event]]:
        """The events of a game after `seq`, as they happen, without gaps; empty lists in between tell that it is well.

        Whoever plays is present at the board meanwhile. Ends with the game, and with `stop`.
        """
        known = seq

        def path() -> str:
            return f"/api/games/{quote(game)}/socket?frames=events&after={known}"

        for frame in self._frames(path):
            if frame["type"] == "events":
                events = [each for each in msgspec.convert(frame["events"], list[Event]) if each.seq > known]
                known = max([known, *(each.seq for each in events)])
                yield events
                if any(each.type == "ended" for each in events):
                    return
            elif frame["type"] == "heartbeat":
                yield []

    def request(self, method: str, path: str, body: dict[str, Any] | None = None, **query: str) -> Any:
        """The answer to any other request: its `method`, path, `body` and `query`.

        What it changes must bear an id: it may be sent more than once.
        """
        answer = self._send(method, path, body, query)
        return json.loads(answer) if answer else None

    def _ask(self, method: str, path: str, kind: type[Read], body: dict[str, Any] | None = None) -> Read:
        return msgspec.json.decode(self._send(method, path, body, {}), type=kind)

    def _send(self, method: str, path: str, body: dict[str, Any] | None, query: dict[str, str]) -> bytes:
        end = None if self._patience_s is None else time.monotonic() + self._patience_s
        target = f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': self._lang, **query})}"
        text = None if body is None else msgspec.json.encode(body)
        while True:
            pause_s, fault = PAUSE_S, ""
            try:
                status, retry_after, answer = self._once(method, target, text)
            except (OSError, http.client.HTTPException) as lost:
                fault = str(lost) or type(lost).__name__
            else:
                if status < 400:
                    return answer
                if status not in BUSY:
                    raise _refusal(answer, status)
                fault = f"status {status}"
                pause_s = max(PAUSE_S, min(retry_after, 60.0))
            if end is not None and time.monotonic() + pause_s > end:
                raise Away(f"{self.server}: {fault}")
            if self.stop.wait(pause_s):
                raise Away(f"{self.server}: stopped")

    def _once(self, method: str, target: str, text: bytes | None) -> tuple[int, float, bytes]:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        headers = {**self._headers, **({} if text is None else {"content-type": "application/json"})}
        with closing(kind(self._host, timeout=REQUEST_S)) as connection:
            connection.request(method, target, text, headers)
            answer = connection.getresponse()
            after = answer.getheader("retry-after") or ""
            return answer.status, float(after) if after.isdecimal() else 0.0, answer.read(MAX_ANSWER_BYTES)

    def _frames(self, path: Callable[[], str]) -> Iterator[dict[str, Any]]:
        """The frames of a socket, which is opened again when it is lost; pings are answered."""
        while not self.stop.is_set():
            try:
                with self._opened(path()) as socket:
                    yield from self._heard(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == ENDED:
                    raise Refusal("token_unknown", closed.rcvd.reason or "The token has ended.", 401) from None
            except WebSocketException as fault:
                if getattr(getattr(fault, "response", None), "status_code", 0) in (401, 403):
                    self.me()  # raises what the server says
            except OSError:
                pass
            self.stop.wait(PAUSE_S)

    def _opened(self, path: str) -> ClientConnection:
        sign = "&" if "?" in path else "?"
        address = f"{'wss' if self._is_secure else 'ws'}://{self._host}{path}{sign}lang={self._lang}"
        return connect(address, additional_headers=self._headers, max_size=MAX_ANSWER_BYTES, open_timeout=REQUEST_S)

    def _heard(self, socket: ClientConnection) -> Iterator[dict[str, Any]]:
        heard = time.monotonic()
        while not self.stop.is_set():
            try:
                frame: dict[str, Any] = json.loads(socket.recv(timeout=LOOK_S))
            except TimeoutError:
                if time.monotonic() - heard > SILENT_S:
                    return
                continue
            heard = time.monotonic()
            if frame["type"] == "ping":
                socket.send(json.dumps({"type": "pong", "n": frame["n"]}))
            elif frame["type"] == "error":
                if frame["error"]["reason"] in PASSING:
                    return
                raise Refusal(frame["error"]["reason"], frame["error"]["message"])
            else:
                yield frame


def _refusal(answer: bytes, status: int) -> Refusal:
    try:
        body = json.loads(answer)
        reason, message = str(body["error"]["reason"]), str(body["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return Refusal("unknown", f"status {status}", status)
    if status != 409:
        return Refusal(reason, message, status)
    view = body.get("view")
    return Stale(reason, message, status, None if view is None else msgspec.convert(view, Game))
