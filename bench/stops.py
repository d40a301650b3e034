"""How soon a search ends after it is stopped: `script/bench stops [--stops 20]`.

In positions of random games of several sheets, on both paths of the kernel, a search without end is let run for a while
and told to stop; the delay is the time from there to its answer. Measured of `Engine.think` and its `threading.Event`,
with one line or three and one thread or two, and of `stop` as a chess program says it to `axedrez uci`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import axedrez
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History
from axedrez.uci.program import Program

SHEETS = (
    "clasico",
    "tradicional",
    "chess2d",
    "knightmate",
    "crazyhouse",
    "grasshoppers",
    "antichess",
    "progressive",
    "dice-chess",
)
WAYS = ((1, 1), (3, 1), (1, 2))  # lines and threads
LONGEST_LET_RUN_S = 0.08
PLIES = 60


class Delay(NamedTuple):
    """What it took from the word to the answer, in milliseconds."""

    what: str
    ms: float


def positions(game: ChessGame, random: Random) -> Iterator[tuple[ChessPosition, History, list[str]]]:
    """Positions of random games in which a player has a choice, and the moves that led there."""
    while True:
        position, history, line = game.start(), History(), list[str]()
        for _ in range(random.randrange(PLIES)):
            if position.outcome(history) is not None:
                break
            legal = position.legal_moves()
            move = random.choice(legal) if legal else random.choice(position.chance_outcomes())[0]
            history = history.after(position)
            line.append(str(move))
            position = position.play_unchecked(move)
        if position.outcome(history) is None and len(position.legal_moves()) > 1:
            yield position, history, line


def stopped(engine: Engine, position: ChessPosition, history: History, lines: int, run_s: float) -> float | None:
    """The delay of a search in seconds; None if it ended before it was stopped, having nothing left to search."""
    stop, answered = threading.Event(), list[float]()

    def think() -> None:
        engine.think(position, history, Limits(lines=lines), stop=stop)
        answered.append(time.perf_counter())

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(run_s)
    stop_at = time.perf_counter()
    stop.set()
    thread.join()
    return answered[0] - stop_at if answered[0] > stop_at else None


def of_engines(names: Sequence[str], stops: int, seed: int) -> Iterator[Delay]:
    """The given number of stops of each game and way."""
    for name in names:
        game = axedrez.load(name)
        assert isinstance(game, ChessGame)
        for lines, threads in WAYS:
            random = Random(f"{name} {seed} {lines} {threads}")
            engine = Engine(game, threads=threads)
            found = positions(game, random)
            count = 0
            engine.think(*next(found)[:2], Limits(depth=2))
            while count < stops:
                position, history, _ = next(found)
                delay = stopped(engine, position, history, lines, random.uniform(0, LONGEST_LET_RUN_S))
                if delay is not None:
                    count += 1
                    yield Delay(f"{name}, {lines} lines, {threads} threads", 1000 * delay)


def of_programs(names: Sequence[str], stops: int, seed: int) -> Iterator[Delay]:
    """The given number of stops of each game, over UCI."""
    command = (sys.executable, "-c", "import axedrez.cli; axedrez.cli.main()", "uci")
    for name in names:
        game = axedrez.load(name)
        assert isinstance(game, ChessGame)
        random = Random(f"{name} {seed}")
        found = positions(game, random)
        program = Program(command, {"UCI_Variant": name})
        try:
            for _ in range(stops):
                _, _, line = next(found)
                program.say(f"position startpos moves {' '.join(line)}" if line else "position startpos")
                program.say("go infinite")
                program.until("info")
                time.sleep(random.uniform(0, LONGEST_LET_RUN_S))
                stop_at = time.perf_counter()
                program.say("stop")
                program.until("bestmove")
                yield Delay(f"{name}, over UCI", 1000 * (time.perf_counter() - stop_at))
        finally:
            program.close()


def row(what: str, delays: Sequence[float]) -> str:
    """A line of the table."""
    ordered = sorted(delays)
    nearly = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return (
        f"{what:<36}{len(ordered):>5} stops, median {statistics.median(ordered):>6.1f} ms, "
        f"99 % within {nearly:>6.1f} ms, all within {ordered[-1]:>6.1f} ms"
    )


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", help=f"instead of {', '.join(SHEETS)}")
    parser.add_argument("--stops", type=int, default=20, help="of each sheet in each way")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    delays: dict[str, list[float]] = {}
    names = args.sheets or SHEETS
    for way in (of_engines, of_programs):
        for delay in way(names, args.stops, args.seed):
            delays.setdefault(delay.what, []).append(delay.ms)
            if len(delays[delay.what]) == args.stops:
                print(row(delay.what, delays[delay.what]), flush=True)
    print(row("all", [ms for found in delays.values() for ms in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
