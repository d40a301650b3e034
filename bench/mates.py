"""What mates the engine finds in a second: `script/bench mates [--time-ms 1000] [--threads 1]`.

The suite, `bench/mates.epd`, was made by bench/mates_make.py, and each line proved there by trying everything. A mate
is solved when the engine's move is one of those proved to lead to it; it is *seen* when the engine also says the right
number of moves. For each length: the share solved with its 95 % interval, and how long it took to settle on the move.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import axedrez
from axedrez.balance.statistics import share
from axedrez.chess.engine.engine import Engine, Info, Limits
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History

SUITE = Path(__file__).with_name("mates.epd")


class Mate(NamedTuple):
    """A line of the suite: from `text`, a position of `game`, mate in `moves` begins with any of `first`."""

    text: str
    game: str
    moves: int
    first: tuple[str, ...]


class Tried(NamedTuple):
    """What the engine made of a mate. `ms`: from when on it stood by the move that it played."""

    mate: Mate
    played: str
    said: int | None
    ms: int
    nodes: int

    @property
    def solved(self) -> bool:
        """Whether it has played a move that leads to the mate."""
        return self.played in self.mate.first

    @property
    def seen(self) -> bool:
        """Whether it knew so."""
        return self.solved and self.said == self.mate.moves

    @property
    def false(self) -> bool:
        """Whether it has reported a false mate: one shorter than the shortest, or one by another move."""
        return self.said is not None and 0 < self.said <= self.mate.moves and not self.seen


def read(path: Path = SUITE) -> list[Mate]:
    """The suite."""
    found = []
    for line in path.read_text(encoding="ascii").splitlines():
        text, *fields = line.split(" ;")
        said = dict(field.split(" ", 1) for field in fields)
        found.append(Mate(text, said["game"], int(said["mate"]), tuple(said["first"].split())))
    return found


def game_of(name: str) -> ChessGame:
    """A rulebook of the chess family."""
    game = axedrez.load(name)
    assert isinstance(game, ChessGame)
    return game


def attempt(engine: Engine, position: ChessPosition, mate: Mate, limits: Limits) -> Tried:
    """Let the engine, which forgets everything before, look for a mate."""
    engine.new_game()
    since, settled, held = time.monotonic(), 0.0, ""

    def hear(info: Info) -> None:
        nonlocal settled, held
        if info.multipv == 1 and str(info.pv[0]) != held:
            settled, held = time.monotonic() - since, str(info.pv[0])

    found = engine.think(position, History(), limits._replace(mate=mate.moves), on_info=hear)
    ms = settled if str(found.best) == held else time.monotonic() - since
    said = found.lines[0].score.mate if found.lines else None
    return Tried(mate, str(found.best), said, int(1000 * ms), found.nodes)


def attempts(mates: Sequence[Mate], limits: Limits, *, threads: int = 1, hash_mb: int = 16) -> Iterator[Tried]:
    """Let the engine look for all of them, one after the other."""
    for name in dict.fromkeys(mate.game for mate in mates):
        of_game = [mate for mate in mates if mate.game == name]
        game = game_of(name)
        positions = [game.parse(mate.text) for mate in of_game]
        engine = Engine(game, threads=threads, hash_mb=hash_mb)
        engine.think(positions[0], History(), Limits(depth=2))  # compile before the clock runs
        for mate, position in zip(of_game, positions, strict=True):
            yield attempt(engine, position, mate, limits)


def row(name: str, tried: Sequence[Tried]) -> str:
    """A line of the table."""
    solved = [one for one in tried if one.solved]
    estimate = share(len(solved), len(tried))
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    times = [one.ms for one in solved] or [0]
    return (
        f"{name:<16}{len(solved):>4}/{len(tried):<4}{estimate.value:>7.1%} ({estimate.low:.1%} … {estimate.high:.1%}), "
        f"{sum(one.seen for one in tried)} seen; median {statistics.median(times):.0f} ms, at most {max(times)} ms"
    )


def report(tried: Iterable[Tried]) -> bool:
    """Print what was not solved as it comes, and then the table. Whether nothing false was said."""
    done: list[Tried] = []
    for one in tried:
        done.append(one)
        if not one.solved or one.false:
            what = "false" if one.false else "missed"
            said = "" if one.said is None else f", said mate {one.said}"
            print(
                f"{what}: {one.mate.game} mate in {one.mate.moves} by {' '.join(one.mate.first)}: played {one.played}"
                f"{said}, {one.nodes} nodes: {one.mate.text}",
                flush=True,
            )
    for moves in sorted({one.mate.moves for one in done}):
        print(row(f"mates in {moves}", [one for one in done if one.mate.moves == moves]))
    for name in dict.fromkeys(one.mate.game for one in done):
        print(row(name, [one for one in done if one.mate.game == name]))
    print(row("all", done))
    return not any(one.false for one in done)


def main() -> int:
    """Run the suite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only of these")
    parser.add_argument("--moves", type=int, default=0, help="only mates of this length")
    parser.add_argument("--time-ms", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=0, help="instead of time")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--suite", type=Path, default=SUITE)
    args = parser.parse_args()
    limits = Limits(nodes=args.nodes) if args.nodes else Limits(time_ms=args.time_ms)
    mates = [
        mate
        for mate in read(args.suite)
        if (not args.games or mate.game in args.games) and args.moves in (0, mate.moves)
    ]
    if not mates:
        parser.error("there are no such mates")
    return 0 if report(attempts(mates, limits, threads=args.threads)) else 1


if __name__ == "__main__":
    sys.exit(main())
