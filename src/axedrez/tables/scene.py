"""What a page draws of a tables position (docs/api.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import UNSET

from axedrez.core.scene import NoProgress, PointsClauses, PointsScene, SideCounts
from axedrez.core.sides import Side
from axedrez.core.steps import Protection
from axedrez.tables.kernel import layout

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame
    from axedrez.tables.position import TablesPosition


def pips(position: TablesPosition, side: Side) -> int:
    """The pip count: what is still to travel by the pieces that must be borne off, the bar counting 25."""
    base = layout.OWN if side is position.side else layout.ENEMY
    distances = position.raw[base : base + len(position.game.army)].tolist()
    return sum(
        distance
        for letter, distance in zip(position.game.army, distances, strict=True)
        if letter in position.game.bearers
    )


def protected(points: Sequence[str], game: TablesGame) -> tuple[Protection, ...]:
    """The pieces that a king who pushes cannot capture where they stand."""
    return tuple(
        Protection(str(point), *guarded)
        for point, letters in enumerate(points, 1)
        if len(letters) > 1
        for guarded in _guarded(letters, game)
    )


@lru_cache(maxsize=8192)
def _guarded(letters: str, game: TablesGame) -> tuple[tuple[str, str, str, str | None], ...]:
    """What is protected on a point: the pieces, by whom, why, and the clause.

    A king shelters whatever stands with him (G-28), a rook some pawns of its block (G-27).
    """
    king = game.rules.pieces.get(game.rules.royal.piece)
    if king is None or not king.pushes:
        return ()
    found = []
    pawn = game.rules.pieces[game.rules.pawn].letter
    for side in (Side.WHITE, Side.BLACK):
        own = "".join(sign.upper() for sign in letters if sign.isupper() == (side is Side.WHITE))
        if king.letter in own:
            pieces, by, topic = own.replace(king.letter, ""), king.letter, "shelter"
        else:
            guards = [sign for sign in own if game.pieces[sign].protects_pawns]
            most = sum(game.pieces[sign].protects_pawns for sign in guards)
            pieces, by, topic = pawn * min(own.count(pawn), most), "".join(guards[:1]), "protects"
        if pieces:
            if side is Side.BLACK:
                pieces, by = pieces.lower(), by.lower()
            found.append((pieces, by, topic, game.clause(topic)))
    return tuple(found)


def clauses(game: TablesGame) -> PointsClauses:
    """The clauses of what a page says by itself: opening throws, lost turns and, where they are rules, two more."""
    return PointsClauses(
        opening=game.clause("turn"),
        lost=game.clause("dice"),
        departure=game.clause("departure") if game.rules.royal.departure else UNSET,
        still=game.clause("no_progress") if game.rules.end.no_progress else UNSET,
    )


def of(position: TablesPosition) -> PointsScene:
    """The scene of a board of points."""
    setup = position.setup()
    most = 2 * position.game.rules.end.no_progress
    return PointsScene(
        points=tuple(setup.points),
        bar=setup.bar,
        off=setup.off,
        home=setup.home,
        still=NoProgress(setup.still, most) if most else None,
        mover="white" if position.side is Side.WHITE else "black",
        dice=position.dice,
        protected=protected(setup.points, position.game),
        clauses=clauses(position.game),
        bearers=position.game.bearers,
        pips=SideCounts(pips(position, Side.WHITE), pips(position, Side.BLACK)),
    )
