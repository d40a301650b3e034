"""The interface of a family of games to the rest of the program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from axedrez.analysis.analyst import Analyst
from axedrez.core.contract import Game, OwnPosition
from axedrez.core.diagram import Diagram, Reach
from axedrez.core.game_record import FileFormat
from axedrez.core.manual import Manual
from axedrez.core.sides import Side
from axedrez.engine.player import ComputerPlayer
from axedrez.rulesheet.interchange import Interchange

if TYPE_CHECKING:  # it needs NumPy, which most commands never load
    from axedrez.analysis.equity_analyst import EquityAnalyst


class Perft(Protocol):
    """Counts the paths of the game tree. A module of the family is one."""

    CHANCE_PLIES: int
    """How many plies a throw of the dice, or a draw of the start position, counts as."""

    def paths(self, position: OwnPosition, depth: int) -> int:
        """The legal paths of `depth` plies from a position of the family."""

    def warm(self, game: Any) -> None:
        """Compile everything, or load it from the cache."""


class Rules(Protocol):
    """Writes a rulebook's manual. A module of the family is one."""

    def rules(self, game: Any, lang: str) -> Manual:
        """The complete rules of a game in words; raises `KeyError` for a language that is none of ours."""


class Diagrams(Protocol):
    """Draws how pieces move."""

    def of(self, sheet: Any) -> list[Diagram]:
        """Where each kind of piece of a sheet goes on the empty board."""


class Reaches(Protocol):
    """Finds the moves that a player may prepare."""

    def of(self, game: Any, side: Side) -> Reach:
        """Where the pieces of a side could go if nothing stood in their way."""


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

    def analyst(self) -> Analyst | None:
        """Its analyst."""
        return None

    def equity_analyst(self) -> EquityAnalyst | None:
        """What judges its positions in points, where it is a family of dice."""
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

    @abstractmethod
    def kernel_path(self, game: Game) -> str:
        """The kernel path of a game: one of those that `warm_stages` names."""

    @abstractmethod
    def warm_rest(self, game: Game) -> None:
        """Use the kernels that playing does not need: perft, explanations, batches."""
