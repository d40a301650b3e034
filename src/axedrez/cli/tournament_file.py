"""A tournament in one file: its log of events as JSON, for an evening without a server."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from axedrez import locks
from axedrez.core import AxedrezError
from axedrez.core.errors import NotAllowed
from axedrez.tournaments.commands import Command
from axedrez.tournaments.events import TournamentEvent
from axedrez.tournaments.tournament import SERVER, Entry, Tournament, decide, recount

MAX_BYTES = 64 * 2**20


class _File(msgspec.Struct, forbid_unknown_fields=True):
    axedrez: str
    version: int
    log: list[TournamentEvent]


class TournamentLog:
    """The log in a file, and the tournament that it tells of."""

    def __init__(self, path: Path, log: list[TournamentEvent]) -> None:
        self.path = path
        self.log = log
        self.state: Tournament = recount(None, log)

    def do(self, command: Command) -> None:
        """Carry out a command. Raises `NotAllowed`."""
        for event in decide(self.state, command, SERVER, time.time_ns() // 1_000_000):
            self.state.apply(event)
            self.log.append(event)

    def write(self) -> None:
        """Replace the file, as a whole or not at all. Raises `AxedrezError` (`cli_unwritable`)."""
        text = msgspec.json.format(msgspec.json.encode(_File("tournament", 1, self.log)), indent=1)
        try:
            folder = self.path.parent
            with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{self.path.name}.", delete=False) as draft:
                draft.write(text)
                draft.flush()
                os.fsync(draft.fileno())
            try:
                os.replace(draft.name, self.path)
            except OSError:
                os.unlink(draft.name)
                raise
        except OSError:
            raise AxedrezError("cli_unwritable", file=str(self.path)) from None


def read(name: str) -> TournamentLog:
    """The tournament of a file. Raises `AxedrezError` (`cli_file`, `tournament_file`)."""
    path = Path(name)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise AxedrezError("tournament_file", file=name)
        data = path.read_bytes()
    except OSError:
        raise AxedrezError("cli_file", name=name) from None
    try:
        found = msgspec.json.decode(data, type=_File)
        if found.axedrez != "tournament" or found.version != 1 or not found.log:
            raise AxedrezError("tournament_file", file=name)
        return TournamentLog(path, found.log)
    except (msgspec.DecodeError, ValueError, LookupError, AssertionError):
        raise AxedrezError("tournament_file", file=name) from None


def create(name: str, command: Command) -> TournamentLog:
    """A new tournament in a file that is not there yet. Raises `AxedrezError` (`tournament_exists`)."""
    now = time.time_ns() // 1_000_000
    return create_as(name, lambda state: decide(state, command, SERVER, now))


def create_as(name: str, events: Callable[[Tournament], list[TournamentEvent]]) -> TournamentLog:
    """The same with the `events` that follow from a tournament in which nothing has happened. Raises as `create`."""
    path = Path(name)
    if path.exists():
        raise AxedrezError("tournament_exists", file=name)
    made = TournamentLog(path, events(Tournament(None)))
    made.write()
    return made


@contextmanager
def changing(name: str) -> Iterator[TournamentLog]:
    """The tournament of a file, which is written afterwards; others who change it at the same time wait."""
    path = Path(name).absolute()
    try:
        if sys.platform == "win32":  # folders cannot be opened there
            held = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT)
        else:
            held = os.open(path.parent, os.O_RDONLY)
    except OSError:
        raise AxedrezError("cli_file", name=name) from None
    try:
        locks.wait_for(held)
        found = read(name)
        yield found
        found.write()
    finally:
        os.close(held)


def found(state: Tournament, who: str) -> Entry:
    """A player by number or by name, or the only one whose name begins so. Raises `NotAllowed`."""
    if who.isascii() and who.isdigit():
        near = [each for each in state.entries.values() if int(who) == (each.number or each.entry)]
    else:
        folded = who.casefold().strip()
        near = [each for each in state.entries.values() if each.name.casefold() == folded]
        near = near or [each for each in state.entries.values() if folded and each.name.casefold().startswith(folded)]
    if len(near) != 1:
        raise NotAllowed("tournament_who", who=who[:60], count=len(near))
    return near[0]
