"""Loads real servers with games that are played over sockets, and tells what they carry.

`script/bench load [--games 500] [--seconds 10] [--rate 100 …] [--saturate]`: starts `axedrez serve` over a new
database, seats two guests at each game, with a socket each, and lets them play; half the games are chess and half
Chessgammon unless a rulebook is named. Told are, for each rate: the moves acknowledged a second; the latency from the
sending of a move until the opponent has it, and until the mover knows that it is on the disk; the servers' processor
time a move, and the bytes that both players are sent for it; their memory; and, measured by turns in the same run, how
many rows a bare loop inserts and commits a second on the same kind of database. Every move that was acknowledged is
then looked up in the log.

`--saturate` raises the rate until the 99th percentile of the first latency reaches 100 ms, or the servers do not keep
up. `--sockets 10000` seats so many players who do little, and tells the memory of all servers. A line of JSON for each
stretch, then a table. `--database postgresql://USER@HOST/` makes a database there and drops it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from loading.nodes import allow_many_files
from loading.world import Stretch, Wish, World, database, scripts, world
from online_commands import insert

LIMIT_MS = 100.0
KEPT_UP = 0.9
STEP = 1.25
MOST_STEPS = 12
SETTLE_S = 3.0
BARE_S = 2.0
MIB = 2**20
HEADS = (
    "moves/s asked",
    "acknowledged/s",
    "at the opponent p50 / p99 / max",
    "acknowledged p50 / p99 / max",
    "server CPU a move",
    "bytes a move",
    "busy",
    "bare commits/s",
    "ratio",
    "failed",
)
RESERVE = 1.4
"""So many more turns are made beforehand than are needed on average: some games are faster than others."""


def told(text: str) -> None:
    """Tell how far it is."""
    print(text, file=sys.stderr, flush=True)


def row(stretch: Stretch, asked: float, bare: float, servers: int) -> dict[str, Any]:
    """A stretch in figures."""
    figures, moves = stretch.figures, max(1, len(stretch.figures.acked))
    cpu_s = stretch.after.cpu_s - stretch.before.cpu_s
    rate = len(figures.acked) / stretch.seconds
    return {
        "asked_moves_s": round(asked),
        "moves_s": round(rate, 1),
        **figures.latencies(),
        "server_cpu_ms_a_move": round(cpu_s / moves * 1000, 3),
        "bytes_a_move": round(figures.bytes / moves),
        "server_busy": round(cpu_s / stretch.seconds / servers, 2),
        "client_cpu_ms_a_move": round(stretch.client_cpu_s / moves * 1000, 3),
        "bare_commits_s": round(bare),
        "of_bare": round(rate / bare, 2),
        "failed": dict(figures.failed),
        "repeated": figures.repeated,
        "rss_mib": round(stretch.after.rss / MIB),
    }


def holds(found: dict[str, Any]) -> bool:
    """Whether the servers kept up, and quickly enough."""
    return found["heard_ms"]["p99"] < LIMIT_MS and found["moves_s"] >= KEPT_UP * found["asked_moves_s"]


async def rounds(asked: argparse.Namespace, there: World, bare_url: str) -> list[dict[str, Any]]:
    """Each rate, and the bare loop after each."""
    found: list[dict[str, Any]] = []
    for rate in asked.rate:
        stretch = await there.played(rate, asked.seconds, asked.settle)
        await there.fall_silent()
        bare = await insert(bare_url, asked.bare)
        found.append(row(stretch, rate, bare.each_second, asked.servers))
        print(json.dumps(found[-1]), flush=True)
        if asked.saturate and not holds(found[-1]):
            break
    return found


async def run(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything, in figures."""
    turns = sum(asked.rate) * (asked.seconds + asked.settle) / asked.games
    plies = asked.begun + 2 + round(turns * RESERVE + 2 * turns**0.5)
    wish = Wish(asked.rulebook, asked.games, asked.begun, plies, asked.frames, asked.servers, asked.channels)
    made = scripts(wish, told)
    async with database(asked.database, folder) as url, world(wish, made, url, folder) as there:
        # On SQLite, which has one writer, the bare loop has a file of its own beside that of the games.
        bare_url = f"sqlite:///{folder / 'bare.db'}" if asked.database == "sqlite" else url
        told(f"{2 * asked.games} players sit down")
        await there.sit_down(asked.frames)
        steps = await rounds(asked, there, bare_url)
        exhausted = sum(board.begun + len(board.acked) >= len(board.turns) for board in there.boards)
        before, after = there.memory
        result = {
            "games": asked.games,
            "sockets": 2 * asked.games,
            "rulebooks": asked.rulebook,
            "frames": asked.frames,
            "servers": asked.servers,
            "database": asked.database.partition(":")[0],
            "rss_before_mib": round(before / MIB),
            "rss_with_players_mib": round(after / MIB),
            "rss_at_the_end_mib": steps[-1]["rss_mib"],
            "kib_a_game": round((steps[-1]["rss_mib"] * MIB - before) / asked.games / 1024),
            "moves_in_the_logs": await there.check(),
            "games_at_the_end_of_their_line": exhausted,
        }
    if asked.saturate:
        result["sustained_moves_s"] = max((step["moves_s"] for step in steps if holds(step)), default=0)
    print(json.dumps(result), flush=True)
    return {**result, "steps": steps}


