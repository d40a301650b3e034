"""The position text of the tables family: strict reading, exactly one text for each position."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from axedrez.core.dice import Roll
from axedrez.core.errors import TextError
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset

POINTS = 24
MAX_LENGTH = 200


class PositionFields(NamedTuple):
    """The parts of a position text, read but not yet checked against the rules.

    `points[p - 1]`, `bar` and `off` hold piece letters, upper case White's; `home`: the kings that never moved;
    `dice`: (larger, smaller) or None; `no_progress`: the turns in a row without progress (G-45).
    """

    points: tuple[str, ...]
    bar: str
    off: str
    side: Side
    home: str
    dice: tuple[int, int] | None
    no_progress: int = 0


def parse(text: str, ruleset: Ruleset) -> PositionFields:
    """Read the fields. Raises `TextError` with a named reason."""
    fields = text.split(" ") if len(text) <= MAX_LENGTH else []
    if len(fields) not in (5, 6, 7) or not all(fields):
        raise TextError("tables_fields", count=len(fields))
    points = _points(fields[0], ruleset)
    bar, off = (_letters("" if field == "-" else field, ruleset) for field in fields[1:3])
    if fields[3] not in ("w", "b"):
        raise TextError("fen_side", value=fields[3])
    if fields[4] not in ("Kk", "K", "k", "-"):
        raise TextError("tables_home", value=fields[4])
    dice = None
    if len(fields) > 5 and fields[5] != "-":
        dice = Roll.parse(fields[5])
    no_progress = _no_progress(fields[6], ruleset) if len(fields) == 7 else 0
    side = Side.WHITE if fields[3] == "w" else Side.BLACK
    return PositionFields(points, bar, off, side, fields[4].strip("-"), dice, no_progress)


def _no_progress(text: str, ruleset: Ruleset) -> int:
    most = 2 * ruleset.rules.end.no_progress
    if not re.fullmatch("[1-9][0-9]{0,3}", text, re.ASCII) or int(text) > most:
        raise TextError("tables_still" if most else "tables_no_still", value=text[:20], most=most)
    return int(text)


def _points(text: str, ruleset: Ruleset) -> tuple[str, ...]:
    points: list[str] = []
    run_before = False
    for part in text.split("/"):
        is_run = part.isascii() and part.isdigit()
        if is_run:
            if run_before or part.startswith("0") or int(part[:4]) > POINTS:
                raise TextError("tables_run", value=part[:20])
            points.extend([""] * int(part))
        else:
            if not part:
                raise TextError("tables_run", value=part)
            points.append(_letters(part, ruleset))
        run_before = is_run
    if len(points) != POINTS:
        raise TextError("tables_points", count=len(points))
    return tuple(points)


def _letters(text: str, ruleset: Ruleset) -> str:
    order = ruleset.order
    if any(letter not in order for letter in text):
        raise TextError("tables_letter", value=text[:40], valid=order)
    if list(text) != sorted(text, key=order.index):
        raise TextError("tables_order", value=text[:40], valid=order)
    return text


def check(setup: PositionFields, ruleset: Ruleset) -> None:
    """Raises `TextError` naming the first reason why the setup is not a position of the game."""
    everything = Counter("".join(setup.points) + setup.bar + setup.off)
    king = ruleset.king
    for side in (Side.WHITE, Side.BLACK):
        for letter in ruleset.pieces:
            own, right = letter if side is Side.WHITE else letter.lower(), ruleset.army.count(letter)
            if everything[own] != right:
                raise TextError("tables_count", letter=own, count=everything[own], right=right)
    for number, letters in enumerate(setup.points, 1):
        white, black = [sign for sign in letters if sign.isupper()], [sign for sign in letters if sign.islower()]
        if white and black:
            if not king or king not in white or king.lower() not in black:
                raise TextError("tables_enemies", point=number)
            if len(white) > 1 and len(black) > 1:
                raise TextError("tables_companions", point=number)
    for letter in setup.off:
        if letter.upper() not in ruleset.bearers:
            raise TextError("tables_off", letter=letter, valid=ruleset.bearers)
    finished = [side for side in (Side.WHITE, Side.BLACK) if has_finished(setup, ruleset, side)]
    if len(finished) == 2:
        raise TextError("tables_both_finished")
    if finished and (setup.side is finished[0] or setup.dice):
        raise TextError("tables_finished_turn")
    # Bearing off the last piece is progress, and at the end of the count there is no roll.
    if setup.no_progress and (finished or (setup.dice and setup.no_progress == 2 * ruleset.rules.end.no_progress)):
        raise TextError("tables_still_end", value=setup.no_progress)
    for letter in setup.home:
        point = POINTS if letter.isupper() else 1
        if letter not in setup.points[point - 1]:
            raise TextError("tables_home_king", letter=letter, point=point)


def has_finished(setup: PositionFields, ruleset: Ruleset, side: Side) -> bool:
    """Whether a side has borne off all that it must (G-4)."""
    needed = sum(letter in ruleset.bearers for letter in ruleset.army)
    return sum(letter.isupper() == (side is Side.WHITE) for letter in setup.off) == needed


def write(setup: PositionFields) -> str:
    """The one text of a setup whose letters stand in order."""
    parts: list[str] = []
    empty = 0
    for letters in (*setup.points, None):
        if letters == "":
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
            empty = 0
        if letters is not None:
            parts.append(letters)
    side = "w" if setup.side is Side.WHITE else "b"
    text = f"{'/'.join(parts)} {setup.bar or '-'} {setup.off or '-'} {side} {setup.home or '-'}"
    dice = f"{setup.dice[0]}{setup.dice[1]}" if setup.dice else "-"
    if setup.no_progress:
        return f"{text} {dice} {setup.no_progress}"
    return f"{text} {dice}" if setup.dice else text
