"""How far Betza notation means the same to Fairy-Stockfish and to us (M-2)."""

from __future__ import annotations

import re
from collections import Counter

from axedrez.chess.sheet import betza
from axedrez.core.errors import TextError

_ATOM = re.compile(r"([A-Z])(\d|\1)?")
_STRAIGHT = {(0, 1), (1, 0), (1, 1)}


def ways(movement: str, *, royal: bool = False) -> frozenset[betza.Way] | None:
    """The ways of a movement that both understand alike, seen by either side; None for any other.

    Fairy-Stockfish turns Black's pieces round where we mirror them, knows hoppers and lame leaps of some kinds only,
    and of two ways in one direction keeps the later one. A `royal` piece cannot hop or be lame.
    """
    try:
        found = betza.parse(movement)
        parts = [way for part in _atoms(movement) for way in betza.parse(part)]
    except TextError:
        return None
    meanings = frozenset(found)
    mirrored = {way._replace(step=(-way.step[0], way.step[1])) for way in found}
    counts = Counter(
        (way.step, way.hop, way.limit != 1, moves)
        for way in parts
        for moves, applies in ((True, way.moves), (False, way.captures))
        if applies
    )
    if not found or mirrored != meanings or max(counts.values()) > 1:
        return None
    return meanings if all(_known(way, royal) for way in found) else None


def _known(way: betza.Way, royal: bool) -> bool:
    step = tuple(sorted(map(abs, way.step)))
    if way.lame:
        return not royal and step in ((0, 2), (1, 2), (2, 2))
    if way.hop:
        return not royal and step in _STRAIGHT
    return way.limit == 1 or step in (_STRAIGHT if royal else {*_STRAIGHT, (1, 2)})


def _atoms(movement: str) -> list[str]:
    """A movement that can be read, cut behind each of its atoms."""
    parts, start = [], 0
    for match in _ATOM.finditer(movement):
        parts.append(movement[start : match.end()])
        start = match.end()
    return parts
