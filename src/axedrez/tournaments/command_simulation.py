"""Tournaments that nobody plays, carried out by the same commands as real ones: knockouts, displays, teams."""

from __future__ import annotations

import random

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.simulation import Course, drawn_entrants, drawn_result
from axedrez.tournaments.tournament import SERVER, Tournament, decide

_COURSE = Course()


class CommandSimulation:
    """A tournament with its log, as far as `do` has carried it out."""

    def __init__(self, settings: TournamentSettings, chance: random.Random) -> None:
        """Raises `NotAllowed` for settings that contradict themselves."""
        self.log: list[e.TournamentEvent] = []
        self.state = Tournament(None)
        self.chance = chance
        self.now = 0
        self.do(c.Configure(settings=settings))

    def do(self, command: c.Command | c.Told) -> None:
        """Carry out a command. Raises `NotAllowed`."""
        new = decide(self.state, command, SERVER, self.now)
        for event in new:
            self.state.apply(event)
        self.log += new


class RoundsSimulation(CommandSimulation):
    """A tournament in rounds, from the entry to the end; the same settings and seed give the same.

    `stopped`: why no more rounds could be paired, if that is so. The strongest is the host of a simultaneous display.
    Where teams play, each has as many players as boards, and those who are left are reserves. Raises `NotAllowed` for
    settings that contradict themselves, and for numbers of players that make no such tournament.
    """

    def __init__(self, settings: TournamentSettings, players: int, seed: int) -> None:
        told = f"{settings.format} {players} {settings.rounds} {settings.boards} {settings.games_per_pairing} {seed}"
        super().__init__(settings, random.Random(told))
        self.stopped = ""
        entrants = [
            c.NewEntrant(each.name, each.rating, team=_team(at, players, settings.boards))
            for at, each in enumerate(drawn_entrants(players, 0, self.chance))
        ]
        self.do(c.AddEntrants(entrants=entrants))
        if settings.format == "simul":
            self.do(c.Configure(settings=msgspec.structs.replace(settings, host=min(self.state.entries))))
        self.do(c.Start())
        self._ratings = {each.number: each.rating or 0 for each in self.state.entries.values()}
        while not self.state.is_over:
            self._withdraw()
            try:
                self.do(c.Pair())
            except NotAllowed as refusal:
                self.stopped = refusal.reason
                return
            self._play()
        self.do(c.End())

    def _withdraw(self) -> None:
        """Some play no further rounds; more than half of all stay."""
        playing = [each for each in self.state.numbered if not each.withdrawn]
        may_go = len(playing) - len(self.state.entries) // 2 - 1 if self.state.rounds else 0
        going = [each for each in playing if self.chance.random() < _COURSE.withdrawal]
        for each in going[: max(0, may_go)]:
            self.do(c.Leave(entry=each.entry))

    def _play(self) -> None:
        """The games of the last round, extra games of a knockout included."""
        index = len(self.state.rounds)
        for board in range(1, len(self.state.rounds[-1].round.pairings) + 1):
            while self.state.result(index, board) is None:
                white, black = (self._ratings[number] for number in self.state.players(index, board))
                self.do(c.GameResult(index, board, drawn_result(white - black, _COURSE, self.chance)))


def _team(at: int, players: int, boards: int) -> str:
    """The team of a player, counted from 0, the strongest first: from the first team to the last one and back."""
    if not boards:
        return ""
    teams = max(1, players // boards)
    line, place = divmod(at, teams)
    return f"Team {1 + (teams - 1 - place if line % 2 else place):03}"
