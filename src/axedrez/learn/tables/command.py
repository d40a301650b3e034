"""What `axedrez learn` does for a game of the tables family: train, then put the new network to the test of a match."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from axedrez.core import AxedrezError, Game
from axedrez.learn.tables.pipeline import Learning, run
from axedrez.learn.tables.recipe import Recipe
from axedrez.learn.tables.self_play import sheet_of
from axedrez.learn.tables.strength import Duel, Score, match
from axedrez.tables.engine import network
from axedrez.tables.engine.network import Stored
from axedrez.tables.kernel.layout import PLAIN
from axedrez.tables.position.game import TablesGame

CHECKPOINT, CANDIDATE = ".checkpoint", ".candidate"
"""Endings of the files beside the network: what the training goes on from, and a network that did not win."""


class LearnOptions(NamedTuple):
    """What is arguments for.

    `out`: the file of the network. `minutes`, `games`: when to stop, whichever comes first; games are counted from the
    beginning of the training. `resume`: a checkpoint to go on from. `processes`, or a Ray `cluster`, play the games.
    `match_games`: the length of the match at the end.
    """

    out: Path
    minutes: float | None = None
    games: int | None = None
    resume: Path | None = None
    processes: int = 1
    cluster: bool = False
    seed: int = 1
    match_games: int = 1000
    recipe: Recipe | None = None


class State(NamedTuple):
    """How far it is: the share that is done, games, positions, games a second in this run, and the last loss."""

    share: float
    games: int
    positions: int
    rate: float
    loss: float


class Verdict(NamedTuple):
    """The match at the end: against whom (`network`, the one before; `shipped`, or `hand`), and whether it was won.

    Only a network that is better beyond the interval of the match (95 %) takes the place of the one before.
    """

    opponent: str
    score: Score
    won: bool


def learn(game: Game, options: LearnOptions, report: Callable[[State], None], stop: threading.Event) -> Verdict:
    """Train a network, and file it if it wins; after `stop` the training ends early.

    Raises `AxedrezError` where the game is none of dice, PyTorch is missing, or the checkpoint is none of this game.
    """
    if not isinstance(game, TablesGame):
        raise AxedrezError("learn_family", name=game.name)
    learning = _begin(game, options)
    begun, first = time.monotonic(), learning.progress.games
    last = begun + 60 * options.minutes if options.minutes is not None else None

    def share() -> float:
        shares = [0.0]
        if last is not None:
            shares.append((time.monotonic() - begun) / max(1e-9, last - begun))
        if options.games is not None:
            shares.append((learning.progress.games - first) / max(1, options.games - first))
        return min(1.0, max(shares))

    def report_round(at: Learning, loss: float) -> None:
        done = at.progress
        rate = (done.games - first) / (time.monotonic() - begun)
        report(State(share(), done.games, done.positions, rate, loss))

    run(learning, checkpoint_of(options.out), lambda _: stop.is_set() or share() >= 1.0, report_round)
    stored = learning.network()
    opponent, other = opponent_of(game, options.out)
    plain = bool(game.ruleset.compiled[PLAIN])
    # Where a roll has hundreds of results the luck of it takes longer to find than more games.
    duel = Duel(
        sheet_of(game),
        stored.weights,
        None if other is None else other.weights,
        stored.weights if plain else None,
        options.seed,
        even(options.match_games),
        stored.record.pull,
        0.0 if other is None else other.record.pull,
    )
    score = match(duel, options.processes)
    won = score.points > score.half
    file = options.out if won else options.out.with_name(options.out.name + CANDIDATE)
    training = {**stored.record.training, "match": {"opponent": opponent, **score._asdict()}}
    network.write(file, Stored(_with_training(stored, training), stored.weights))
    return Verdict(opponent, score, won)


def checkpoint_of(out: Path) -> Path:
    """Where the checkpoint of a network is kept."""
    return out.with_name(out.name + CHECKPOINT)


def opponent_of(game: TablesGame, out: Path) -> tuple[str, Stored | None]:
    """Whom a new network has to beat: the one in its file, else the one that ships, else the player made by hand."""
    if out.exists():
        return "network", network.read(out.read_bytes())
    data = network.shipped_for(game.ruleset)
    return ("hand", None) if data is None else ("shipped", network.read(data))


def even(games: int) -> int:
    """Games are played in pairs."""
    return max(2, games + games % 2)


def _begin(game: TablesGame, options: LearnOptions) -> Learning:
    if options.resume is None:
        return Learning(
            game, options.recipe or Recipe.usual(game.ruleset), options.seed, options.processes, cluster=options.cluster
        )
    try:
        return Learning.resumed(game, options.resume, options.processes, cluster=options.cluster)
    except AxedrezError:
        raise
    except (OSError, ValueError):
        raise AxedrezError("learn_checkpoint", file=str(options.resume), name=game.name) from None


def _with_training(stored: Stored, training: dict[str, object]) -> network.Record:
    record = stored.record
    return network.Record(
        version=record.version,
        rulebook=record.rulebook,
        sheet=record.sheet,
        rules=record.rules,
        inputs=record.inputs,
        shape=record.shape,
        pull=record.pull,
        training=training,
    )
