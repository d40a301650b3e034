"""Five hundred people who enter a tournament at once, and whose first round is paired and opened at once.

`python -m bench.tournament_rush --players 500 --servers 2 --database postgresql://postgres@127.0.0.1/ --channels
redis://127.0.0.1`: how long entering took for each, pairing, and until everybody had their game.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from bench.loading.nodes import Nodes
from bench.loading.world import database, warm

CLOCK = {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5000}
TIMEOUT_S = 120.0
TRIES = 3


class Guest:
    """Somebody at a server."""

    def __init__(self, address: str, number: int) -> None:
        headers = {"x-forwarded-for": f"10.0.{number // 250}.{number % 250 + 1}"}  # each from an address of their own
        base = f"http://{address}"
        self.http = httpx.AsyncClient(base_url=base, timeout=TIMEOUT_S, trust_env=False, headers=headers)

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """What the server answers. A connection that it has closed meanwhile is opened anew: requests have ids."""
        for _ in range(TRIES):
            try:
                answer = await self.http.request(method, path, json=body)
            except (httpx.RemoteProtocolError, httpx.NetworkError):
                continue
            if answer.is_error:
                raise RuntimeError(answer.text)
            found: dict[str, Any] = answer.json()
            return found
        raise RuntimeError(f"{path}: no answer")

    async def do(self, tournament: str, kind: str) -> float:
        """Send a command: how long the answer took."""
        began = time.monotonic()
        await self.ask(
            "POST", f"/api/tournaments/{tournament}/commands", {"id": str(uuid4()), "command": {"type": kind}}
        )
        return time.monotonic() - began


async def measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Let everybody enter, and look until all have their games."""
    async with database(args.database, folder) as url:
        nodes = Nodes(url, args.servers, args.channels, folder)
        try:
            await asyncio.gather(*(warm(node.address) for node in nodes.all))
            guests = [Guest(nodes.all[at % args.servers].address, at) for at in range(args.players + 1)]
            for start in range(0, len(guests), 50):
                await asyncio.gather(*(each.ask("GET", "/api/me") for each in guests[start : start + 50]))
            organizer, *players = guests
            settings = {"title": "Rush", "rulebook": "clasico", "clock": CLOCK, "limit": args.players, "rounds": 9}
            made = await organizer.ask("POST", "/api/tournaments", {"id": str(uuid4()), "settings": settings})
            tournament = made["id"]
            began = time.monotonic()
            took = sorted(await asyncio.gather(*(each.do(tournament, "enter") for each in players)))
            entered = time.monotonic() - began
            await organizer.do(tournament, "start")
            paired = await organizer.do(tournament, "pair")
            began = time.monotonic()
            pairings: list[dict[str, Any]] = []
            while not pairings or not all(each["game"] for each in pairings):
                await asyncio.sleep(0.1)
                pairings = (await organizer.ask("GET", f"/api/tournaments/{tournament}/rounds/1"))["pairings"]
            opened = time.monotonic() - began
            views = await asyncio.gather(*(each.ask("GET", f"/api/tournaments/{tournament}") for each in players))
            alone = sum(each["mine"] is None for each in views)
            return {
                "players": args.players,
                "servers": args.servers,
                "entering_s": {f"p{part}": round(took[len(took) * part // 100], 2) for part in (50, 99)},
                "all_entered_s": round(entered, 2),
                "pairing_s": round(paired, 2),
                "games_opened_s": round(opened, 2),
                "games": len({each["game"] for each in pairings}),
                "alone": alone,
            }
        finally:
            nodes.close()


def main() -> None:
    """Print the times as JSON; fails where somebody is left alone who could play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--database", default="sqlite", help="sqlite, or the URL of a PostgreSQL")
    parser.add_argument("--channels", help="the URL of a Redis")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seen = asyncio.run(measure(args, Path(folder)))
    print(json.dumps(seen))
    sys.exit(0 if seen["alone"] == args.players % 2 and seen["games"] == args.players // 2 else 1)


if __name__ == "__main__":
    main()
