"""Fast games of the engine with itself in every chess rulebook: `script/bench fast-games [--games 1000] [--log FILE]`.

A game is played by a clock (one second and a hundredth more for each move) or with 10, 15 or 20 ms for each move; the
time is divided as over UCI. Each position, move and end is compared with the slow twin of the tests, which reads the
sheet by itself; each move is timed. What goes wrong is printed and makes it fail: a move that is not legal, a clock
that runs out, a move that takes 50 ms more than its time, an exception. Games of more than 400 plies are broken off and
counted. With `--log FILE.jsonl` a run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec

import axedrez
from axedrez.balance.statistics import share
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core import History, Side
from axedrez.core.contract import after_chance
from axedrez.jit import settle
from axedrez.library import gallery, sheet
from axedrez.uci.commands import Go
from axedrez.uci.timing import Control, time_of
from tests.naive import variants
from tests.sheets import twins

LONGEST = 400
RANDOM_PLIES = 6
CLOCK_MS, INCREMENT_MS, OVERHEAD_MS = 1000, 10, 10
MOVE_MS = (10, 15, 20)
GRACE_MS = 50
UNFINISHED = "broken off"


class TimedGame(msgspec.Struct, frozen=True):
    """A game: how it was timed, its length, how it ended, and what went wrong in it, if anything did.

    `late_ms` is by how much a move overstepped its time at most, `left_ms` the least that a clock has shown.
    """

    game: str
    number: int
    terms: str
    plies: int
    reason: str
    fault: str = ""
    late_ms: float = 0
    left_ms: float = CLOCK_MS


def names() -> tuple[str, ...]:
    """The rulebooks of the chess family."""
    return tuple(name for name in (*axedrez.rulebooks(), *gallery()) if isinstance(sheet(name), ChessSheet))


@lru_cache(maxsize=4)
def _engine(name: str) -> Engine:
    game = axedrez.load(name)
    assert isinstance(game, ChessGame)
    engine = Engine(game, hash_mb=4)
    engine.think(after_chance(game.start()), History(), Limits(depth=2))  # compile before any clock runs
    settle()
    return engine


class Clocks:
    """The time of both players, and what becomes of it."""

    def __init__(self, move_ms: int) -> None:
        self.left = [float(CLOCK_MS), float(CLOCK_MS)]
        self.move_ms = move_ms
        self.late = 0.0

    @property
    def terms(self) -> str:
        """How the game is timed, in words."""
        return f"{self.move_ms} ms a move" if self.move_ms else f"{CLOCK_MS} + {INCREMENT_MS} ms"

    def go(self) -> Go:
        """What is said before a move."""
        if self.move_ms:
            return Go(movetime=self.move_ms)
        white, black = (max(1, int(left)) for left in self.left)
        return Go(wtime=white, btime=black, winc=INCREMENT_MS, binc=INCREMENT_MS)

    def take(self, side: Side, spent: float) -> str:
        """Take time from a player; what is wrong with that, or nothing."""
        if self.move_ms:
            self.late = max(self.late, spent - self.move_ms)
            return f"{spent:.0f} ms for a move of {self.move_ms}" if spent > self.move_ms + GRACE_MS else ""
        self.left[side] -= spent
        if self.left[side] <= 0:
            return f"lost on time: {spent:.0f} ms for a move with {self.left[side] + spent:.0f} left"
        self.left[side] += INCREMENT_MS
        return ""


def answer(engine: Engine, position: ChessPosition, history: History, clocks: Clocks) -> tuple[str, str]:
    """The engine's move, its time divided as over UCI, and what is wrong with the time that it took."""
    began = time.perf_counter()
    go = clocks.go()
    control = Control(go)
    control.allow(time_of(go, position.side, OVERHEAD_MS), paced=go.movetime is None)
    move = engine.think(position, history, Limits(), stop=control, on_info=control.heard).best
    return str(move), clocks.take(position.side, 1000 * (time.perf_counter() - began))


