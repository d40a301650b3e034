"""Betza notation for the movement of pieces (M-2), such as `N`, `RB`, `WF` or `fmWfcF`.

An atom is a leap with all its reflections (W F D N A H …); a doubled letter or R, B, Q repeats it along a line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from axedrez.core.errors import TextError

ATOMS = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "C": (1, 3),
    "Z": (2, 3),
    "G": (3, 3),
}
SHORT = {"K": "WF", "R": "WW", "B": "FF", "Q": "WWFF"}
_TOKEN = re.compile(r"([a-z]*)(?:([WFDNAHCZG])(\2)?)")


class Way(NamedTuple):
    """One way of moving: a step (files to the right, ranks ahead, seen by White), repeated along a line or not."""

    step: tuple[int, int]
    rides: bool
    moves: bool
    captures: bool


def _reflections(step: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = step
    found = {(sx * a, sy * b) for a, b in ((x, y), (y, x)) for sx in (1, -1) for sy in (1, -1)}
    return sorted(found)


def parse(text: str) -> tuple[Way, ...]:
    """All ways of moving that a Betza text means. Raises `TextError` for what is not understood.

    Understood are the atoms, riders, `m` (without capture), `c` (capture only) and the direction `f` (ahead).
    """
    long = re.sub("[KRBQ]", lambda match: SHORT[match.group()], text)
    # A modifier in front of a short form would belong to each of its atoms; no shipped piece needs that.
    if re.search("[a-z][KRBQ]", text):
        raise TextError("betza", text=text)
    ways: list[Way] = []
    place = 0
    while place < len(long):
        match = _TOKEN.match(long, place)
        if match is None or set(match.group(1)) - set("mcf") or len(set(match.group(1))) < len(match.group(1)):
            raise TextError("betza", text=text)
        modifiers, atom, doubled = match.groups()
        for x, y in _reflections(ATOMS[atom]):
            if "f" in modifiers and y <= 0:
                continue
            both = not {"m", "c"} & set(modifiers)
            ways.append(Way((x, y), doubled is not None, both or "m" in modifiers, both or "c" in modifiers))
        place = match.end()
    return tuple(dict.fromkeys(ways))
