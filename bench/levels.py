"""How far the levels are apart: `script/bench levels [--games 40] [--elo 1350,1700,2050,2400] [--log FILE.jsonl]`.

Neighbouring levels play each other, each opening (each game's rolls, where there are dice) from both sides. In
orthodox chess each level also climbs the steps of Stockfish's `UCI_Elo` (`--elo ""`: none) up to the first that it
loses to nearly always. All levels think by nodes, the full one by `--full-nodes`, so that only Stockfish's time depends
on the machine. From all games together the ratings are fitted (Bradley and Terry, the steps of Stockfish being known;
without them level 1 is 0), with 95 % intervals by bootstrap over the pairs of games.

Prints a table in Markdown, for docs/levels.md. With `--log` the games are kept and a broken-off run goes on; what the
search or a level has changed since plays anew. `--table` only prints what the log holds.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shlex
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

import axedrez
from axedrez import History, Position, Side, engine, players
from axedrez.chess import engine as chess_engine
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.messages import say
from axedrez.uci.board import start
from axedrez.uci.external_engine import EngineConfig, ExternalEngine, MovesFrom
from bench import uci_match

MOST_PLIES, MOST_DICE_PLIES = 400, 3000
NEARLY_NONE = 0.1
RESAMPLED = 500
SPREAD = 400 / np.log(10)


class Asked(msgspec.Struct, frozen=True):
    """A game to be played: two players (`3`, `stockfish 1350`) as the log names them, the first with White or not."""

    rulebook: str
    first: str
    second: str
    pair: int
    first_is_white: bool


class GamePlayed(msgspec.Struct, frozen=True):
    """A game and the points of its first player; `made` tells of which definition of the players."""

    asked: Asked
    made: str
    score: float
    reason: str
    plies: int


class Setting(NamedTuple):
    """What all games have in common."""

    opponent: str
    time_ms: int
    full_nodes: int
    seed: int


@cache
def version() -> str:
    """The version of the engine: a checksum of its sources."""
    checksum = 0
    for file in sorted(Path(chess_engine.__file__).parent.rglob("*")):
        if file.is_file() and file.name != "levels.py" and "__pycache__" not in file.parts:
            checksum = zlib.crc32(file.read_bytes(), checksum)
    return f"{checksum:08x}"


def definition(player: str, setting: Setting) -> str:
    """All that a player's moves depend on beside the position."""
    if not player.isdigit():
        return f"{player} {setting.time_ms} ms"
    level = engine.LEVELS[int(player)]
    return f"{version()} {tuple(level)} {setting.full_nodes if not level.nodes else ''}".strip()


def play(asked: Asked, setting: Setting) -> GamePlayed:
    """Play a game: the same one for the same arguments, as long as Stockfish does not take part."""
    game = axedrez.load(asked.rulebook)
    rolls = Random(f"{setting.seed} {asked.pair} rolls")
    position: Any
    position, history = start(game) if isinstance(game, ChessGame) else game.start(), History()
    begin: Position = position
    line: list[Any] = []
    move: Any
    if isinstance(game, ChessGame) and not game.conduct.dice:
        for text in uci_match.opening(Engine(game), setting.seed + asked.pair):
            line.append(position.parse_move(text))
            history, position = history.after(position), position.play_unchecked(line[-1])
    rng = Random(zlib.crc32(repr((setting.seed, asked)).encode()))
    guests = {side: _guest(player, setting) for side, player in _seats(asked) if not player.isdigit()}
    levels = {side: int(player) for side, player in _seats(asked) if player.isdigit()}
    plies = 0
    try:
        while (outcome := position.outcome(history)) is None:
            if position.turn is Side.CHANCE:
                found = position.chance_outcomes()
                roll = rolls.choices([roll for roll, _ in found], [odds for _, odds in found])[0]
                line.append(roll)
                position = position.play_unchecked(roll)
                continue
            if claims := position.claims(history):
                outcome = position.verdict(claims[0].reason)
                break
            plies += 1
            if plies > (MOST_DICE_PLIES if game.conduct.dice else MOST_PLIES):
                return GamePlayed(asked, _made(asked, setting), 0.5, "cap", plies)
            if position.turn in guests:
                assert isinstance(position, ChessPosition)
                assert isinstance(begin, ChessPosition)
                limits = Limits(time_ms=setting.time_ms)
                move = guests[position.turn].think(position, history, limits, played=MovesFrom(begin, line)).best
            else:
                level = levels[position.turn]
                nodes = engine.LEVELS[level].nodes or setting.full_nodes
                move = players.choose(position, history, level=level, nodes=nodes, seed=rng.getrandbits(32))
            line.append(move)
            history, position = history.after(position), position.play_unchecked(move)
    finally:
        for guest in guests.values():
            guest.close()
    won = None if outcome.winner is None else (outcome.winner is Side.WHITE) == asked.first_is_white
    return GamePlayed(asked, _made(asked, setting), 0.5 if won is None else float(won), outcome.reason, plies)


