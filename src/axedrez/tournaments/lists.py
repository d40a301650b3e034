"""Lists of players as clubs have them: a line for each."""

from __future__ import annotations

from typing import Any

import msgspec

from axedrez.core import AxedrezError
from axedrez.tournaments.commands import NewEntrant


def entrants(text: str) -> list[NewEntrant]:
    """The players of a list: name, rating, title, federation, team, FIDE id, birth and sex, by semicolons or tabs.

    Only the name is needed. Empty lines are left out. Raises AxedrezError (`tournament_line`) for the first line that
    cannot be read.
    """
    return [entrant(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def entrant(line: str, number: int) -> NewEntrant:
    """The player of line `number`. Raises AxedrezError (`tournament_line`)."""
    fields = [part.strip() for part in line.replace("\t", ";").split(";")]
    given: dict[str, Any] = {"name": fields[0]}
    if len(fields) > 1 and fields[1]:
        given["rating"] = int(fields[1]) if fields[1].isascii() and fields[1].isdigit() else -1
    given |= dict(zip(("title", "federation", "team"), fields[2:], strict=False))
    fide_id, birth, sex = (*fields[5:8], "", "", "")[:3]
    if fide_id:
        given["fide_id"] = int(fide_id) if fide_id.isascii() and fide_id.isdigit() else -1
    given |= {"birth": birth, "sex": {"f": "w"}.get(sex.lower(), sex.lower())}
    try:
        return msgspec.convert(given, NewEntrant)
    except msgspec.ValidationError:
        raise AxedrezError("tournament_line", line=number, text=line[:60]) from None
