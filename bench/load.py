"""Load test: real servers with games that are played over sockets.

`script/bench load [--games 500] [--seconds 10] [--rate 100 …] [--saturate]`: starts `axedrez serve` over a new
database, connects two guests to each game, with a socket each, and lets them play; half the games are chess and half
Chessgammon unless a rulebook is named. It prints for each rate: the moves acknowledged a second; the latency from
sending a move until the opponent has it, and until its sender knows that it is stored; the servers' processor time per
move, the bytes that both players are sent for it, and those that the database logs; their memory; and, measured
alternately in the same run, how many rows a bare loop inserts and commits a second on the same kind of database. Every
acknowledged move is then looked up in the log.

`--saturate` raises the rate until the 99th percentile of the first latency reaches 100 ms, or the servers do not keep
up. `--sockets 10000` connects so many mostly idle players, and prints the memory of all servers. The output is a line
of JSON for each rate, then a table. `--database postgresql://USER@HOST/` creates a database there and drops it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.loading.nodes import allow_many_files
from bench.loading.world import LoadConfig, Stretch, World, database, scripts, world
from bench.online_commands import insert

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
    "database bytes a move",
    "busy",
    "bare commits/s",
    "ratio",
    "failed",
)
RESERVE = 1.4
"""Factor of precomputed turns over the average need: some games are faster than others."""


def report(text: str) -> None:
    """Print the progress."""
    print(text, file=sys.stderr, flush=True)


def row(stretch: Stretch, target: float, bare: float, servers: int) -> dict[str, Any]:
    """The figures of an interval."""
    figures, moves = stretch.figures, max(1, len(stretch.figures.acked))
    cpu_s = stretch.after.cpu_s - stretch.before.cpu_s
    rate = len(figures.acked) / stretch.seconds
    return {
        "asked_moves_s": round(target),
        "moves_s": round(rate, 1),
        **figures.latencies(),
        "server_cpu_ms_a_move": round(cpu_s / moves * 1000, 3),
        "bytes_a_move": round(figures.bytes / moves),
        "database_bytes_a_move": round(stretch.logged_bytes / moves),
        "server_busy": round(cpu_s / stretch.seconds / servers, 2),
        "client_cpu_ms_a_move": round(stretch.client_cpu_s / moves * 1000, 3),
        "bare_commits_s": round(bare),
        "of_bare": round(rate / bare, 2),
        "failed": dict(figures.failed),
        "repeated": figures.repeated,
        "rss_mib": round(stretch.after.rss / MIB),
    }


def holds(found: dict[str, Any]) -> bool:
    """Whether the servers kept up, within the latency limit."""
    return bool(found["heard_ms"]["p99"] < LIMIT_MS and found["moves_s"] >= KEPT_UP * found["asked_moves_s"])


async def rounds(args: argparse.Namespace, running: World, bare_url: str) -> list[dict[str, Any]]:
    """Measure each rate, and the bare loop after each."""
    found: list[dict[str, Any]] = []
    for rate in args.rate:
        stretch = await running.played(rate, args.seconds, args.settle)
        await running.drain()
        bare = await insert(bare_url, args.bare)
        found.append(row(stretch, rate, bare.each_second, args.servers))
        print(json.dumps(found[-1]), flush=True)
        if args.saturate and not holds(found[-1]):
            break
    return found


async def run(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run everything; returns the figures."""
    turns = sum(args.rate) * (args.seconds + args.settle) / args.games
    plies = args.begun + 2 + round(turns * RESERVE + 2 * turns**0.5)
    config = LoadConfig(args.rulebook, args.games, args.begun, plies, args.frames, args.servers, args.channels)
    made = scripts(config, report)
    async with database(args.database, folder) as url, world(config, made, url, folder) as running:
        # SQLite has one writer, so the bare loop uses a separate file.
        bare_url = f"sqlite:///{folder / 'bare.db'}" if args.database == "sqlite" else url
        report(f"{2 * args.games} players connect")
        await running.connect(args.frames)
        steps = await rounds(args, running, bare_url)
        exhausted = sum(board.begun + len(board.acked) >= len(board.turns) for board in running.boards)
        before, after = running.memory
        result = {
            "games": args.games,
            "sockets": 2 * args.games,
            "rulebooks": args.rulebook,
            "frames": args.frames,
            "servers": args.servers,
            "database": args.database.partition(":")[0],
            "rss_before_mib": round(before / MIB),
            "rss_with_players_mib": round(after / MIB),
            "rss_at_the_end_mib": steps[-1]["rss_mib"],
            "kib_a_game": round((steps[-1]["rss_mib"] * MIB - before) / args.games / 1024),
            "moves_in_the_logs": await running.check(),
            "games_at_the_end_of_their_line": exhausted,
        }
    if args.saturate:
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
            step["database_bytes_a_move"],
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


def arguments() -> argparse.Namespace:
    """The command line arguments."""
    parser = argparse.ArgumentParser(
        prog="script/bench load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--sockets", type=int, help="two for each game; with few moves unless --rate is given")
    parser.add_argument("--seconds", type=float, default=10, help="of each rate")
    parser.add_argument("--settle", type=float, default=SETTLE_S, help="seconds at each rate that do not count")
    parser.add_argument("--bare", type=float, default=BARE_S, help="seconds of the bare loop after each rate")
    parser.add_argument("--rate", type=float, nargs="+", help="moves a second, one interval after another")
    parser.add_argument("--saturate", action="store_true", help=f"raise the rate in steps of {STEP}")
    parser.add_argument("--rulebook", nargs="+", default=["clasico", "chessgammon"], metavar="NAME")
    parser.add_argument(
        "--frames", choices=["updates", "views", "events"], default="updates", help="what the page asks for: updates"
    )
    parser.add_argument("--begun", type=int, help="turns stored before the players connect, at least 2")
    parser.add_argument("--database", default="sqlite", metavar="sqlite|URL")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--channels", metavar="URL", help="the Redis of several servers")
    args = parser.parse_args()
    if args.sockets is not None:
        args.games = args.sockets // 2
    args.begun = args.begun or (2 if args.sockets else 4)
    args.rate = args.rate or ([20] if args.sockets else [100])
    if args.saturate:
        args.rate = [args.rate[0] * STEP**step for step in range(MOST_STEPS)]
    return args


def main() -> None:
    """Load the servers; ends with 1 if anything was refused or closed."""
    args = arguments()
    files = allow_many_files()
    if files < 2 * args.games + 100:
        sys.exit(f"only {files} open files are allowed: `ulimit -Hn` must be higher for so many sockets")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(args, Path(folder)))
    print(table(found))
    if any(step["failed"] for step in found["steps"]):
        sys.exit("something was refused or cut off")


if __name__ == "__main__":
    main()
