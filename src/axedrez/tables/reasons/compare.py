"""The reasons why the end of one turn is worse than that of another, the most telling first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from axedrez.analysis.equity import PieceAt, Reason
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import place_name
from axedrez.tables.position.rows import no_progress_count
from axedrez.tables.position.scene import pips
from axedrez.tables.position.workspace import Row
from axedrez.tables.reasons.turn_result import TurnResult

Values = dict[str, int | str | tuple[PieceAt, ...]]

MAX_REASONS = 4
MIN_SHARE = 0.15
"""A reason that counts less than this share of the first one is left out."""

FEW_ROLLS = 2
"""Of 36: smaller differences are none."""
FEW_ESCAPES = 3
FEW_PIPS = 2
FEW_PER_CENT = 3
FEW_BLOCKS = 3
"""Fewer points in the way are no wall."""
WALL = 6
"""A wall begins within so many points before the piece that it holds back."""
LAST_TURNS = 40
"""Near the draw without progress: the turns left, of both sides."""

# What a reason counts, roughly in points of equity: for one roll of 36, for one pip, for one piece.
_ROLL = 1 / 36
_EXPOSED, _KING, _PUSHED, _SHUT_OUT, _STUCK, _WALL, _TRAPPED = 0.5, 1.0, 0.25, 0.5, 0.4, 0.35, 0.35
_FINISHES, _BEARS_OFF, _KING_MOVES = 2.0, 0.5, 0.2
_PIP, _LOST_PIP, _BORNE_OFF, _ENTERED, _POINT, _DEPARTURE, _DRAW = 0.015, 0.015, 0.2, 0.1, 0.08, 0.3, 0.5


Both = tuple[int, int]
"""A number after the worse turn and after the better one."""


class Found(NamedTuple):
    """A reason and what it counts."""

    weight: float
    reason: Reason


def compared(worse: TurnResult, better: TurnResult) -> tuple[Reason, ...]:
    """Why `worse` is worse: only what speaks for `better`, the most telling first, `MAX_REASONS` at most."""
    found = everything(worse, better)
    return tuple(each.reason for each in found[:MAX_REASONS] if each.weight >= MIN_SHARE * found[0].weight)


def everything(worse: TurnResult, better: TurnResult) -> list[Found]:
    """All that speaks for `better`, however little, the most telling first."""
    if worse.row.tobytes() == better.row.tobytes():
        return []
    looks = _AT_ONCE if worse.is_over or better.is_over else _ALL
    return sorted((each for look in looks for each in look(worse, better)), key=lambda each: -each.weight)


def _both(worse: TurnResult, better: TurnResult, number: Callable[[TurnResult], int]) -> Both:
    return number(worse), number(better)


def _numbers(
    key: str, numbers: Both, weight: float, least: int = FEW_ROLLS, more: Values | None = None
) -> Iterator[Found]:
    """A reason of two numbers of which the smaller one is the better; with none left its key ends in `.none`.

    Nothing where they differ by less than `least`, or the other way.
    """
    played, better = numbers
    if played - better >= least:
        name = key if better else f"{key}.none"
        yield Found(weight * (played - better), Reason(name, {"played": played, "better": better, **(more or {})}))


def _numbers_up(
    key: str, numbers: Both, weight: float, least: int = FEW_ROLLS, more: Values | None = None
) -> Iterator[Found]:
    """The same where the larger number is the better; with none after the worse turn its key ends in `.none`."""
    played, better = numbers
    if better - played >= least:
        name = key if played else f"{key}.none"
        yield Found(weight * (better - played), Reason(name, {"played": played, "better": better, **(more or {})}))


def _wins(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    if better.has_won and not worse.has_won:
        yield Found(2.0, Reason("wins", {}))


def _captures(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """What only the better turn captures, or pushes back."""
    captured = better.captured() - worse.captured()
    gain = better.lost_pips() - worse.lost_pips()
    if gain <= 0:
        return
    if captured:
        yield Found(0.1 + _LOST_PIP * gain, Reason("capture", {"pieces": _told(captured)}))
    elif driven := better.driven() - worse.driven():
        yield Found(_LOST_PIP * gain, Reason("push", {"pieces": _told(driven)}))


def _told(pieces: dict[tuple[str, str], int]) -> tuple[PieceAt, ...]:
    return tuple(PieceAt(piece, place, count) for (piece, place), count in sorted(pieces.items()))


def _on_bar(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """A piece that is left on the bar; rolls with which the other side cannot enter, or not move at all."""
    played, best = (_letters_on_bar(end) for end in (worse, better))
    for letter in sorted(played - best, key=worse.ruleset.army.index)[:1]:
        yield Found(_ENTERED, Reason("bar", {"piece": worse.names[letter]}))
    waiting, waiting_too = ((end.enemy == layout.BAR).any() for end in (worse, better))
    shut_out = None
    if waiting and waiting_too:
        shut_out = worse.replies.shut_out(), better.replies.shut_out()
        yield from _numbers_up("shut_out", shut_out, _SHUT_OUT * _ROLL)
    stuck = worse.replies.stuck(), better.replies.stuck()
    if stuck != shut_out:
        yield from _numbers_up("stuck", stuck, _STUCK * _ROLL)


def _letters_on_bar(end: TurnResult) -> Counter[str]:
    return Counter(letter for letter, at in zip(end.ruleset.army, end.own.tolist(), strict=True) if at == layout.BAR)


def _exposed(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """What the other side can capture, the king told by himself; what its king can push back."""
    king = worse.king
    others = np.ones(len(worse.own), np.bool_)
    if king is not None:
        others[king] = False
        played, _ = worse.in_danger(~others)
        best, _ = better.in_danger(~others)
        place = place_name(int(worse.own[king]), worse.side)
        piece = worse.ruleset.rules.royal.piece
        yield from _numbers("king", (played, best), _KING * _ROLL, more={"piece": piece, "place": place})
    played, pieces = worse.in_danger(others)
    best, _ = better.in_danger(others)
    # What has come far has more to lose.
    way = max((_way_of(worse, each) for each in pieces), default=0) / layout.FAR
    yield from _numbers("exposed", (played, best), (0.3 + way) * _EXPOSED * _ROLL, more={"pieces": pieces[:3]})
    played, pieces = worse.in_danger(driven=True)
    best, _ = better.in_danger(driven=True)
    yield from _numbers("pushed", (played, best), _PUSHED * _ROLL, more={"pieces": pieces[:3]})


def _way_of(end: TurnResult, piece: PieceAt) -> int:
    """The points that a piece loses when it is captured."""
    distance = next(d for d in range(1, layout.BAR) if place_name(d, end.side) == piece.place)
    return layout.BAR - distance


def _walls(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """The last piece of the other side that a wall holds back."""
    found = _held(worse, better, lambda end: end.enemy, lambda end: end.own)
    if found is None or (worse.enemy != better.enemy).any():
        return
    kind, edge = found
    gets_out = _both(worse, better, lambda end: end.replies.gets_past(end.kind(kind), edge))
    more: Values = {"piece": worse.names[kind], "edge": place_name(edge, worse.side.opponent)}
    yield from _numbers("wall", gets_out, _WALL * _ROLL, FEW_ESCAPES, more)


def _trapped(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """The own last piece that a wall of the other side holds back."""
    found = _held(worse, better, lambda end: end.own, lambda end: end.enemy)
    if found is None:
        return
    kind, edge = found
    pieces = worse.kind(kind)
    if (worse.own[pieces] > edge).sum() != (better.own[pieces] > edge).sum():
        return  # one of them has just got out
    gets_out = _both(worse, better, lambda end: end.following.gets_past(pieces, edge))
    more: Values = {"piece": worse.names[kind], "edge": place_name(edge, worse.side)}
    yield from _numbers_up("trapped", gets_out, _TRAPPED * _ROLL, FEW_ESCAPES, more)


def _held(
    worse: TurnResult, better: TurnResult, held: Callable[[TurnResult], Row], holding: Callable[[TurnResult], Row]
) -> tuple[str, int] | None:
    """The kind of the last pieces on the board that can be held back, and the far edge of the wall.

    Distances are those of the side held back. The edge is the furthest block of either end that belongs to the wall.
    """
    ruleset = worse.ruleset
    kinds = [
        letter
        for letter in ruleset.army
        if letter in ruleset.bearers and ruleset.pieces[letter].pace == "pips" and letter != ruleset.king
    ]
    if not kinds:
        return None
    kind = kinds[0]
    pieces = worse.kind(kind)
    ends = [held(end)[pieces] for end in (worse, better)]
    if any((end == layout.BAR).any() for end in ends):
        return None
    last = max(int(end.max()) for end in ends)
    walls = []
    for end in (worse, better):
        blocks = {layout.BAR - point for point in end.blocks(holding(end))}
        near = {point for point in blocks if last - WALL <= point < last}
        edge = min(near, default=0)
        while edge - 1 in blocks:
            edge -= 1
            near.add(edge)
        walls.append(near)
    if max(map(len, walls)) < FEW_BLOCKS:
        return None
    return kind, min(map(min, filter(None, walls)))


def _points(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """Points in front of the other side's last pieces that one turn gives up and the other keeps, or makes."""
    last = max(int(worse.enemy.max()), int(better.enemy.max()))  # the bar counts
    n = len(worse.own)
    before = worse.blocks(worse.before.raw[layout.OWN : layout.OWN + n])
    played, best = (
        {point for point in end.blocks(end.own) if layout.BAR - point < last and _in_the_way(end, point)}
        for end in (worse, better)
    )
    lost, kept = before - played, best - played
    for key, points in (("broken", lost & best), ("made", kept - before)):
        if points and len(best) > len(played):
            places = [place_name(point, worse.side) for point in sorted(points)]
            yield Found(_POINT * len(points), Reason(key, {"places": " ".join(places)}))


