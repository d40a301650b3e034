"""Sheets exchanged with other programs: what came of a text of theirs, and what a text of theirs cannot say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from axedrez.core.errors import TextError


class Said(NamedTuple):
    """What a line says: an option with its value as a text. `line` counts from 1; 0 for what no line says."""

    option: str
    value: str
    line: int


class Imported(NamedTuple):
    """A section of the text: the sheet that it comes to, as data that extends a shipped rulebook.

    `uncovered`: the options that the sheet does not say, with their values; it may be used without them, as another
    game. `faults`: what is wrong with the section or with the sheet; there is no use in a sheet that has faults.
    `outdone`: lines that later ones about the same option make void; `refused_parent`: the section that it is derived
    from, if that cannot be taken over either.
    """

    name: str
    line: int
    sheet: dict[str, Any]
    uncovered: tuple[Said, ...]
    faults: tuple[TextError, ...]
    outdone: tuple[Said, ...] = ()
    refused_parent: str = ""


class Unsaid(NamedTuple):
    """A field of a sheet whose value cannot be said."""

    field: str
    value: object


class Exported(NamedTuple):
    """A section that says a sheet but for what is `unsaid`."""

    text: str
    unsaid: tuple[Unsaid, ...]


class Interchange(Protocol):
    """Reads and writes sheets in the format of another program. A module of a family is one."""

    def names(self, text: str) -> tuple[str, ...]:
        """The names of the sections of a text. Raises `TextError` with the line of what is no such text at all."""

    def imported(
        self, text: str, find: Callable[[str], dict[str, Any]], name: str | None = None
    ) -> tuple[Imported, ...]:
        """Every section of a text, or only the one of that name; `find` gives the data of a shipped rulebook by name.

        Raises `TextError` like `names`, and for a name that no section has.
        """

    def exported(self, game: Any) -> Exported:
        """A game of the family as a section."""
