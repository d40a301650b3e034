"""A tournament at a server, by its log and its commands; and the list of those that it has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from uuid import UUID, uuid4

import msgspec

from axedrez.cli.failures import Missing
from axedrez.cli.output import print_json
from axedrez.client import Away, Client, Refusal
from axedrez.core import AxedrezError
from axedrez.messages import say
from axedrez.tournaments import events as e
from axedrez.tournaments.commands import Command, End
from axedrez.tournaments.tournament import Phase, Tournament, recount

PATIENCE_S = 5.0
"""How long a server that is away is waited for: somebody looks at the terminal."""

Read = TypeVar("Read")


class _Logged(msgspec.Struct, frozen=True):
    """An event as the server tells it; who did it has only a name there."""

    seq: int
    at: int
    act: e.Act


class _Line(msgspec.Struct, frozen=True):
    """A tournament in the server's list."""

    id: UUID
    title: str
    format: str
    phase: Phase
    entrants: int
    rounds: int
    total: int


class ServerLog:
    """The log of a tournament at a server, and the tournament that it tells of."""

    def __init__(self, place: AtServer) -> None:
        self._place = place
        self.log = place.events()
        self.state: Tournament = recount(None, self.log)

    def do(self, command: Command) -> None:
        """Let the server carry out a command, once. Raises `AxedrezError` as it refuses."""
        self._place.send(command)
        self.log = self._place.events()
        self.state = recount(None, self.log)


class AtServer:
    """A tournament, by its id or its link, at a server where a personal token is known. Raises `AxedrezError`."""

    def __init__(self, server: str, token: str, name: str, lang: str) -> None:
        self._server = _Server(server, token, lang)
        try:
            self._id = UUID(name.rstrip("/").rpartition("/")[2])
        except ValueError:
            raise AxedrezError("unknown_tournament") from None

    def read(self) -> ServerLog:
        """The tournament as it stands."""
        return ServerLog(self)

    @contextmanager
    def changing(self) -> Iterator[ServerLog]:
        """The same: the server carries out each command at once."""
        yield ServerLog(self)

    def events(self) -> list[e.TournamentEvent]:
        """The server's log."""
        told = self._server.ask("GET", f"/api/tournaments/{self._id}/log", list[_Logged])
        return [e.TournamentEvent(each.seq, each.at, None, each.act) for each in told]

    def send(self, command: Command) -> None:
        """A command. That the server has ended a tournament by itself before one could is no fault."""
        body = {"id": str(uuid4()), "command": msgspec.to_builtins(command)}
        try:
            self._server.ask("POST", f"/api/tournaments/{self._id}/commands", dict[str, Any], body)
        except AxedrezError as fault:
            if not (isinstance(command, End) and fault.details.get("reason") == "tournament_ended"):
                raise


class _Server:
    """A client whose faults are errors of the command line."""

    def __init__(self, server: str, token: str | None, lang: str) -> None:
        self._name = server[:200]
        try:
            self._client = Client(server, token, lang=lang, patience_s=PATIENCE_S)
        except ValueError:
            raise AxedrezError("bot_server", server=self._name) from None

    def ask(self, method: str, path: str, kind: type[Read], body: dict[str, Any] | None = None, **query: str) -> Read:
        """What the server answers. Raises `AxedrezError` (`bot_refused`, `server_away`, `server_answer`)."""
        try:
            return msgspec.convert(self._client.request(method, path, body, **query), kind)
        except Refusal as refusal:
            raise AxedrezError("bot_refused", text=str(refusal), reason=refusal.reason) from None
        except Away:
            raise AxedrezError("server_away", server=self._name) from None
        except ValueError:
            raise AxedrezError("server_answer", server=self._name) from None


def show_list(server: str, token: str | None, mine: bool, lang: str, as_json: bool) -> None:
    """Print the tournaments of a server, those changed last first; `mine` needs a token. Raises `AxedrezError`."""
    if mine and token is None:
        raise Missing("--token")
    at = _Server(server, token, lang)
    found = at.ask("GET", "/api/tournaments", list[_Line], mine="true" if mine else "false")
    if as_json:
        print_json({"tournaments": [msgspec.to_builtins(each) for each in found]})
        return
    for each in found:
        words = say(f"cli.tournament.phase.{each.phase}", lang, round=each.rounds, rounds=each.total)
        players = say("cli.tournament.players", lang, count=each.entrants)
        print(f"{each.id}  {each.title}  {say(f'ui.tournament.format.{each.format}', lang)}  {words}  {players}")
