"""What a tournament hangs on the wall and lays on the tables, as PDF: pairings, slips, standings, crosstable."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from axedrez.core.errors import NotAllowed
from axedrez.core.sides import Side
from axedrez.messages import say
from axedrez.printing.paper import INK, SOFT, VERMILION, Paper
from axedrez.printing.tables import LEFT, Column, Table, write_tables
from axedrez.tournaments.field import FORFEITS, Bye, Field, Meeting, Pairing, Round
from axedrez.tournaments.tiebreaks import Standing
from axedrez.tournaments.tournament import Tournament
from axedrez.tournaments.wording import points_written

SLIPS = 4
"""So many slips are on a page, to be cut apart."""

_SLIP_MM = 297.0 / SLIPS
_NAME_MM, _POINTS_MM, _PLACE_MM = 58.0, 16.0, 12.0
_MAX_NAME_MM = 100.0
_MIN_CELL_MM, _MAX_CELL_MM = 7.5, 16.0

Printed = tuple[bytes, set[str]]
"""A PDF, and the signs that no font had."""


def pairings(state: Tournament, index: int, lang: str, date: datetime.date, fonts: Iterable[Path] = ()) -> Printed:
    """The list of a round for the wall, with points before it. Raises `NotAllowed` (`tournament_no_round`)."""
    drawn = _round(state, index)
    before = state.field(index - 1)
    names = _players(state)
    rows = [
        (
            str(board),
            points_written(before.tenths(pairing.white), lang),
            names[pairing.white],
            _result(pairing),
            names[pairing.black],
            points_written(before.tenths(pairing.black), lang),
        )
        for board, pairing in enumerate(drawn.pairings, 1)
    ]
    columns = (
        Column(say("print.board", lang), 16, "R"),
        Column("", 11, "R"),
        Column(say("print.white", lang), 64, important=True),
        Column("", 16, "C"),
        Column(say("print.black", lang), 64, important=True),
        Column("", 11, "R"),
    )
    paper = Paper(state.set.title, lang, date, fonts=fonts)
    resting = state.rounds[index - 1].matches or drawn  # of teams, where teams play
    idle = _names(state.ranked_field())
    notes = [say(f"cli.tournament.bye.{each.kind}", lang, name=idle[each.number]) for each in resting.byes]
    said = say("cli.tournament.round", lang, round=index, rounds=state.total)
    write_tables(paper, state.set.title, said, [Table(columns, rows, 12)], notes)
    return paper.finished(), paper.unprintable


def slips(state: Tournament, index: int, lang: str, date: datetime.date, fonts: Iterable[Path] = ()) -> Printed:
    """A slip for each board of a round, on which the players write the result. Raises like `pairings`."""
    drawn = _round(state, index)
    names = _players(state)
    paper = Paper(state.set.title, lang, date, fonts=fonts)
    for number, pairing in enumerate(drawn.pairings):
        if number % SLIPS == 0:
            paper.page()
        top = number % SLIPS * _SLIP_MM
        if top:
            paper.dashes(0, top, paper.width)
        said = say("cli.tournament.round", lang, round=index, rounds=state.total)
        said = f"{said} · {say('print.board', lang)} {number + 1}"
        paper.write(state.set.title, LEFT, top + 9, 105, 13, bold=True)
        paper.write(said, LEFT + 107, top + 9, 75, 13, bold=True, colour=VERMILION, align="R")
        paper.rule(LEFT, top + 17, paper.width - 2 * LEFT)
        for line, (key, who) in enumerate((("print.white", pairing.white), ("print.black", pairing.black))):
            y = top + 20 + 10 * line
            paper.write(say(key, lang), LEFT, y + 1.6, 22, 11, colour=SOFT)
            paper.write(names[who], LEFT + 22, y, 160, 16, bold=True)
        _boxes(paper, top + 44, state.set.table.by_margin, lang)
    if not drawn.pairings:
        paper.page()
    return paper.finished(), paper.unprintable


def _boxes(paper: Paper, y: float, by_margin: bool, lang: str) -> None:
    """Boxes for the result, and lines for the signatures."""
    for number, result in enumerate(("1–0", "½–½", "0–1")):
        x = LEFT + 24 * number
        paper.framed(x, y + 3, 6, 6, INK, 0.3)
        paper.write(result, x + 8, y + 3.2, 14, 13)
    if by_margin:
        paper.write(say("print.margin", lang), LEFT, y + 13, 40, 10, colour=SOFT)
        paper.rule(LEFT + 42, y + 17.5, 24, colour=SOFT)
    for number, key in enumerate(("print.white", "print.black")):
        x = LEFT + 84 + 50 * number
        paper.rule(x, y + 14, 46, colour=SOFT)
        paper.write(say("print.signature", lang, who=say(key, lang)), x, y + 15, 46, 9, colour=SOFT, align="C")


def standings(state: Tournament, lang: str, date: datetime.date, fonts: Iterable[Path] = ()) -> Printed:
    """The standings with their tie-breaks."""
    found, field = state.standings(), state.ranked_field()
    entrants = {entrant.number: entrant for entrant in field.entrants}
    rated = any(entrant.rating is not None for entrant in field.entrants)
    codes = state.tie_breaks
    paper = Paper(state.set.title, lang, date, fonts=fonts)
    rating = [Column(say("print.rating", lang), 18, "R")] if rated else []
    left = paper.width - 2 * LEFT - _PLACE_MM - 18 * len(rating) - _POINTS_MM
    each_mm = min(17.0, (left - 45) / max(1, len(codes)))
    columns = (
        Column("", _PLACE_MM, "R"),
        Column(say("print.name", lang), left - each_mm * len(codes), important=True),
        *rating,
        Column(say("print.points.heading", lang), _POINTS_MM, "R", important=True),
        *(Column(code, each_mm, "R") for code in codes),
    )
    rows = [
        (
            f"{each.place}.",
            entrants[each.number].name,
            *([str(entrants[each.number].rating or "–")] if rated else ()),
            points_written(each.tenths, lang),
            *(_value(shown.value, lang) for shown in each.shown),
        )
        for each in found
    ]
    write_tables(paper, state.set.title, _after(state, "print.standings", lang), [Table(columns, rows, 11)])
    return paper.finished(), paper.unprintable


def crosstable(state: Tournament, lang: str, date: datetime.date, fonts: Iterable[Path] = ()) -> Printed:
    """Everybody's games: against each opponent where all meet all, else round by round."""
    found, field = state.standings(), state.ranked_field()
    names = _names(field)
    paper = Paper(state.set.title, lang, date, landscape=True, fonts=fonts)
    if state.set.format in ("round-robin", "double-round-robin"):
        headings, cells = _by_opponent(field, found, lang)
    else:
        headings, cells = _by_round(field, found, lang)
    room = paper.width - 2 * LEFT - _PLACE_MM - _NAME_MM - _POINTS_MM
    most = int(room / _MIN_CELL_MM)
    tables = []
    for start in range(0, max(1, len(headings)), most):
        part = slice(start, start + most)
        width = min(_MAX_CELL_MM, room / max(1, len(headings[part])))
        name = min(_MAX_NAME_MM, _NAME_MM + room - width * len(headings[part]))
        columns = (
            Column("", _PLACE_MM, "R"),
            Column(say("print.name", lang), name, important=True),
            *(Column(heading, width, "C") for heading in headings[part]),
            Column(say("print.points.heading", lang), _POINTS_MM, "R", important=True),
        )
        rows = [
            (f"{number}.", names[each.number], *row[part], points_written(each.tenths, lang))
            for number, (each, row) in enumerate(zip(found, cells, strict=True), 1)
        ]
        tables.append(Table(columns, rows, 10))
    write_tables(paper, state.set.title, _after(state, "print.crosstable", lang), tables)
    return paper.finished(), paper.unprintable


