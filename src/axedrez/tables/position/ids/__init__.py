"""Ids of positions: one short word that other programs, or this one, can be given.

`read` knows them by their form, `write` gives all that a position can have:

- `axedrez` (`own`): ours, for every sheet of the family, with a version, a fingerprint of the rules and a check sum;
- `gnubg` (`gnubg`): position id and match id of GNU Backgammon, `xgid` (`xgid`): that of eXtreme Gammon; both only
  where each side has 15 plain men (`men.fits`).

docs/chessgammon-notation.md describes them.
"""

from __future__ import annotations

from typing import Literal

from axedrez.core.match_state import MatchState
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.position import position_text
from axedrez.tables.position.ids import gnubg, men, own, xgid
from axedrez.tables.position.ids.match import check
from axedrez.tables.position.ids.reading import IdFields
from axedrez.tables.position.position_text import PositionFields

Kind = Literal["axedrez", "gnubg", "xgid"]

__all__ = ["IdFields", "Kind", "read", "write"]


def read(text: str, ruleset: Ruleset) -> IdFields | None:
    """What an id says, checked against the rules; None for a text that has the form of none.

    White space around it does not count. Raises `TextError`: the id is broken, or does not fit the rules.
    """
    text = text.strip() if len(text) <= position_text.MAX_LENGTH else ""
    for form in (own, xgid, gnubg):
        if form.is_meant(text):
            found = form.read(text, ruleset)
            position_text.check(found.fields, ruleset)
            return found
    return None


def write(fields: PositionFields, ruleset: Ruleset, match: MatchState | None = None) -> dict[Kind, str]:
    """The ids of a position: `read` gives it back from each of them.

    Ours gives `match` back too. The others hold neither turns without progress (a position with some has only ours) nor
    whether a match has a game without the cube before it comes to that; the id of gnubg not how far the cube goes.
    Raises `TextError` for a match that cannot be.
    """
    if match is not None:
        check(match)
    ids: dict[Kind, str] = {"axedrez": own.write(fields, ruleset, match)}
    if men.fits(ruleset) and not fields.no_progress:
        ids["gnubg"] = gnubg.write(fields, ruleset, match)
        ids["xgid"] = xgid.write(fields, ruleset, match)
    return ids