def _in_the_way(end: TurnResult, point: int) -> bool:
    """Whether at least two pieces of the other side have still to pass a point, and it is no further than its half."""
    return point <= layout.FAR // 2 and int((end.enemy > layout.BAR - point).sum()) >= 2


def _race(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """Points still to travel; a turn that leads nobody on."""
    before = pips(worse.ruleset, worse.before.raw, layout.OWN)
    gain = worse.pips - better.pips
    if gain >= FEW_PIPS:
        values: Values = {"played": worse.pips, "better": better.pips}
        key = "tempo" if worse.pips >= before else "race"
        yield Found(_PIP * gain, Reason(key, values))


def _bearing_off(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """Pieces borne off now; rolls that bear one off, or win, next time."""
    played, best = _both(worse, better, lambda end: int((end.own == layout.OFF).sum()))
    yield from _numbers_up("borne_off", (played, best), _BORNE_OFF, 1)
    wins = _both(worse, better, lambda end: end.replies.finishes(end.bearers))
    yield from _numbers("lets_win", wins, _FINISHES * _ROLL, 1)
    castle = worse.ruleset.rules.race.castle
    if any((end.own > castle).any() for end in (worse, better)):
        return
    if any(end.in_danger()[0] for end in (worse, better)):
        return
    finishes = _both(worse, better, lambda end: end.following.finishes(end.bearers))
    yield from _numbers_up("finishes", finishes, _FINISHES * _ROLL, 1)
    if played == best and not max(finishes):
        off = _both(worse, better, lambda end: end.following.bears_off())
        yield from _numbers_up("bears_off", off, _BEARS_OFF * _ROLL)


def _king(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """A departure missed; rolls with which the own king, or the other one, can move."""
    king = worse.king
    if king is None:
        return
    home = [bool(end.row[layout.HOME] & 2) for end in (worse, better)]
    if worse.ruleset.rules.royal.departure and home[0] and not home[1]:
        yield Found(_DEPARTURE, Reason("departure", {"piece": worse.ruleset.rules.royal.piece}))
        return
    more: Values = {"piece": worse.ruleset.rules.royal.piece}
    if worse.own[king] == better.own[king] != layout.OFF:
        moves = _both(worse, better, lambda end: end.following.moves(king))
        yield from _numbers_up("king_moves", moves, _KING_MOVES * _ROLL, more=more)
    if worse.enemy[king] == better.enemy[king] != layout.OFF:
        moves = _both(worse, better, lambda end: end.replies.moves(king))
        yield from _numbers("king_held", moves, _KING_MOVES * _ROLL, more=more)


def _gammons(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """Chances of winning, and of losing, more than the single game, as they are estimated."""
    played, best = worse.estimate.chances, better.estimate.chances
    scoring = worse.ruleset.rules.scoring
    each = (scoring.gammon - scoring.single) / 100
    if each <= 0:
        return
    won = _per_cent(played.win_gammon), _per_cent(best.win_gammon)
    yield from _numbers_up("gammon", won, each, FEW_PER_CENT)
    lost = _per_cent(played.lose_gammon), _per_cent(best.lose_gammon)
    yield from _numbers("lost_gammon", lost, each, FEW_PER_CENT)


def _per_cent(chance: float) -> int:
    return round(100 * chance)


def _draw(worse: TurnResult, better: TurnResult) -> Iterator[Found]:
    """Nearer to the draw without progress, for a side that expects more than a draw (G-45)."""
    most = 2 * worse.ruleset.rules.end.no_progress
    if not most or better.estimate.equity <= 0:
        return
    left = most - no_progress_count(worse.row)
    if left < LAST_TURNS and no_progress_count(better.row) == 0:
        yield Found(_DRAW * (1 - left / LAST_TURNS), Reason("draw", {"left": left}))


_AT_ONCE = (_wins, _gammons)
_ALL = (_captures, _on_bar, _exposed, _walls, _trapped, _points, _race, _bearing_off, _king, _gammons, _draw)
