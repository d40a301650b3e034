"""The codes by which an organizer chooses tie-breaks, with their modifiers: `BH/C1`, `KS/L60`, `ARO/U1400`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

import msgspec

from axedrez.core.errors import NotAllowed

CODES: Mapping[str, str] = MappingProxyType(
    {
        "DE": "P",
        "WIN": "",
        "WON": "",
        "BPG": "",
        "BWG": "",
        "REP": "",
        "GE": "",
        "PS": "C",
        "BH": "CMPF",
        "FB": "CMP",
        "AOB": "FP",
        "SB": "CP",
        "KS": "L",
        "ARO": "CMU",
        "TPR": "U",
        "PTP": "U",
        "APRO": "U",
        "APPO": "U",
        "GPTS": "",
    }
)
"""Every tie-break, with the letters of the modifiers that it takes."""

_CODE = re.compile(r"([A-Z]+)((?:[/-](?:[CMU]\d{1,4}|[PF]|L\d{1,3}|L[+-]\d{1,2}(?:\.\d)?))*)")


class TieBreak(msgspec.Struct, frozen=True):
    """A tie-break that was chosen.

    `low`, `high`: how many of the lowest and highest contributions are cut; `predetermined`: forfeited games count as
    played; `fore`: games of the last round count as draws; `unrated`: the rating that unrated opponents are taken for;
    `percent` and `more`: the score from which an opponent counts in the Koya system, as per cent and as points.
    """

    code: str
    low: int = 0
    high: int = 0
    predetermined: bool = False
    fore: bool = False
    unrated: int | None = None
    percent: int = 50
    more: Decimal = Decimal(0)


def tie_break(text: str) -> TieBreak:
    """The tie-break that a code stands for; `-` may stand for `/`. Raises `NotAllowed` for one that is not known."""
    match = _CODE.fullmatch(text.strip().upper())
    if match is None or match[1] not in CODES:
        raise NotAllowed("tie_break_unknown", code=text, valid=", ".join(CODES))
    found: dict[str, object] = {}
    for modifier in re.findall(r"[/-]([CMUPFL](?:[+-]?[\d.]+)?)", match[2]):
        letter, value = modifier[0], modifier[1:]
        if letter not in CODES[match[1]]:
            raise NotAllowed("tie_break_unknown", code=text, valid=", ".join(CODES))
        found |= _modifier(letter, value)
    return msgspec.convert({"code": match[1], **found}, TieBreak)


def _modifier(letter: str, value: str) -> dict[str, object]:
    if letter == "C":
        return {"low": int(value)}
    if letter == "M":
        return {"low": int(value), "high": int(value)}
    if letter == "U":
        return {"unrated": int(value)}
    if letter == "L" and value[0] in "+-":
        # Without a point, the limit is moved by halves of a point.
        return {"more": Decimal(value) if "." in value else Decimal(value) / 2}
    if letter == "L":
        return {"percent": int(value)}
    return {"predetermined" if letter == "P" else "fore": True}
