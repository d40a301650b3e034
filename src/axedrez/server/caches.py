"""Caches that are bounded by what they hold: the rules of a game weigh a thousand times as much as a move."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, ItemsView
from functools import wraps
from typing import Any, Generic, NamedTuple, TypeVar, cast

from axedrez.core import Game

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Found = TypeVar("Found")
_NOTHING = object()

MOST_RULES = 64
"""So many different rules a cache of views keeps alive."""
PLAIN_RULES = 60_000
"""What the rules of a game take in bytes, beside the array that its kernel reads."""


class CacheBounds(NamedTuple):
    """So many values a cache may hold, so many bytes of their own, and so many of the rules that they share."""

    values: int
    own: int
    rules: int


class SizedCache(Generic[Key, Value]):
    """The values used last. `weigh` tells the bytes of a value alone, and the game whose rules it keeps alive."""

    def __init__(self, most: CacheBounds, weigh: Callable[[Value], tuple[int, Game]]) -> None:
        self._most = most
        self._weigh = weigh
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._weights: dict[Key, tuple[int, int]] = {}
        self._holders: Counter[int] = Counter()
        self._rules: dict[int, int] = {}
        self.own_bytes = 0
        self.rules_bytes = 0

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """What is kept under a key, which is not used by that."""
        return self._values.get(key)

    def items(self) -> ItemsView[Key, Value]:
        """All that is kept."""
        return self._values.items()

    def put(self, key: Key, value: Value) -> None:
        """Keep a value; those that have not been used for longest make room."""
        self.drop(key)
        own, game = self._weigh(value)
        rules = rules_of(game)
        self._values[key] = value
        self._weights[key] = (own, id(rules))
        self.own_bytes += own
        self._holders[id(rules)] += 1
        if self._holders[id(rules)] == 1:
            self._rules[id(rules)] = PLAIN_RULES + int(getattr(rules, "nbytes", 0))
            self.rules_bytes += self._rules[id(rules)]
        while len(self._values) > 1 and self._is_full():
            self.drop(next(iter(self._values)))

    def drop(self, key: Key) -> None:
        """Keep it no longer, if it is there."""
        if self._values.pop(key, None) is None:
            return
        own, rules = self._weights.pop(key)
        self.own_bytes -= own
        self._holders[rules] -= 1
        if not self._holders[rules]:
            del self._holders[rules]
            self.rules_bytes -= self._rules.pop(rules)

    def _is_full(self) -> bool:
        most = self._most
        return len(self._values) > most.values or self.own_bytes > most.own or self.rules_bytes > most.rules


def rules_of(game: Game) -> object:
    """What is heavy in a game: the array that its kernel reads, which games that differ in little have in common."""
    return getattr(game, "tables", game)


def cached_by_game(most: int, game_of: Callable[..., Game]) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
    """Remember what a function gives, but for `MOST_RULES` games at most, the ones used last.

    Of one game the oldest answers go first. `game_of` tells the game that the arguments belong to. Safe in threads.
    """

    def decorate(work: Callable[..., Found]) -> Callable[..., Found]:
        known: OrderedDict[Game, dict[Any, Found]] = OrderedDict()
        count = 0
        lock = threading.Lock()

        @wraps(work)
        def remembered(*asked: Any) -> Found:
            nonlocal count
            game = game_of(*asked)
            with lock:
                own = known.get(game, {})
                if (stored := own.get(asked, _NOTHING)) is not _NOTHING:  # one hash of the arguments: they are large
                    known.move_to_end(game)
                    return cast("Found", stored)
            found = work(*asked)
            with lock:
                own = known.setdefault(game, {})
                known.move_to_end(game)
                count += asked not in own
                own[asked] = found
                while len(known) > MOST_RULES or (count > most and len(known) > 1):
                    count -= len(known.popitem(last=False)[1])
                while count > most:
                    del own[next(iter(own))]
                    count -= 1
            return found

        return remembered

    return decorate
