"""What honest players notice of floods: games at a steady pace, with hostile clients and without, by turns.

`script/bench floods [--games 50] [--rate 50] [--seconds 10] [--rounds 3] [--kind frames …]`: the games of
`load.py` at one server. In every second stretch clients in another process flood it as fast as they can, each kind from
an address of its own: frames that are well-formed, malformed, too large; new games over HTTP; made-up tokens; sockets
that are opened and left. Told are the latencies of the honest in both, what became of the others, and what was logged.
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

from loading import hostile
from loading.figures import Figures
from loading.nodes import allow_many_files
from loading.world import Stretch, Wish, World, database, scripts, world

SETTLE_S = 2.0
RESERVE = 1.6
LAST_S = 30.0
"""So long the hostile process may take to end."""
NICE = 5
"""The hostile share the processors with the server; a machine of their own would not take any of it."""


async def flood(server: str, game: str, seconds: float, kinds: list[str]) -> dict[str, Counter[str]]:
    """Let hostile clients do their worst; what became of each kind."""
    command = [sys.executable, hostile.__file__, server, game, str(seconds), *kinds]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, preexec_fn=lambda: os.nice(NICE)
    )
    said, _ = await asyncio.wait_for(process.communicate(), seconds + LAST_S)
    return {kind: Counter(seen) for kind, seen in json.loads(said).items()}


def pooled(stretches: list[Stretch]) -> dict[str, Any]:
    """Several stretches as one."""
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


async def rounds(asked: argparse.Namespace, there: World) -> dict[str, Any]:
    """Quiet and flooded stretches by turns."""
    quiet: list[Stretch] = []
    flooded: list[Stretch] = []
    seen: dict[str, Counter[str]] = {kind: Counter() for kind in asked.kind}
    server, game = there.nodes.all[0].address, str(there.boards[0].key.id)
    for _ in range(asked.rounds):
        quiet.append(await there.played(asked.rate, asked.seconds, SETTLE_S))
        stretch, found = await asyncio.gather(
            there.played(asked.rate, asked.seconds, SETTLE_S),
            flood(server, game, asked.seconds + SETTLE_S, asked.kind),
        )
        flooded.append(stretch)
        for kind, counts in found.items():
            seen[kind].update(counts)
        await there.fall_silent()
    return {
        "quiet": pooled(quiet),
        "flooded": pooled(flooded),
        "hostile": {kind: dict(counts) for kind, counts in seen.items()},
        "logged": {kind: logged(there, hostile.address_of(kind)) for kind in asked.kind},
        "log_lines": len(there.nodes.logged()),
        "moves_in_the_logs": await there.check(),
    }


def logged(there: World, address: str) -> int:
    """How many lines of the servers' logs name an address."""
    return sum(f"address={address} " in line for line in there.nodes.logged())


async def run(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything, in figures."""
    turns = asked.rounds * asked.rate * 2 * (asked.seconds + SETTLE_S) / asked.games
    plies = asked.begun + 4 + round(turns * RESERVE)
    wish = Wish(asked.rulebook, asked.games, asked.begun, plies, "views", 1, None)
    made = scripts(wish, lambda text: print(text, file=sys.stderr, flush=True))
    async with database(asked.database, folder) as url, world(wish, made, url, folder) as there:
        await there.sit_down("views")
        return await rounds(asked, there)


def table(found: dict[str, Any]) -> str:
    """The figures in words."""
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


def wishes() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(
        prog="script/bench floods", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50, help="moves a second of the honest")
    parser.add_argument("--seconds", type=float, default=10, help="of each stretch")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kind", nargs="+", choices=hostile.KINDS, default=list(hostile.KINDS))
    parser.add_argument("--rulebook", nargs="+", default=["clasico", "chessgammon"], metavar="NAME")
    parser.add_argument("--begun", type=int, default=4, help="turns made before anybody sits down, 2 at least")
    parser.add_argument("--database", default="sqlite", metavar="sqlite|URL")
    return parser.parse_args()


def main() -> None:
    """Flood; ends with 1 if honest players were refused or cut off."""
    asked = wishes()
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(asked, Path(folder)))
    print(json.dumps(found))
    print(table(found))
    if found["quiet"]["failed"] or found["flooded"]["failed"]:
        sys.exit("honest players were refused or cut off")


if __name__ == "__main__":
    main()
