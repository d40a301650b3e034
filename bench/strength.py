"""How strong the chess engine is, over UCI: `python -m bench.strength [--elo 1350,1700,2050] [--games 20]`.

Plays `axedrez uci` (or `--engine COMMAND`) against Stockfish held back to steps of its `UCI_Elo`, or with
`--opponent-uci COMMAND` against any other engine, the same time for both and each opening from both sides. With `--log
FILE.jsonl` the games are kept, and a match that was broken off goes on where it stopped. From the scores at all steps
the rating is fitted at which half of the points would be expected, with a 95 % interval (bootstrap over the pairs of
games); it is on Stockfish's own scale at this time a move. `--speed` compares nodes a second instead.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import axedrez
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.position.game import ChessGame
from axedrez.core import History
from axedrez.uci.external_engine import EngineConfig, ExternalEngine
from bench.uci_match import GamePlayed, Log, Terms, match, opening

OURS = f"{shlex.quote(sys.executable)} -c 'import axedrez.cli; axedrez.cli.main()' uci"
SPREAD = 400 / np.log(10)
RESAMPLED = 2000
SPEED_POSITIONS = 6


def expected(difference: np.ndarray) -> np.ndarray:
    """The share of the points that a player so much stronger gets (Elo's formula)."""
    shares: np.ndarray = 1 / (1 + np.exp(-difference / SPREAD))
    return shares


def rating(levels: np.ndarray, scores: np.ndarray) -> float:
    """The rating that makes the points expected against opponents of these levels those that were got.

    Within 800 of the levels: who wins or loses all games has no rating.
    """
    low, high = float(levels.min()) - 800, float(levels.max()) + 800
    for _ in range(60):
        middle = (low + high) / 2
        if expected(middle - levels).sum() < scores.sum():
            low = middle
        else:
            high = middle
    return (low + high) / 2


def fitted(games: Sequence[tuple[int, GamePlayed]]) -> tuple[float, float, float]:
    """The rating from games against opponents of known levels, and the ends of its 95 % interval."""
    pairs: dict[tuple[int, int], list[float]] = {}
    for level, game in games:
        pairs.setdefault((level, game.pair), []).append(game.score)
    levels = np.array([level for (level, _), scores in pairs.items() for _ in scores], float)
    owners = np.array([number for number, scores in enumerate(pairs.values()) for _ in scores])
    scores = np.array([score for found in pairs.values() for score in found])
    random = np.random.default_rng(1)
    drawn = []
    for _ in range(RESAMPLED):
        weights = np.bincount(random.integers(len(pairs), size=len(pairs)), minlength=len(pairs))[owners]
        chosen = np.repeat(np.arange(len(scores)), weights)
        drawn.append(rating(levels[chosen], scores[chosen]))
    low, high = np.percentile(drawn, [2.5, 97.5])
    return rating(levels, scores), float(low), float(high)


def report(game: GamePlayed) -> None:
    """Print a line about a game."""
    sign = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[game.score]
    colour = "White" if game.white else "Black"
    print(f"  {game.opponent} pair {game.pair} as {colour}: {sign} ({game.reason}, {game.plies} plies)", flush=True)


def summed(log: Log, opponent: str) -> str:
    """A line about the games against an opponent."""
    games = log.of(opponent)
    won, drawn, lost = (sum(game.score == score for game in games) for score in (1, 0.5, 0))
    ours, theirs = (max(game.late_ms[side] for game in games) for side in (0, 1))
    share = sum(game.score for game in games) / len(games)
    late = f"late by at most {ours} ms, theirs by {theirs} ms"
    return f"{opponent}: +{won} ={drawn} -{lost}, {share:.1%} of {len(games)}; {late}"


def compare_speed(ours: EngineConfig, theirs: EngineConfig, time_ms: int) -> None:
    """Print the nodes a second of both on the same positions, one after the other."""
    game = axedrez.load("clasico")
    assert isinstance(game, ChessGame)
    judge = Engine(game)
    nodes = [0, 0]
    spent = [0, 0]
    for seed in range(SPEED_POSITIONS):
        position = game.start()
        for move in opening(judge, seed):
            position = position.play(move)
        for number, seat in enumerate((ours, theirs)):
            with ExternalEngine(seat) as engine:
                deepest = engine.think(position, History(), Limits(time_ms=time_ms)).lines[0]
            nodes[number] += deepest.nodes
            spent[number] += deepest.time_ms
    speeds = [1000 * count / max(1, ms) for count, ms in zip(nodes, spent, strict=True)]
    print(f"nodes a second: {speeds[0]:,.0f}; theirs {speeds[1]:,.0f}; ratio {speeds[0] / speeds[1]:.2f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=OURS, help="our engine's command")
    parser.add_argument("--opponent", default="stockfish", help="a Stockfish, or whatever knows UCI_Elo")
    parser.add_argument("--opponent-uci", metavar="COMMAND", help="any engine, at its full strength")
    parser.add_argument("--elo", default="1350,1700,2050,2400", help="steps of UCI_Elo")
    parser.add_argument("--rulebook", default="clasico")
    parser.add_argument("--games", type=int, default=20, help="at each step; even")
    parser.add_argument("--time-ms", type=int, default=100, help="for each move")
    parser.add_argument("--nodes", type=int, default=0, help="for each move, instead of time")
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    parser.add_argument("--at-once", type=int, default=1, help="games at the same time; one core each")
    parser.add_argument("--log", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--speed", action="store_true", help="compare nodes a second, and play nothing")
    args = parser.parse_args(arguments)
    ours, log = EngineConfig(tuple(shlex.split(args.engine)), {}), Log(args.log)
    if args.speed:
        compare_speed(ours, EngineConfig(tuple(shlex.split(args.opponent_uci or args.opponent)), {}), args.time_ms)
        return 0
    limits = Limits(nodes=args.nodes) if args.nodes else Limits(time_ms=args.time_ms)
    terms = Terms(args.rulebook, limits, (args.games + 1) // 2, args.seed, args.at_once)
    if args.opponent_uci:
        match(ours, EngineConfig(tuple(shlex.split(args.opponent_uci)), {}), args.opponent_uci, terms, log, report)
        print(summed(log, args.opponent_uci))
        found, low, high = fitted([(0, game) for game in log.of(args.opponent_uci)])
        print(f"stronger by {found:+.0f} Elo ({low:+.0f} … {high:+.0f})")
        return 0
    games: list[tuple[int, GamePlayed]] = []
    for elo in map(int, args.elo.split(",")):
        name = f"{args.opponent} {elo}"
        settings = {"UCI_LimitStrength": "true", "UCI_Elo": str(elo)}
        match(ours, EngineConfig(tuple(shlex.split(args.opponent)), settings), name, terms, log, report)
        print(summed(log, name), flush=True)
        games += [(elo, game) for game in log.of(name)]
    found, low, high = fitted(games)
    print(f"half of the points at UCI_Elo {found:.0f} ({low:.0f} … {high:.0f}), {len(games)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