def _seats(asked: Asked) -> tuple[tuple[Side, str], tuple[Side, str]]:
    white, black = (asked.first, asked.second) if asked.first_is_white else (asked.second, asked.first)
    return (Side.WHITE, white), (Side.BLACK, black)


def _guest(player: str, setting: Setting) -> ExternalEngine:
    elo = player.split()[-1]
    seat = EngineConfig(tuple(shlex.split(setting.opponent)), {"UCI_LimitStrength": "true", "UCI_Elo": elo})
    return ExternalEngine(seat)


def _made(asked: Asked, setting: Setting) -> str:
    return f"{definition(asked.first, setting)} : {definition(asked.second, setting)}"


class Log:
    """The games that were played by the players as they are now, in a file of JSON lines if it has a name."""

    def __init__(self, path: Path | None, setting: Setting) -> None:
        self._path = path
        lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
        kept = [msgspec.json.decode(line, type=GamePlayed) for line in lines if line.strip()]
        self.games = {game.asked: game for game in kept if game.made == _made(game.asked, setting)}

    def add(self, game: GamePlayed) -> None:
        """Keep a game."""
        self.games[game.asked] = game
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")

    def between(self, rulebook: str, first: str, second: str) -> list[GamePlayed]:
        """The games of two players."""
        return [
            game
            for asked, game in self.games.items()
            if (asked.rulebook, asked.first, asked.second) == (rulebook, first, second)
        ]


def share(games: Sequence[GamePlayed]) -> float:
    """The first player's share of the points."""
    return sum(game.score for game in games) / len(games)


class Bench:
    """Has games played that are not in the log, some at once."""

    def __init__(self, rulebook: str, log: Log, setting: Setting, pairs: int, at_once: int) -> None:
        self.rulebook, self.log, self.setting, self.pairs = rulebook, log, setting, pairs
        self._pool = ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn"))

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)

    def meet(self, first: str, second: str) -> list[GamePlayed]:
        """All games of two players."""
        asked = [
            Asked(self.rulebook, first, second, pair, white) for pair in range(self.pairs) for white in (True, False)
        ]
        missing = [one for one in asked if one not in self.log.games]
        for game in self._played(missing):
            self.log.add(game)
        games = [self.log.games[one] for one in asked]
        print(f"{first} – {second}: {share(games):.1%} of {len(games)}", file=sys.stderr, flush=True)
        return games

    def _played(self, missing: Iterable[Asked]) -> Iterator[GamePlayed]:
        for coming in [self._pool.submit(play, one, self.setting) for one in missing]:
            yield coming.result()

    def climb(self, level: str, steps: Sequence[int]) -> None:
        """Meet Stockfish at the steps that tell something."""
        for elo in steps:
            if share(self.meet(level, f"stockfish {elo}")) <= NEARLY_NONE:
                break


def fitted(games: Sequence[GamePlayed], numbers: Sequence[int]) -> np.ndarray:
    """The ratings of the levels, and rows of ratings from games drawn anew: (1 + `RESAMPLED`) x levels."""
    column = {str(number): place for place, number in enumerate(numbers)}
    pairs: dict[tuple[str, str, int], list[float]] = {}
    for game in games:
        pairs.setdefault((game.asked.first, game.asked.second, game.asked.pair), []).append(game.score)
    anchored = any(not second.isdigit() for _, second, _ in pairs)
    sides = np.zeros((len(pairs), len(numbers)))
    known = np.zeros(len(pairs))
    for row, (first, second, _) in enumerate(pairs):
        sides[row, column[first]] = 1
        if second.isdigit():
            sides[row, column[second]] = -1
        else:
            known[row] = -float(second.split()[-1])
    scores = np.array([sum(found) for found in pairs.values()])
    counts = np.array([len(found) for found in pairs.values()], float)
    # Half a won and half a lost game between neighbours: who wins all games has no rating otherwise.
    near = np.eye(len(numbers))[1:] - np.eye(len(numbers))[:-1]
    sides, known = np.vstack([sides, near]), np.concatenate([known, np.zeros(len(near))])
    scores, counts = np.concatenate([scores, np.full(len(near), 0.5)]), np.concatenate([counts, np.ones(len(near))])
    random = np.random.default_rng(1)
    rows = []
    for draw in range(1 + RESAMPLED):
        weights = np.ones(len(counts))
        if draw:
            weights[: len(pairs)] = np.bincount(random.integers(len(pairs), size=len(pairs)), minlength=len(pairs))
        rows.append(_most_likely(sides, known, scores * weights, counts * weights))
    found = np.array(rows)
    return found if anchored else found - found[:, :1]


