"""The state of a game as the fold of its events."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import NamedTuple, Self

from axedrez.core import Game, History, Move, Outcome, Position, Side
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.clock import Clock
from axedrez.match.setup import Progress, Setup

OFFER_ACTS: dict[c.OfferWord, str] = {"draw": "agreement", "abandon": "abandoned"}
"""The act of the contract that accepting an offer brings about."""

LARGEST_CUBE = 64


class Cube(NamedTuple):
    """How often the points count, and who may double next (None: both)."""

    value: int = 1
    owner: Side | None = None


class Played(NamedTuple):
    """A move of the record with the positions around it, the clock as it stood after it, and the throw it plays."""

    move: Move
    before: Position
    after: Position
    at: int
    times: e.Times | None
    roll: e.RolledData | None
    number: int
    cube: Cube


class Standing(NamedTuple):
    """An offer that awaits its answer; `value`: what the cube would show, or the points of a resignation."""

    offer: c.OfferWord
    by: Side
    value: int | None = None


class Fold:
    """A game in progress or ended.

    Only `apply` changes it. The log is the truth and this is nothing but its fold: two folds of the same events agree
    in every respect. `number` is that of the last throw (undone ones not counted), `roll` the throw to be played now,
    `players` who sits at White and Black once that is known.
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
        self.players = setup.players
        self.opened: e.OpenedData | None = None
        self.roll: e.RolledData | None = None
        self.number = 0
        self.commitments: dict[c.SideWord, str] = {}
        self.seeds: dict[c.SideWord, str] = {}
        self.server_seed: str | None = None
        self.cube = Cube()

    @classmethod
    def replay(cls, game: Game, setup: Setup, log: Iterable[e.Event]) -> Self:
        """The fold of a whole log."""
        record = cls(game, setup)
        record.extend(log)
        return record

    def copy(self) -> Self:
        """A fold that can go on without changing this one."""
        twin = copy.copy(self)
        twin.moves, twin.offers = list(self.moves), list(self.offers)
        twin.commitments, twin.seeds = dict(self.commitments), dict(self.seeds)
        return twin

    @property
    def turn(self) -> Side | None:
        """Who is to act, if only to throw; None when the game is over or has not begun for want of seeds."""
        return None if self.outcome is not None or self.awaited_seeds else self.position.side

    @property
    def computer_awaited(self) -> Side | None:
        """The computer's side if the game waits for it: to move, or to answer an offer."""
        if self.outcome is not None:
            return None
        asked = [offer.by.opponent for offer in self.offers]
        waiting = asked if self.doubled else [*asked, self.turn]
        for side in waiting:
            if side is not None and self.players.at(side).kind == "computer":
                return side
        return None

    @property
    def awaited_seeds(self) -> list[c.SideWord]:
        """The seats that have still to tell their seeds before the first throw."""
        named = self.setup.dice.seeds if self.setup.dice else ()
        return [side for side in named if side not in self.seeds]

    @property
    def doubled(self) -> Standing | None:
        """The double that awaits its answer."""
        return next((offer for offer in self.offers if offer.offer == "double"), None)

    @property
    def swapped(self) -> bool:
        """Whether the players have changed places (G-5)."""
        return self.opened is not None and self.opened.swapped

    def may_double(self, side: Side) -> bool:
        """Whether `side`, about to throw, may offer to double (G-43)."""
        return (
            self.game.conduct.cube
            and not self.is_crawford
            and self.turn is side
            and self.position.turn is Side.CHANCE
            and not self.doubled
            and self.cube.owner in (None, side)
            and self.cube.value < LARGEST_CUBE
            and not self.first_throw
        )

    @property
    def first_throw(self) -> bool:
        """Whether the throw that is due is the one that has decided, or decides, who plays White (G-5)."""
        opening = self.game.conduct.opening == "roll" and self.setup.start == self.game.start().text()
        return opening and not self.moves and self.roll is None

    @property
    def is_crawford(self) -> bool:
        """Whether this is the game of its match that is played without the cube (G-43)."""
        conduct, match = self.game.conduct, self.setup.match
        lacking_one = max(match.white, match.black) == conduct.length - 1 > 0
        return conduct.crawford and lacking_one and not match.crawford_played

    def score(self, side: Side) -> int:
        """The points that the player of `side` has in the match, this game's included if it has ended."""
        match = self.setup.match
        seats = (match.black, match.white) if self.swapped else (match.white, match.black)
        points = self.outcome.points if self.outcome else None
        return seats[side] + (int(points[side]) if points else 0)

    @property
    def match_winner(self) -> Side | None:
        """Who has reached the points of the match."""
        length = self.game.conduct.length
        return next((side for side in (Side.WHITE, Side.BLACK) if self.score(side) >= length), None)

    @property
    def next_progress(self) -> Progress | None:
        """How the match stands for its next game; None if there is none to be played (yet)."""
        if self.outcome is None or self.game.conduct.length == 1 or self.match_winner is not None:
            return None
        played = self.setup.match.crawford_played or self.is_crawford
        return Progress(self.setup.match.game + 1, self.score(Side.WHITE), self.score(Side.BLACK), played)

    def offered(self, offer: c.OfferWord, by: Side) -> Standing | None:
        """That offer of `by`, if it stands."""
        return next((standing for standing in self.offers if standing[:2] == (offer, by)), None)

    def undoable(self) -> int:
        """How many plies lead back to the last turn of a human player; 0 if there is none to go back to."""
        for plies, played in enumerate(reversed(self.moves), start=1):
            if self.human_to_move(played.before):
                return plies
        return 0

    def human_to_move(self, position: Position) -> bool:
        """Whether `position` is a turn of a human player, the dice thrown."""
        turn = position.turn
        return turn is not Side.CHANCE and self.players.at(turn).kind == "human"

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
                self.offers.append(Standing(event.data.offer, _side(event), event.data.value))
            case e.Accepted():
                assert event.data.value is not None
                self.offers = []
                self.cube = Cube(event.data.value, _side(event))
            case e.Declined():
                self.offers = [o for o in self.offers if o[:2] != (event.data.offer, _side(event).opponent)]
            case e.SeedCommitted() if event.by is not None:
                self.commitments[event.by] = event.data.commitment
            case e.SeedRevealed() if event.by is not None:
                self.seeds[event.by] = event.data.seed
            case e.Opened():
                self._open(event.data)
            case e.Rolled():
                self._roll(event.data)
            case e.Undone():
                self._take_back(event)
            case e.Ended():
                self.offers = []
                self.outcome = event.outcome
                self.clock = self.clock and self.clock.stopped(event.at)
            case e.Revealed():
                self.server_seed = event.data.server_seed
        self.seq = event.seq
        self.at = event.at

    def _open(self, data: e.OpenedData) -> None:
        self.opened = data
        self.number = len(data.throws) - 1  # the last of them is the first turn's
        if data.swapped:
            self.players = self.players.swapped()

    def _roll(self, data: e.RolledData) -> None:
        self.position = self.position.play_unchecked(self.position.parse_move(data.roll))
        self.roll = data
        self.number = self.number if data.number is None else data.number

    def _move(self, event: e.Moved) -> None:
        before = self.position
        move = before.parse_move(event.data.move)
        after = before.play_unchecked(move)
        times = event.data.clock
        self.moves.append(Played(move, before, after, event.at, times, self.roll, self.number, self.cube))
        self.history = self.history.after(before)
        self.position = after
        self.roll = None
        self.last_refusal = None
        # An offer lapses when the opponent of the one who made it moves (C-21).
        self.offers = [offer for offer in self.offers if offer.by is before.turn]
        self._set_clock(times, event.at)

    def _take_back(self, event: e.Undone) -> None:
        first = self.moves[-event.data.plies]
        del self.moves[-event.data.plies :]
        self.position = first.before
        self.roll, self.number, self.cube = first.roll, first.number, first.cube
        self.history = History(played.before.hash for played in self.moves)
        self.offers = []
        self.last_refusal = None
        if self.clock is not None:
            # The times go back with the moves.
            self.clock = Clock.new(self.clock.spec)
            self._set_clock(self.moves[-1].times if self.moves else None, event.at)

    def _set_clock(self, times: e.Times | None, at: int) -> None:
        if self.clock is not None and times is not None:
            self.clock = Clock(self.clock.spec, times.white_ms, times.black_ms).started(self.position.side, at)


def _side(event: e.Offered | e.Accepted | e.Declined) -> Side:
    assert event.by is not None
    return Side.from_word(event.by)
