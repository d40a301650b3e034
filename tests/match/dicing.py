"""A table with dice for the tests: a record, the server's seed, and a player who plays anything."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import uuid4

import msgspec

import axedrez
from axedrez.core import Game, Side
from axedrez.match import (
    Command,
    DecisionContext,
    DiceSetup,
    Event,
    GameSetup,
    Progress,
    Record,
    Seeds,
    Sender,
    decide,
    opening,
    seats_of,
)
from axedrez.match.dice import commitment

GAME_ID = "00000000-0000-4000-8000-000000000001"
T0 = 1_000_000
# White to roll with one man left; the others: a lone loser who has borne nothing off, and one who has.
LAST_MAN = "P/22/ppppppppppppppp - PPPPPPPPPPPPPP w -"
LAST_MEN = "P/22/p - PPPPPPPPPPPPPPpppppppppppppp w -"


@cache
def game(name: str = "backgammon", **options: Any) -> Game:
    return axedrez.load(name, {path.replace("__", "."): value for path, value in options.items()})


def seed(number: int = 0) -> bytes:
    return number.to_bytes(32, "big")


class Table:
    """A record with its seeds; `do` decides and applies."""

    def __init__(
        self,
        start: str | None = None,
        *,
        secret: bytes = seed(),
        seats: tuple[Any, ...] = (),
        of: Game | None = None,
        **setup: Any,
    ) -> None:
        self.secret = secret
        self.seeds = Seeds(GAME_ID, secret)
        board = of or game()
        dice = DiceSetup(commitment(secret), seats)
        self.record = Record(board, GameSetup(start or board.start().text(), dice=dice, **setup), T0)
        self.log: list[Event] = []

    def begin(self, *moves: str) -> Table:
        self._take(opening(self.record, moves, T0, seeds=self.seeds))
        return self

    def do(self, kind: str, *, at: int = T0, sender: Sender = None, **fields: Any) -> list[Event]:
        data = {"type": kind, "id": str(uuid4()), "expected_seq": self.record.seq, **fields}
        return self._take(
            decide(
                self.record,
                msgspec.convert(data, Command),
                DecisionContext(at, seats_of(self.record.players, sender), self.seeds),
            )
        )

    def play(self, turns: int = 1) -> list[Event]:
        """Play the first legal turn, so many times; what the last one appended."""
        events: list[Event] = []
        for _ in range(turns):
            if self.record.position.turn is Side.CHANCE:
                self.do("roll")
            events = self.do("move", move=str(self.record.position.legal_moves()[0]))
        return events

    def _take(self, log: list[Event]) -> list[Event]:
        self.record.extend(log)
        self.log += log
        return log


def types(log: list[Event]) -> list[str]:
    return [type(event).__name__ for event in log]


def match_of(length: int, *, cube: bool = True, **options: Any) -> Game:
    return game(match__length=length, match__cube=cube, **options)


def progress(game_number: int, white: int, black: int, crawford_played: bool = False) -> Progress:
    return Progress(game_number, white, black, crawford_played)
