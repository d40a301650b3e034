"""The quality of the moves of two players, by a stronger engine: `script/bench move-quality OLD NEW [--nodes 15000]`.

A match needs hundreds of games to tell versions apart that differ by thirty points; most of what decides it is luck.
Here both players move in the same positions of the engine's own games, and Stockfish judges each move wherever they
differ (`--judge-nodes` for that move alone). Prints the mean difference in shares of a point a move, with its standard
error. On the same scale: what twice the nodes are worth to one player (`--new-nodes`).

OLD and NEW are working trees of this repository (`git worktree add`), or `stockfish`, `stockfish:Use NNUE=false` and so
on: a program and its options. `--log FILE.jsonl` keeps what the judge has said for the next run.
"""

from __future__ import annotations

import argparse
import math
import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec

import axedrez
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.position.game import ChessGame
from axedrez.core import History
from axedrez.uci.board import read_move, start
from axedrez.uci.external_engine import EngineConfig, ExternalEngine
from bench.strength import OURS
from bench.uci_match import centipawns

OPENING_PLIES = 8
PLAYING = Limits(nodes=1500)
LOPSIDED_CP, LONGEST = 400, 140
APART = (5, 9)  # plies between two positions of a game
POINT_CP = 91  # a pawn ahead is three quarters of a point, as Stockfish counts pawns


class Judged(msgspec.Struct, frozen=True):
    """A move in a position, and what the judge says of it."""

    fen: str
    move: str
    cp: int


def positions(count: int, seed: int) -> list[str]:
    """FENs from games of the engine with itself after random openings, where neither side is far ahead."""
    game = axedrez.load("clasico")
    assert isinstance(game, ChessGame)
    engine, rng = Engine(game), Random(seed)
    found: list[str] = []
    while len(found) < count:
        engine.new_game()
        position, history, wait = start(game), History(), rng.randint(1, APART[0])
        while position.outcome(history) is None and not position.claims(history) and len(history.keys) < LONGEST:
            if len(history.keys) < OPENING_PLIES:
                move = rng.choice(position.legal_moves())
            else:
                thought = engine.think(position, history, PLAYING)
                move, wait = thought.best, wait - 1
                if abs(centipawns(thought.lines[0].score)) > LOPSIDED_CP:
                    break
                if wait <= 0:
                    found.append(position.text())
                    wait = rng.randint(*APART)
            history, position = history.after(position), position.play_unchecked(move)
    return found[:count]


def seat_of(player: str) -> EngineConfig:
    """The engine of a working tree, or a program and its options."""
    if (Path(player) / "src").is_dir():
        return EngineConfig(("env", f"PYTHONPATH={Path(player).resolve() / 'src'}", *shlex.split(OURS)), {})
    command, *options = player.split(":")
    return EngineConfig(tuple(shlex.split(command)), dict(option.split("=", 1) for option in options))


def think(seat: EngineConfig, what: Sequence[tuple[str, str]], nodes: int) -> list[Judged]:
    """The best move of each position and its score; where a move is given with it, that of this move."""
    game = axedrez.load("clasico")
    assert isinstance(game, ChessGame)
    found = []
    with ExternalEngine(seat) as engine:
        for fen, move in what:
            position = game.parse(fen)
            engine.new_game()
            only = (read_move(position, move),) if move else ()
            outcome = engine.think(position, History(), Limits(nodes=nodes, moves=only))
            # A player with few nodes may have a move, but no score.
            cp = centipawns(outcome.lines[0].score) if outcome.lines else 0
            found.append(Judged(fen, str(outcome.best), cp))
    return found


def at_once(seat: EngineConfig, what: Sequence[tuple[str, str]], nodes: int, processes: int) -> list[Judged]:
    """Like `think`, in several processes."""
    parts = [what[first::processes] for first in range(processes)]
    with ThreadPoolExecutor(processes) as pool:
        found = list(pool.map(lambda part: think(seat, part, nodes), parts))
    return [found[number % processes][number // processes] for number in range(len(what))]


def judge(moves: set[tuple[str, str]], args: argparse.Namespace) -> dict[tuple[str, str], int]:
    """What the judge says of each move in its position, in centipawns; it remembers what is in the log."""
    log: Path | None = args.log
    lines = log.read_bytes().splitlines() if log is not None and log.exists() else []
    kept = [msgspec.json.decode(line, type=Judged) for line in lines if line.strip()]
    known = {(one.fen, one.move): one.cp for one in kept}
    new = at_once(seat_of(args.judge), sorted(moves - known.keys()), args.judge_nodes, args.processes)
    if log is not None:
        with log.open("ab") as file:
            file.writelines(msgspec.json.encode(one) + b"\n" for one in new)
    return known | {(one.fen, one.move): one.cp for one in new}


def share(cp: int) -> float:
    """The share of a point that a score lets one expect."""
    return 1 / (1 + math.exp(-max(-3000, min(3000, cp)) / POINT_CP))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--nodes", type=int, default=15_000, help="for each move")
    parser.add_argument("--new-nodes", type=int, default=0, help="of NEW, where they are not the same")
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1, help="of the positions")
    parser.add_argument("--judge", default="stockfish:Hash=16")
    parser.add_argument("--judge-nodes", type=int, default=60_000)
    parser.add_argument("--processes", type=int, default=1, help="one core each")
    parser.add_argument("--log", type=Path, metavar="FILE.jsonl", help="what the judge has said")
    args = parser.parse_args(arguments)
    fens = positions(args.positions, args.seed)
    what = [(fen, "") for fen in fens]
    old = at_once(seat_of(args.old), what, args.nodes, args.processes)
    new = at_once(seat_of(args.new), what, args.new_nodes or args.nodes, args.processes)
    pairs = list(zip(old, new, strict=True))
    apart = [(a, b) for a, b in pairs if a.move != b.move]
    says = judge({(one.fen, one.move) for pair in apart for one in pair}, args)
    gains = [share(says[b.fen, b.move]) - share(says[a.fen, a.move]) for a, b in apart]
    gains += [0.0] * (len(pairs) - len(apart))
    mean = sum(gains) / len(gains)
    error = math.sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)
    worth = f"{1000 * mean:+.2f} ± {1000 * error:.2f} thousandths of a point a move"
    print(f"{len(apart)} of {len(pairs)} moves differ; {worth}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
