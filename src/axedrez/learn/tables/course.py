"""How a network of the tables family is trained: rounds of self-play, from nothing or from a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from axedrez.core import AxedrezError
from axedrez.learn.course import LearnOptions
from axedrez.learn.pace import Pace, Report
from axedrez.learn.tables.checkpoint import ENDING
from axedrez.learn.tables.pipeline import Learning, run
from axedrez.learn.tables.recipe import Recipe
from axedrez.learn.tables.self_play import sheet_of
from axedrez.learn.tables.strength import Duel, Score, match
from axedrez.tables.engine import network
from axedrez.tables.engine.network import Stored
from axedrez.tables.kernel.layout import PLAIN
from axedrez.tables.position.game import TablesGame


class TablesCourse:
    """See `Course`."""

    def __init__(self, game: TablesGame, options: LearnOptions) -> None:
        self._game = game
        self._options = options
        self._learning = _begin(game, options)
        self.kept = options.out.with_name(options.out.name + ENDING)

    @property
    def games(self) -> int:
        """See `Course`."""
        return self._learning.progress.games

    def train(self, pace: Pace, report: Report) -> None:
        """See `Course`."""

        def report_round(at: Learning, loss: float) -> None:
            report(pace.state(at.progress.games, at.progress.positions, loss))

        run(self._learning, self.kept, lambda progress: pace.is_over(progress.games), report_round)

    def match(self) -> tuple[str, Score]:
        """See `Course`."""
        game, options, stored = self._game, self._options, self._learning.network()
        opponent, other = self._opponent()
        plain = bool(game.ruleset.compiled[PLAIN])
        # Where a roll has hundreds of results the luck of it takes longer to find than more games.
        duel = Duel(
            sheet_of(game),
            stored.weights,
            None if other is None else other.weights,
            stored.weights if plain else None,
            options.seed,
            max(2, options.match_games + options.match_games % 2),  # games are played in pairs
            stored.record.pull,
            0.0 if other is None else other.record.pull,
        )
        return opponent, match(duel, options.processes)

    def write(self, file: Path, match: Mapping[str, Any]) -> None:
        """See `Course`."""
        stored = self._learning.network()
        training = {**stored.record.training, "match": dict(match)}
        network.write(file, Stored(msgspec.structs.replace(stored.record, training=training), stored.weights))

    def _opponent(self) -> tuple[str, Stored | None]:
        if self._options.out.exists():
            return "network", network.read(self._options.out.read_bytes())
        data = network.shipped_for(self._game.ruleset)
        return ("hand", None) if data is None else ("shipped", network.read(data))


def _begin(game: TablesGame, options: LearnOptions) -> Learning:
    recipe = options.recipe or Recipe.usual(game.ruleset)
    if options.resume is None:
        return Learning(game, recipe, options.seed, options.processes, cluster=options.cluster)
    try:
        return Learning.resumed(game, options.resume, options.processes, recipe=recipe, cluster=options.cluster)
    except AxedrezError:
        raise
    except (OSError, ValueError):
        raise AxedrezError("learn_checkpoint", file=str(options.resume), name=game.name) from None
