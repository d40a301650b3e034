"""Steps a second of environments: legal actions and observation of each state, a random action, a step, auto-reset.

`python -m bench.environments [--peers PYTHON] [--seconds S] [--rounds R] [sheet …]`: ours for batches of 1, 64 and
1,024, by one thread and two; with `--peers`, a Python that has OpenSpiel, Pgx and PettingZoo, theirs in the same loop
(`environment_peers.py`), each in turn, R times: the medians are told. A step is what the environment calls so: with
dice a whole roll for OpenSpiel, one die for Pgx and for us. Games a second compare across that.

`python -m bench.environments --check [--random N]`: PettingZoo's and Gymnasium's checkers on every shipped sheet, and
on N random ones (100).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from statistics import median

PEERS = {
    "clasico": (
        ("OpenSpiel-chess-NumPy", 1),
        ("OpenSpiel-chess-lists", 1),
        ("PettingZoo-chess", 1),
        ("Pgx-chess", 1),
        ("Pgx-chess", 64),
        ("Pgx-chess", 1024),
    ),
    "backgammon": (
        ("OpenSpiel-backgammon-NumPy", 1),
        ("OpenSpiel-backgammon-lists", 1),
        ("Pgx-backgammon", 1),
        ("Pgx-backgammon", 64),
        ("Pgx-backgammon", 1024),
    ),
}
"""Which of theirs play the game of a sheet, and how many games at once."""

Speed = tuple[float, float]
"""Steps and ended games a second."""


def ours(sheet: str, n: int, threads: int) -> Callable[[float], Speed]:
    """A measurement of a batch for so many seconds."""
    from axedrez import library
    from axedrez.environments import Options, batch

    games = batch(library.load(sheet), n, 1, Options(threads=threads))

    def measure(seconds: float) -> Speed:
        games.step(games.sample())
        steps = ended = 0
        begin = time.perf_counter()
        while time.perf_counter() - begin < seconds:
            games.step(games.sample())
            steps += n
            ended += int((games.terminated | games.truncated).sum())
        spent = time.perf_counter() - begin
        return steps / spent, ended / spent

    return measure


def theirs(peers: subprocess.Popen[str], name: str, n: int) -> Callable[[float], Speed]:
    """A measurement by the peers' Python."""

    def measure(seconds: float) -> Speed:
        assert peers.stdin is not None
        assert peers.stdout is not None
        peers.stdin.write(f"{name} {n} {seconds}\n")
        peers.stdin.flush()
        told = peers.stdout.readline().split()
        if len(told) != 3:
            raise SystemExit(f"{name}: {' '.join(told) or 'no answer'}")
        steps, ended, spent = map(float, told)
        return steps / spent, ended / spent

    return measure


def compare(sheets: list[str], peers: str | None, seconds: float, rounds: int) -> None:
    """Measure each contender of each sheet in turn, and print the medians."""
    with ExitStack() as stack:
        process = None
        if peers:
            script = Path(__file__).with_name("environment_peers.py")
            process = stack.enter_context(
                subprocess.Popen([peers, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
        for sheet in sheets:
            measures: dict[str, Callable[[float], Speed]] = {}
            for n, threads in ((1, 1), (64, 1), (64, 2), (1024, 1), (1024, 2)):
                measures[f"{sheet}, {n} games, {threads} threads"] = ours(sheet, n, threads)
            if process:
                for name, n in PEERS.get(sheet, ()):
                    measures[f"{name}, {n} games"] = theirs(process, name, n)
            told: dict[str, list[Speed]] = {name: [] for name in measures}
            for _ in range(rounds):
                for name, measure in measures.items():
                    told[name].append(measure(seconds))
            for name, speeds in told.items():
                steps, games = (median(each) for each in zip(*speeds, strict=True))
                print(f"{name:36} {steps:12,.0f} steps/s {games:10,.1f} games/s", flush=True)
        if process and process.stdin:
            process.stdin.close()


def check(count: int) -> int:
    """Let the checkers of other libraries look at every shipped sheet and at `count` random ones; how many failed."""
    from tests.environment_checks import at_random, shipped
    from tests.environment_checks import check as examine

    failed = checked = 0
    for game in chain(shipped(), at_random(1, count)):
        checked += 1
        try:
            examine(game)
        except Exception as fault:  # the checkers raise whatever they like
            failed += 1
            print(f"{game.name} {game.hash}: {type(fault).__name__}: {fault}", flush=True)
    print(f"{checked} sheets checked, {failed} failed")
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", help="a Python that has the peers")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("sheets", nargs="*", default=["clasico", "crazyhouse", "backgammon", "chessgammon"])
    parser.add_argument("--check", action="store_true", help="no speed: what the checkers of other libraries say")
    parser.add_argument("--random", type=int, default=100, help="random sheets to check")
    given = parser.parse_args()
    if given.check:
        sys.exit(min(1, check(given.random)))
    compare(given.sheets, given.peers, given.seconds, given.rounds)
