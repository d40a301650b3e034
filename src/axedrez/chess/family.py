"""What the chess family supplies (`axedrez.family`). Importing this is cheap."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from axedrez.core.contract import after_chance
from axedrez.core.errors import IllegalMove
from axedrez.core.game_record import FileFormat, GameFiles, MoveNotes
from axedrez.family import Diagrams, Endgames, Environments, Family, Movements, Perft, Reaches, Rules

if TYPE_CHECKING:
    from axedrez.analysis.analyst import AnyAnalyst
    from axedrez.analysis.exercise import ExerciseMaker
    from axedrez.chess.position.game import ChessGame
    from axedrez.chess.sheet.schema import ChessSheet
    from axedrez.core.contract import Game
    from axedrez.core.game_record import TreeFiles
    from axedrez.core.openings import Openings
    from axedrez.core.picture import Picture, Theme
    from axedrez.core.traces import Materials, QuickReader
    from axedrez.engine.player import ComputerPlayer
    from axedrez.rulesheet.idle import Idle
    from axedrez.rulesheet.interchange import Interchange


def _pgn() -> GameFiles:
    from axedrez.chess.gamefiles.pgn import format

    return format


def _pgn_notes() -> MoveNotes:
    from axedrez.chess.gamefiles.pgn import notes

    return notes


def _pgn_trees() -> TreeFiles:
    from axedrez.chess.gamefiles.pgn import trees

    return trees


class ChessFamily(Family):
    """Games on a board of squares."""

    name = "chess"
    # Its sign is in every text: PGN is what no other format is.
    formats = (FileFormat("pgn", "pgn", "application/x-chess-pgn", re.compile(""), _pgn, _pgn_notes, _pgn_trees),)
    warm_stages = {"chess": ("fast",), "modified": ("general",)}  # noqa: RUF012
    is_interpretable = True

    def sheet_type(self) -> type[ChessSheet]:
        """See `Family`."""
        from axedrez.chess.sheet.schema import ChessSheet

        return ChessSheet

    def upgraded(self, data: dict[str, Any]) -> dict[str, Any]:
        """See `Family`."""
        from axedrez.chess.sheet import schema

        return schema.upgraded(data)

    def picture(self, sheet: Any) -> Picture:
        """See `Family`."""
        from axedrez.chess.sheet import showcase

        return showcase.picture(sheet)

    def theme(self, sheet: Any) -> Theme:
        """See `Family`."""
        from axedrez.chess.sheet import showcase

        return showcase.theme(sheet)

    def idle(self, sheet: Any) -> Iterable[Idle]:
        """See `Family`."""
        from axedrez.chess.compile.idle import idle

        return idle(sheet)

    def game(self, sheet: Any) -> ChessGame:
        """See `Family`."""
        from axedrez.chess.position.game import ChessGame

        return ChessGame(sheet)

    def manual(self) -> Rules:
        """See `Family`."""
        from axedrez.chess.manual import rules

        return rules

    def perft(self) -> Perft:
        """See `Family`."""
        from axedrez.chess import perft

        return perft

    def player(self) -> ComputerPlayer:
        """See `Family`."""
        from axedrez.chess.engine import player

        return player

    def analyst(self) -> AnyAnalyst:
        """See `Family`."""
        from axedrez.analysis.result_analyst import ResultAnalyst
        from axedrez.chess import analyst

        return ResultAnalyst(analyst)

    def interchange(self) -> Interchange:
        """See `Family`: `variants.ini`."""
        from axedrez.chess import variants_ini

        return variants_ini

    def diagrams(self) -> Diagrams:
        """See `Family`."""
        from axedrez.chess.sheet import diagrams

        return diagrams

    def reach(self) -> Reaches:
        """See `Family`."""
        from axedrez.chess import reach

        return reach

    def movements(self) -> Movements:
        """See `Family`."""
        from axedrez.chess.manual import movement

        return movement

    def endgames(self) -> Endgames:
        """See `Family`."""
        from axedrez.chess.endgames import tables

        return tables

    def environment(self) -> Environments:
        """See `Family`."""
        from axedrez.chess.environment import batch

        return batch

    def quick_reader(self) -> QuickReader:
        """See `Family`: PGN."""
        from axedrez.chess.gamefiles.pgn import quick

        return quick

    def materials(self) -> Materials:
        """See `Family`."""
        from axedrez.chess.position import material

        return material

    def openings(self) -> Openings:
        """See `Family`."""
        from axedrez.chess import openings

        return openings

    def exercises(self) -> ExerciseMaker:
        """See `Family`."""
        from axedrez.chess import exercises

        return exercises

    def kernel_path(self, game: Game) -> str:
        """See `Family`."""
        return "fast" if cast("ChessGame", game).fast else "general"

    def warm_rest(self, game: Game) -> None:
        """See `Family`."""
        from axedrez import batches

        self.perft().warm(game)
        batches.warm(self.environment(), game)
        with contextlib.suppress(IllegalMove):
            after_chance(game.start()).parse_move("a1a1")
