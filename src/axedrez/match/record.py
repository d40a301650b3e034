"""The record of a game: the state that its events lead to."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Container, Iterable
from typing import Literal, NamedTuple, Self

import msgspec

from axedrez.core import Game, History, Move, Outcome, Position, Side
from axedrez.core.dice import Roll
from axedrez.core.match_state import MAX_CUBE, MAX_DRAWN, MatchState
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.clock import Clock
from axedrez.match.setup import GameSetup, Progress
from axedrez.match.time_control import TimeControl

OFFER_ACTS: dict[c.OfferWord, str] = {"draw": "agreement", "abandon": "abandoned"}
"""The act of the contract that accepting an offer brings about."""

BEGUN_PLIES = 2
"""A game with fewer plies may be aborted."""

FIRST_MOVE_MS = 30_000
"""The time for each of the first moves where two persons play with a live clock."""


class Cube(NamedTuple):
    """The value of the cube, and who may double next (None: both)."""

    value: int = 1
    owner: Side | None = None


class PlayedMove(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A move of the record with the positions before and after, the clock after it, and the roll it plays.

    Copies of the record share it, and it compares by identity, so that views can be cached by it. The garbage collector
    need not look at it: there are as many as all games in memory have moves, and none is part of a circle.
    """

    move: Move
    before: Position
    after: Position
    at: int
    times: e.Times | None
    roll: e.RolledData | None
    number: int
    cube: Cube
    stood_in: bool = False


class PendingOffer(NamedTuple):
    """An offer without an answer yet; `value`: what the cube would show, the points, or the moves to be taken back."""

    offer: c.OfferWord
    by: Side
    value: int | None = None


class OfferAnswer(NamedTuple):
    """The answer to an offer since the last move; `by` is the side that it was made to."""

    offer: c.OfferWord
    by: Side
    answer: Literal["accepted", "declined", "lapsed"]
    value: int | None = None


class Deadline(NamedTuple):
    """When (ms since the epoch) the server acts by itself, with the command `flag` or `expire`."""

    kind: Literal["flag", "first_move"]
    at: int


