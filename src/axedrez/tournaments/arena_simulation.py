"""Arenas that nobody plays: their games last a while, and who has played waits for the next one after a pause."""

from __future__ import annotations

import random

from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.arena import going_on
from axedrez.tournaments.settings import MAX_ENTRANTS, TournamentSettings
from axedrez.tournaments.simulation import Course, drawn_entrants, drawn_result
from axedrez.tournaments.tournament import SERVER, Tournament, decide

STEP_MS = 5000
"""How often those who wait are paired."""

_COURSE = Course(forfeit=0.005)
_BERSERK = 0.1
_GAME_MS = (60_000, 480_000)
_PAUSE_MS = (0, 40_000)
_MOVES = (3, 60)


class ArenaSimulation:
    """An arena with its log, from the entry to the end. The same seed gives the same arena. Raises `NotAllowed`."""

    def __init__(self, players: int, minutes: int, seed: int) -> None:
        self.log: list[e.TournamentEvent] = []
        self.state = Tournament(None)
        self._chance = random.Random(f"arena {players} {minutes} {seed}")
        self._back: dict[int, int] = {}
        self._over: dict[int, int] = {}
        self._now = 0
        settings = TournamentSettings(
            title="Arena", format="arena", rulebook="-", minutes=minutes, limit=MAX_ENTRANTS, over_the_board=True
        )
        self._do(c.Configure(settings=settings))
        entrants = drawn_entrants(players, 0, self._chance)
        self._do(c.AddEntrants(entrants=[c.NewEntrant(each.name, each.rating) for each in entrants]))
        self._do(c.Start())
        end = self.state.ends_at or 0
        while self._now < end:
            self._finish_games()
            self._begin_games([entry for entry in self.state.entries if self._back.get(entry, 0) <= self._now])
            self._now += STEP_MS
        self._do(c.End())

    def _do(self, command: c.Command | c.GameResult) -> None:
        new = decide(self.state, command, SERVER, self._now)
        for event in new:
            self.state.apply(event)
        self.log += new

    def _begin_games(self, waiting: list[int]) -> None:
        known = len(self.state.arena_games)
        self._do(c.PairWaiting(waiting=waiting))
        for game in range(known + 1, len(self.state.arena_games) + 1):
            self._over[game] = self._now + self._chance.randint(*_GAME_MS)
            for number in (self.state.arena_games[game].white, self.state.arena_games[game].black):
                if self._chance.random() < _BERSERK:
                    self._do(c.Berserk(game=game, entry=self.state.by_number(number).entry))

    def _finish_games(self) -> None:
        for game in list(going_on(self.state.arena_games)):
            if self._over[game.game] > self._now:
                continue
            white, black = self.state.by_number(game.white), self.state.by_number(game.black)
            result = drawn_result((white.rating or 0) - (black.rating or 0), _COURSE, self._chance)
            self._do(c.GameResult(1, game.game, result, moves=self._chance.randint(*_MOVES)))
            for entry in (white.entry, black.entry):
                self._back[entry] = self._now + self._chance.randint(*_PAUSE_MS)
