"""The interface of a family of games to the rest of the program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from axedrez.analysis.exercise import ExerciseMaker
from axedrez.core.contract import Game, OwnPosition
from axedrez.core.diagram import Diagram, Reach
from axedrez.core.game_record import FileFormat
from axedrez.core.manual import Brief, Manual
from axedrez.core.movement import Atom, Click, MovementDesign
from axedrez.core.openings import Openings
from axedrez.core.picture import Picture, Theme
from axedrez.core.sides import Side
from axedrez.engine.player import ComputerPlayer, CubePlayer
from axedrez.rulesheet.idle import Idle
from axedrez.rulesheet.interchange import Interchange

if TYPE_CHECKING:  # it needs NumPy, which most commands never load
    from axedrez.analysis.analyst import AnyAnalyst
    from axedrez.batches import Batch, Options
    from axedrez.core.endgames import EndgameResult, EndgameTable
    from axedrez.core.traces import Materials, QuickReader


class Perft(Protocol):
    """Counts the paths of the game tree. A module of the family is one."""

    CHANCE_PLIES: int
    """How many plies a roll of the dice, or a draw of the start position, counts as."""

    def paths(self, position: OwnPosition, depth: int) -> int:
        """The legal paths of `depth` plies from a position of the family."""

    def warm(self, game: Any) -> None:
        """Compile everything, or load it from the cache."""


class Rules(Protocol):
    """Writes a rulebook's manual. A module of the family is one."""

    def rules(self, game: Any, lang: str) -> Manual:
        """The complete rules of a game in words; raises `KeyError` for a language that is none of ours."""

    def brief(self, game: Any, lang: str) -> Brief:
        """What one has to know of a game the first time; raises `KeyError` likewise."""


class Diagrams(Protocol):
    """Draws how pieces move."""

    def of(self, sheet: Any) -> list[Diagram]:
        """Where each kind of piece of a sheet goes on the empty board."""


class Reaches(Protocol):
    """Finds the moves that a player may prepare."""

    def of(self, game: Any, side: Side) -> Reach:
        """Where the pieces of a side could go if nothing stood in their way."""


class Movements(Protocol):
    """Designs how pieces move. A module of the family is one."""

    def of(
        self,
        movement: str | list[Atom],
        click: Click | None = None,
        files: int = 8,
        names: dict[str, str] | None = None,
        glyph: str = "",
    ) -> MovementDesign:
        """A movement in every form, after a click on its diagram; raises `TextError` for what is no movement."""


class EndgameTables(Protocol):
    """The endgame tables of one game."""

    def tables(self, text: str, progress: Callable[[str, int, int], None]) -> list[EndgameTable]:
        """The table of a material such as `KRk`, after all those that it builds on; built unless they are stored.

        `progress` is told which one is built, how many positions are done, and of how many. Raises `AxedrezError`.
        """

    def material(self, position: OwnPosition) -> str:
        """The material of a position. Raises `AxedrezError` for a position that no table holds."""

    def probe(self, position: OwnPosition, build: bool = True) -> EndgameResult | None:
        """What a position is worth; None where there is no table and none is to be built. Raises `AxedrezError`."""

    def line(self, position: OwnPosition, plies: int = 1000) -> list[Any]:
        """Best play from a position that somebody wins, to the end of the game. Raises `AxedrezError`."""


class Endgames(Protocol):
    """Finds endgame tables. A module of the family is one."""

    def of(self, game: Any) -> EndgameTables:
        """The tables of a game. Raises `AxedrezError` for a sheet with a rule that they cannot hold."""


class Environments(Protocol):
    """Plays many games at once. A module of the family is one."""

    def batch(self, game: Any, n: int, seed: int, options: Options) -> Batch:
        """A batch of `n` games. Raises `NotAllowed` for sizes that make no sense."""


class Family(ABC):
    """A family of games: one kind of rule sheet, the kernel that plays it, and all that reads its positions.

    `axedrez.library.FAMILIES` registers the families. Each part is loaded at its first use, because kernels are slow to
    load. A part that a family does not have is None.
    """

    name: ClassVar[str]
    """The value of `family` in the family's sheets."""
    formats: ClassVar[tuple[FileFormat, ...]]
    """The game files that the family reads and writes, the most particular one first."""
    warm_stages: ClassVar[dict[str, tuple[str, ...]]]
    """The stages in which its kernels are compiled, in the order in which they are needed, with the paths of each."""
    is_interpretable: ClassVar[bool]
    """Whether its kernels can run as plain Python until they are compiled (`axedrez.interpreter`)."""

    @abstractmethod
    def sheet_type(self) -> type[msgspec.Struct]:
        """The type of its rule sheets."""

    def upgraded(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data of a sheet, migrated from an earlier schema to the present one."""
        return data

    @abstractmethod
    def picture(self, sheet: Any) -> Picture:
        """The start position of a sheet, for menus."""

    def theme(self, sheet: Any) -> Theme:
        """What a sheet that modifies a well-known game is about."""
        return "other"

    @abstractmethod
    def idle(self, sheet: Any) -> Iterable[Idle]:
        """The fields that nothing of a sound sheet reads."""

    @abstractmethod
    def game(self, sheet: Any) -> Game:
        """The game of a sheet. Raises `SheetError` for one that contradicts itself."""

    @abstractmethod
    def manual(self) -> Rules:
        """The generator of its manuals."""

    @abstractmethod
    def perft(self) -> Perft:
        """Its perft."""

    @abstractmethod
    def player(self) -> ComputerPlayer:
        """Its computer player."""

    def cube_player(self) -> CubePlayer | None:
        """The same, where games have a cube and stakes."""
        return None

    def analyst(self) -> AnyAnalyst | None:
        """Its analyst."""
        return None

    def interchange(self) -> Interchange | None:
        """Import and export of its sheets in the format of other programs."""
        return None

    def diagrams(self) -> Diagrams | None:
        """Diagrams of its pieces' moves."""
        return None

    def reach(self) -> Reaches | None:
        """The moves that its players may prepare."""
        return None

    def movements(self) -> Movements | None:
        """The designer of its pieces' moves."""
        return None

    def endgames(self) -> Endgames | None:
        """Exact tables of positions with few pieces."""
        return None

    def environment(self) -> Environments | None:
        """What plays many of its games at once."""
        return None

    def quick_reader(self) -> QuickReader | None:
        """What reads large files of its games quickly."""
        return None

    def materials(self) -> Materials | None:
        """What stands on the board, as a key."""
        return None

    def openings(self) -> Openings | None:
        """The names of its openings."""
        return None

    def exercises(self) -> ExerciseMaker | None:
        """What makes exercises of its positions."""
        return None

    @abstractmethod
    def kernel_path(self, game: Game) -> str:
        """The kernel path of a game: one of those that `warm_stages` names."""

    @abstractmethod
    def warm_rest(self, game: Game) -> None:
        """Use the kernels that playing does not need: perft, explanations, batches."""
