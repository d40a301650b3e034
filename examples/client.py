"""A program that plays: it accepts an invitation in the lobby, or makes one, and plays random legal moves.

    pip install httpx websockets
    python client.py http://127.0.0.1:8000 --token axt_… --rulebook clasico

It uses only the HTTP and WebSocket interface (docs/api.md) and knows no rules: the server says what is legal. Replace
`choose` by something better.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

FIVE_MINUTES = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}
PAUSE_S = 1.0


def choose(options: list[dict[str, Any]]) -> dict[str, Any]:
    """One of the legal steps."""
    return random.choice(options)


class Bot:
    """A player at a server, known by a personal token (which an account makes by `POST /api/me/tokens`)."""

    def __init__(self, server: str, token: str) -> None:
        self.server = server.rstrip("/")
        self.game = ""
        self.headers = {"authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=self.server, headers=self.headers, timeout=20)

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The server's answer. Retries while the server is unreachable or asks to wait."""
        while True:
            try:
                answer = await self.http.request(method, f"{path}?lang=en", json=body)
            except httpx.TransportError:
                await asyncio.sleep(PAUSE_S)
                continue
            if answer.status_code not in (429, 502, 503):
                answer.raise_for_status()
                return answer.json()
            await asyncio.sleep(float(answer.headers.get("retry-after", PAUSE_S)))

    def line(self, path: str) -> connect:
        """A socket of the server."""
        return connect(self.server.replace("http", "ws", 1) + path, additional_headers=self.headers)

    async def find_game(self, rulebook: str) -> str:
        """The id of a game: from another person's invitation, or from our own once it is accepted."""
        own: dict[str, Any] | None = None
        while True:
            try:
                async with self.line("/api/lobby/socket") as line:
                    async for text in line:
                        frame = json.loads(text)
                        if frame["type"] == "accepted" and own and frame["invitation"] == own["id"]:
                            return str(frame["game"])
                        if frame["type"] == "lobby":
                            game, own = await self._look(frame["invitations"], own, rulebook)
                            if game is not None:
                                return game
            except (OSError, WebSocketException):
                await asyncio.sleep(PAUSE_S)

    async def _look(
        self, invitations: list[dict[str, Any]], own: dict[str, Any] | None, rulebook: str
    ) -> tuple[str | None, dict[str, Any] | None]:
        """The game of an invitation older than `own`, if there is one; otherwise `own`, made if necessary."""
        for other in invitations:
            if other["mine"] or (own and (other["created_at"], other["id"]) > (own["created_at"], own["id"])):
                continue
            try:
                if own is not None:
                    await self.ask("DELETE", f"/api/invitations/{own['id']}")
                    own = None
                return (await self.ask("POST", f"/api/invitations/{other['id']}/accept"))["id"], own
            except httpx.HTTPStatusError:
                continue  # another person was faster: with that invitation, or with ours
        if own is None:
            terms = {"id": str(uuid4()), "rulebook": rulebook, "clock": FIVE_MINUTES, "public": True}
            own = await self.ask("POST", "/api/invitations", terms)
        return (await self.ask("GET", f"/api/invitations/{own['id']}"))["game"], own

    async def play(self, game: str) -> str:
        """Play a game to its end: the result."""
        self.game = game
        me = (await self.ask("GET", "/api/me"))["id"]
        while True:
            view = await self.ask("GET", f"/api/games/{game}")
            if view["outcome"] is not None:
                return str(view["outcome"]["result"])
            # The dice may have changed the seats.
            side = next(side for side in ("white", "black") if view["players"][side]["person"] == me)
            seq = view["seq"]
            try:
                async with self.line(f"/api/games/{game}/socket?frames=events&after={seq}&lang=en") as line:
                    await self._follow(line, side, seq)
            except (OSError, WebSocketException, InvalidHandshake):
                await asyncio.sleep(PAUSE_S)

    async def _follow(self, line: ClientConnection, side: str, seq: int) -> None:
        """Move when it is our turn, until the game has ended. A new connection sends what a lost one has missed."""
        async for text in line:
            frame = json.loads(text)
            kind = frame["type"]
            if kind == "events":
                seq = frame["events"][-1]["seq"]
                if any(event["type"] == "ended" for event in frame["events"]):
                    return
                if any(event["type"] == "opened" and event["data"]["swapped"] for event in frame["events"]):
                    return
                for event in frame["events"]:
                    if event["type"] == "offered" and event["data"]["offer"] == "double" and event["by"] != side:
                        await self._command(line, seq, type="accept", offer="double", side=side)
            if kind in ("events", "heartbeat"):
                await self._steps(line, [])
            elif kind == "steps" and frame["seq"] == seq and frame["turn"] == side:
                steps, prefix = frame["steps"], frame["prefix"]
                if steps["confirmable"] and (prefix or not steps["options"]):
                    await self._command(line, seq, type="move", move=" ".join(prefix) or "pass")
                else:
                    await self._steps(line, [*prefix, choose(steps["options"])["token"]])
            elif kind == "error" and frame["error"]["reason"] == "not_your_seat" and await self._may_roll(side):
                await self._command(line, seq, type="roll")

    async def _may_roll(self, side: str) -> bool:
        """Whether it is on one to throw the dice, which is for those to say who might double instead."""
        view = await self.ask("GET", f"/api/games/{self.game}")
        return view["turn"] == side and "roll" in view["can"]

    async def _steps(self, line: ClientConnection, prefix: list[str]) -> None:
        """Ask what may follow the steps of a turn."""
        await line.send(json.dumps({"type": "steps", "id": str(uuid4()), "prefix": prefix}))

    async def _command(self, line: ClientConnection, seq: int, **fields: Any) -> None:
        """Send a command. If it comes too late nothing is lost: the next heartbeat triggers it again."""
        command = {"id": str(uuid4()), "expected_seq": seq, **fields}
        await line.send(json.dumps({"type": "command", "command": command}))


async def main() -> None:
    """Play the given number of games, one after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="http://…")
    parser.add_argument("--token", required=True)
    parser.add_argument("--rulebook", default="clasico", help="of the invitation that it makes")
    parser.add_argument("--games", type=int, default=1)
    args = parser.parse_args()
    bot = Bot(args.server, args.token)
    for _ in range(args.games):
        game = await bot.find_game(args.rulebook)
        print(game, await bot.play(game), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
