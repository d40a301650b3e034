"""`axedrez perft`: counting the paths of the game tree, on one thread or several."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from axedrez.cli.failures import tell
from axedrez.cli.loading import stand
from axedrez.cli.output import print_json
from axedrez.core import AxedrezError, Game, Move, Position, Side, TextError
from axedrez.library import family_of
from axedrez.messages import say, sentence

MAX_LINE_LENGTH = 2000


class Count(NamedTuple):
    """The paths that begin with each first move, and the seconds that counting took."""

    by_move: dict[str, int]
    seconds: float

    @property
    def nodes(self) -> int:
        """The total."""
        return sum(self.by_move.values())


def count(game: Game, text: str | None, depth: int, threads: int, divide: bool, lang: str) -> None:
    """Print the number of paths of `depth` plies; with `divide` that of each first move too."""
    position = stand(game, text, lang)
    _compile(game)
    counted = _count(position, depth, threads, divide)
    answer: dict[str, Any] = {"nodes": counted.nodes, "seconds": round(counted.seconds, 6)}
    if divide:
        answer["divide"] = counted.by_move
    print_json(answer)


def check_suite(game: Game, name: str, threads: int, lang: str) -> int:
    """Compare with the counts of a suite, lines `FEN ;D1 20 ;D2 400`; returns 1 at the first that differs.

    Raises `TextError` for a file or a line that cannot be read.
    """
    _compile(game)
    nodes, seconds, lines = 0, 0.0, 0
    for number, position, expected in _suite(game, name, lang):
        for depth, known in expected:
            counted = _count(position, depth, threads, divide=False)
            nodes += counted.nodes
            seconds += counted.seconds
            if counted.nodes != known:
                place = {"line": number, "depth": depth, "expected": known, "nodes": counted.nodes}
                print_json({"nodes": nodes, "seconds": round(seconds, 6), "differs": place})
                return tell(say("error.cli_suite_differs", lang, **place), status=1)
        lines += 1
    print_json({"nodes": nodes, "seconds": round(seconds, 6), "lines": lines})
    return 0


def _suite(game: Game, name: str, lang: str) -> Iterator[tuple[int, Position, list[tuple[int, int]]]]:
    """The lines of a suite: number, position, pairs of depth and count. Empty lines and `#` comments are skipped."""
    try:
        with open(name, encoding="utf-8", errors="replace") as file:
            number = 0
            while line := file.readline(MAX_LINE_LENGTH + 1):
                number += 1
                if line.strip() and not line.startswith("#"):
                    yield number, *_suite_line(game, line, number, lang)
    except (OSError, ValueError) as fault:
        if isinstance(fault, AxedrezError):
            raise
        raise TextError("cli_file", name=name[:200]) from None


def _suite_line(game: Game, line: str, number: int, lang: str) -> tuple[Position, list[tuple[int, int]]]:
    text, *counts = line.split(";")
    expected = []
    for entry in counts:
        word, _, value = entry.strip().partition(" ")
        depth, value = word.removeprefix("D"), value.strip()
        if not (
            word.startswith("D") and depth.isdecimal() and value.isdecimal() and len(depth) < 3 and len(value) < 20
        ):
            raise TextError("cli_suite_line", line=number, fault=say("error.cli_suite_form", lang))
        expected.append((int(depth), int(value)))
    try:
        return game.parse(text.strip()), expected
    except AxedrezError as fault:
        raise TextError("cli_suite_line", line=number, fault=sentence(fault, lang)) from None


def _compile(game: Game) -> None:
    """Compile the kernels for counting, or load them from the cache, before the clock starts."""
    family_of(game).perft().warm(game)
    list(_lines(game.start(), 2 if game.start().turn is not Side.CHANCE else 1))


def _count(position: Position, depth: int, threads: int, divide: bool) -> Count:
    paths = family_of(position.game).perft().paths
    with _interruptible():
        start = time.perf_counter()
        if depth == 0 or (threads == 1 and not divide):
            return Count({"": paths(position, depth)}, time.perf_counter() - start)
        by_move = {str(move): 0 for move in _firsts(position)}
        lines = list(_lines(position, 2 if threads > 1 and depth > 2 else 1))
        with ThreadPoolExecutor(threads) as pool:
            work = pool.map(lambda line: paths(line[1], depth - line[2]), lines)
            for (first, _, _), nodes in zip(lines, work, strict=True):
                by_move[first] += nodes
        return Count(by_move, time.perf_counter() - start)


def _firsts(position: Position) -> list[Move]:
    """The rolls where dice are due, else the legal moves."""
    return [roll for roll, _ in position.chance_outcomes()] or list(position.legal_moves())


def _lines(position: Position, moves: int) -> Iterator[tuple[str, Position, int]]:
    """The beginnings of the tree: the first move, the position after `moves` of them, the plies played.

    A roll is a move here, but a ply only where the family counts it as one.
    """
    ply = family_of(position.game).perft().CHANCE_PLIES if position.turn is Side.CHANCE else 1
    for move in _firsts(position):
        after = position.play_unchecked(move)
        if moves == 1:
            yield str(move), after, ply
        else:
            yield from ((str(move), last, played + ply) for _, last, played in _lines(after, moves - 1))


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end the program at once: machine code does not check for signals."""
    try:
        previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
