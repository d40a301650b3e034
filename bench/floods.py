"""The effect of floods on honest players: games at a steady rate, alternately with hostile clients and without.

`script/bench floods [--games 50] [--rate 50] [--seconds 10] [--rounds 3] [--kind frames …]`: the games of
`load.py` on one server. In every second interval clients in another process flood it as fast as they can, each kind
from its own address: well-formed, malformed and too large frames; new games over HTTP; invalid tokens; sockets that
are opened and abandoned. It prints the latencies of honest players in both, the answers to the others, and the log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

from bench.loading import hostile
from bench.loading.figures import Figures
from bench.loading.nodes import allow_many_files
from bench.loading.world import LoadConfig, Stretch, World, database, scripts, world

ROOT = Path(__file__).parents[1]
SETTLE_S = 2.0
RESERVE = 1.6
LAST_S = 30.0
"""How long the hostile process may take to end."""
NICE = 5
"""Hostile clients share the processors with the server here; from another machine they would take none of its time."""


async def flood(server: str, game: str, seconds: float, kinds: list[str]) -> dict[str, Counter[str]]:
    """Run hostile clients; returns the answers by kind."""
    command = [sys.executable, "-m", hostile.__name__, server, game, str(seconds), *kinds]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, preexec_fn=lambda: os.nice(NICE)
    )
    said, _ = await asyncio.wait_for(process.communicate(), seconds + LAST_S)
    return {kind: Counter(seen) for kind, seen in json.loads(said).items()}


def pooled(stretches: list[Stretch]) -> dict[str, Any]:
    """Several intervals pooled."""
    whole = Figures()
    for stretch in stretches:
        for name in ("heard", "acked"):
            values: array[float] = getattr(whole, name)
            values.extend(getattr(stretch.figures, name))
        whole.failed.update(stretch.figures.failed)
    seconds = sum(stretch.seconds for stretch in stretches)
    cpu_s = sum(stretch.after.cpu_s - stretch.before.cpu_s for stretch in stretches)
    return {
        "moves_s": round(len(whole.acked) / seconds, 1),
        **whole.latencies(),
        "server_busy": round(cpu_s / seconds, 2),
        "failed": dict(whole.failed),
    }


async def rounds(args: argparse.Namespace, running: World) -> dict[str, Any]:
    """Quiet and flooded intervals alternately."""
    quiet: list[Stretch] = []
    flooded: list[Stretch] = []
    seen: dict[str, Counter[str]] = {kind: Counter() for kind in args.kind}
    server, game = running.nodes.all[0].address, str(running.boards[0].key.id)
    for _ in range(args.rounds):
        quiet.append(await running.played(args.rate, args.seconds, SETTLE_S))
        stretch, found = await asyncio.gather(
            running.played(args.rate, args.seconds, SETTLE_S),
            flood(server, game, args.seconds + SETTLE_S, args.kind),
        )
        flooded.append(stretch)
        for kind, counts in found.items():
            seen[kind].update(counts)
        await running.drain()
    return {
        "quiet": pooled(quiet),
        "flooded": pooled(flooded),
        "hostile": {kind: dict(counts) for kind, counts in seen.items()},
        "logged": {kind: logged(running, hostile.address_of(kind)) for kind in args.kind},
        "log_lines": len(running.nodes.logged()),
        "moves_in_the_logs": await running.check(),
    }


def logged(running: World, address: str) -> int:
    """The number of lines with an address in the servers' logs."""
    return sum(f"address={address} " in line for line in running.nodes.logged())


async def run(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run everything; returns the figures."""
    turns = args.rounds * args.rate * 2 * (args.seconds + SETTLE_S) / args.games
    plies = args.begun + 4 + round(turns * RESERVE)
    config = LoadConfig(args.rulebook, args.games, args.begun, plies, "views", 1, None)
    made = scripts(config, lambda text: print(text, file=sys.stderr, flush=True))
    async with database(args.database, folder) as url, world(config, made, url, folder) as running:
        await running.connect("views")
        return await rounds(args, running)


def table(found: dict[str, Any]) -> str:
    """The figures as a table."""
    lines = [
        "| honest players | moves/s | at the opponent p50 / p99 / max | acknowledged p50 / p99 / max | busy | failed |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in ("quiet", "flooded"):
        each = found[name]
        times = " | ".join(
            " / ".join(f"{v:.1f}" for v in each[key].values()) + " ms" for key in ("heard_ms", "acked_ms")
        )
        failed = sum(each["failed"].values())
        lines.append(f"| {name} | {each['moves_s']:.0f} | {times} | {each['server_busy']:.0%} | {failed} |")
    lines += ["", "| hostile | what became of it | lines logged |", "| --- | --- | ---: |"]
    for kind, seen in found["hostile"].items():
        what = ", ".join(f"{count} {name}" for name, count in seen.items())
        lines.append(f"| {kind} | {what} | {found['logged'][kind]} |")
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    """The command line arguments."""
    parser = argparse.ArgumentParser(
        prog="script/bench floods", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50, help="moves a second of honest players")
    parser.add_argument("--seconds", type=float, default=10, help="of each interval")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kind", nargs="+", choices=hostile.KINDS, default=list(hostile.KINDS))
    parser.add_argument("--rulebook", nargs="+", default=["clasico", "chessgammon"], metavar="NAME")
    parser.add_argument("--begun", type=int, default=4, help="turns stored before the players connect, at least 2")
    parser.add_argument("--database", default="sqlite", metavar="sqlite|URL")
    return parser.parse_args()


def main() -> None:
    """Flood; ends with 1 if honest players were refused or cut off."""
    args = arguments()
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(args, Path(folder)))
    print(json.dumps(found))
    print(table(found))
    if found["quiet"]["failed"] or found["flooded"]["failed"]:
        sys.exit("honest players were refused or cut off")


if __name__ == "__main__":
    main()
