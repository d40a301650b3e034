"""Our own id, for every sheet of the family: `ax1_` and letters and digits.

After the version stand four digits of the sheet's hash (its match at the defaults, since how a match stands is part of
the id), the number of the position, if told that of the match (a single game, which has no score, has there Jacoby's
rule and beavers), and the check sum. All have fixed widths that follow
from the sheet. The number of a position joins, for each side and kind of piece, which of the 24 points, the bar and (if
it is borne off) the tray it stands on, then the side, the kings at home, the dice and the turns without progress.

A later version must go on reading `ax1_`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod

import msgspec

from axedrez.core.dice import ROLLS
from axedrez.core.errors import TextError
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.rulesheet.validation import sheet_hash
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.position.ids import numbering
from axedrez.tables.position.ids.match import MAX_LENGTH, MAX_POWER, check, power
from axedrez.tables.position.ids.reading import IdFields
from axedrez.tables.position.position_text import POINTS, PositionFields
from axedrez.tables.sheet.schema import Match

VERSION = "ax1"
FINGERPRINT = 4
"""Digits of the sheet's hash: rules that differ share them once in 65536 times."""
_MEANT = re.compile(r"ax[0-9]{1,3}_.*", re.ASCII)
_FORM = re.compile(r"[0-9A-Za-z]+", re.ASCII)
_HOMES = ("", "K", "k", "Kk")
_ROLLS: tuple[tuple[int, int] | None, ...] = (None, *(roll for roll, _ in ROLLS))
_OWNERS = (None, Side.WHITE, Side.BLACK)
_BAR, _OFF = POINTS, POINTS + 1  # places, after the points
_MATCH_BOUNDS = (MAX_LENGTH, MAX_LENGTH, MAX_LENGTH, MAX_POWER + 1, len(_OWNERS), MAX_POWER + 1, 2, 2)
_MATCH_DIGITS = numbering.width(prod(_MATCH_BOUNDS))


def is_meant(text: str) -> bool:
    """Whether a text begins like an id of ours, of this version or another."""
    return _MEANT.fullmatch(text) is not None


@lru_cache(maxsize=256)
def fingerprint(ruleset: Ruleset) -> str:
    """The first digits of the hash of the sheet, whatever match is played by it."""
    return sheet_hash(msgspec.structs.replace(ruleset.sheet, match=Match()))[:FINGERPRINT]


def _kinds(ruleset: Ruleset) -> list[tuple[str, int, int]]:
    """The pieces of both sides: letter, how many there are, on how many places they may stand."""
    return [
        (sign, ruleset.army.count(sign.upper()), _OFF + (sign.upper() in ruleset.bearers)) for sign in ruleset.order
    ]


def _bounds(ruleset: Ruleset) -> list[int]:
    kinds = [numbering.multisets(count, places) for _, count, places in _kinds(ruleset)]
    return [*kinds, 2, len(_HOMES), len(_ROLLS), 2 * ruleset.rules.end.no_progress + 1]


# --- writing ---------------------------------------------------------------------------------------------------------


def write(fields: PositionFields, ruleset: Ruleset, match: MatchState | None) -> str:
    """The id of a position of these rules. `match` is one that `match.check` has passed."""
    places = (*fields.points, fields.bar, fields.off)
    numbers = [
        numbering.rank(place for place, letters in enumerate(places) for _ in range(letters.count(letter)))
        for letter, _, _ in _kinds(ruleset)
    ]
    rest = (int(fields.side), _HOMES.index(fields.home), _ROLLS.index(fields.dice), fields.no_progress)
    bounds = _bounds(ruleset)
    body = numbering.to_digits(numbering.joined((*numbers, *rest), bounds), numbering.width(prod(bounds)))
    if match is not None:
        body += _match_digits(match)
    body = fingerprint(ruleset) + body
    return f"{VERSION}_{body}{numbering.check_sum(VERSION + body)}"


def _match_digits(match: MatchState) -> str:
    values = (
        match.length - 1,
        *(match.score if match.length > 1 else (match.jacoby, match.beavers)),
        power(match.cube),
        _OWNERS.index(match.owner),
        power(match.largest),
        int(match.crawford),
        int(match.crawford_played),
    )
    return numbering.to_digits(numbering.joined(values, _MATCH_BOUNDS), _MATCH_DIGITS)


# --- reading ---------------------------------------------------------------------------------------------------------


def read(text: str, ruleset: Ruleset) -> IdFields:
    """What an id of ours says. Raises `TextError`: another version, mistyped, or of other rules."""
    version, _, content = text.partition("_")
    if version != VERSION:
        raise TextError("tables_id_version", value=version, right=VERSION)
    body, sign = content[: -numbering.CHECK_DIGITS], content[-numbering.CHECK_DIGITS :]
    if not body or not _FORM.fullmatch(content) or numbering.check_sum(VERSION + body) != sign:
        raise TextError("tables_id_mistyped", value=text[:80])
    if body[:FINGERPRINT] != fingerprint(ruleset):
        raise TextError("tables_id_fingerprint", value=body[:FINGERPRINT], right=fingerprint(ruleset))
    bounds = _bounds(ruleset)
    digits = numbering.width(prod(bounds))
    position, match = body[FINGERPRINT : FINGERPRINT + digits], body[FINGERPRINT + digits :]
    number = numbering.from_digits(position)
    if len(position) != digits or len(match) not in (0, _MATCH_DIGITS) or number >= prod(bounds):
        raise TextError("tables_id_mistyped", value=text[:80])
    return IdFields(_fields(numbering.parted(number, bounds), ruleset), _match(match, text) if match else None)


def _fields(values: list[int], ruleset: Ruleset) -> PositionFields:
    places = [""] * (_OFF + 1)
    *numbers, side, home, dice, no_progress = values
    for number, (letter, count, kinds) in zip(numbers, _kinds(ruleset), strict=True):
        for place in numbering.unrank(number, count, kinds):
            places[place] += letter  # in the order of position texts, since the kinds are
    points = tuple(places[:POINTS])
    return PositionFields(points, places[_BAR], places[_OFF], Side(side), _HOMES[home], _ROLLS[dice], no_progress)


def _match(digits: str, text: str) -> MatchState:
    number = numbering.from_digits(digits)
    if number >= prod(_MATCH_BOUNDS):
        raise TextError("tables_id_mistyped", value=text[:80])
    length, white, black, cube, owner, largest, crawford, played = numbering.parted(number, _MATCH_BOUNDS)
    match = MatchState(
        length + 1, (white, black), 1 << cube, _OWNERS[owner], 1 << largest, bool(crawford), bool(played)
    )
    if match.length == 1 and max(white, black) <= 1:
        match = match._replace(score=(0, 0), jacoby=bool(white), beavers=bool(black))
    check(match)
    return match
