"""Guests who all request any opponent at once, on real servers: at most one of them stays unmatched.

`python -m bench.meeting --guests 100 --servers 2 --database postgresql://postgres@127.0.0.1/ --channels redis://127.0.0.1`
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

import httpx

from bench.loading.nodes import Nodes
from bench.loading.world import database, warm

WISH = {"rulebook": "clasico", "clock": {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5000}}
TIMEOUT_S = 60.0


async def ask(address: str) -> tuple[float, str]:
    """A guest who requests any opponent and polls until there is a game, or nobody can come any more."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=TIMEOUT_S, trust_env=False) as http:
        (await http.get("/api/me")).raise_for_status()
        await READY.wait()
        began = time.monotonic()
        answer = await http.post("/api/lobby/any", json={**WISH, "id": str(uuid4())})
        answer.raise_for_status()
        met, took = answer.json(), time.monotonic() - began
        if met["game"] is not None:
            return took, met["game"]
        await ASKED.wait()
        found = (await http.get(f"/api/invitations/{met['invitation']['id']}")).json()
        return took, found["game"] or ""


async def measure(args: argparse.Namespace, folder: Path) -> bool:
    """Rounds of guests; whether everybody who could be matched was, each time."""
    well = True
    async with database(args.database, folder) as url:
        nodes = Nodes(url, args.servers, args.channels, folder)
        try:
            await asyncio.gather(*(warm(node.address) for node in nodes.all))
            for number in range(args.rounds):
                READY.clear()
                ASKED.clear()
                guests = [
                    asyncio.create_task(ask(nodes.all[each % args.servers].address)) for each in range(args.guests)
                ]
                await asyncio.sleep(1 + args.guests / 100)
                began = time.monotonic()
                READY.set()
                await asyncio.sleep(args.guests / 20)
                ASKED.set()
                answers = await asyncio.gather(*guests)
                games = Counter(game for _, game in answers)
                alone = games.pop("", 0)
                slowest = max(took for took, _ in answers)
                well &= alone <= args.guests % 2 and set(games.values()) <= {2}
                print(
                    f"round {number + 1}: {args.guests} guests, {len(games)} games, {alone} alone, "
                    f"slowest answer {slowest:.2f} s, {time.monotonic() - began:.1f} s in all",
                    flush=True,
                )
        finally:
            nodes.close()
    return well


def main() -> None:
    """Measure, and fail if a guest stays unmatched who could have been matched."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--database", default="sqlite", help="sqlite, or the URL of a PostgreSQL")
    parser.add_argument("--channels", help="the URL of a Redis")
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(0 if asyncio.run(measure(parser.parse_args(), Path(folder))) else 1)


READY, ASKED = asyncio.Event(), asyncio.Event()

if __name__ == "__main__":
    main()
