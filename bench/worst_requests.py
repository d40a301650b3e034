"""What one request can do to everybody else: the dearest requests, sent by many, and how long others wait meanwhile.

`script/bench worst_requests [--seconds 6] [--clients 6 24] [KIND …]`: a public server of its own over SQLite. For each
kind of request clients in another process send it as fast as they can, all from one address and then each from an
address of its own. Meanwhile `/livez` (which needs neither database nor threads) and the moves of an honest player are
timed, as before each kind. The budget of work that every sender has is spent first by whoever asks for most: the first
seconds are the worst, and they are what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

import axedrez

EVERY_S = 0.03
MOVE_EVERY_S = 0.2
NICE = 5
"""Who sends them shares the processors with the server here; from another machine they would take none of its time."""
SERVE = "from axedrez.server import serve; serve(port=0, database_url={url!r}, lang='en', trusted_proxies='127.0.0.1')"

Ask = Callable[[httpx.AsyncClient, random.Random], Awaitable[httpx.Response]]


def _played(plies: int, seed: int = 1) -> list[str]:
    """A random game of chess that has not ended after so many plies."""
    start = axedrez.load("clasico").start()
    lots = random.Random(seed)
    while True:
        here, history, moves = start, axedrez.History(), list[str]()
        while len(moves) < plies and here.outcome(history) is None:
            moves.append(str(lots.choice(here.legal_moves())))
            history, here = history.after(here), here.play(moves[-1])
        if len(moves) == plies and here.outcome(history) is None:
            return moves


TO_AND_FRO = ["b1c3", "b8c6", "c3b1", "c6b8"]


def _pgn(size: int) -> str:
    game = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n'
    return game * (size // len(game))


def _long_pgn(size: int) -> str:
    start = axedrez.load("clasico").start()
    lots, games, length = random.Random(3), list[str](), 0
    while length < size:
        here, moves = start, list[Any]()
        while len(moves) < 600 and (turns := here.legal_moves()):
            moves.append(lots.choice(turns))
            here = here.play_unchecked(moves[-1])
        record = axedrez.GameRecord.from_moves(start, moves)
        games.append(axedrez.write_game(record))
        length += len(games[-1])
    return "\n\n".join(games)[:size]


def _monster(faults: int) -> dict[str, Any]:
    return {
        "extends": "clasico",
        "id": "m",
        "pieces": {f"p{n}": {"letter": 3, "movement": ["?"]} for n in range(faults)},
    }


def _many_pieces() -> dict[str, Any]:
    return {
        "extends": "clasico",
        "id": "big",
        "board": {"files": 16, "ranks": 16},
        "start": {"fen": "/".join(["k15", *["16"] * 14, "K15"]) + " w - - 0 1"},
    }


def _post(path: str, make: Callable[[random.Random], Any], **options: Any) -> Ask:
    async def ask(http: httpx.AsyncClient, lots: random.Random) -> httpx.Response:
        body = make(lots)
        if isinstance(body, str):
            return await http.post(path, content=body.encode(), headers={"content-type": "text/plain"}, **options)
        return await http.post(path, json=body, **options)

    return ask


def kinds() -> dict[str, Ask]:
    """Requests that make much work, by name."""
    played, game = TO_AND_FRO * 250, _played(200)
    files = {"files of short games": _pgn(1_000_000), "files of long games": _long_pgn(300_000)}
    hook = "e4" + "+" * 60 + "x"

    def at_start(moves: list[str], **fields: Any) -> dict[str, Any]:
        return {"rulebook": "clasico", "moves": moves, **fields}

    return {
        "positions, 1,000 moves": _post(
            "/api/positions", lambda _: {**at_start(played), "position": axedrez.load("clasico").start().text()}
        ),
        "positions, one odd move": _post(
            "/api/positions", lambda _: {**at_start([hook]), "position": axedrez.load("clasico").start().text()}
        ),
        "games of 200 plies": _post("/api/games", lambda _: {**at_start(game), "id": str(uuid4())}),
        "evaluations after 1,000 moves": _post(
            "/api/evaluations", lambda lots: at_start(played, nodes=lots.randrange(1000, 9000))
        ),
        "analyses of 120 moves": _post(
            "/api/analyses", lambda lots: at_start(played[:120], nodes=lots.randrange(1000, 9000))
        ),
        "sheets with 4,000 faults": _post("/api/sheets/check", lambda _: {"sheet": _monster(4000)}),
        "sheets, 16 by 16": _post(
            "/api/sheets/check", lambda lots: {"sheet": {**_many_pieces(), "goal": {"checks": lots.randrange(1, 9)}}}
        ),
        "balance of two sheets": _post(
            "/api/balance", lambda _: {"sheets": [{"rulebook": "clasico"}, {"rulebook": "chess2d"}], "game_count": 1}
        ),
        "sign-ins": _post(
            "/api/sessions", lambda lots: {"login": f"somebody{lots.randrange(10**9)}", "password": "not the right one"}
        ),
        "equities at ply 1": _post("/api/equities", lambda _: {"rulebook": "chessgammon", "moves": ["31"], "ply": 1}),
        "search of the manual": lambda http, lots: http.get(
            "/api/manual/search", params={"q": lots.choice(["rey", "peón", "dado", "a"])}
        ),
        **{name: _post("/api/files", lambda _, text=text: text) for name, text in files.items()},
    }


async def send(server: str, kind: str, clients: int, apart: bool, seconds: float) -> Counter[str]:
    """Send one kind of request from `clients` lines; how they were answered."""
    until, seen, ask = time.monotonic() + seconds, Counter[str](), kinds()[kind]

    async def line(number: int) -> None:
        address = f"198.51.{number % 250}.7" if apart else "198.51.100.7"
        lots = random.Random(f"{kind} {number}")
        async with httpx.AsyncClient(
            base_url=f"http://{server}", headers={"X-Forwarded-For": address}, timeout=30, trust_env=False
        ) as http:
            while time.monotonic() < until:
                try:
                    answer = await asyncio.wait_for(ask(http, lots), max(0.5, until - time.monotonic() + 2))
                    seen[str(answer.status_code)] += 1
                except (httpx.TransportError, TimeoutError):
                    seen["none"] += 1
                if seen["429"]:
                    await asyncio.sleep(0.01)

    await asyncio.gather(*(line(number) for number in range(clients)))
    return seen


class Honest:
    """Somebody who plays against themselves at one screen, and looks whether the server lives."""

    def __init__(self, server: str) -> None:
        self.http = httpx.AsyncClient(base_url=f"http://{server}", timeout=60, trust_env=False)
        self.lives: list[float] = []
        self.moves: list[float] = []

    async def watch(self, seconds: float) -> None:
        """Time both for so long."""
        self.lives, self.moves = [], []
        until = time.monotonic() + seconds

        async def live() -> None:
            while time.monotonic() < until:
                began = time.perf_counter()
                await self.http.get("/livez")
                self.lives.append((time.perf_counter() - began) * 1000)
                await asyncio.sleep(EVERY_S)

        async def play() -> None:
            game = (await self.http.post("/api/games", json={"id": str(uuid4()), "rulebook": "clasico"})).json()
            seq = game["seq"]
            for move in _played(100):
                if time.monotonic() > until:
                    return
                command = {"id": str(uuid4()), "expected_seq": seq, "type": "move", "move": move}
                began = time.perf_counter()
                answer = await self.http.post(f"/api/games/{game['id']}/commands?view=false", json=command)
                self.moves.append((time.perf_counter() - began) * 1000)
                seq = answer.json()["seq"]
                await asyncio.sleep(MOVE_EVERY_S)

        await asyncio.gather(live(), play())

    def figures(self) -> dict[str, float]:
        """Milliseconds: the median, the 99th percentile and the longest of `/livez`; the longest of a move."""
        return {
            "livez_p50": _share(self.lives, 0.5),
            "livez_p99": _share(self.lives, 0.99),
            "livez_max": max(self.lives, default=0.0),
            "move_p99": _share(self.moves, 0.99),
        }


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


async def measure(server: str, wanted: list[str], clients: list[int], seconds: float) -> list[dict[str, Any]]:
    """Each kind of request by so many clients, at one address and apart, each with a quiet stretch before it."""
    rows, honest = list[dict[str, Any]](), Honest(server)
    await honest.watch(seconds)
    for kind in wanted:
        for count in clients:
            for apart in (False, True):
                await honest.watch(seconds / 2)
                before = honest.figures()
                command = [sys.executable, __file__, "--send", server, kind, str(count), str(int(apart)), str(seconds)]
                process = await asyncio.create_subprocess_exec(
                    *command, stdout=asyncio.subprocess.PIPE, preexec_fn=lambda: os.nice(NICE)
                )
                assert process.stdout is not None
                await process.stdout.readline()  # it has made what it sends
                await honest.watch(seconds)
                said, _ = await process.communicate()
                row = {
                    "kind": kind,
                    "clients": count,
                    "apart": apart,
                    **honest.figures(),
                    "before": before,
                    "answers": json.loads(said),
                }
                rows.append(row)
                shown = {name: round(value) for name, value in honest.figures().items()}
                place = "apart" if apart else "together"
                print(
                    f"{kind:30} {count:3} {place:9} {shown}, before {before['livez_p99']:.0f}, {row['answers']}",
                    flush=True,
                )
    await honest.http.aclose()
    return rows


def main() -> None:
    """Run it, or send what another process has asked for."""
    if sys.argv[1:2] == ["--send"]:
        server, kind, count, apart, seconds = sys.argv[2:7]
        kinds()
        print("ready", flush=True)
        print(json.dumps(asyncio.run(send(server, kind, int(count), apart == "1", float(seconds)))))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--clients", type=int, nargs="+", default=[6, 24])
    parser.add_argument("--out", type=Path, help="write the rows there as JSON")
    args = parser.parse_args()
    wanted = [kind for kind in kinds() if not args.kinds or any(word in kind for word in args.kinds)]
    with tempfile.TemporaryDirectory() as folder:
        code = SERVE.format(url=f"sqlite:///{Path(folder) / 'games.db'}")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://(\S+)", process.stdout.readline())
            assert found is not None
            rows = asyncio.run(measure(found[1], wanted, args.clients, args.seconds))
        finally:
            process.terminate()
            process.wait(30)
    worst = max(rows, key=lambda row: float(row["livez_p99"]))
    print(f"worst: {worst['kind']}, {worst['clients']} clients: p99 of /livez {worst['livez_p99']:.0f} ms")
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