def play(name: str, number: int, *, nodes: int = 0, longest: int = LONGEST) -> TimedGame:
    """Play a game to its end, by nodes instead of time if there are any, and say what went wrong in it."""
    random = Random(f"{name} {number}")
    engine = _engine(name)
    game = engine.game
    engine.new_game()
    clocks = Clocks((0, *MOVE_MS)[number % (1 + len(MOVE_MS))])
    position, history = game.start(), History()
    twin, keys = variants.start(twins.rules_of(game)), list[tuple[object, ...]]()
    ply = 0

    def over(reason: str, fault: str = "") -> TimedGame:
        what = f"{position.text()}: {fault}" if fault else ""
        terms = f"{nodes} nodes a move" if nodes else clocks.terms
        return TimedGame(name, number, terms, ply, reason, what, clocks.late, min(clocks.left))

    while True:
        if (ours := twins.text_of(position)) != (theirs := variants.write(twin)):
            return over("fault", f"the twin has {theirs}, not {ours}")
        ended, due = twins.end(position, history), twin.outcome(keys)
        if ended != due and twins.LEFT_OUT[0] not in ((ended or due or "")[1], (due or ended or "")[1]):
            return over("fault", f"ended by {ended}, for the twin by {due}")
        if ended:
            return over(ended[1])
        if position.claims(history):
            return over("claimed")
        if ply == longest:
            return over(UNFINISHED)
        wrong = ""
        moves = {move.uci: move for move in twin.legal_moves()}
        if position.is_chance():
            text = str(random.choice(position.chance_outcomes())[0])
        elif ply < RANDOM_PLIES and random.random() < 0.7:
            text = str(random.choice(position.legal_moves()))
        elif nodes:
            text = str(engine.think(position, history, Limits(nodes=nodes)).best)
        else:
            text, wrong = answer(engine, position, history, clocks)
        if text not in moves and text not in twin.chance():
            return over("fault", f"{text} is not legal")
        if wrong:
            return over("time", wrong)
        history = history.after(position)
        keys.append(twin.key())
        position, twin = position.play(text), twin.after(moves[text]) if text in moves else twin.play(text)
        ply += 1


def played(task: tuple[str, int]) -> TimedGame:
    """The same; what was raised is a fault like others."""
    try:
        return play(*task)
    except Exception as problem:  # whatever it is, the other games are played
        traceback.print_exc()
        return TimedGame(*task, "", 0, "fault", f"{type(problem).__name__}: {problem}")


def report(games: Sequence[TimedGame]) -> bool:
    """Print what became of all games; whether nothing went wrong."""
    faults = [game for game in games if game.fault]
    unfinished = sum(game.reason == UNFINISHED for game in games)
    for name in dict.fromkeys(game.game for game in games):
        mine = [game for game in games if game.game == name]
        counted = Counter(game.reason for game in mine).most_common()
        reasons = ", ".join(f"{reason} {count}" for reason, count in counted)
        late = max((game.late_ms for game in mine), default=0)
        left = min((game.left_ms for game in mine), default=0)
        plies = sum(game.plies for game in mine)
        print(f"{name}: {len(mine)} games, {plies} plies: {reasons}; late by {late:.0f} ms, least clock {left:.0f} ms")
    estimate = share(len(faults), len(games))
    assert estimate is not None
    assert estimate.high is not None
    print(
        f"{len(games)} games, {sum(game.plies for game in games)} plies, {unfinished} broken off after {LONGEST}: "
        f"{sum(game.reason == 'time' for game in games)} times too late, "
        f"{sum(game.reason == 'fault' for game in games)} other faults (95 %: less than {estimate.high:.2%} of games)"
    )
    return not faults


def main() -> int:
    """Play what the log does not hold yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", metavar="rulebook", help="instead of all")
    parser.add_argument("--games", type=int, default=1000, help="in all, as many of each rulebook")
    parser.add_argument("--at-once", type=int, default=1, help="games at the same time; one core each")
    parser.add_argument("--log", type=Path, metavar="FILE.jsonl")
    args = parser.parse_args()
    wanted = args.sheets or names()
    lines = args.log.read_bytes().splitlines() if args.log is not None and args.log.exists() else []
    games = [game for game in (msgspec.json.decode(line, type=TimedGame) for line in lines) if game.game in wanted]
    done = {(game.game, game.number) for game in games}
    each = -(-args.games // len(wanted))
    tasks = [(name, number) for name in wanted for number in range(each) if (name, number) not in done]
    with ProcessPoolExecutor(args.at_once, mp_context=get_context("spawn")) as pool:
        for game in pool.map(played, tasks):
            games.append(game)
            if game.fault:
                print(f"{game.game} {game.number} ({game.terms}), ply {game.plies}: {game.fault}", flush=True)
            if args.log is not None:
                with args.log.open("ab") as file:
                    file.write(msgspec.json.encode(game) + b"\n")
    return 0 if report(games) else 1


if __name__ == "__main__":
    sys.exit(main())
