"""How a network for chess is trained: generations of self-play, whose games are kept beside the network."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from axedrez.chess.engine import network
from axedrez.chess.engine.network import Network, Numbers, fingerprint, network_of
from axedrez.chess.position.game import ChessGame
from axedrez.core import AxedrezError
from axedrez.learn.chess.pipeline import Learning
from axedrez.learn.chess.recipe import Recipe
from axedrez.learn.chess.samples import PIECES
from axedrez.learn.chess.strength import Duel, Score, match
from axedrez.learn.course import LearnOptions
from axedrez.learn.pace import Pace, Report
from axedrez.learn.trainer import pytorch
from axedrez.learn.workers import workers
from axedrez.processes import frozen

SAMPLES = ".samples"
"""Ending of the folder beside a network that keeps the positions of its games."""


def is_learned(game: ChessGame) -> bool:
    """Whether a network can play a game: the fast rules with the six kinds of pieces of chess, a king each."""
    return game.fast and set(game.types) == set(PIECES)


class ChessCourse:
    """See `Course`."""

    def __init__(self, game: ChessGame, options: LearnOptions) -> None:
        """Raises `AxedrezError` for a checkpoint, and where PyTorch is missing."""
        if options.resume is not None:
            raise AxedrezError("learn_resume", name=game.name)
        pytorch()
        recipe: Recipe = options.recipe or Recipe()
        if options.games is not None:
            recipe = recipe.of_games(options.games)
        self._game = game
        self._options = options
        self.kept = options.out.with_name(options.out.name + SAMPLES)
        self._learning = Learning(game, recipe, self.kept, options.seed, options.processes)
        self._network: Network | None = None

    @property
    def games(self) -> int:
        """See `Course`."""
        return self._learning.games

    def train(self, pace: Pace, report: Report) -> None:
        """See `Course`."""
        with workers(self._options.processes, self._options.cluster) as found:
            self._network = self._learning.run(pace, found, report)

    def match(self) -> tuple[str, Score]:
        """See `Course`."""
        opponent, other = self._opponent()
        options, pairs = self._options, max(1, (self._options.match_games + 1) // 2)
        duel = Duel(frozen(self._game), self._trained().numbers, other, options.seed, 0, pairs)
        with workers(options.processes, options.cluster) as found:
            return opponent, match(duel, found)

    def write(self, file: Path, match: Mapping[str, Any]) -> None:
        """See `Course`."""
        found = self._trained()
        training = {**found.record.training, "match": dict(match)}
        network.write(file, Network(msgspec.structs.replace(found.record, training=training), found.numbers))

    def _opponent(self) -> tuple[str, Numbers | None]:
        out = self._options.out
        if out.exists():
            before = network.read(out.read_bytes())
            if before.record.moves == fingerprint(self._game):
                return "network", before.numbers
        shipped = network_of(self._game)
        return ("hand", None) if shipped is None else ("shipped", shipped)

    def _trained(self) -> Network:
        assert self._network is not None
        return self._network
