"""Names of openings."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol


class Opening(NamedTuple):
    """An opening: its code (`B20`, ECO) and its name, which is English."""

    code: str
    name: str


class Openings(Protocol):
    """Names positions of openings. A module of a family is one."""

    def name_of(self, position: Any) -> Opening | None:
        """The opening that a position belongs to by name; None for others, other rules, and without the names."""
