"""Clients that mean harm, in a process of their own: `python hostile.py ADDRESS GAME SECONDS [KIND …]`.

Each kind comes from an address of its own and does what it does as fast as it can. Printed is a line of JSON: for each
kind how often it tried, and what came of it (the status of an answer, the type of a frame, the code of a closing).
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

AT_ONCE = 4
"""Lines of each kind."""
LARGE = "x" * 20_000
"""More than a frame of the interface may hold."""
HUGE = "x" * 100_000
"""More than the server reads of one frame."""
REST_S = 0.01


class Foe:
    """A hostile client at an address: its actions until a time, and the answers."""

    def __init__(self, server: str, game: str, address: str, until: float) -> None:
        self.seen: Counter[str] = Counter()
        self._server = server
        self._game = game
        self._headers = {"X-Forwarded-For": address}
        self._until = until

    def _goes_on(self) -> bool:
        return time.monotonic() < self._until

    def _line(self) -> connect:
        path = f"ws://{self._server}/api/games/{self._game}/socket?frames=events"
        return connect(path, additional_headers=self._headers, proxy=None, ping_interval=None)

    async def _flood(self, make: Callable[[], str]) -> None:
        """Send texts over sockets; reconnect when closed."""
        while self._goes_on():
            try:
                async with self._line() as line:
                    await asyncio.gather(self._write(line, make), self._read(line))
            except ConnectionClosed as end:
                self.seen[f"closed {end.rcvd.code if end.rcvd else 'without a word'}"] += 1
            except InvalidStatus as refusal:
                self.seen[f"status {refusal.response.status_code}"] += 1
            except (OSError, TimeoutError):
                self.seen["no connection"] += 1
            await asyncio.sleep(REST_S)

    async def _write(self, line: ClientConnection, make: Callable[[], str]) -> None:
        while self._goes_on():
            await asyncio.wait_for(line.send(make()), max(0.1, self._until - time.monotonic()))
            self.seen["tried"] += 1
            await asyncio.sleep(0)
        await line.close()

    async def _read(self, line: ClientConnection) -> None:
        async for text in line:
            frame = json.loads(text)
            self.seen[frame["type"] if frame["type"] != "error" else frame["error"]["reason"]] += 1

    async def _ask(self, ask: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]) -> None:
        """Send requests over one connection."""
        async with httpx.AsyncClient(base_url=f"http://{self._server}", headers=self._headers, trust_env=False) as http:
            while self._goes_on():
                self.seen["tried"] += 1
                try:
                    self.seen[f"status {(await ask(http)).status_code}"] += 1
                except httpx.TransportError:
                    self.seen["no connection"] += 1

    async def frames(self) -> None:
        """Questions that are well-formed."""
        await self._flood(lambda: json.dumps({"type": "steps", "id": str(uuid4()), "prefix": []}))

    async def malformed(self) -> None:
        """Texts that are no JSON."""
        await self._flood(lambda: '{"type":')

    async def large(self) -> None:
        """Frames that are too large."""
        await self._flood(lambda: LARGE)

    async def huge(self) -> None:
        """Frames that are far too large."""
        await self._flood(lambda: HUGE)

    async def posts(self) -> None:
        """New games."""
        await self._ask(lambda http: http.post("/api/games", json={"id": str(uuid4()), "rulebook": "clasico"}))

    async def tokens(self) -> None:
        """Made-up tokens."""
        await self._ask(
            lambda http: http.get("/api/me", headers={"Authorization": f"Bearer axt_{secrets.token_urlsafe(24)}"})
        )

    async def sockets(self) -> None:
        """Sockets that are opened and left."""
        while self._goes_on():
            self.seen["tried"] += 1
            try:
                async with self._line():
                    self.seen["opened"] += 1
            except InvalidStatus as refusal:
                self.seen[f"status {refusal.response.status_code}"] += 1
            except (OSError, ConnectionClosed, TimeoutError):
                self.seen["no connection"] += 1


KINDS = ("frames", "malformed", "large", "huge", "posts", "tokens", "sockets")


def address_of(kind: str) -> str:
    """Where a kind comes from."""
    return f"203.0.113.{1 + KINDS.index(kind)}"


async def rage(server: str, game: str, seconds: float, kinds: list[str]) -> dict[str, dict[str, int]]:
    """Let all kinds do their worst at once."""
    until = time.monotonic() + seconds
    foes = {kind: Foe(server, game, address_of(kind), until) for kind in kinds}
    await asyncio.gather(*(getattr(foe, kind)() for kind, foe in foes.items() for _ in range(AT_ONCE)))
    return {kind: dict(foe.seen) for kind, foe in foes.items()}


def main() -> None:
    """Rage, and tell."""
    server, game, seconds, *kinds = sys.argv[1:]
    print(json.dumps(asyncio.run(rage(server, game, float(seconds), kinds or list(KINDS)))))


if __name__ == "__main__":
    main()
