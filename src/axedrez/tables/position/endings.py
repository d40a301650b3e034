"""How tables games end (G-4, G-42, G-44, G-45).

A `row` is seen by the side whose turn it is; `base` is where the distances of a side begin in it: `layout.OWN` for that
side, `layout.ENEMY` for the other.
"""

from __future__ import annotations

from axedrez.core.errors import NotAllowed
from axedrez.core.outcome import Outcome, Points
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position.rows import no_progress_count
from axedrez.tables.position.workspace import Row

NO_PROGRESS = "no_progress"


def distances(ruleset: Ruleset, row: Row, base: int) -> list[tuple[str, int]]:
    """Letter and distance of every piece of a side."""
    army = ruleset.army
    return list(zip(army, row[base : base + len(army)].tolist(), strict=True))


def has_finished(ruleset: Ruleset, row: Row, base: int) -> bool:
    """Whether a side has borne off everything that it must (G-4)."""
    return all(
        distance == layout.OFF for letter, distance in distances(ruleset, row, base) if letter in ruleset.bearers
    )


def is_drawn(ruleset: Ruleset, row: Row) -> bool:
    """Whether as many turns went by without progress as draw the game (G-45)."""
    most = 2 * ruleset.rules.end.no_progress
    return most > 0 and no_progress_count(row) >= most


def points_against(ruleset: Ruleset, row: Row, base: int) -> int:
    """What the game is worth as the loser stands (G-42)."""
    scoring = ruleset.rules.scoring
    placed = distances(ruleset, row, base)
    if any(distance == layout.OFF for _, distance in placed):
        return scoring.single
    edge = layout.BAR - ruleset.rules.race.castle
    if any(distance >= edge for _, distance in placed):
        return scoring.backgammon
    return scoring.gammon


def stakes(ruleset: Ruleset, row: Row, base: int) -> tuple[int, ...]:
    """The points that a side may still lose: all of them until it has borne something off (G-44)."""
    scoring = ruleset.rules.scoring
    if any(distance == layout.OFF for _, distance in distances(ruleset, row, base)):
        return (scoring.single,)
    return tuple(sorted({scoring.single, scoring.gammon, scoring.backgammon}))


def _won(ruleset: Ruleset, winner: Side, reason: str, points: int) -> Outcome:
    white = winner is Side.WHITE
    score = Points(points, 0) if white else Points(0, points)
    return Outcome("1-0" if white else "0-1", reason, ruleset.clause(reason), score)


def outcome(ruleset: Ruleset, row: Row, side: Side) -> Outcome | None:
    """The end of the game, or None; `side` is whose turn it is."""
    if has_finished(ruleset, row, layout.ENEMY):
        return _won(ruleset, side.opponent, "borne_off", points_against(ruleset, row, layout.OWN))
    if is_drawn(ruleset, row):
        return Outcome("1/2-1/2", NO_PROGRESS, ruleset.clause(NO_PROGRESS), Points(0, 0))
    return None


def verdict(ruleset: Ruleset, act: str, side: Side | None) -> Outcome:
    """The end that an act brings: `resignation`, `time`, `left`, `passed` (`side` lost), `aborted`, `no_show`, `cap`.

    Raises `NotAllowed` for an end that the rulebook does not have, `ValueError` for a missing side.
    """
    if act in ("resignation", "time", "left", "passed"):
        if side is None:
            raise ValueError("a side is needed")
        return _won(ruleset, side.opponent, act, ruleset.rules.scoring.single)
    if act in ("aborted", "no_show", "cap", "abandoned"):
        return Outcome("*", act, ruleset.clause(act), None)
    raise NotAllowed(f"no_{act}", clause=ruleset.clause("borne_off"))
