"""From nothing to a network: generations of self-play and training, and the record of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

import axedrez
from axedrez.chess.engine.kernel.layout import NETWORK_WIDTH
from axedrez.chess.engine.network import VERSION, Network, Numbers, Record, fingerprint
from axedrez.chess.position.game import ChessGame
from axedrez.learn.chess.model import Lessons, Trained, quantized, train, unquantized
from axedrez.learn.chess.recipe import Generation, Recipe
from axedrez.learn.chess.samples import Samples, Task, evaluated, play_task, save
from axedrez.learn.pace import Pace, Report
from axedrez.learn.workers import Workers
from axedrez.processes import frozen
from axedrez.rulesheet.validation import sheet_hash

SHARD = 50
"""So many games are a task."""


class Learning:
    """A training: `run` plays and learns its generations.

    `folder` keeps the samples: what lies there already is not played again. The same numbers give the same games,
    whoever plays them.
    """

    def __init__(self, game: ChessGame, recipe: Recipe, folder: Path, seed: int = 1, threads: int = 1) -> None:
        self.game = game
        self.recipe = recipe
        self.games = self.positions = 0
        self._folder = folder
        self._seed = seed
        self._threads = threads
        self._played: list[Generation] = []
        self._loss = float("nan")

    def run(self, pace: Pace, workers: Workers, report: Report) -> Network:
        """The network of the last generation for which there is time; each plays with the one before it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        network: Numbers | None = None
        found: Trained | None = None
        first = 0
        for generation, until in zip(self.recipe.generations, self.recipe.shares(), strict=True):
            if generation.learning_rate is None:
                first = 0
            samples = self._play(generation, first, network, until, pace, workers, report)
            first += self._played[-1].games
            lessons = Lessons.of(samples, evaluated(self.game, samples), self.recipe.result_weight)
            begin = None if network is None or generation.learning_rate is None else unquantized(network)
            told = self._told(pace, report)
            found = train(lessons, generation, self.recipe, self._seed, begin, threads=self._threads, tell=told)
            network = quantized(found.weights)
            if pace.is_stopped:
                break
        assert network is not None
        assert found is not None
        return Network(self._record(found), network)

    def _play(
        self,
        generation: Generation,
        first: int,
        network: Numbers | None,
        until: float,
        pace: Pace,
        workers: Workers,
        report: Report,
    ) -> Samples:
        """The samples of a generation, in the order of their seeds; fewer where this share of the time is over."""
        sheet, found, done = frozen(self.game), list[Samples](), 0
        while not found or (done < generation.games and not pace.is_stopped and pace.time_share() < until):
            tasks = []
            for start in range(done, min(generation.games, done + SHARD * workers.at_once), SHARD):
                games = min(SHARD, generation.games - start)
                tasks.append(Task(sheet, first + start, games, generation.nodes, network))
            found += self._samples(tasks, workers)
            played = sum(task.games for task in tasks)
            done += played
            self.games += played
            self.positions += sum(map(len, found[-len(tasks) :]))
            report(pace.state(self.games, self.positions, self._loss))
        self._played.append(generation._replace(games=done))
        return np.concatenate(found)

    def _samples(self, tasks: list[Task], workers: Workers) -> list[Samples]:
        tasks_by_file = {task.file(self._folder): task for task in tasks}
        missing = [file for file in tasks_by_file if not file.exists()]
        found = dict(zip(missing, workers.map(play_task, [tasks_by_file[file] for file in missing]), strict=True))
        for file, samples in found.items():
            save(samples, file)
        return [found[file] if file in found else np.load(file) for file in tasks_by_file]

    def _told(self, pace: Pace, report: Report) -> Callable[[float], None]:
        def told(loss: float) -> None:
            self._loss = loss
            report(pace.state(self.games, self.positions, loss))

        return told

    def _record(self, found: Trained) -> Record:
        recipe = self.recipe._asdict() | {"generations": [each._asdict() for each in self._played]}
        return Record(
            version=VERSION,
            rulebook=self.game.name,
            sheet=sheet_hash(self.game.sheet),
            moves=fingerprint(self.game),
            width=int(NETWORK_WIDTH),
            training={
                "recipe": recipe,
                "seed": self._seed,
                "games": self.games,
                "positions": self.positions,
                "error": round(found.error, 6),
                "error_without": round(found.without, 6),
                "axedrez": axedrez.__version__,
            },
        )
