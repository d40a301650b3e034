"""What the tables family supplies (`axedrez.family`). Importing this is cheap."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from axedrez.core.dice import Roll
from axedrez.core.game_record import FileFormat, GameFiles
from axedrez.core.picture import Picture
from axedrez.family import Environments, Family, Perft, Rules

if TYPE_CHECKING:
    from axedrez.analysis.analyst import AnyAnalyst
    from axedrez.analysis.exercise import ExerciseMaker
    from axedrez.core.contract import Game
    from axedrez.core.game_record import TreeFiles
    from axedrez.engine.player import ComputerPlayer, CubePlayer
    from axedrez.rulesheet.idle import Idle
    from axedrez.tables.position.game import TablesGame
    from axedrez.tables.sheet.schema import TablesSheet


def _text() -> GameFiles:
    from axedrez.tables.gamefiles import text_format

    return text_format


def _mat() -> GameFiles:
    from axedrez.tables.gamefiles import mat

    return mat


def _sgf() -> GameFiles:
    from axedrez.tables.gamefiles import sgf

    return sgf


def _xg() -> GameFiles:
    from axedrez.tables.gamefiles import xg

    return xg


def _text_trees() -> TreeFiles:
    from axedrez.tables.gamefiles import trees

    return trees


class TablesFamily(Family):
    """Races of dice over twenty-four points."""

    name = "tables"
    formats = (
        FileFormat(
            "text",
            "txt",
            "text/plain",
            re.compile(r'^[^\S\n]*+\[Rulebook "', re.MULTILINE),
            _text,
            load_trees=_text_trees,
        ),
        FileFormat(
            "mat",
            "mat",
            "text/plain",
            re.compile(r"^[^\S\n]*+(?:\d{1,4} point match|Game \d{1,4})[^\S\n]*+$", re.MULTILINE),
            _mat,
        ),
        FileFormat("sgf", "sgf", "text/plain", re.compile(r"\A\ufeff?\s*+\(\s*+;[^()]{0,200}?GM\[6\]"), _sgf),
        FileFormat("xg", "xg", "application/octet-stream", re.compile(rb"\ARGMH"), _xg),
    )
    warm_stages = {"tables": ("plain", "full")}  # noqa: RUF012
    is_interpretable = False

    def sheet_type(self) -> type[TablesSheet]:
        """See `Family`."""
        from axedrez.tables.sheet.schema import TablesSheet

        return TablesSheet

    def picture(self, sheet: Any) -> Picture:
        """See `Family`."""
        glyphs = {piece.letter: piece.glyph for piece in sheet.pieces.values()}
        return Picture("points", sheet.start.position, glyphs)

    def idle(self, sheet: Any) -> Iterable[Idle]:
        """See `Family`."""
        from axedrez.tables.compile.idle import idle

        return idle(sheet)

    def game(self, sheet: Any) -> TablesGame:
        """See `Family`."""
        from axedrez.tables.position.game import TablesGame

        return TablesGame(sheet)

    def manual(self) -> Rules:
        """See `Family`."""
        from axedrez.tables.manual import rules

        return rules

    def perft(self) -> Perft:
        """See `Family`."""
        from axedrez.tables import perft

        return perft

    def player(self) -> ComputerPlayer:
        """See `Family`."""
        return self.cube_player()

    def cube_player(self) -> CubePlayer:
        """See `Family`."""
        from axedrez.tables.engine import player

        return player

    def analyst(self) -> AnyAnalyst:
        """See `Family`."""
        from axedrez.analysis.dice.points_analyst import PointsAnalyst
        from axedrez.tables import analyst

        return PointsAnalyst(analyst)

    def exercises(self) -> ExerciseMaker:
        """See `Family`."""
        from axedrez.tables import exercises

        return exercises

    def environment(self) -> Environments:
        """See `Family`."""
        from axedrez.tables.environment import batch

        return batch

    def kernel_path(self, game: Game) -> str:
        """See `Family`."""
        return "plain" if cast("TablesGame", game).is_plain else "full"

    def warm_rest(self, game: Game) -> None:
        """See `Family`."""
        from axedrez import batches
        from axedrez.analysis.equity import RolloutOptions
        from axedrez.tables import analyst, batch
        from axedrez.tables.engine import races

        self.perft().warm(game)
        batches.warm(self.environment(), game)
        start = cast("TablesGame", game).start()
        batch.results([start], [Roll(2, 1)])
        analyst.turns(start.play_unchecked(Roll(2, 1)), 2 if self.kernel_path(game) == "plain" else 1, 1)
        analyst.roll_worths(start)
        analyst.rollout(start, None, RolloutOptions(trials=1, horizon=1))
        races.warm(start.ruleset)
