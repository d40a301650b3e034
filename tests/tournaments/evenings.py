"""A tournament with its log, for tests."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.tournament import Tournament, Who, decide, recount

OWNER = Who(UUID(int=1), "Eva")
SETTINGS = TournamentSettings(title="Club", rulebook="clasico", rounds=3, over_the_board=True)


class Evening:
    """A tournament with its log."""

    def __init__(self, **fields: object) -> None:
        self.log: list[e.TournamentEvent] = []
        self.state = Tournament(OWNER.person)
        self.now: int | None = None
        self.configure(**fields)

    def configure(self, **fields: object) -> None:
        """Decide the settings."""
        self.do(c.Configure(settings=msgspec.structs.replace(SETTINGS, **fields)))

    def do(self, command: c.Command | c.Told, who: Who = OWNER) -> None:
        """Carry out a command."""
        new = decide(self.state, command, who, len(self.log) if self.now is None else self.now)
        for event in new:
            self.state.apply(event)
        self.log += new

    def refused(self, command: c.Command | c.GameResult, who: Who = OWNER) -> str:
        """The reason of a refusal, which changes nothing."""
        with pytest.raises(NotAllowed) as caught:
            self.do(command, who)
        return caught.value.reason

    def recounted(self) -> Tournament:
        """The tournament as its stored log tells of it, which is compared with the one here."""
        stored = msgspec.json.decode(msgspec.json.encode(self.log), type=list[e.TournamentEvent])
        again = recount(OWNER.person, stored)
        assert again == self.state
        return again

    def add(self, count: int) -> None:
        """Names from a list."""
        self.do(c.AddEntrants(entrants=[c.NewEntrant(f"P{n}", 1500 + n) for n in range(count)]))

    def play(self, result: str = "1-0") -> None:
        """Pair a round, and let every game end so."""
        self.do(c.Pair())
        self.finish(result)

    def finish(self, result: str = "1-0") -> None:
        """Let every game of the round end so."""
        index = len(self.state.rounds)
        for board, pairing in enumerate(self.state.rounds[-1].round.pairings, 1):
            if pairing.result is None:
                self.do(c.SetResult(round=index, board=board, result=result))  # type: ignore[arg-type]
