"""How players, points and clocks of tournaments are written on the command line."""

from __future__ import annotations

from typing import Any

import msgspec

from axedrez.core import AxedrezError, Side
from axedrez.match import TimeControl
from axedrez.match.time_control import Fischer
from axedrez.tournaments.field import PointTable
from axedrez.tournaments.points import tenths_of

_MINUTE = 60_000


def point_table(text: str) -> PointTable:
    """A table from what win, draw and loss are worth: `3/1/0`. Raises `AxedrezError` (`tournament_points`)."""
    parts = text.replace("½", "0.5").split("/")
    try:
        win, draw, loss = map(tenths_of, parts)
    except ValueError:
        raise AxedrezError("tournament_points", text=text[:40]) from None
    return PointTable(win, draw, loss, win, min(0, loss), win, win, draw, min(0, loss))


def clock(text: str) -> TimeControl:
    """A clock from minutes and seconds for each turn: `10+5`, or `5/4+0` where Black has 4 minutes.

    Raises `AxedrezError` (`tournament_clock`).
    """
    minutes, _, seconds = text.strip().partition("+")
    white, _, black = minutes.partition("/")
    try:
        increment = round(float(seconds or "0") * 1000)
        told: dict[str, Any] = {"initial_ms": round(float(white) * _MINUTE), "increment_ms": increment}
        if black:
            told["black"] = {"initial_ms": round(float(black) * _MINUTE), "increment_ms": increment}
        return msgspec.convert(told, Fischer)
    except (ValueError, OverflowError):
        raise AxedrezError("tournament_clock", text=text[:40]) from None


def clock_text(control: TimeControl | None) -> str:
    """A clock as `clock` reads it; nothing for one that is not written so."""
    if not isinstance(control, Fischer):
        return ""
    times = [control.initial(side) / _MINUTE for side in (Side.WHITE, Side.BLACK)]
    minutes = "/".join(f"{each:g}" for each in times[: 1 + (times[0] != times[1])])
    return f"{minutes}+{control.increment_ms / 1000:g}"
