"""Ids of positions: one short word that other programs, or this one, can be given.

`read` knows them by their form, `write` gives all that a position can have:

- `axedrez` (`own`): ours, for every sheet of the family, with a version, a fingerprint of the rules and a check sum;
- `gnubg` (`gnubg`): position id and match id of GNU Backgammon, `xgid` (`xgid`): that of eXtreme Gammon; both only
  where each side has 15 plain men (`men.fits`).

docs/chessgammon-notation.md describes them.
"""

from __future__ import annotations

import re
from typing import Literal

from axedrez.core.match_state import MatchState
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.position import position_text
from axedrez.tables.position.ids import gnubg, men, own, xgid
from axedrez.tables.position.ids.match import check
from axedrez.tables.position.ids.reading import IdFields
from axedrez.tables.position.position_text import PositionFields

Kind = Literal["axedrez", "gnubg", "xgid"]

MAX_PASTED = 4000
_XGID = re.compile(r"XGID=[-A-Oa-o]{26}(?::[-0-9DBR]{1,3}){8}:[0-9]{1,2}(?![:0-9])", re.ASCII)
_GNUBG = re.compile(r"GNUbg ID *: *([A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12})", re.ASCII)
_POSITION = re.compile(r"Position ID *: *([A-Za-z0-9+/]{14})", re.ASCII)
_MATCH = re.compile(r"Match ID *: *([A-Za-z0-9+/]{12})", re.ASCII)

__all__ = ["IdFields", "Kind", "read", "write"]


def read(text: str, ruleset: Ruleset) -> IdFields | None:
    """What an id says, checked against the rules; None for a text that has the form of none.

    It may stand in what GNU Backgammon or eXtreme Gammon print with a diagram. Raises `TextError`: the id is broken, or
    does not fit the rules.
    """
    text = _in_what_programs_print(text.strip()) if len(text) <= MAX_PASTED else ""
    for form in (own, xgid, gnubg):
        if form.is_meant(text):
            found = form.read(text, ruleset)
            position_text.check(found.fields, ruleset)
            return found
    return None


def _in_what_programs_print(text: str) -> str:
    """The id in the text that a program prints for a position; the text itself where there is none."""
    if (found := _XGID.search(text)) is not None:
        return found[0]
    if (found := _GNUBG.search(text)) is not None:
        return found[1]
    if (found := _POSITION.search(text)) is not None:
        match = _MATCH.search(text)
        return found[1] if match is None else f"{found[1]}:{match[1]}"
    return text


def write(fields: PositionFields, ruleset: Ruleset, match: MatchState | None = None) -> dict[Kind, str]:
    """The ids of a position: `read` gives it back from each of them.

    Ours gives `match` back too. The others hold neither turns without progress (a position with some has only ours) nor
    whether a match has a game without the cube before it comes to that; the id of gnubg not how far the cube goes, nor
    beavers.
    Raises `TextError` for a match that cannot be.
    """
    if match is not None:
        check(match)
    ids: dict[Kind, str] = {"axedrez": own.write(fields, ruleset, match)}
    if men.fits(ruleset) and not fields.no_progress:
        ids["gnubg"] = gnubg.write(fields, ruleset, match)
        ids["xgid"] = xgid.write(fields, ruleset, match)
    return ids
