"""Why a sub-move that somebody has written cannot be made, where one rule of the piece or the place forbids it."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.position.moves import BAR_WORD, OFF_WORD, Written
from axedrez.tables.position.position_text import POINTS


class Refused(NamedTuple):
    """`error.<reason>`, its clause, and what the sentence names beside the sub-move."""

    reason: str
    clause: str | None
    details: dict[str, str] = {}  # noqa: RUF012 (never changed)


def why_not(
    ruleset: Ruleset, side: Side, board: list[str], written: Written, *, at_home: bool, double: bool
) -> Refused | None:
    """The rule that forbids the sub-move of `side` whatever the dice left over, or None.

    `board`: the letters on each place; `at_home`: whether the side's king has never left its start point; `double`:
    whether the roll is one.
    """
    letter = written.text[0] if written.text[0].isalpha() and written.text[0].isupper() else ruleset.army[0]
    name, kind = next((name, kind) for name, kind in ruleset.rules.pieces.items() if kind.letter == letter)
    is_own = str.isupper if side is Side.WHITE else str.islower
    origin, target = (_distance(place, side) for place in (written.origin, written.target))
    if origin <= POINTS and not any(is_own(sign) and sign.upper() == letter for sign in board[_point(origin, side)]):
        return Refused("tables_no_piece", ruleset.clause("dice"))
    if target > origin and not kind.backward:
        return Refused("tables_only_forward", kind.clause or ruleset.clause("dice"))
    if name == ruleset.rules.royal.piece and ruleset.rules.royal.departure and at_home and not double:
        return Refused("tables_departure", ruleset.clause("departure"))
    if kind.pace == "one-point" and origin - target != 1:
        return Refused("tables_one_point", kind.clause or ruleset.clause("dice"))
    if target == 0:
        if not kind.bears_off:
            return Refused("tables_never_off", ruleset.clause("goal"))
        outside = range(ruleset.rules.race.castle + 1, POINTS + 1)
        if any(is_own(sign) for distance in outside for sign in board[_point(distance, side)]):
            return Refused("tables_off_early", ruleset.clause("off"))
        return None
    enemies = [sign for sign in board[_point(target, side)] if not is_own(sign)]
    if len(enemies) == 1:
        alone = next(n for n, each in ruleset.rules.pieces.items() if each.letter == enemies[0].upper())
        other = ruleset.rules.pieces[alone]
        if name not in other.captured_by:
            words = {"piece": other.names.en, "piece_es": other.names.es}
            return Refused("tables_lone_piece", ruleset.clause(f"capture.{alone}"), words)
    return None


def _distance(place: str, side: Side) -> int:
    """How far a place is from leaving the board."""
    if place in (BAR_WORD, OFF_WORD):
        return POINTS + 1 if place == BAR_WORD else 0
    return _point(int(place), side)


def _point(distance: int, side: Side) -> int:
    """The number of the point at a distance, and the reverse."""
    return distance if side is Side.WHITE else POINTS + 1 - distance