class Record:
    """A game in progress or ended.

    Only `apply` changes it: the state is a function of the log.

    `number`: of the last roll, without those of moves taken back. `roll`: the roll to be played now. `players`: by
    colour, once the colours are known. `begun`: the start as chance has arranged it. `at`: time of the last event, at
    first of the game's creation. `waiting_since`: time of the last move, or of the roll for the next one. `answer`:
    the answer to an offer since that move. `berserk`: the sides that play with half the time. `refused`: the number of
    illegal moves of each side in the log. `late`: `seq` of the last moves, which spectators do not see yet. Times are
    ms since the epoch.
    """

    def __init__(self, game: Game, setup: GameSetup, created_at: int = 0) -> None:
        self.game = game
        self.setup = setup
        self.start = game.parse(setup.start)
        self.seq = 0
        self.at = self.waiting_since = created_at
        self.moves: list[PlayedMove] = []
        self.begun = self.position = self.start
        self.history = History()
        self.offers: list[PendingOffer] = []
        self.answer: OfferAnswer | None = None
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
        self.berserk: frozenset[Side] = frozenset()
        self.refused: Counter[Side] = Counter()
        self.late: tuple[int, ...] = ()

    @classmethod
    def replay(cls, game: Game, setup: GameSetup, log: Iterable[e.Event], created_at: int = 0) -> Self:
        """The state after a whole log."""
        record = cls(game, setup, created_at)
        record.extend(log)
        return record

    def copy(self) -> Self:
        """An independent copy."""
        twin = copy.copy(self)
        twin.moves, twin.offers = list(self.moves), list(self.offers)
        twin.commitments, twin.seeds = dict(self.commitments), dict(self.seeds)
        twin.refused = Counter(self.refused)
        return twin

    @property
    def turn(self) -> Side | None:
        """The side to act, if only to roll; None when the game is over, or waits for seeds."""
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
    def time_control(self) -> TimeControl | None:
        """The time control, by the present colours of the players."""
        return self.clock.spec if self.clock is not None else None

    @property
    def deadline(self) -> Deadline | None:
        """When the game ends unless something happens before."""
        if self.outcome is not None or self.clock is None:
            return None
        due = [Deadline("flag", self.clock.flag_at)] if self.clock.flag_at is not None else []
        timed = self.players.are_apart and self.clock.spec.is_live
        if timed and len(self.moves) < BEGUN_PLIES and self.waiting_since:
            wait_ms = self.clock.spec.patience_ms or FIRST_MOVE_MS
            due.append(Deadline("first_move", self.waiting_since + wait_ms))
        return min(due, key=lambda deadline: deadline.at, default=None)

    @property
    def has_begun(self) -> bool:
        """Whether the game must be played to an end: it cannot be aborted any more.

        In a match that is so after the first chance event, unless one screen has both sides: otherwise a player could
        reject the dice by aborting or staying away, and get new ones in another game.
        """
        if len(self.moves) >= BEGUN_PLIES:
            return True
        rolled = self.opened is not None or self.roll is not None or bool(self.moves)
        shared = len(self.humans) == 2 and not self.players.are_apart
        return rolled and self.game.conduct.dice and self.game.conduct.length > 1 and not shared

    def has_moved(self, side: Side) -> bool:
        """Whether `side` has made a move that was not taken back."""
        return any(played.before.turn is side for played in self.moves)

    def may_berserk(self, side: Side) -> bool:
        """Whether `side` may still go berserk, if enough time is left."""
        allowed = self.clock is not None and self.clock.spec.allows_berserk
        return allowed and side not in self.berserk and not self.has_moved(side)

    @property
    def watched_seq(self) -> int:
        """The last event that spectators may see: it never goes back, and after the end it is the last of all."""
        return self.seq if self.outcome is not None or not self.late else self.late[0] - 1

    @property
    def awaited_seeds(self) -> list[c.SideWord]:
        """The seats that must still reveal their seeds before the first roll."""
        named = self.setup.dice.seeds if self.setup.dice else ()
        return [side for side in named if side not in self.seeds]

    @property
    def doubled(self) -> PendingOffer | None:
        """The pending double."""
        return next((offer for offer in self.offers if offer.offer == "double"), None)

    @property
    def swapped(self) -> bool:
        """Whether the players have changed places (G-5)."""
        return self.opened is not None and self.opened.swapped

    def may_double(self, side: Side) -> bool:
        """Whether `side`, about to roll, may offer to double (G-43)."""
        return (
            self.game.conduct.cube
            and not self.is_crawford
            and self.turn is side
            and self.position.turn is Side.CHANCE
            and not self.doubled
            and self.cube.owner in (None, side)
            and self.cube.value < MAX_CUBE
            and not self.first_roll
        )

    @property
    def first_roll(self) -> bool:
        """Whether the due roll is the opening roll, which decides who plays White (G-5)."""
        opening = self.game.conduct.opening == "roll" and self.setup.start == self.game.start().text()
        return opening and not self.moves and self.roll is None

    @property
    def is_crawford(self) -> bool:
        """Whether this is the game of its match that is played without the cube (G-43)."""
        return self.match_state.is_crawford

    @property
    def match_state(self) -> MatchState:
        """The state of the match before this game, and the cube in it."""
        conduct, match = self.game.conduct, self.setup.match
        score = (match.black, match.white) if self.swapped else (match.white, match.black)
        largest = MAX_CUBE if conduct.cube else 1
        return MatchState(
            conduct.length, score, *self.cube, largest, conduct.crawford, match.crawford_played, conduct.jacoby,
            conduct.beavers,
        )  # fmt: skip

    @property
    def wins_are_single(self) -> bool:
        """Whether gammons count like single games, as nobody has doubled yet (Jacoby, G-43)."""
        return self.game.conduct.jacoby and self.cube.owner is None

    def stakes(self, loser: Side) -> tuple[int, ...]:
        """The points that `loser` may still lose, before the cube (G-44)."""
        stakes = self.position.stakes(loser)
        return stakes[:1] if self.wins_are_single else stakes

    @property
    def may_beaver(self) -> bool:
        """Whether the double that stands may be taken with a beaver: redoubled at once by who keeps the cube (G-43)."""
        return self.game.conduct.beavers and self.doubled is not None and 4 * self.cube.value <= MAX_CUBE

    def score(self, side: Side) -> int:
        """The points that the player of `side` has in the match, this game's included if it has ended."""
        points = self.outcome.points if self.outcome else None
        return self.match_state.score[side] + (int(points[side]) if points else 0)

    @property
    def match_winner(self) -> Side | None:
        """Who has reached the points of the match."""
        length = self.game.conduct.length
        return next((side for side in (Side.WHITE, Side.BLACK) if self.score(side) >= length), None)

    @property
    def next_progress(self) -> Progress | None:
        """The state of the match before its next game; None if there is none (yet)."""
        if self.outcome is None or self.game.conduct.length == 1 or self.match_winner is not None or self.match_drawn:
            return None
        # Crawford's game is over when somebody has won it: a drawn one is played again (G-45), as an aborted one is.
        played = self.setup.match.crawford_played or (self.is_crawford and self.outcome.winner is not None)
        score = self.score(Side.WHITE), self.score(Side.BLACK)
        return Progress(self.setup.match.game + 1, *score, played, self._drawn_games)

    @property
    def match_drawn(self) -> bool:
        """Whether the match has ended without a winner, after too many drawn games in a row (G-45)."""
        return self.game.conduct.length > 1 and self._drawn_games >= MAX_DRAWN

    @property
    def _is_drawn(self) -> bool:
        return self.outcome is not None and self.outcome.result == "1/2-1/2"

    @property
    def _drawn_games(self) -> int:
        """The games of the match that were drawn in a row, up to this one; an aborted game does not count."""
        if self.outcome is None or self.outcome.result == "*":
            return self.setup.match.drawn
        return self.setup.match.drawn + 1 if self._is_drawn else 0

    @property
    def rated_score(self) -> float | None:
        """What a rated game, or the match that it ends, gave to the seat that White has in the setup: 1, 0.5 or 0.

        None for a game that is not rated or goes on, that was ended before both had moved, and within a match.
        """
        outcome, length = self.outcome, self.game.conduct.length
        if not self.setup.rated or outcome is None or outcome.result == "*" or self.next_progress is not None:
            return None
        if length == 1 and len(self.moves) < BEGUN_PLIES:
            return None
        winner = outcome.winner if length == 1 else self.match_winner
        if winner is None:
            return 0.5
        return float((winner is Side.WHITE) != self.swapped)

    def offered(self, offer: c.OfferWord, by: Side) -> PendingOffer | None:
        """That offer of `by`, if it is pending."""
        return next((standing for standing in self.offers if standing[:2] == (offer, by)), None)

    def line(self) -> list[Move]:
        """The rolls and moves since `begun`."""
        found: list[Move] = []
        for played in self.moves:
            found += [Roll.parse(played.roll.roll)] if played.roll else []
            found.append(played.move)
        return found

    @property
    def humans(self) -> frozenset[Side]:
        """The sides that people play."""
        return frozenset(side for side in (Side.WHITE, Side.BLACK) if self.players.at(side).kind == "human")

    def undoable(self, sides: Container[Side]) -> int:
        """The number of plies back to the last turn of one of `sides`; 0 if there is none."""
        for plies, played in enumerate(reversed(self.moves), start=1):
            if played.before.turn in sides:
                return plies
        return 0

    def human_to_move(self, position: Position) -> bool:
        """Whether `position` is a turn of a human player, the dice rolled."""
        return position.turn in self.humans

    def extend(self, log: Iterable[e.Event]) -> None:
        """Apply several events."""
        for event in log:
            self.apply(event)

    def apply(self, event: e.Event) -> None:
        """Apply the next event of the log. Raises ValueError if it is not the next one."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} after {self.seq}")
        match event:
            case e.Moved():
                self._move(event)
                # Moves that were taken back count too: otherwise moves already shown would be hidden again.
                self.late = (*self.late, event.seq)[-self.setup.delay :] if self.setup.delay else ()
            case e.Refused():
                self.last_refusal = event.data
                self.refused[_side(event)] += 1
            case e.Offered():
                self.offers.append(PendingOffer(event.data.offer, _side(event), event.data.value))
                self.answer = None
                self._press_clock(event, _side(event).opponent)
            case e.Accepted():
                assert event.data.value is not None
                self.offers = []
                self.cube = Cube(event.data.value, _side(event))
                self.answer = OfferAnswer("double", _side(event), "accepted", event.data.value)
                self._press_clock(event, _side(event).opponent)
            case e.Declined():
                self.offers = [o for o in self.offers if o[:2] != (event.data.offer, _side(event).opponent)]
                self.answer = OfferAnswer(event.data.offer, _side(event), "declined")
            case e.SeedCommitted() if event.by is not None:
                self.commitments[event.by] = event.data.commitment
            case e.SeedRevealed() if event.by is not None:
                self.seeds[event.by] = event.data.seed
            case e.Opened():
                self._open(event.data)
            case e.Rolled():
                self._roll(event)
            case e.Undone():
                self._take_back(event)
            case e.WentBerserk():
                self._go_berserk(_side(event))
            case e.Credited():
                self.clock = self.clock and self.clock.credited(event.data.ms)
                self.waiting_since += event.data.ms
            case e.Ended():
                self.offers, self.answer = [], None
                self.outcome = event.outcome
                self.clock = self.clock and self.clock.stopped(event.at)
            case e.Revealed():
                self.server_seed = event.data.server_seed
        self.seq = event.seq
        self.at = event.at

    def _open(self, data: e.OpenedData) -> None:
        self.opened = data
        self.number = len(data.rolls) - 1  # the last of them is the first turn's
        if data.swapped:
            self.players = self.players.swapped()
            # Unequal times follow the players when they change colours.
            self.clock = self.clock and Clock.new(self.clock.spec.swapped())
            self.berserk = frozenset(side.opponent for side in self.berserk)

    def _roll(self, event: e.Rolled) -> None:
        data = event.data
        outcome = self.position.parse_move(data.roll)
        self.position = self.position.play_unchecked(outcome)
        self.roll = data if isinstance(outcome, Roll) else None
        if self.roll is None:
            self.begun = self.position
        self.number = self.number if data.number is None else data.number
        self.waiting_since = event.at

    def _move(self, event: e.Moved) -> None:
        before = self.position
        move = before.parse_move(event.data.move)
        after = before.play_unchecked(move)
        before.forget()
        times = event.data.clock
        stood_in = event.data.stood_in
        self.moves.append(PlayedMove(move, before, after, event.at, times, self.roll, self.number, self.cube, stood_in))
        self.history = self.history.after(before)
        self.position = after
        self.roll = None
        self.last_refusal = None
        # An offer lapses when the opponent of its maker moves (C-21). A takeback counts moves, so it lapses with any.
        standing, self.answer = self.offers, None
        self.offers = [offer for offer in standing if offer.by is before.turn and offer.offer != "takeback"]
        for offer in standing:
            if offer.by is not before.turn:
                self.answer = OfferAnswer(offer.offer, offer.by.opponent, "lapsed")
        self.waiting_since = event.at
        self._press_clock(event, after.side)

    def _take_back(self, event: e.Undone) -> None:
        first = self.moves[-event.data.plies]
        del self.moves[-event.data.plies :]
        self.position = first.before
        self.roll, self.number, self.cube = first.roll, first.number, first.cube
        self.history = History(played.before.hash for played in self.moves)
        asked = next((offer for offer in self.offers if offer.offer == "takeback"), None)
        self.answer = OfferAnswer("takeback", asked.by.opponent, "accepted") if asked else None
        self.offers = []
        self.last_refusal = None
        self.waiting_since = event.at
        if self.clock is not None:
            # The clock goes back with the moves.
            self.clock = self.clock.reset()
            times = next((played.times for played in reversed(self.moves) if played.times), None)
            self._show_times(times, self.position.side, event.at)

    def _go_berserk(self, side: Side) -> None:
        self.berserk |= {side}
        if (clock := self.clock) is None:
            return
        self.clock = clock.halved(side)
        # Who takes back what the opponent has moved before gets no time back.
        less = clock.stored(side) - self.clock.stored(side)
        self.moves = [
            msgspec.structs.replace(played, times=played.times and played.times.less(side, less))
            for played in self.moves
        ]

    def _press_clock(self, event: e.Moved | e.Offered | e.Accepted, side: Side) -> None:
        """The time of `side` runs from now on, if the event tells the times."""
        if self.clock is not None and event.data.clock is not None:
            self.clock = self.clock.with_lag(event.data.lag_ms)
            self._show_times(event.data.clock, side, event.at)

    def _show_times(self, times: e.Times | None, side: Side, at: int) -> None:
        if self.clock is not None and times is not None:
            self.clock = self.clock.showing(times.white_ms, times.black_ms).started(side, at)


def _side(event: e.Offered | e.Accepted | e.Declined | e.Refused | e.WentBerserk) -> Side:
    assert event.by is not None
    return Side.from_word(event.by)
