"""How tables games end (G-4, G-42, G-44, G-45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axedrez.core.errors import NotAllowed
from axedrez.core.outcome import Outcome, Points
from axedrez.core.sides import Side
from axedrez.tables.kernel import layout

if TYPE_CHECKING:
    from axedrez.tables.position import TablesPosition


NO_PROGRESS = "no_progress"


def distances(position: TablesPosition, side: Side) -> list[tuple[str, int]]:
    """Letter and distance of every piece of a side."""
    base = layout.OWN if side is position.side else layout.ENEMY
    army = position.game.army
    return list(zip(army, position.raw[base : base + len(army)].tolist(), strict=True))


def has_finished(position: TablesPosition, side: Side) -> bool:
    """Whether a side has borne off everything that it must (G-4)."""
    return all(
        distance == layout.OFF for letter, distance in distances(position, side) if letter in position.game.bearers
    )


def is_drawn(position: TablesPosition) -> bool:
    """Whether as many turns went by without progress as draw the game (G-45)."""
    most = 2 * position.game.rules.end.no_progress
    return most > 0 and position.still >= most


def points_against(position: TablesPosition, loser: Side) -> int:
    """What the game is worth as the loser stands (G-42)."""
    scoring = position.game.rules.scoring
    placed = distances(position, loser)
    if any(distance == layout.OFF for _, distance in placed):
        return scoring.single
    edge = layout.BAR - position.game.rules.race.castle
    if any(distance >= edge for _, distance in placed):
        return scoring.backgammon
    return scoring.gammon


def stakes(position: TablesPosition, loser: Side) -> tuple[int, ...]:
    """The points that a side may still lose: all of them until it has borne something off (G-44)."""
    scoring = position.game.rules.scoring
    if any(distance == layout.OFF for _, distance in distances(position, loser)):
        return (scoring.single,)
    return tuple(sorted({scoring.single, scoring.gammon, scoring.backgammon}))


def _won(position: TablesPosition, winner: Side, reason: str, points: int) -> Outcome:
    white = winner is Side.WHITE
    score = Points(points, 0) if white else Points(0, points)
    return Outcome("1-0" if white else "0-1", reason, position.game.clause(reason), score)


def outcome(position: TablesPosition) -> Outcome | None:
    """The end of the game, or None."""
    winner = position.side.opponent
    if has_finished(position, winner):
        return _won(position, winner, "borne_off", points_against(position, position.side))
    if is_drawn(position):
        return Outcome("1/2-1/2", NO_PROGRESS, position.game.clause(NO_PROGRESS), Points(0, 0))
    return None


def verdict(position: TablesPosition, act: str, side: Side | None) -> Outcome:
    """The end that an act brings: `resignation`, `time`, `left`, `passed` (`side` lost), `aborted`, `no_show`, `cap`.

    Raises `NotAllowed` for an end that the rulebook does not have, `ValueError` for a missing side.
    """
    if act in ("resignation", "time", "left", "passed"):
        if side is None:
            raise ValueError("a side is needed")
        return _won(position, side.opponent, act, position.game.rules.scoring.single)
    if act in ("aborted", "no_show", "cap", "abandoned"):
        return Outcome("*", act, position.game.clause(act), None)
    raise NotAllowed(f"no_{act}", clause=position.game.clause("borne_off"))
