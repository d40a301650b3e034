"""Training samples: positions of games that the engine plays against itself."""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.engine.kernel.layout import WON
from axedrez.chess.engine.searcher import Search, TranspositionTable, deepen
from axedrez.chess.engine.weights import weights
from axedrez.chess.kernel import layout as board
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History, Side
from axedrez.learn.chess.kernel.evaluation import evaluate_samples
from axedrez.processes import thawed

PIECES = "KQRBNP"
SAMPLE = np.dtype([("boards", "<u8", 12), ("score", "<i2"), ("result", "i1")])
"""A position seen by the side to move, which plays up the board: the bitboards of its own `PIECES`, then the enemy's;
the score of a search in centipawns and the result of the game (1, 0, -1), both for the side to move."""
Samples = npt.NDArray[np.void]

_OPENING_PLIES = (6, 9)
_BUCKETS = 1 << 13
_LOPSIDED = 300  # openings worse than this for one side are not played
_HOPELESS, _HOPELESS_PLIES = 1200, 6
_LEVEL, _LEVEL_PLIES, _LEVEL_FROM = 8, 12, 100
MAX_PLIES = 300
"""A longer game is drawn."""
_CLEAR = 2500  # scores beyond teach nothing
_MAX_DEPTH = 63


class Task(NamedTuple):
    """So many games of a sheet with the seeds from `first` on, `nodes` for each move.

    The engine judges by the weights of `network` (as the kernel reads them), or by those of the sheet alone.
    """

    sheet: str
    first: int
    games: int
    nodes: int
    network: npt.NDArray[np.int16] | None = None

    def file(self, folder: Path) -> Path:
        """Where its samples are kept."""
        network = f"-{digest(self.network)}" if self.network is not None else ""
        return folder / f"{self.nodes}{network}-{self.first:07d}-{self.games}.npy"


def digest(network: npt.NDArray[np.int16]) -> str:
    """A hash that identifies a network."""
    return hashlib.sha256(network.tobytes()).hexdigest()[:8]


def play_task(task: Task) -> Samples:
    """The samples of a task: the same in every process."""
    game = game_of(task.sheet)
    found = [play_game(game, seed, task.nodes, task.network) for seed in range(task.first, task.first + task.games)]
    return np.concatenate(found)


@lru_cache(maxsize=4)
def game_of(sheet: str) -> ChessGame:
    """The game of a sheet that travelled."""
    game = thawed(sheet)
    assert isinstance(game, ChessGame)
    return game


def save(samples: Samples, file: Path) -> None:
    """Write samples; the file is there whole or not at all."""
    draft = file.with_suffix(".draft.npy")
    np.save(draft, samples)
    draft.replace(file)


def play_game(game: ChessGame, seed: int, nodes: int, network: npt.NDArray[np.int16] | None = None) -> Samples:
    """Play a game from a random opening; the same seed gives the same game.

    The engine evaluates with `network`, or by the weights of the sheet alone: never with the one that ships. Kept
    are positions in which a score says something at first sight: nobody in check, the best move no capture.
    """
    rng = random.Random(seed)
    search = Search(game, TranspositionTable(_BUCKETS), network=network)
    kept: list[tuple[Side, npt.NDArray[np.uint64], int]] = []
    hopeless = level = 0
    winner: Side | None = None
    position, history = opening(game, rng)
    begun = False
    while True:
        outcome = position.outcome(history)
        if outcome is not None or position.claims(history):
            winner = outcome.winner if outcome is not None else None
            break
        score, best = think(search, position, history, nodes)
        if not begun and abs(score) > _LOPSIDED:
            position, history = opening(game, rng)
            continue
        begun = True
        hopeless = hopeless + 1 if abs(score) >= _HOPELESS else 0
        level = level + 1 if abs(score) <= _LEVEL else 0
        if hopeless >= _HOPELESS_PLIES:
            winner = Side(position.side if score > 0 else 1 - position.side)
            break
        plies = len(history.keys)
        if plies >= MAX_PLIES or (plies >= _LEVEL_FROM and level >= _LEVEL_PLIES):
            break
        if abs(score) < _CLEAR and _is_quiet(position, best):
            kept.append((position.side, boards_of(position), score))
        history = history.after(position)
        position = position.play_unchecked(game.moves[best])
    out = np.zeros(len(kept), SAMPLE)
    for sample, (side, seen, score) in zip(out, kept, strict=True):
        result = 0 if winner is None else 1 if winner is side else -1
        sample["boards"], sample["score"], sample["result"] = seen, score, result
    return out


def boards_of(position: ChessPosition) -> npt.NDArray[np.uint64]:
    """The twelve bitboards of a `SAMPLE`."""
    game, state = position.game, position.raw
    side = int(position.side)
    of_type = np.array([state[int(board.TYPES) + game.types[letter]] for letter in PIECES], np.uint64)
    seen = np.concatenate([of_type & state[side], of_type & state[1 - side]])
    return seen.byteswap() if side else seen


def evaluated(game: ChessGame, samples: Samples) -> npt.NDArray[np.int64]:
    """What the weights of the sheet say of each sample, in centipawns for the side to move."""
    out = np.zeros(len(samples), np.int64)
    boards = np.ascontiguousarray(samples["boards"])
    evaluate_samples(boards, np.zeros(int(board.ROW), np.uint64), game.compiled, weights(game), out)
    return out


def opening(game: ChessGame, rng: random.Random) -> tuple[ChessPosition, History]:
    """A position after some random moves, and its history."""
    while True:
        position, history = game.start(), History()
        for _ in range(rng.randint(*_OPENING_PLIES)):
            history = history.after(position)
            position = position.play_unchecked(rng.choice(position.legal_moves()))
            if not position.legal_moves():
                break
        else:
            return position, history


def think(search: Search, position: ChessPosition, history: History, nodes: int) -> tuple[int, int]:
    """The score of the deepest finished iteration, and the code of the best move."""
    search.begin(position, history, nodes=nodes)
    score = 0
    for iteration in deepen(search, _MAX_DEPTH):
        if not iteration.complete:
            break
        score = iteration.score
        if abs(score) >= int(WON):
            break
    return score, search.best


def _is_quiet(position: ChessPosition, code: int) -> bool:
    state = position.raw
    taken = (int(state[0]) | int(state[1])) >> ((code >> 6) & 63) & 1
    kind, becomes = (code >> 16) & 15, (code >> 12) & 15
    return not taken and not becomes and kind != int(board.EN_PASSANT) and not position.checkers()
