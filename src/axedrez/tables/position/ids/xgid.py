"""The id of eXtreme Gammon: `XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10`.

Ten fields: the position, then the cube (a power of two), its owner (1, -1, or 0), who is on roll (1, -1), the dice
(`00` before the roll; `D`: who is on roll has doubled, `B`, `R`: and that was beavered), the points of both players,
Crawford's game (of a match; of single games 1 for Jacoby, 2 for beavers, 3 for both), the length of the match (0 for
single games), and the power that the cube goes up to. The position has 26 signs: the bar of the upper player, the
points 1 … 24 of the lower one, his bar; `-` for empty, else the number of men as a letter (`A` one, `B` two …),
capitals for the lower player. Source: the description of XGID in the help of eXtreme Gammon; checked against GNU
Backgammon 1.07, which reads it.

The lower player is White.
"""

from __future__ import annotations

import re

from axedrez.core.errors import TextError
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.position.ids import men
from axedrez.tables.position.ids.match import from_abroad, length_abroad, power
from axedrez.tables.position.ids.reading import IdFields
from axedrez.tables.position.position_text import POINTS, PositionFields

PREFIX = "XGID="
_DOUBLED = ("D", "B", "R")  # a double, a beaver or a raccoon waits for its answer
_JACOBY, _BEAVERS = 1, 2
_FIELDS = (
    r"[-A-Oa-o]{26}",
    r"[0-9]|1[0-5]",
    r"-1|0|1",
    r"-1|1",
    r"00|[1-6][1-6]|[DBR]",
    r"[0-9]{1,3}",
    r"[0-9]{1,3}",
    r"[0-3]",
    r"[0-9]{1,3}",
    r"[0-9]|1[0-5]",
)
# The same in signs that need no translation.
_RIGHT = ("-, A-O, a-o (26)", "0..15", "-1, 0, 1", "-1, 1", "00, 11..66", "0..98", "0..98", "0..3", "0..99", "0..15")
_MEANT = re.compile(rf"{PREFIX}.*|[-A-Za-z]{{20,30}}:.*", re.IGNORECASE | re.ASCII)
_OWNERS = {"0": None, "1": Side.WHITE, "-1": Side.BLACK}
_SIGNS = {side: sign for sign, side in _OWNERS.items()}
USUAL_POWER = 10
"""What the program itself writes for how far the cube goes."""


def is_meant(text: str) -> bool:
    """Whether a text has the form of such an id, or nearly; `XGID=` may be missing."""
    return _MEANT.fullmatch(text) is not None


def read(text: str, ruleset: Ruleset) -> IdFields:
    """What an id says. A double that waits for its answer is passed over: the position is that before it.

    Raises `TextError`.
    """
    if text[: len(PREFIX)].upper() == PREFIX:
        text = text[len(PREFIX) :]
    values = text.split(":")
    if len(values) != len(_FIELDS):
        raise TextError("tables_id_xgid", count=len(values), right=len(_FIELDS))
    for number, (value, pattern) in enumerate(zip(values, _FIELDS, strict=True), 1):
        if not re.fullmatch(pattern, value, re.ASCII):
            raise TextError("tables_id_xgid_field", number=number, value=value[:40], right=_RIGHT[number - 1])
    men.expect_fit(ruleset)
    places, cube, owner, turn, dice, own, other, crawford, length, largest = values
    white, black = _counts(places)
    doubled = dice in _DOUBLED
    roll = None if doubled or dice == "00" else men.roll(int(dice[0]), int(dice[1]))
    fields = men.to_fields(white, black, Side.WHITE if turn == "1" else Side.BLACK, roll, ruleset)
    flags = int(crawford)
    if int(length) and flags > 1:
        raise TextError("tables_id_xgid_field", number=8, value=crawford, right="0, 1")
    state, passed = from_abroad(
        int(length),
        (int(own), int(other)),
        1 << int(cube),
        _OWNERS[owner],
        1 << int(largest),
        is_crawford=bool(int(length) and flags),
        jacoby=not int(length) and bool(flags & _JACOBY),
        beavers=not int(length) and bool(flags & _BEAVERS),
    )
    if doubled:
        passed = (*passed, TextError("tables_id_doubled"))
    return IdFields(fields, state, passed)


def _counts(places: str) -> tuple[list[int], list[int]]:
    """The men of White and Black, each as that side counts the points."""
    white, black = [0] * men.PLACES, [0] * men.PLACES
    for place, sign in enumerate(places):
        if sign == "-":
            continue
        number = ord(sign.upper()) - ord("A") + 1
        lower = sign.isupper()
        # Place 0 is the bar of the upper player only, the last one that of the lower player.
        if place == (0 if lower else POINTS + 1):
            raise TextError("tables_id_xgid_field", number=1, value=places, right=_RIGHT[0])
        if lower:
            white[place - 1] = number
        else:
            black[POINTS - place] = number
    return white, black


def write(fields: PositionFields, ruleset: Ruleset, match: MatchState | None) -> str:
    """The id of a position. `match` is one that `match.check` has passed."""
    match = match or MatchState(largest=1 << USUAL_POWER)
    white, black = men.counts(fields, Side.WHITE), men.counts(fields, Side.BLACK)
    places = [_sign(black[POINTS], "a")]
    for point in range(POINTS):
        places.append(_sign(white[point], "A") if white[point] else _sign(black[POINTS - 1 - point], "a"))
    places.append(_sign(white[POINTS], "A"))
    values = (
        "".join(places),
        power(match.cube),
        _SIGNS[match.owner],
        _SIGNS[fields.side],
        "{}{}".format(*fields.dice) if fields.dice else "00",
        match.score[Side.WHITE],
        match.score[Side.BLACK],
        int(match.is_crawford) + _JACOBY * match.jacoby + _BEAVERS * match.beavers,
        length_abroad(match),
        power(match.largest),
    )
    return PREFIX + ":".join(map(str, values))


def _sign(number: int, one: str) -> str:
    """The letter of a number of men, counted from that of one man."""
    return chr(ord(one) + number - 1) if number else "-"
