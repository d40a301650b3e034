"""What one request can do to everybody else: the dearest requests, sent by many, and how long others wait meanwhile.

`script/bench worst-requests [--seconds 6] [--clients 6 24] [KIND …]`: a public server of its own over SQLite. For each
kind of request clients in another process send it as fast as they can, all from one address and then each from an
address of its own. Meanwhile `/livez` (which needs neither database nor threads) and the moves of an honest player are
timed, as before each kind. The budget of work that every sender has is spent first by whoever asks for most: the first
seconds are the worst, and they are what is measured. At the end stand the worst figures of each kind beside those of
all the quiet stretches of the run together: no stretch alone is long enough for a 99th percentile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
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
from bench.strangers.requests import Requests, Route
from bench.strangers.server import serving
from bench.strangers.shapes import TO_AND_FRO, monster, pgn, played
from bench.strangers.world import World

EVERY_S = 0.03
MOVE_EVERY_S = 0.2
NICE = 5
"""Who sends them shares the processors with the server here; from another machine they would take none of its time."""

Ask = Callable[[httpx.AsyncClient, random.Random], Awaitable[httpx.Response]]


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


def _upload(text: str) -> Ask:
    return _post("/api/files", lambda _: text)


def kinds() -> dict[str, Ask]:
    """Requests that make much work, by name."""
    to_and_fro, game = TO_AND_FRO * 250, played(200)
    files = {"files of short games": pgn(1_000_000, long=False), "files of long games": pgn(300_000, long=True)}
    hook = "e4" + "+" * 60 + "x"

    def at_start(moves: list[str], **fields: Any) -> dict[str, Any]:
        return {"rulebook": "clasico", "moves": moves, **fields}

    return {
        "positions, 1,000 moves": _post(
            "/api/positions", lambda _: {**at_start(to_and_fro), "position": axedrez.load("clasico").start().text()}
        ),
        "positions, one odd move": _post(
            "/api/positions", lambda _: {**at_start([hook]), "position": axedrez.load("clasico").start().text()}
        ),
        "games of 200 plies": _post("/api/games", lambda _: {**at_start(game), "id": str(uuid4())}),
        "evaluations after 1,000 moves": _post(
            "/api/evaluations", lambda lots: at_start(to_and_fro, nodes=lots.randrange(1000, 9000))
        ),
        "analyses of 120 moves": _post(
            "/api/analyses", lambda lots: at_start(to_and_fro[:120], nodes=lots.randrange(1000, 9000))
        ),
        "sheets with 4,000 faults": _post("/api/sheets/check", lambda _: {"sheet": monster(4000)}),
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
        **{name: _upload(text) for name, text in files.items()},
    }


def of_routes(found: Path, least_ms: float) -> dict[str, Ask]:
    """The dearest requests of routes that `worst_shapes --out` has found, from `least_ms` of processor on."""
    told = json.loads(found.read_text(encoding="utf-8"))
    requests = Requests(told["description"], told["known"])
    by_name = {str(route): route for route in requests.routes()}

    def asking(route: Route, shape: str) -> Ask:
        async def ask(http: httpx.AsyncClient, lots: random.Random) -> httpx.Response:
            request = requests.make(route, shape, lots)
            headers = {"content-type": request.kind} if request.kind else {}
            return await http.request(request.method, request.url, content=request.content, headers=headers)

        return ask

    rows = sorted(told["rows"], key=lambda row: -row["cpu_ms"])
    return {
        f"{row['route']} ({row['shape']})": asking(by_name[row["route"]], row["shape"])
        for row in rows
        if row["cpu_ms"] >= least_ms
    }


async def send(server: str, ask: Ask, kind: str, clients: int, apart: bool, seconds: float) -> Counter[str]:
    """Send one kind of request from `clients` lines; how they were answered."""
    until, seen = time.monotonic() + seconds, Counter[str]()

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
        self._game: dict[str, Any] = {}
        self._left: list[str] = []

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
            while time.monotonic() < until:
                if not self._left:  # one game after another: how many one address may store is limited
                    self._game = (
                        await self.http.post("/api/games", json={"id": str(uuid4()), "rulebook": "clasico"})
                    ).json()
                    self._left = list(played(100))
                command = {
                    "id": str(uuid4()),
                    "expected_seq": self._game["seq"],
                    "type": "move",
                    "move": self._left.pop(0),
                }
                began = time.perf_counter()
                answer = await self.http.post(f"/api/games/{self._game['id']}/commands?view=false", json=command)
                self.moves.append((time.perf_counter() - began) * 1000)
                self._game["seq"] = answer.json()["seq"]
                await asyncio.sleep(MOVE_EVERY_S)

        await asyncio.gather(live(), play())


def figures(lives: list[float], moves: list[float]) -> dict[str, float]:
    """Milliseconds: the median and the 99th percentile of `/livez` and of a move, and the longest `/livez`."""
    return {
        "livez_p50": _share(lives, 0.5),
        "livez_p99": _share(lives, 0.99),
        "livez_max": max(lives, default=0.0),
        "move_p50": _share(moves, 0.5),
        "move_p99": _share(moves, 0.99),
    }


def stolen_ms() -> float:
    """The milliseconds that the host of this machine has kept its processors for others so far."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    return 1000 * int(fields[8]) / os.sysconf("SC_CLK_TCK")


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