def table(found: dict[str, Any]) -> str:
    """The figures in words."""
    who = f"{found['games']} games ({', '.join(found['rulebooks'])}), {found['sockets']} sockets"
    how = f"frames of {found['frames']}, {found['servers']} server(s), {found['database']}"
    lines = [f"{who}, {how}", "", f"| {' | '.join(HEADS)} |", f"|{' ---: |' * len(HEADS)}"]
    for step in found["steps"]:
        times = (" / ".join(f"{value:.1f}" for value in step[name].values()) for name in ("heard_ms", "acked_ms"))
        cells = (
            step["asked_moves_s"],
            f"{step['moves_s']:.0f}",
            *(f"{each} ms" for each in times),
            f"{step['server_cpu_ms_a_move']:.2f} ms",
            step["bytes_a_move"],
            f"{step['server_busy']:.0%}",
            step["bare_commits_s"],
            f"{step['of_bare']:.2f}",
            sum(step["failed"].values()),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    without, seated, end = (found[f"rss_{when}_mib"] for when in ("before", "with_players", "at_the_end"))
    held = f"{without} MiB without a game, {seated} MiB with all players, {end} MiB at the end"
    lines += ["", f"Memory of the servers: {held}:"]
    lines += [f"{found['kib_a_game']} KiB a game with its two sockets."]
    lines += [f"All {found['moves_in_the_logs']} moves that were acknowledged are in the logs."]
    if "sustained_moves_s" in found:
        lines.append(f"Sustained with p99 below {LIMIT_MS:.0f} ms: {found['sustained_moves_s']:.0f} moves a second.")
    return "\n".join(lines)


def wishes() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(
        prog="script/bench load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--sockets", type=int, help="two for each game; with a trickle of moves unless --rate is given")
    parser.add_argument("--seconds", type=float, default=10, help="of each rate")
    parser.add_argument("--settle", type=float, default=SETTLE_S, help="seconds at each rate that do not count")
    parser.add_argument("--bare", type=float, default=BARE_S, help="seconds of the bare loop after each rate")
    parser.add_argument("--rate", type=float, nargs="+", help="moves a second, one stretch after another")
    parser.add_argument("--saturate", action="store_true", help=f"from the rate on by steps of {STEP}")
    parser.add_argument("--rulebook", nargs="+", default=["clasico", "chessgammon"], metavar="NAME")
    parser.add_argument(
        "--frames", choices=["updates", "views", "events"], default="updates", help="what the page asks for: updates"
    )
    parser.add_argument("--begun", type=int, help="turns made before anybody sits down, 2 at least")
    parser.add_argument("--database", default="sqlite", metavar="sqlite|URL")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--channels", metavar="URL", help="the Redis of several servers")
    asked = parser.parse_args()
    if asked.sockets is not None:
        asked.games = asked.sockets // 2
    asked.begun = asked.begun or (2 if asked.sockets else 4)
    asked.rate = asked.rate or ([20] if asked.sockets else [100])
    if asked.saturate:
        asked.rate = [asked.rate[0] * STEP**step for step in range(MOST_STEPS)]
    return asked


def main() -> None:
    """Load the servers; ends with 1 if anything was refused or closed."""
    asked = wishes()
    files = allow_many_files()
    if files < 2 * asked.games + 100:
        sys.exit(f"only {files} open files are allowed: `ulimit -Hn` must be higher for so many sockets")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(asked, Path(folder)))
    print(table(found))
    if any(step["failed"] for step in found["steps"]):
        sys.exit("something was refused or cut off")


if __name__ == "__main__":
    main()
