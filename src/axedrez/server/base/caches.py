"""Caches bounded by the memory that they hold: the rules of a game take a thousand times as much as a move."""

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

MAX_RULES = 64
"""For so many games a cache of views keeps entries."""
PLAIN_RULES = 250_000
"""Bytes that the rules of a game take beside the array that its kernel reads, with the words for them."""


class CacheBounds(NamedTuple):
    """Limits of a cache: values, bytes of the values themselves, bytes of the rules that they share."""

    values: int
    own: int
    rules: int


class SizedCache(Generic[Key, Value]):
    """An LRU cache. `weigh` returns the bytes of a value alone, and the game whose rules it keeps alive."""

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
        """The value of a key. This does not count as a use."""
        return self._values.get(key)

    def items(self) -> ItemsView[Key, Value]:
        """All entries."""
        return self._values.items()

    def put(self, key: Key, value: Value) -> None:
        """Store a value, as the one used last; the least recently used ones make room."""
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
        """Remove an entry, if it is there."""
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


class RecentCache(Generic[Key, Value]):
    """An LRU cache of at most `most` values. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """The value of a key, if it is kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)


def rules_of(game: Game) -> object:
    """The large part of a game: the array that its kernel reads, which games that differ in little share."""
    return getattr(game, "compiled", game)


def cached_by_game(most: int, game_of: Callable[..., Game]) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
    """Cache up to `most` results of a function, for at most `MAX_RULES` games, the ones used last.

    `game_of` returns the game that the arguments belong to. Of one game the oldest results go first. Thread-safe.
    """

    def decorate(work: Callable[..., Found]) -> Callable[..., Found]:
        known: OrderedDict[Game, dict[Any, Found]] = OrderedDict()
        count = 0
        lock = threading.Lock()

        @wraps(work)
        def remembered(*args: Any) -> Found:
            nonlocal count
            game = game_of(*args)
            with lock:
                own = known.get(game, {})
                if (stored := own.get(args, _NOTHING)) is not _NOTHING:  # one hash of the arguments: they are large
                    known.move_to_end(game)
                    return cast("Found", stored)
            found = work(*args)
            with lock:
                own = known.setdefault(game, {})
                known.move_to_end(game)
                count += args not in own
                own[args] = found
                while len(known) > MAX_RULES or (count > most and len(known) > 1):
                    count -= len(known.popitem(last=False)[1])
                while count > most:
                    del own[next(iter(own))]
                    count -= 1
            return found

        return remembered

    return decorate
