"""What follows from the rules of a game alone: made once, and kept just as long as the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple, cast


class Rules(Protocol):
    """What keeps the things beside itself that follow from it alone: by the function, and its further arguments."""

    @property
    def derived(self) -> dict[Any, Any]:
        """All that were asked for."""


Of = TypeVar("Of", bound=Rules)
Further = TypeVarTuple("Further")
Found = TypeVar("Found")


def once_a_game(make: Callable[[Of, *Further], Found]) -> Callable[[Of, *Further], Found]:
    """Keep what `make` returns with the rules that are its first argument.

    A cache of its own would keep games alive that nobody plays any more. The other arguments are hashable, and few.
    """

    @wraps(make)
    def kept(rules: Of, *further: *Further) -> Found:
        known, key = rules.derived, (make, *further)
        if key not in known:
            known.setdefault(key, make(rules, *further))  # of two threads that make it, one is heard
        return cast("Found", known[key])

    return kept
