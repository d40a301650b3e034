"""How a match stands, as ids tell it: checked, and as the ids of other programs mean it."""

from __future__ import annotations

from axedrez.core.errors import TextError
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side

MAX_LENGTH = 99
"""The points of the longest match, as in rule sheets."""
MAX_POWER = 15
"""Cubes show at most 2 to this power: the four bits of a match id of GNU Backgammon."""


def power(value: int) -> int:
    """Which power of two a cube shows. Raises `TextError` for what is none, or too large."""
    exponent = value.bit_length() - 1
    if value < 1 or value != 1 << exponent or exponent > MAX_POWER:
        raise TextError("tables_id_cube", value=value, most=1 << MAX_POWER)
    return exponent


def check(match: MatchState) -> None:
    """Raises `TextError` naming the first reason why a match cannot stand so."""
    power(match.cube)
    power(match.largest)
    if match.owner is not None and match.cube == 1:
        raise TextError("tables_id_owner")
    if not 1 <= match.length <= MAX_LENGTH:
        raise TextError("tables_id_length", value=match.length, most=MAX_LENGTH)
    if match.length > 1 and (match.jacoby or match.beavers):
        raise TextError("tables_id_money")
    if not all(0 <= points < match.length for points in match.score):
        raise TextError("tables_id_score", white=match.score[0], black=match.score[1], length=match.length)


def from_abroad(
    length: int,
    score: tuple[int, int],
    cube: int,
    owner: Side | None,
    largest: int,
    *,
    is_crawford: bool = False,
    jacoby: bool = False,
    beavers: bool = False,
) -> tuple[MatchState, tuple[TextError, ...]]:
    """The match of an id of another program, and what was passed over.

    `length` 0 is a single game, for which `MatchState` says 1. A match to one point, in which nothing but the win
    counts, is the same as the last game of one to two. The score of a session of single games has no place there.
    Raises `TextError`.
    """
    passed: list[TextError] = []
    if length == 0:
        if any(score):
            passed.append(TextError("tables_id_session", white=score[0], black=score[1]))
        length, score = 1, (0, 0)
    elif length == 1:
        if any(score):
            raise TextError("tables_id_score", white=score[0], black=score[1], length=length)
        passed.append(TextError("tables_id_one_point"))
        length, score, is_crawford = 2, (1, 1), False
    lacking_one = max(score) == length - 1 > 0
    if is_crawford and not lacking_one:
        raise TextError("tables_id_crawford", white=score[0], black=score[1], length=length)
    match = MatchState(length, score, cube, owner, largest, True, lacking_one and not is_crawford, jacoby, beavers)
    check(match)
    return match, tuple(passed)


def length_abroad(match: MatchState) -> int:
    """What other programs call the length of a match: 0 for a single game."""
    return match.length if match.length > 1 else 0
