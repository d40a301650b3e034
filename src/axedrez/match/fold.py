"""The state of a game as the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from axedrez.core import Game, History, Move, Outcome, Position, Side
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.clock import Clock
from axedrez.match.setup import Setup

OFFER_ACTS: dict[c.OfferWord, str] = {"draw": "agreement", "abandon": "abandoned"}
"""The act of the contract that accepting an offer brings about."""


class Played(NamedTuple):
    """A move of the record with the positions around it and the clock as it stood after it."""

    move: Move
    before: Position
    after: Position
    at: int
    times: e.Times | None


class Standing(NamedTuple):
    """An offer that awaits its answer."""

    offer: c.OfferWord
    by: Side


class Fold:
    """A game in progress or ended.

    Only `apply` changes it. The log is the truth and this is nothing but its fold: two folds of the same events agree
    in every respect.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.start = game.parse(setup.start)
        self.seq = 0
        self.at = 0
        self.moves: list[Played] = []
        self.position = self.start
        self.history = History()
        self.offers: list[Standing] = []
        self.clock: Clock | None = Clock.new(setup.clock) if setup.clock else None
        self.last_refusal: e.RefusedData | None = None
        self.outcome: Outcome | None = None

    @classmethod
    def replay(cls, game: Game, setup: Setup, log: Iterable[e.Event]) -> Self:
        """The fold of a whole log."""
        record = cls(game, setup)
        record.extend(log)
        return record

    @property
    def turn(self) -> Side | None:
        """Who is to move; None where chance is, or when the game is over."""
        if self.outcome is not None or self.position.turn is Side.CHANCE:
            return None
        return self.position.turn

    @property
    def computer_awaited(self) -> Side | None:
        """The computer's side if the game waits for it: to move, or to answer an offer."""
        if self.outcome is not None:
            return None
        asked = [offer.by.opponent for offer in self.offers]
        for side in (*asked, self.turn):
            if side is not None and self.setup.players.at(side).kind == "computer":
                return side
        return None

    def offered(self, offer: c.OfferWord, by: Side) -> bool:
        """Whether that offer of `by` stands."""
        return Standing(offer, by) in self.offers

    def undoable(self) -> int:
        """How many plies lead back to the last turn of a human player; 0 if there is none to go back to."""
        for plies, played in enumerate(reversed(self.moves), start=1):
            if self.human_to_move(played.before):
                return plies
        return 0

    def human_to_move(self, position: Position) -> bool:
        """Whether `position` is a turn of a human player."""
        turn = position.turn
        return turn is not Side.CHANCE and self.setup.players.at(turn).kind == "human"

    def extend(self, log: Iterable[e.Event]) -> None:
        """Apply several events."""
        for event in log:
            self.apply(event)

    def apply(self, event: e.Event) -> None:
        """Take the next event of the log into account. Raises ValueError if it is not the next one."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} after {self.seq}")
        match event:
            case e.Moved():
                self._move(event)
            case e.Refused():
                self.last_refusal = event.data
            case e.Offered():
                self.offers.append(Standing(event.data.offer, _side(event)))
            case e.Declined():
                self.offers.remove(Standing(event.data.offer, _side(event).opponent))
            case e.Undone():
                self._take_back(event)
            case e.Ended():
                self.offers = []
                self.outcome = event.outcome
                self.clock = self.clock and self.clock.stopped(event.at)
        self.seq = event.seq
        self.at = event.at

    def _move(self, event: e.Moved) -> None:
        before = self.position
        move = before.parse_move(event.data.move)
        after = before.play_unchecked(move)
        self.moves.append(Played(move, before, after, event.at, event.data.clock))
        self.history = self.history.after(before)
        self.position = after
        self.last_refusal = None
        # An offer lapses when the opponent of the one who made it moves (C-21).
        self.offers = [offer for offer in self.offers if offer.by is before.turn]
        self._set_clock(event.data.clock, event.at)

    def _take_back(self, event: e.Undone) -> None:
        del self.moves[-event.data.plies :]
        self.position = self.moves[-1].after if self.moves else self.start
        self.history = History(played.before.hash for played in self.moves)
        self.offers = []
        self.last_refusal = None
        if self.clock is not None:
            # The times go back with the moves.
            self.clock = Clock.new(self.clock.spec)
            self._set_clock(self.moves[-1].times if self.moves else None, event.at)

    def _set_clock(self, times: e.Times | None, at: int) -> None:
        if self.clock is not None and times is not None:
            self.clock = Clock(self.clock.spec, times.white_ms, times.black_ms).started(self.position.turn, at)


def _side(event: e.Offered | e.Declined) -> Side:
    assert event.by is not None
    return Side.from_word(event.by)
