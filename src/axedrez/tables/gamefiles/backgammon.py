"""What files of backgammon matches have in common: turns by their landings, and the end that a file tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import Find, GameRecord
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding
from axedrez.tables.gamefiles.games import Course
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import SubMove, Turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.workspace import Row

RULEBOOK = "backgammon"
MAX_COURSES = 32
"""So many readings of a game are kept at once: there are two where a capture on the way is not written."""
_MEN = 15

Men = tuple[list[int], list[int]]
"""The distances from home of a player's men, in order, and those of the other's from his."""


class Part(NamedTuple):
    """A part of a turn: the distances from home where a man begins, lands on the way and ends, and how many men."""

    distances: tuple[int, ...]
    men: int = 1


def turns_of(position: TablesPosition, parts: Sequence[Part], text: str) -> list[Turn]:
    """The legal turns that lead where the parts lead, the likeliest first.

    Who lands on a lone enemy captures it, whether that is written or not. So turns come first that capture what the
    written landings meet; others capture on the way between two written points. Raises `TextError` if there are none.
    """
    own, enemy = (Counter(_distances(position.raw, base)) for base in (layout.OWN, layout.ENEMY))
    hits: set[int] = set()
    for distances, men in parts:
        hits |= {distance for distance in distances[1:] if enemy[layout.BAR - distance] == 1 and distance != layout.OFF}
        own[distances[0]] -= men
        own[distances[-1]] += men
    fitting = [turn for turn in position.legal_moves() if Counter(_distances(turn.row, layout.OWN)) == +own]
    if not fitting:
        raise TextError("tables_file_move", move=text.strip()[:60])
    return sorted(fitting, key=lambda turn: (len(hits - _hits(turn)), len(_hits(turn) - hits)))


def turns_to(position: TablesPosition, men: Men) -> list[Turn]:
    """The legal turns after which the men stand so, as the player sees them who moves."""
    return [turn for turn in position.legal_moves() if men_of(turn.row) == men]


def men_of(row: Row) -> Men:
    """Where the men of a row stand."""
    places = row.tobytes()
    return sorted(places[layout.OWN : layout.OWN + _MEN]), sorted(places[layout.ENEMY : layout.ENEMY + _MEN])


def _distances(row: Iterable[int], base: int) -> list[int]:
    return [int(distance) for distance in list(row)[base : base + _MEN]]


def _hits(turn: Turn) -> set[int]:
    moves = (SubMove.unpack(code) for code in turn.codes)
    return {move.target for move in moves if move.act == layout.CAPTURE}


def continued(courses: Sequence[Course], after: Callable[[Course], Iterator[Course]]) -> list[Course]:
    """All readings of a game, the likeliest first, each in all ways in which it goes on.

    `after` tells how one goes on, or raises `AxedrezError`. If none does, raises the fault of the likeliest.
    """
    found: dict[object, Course] = {}
    refusal: AxedrezError | None = None
    for course in courses:
        try:
            for following in after(course):
                found.setdefault(following.standpoint(), following)
        except AxedrezError as fault:
            refusal = refusal or fault
    if not found and refusal is not None:
        raise refusal
    return list(found.values())[:MAX_COURSES]


def sheet_tags(written: GameRecord, find: Find) -> dict[str, str]:
    """The sheet of a game, unless it is plain backgammon, as other programs pass over it."""
    game = written.start.game
    match = {f"match.{name}": getattr(game.sheet.match, name) for name in ("length", "cube", "crawford")}
    embedded = embedding.tags(game, lambda: find(RULEBOOK, match))
    return embedded if len(embedded) > 1 else {}


def win(course: Course, winner: Side, points: int, lacking: int | None) -> None:
    """Compare the end in the file with the one on the board; without one on the board, the loser has resigned.

    Some programs write the points won, some only those that the winner still needed (`lacking`; None: no match).
    Raises `TextError`.
    """
    if course.outcome is None:
        course.finish("resignation", winner.opponent, points, lacking)
    outcome = course.outcome
    won = int(outcome.points[winner]) if outcome and outcome.points else 0
    if points not in (won, min(won, lacking or won)) or not won:
        right = f"{outcome.result} {int(max(outcome.points))}" if outcome and outcome.points else "*"
        raise TextError("tables_file_result", right=right)
