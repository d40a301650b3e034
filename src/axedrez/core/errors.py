"""Refusals: a stable identifier with details, put into words by the message catalogue."""

from __future__ import annotations

from collections.abc import Callable

_render: Callable[[AxedrezError], str] | None = None


class AxedrezError(ValueError):
    """Something a user asked for that cannot be done.

    `reason` is a stable identifier (`error.<reason>` in the message catalogue); `details` fill the sentence's
    placeholders. `str(error)` is the English sentence.
    """

    def __init__(self, reason: str, /, **details: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        if _render is not None:
            return _render(self)
        return f"{self.reason} {self.details}" if self.details else self.reason


class TextError(AxedrezError):
    """A text (position, move, game file, rule sheet) that cannot be read."""


class SheetError(AxedrezError):
    """A rule sheet with faults. `faults` lists every one of them, each a `TextError` naming its field."""

    def __init__(self, name: str, faults: list[TextError]) -> None:
        super().__init__("sheet_faults", name=name, count=len(faults), faults=faults)
        self.faults = faults


class IllegalMove(AxedrezError):
    """A move that the rules refuse.

    `clause` is the number of the clause that refuses it; `places` are the places that show why
    (the square of the piece that gives check, say).
    """

    def __init__(
        self, reason: str, /, *, clause: str | None = None, places: tuple[str, ...] = (), **details: object
    ) -> None:
        super().__init__(reason, clause=clause, places=", ".join(places), **details)
        self.clause = clause
        self.places = places


class NotAllowed(AxedrezError):
    """An act other than a move (offer, claim, takeback …) that the rules do not allow now; `clause` says which."""

    def __init__(self, reason: str, /, *, clause: str | None = None, **details: object) -> None:
        super().__init__(reason, clause=clause, **details)
        self.clause = clause


def set_renderer(render: Callable[[AxedrezError], str]) -> None:
    """Let `str(error)` use the message catalogue, which lives in a room above this one."""
    global _render
    _render = render
