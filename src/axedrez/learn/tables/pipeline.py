"""Rounds of self-play and training, from nothing or from a checkpoint, to a network."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import axedrez
from axedrez.core import AxedrezError
from axedrez.learn.tables import checkpoint
from axedrez.learn.tables.by_hand import Meaning, meaning
from axedrez.learn.tables.checkpoint import Progress
from axedrez.learn.tables.kernel.games import CAPPED, DRAWS
from axedrez.learn.tables.model import Model
from axedrez.learn.tables.recipe import Recipe, Stage
from axedrez.learn.tables.self_play import Samples, Task, joined, play_task, shares, sheet_of
from axedrez.learn.tables.starts import Starts
from axedrez.learn.workers import HERE, Workers, workers
from axedrez.tables.compile.checks import all_effects
from axedrez.tables.engine import inputs
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.network import VERSION, Record, Stored, fingerprint, for_kernel, without_options
from axedrez.tables.position.game import TablesGame
from axedrez.tables.sheet.schema import Options

_OPTIONS, _STARTS = 1, 2  # streams of chance of their own

SAVE_S = 60.0
"""A checkpoint is written that often."""


class Learning:
    """A training under way: `step` plays and learns a round."""

    def __init__(
        self, game: TablesGame, recipe: Recipe, seed: int, processes: int = 1, *, cluster: bool = False
    ) -> None:
        """A training from nothing; its games are played by so many processes, or on a Ray `cluster`.

        Raises `AxedrezError` where PyTorch is missing.
        """
        self.game = game
        self.recipe = recipe
        self.processes = processes
        self.cluster = cluster
        ruleset = without_options(game.ruleset) if recipe.varied else game.ruleset
        self.model = Model(ruleset, recipe, seed, processes)
        self.progress = Progress(
            rulebook=game.name, rules=fingerprint(game.ruleset), recipe=recipe_data(recipe), seed=seed
        )
        self._starts = Starts()
        self._workers: Workers = HERE

    @classmethod
    def resumed(
        cls, game: TablesGame, path: Path, processes: int = 1, *, recipe: Recipe | None = None, cluster: bool = False
    ) -> Learning:
        """A training that goes on from a checkpoint. Raises `ValueError` if it is none, or of other rules.

        By another `recipe`, if one is given, for a network of the same shape. From the checkpoint of a sheet with all
        its options it may go on with some of them alone, for a network of their own.
        """
        progress, trained = checkpoint.read(path)
        rules, begun = fingerprint(game.ruleset), recipe_of(progress.recipe)
        recipe = begun if recipe is None else recipe._replace(width=begun.width, hidden=begun.hidden)
        if progress.rules != rules and not (
            recipe.varied and progress.rules == fingerprint(without_options(game.ruleset))
        ):
            raise ValueError(f"a checkpoint of {progress.rulebook}")
        self = cls(game, recipe, progress.seed, processes, cluster=cluster)
        self.model.restore(trained)
        progress.rules, progress.recipe = rules, recipe_data(recipe)
        self.progress = progress
        self._starts = Starts.of_bytes(progress.starts)
        return self

    @contextmanager
    def workers(self) -> Iterator[None]:
        """Other processes or machines play, where they are to, for as long as this lasts."""
        with workers(self.processes, self.cluster) as found:
            self._workers = found
            try:
                yield
            finally:
                self._workers = HERE

    def step(self) -> float:
        """Play the games of a round and learn from them; the mean loss."""
        progress, recipe = self.progress, self.recipe
        stage = recipe.stage(progress.positions)
        begun = time.monotonic()
        game = varied(self.game, recipe, (progress.seed, progress.rounds))
        samples = self._play(game, stage)
        if stage.stored and game is self.game:
            self._keep(samples)
        played = time.monotonic()
        loss = self.model.learn(
            samples.rows, samples.targets, progress.positions, (progress.seed, progress.rounds), game.ruleset
        )  # fmt: skip
        progress.games += recipe.games
        progress.positions += len(samples.rows)
        progress.capped += int(samples.counts[CAPPED])
        progress.draws += int(samples.counts[DRAWS])
        progress.playing_s += played - begun
        progress.training_s += time.monotonic() - played
        if progress.rounds & (progress.rounds - 1) == 0 or progress.rounds % 100 == 0:
            progress.curve.append((progress.rounds, round(loss, 4)))
        progress.rounds += 1
        return loss

    def _play(self, game: TablesGame, stage: Stage) -> Samples:
        """The samples of a round; before the first one that teaches scores, games that tell what they mean."""
        progress = self.progress
        task = Task(
            sheet_of(game),
            self.model.weights(),
            stage.only_wins,
            stage.plan(self.recipe.cap, Meaning(*(progress.meaning or (1.0, 0.0, 0.0)))),
            progress.seed,
            progress.games,
            self.recipe.games,
            stage.pull,
            # Positions of one option may be none of another.
            self._starts.rows if game is self.game else Starts().rows,
            stage.searched,
        )
        if stage.scored and progress.meaning is None:
            plan = task.plan._replace(scored=0, random_turns=0.0)
            found = self._played(task._replace(plan=plan))
            progress.meaning = meaning(game.ruleset, found.rows, found.targets)
            return self._play(game, stage)
        return self._played(task)

    def _keep(self, samples: Samples) -> None:
        """Keep what the network has judged most wrongly for later games to begin from."""
        ruleset = self.game.ruleset
        network = for_kernel(self.model.weights(), ruleset)
        told = estimates(network, ruleset.compiled, inputs.inputs_of(ruleset).array, samples.rows)
        wrong = np.abs((samples.targets - told).astype(np.float64) @ inputs.points_of(ruleset))
        self._starts.add(
            samples.rows, wrong, np.random.default_rng((self.progress.seed, self.progress.rounds, _STARTS))
        )  # fmt: skip

    def _played(self, task: Task) -> Samples:
        return joined(self._workers.map(play_task, shares(task, self._workers.at_once)))

    def save(self, path: Path) -> None:
        """Write the checkpoint."""
        self.progress.starts = self._starts.dump()
        checkpoint.write(path, self.progress, self.model.trainer.dump())

    def network(self) -> Stored:
        """The network as it is now, with its record."""
        ruleset = self.game.ruleset
        weights = self.model.weights()
        shape = (*weights.first.shape, *weights.third.shape)
        training = {
            **{name: getattr(self.progress, name) for name in _RECORDED},
            "recipe": self.progress.recipe,
            "axedrez": axedrez.__version__,
        }
        record = Record(
            version=VERSION,
            rulebook=self.game.name,
            sheet=ruleset.hash,
            rules=fingerprint(ruleset),
            inputs=inputs.VERSION,
            shape=shape,
            pull=self.recipe.stage(self.progress.positions).pull,
            training=training,
        )
        return Stored(record, weights)


_RECORDED = ("seed", "games", "positions", "rounds", "capped", "draws", "playing_s", "training_s")


def run(
    learning: Learning, path: Path, ends: Callable[[Progress], bool], tell: Callable[[Learning, float], None]
) -> None:
    """Rounds until `ends`; the checkpoint at `path` is written now and then, and at the end."""
    saved = time.monotonic()
    with learning.workers():
        while not ends(learning.progress):
            loss = learning.step()
            tell(learning, loss)
            if time.monotonic() - saved > SAVE_S:
                learning.save(path)
                saved = time.monotonic()
    learning.save(path)


def varied(game: TablesGame, recipe: Recipe, seed: tuple[int, int]) -> TablesGame:
    """The game of a round: now and then with options drawn by lot (`Recipe.varied`), always the same for a `seed`.

    A game that has options of its own keeps them.
    """
    sheet = game.ruleset.sheet
    rng = np.random.default_rng((*seed, _OPTIONS))
    if sheet.options != Options() or rng.random() >= recipe.varied:
        return game
    drawn: dict[str, object] = {}
    for effect in all_effects(sheet):
        name, _, value = effect.partition("=")
        if rng.random() < recipe.chosen:
            drawn[name] = {"true": True, "false": False}.get(value, value)
    try:
        return TablesGame(msgspec.structs.replace(sheet, options=msgspec.convert(drawn, Options)))
    except (AxedrezError, msgspec.ValidationError):  # what its author never tried together
        return game


def recipe_data(recipe: Recipe) -> dict[str, Any]:
    """A recipe as JSON can hold it."""
    return {**recipe._asdict(), "stages": [stage._asdict() for stage in recipe.stages]}


def recipe_of(data: dict[str, Any]) -> Recipe:
    """The recipe of `recipe_data`. Raises `ValueError` for anything else."""
    try:
        return Recipe(**{**data, "stages": tuple(Stage(**stage) for stage in data["stages"])})
    except (TypeError, KeyError) as fault:
        raise ValueError("no recipe") from fault
