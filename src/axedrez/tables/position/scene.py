"""What a page draws of a tables position (docs/api.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import UNSET

from axedrez.core.dice import Roll
from axedrez.core.scene import NoProgress, PointsClauses, PointsScene, SideCounts
from axedrez.core.sides import Side
from axedrez.core.steps import Protection
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.locks import is_locked
from axedrez.tables.position.rows import to_setup
from axedrez.tables.position.workspace import Row


def pips(ruleset: Ruleset, row: Row, base: int) -> int:
    """The pip count of the side whose distances begin at `base`; the bar counts 25.

    It is what the pieces that must be borne off have still to travel.
    """
    distances = row[base : base + len(ruleset.army)].tolist()
    return sum(distance for letter, distance in zip(ruleset.army, distances, strict=True) if letter in ruleset.bearers)


def protected(points: Sequence[str], ruleset: Ruleset) -> tuple[Protection, ...]:
    """The pieces that a king who pushes cannot capture where they stand."""
    return tuple(
        Protection(str(point), *guarded)
        for point, letters in enumerate(points, 1)
        if len(letters) > 1
        for guarded in _guarded(letters, ruleset)
    )


@lru_cache(maxsize=8192)
def _guarded(letters: str, ruleset: Ruleset) -> tuple[tuple[str, str, str, str | None], ...]:
    """What is protected on a point: the pieces, by whom, why, and the clause.

    A king shelters whatever stands with him (G-28), a rook some pawns of its block (G-27).
    """
    king = ruleset.rules.pieces.get(ruleset.rules.royal.piece)
    if king is None or not king.pushes:
        return ()
    found = []
    pawn = ruleset.rules.pieces[ruleset.rules.pawn].letter
    for side in (Side.WHITE, Side.BLACK):
        own = "".join(sign.upper() for sign in letters if sign.isupper() == (side is Side.WHITE))
        if king.letter in own:
            pieces, by, topic = own.replace(king.letter, ""), king.letter, "shelter"
        else:
            guards = [sign for sign in own if ruleset.pieces[sign].protects_pawns]
            most = sum(ruleset.pieces[sign].protects_pawns for sign in guards)
            pieces, by, topic = pawn * min(own.count(pawn), most), "".join(guards[:1]), "protects"
        if pieces:
            if side is Side.BLACK:
                pieces, by = pieces.lower(), by.lower()
            found.append((pieces, by, topic, ruleset.clause(topic)))
    return tuple(found)


def clauses(ruleset: Ruleset) -> PointsClauses:
    """The clauses of what a page says by itself: opening rolls, lost turns and, where they are rules, two more."""
    return PointsClauses(
        opening=ruleset.clause("turn"),
        lost=ruleset.clause("dice"),
        departure=ruleset.clause("departure") if ruleset.rules.royal.departure else UNSET,
        still=ruleset.clause("no_progress") if ruleset.rules.end.no_progress else UNSET,
    )


def of(ruleset: Ruleset, row: Row, side: Side, dice: Roll | None) -> PointsScene:
    """The scene of a board of points; `side` is to move, and sees the row."""
    setup = to_setup(row, ruleset, side, side, dice)
    most = 2 * ruleset.rules.end.no_progress
    own, enemy = pips(ruleset, row, layout.OWN), pips(ruleset, row, layout.ENEMY)
    return PointsScene(
        points=tuple(setup.points),
        bar=setup.bar,
        off=setup.off,
        home=setup.home,
        still=NoProgress(setup.no_progress, most) if most else None,
        locked=bool(is_locked(row, 0, ruleset.compiled)),
        mover="white" if side is Side.WHITE else "black",
        dice=dice,
        protected=protected(setup.points, ruleset),
        clauses=clauses(ruleset),
        bearers=ruleset.bearers,
        pips=SideCounts(own, enemy) if side is Side.WHITE else SideCounts(enemy, own),
    )