def _by_opponent(field: Field, found: Sequence[Standing], lang: str) -> tuple[list[str], list[list[str | None]]]:
    """The headings and rows of games against each opponent, who are numbered by their lines."""
    lines = {each.number: line for line, each in enumerate(found)}
    rows: list[list[str | None]] = []
    for each in found:
        row: list[str | None] = [""] * len(found)
        row[lines[each.number]] = None
        for meeting in field.meetings(each.number):
            if meeting.opponent is not None:
                line = lines[meeting.opponent]
                row[line] = f"{row[line]} {_points(meeting, lang)}".strip()
        rows.append(row)
    return [str(line + 1) for line in lines.values()], rows


def _by_round(field: Field, found: Sequence[Standing], lang: str) -> tuple[list[str], list[list[str | None]]]:
    """The headings and rows of rounds: the line of the opponent, the colour, the points."""
    lines = {each.number: line for line, each in enumerate(found, 1)}

    def cells(number: int) -> Iterator[str | None]:
        for meeting in field.meetings(number):
            if meeting.opponent is not None:
                side = "print.white.letter" if meeting.side is Side.WHITE else "print.black.letter"
                yield f"{lines[meeting.opponent]}{say(side, lang)} {_points(meeting, lang)}"
            elif isinstance(meeting.done, Bye):
                yield f"– {points_written(meeting.tenths, lang)}"
            else:
                yield ""

    return [str(index) for index in range(1, len(field.rounds) + 1)], [list(cells(each.number)) for each in found]


def _points(meeting: Meeting, lang: str) -> str:
    """What a game brought; `+` and `−` if it was forfeited, `*` while it goes on."""
    assert isinstance(meeting.done, Pairing)
    if meeting.done.result is None:
        return "*"
    if meeting.done.result in FORFEITS:
        return meeting.done.parts[meeting.side is Side.BLACK].replace("-", "−")
    return points_written(meeting.tenths, lang)


def _round(state: Tournament, index: int) -> Round:
    if not 1 <= index <= len(state.rounds):
        raise NotAllowed("tournament_no_round")
    return state.rounds[index - 1].round


def _players(state: Tournament) -> dict[int, str]:
    """The players by number; nobody has the number 0, at the board of a team that lacks one."""
    return {0: state.name(0), **_names(state.field())}


def _names(field: Field) -> dict[int, str]:
    return {entrant.number: " ".join(filter(None, (entrant.title, entrant.name))) for entrant in field.entrants}


def _result(pairing: Pairing) -> str:
    if pairing.result is None:
        return "–"
    return "–".join(pairing.parts).replace("1/2", "½").replace("-", "−")


def _value(value: object, lang: str) -> str:
    if value is None:
        return "–"
    return str(value).replace(".", ",") if lang == "es" else str(value)


def _after(state: Tournament, key: str, lang: str) -> str:
    over = sum(each.round.is_over for each in state.rounds)
    return say(key, lang) if over == 0 else say(f"{key}.after", lang, round=over)