def _most_likely(sides: np.ndarray, known: np.ndarray, scores: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The ratings that make these scores most likely, by Newton's method; a faint prior keeps them finite."""
    faint = 1e-7
    ratings = np.full(sides.shape[1], -known.sum() / max(1, np.count_nonzero(known)))
    centre = ratings.copy()
    for _ in range(100):
        expected = 1 / (1 + np.exp(-(sides @ ratings + known) / SPREAD))
        slope = sides.T @ (scores - counts * expected) / SPREAD - faint * (ratings - centre)
        bend = (sides.T * (counts * expected * (1 - expected))) @ sides / SPREAD**2 + faint * np.eye(len(ratings))
        change: np.ndarray = np.clip(np.linalg.solve(bend, slope), -200, 200)
        ratings = ratings + change
        if np.abs(change).max() < 0.01:
            break
    return ratings


def table(log: Log, rulebook: str, numbers: Sequence[int], steps: Sequence[int], full_nodes: int) -> str:
    """The table in Markdown."""
    known = {str(number) for number in numbers}
    others = known | {f"stockfish {elo}" for elo in steps}
    games = [
        game
        for asked, game in log.games.items()
        if asked.rulebook == rulebook and asked.first in known and asked.second in others
    ]
    found = fitted(games, numbers)
    low, high = np.percentile(found, [2.5, 97.5], axis=0)
    apart = np.diff(found, axis=1)
    near, far = np.percentile(apart, [2.5, 97.5], axis=0)
    heads = ["level", "positions", "rating (95 %)", "above the one below (95 %)", "points against it"]
    heads += [f"against {elo}" for elo in steps]
    lines = [heads, ["---"] * len(heads)]
    for place, number in enumerate(numbers):
        level = engine.LEVELS[number]
        cells = [f"{number} {say(f'ui.level.{number}', 'en')}", f"{level.nodes or full_nodes:,}".replace(",", " ")]
        cells.append(f"{found[0, place]:.0f} ({low[place]:.0f} … {high[place]:.0f})")
        if place:
            before = place - 1
            cells.append(f"{apart[0, before]:+.0f} ({near[before]:+.0f} … {far[before]:+.0f})")
            cells.append(_points(log.between(rulebook, str(number), str(numbers[before]))))
        else:
            cells += ["", ""]
        cells += [_points(log.between(rulebook, str(number), f"stockfish {elo}")) for elo in steps]
        lines.append(cells)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _points(games: Sequence[GamePlayed]) -> str:
    return f"{share(games):.0%} of {len(games)}" if games else "–"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games of the command line, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", default="clasico")
    parser.add_argument("--levels", default=",".join(map(str, engine.LEVELS)), help="some of them")
    parser.add_argument("--games", type=int, default=40, help="of each two players; even")
    parser.add_argument("--elo", default="1350,1700,2050,2400", help="steps of Stockfish's UCI_Elo")
    parser.add_argument("--opponent", default="stockfish", help="a Stockfish, or whatever knows UCI_Elo")
    parser.add_argument("--time-ms", type=int, default=100, help="of Stockfish, for each move")
    parser.add_argument("--full-nodes", type=int, default=400_000, help="of the full level, for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=1, help="games at the same time; one core each")
    parser.add_argument("--log", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--table", action="store_true", help="play nothing")
    asked = parser.parse_args(arguments)
    numbers = sorted({int(number) for number in asked.levels.split(",")})
    steps = [int(elo) for elo in asked.elo.split(",") if elo] if asked.rulebook == "clasico" else []
    setting = Setting(asked.opponent, asked.time_ms, asked.full_nodes, asked.seed)
    log = Log(asked.log, setting)
    if not asked.table:
        with closing(Bench(asked.rulebook, log, setting, (asked.games + 1) // 2, asked.at_once)) as bench:
            for below, number in pairwise(numbers):
                bench.meet(str(number), str(below))
            for number in numbers:
                bench.climb(str(number), steps)
    print(table(log, asked.rulebook, numbers, steps, asked.full_nodes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