async def measure(
    server: str, wanted: list[str], clients: list[int], seconds: float, found: list[str]
) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Each kind of request by so many clients, at one address and apart, each with a quiet stretch before it.

    Their figures, and those of the quiet stretches together.
    """
    rows, honest = list[dict[str, Any]](), Honest(server)
    quiet_lives, quiet_moves = list[float](), list[float]()
    await honest.http.get("/api/manual/search", params={"q": "rey"})  # what a start leaves for later is done then
    await honest.watch(seconds)
    sender = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.worst_requests", "--send", server, *found),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: os.nice(NICE),
    )
    assert sender.stdin is not None
    assert sender.stdout is not None
    await sender.stdout.readline()  # it knows what to send
    for kind in wanted:
        for count in clients:
            for apart in (False, True):
                await honest.watch(seconds / 2)
                before = figures(honest.lives, honest.moves)
                quiet_lives += honest.lives
                quiet_moves += honest.moves
                lost = stolen_ms()
                sender.stdin.write(json.dumps((kind, count, apart, seconds)).encode() + b"\n")
                await honest.watch(seconds)
                lost = stolen_ms() - lost
                row = {
                    "kind": kind,
                    "clients": count,
                    "apart": apart,
                    **figures(honest.lives, honest.moves),
                    "stolen_ms": lost,
                    "before": before,
                    "answers": json.loads(await sender.stdout.readline()),
                }
                rows.append(row)
                shown = {name: round(value) for name, value in figures(honest.lives, honest.moves).items()}
                place = "apart" if apart else "together"
                others = ", ".join(f"{name} before {round(before[name])}" for name in ("livez_p99", "move_p99"))
                print(
                    f"{kind:30} {count:3} {place:9} {shown}, {others}, stolen {lost:.0f}, {row['answers']}", flush=True
                )
    sender.stdin.close()
    await sender.wait()
    await honest.http.aclose()
    return rows, figures(quiet_lives, quiet_moves)


def table(rows: list[dict[str, Any]], quiet: dict[str, float]) -> str:
    """The worst figures of each kind, dearest first, as Markdown."""
    kinds = dict[str, list[dict[str, Any]]]()
    for row in rows:
        kinds.setdefault(row["kind"], []).append(row)
    worst = {kind: [max(row[name] for row in of) for name in ("livez_p99", "move_p99")] for kind, of in kinds.items()}
    lines = ["| request | `/livez`, p99 in ms | move, p99 in ms |", "| --- | --- | --- |"]
    lines += [f"| quiet | {quiet['livez_p99']:.0f} | {quiet['move_p99']:.0f} |"]
    for kind, (live, move) in sorted(worst.items(), key=lambda item: -max(item[1])):
        lines += [f"| {kind.removesuffix(' ()')} | {live:.0f} | {move:.0f} |"]
    return "\n".join(lines)


def main() -> None:
    """Run it, or send what another process has asked for."""
    if sys.argv[1:2] == ["--send"]:
        server, *found = sys.argv[2:]
        known = of_routes(Path(found[0]), 0.0) if found else kinds()
        print("ready", flush=True)
        for line in sys.stdin:
            kind, count, apart, seconds = json.loads(line)
            print(json.dumps(asyncio.run(send(server, known[kind], kind, count, apart, seconds))), flush=True)
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--clients", type=int, nargs="+", default=[6, 24])
    parser.add_argument("--found", type=Path, help="the requests of this file of `worst_shapes --out`")
    parser.add_argument("--least", type=float, default=10.0, help="those of it that take so many ms of processor")
    parser.add_argument("--out", type=Path, help="write the rows there as JSON")
    args = parser.parse_args()
    known = of_routes(args.found, args.least) if args.found else kinds()
    wanted = [kind for kind in known if not args.kinds or any(word in kind for word in args.kinds)]
    with serving() as (server, _), tempfile.TemporaryDirectory() as folder:
        found = []
        if args.found:  # a world of its own, in which the same is asked
            world = World(server)
            world.fill()
            told = json.loads(args.found.read_text(encoding="utf-8")) | {"known": world.known}
            here = Path(folder) / "found.json"
            here.write_text(json.dumps(told), encoding="utf-8")
            found = [str(here)]
        rows, quiet = asyncio.run(measure(server, wanted, args.clients, args.seconds, found))
    print(table(rows, quiet))
    if args.out:
        args.out.write_text(json.dumps({"rows": rows, "quiet": quiet}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
