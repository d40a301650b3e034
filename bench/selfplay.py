"""Two versions of the computer player against each other: `script/bench selfplay OLD NEW --games 200 --nodes 5000`.

OLD and NEW are working trees of this repository (`git worktree add`). Each version plays in a process of its own, told
by lines of JSON what has been played. Openings are random moves, each played from both sides. Prints the score, the
difference in Elo with its 95 % interval, and the log-likelihood ratio of a gain of `--elo1` against one of `--elo0`;
with `--sprt` the match ends when that decides. A version that has no engine yet plays by its computer player.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

LONGEST = 300  # plies; a game that has not ended by then counts half
PLAYER = """
import json, sys
import axedrez
from axedrez import History
try:
    from axedrez import engine, players
    from axedrez.chess.engine.engine import Engine, Limits
except ImportError:  # versions before the renovation
    from axedrez import search as players
    try:
        from axedrez.search.engine import Engine, Limits
    except ImportError:
        Engine = None
config = json.loads(sys.argv[1])
game = axedrez.load(config["game"])
full = 8
more = {"threads": config["threads"]} if config["threads"] > 1 else {}
engine = Engine(game, **more) if Engine and config["engine"] else None
for line in sys.stdin:
    message = json.loads(line)
    if message == "new":
        if engine:
            engine.new_game()
        continue
    position, history = game.start() if not config["fen"] else game.parse(config["fen"]), History()
    for move in message:
        history = history.after(position)
        position = position.play(move)
    if engine:
        best = engine.think(position, history, Limits(nodes=config["nodes"], time_ms=config["time_ms"])).best
    else:
        limit = {"nodes": config["nodes"]} if config["nodes"] else {"time_ms": config["time_ms"]}
        best = players.choose(position, history, level=full, **limit)
    print(best, flush=True)
"""


class Player:
    """One version in its own process."""

    def __init__(self, tree: str, config: dict[str, Any]) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(tree).resolve() / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, json.dumps(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def tell(self, what: Any) -> None:
        """Send a line."""
        pipe: IO[str] = self._process.stdin  # type: ignore[assignment]
        pipe.write(json.dumps(what) + "\n")
        pipe.flush()

    def move(self, played: list[str]) -> str:
        """The answer to the moves played so far."""
        self.tell(played)
        answer = self._process.stdout.readline().strip()  # type: ignore[union-attr]
        if not answer:
            raise SystemExit("a player has stopped (its message is above)")
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait()


def opening(start: Any, rng: random.Random) -> list[str]:
    """Eight random plies to a position in which neither side has lost material."""
    while True:
        position, played = start, []
        for _ in range(8):
            moves = position.legal_moves()
            if not moves or position.outcome():
                break
            played.append(str(rng.choice(moves)))
            position = position.play(played[-1])
        else:
            if position.legal_moves() and position.outcome() is None and _level(position):
                return played


def _level(position: Any) -> bool:
    from axedrez import History
    from axedrez.chess.engine import searcher

    return abs(searcher.search(position, History(), searcher.SearchLimits(depth=6, nodes=20_000)).score) < 80


def play(start: Any, players: tuple[Player, Player], played: list[str]) -> tuple[float, bool]:
    """The score of the first player, who has White, and whether the game came to its end."""
    from axedrez import History, Side

    position, history = start, History()
    for move in played:
        history = history.after(position)
        position = position.play(move)
    for player in players:
        player.tell("new")
    played = list(played)
    while len(played) < LONGEST:
        outcome = position.outcome(history)
        if outcome is None and position.claims(history):
            return 0.5, True
        if outcome is not None:
            return {Side.WHITE: 1.0, Side.BLACK: 0.0}.get(outcome.winner, 0.5), True
        move = players[position.side].move(played)
        history = history.after(position)
        position = position.play(move)
        played.append(move)
    return 0.5, False


def elo(score: float) -> float:
    """Difference in Elo for a share of the points."""
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def expected(difference: float) -> float:
    """Share of the points for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


def summary(pairs: list[float], elo0: float, elo1: float) -> tuple[str, float]:
    """The match so far in words, and its log-likelihood ratio; `pairs`: points of two games from the same opening."""
    mean = sum(pairs) / len(pairs) / 2
    variance = max(sum((pair / 2 - mean) ** 2 for pair in pairs) / len(pairs), 1e-4)
    error = 1.96 * math.sqrt(variance / len(pairs))
    p0, p1 = expected(elo0), expected(elo1)
    ratio = len(pairs) * (p1 - p0) * (2 * mean - p0 - p1) / (2 * variance)
    low, high = elo(mean - error), elo(mean + error)
    return (
        f"{2 * len(pairs)} games, {100 * mean:.1f} %, Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}], LLR {ratio:.2f}",
        ratio,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--game", default="clasico")
    parser.add_argument("--fen", default="")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--time-ms", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--elo0", type=float, default=0)
    parser.add_argument("--elo1", type=float, default=10)
    parser.add_argument("--sprt", action="store_true", help="end when the likelihood decides (5 %% errors)")
    parser.add_argument("--new-threads", type=int, default=1, help="threads of the engine of NEW")
    parser.add_argument("--choose", action="store_true", help="ask the players of the house, not the engine")
    options = parser.parse_args()
    if not options.nodes and not options.time_ms:
        options.nodes = 5000
    import axedrez

    config = {
        "game": options.game,
        "fen": options.fen,
        "nodes": options.nodes,
        "time_ms": options.time_ms,
        "engine": not options.choose,
        "threads": 1,
    }
    game: Any = axedrez.load(options.game)
    start = game.parse(options.fen) if options.fen else game.start()
    old, new = Player(options.old, config), Player(options.new, {**config, "threads": options.new_threads})
    rng = random.Random(options.seed)
    pairs: list[float] = []
    unfinished = 0
    try:
        while 2 * len(pairs) < options.games:
            played = opening(start, rng)
            (white, first), (black, second) = play(start, (new, old), played), play(start, (old, new), played)
            pairs.append(white + 1 - black)
            unfinished += 2 - first - second
            text, ratio = summary(pairs, options.elo0, options.elo1)
            if len(pairs) % 10 == 0:
                print(text, flush=True)
            if options.sprt and abs(ratio) > math.log(19):
                break
        print(f"{summary(pairs, options.elo0, options.elo1)[0]}, {unfinished} not played to the end")
    finally:
        old.close()
        new.close()


if __name__ == "__main__":
    main()
