"""Many positions in, arrays out: legal actions, results, evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.analysis.evaluation import Effort
from axedrez.analysts import equities_of, evaluator_of
from axedrez.batches import Action, Batch, Options
from axedrez.core.contract import Game, Position
from axedrez.core.history import History
from axedrez.core.sides import Side
from axedrez.environments import batch

_AT_ONCE = 1024


class Answers(NamedTuple):
    """What is known of n positions.

    `to_play`: 0 White, 1 Black, 2 chance. The legal actions of position i are
    `legal[offsets[i] : offsets[i + 1]]`, and `actions` says what each id means. `over`: which games are over; `reasons`
    why ("" for others), and `rewards` (n × 2) what White and Black then have. `worths`: what the position is worth to
    the side whose turn it is, in the same measure; NaN where nothing was evaluated.
    """

    actions: Sequence[Action]
    to_play: npt.NDArray[np.int8]
    offsets: npt.NDArray[np.int64]
    legal: npt.NDArray[np.int32]
    over: npt.NDArray[np.bool_]
    reasons: npt.NDArray[np.str_]
    rewards: npt.NDArray[np.float32]
    worths: npt.NDArray[np.float32]


def answer_many(
    game: Game,
    positions: Sequence[str | Position],
    *,
    nodes: int | None = None,
    ply: int | None = None,
    points: bool = False,
    threads: int = 1,
) -> Answers:
    """The legal actions, results and worths of positions, given as texts or as positions.

    Positions are evaluated only if an effort is given: in chess, where a search of so many `nodes` tells the expected
    reward; in games of dice, where the network looks `ply` rolls ahead. `points`: rewards are the points of the sheet;
    else 1, 0 and -1. In games of dice worths are always points. Several `threads` share the work.
    Raises `TextError` for a text that is no position, `NotAllowed` for positions of another game.
    """
    read = [game.parse(each) if isinstance(each, str) else each for each in positions]
    settings = Options(
        chance="given", auto_reset=False, observation=None, masks=False, threads=threads,
        rewards="points" if points else "sign",
    )  # fmt: skip
    games = batch(game, max(1, min(_AT_ONCE, len(read))), 0, settings)
    parts = [_part(games, part) for part in _cut(read, games.n)]
    legal = [each for part in parts for each in part[2]]
    offsets = np.zeros(len(read) + 1, np.int64)
    np.cumsum([len(each) for each in legal], out=offsets[1:])
    over = _joined(parts, 1, np.bool_)
    return Answers(
        games.actions,
        _joined(parts, 0, np.int8),
        offsets,
        np.concatenate(legal) if legal else np.zeros(0, np.int32),
        over,
        np.array([reason for part in parts for reason in part[3]], np.str_),
        np.concatenate([part[4] for part in parts]) if parts else np.zeros((0, 2), np.float32),
        _worths(game, read, over, nodes, ply, threads),
    )


def _cut(positions: Sequence[Position], size: int) -> Iterator[Sequence[Position]]:
    return (positions[begin : begin + size] for begin in range(0, len(positions), size))


def _joined(parts: Sequence[Any], number: int, kind: Any) -> npt.NDArray[Any]:
    return np.concatenate([part[number] for part in parts]) if parts else np.zeros(0, kind)


def _part(games: Batch, positions: Sequence[Position]) -> tuple[Any, ...]:
    """What a batch says of as many positions as it has games, or fewer."""
    count = len(positions)
    games.put([*positions, *[positions[-1]] * (games.n - count)])
    over = games.reasons[:count] != 0
    legal = [np.zeros(0, np.int32) if over[k] else games.legal(k).copy() for k in range(count)]
    reasons = [games.reason_names[reason] for reason in games.reasons[:count].tolist()]
    return games.to_play[:count].copy(), over, legal, reasons, games.rewards[:count].copy()


def _worths(
    game: Game,
    positions: Sequence[Position],
    over: npt.NDArray[np.bool_],
    nodes: int | None,
    ply: int | None,
    threads: int,
) -> npt.NDArray[np.float32]:
    """What positions are worth to the side whose turn it is; NaN for the others."""
    found = np.full(len(positions), np.nan, np.float32)
    judge = equities_of(game)
    if (nodes if judge is None else ply) is None:
        return found
    going_on = np.flatnonzero(~over)
    size = 1 if judge is None or ply else max(1, min(_AT_ONCE, -(-len(going_on) // threads)))

    def worths(chosen: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        part = [positions[k] for k in chosen]
        if judge is not None:
            return judge.equities(part, ply or 0)
        return np.array([_searched(game, each, nodes or 1) for each in part])

    with ThreadPoolExecutor(threads) as pool:
        parts = [going_on[begin : begin + size] for begin in range(0, len(going_on), size)]
        for part, told in zip(parts, pool.map(worths, parts), strict=True):
            found[part] = told
    return found


def _searched(game: Game, position: Position, nodes: int) -> float:
    """What a search of so many nodes expects."""
    if position.turn is Side.CHANCE:
        return np.nan
    evaluation = evaluator_of(game).evaluate(position, History(), Effort(nodes=nodes))
    return 2 * evaluation.lines[0].expected - 1
