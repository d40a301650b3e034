"""Positions of games of dice: read from a text or an id, and judged in points at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from axedrez import analysts
from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.equity import Estimate, RatedThrow, RatedTurn
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core import Game, NotAllowed, Position, Side, TextError
from axedrez.core.match_state import MatchState
from axedrez.engine.player import Stop
from axedrez.server.fair_queue import FairQueue, Priority
from axedrez.server.requesters import Requester

MAX_PLY = 2
MAX_SECONDS = 10.0
"""A judgement that takes longer is given with fewer plies."""
MAX_KEPT = 2000
"""So many judgements are cached; one of a whole turn takes a few KB."""

Found = TypeVar("Found")


class _ReadPosition(Protocol):
    """What reading a text gives (`axedrez.tables.position.game.PositionWithMatch`)."""

    @property
    def position(self) -> Position: ...
    @property
    def match(self) -> MatchState | None: ...
    @property
    def passed(self) -> Sequence[TextError]: ...


class _GameWithIds(Protocol):
    def read_with_match(self, text: str) -> _ReadPosition: ...


class _PositionWithIds(Protocol):
    def ids(self, match: MatchState | None = None) -> dict[str, str]: ...


class DicePosition(NamedTuple):
    """A position of a game of dice: its analyst, how its match stands if an id told it, what was passed over."""

    position: Position
    analyst: EquityAnalyst
    match: MatchState | None = None
    passed: tuple[TextError, ...] = ()

    @property
    def is_thrown(self) -> bool:
        """Whether a turn with a throw is to be played."""
        return self.position.turn is not Side.CHANCE and self.position.outcome() is None

    def ids(self, match: MatchState | None) -> dict[str, str]:
        """The ids of the position, in a match that stands so. Raises `TextError` for a match that cannot be."""
        return cast("_PositionWithIds", self.position).ids(match)


def analyst_of(game: Game) -> EquityAnalyst:
    """Raises `NotAllowed` for a game whose positions are not judged in points."""
    analyst = analysts.equities_of(game)
    if analyst is None:
        raise NotAllowed("no_equities", name=game.name)
    return analyst


def position_of(game: Game, text: str | None, moves: Sequence[str]) -> DicePosition:
    """A position text or an id read, and throws and turns played from it. Raises `AxedrezError`."""
    analyst = analyst_of(game)
    if text is None:
        found = DicePosition(game.start(), analyst)
    else:
        read = cast("_GameWithIds", game).read_with_match(text)
        found = DicePosition(read.position, analyst, read.match, tuple(read.passed))
    position = found.position
    for move in moves:
        position = position.play(move)
    return found._replace(position=position)


class _InTime:
    """A `Stop` that also says so when `within_s` are over."""

    def __init__(self, stop: Stop, within_s: float) -> None:
        self._stop = stop
        self._until = time.monotonic() + within_s
        self.was_set = False

    def is_set(self) -> bool:
        self.was_set = self.was_set or self._stop.is_set() or time.monotonic() > self._until
        return self.was_set


class Equities:
    """Judgements of single positions, in the queue of all work that somebody waits for, and cached."""

    def __init__(self, processors: FairQueue) -> None:
        self._processors = processors
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    async def estimate(self, requester: Requester, asked: DicePosition, ply: int) -> Estimate:
        """What a position before a throw is worth. Raises `TooMuch`."""
        analyst, position = asked.analyst, asked.position
        return await self._find(requester, asked, ("estimate", ply), lambda stop: analyst.estimate(position, ply, stop))

    async def turns(
        self,
        requester: Requester,
        asked: DicePosition,
        ply: int,
        most: int,
        also: str | None = None,
        within_s: float = MAX_SECONDS,
    ) -> tuple[RatedTurn, ...]:
        """The best turns with the throw of a position. Raises `TooMuch`, `IllegalMove` or `TextError`.

        What was found `within_s` is kept even if it looks less far ahead than `ply`: asked again, it stays the same.
        """
        analyst, position = asked.analyst, asked.position
        return await self._find(
            requester,
            asked,
            ("turns", ply, most, also, within_s),
            lambda stop: analyst.turns(position, ply, most, also, stop),
            within_s,
        )

    async def throws(self, requester: Requester, asked: DicePosition, ply: int) -> tuple[RatedThrow, ...]:
        """The 21 throws of a position. Raises `TooMuch`, and `NotAllowed` if they cannot be judged in time."""
        analyst, position = asked.analyst, asked.position
        found = await self._find(requester, asked, ("throws", ply), lambda stop: analyst.throws(position, ply, stop))
        if not found and not position.outcome():
            raise NotAllowed("throws_late")
        return found

    async def cube(self, requester: Requester, asked: DicePosition, match: MatchState, ply: int) -> CubeVerdict:
        """The cube before a throw, in a match that stands so. Raises `TooMuch`."""
        analyst, position = asked.analyst, asked.position
        return await self._find(
            requester, asked, ("cube", match, ply), lambda stop: analyst.cube(position, match, ply, stop)
        )

    async def _find(
        self,
        requester: Requester,
        asked: DicePosition,
        what: Hashable,
        work: Callable[[Stop], Found],
        within_s: float = MAX_SECONDS,
    ) -> Found:
        key = (asked.position.game.hash, asked.position.text(), what)
        if key in self._kept:
            self._kept.move_to_end(key)
            return cast("Found", self._kept[key])

        def in_time(stop: Stop) -> tuple[Found, bool]:
            limit = _InTime(stop, within_s)
            found = work(limit)
            return found, stop.is_set() or (limit.was_set and within_s == MAX_SECONDS)

        found, is_early = await self._processors.do(requester, Priority.LOOK, in_time)
        if not is_early:
            self._kept[key] = found
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return found
