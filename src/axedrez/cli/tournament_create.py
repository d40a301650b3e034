"""`axedrez tournament create`."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from axedrez import library
from axedrez.cli import tournament_file
from axedrez.cli.tournament_texts import clock, point_table
from axedrez.core import AxedrezError
from axedrez.messages import say
from axedrez.tournaments import commands as c
from axedrez.tournaments import lists
from axedrez.tournaments.settings import TournamentSettings


class Written(NamedTuple):
    """Settings as they are written: points, tie-breaks, clocks of extra games and of Armageddon, the host's line.

    `board_points`: what the boards of teams are worth.
    """

    points: str = "1/0.5/0"
    tie_breaks: str = ""
    extra_clocks: str = ""
    armageddon: str = ""
    host: str = ""
    board_points: str = "1/0.5/0"


def create(file: str, given: dict[str, Any], texts: Written, lang: str) -> None:
    """Make a tournament; the host of a simultaneous display is the first who enters. Raises `AxedrezError`."""
    library.load(given["rulebook"])
    codes = tuple(code.strip() for code in texts.tie_breaks.split(",") if code.strip())
    board_table = point_table(texts.board_points)
    more = {
        "table": point_table(texts.points),
        "board_table": msgspec.structs.replace(board_table, pairing_bye=board_table.draw),
        "tie_breaks": codes,
        "extra_clocks": [clock(text) for text in texts.extra_clocks.split(",") if text.strip()],
        "armageddon": clock(texts.armageddon) if texts.armageddon else None,
        "over_the_board": True,
        "entry": "list",
    }
    try:
        settings = msgspec.convert({**given, **more}, TournamentSettings)
    except msgspec.ValidationError:
        raise AxedrezError("tournament_title") from None
    host = lists.entrant(texts.host, 0) if texts.host else None
    made = tournament_file.create(file, c.Configure(settings=settings))
    if host is not None:
        with tournament_file.changing(file) as log:
            log.do(c.AddEntrants(entrants=[host]))
            log.do(c.Configure(settings=msgspec.structs.replace(settings, host=log.state.seq)))
    print(say("cli.tournament.made", lang, title=made.state.set.title, file=file))
