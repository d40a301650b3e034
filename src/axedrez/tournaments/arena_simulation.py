"""Arenas that nobody plays: their games last a while, and who has played waits for the next one after a pause."""

from __future__ import annotations

import random

from axedrez.tournaments import commands as c
from axedrez.tournaments.arena import going_on
from axedrez.tournaments.command_simulation import CommandSimulation
from axedrez.tournaments.settings import MAX_ENTRANTS, TournamentSettings
from axedrez.tournaments.simulation import Course, drawn_entrants, drawn_result

STEP_MS = 5000
"""How often those who wait are paired."""

_COURSE = Course(forfeit=0.005)
_BERSERK = 0.1
_GAME_MS = (60_000, 480_000)
_PAUSE_MS = (0, 40_000)
_MOVES = (3, 60)


class ArenaSimulation(CommandSimulation):
    """An arena, from the entry to the end. The same seed gives the same arena. Raises `NotAllowed`."""

    def __init__(self, players: int, minutes: int, seed: int) -> None:
        self._back: dict[int, int] = {}
        self._over: dict[int, int] = {}
        settings = TournamentSettings(
            title="Arena", format="arena", rulebook="-", minutes=minutes, limit=MAX_ENTRANTS, over_the_board=True
        )
        super().__init__(settings, random.Random(f"arena {players} {minutes} {seed}"))
        entrants = drawn_entrants(players, 0, self.chance)
        self.do(c.AddEntrants(entrants=[c.NewEntrant(each.name, each.rating) for each in entrants]))
        self.do(c.Start())
        end = self.state.ends_at or 0
        while self.now < end:
            self._finish_games()
            self._begin_games([entry for entry in self.state.entries if self._back.get(entry, 0) <= self.now])
            self.now += STEP_MS
        self.do(c.End())

    def _begin_games(self, waiting: list[int]) -> None:
        known = len(self.state.arena_games)
        self.do(c.PairWaiting(waiting=waiting))
        for game in range(known + 1, len(self.state.arena_games) + 1):
            self._over[game] = self.now + self.chance.randint(*_GAME_MS)
            for number in (self.state.arena_games[game].white, self.state.arena_games[game].black):
                if self.chance.random() < _BERSERK:
                    self.do(c.Berserk(game=game, entry=self.state.by_number(number).entry))

    def _finish_games(self) -> None:
        for game in list(going_on(self.state.arena_games)):
            if self._over[game.game] > self.now:
                continue
            white, black = self.state.by_number(game.white), self.state.by_number(game.black)
            result = drawn_result((white.rating or 0) - (black.rating or 0), _COURSE, self.chance)
            self.do(c.GameResult(1, game.game, result, moves=self.chance.randint(*_MOVES)))
            for entry in (white.entry, black.entry):
                self._back[entry] = self.now + self.chance.randint(*_PAUSE_MS)
