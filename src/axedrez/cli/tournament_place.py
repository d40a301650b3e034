"""Where the tournament of a command is kept: in a file, or at a server. The commands work on both alike."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from axedrez.cli import tournament_file
from axedrez.cli.failures import Missing
from axedrez.tournaments.commands import Command
from axedrez.tournaments.events import TournamentEvent
from axedrez.tournaments.tournament import Tournament


class Log(Protocol):
    """A tournament that can be changed, and what has happened in it."""

    state: Tournament

    @property
    def log(self) -> Sequence[TournamentEvent]:
        """Its events."""

    def do(self, command: Command) -> None:
        """Carry out a command. Raises `AxedrezError`."""


class Place(Protocol):
    """A file or a server."""

    def read(self) -> Log:
        """The tournament as it stands. Raises `AxedrezError`."""

    def changing(self) -> AbstractContextManager[Log]:
        """The tournament, to be changed. Raises `AxedrezError`."""


class InFile(NamedTuple):
    """A tournament in a file."""

    name: str

    def read(self) -> Log:
        """The tournament of the file."""
        return tournament_file.read(self.name)

    def changing(self) -> AbstractContextManager[Log]:
        """The same, written afterwards."""
        return tournament_file.changing(self.name)


def place(name: str, server: str | None, token: str | None, lang: str) -> Place:
    """The file of this name, or with a `server` the tournament there. Raises `AxedrezError` (`cli_missing` …)."""
    if server is None:
        return InFile(name)
    if token is None:
        raise Missing("--token")
    from axedrez.cli.tournament_server import AtServer

    return AtServer(server, token, name, lang)
