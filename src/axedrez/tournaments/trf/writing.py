"""Writing tournament report files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, PointTable
from axedrez.tournaments.swiss import ranges
from axedrez.tournaments.trf.document import BY_MARGIN, LETTER_OF_BYE, MATCH_POINTS, WITHDRAWN, TournamentFile, Version

MAX_NUMBER = 9999
MAX_POINTS = 999
"""Tenths that fit into four columns."""

_LETTERS = {"1/2": "=", "": " "}


def written(file: TournamentFile, version: Version = "26", places: Mapping[int, int] | None = None) -> str:
    """The file as text. `places`: by number, the places of the standings; by default, by points and number.

    Raises `NotAllowed` for what the columns have no room for.
    """
    return "".join(f"{line.rstrip()}\n" for line in _lines(file, version, places))


def _lines(file: TournamentFile, version: Version, places: Mapping[int, int] | None) -> Iterator[str]:
    field = file.field
    yield from _heading(file)
    yield from (_modern if version == "26" else _former)(file)
    yield from _unusual_points(field)
    if file.heading.dates:
        yield "132" + " " * 86 + "".join(f"  {_clean(date[-8:], 8)}" for date in file.heading.dates)
    yield from _players(field, places)
    yield from (_teams if version == "26" else _former_teams)(file)
    for number, byes in sorted(file.asked.items()):
        for kind in ("full", "half", "zero"):
            these = [bye.number for bye in byes if bye.kind == kind]
            if these:
                yield f"240 {LETTER_OF_BYE[kind]} {number:3} " + " ".join(f"{each:4}" for each in these)
    yield from file.others


def _teams(file: TournamentFile) -> Iterator[str]:
    """The teams with their points and places, the colours of their boards, what a match is worth, and their byes."""
    matches = file.matches
    if matches is not None:
        if matches.boards:
            yield f"352 {('WB' * matches.boards)[: matches.boards]}"
        if matches.table != MATCH_POINTS:
            yield f"362 {_worth(matches.table, 'T')}"
    for team in file.teams:
        players = " ".join(f"{number:4}" for number in team.players)
        points = f"{_points(team.match_tenths):>6} {_points(team.board_tenths):>6}"
        yield f"310 {team.number:3} {_clean(team.name, 32)}{'':14}{points} {team.place or '':>3}  {players}"
    if matches is None:
        return
    if any(matches.byes):
        numbers = " ".join(f"{number:03}" for number in matches.byes)
        yield f"320 {_points(matches.table.pairing_bye)} {_points(matches.bye_tenths)} {numbers}"
    for forfeit in matches.forfeits:
        sign = f"{forfeit.result[0]}{forfeit.result[2]}"
        yield f"330 {sign} {forfeit.round:03} {forfeit.white:03} {forfeit.black:03}"
    for each in matches.line_ups:
        on_boards = " ".join(f"{number:04}" for number in each.players)
        yield f"300 {each.round:03} {each.team:03} {each.opponent:03} {on_boards}"
    if matches.withdrawn:
        yield f"{WITHDRAWN} {' '.join(map(str, matches.withdrawn))}"


def _former_teams(file: TournamentFile) -> Iterator[str]:
    for team in file.teams:
        yield f"013 {_clean(team.name, 32)}{' '.join(f'{number:4}' for number in team.players)}"


def _heading(file: TournamentFile) -> Iterator[str]:
    field, told = file.field, file.heading
    heading = {
        "012": file.name,
        "022": told.city,
        "032": told.federation,
        "042": told.start,
        "052": told.end,
        "062": str(len(field.entrants)),
        "072": str(sum(entrant.rating is not None for entrant in field.entrants)),
        "082": str(len(file.teams)) if file.teams else "",
        "092": told.kind,
        "102": told.chief_arbiter,
    }
    lines = [*heading.items(), *(("112", deputy) for deputy in told.deputies), ("122", told.time_control)]
    for record, text in lines:
        if text:
            yield f"{record} {_clean(text)}"


def _modern(file: TournamentFile) -> Iterator[str]:
    """What only TRF26 has."""
    field = file.field
    yield f"142 {field.total}"
    yield f"152 {field.first[0].upper()}"
    table = field.table
    if table != PointTable():
        yield f"162 {_worth(table)}"
    for record, text in (
        ("172", file.heading.starting_rank),
        ("212", ",".join(file.tie_breaks)),
        ("222", file.heading.encoded_time_control),
    ):
        if text:
            yield f"{record} {_clean(text)}"
    for (index, first, last), tenths in _virtual(field):
        yield f"250      {_points(tenths)} {index:3} {index:3} {first:4} {last:4}"
    for one, other in sorted(field.forbidden):
        yield f"260   1 {field.total:3} {one:4} {other:4}"


def _worth(table: PointTable, mark: str = " ") -> str:
    """Letters with their points, each behind a `mark` that tells those of teams from those of players."""
    worth = {"W": table.win, "D": table.draw, "L": table.loss, "P": table.pairing_bye, "A": table.zero_bye}
    given = [(letter, tenths) for letter, tenths in worth.items() if letter != "A" or tenths]
    return "   ".join(f"{mark}{letter}{_points(tenths)}" for letter, tenths in given)


def _former(file: TournamentFile) -> Iterator[str]:
    """The records by which pairing programs extended TRF16."""
    field = file.field
    yield f"XXR {field.total}"
    yield f"XXC {field.first}1"
    table = field.table
    if table != PointTable():
        for record, tenths in (
            ("BBW", table.win),
            ("BBD", table.draw),
            ("BBL", table.loss),
            ("BBZ", table.zero_bye),
            ("BBF", table.forfeit_loss),
            ("BBU", table.pairing_bye),
        ):
            yield f"{record} {_points(tenths)}"
    by_player: dict[int, dict[int, int]] = {}
    for index, given in field.accelerated.items():
        for number, tenths in given.items():
            by_player.setdefault(number, {})[index] = tenths
    for number, by_round in sorted(by_player.items()):
        yield f"XXA {number:4} " + " ".join(_points(by_round.get(index, 0)) for index in range(1, max(by_round) + 1))
    for one, other in sorted(field.forbidden):
        yield f"XXP {one} {other}"


def _virtual(field: Field) -> Iterator[tuple[tuple[int, int, int], int]]:
    return ranges(field.accelerated, {entrant.number: entrant.number for entrant in field.entrants})


def _unusual_points(field: Field) -> Iterator[str]:
    """Record 299: what unplayed games are worth where that is unusual, and games that counted more than once."""
    table = field.table
    for letter, tenths, usual in (
        ("+", table.forfeit_win, table.win),
        ("-", table.forfeit_loss, table.zero_bye),
        ("F", table.full_bye, table.win),
        ("H", table.half_bye, table.draw),
    ):
        if tenths != usual:
            yield f"299 {letter}       {_points(tenths):>5}"
    if not table.by_margin:
        return
    yield BY_MARGIN
    for index, played in enumerate(field.rounds, 1):
        for pairing in played.pairings:
            if pairing.margin == 1:
                continue
            for number, part in zip((pairing.white, pairing.black), pairing.parts, strict=True):
                if part in ("1", "0"):
                    letter = "W" if part == "1" else "L"
                    yield f"299 {letter}       {_points(table.of(pairing, number)):>5}  {index:3} {number:4}"


def _players(field: Field, places: Mapping[int, int] | None) -> Iterator[str]:
    done = [played.by_number() for played in field.rounds]
    points = field.all_tenths()
    if places is None:
        order = sorted(points, key=lambda number: (-points[number], number))
        places = {number: place for place, number in enumerate(order, 1)}
    for entrant in field.entrants:
        number = entrant.number
        games = "".join(_round(each.get(number), number) for each in done)
        yield f"{_person(entrant)} {_points(points[number])} {places[number]:4}{games}"


def _person(entrant: Entrant) -> str:
    rating = entrant.rating or 0
    for value in (entrant.number, rating):
        if not 0 <= value <= MAX_NUMBER:
            raise NotAllowed("trf_too_much", value=value, most=MAX_NUMBER)
    return (
        f"001 {entrant.number:4} {entrant.sex or ' ':1}{_clean(entrant.title, 3):>3} {_clean(entrant.name, 33)} "
        f"{rating or '':>4} {_clean(entrant.federation, 3)} {entrant.fide_id or '':>11} {_clean(entrant.birth, 10)}"
    )


def _round(done: Pairing | Bye | None, number: int) -> str:
    if done is None:
        return " " * 10
    if isinstance(done, Bye):
        return f"  0000 - {LETTER_OF_BYE[done.kind]}"
    is_white = number == done.white
    part = done.parts[not is_white]
    return f"  {done.black if is_white else done.white:4} {'w' if is_white else 'b'} {_LETTERS.get(part, part)}"


def _points(tenths: int) -> str:
    if not -MAX_POINTS // 10 < tenths <= MAX_POINTS:
        raise NotAllowed("trf_too_much", value=tenths / 10, most=MAX_POINTS / 10)
    return f"{tenths / 10:4.1f}"


def _clean(text: str, width: int | None = None) -> str:
    """A text without anything that would break the line, cut or padded to a width."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return shown if width is None else f"{shown[:width]:<{width}}"
