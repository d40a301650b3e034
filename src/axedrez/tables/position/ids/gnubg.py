"""The position id and match id of GNU Backgammon: `4HPwATDgc/ABMA:cAkAAAAAAAAE`.

Both are base64 without padding. The key of a position id has ten bytes, the lowest bit of each first: for the side that
is not on roll, then for the one that is, each place from its own ace point to its bar has as many ones as men, then a
zero. A match id has nine bytes of fields (`_WIDTHS`), likewise the lowest bit first.
Source: the appendix on ids of the GNU Backgammon manual; bit 66 (Jacoby off) as version 1.07 writes it.

Player 0 of the program (its O) is Black, player 1 (its X) White. A position id alone does not say who is on roll: it is
read with White, before the roll.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import NamedTuple

from axedrez.core.errors import TextError
from axedrez.core.match_state import MAX_CUBE, MatchState
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.position import position_text
from axedrez.tables.position.ids import men
from axedrez.tables.position.ids.match import from_abroad, length_abroad, power
from axedrez.tables.position.ids.reading import IdFields
from axedrez.tables.position.position_text import PositionFields

POSITION, MATCH = 14, 12
"""Characters of the ids."""
_POSITION_BYTES, _MATCH_BYTES = 10, 9
_MEANT = re.compile(r"[A-Za-z0-9+/]{10,16}(:.*)?|[A-Za-z0-9+/]{14} [A-Za-z0-9+/]{12}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]*")
_CENTRED = 3  # the cube's owner
_PLAYING, _OVER = 1, 2  # the stage of the game
_PLAYERS = (Side.BLACK, Side.WHITE)


class _MatchKey(NamedTuple):
    """The fields of a match id, in the order of their bits. `turn`: who decides; `on_roll`: whose roll it is."""

    cube: int
    owner: int
    on_roll: int
    crawford: int
    stage: int
    turn: int
    doubled: int
    resigned: int
    die: int
    other_die: int
    length: int
    score: int
    other_score: int
    no_jacoby: int
    rest: int


_WIDTHS = _MatchKey(4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1, 5)  # bits


def is_meant(text: str) -> bool:
    """Whether a text has the form of such an id, or nearly."""
    return _MEANT.fullmatch(text) is not None


def read(text: str, ruleset: Ruleset) -> IdFields:
    """What a position id says, with or without a match id. Raises `TextError`."""
    position, _, match = text.replace(" ", ":").partition(":")
    if len(position) == MATCH and not match:
        raise TextError("tables_id_match_alone", value=text)
    if len(position) != POSITION or len(match) not in (0, MATCH):
        raise TextError("tables_id_gnubg", value=text, position=POSITION, match=MATCH)
    men.expect_fit(ruleset)
    bits = _number(position, _POSITION_BYTES, text)
    waiting, rolling = _sides(bits, text)
    if not match:
        return IdFields(men.to_fields(rolling, waiting, Side.WHITE, None, ruleset))
    key = _unpacked(_number(match, _MATCH_BYTES, text))
    side = _PLAYERS[key.on_roll]
    white, black = (rolling, waiting) if side is Side.WHITE else (waiting, rolling)
    dice = men.roll(key.die, key.other_die) if key.die or key.other_die else None
    fields = men.to_fields(white, black, side, dice, ruleset)
    _expect_under_way(key, fields, ruleset)
    owner = None if key.owner == _CENTRED else _owner(key.owner, text)
    state, passed = from_abroad(
        key.length,
        (key.other_score, key.score),
        1 << key.cube,
        owner,
        MAX_CUBE,
        is_crawford=bool(key.crawford),
        jacoby=not key.length and not key.no_jacoby,
    )
    if key.doubled:
        passed = (*passed, TextError("tables_id_doubled"))
    return IdFields(fields, state, passed)


def _number(text: str, length: int, whole: str) -> int:
    """The bytes of a base64 text, the first one lowest. Raises `TextError` for other signs and bits beyond the last."""
    if _BASE64.fullmatch(text):
        content = base64.b64decode(text + "=" * (-len(text) % 4))
        if _text(int.from_bytes(content, "little"), length) == text:
            return int.from_bytes(content, "little")
    raise TextError("tables_id_gnubg", value=whole, position=POSITION, match=MATCH)


def _sides(bits: int, text: str) -> tuple[list[int], list[int]]:
    """The counts of both sides in a position key, the one not on roll first."""
    counts = [0] * (2 * men.PLACES)
    place = 0
    left = bits
    for _ in range(8 * _POSITION_BYTES):
        if place == len(counts):
            break
        if left & 1:
            counts[place] += 1
        else:
            place += 1
        left >>= 1
    if place < len(counts) or left:
        raise TextError("tables_id_gnubg", value=text, position=POSITION, match=MATCH)
    return counts[: men.PLACES], counts[men.PLACES :]


def _unpacked(bits: int) -> _MatchKey:
    values = []
    for width in _WIDTHS:
        values.append(bits & ((1 << width) - 1))
        bits >>= width
    return _MatchKey(*values)


def _owner(number: int, text: str) -> Side:
    if number >= len(_PLAYERS):
        raise TextError("tables_id_gnubg", value=text, position=POSITION, match=MATCH)
    return _PLAYERS[number]


def _expect_under_way(key: _MatchKey, fields: PositionFields, ruleset: Ruleset) -> None:
    """Only positions in which a roll, its turn, or the answer to a double is due (or the game is over) are ours."""
    if key.resigned or bool(key.doubled) is (key.turn == key.on_roll):
        raise TextError("tables_id_offer")
    over = key.stage == _OVER and position_text.has_finished(fields, ruleset, fields.side.opponent)
    if key.stage != _PLAYING and not over:
        raise TextError("tables_id_stage")


def write(fields: PositionFields, ruleset: Ruleset, match: MatchState | None) -> str:
    """Position id and match id, with a colon between. `match` is one that `match.check` has passed."""
    rolling, waiting = (men.counts(fields, side) for side in (fields.side, fields.side.opponent))
    match = match or MatchState()
    player = _PLAYERS.index(fields.side)
    over = position_text.has_finished(fields, ruleset, fields.side.opponent)
    length = length_abroad(match)
    key = _MatchKey(
        cube=power(match.cube),
        owner=_CENTRED if match.owner is None else _PLAYERS.index(match.owner),
        on_roll=player,
        crawford=int(match.is_crawford),
        stage=_OVER if over else _PLAYING,
        turn=player,
        doubled=0,
        resigned=0,
        die=fields.dice[0] if fields.dice else 0,
        other_die=fields.dice[1] if fields.dice else 0,
        length=length,
        score=match.score[Side.BLACK],
        other_score=match.score[Side.WHITE],
        no_jacoby=int(not length and not match.jacoby),
        rest=0,
    )
    return f"{_text(_position_bits((*waiting, *rolling)), _POSITION_BYTES)}:{_text(_packed(key), _MATCH_BYTES)}"


def _position_bits(counts: Sequence[int]) -> int:
    bits = place = 0
    for count in counts:
        bits |= ((1 << count) - 1) << place
        place += count + 1
    return bits


def _packed(key: _MatchKey) -> int:
    bits = place = 0
    for value, width in zip(key, _WIDTHS, strict=True):
        bits |= value << place
        place += width
    return bits


def _text(bits: int, length: int) -> str:
    return base64.b64encode(bits.to_bytes(length, "little")).decode().rstrip("=")
