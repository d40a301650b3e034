"""A tournament made of a report of FIDE's format, as it stands there: players, rounds, results."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from axedrez.core.errors import AxedrezError, NotAllowed, TextError
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments import swiss, team_imports, trf
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, Round
from axedrez.tournaments.format_names import ImportedFormat
from axedrez.tournaments.formats import draw, rounds_of
from axedrez.tournaments.heading import Birth, words
from axedrez.tournaments.settings import MAX_ENTRANTS, MAX_FORBIDDEN, MAX_ROUNDS, TournamentSettings
from axedrez.tournaments.state import Tournament
from axedrez.tournaments.tiebreaks import tie_break
from axedrez.tournaments.trf.document import TournamentFile

_POINTS = ("PTS", "MPTS")
"""What stands before the tie-breaks in a report."""
_ROBINS = ("round-robin", "double-round-robin")
_SIGNS: tuple[tuple[ImportedFormat, tuple[str, ...]], ...] = (
    ("swiss", ("swiss", "suizo")),
    ("double-round-robin", ("double", "doble")),
    ("round-robin", ("robin", "berger", "liga")),
    ("knockout", ("knock", "elimina")),
)
"""What a report that tells its format has in its words; a Swiss tournament where none is there."""


def read(text: str) -> TournamentFile:
    """A report without a fault. Raises `TextError` with its first one, which names its line."""
    found = trf.read(text)
    if found.faults:
        raise found.faults[0]
    entrants, rounds = len(found.file.field.entrants), found.file.field.total
    if entrants > MAX_ENTRANTS:
        raise NotAllowed("tournament_full", limit=MAX_ENTRANTS)
    if max(rounds, len(found.file.field.rounds)) > 2 * MAX_ENTRANTS:
        raise NotAllowed("trf_rounds", most=2 * MAX_ENTRANTS)
    if found.file.teams:
        team_imports.checked(found.file)
    return _numbered(found.file)


def settings_of(
    file: TournamentFile, rulebook: str, title: str = "", kind: ImportedFormat | None = None
) -> TournamentSettings:
    """The settings that a report tells; results are entered by hand. A report names no rulebook.

    Raises `NotAllowed` for what no tournament here can be.
    """
    field, kind = file.field, kind or _format(file)
    if kind == "swiss" and field.total > MAX_ROUNDS:
        raise NotAllowed("trf_rounds", most=MAX_ROUNDS)
    if len(field.forbidden) > MAX_FORBIDDEN:
        raise NotAllowed("trf_forbidden", most=MAX_FORBIDDEN)
    last = rounds_of("knockout", len(field.entrants), 0) if kind == "knockout" else 0
    given = {
        "title": words(title or file.name) or "TRF",
        "format": kind,
        "rulebook": rulebook,
        "rounds": max(1, min(field.total, MAX_ROUNDS)),
        "table": field.table,
        "over_the_board": True,
        "entry": "list",
        "limit": MAX_ENTRANTS,
        "seeding": "entered",
        "first_colour": field.first,
        "accelerated": bool(field.accelerated),
        "third_place": 0 < last <= len(field.rounds) and len(field.rounds[last - 1].pairings) > 1,
    }
    if file.teams:
        given |= team_imports.settings_of(file)
    codes = tuple(code for code in file.tie_breaks if code not in _POINTS and _is_known(code))[:12]
    if codes:
        given["tie_breaks"] = codes
    try:
        settings = msgspec.convert(given, TournamentSettings)
    except msgspec.ValidationError:
        raise AxedrezError("tournament_title") from None
    settings.check()
    return settings


def tie_breaks_left_out(file: TournamentFile) -> list[str]:
    """The tie-breaks of a report that are not known here."""
    return [code for code in file.tie_breaks if code not in _POINTS and not _is_known(code)]


def log(file: TournamentFile, settings: TournamentSettings, state: Tournament, now: int) -> list[e.TournamentEvent]:
    """All that has happened in a tournament of a report, at `now`; `state` is the empty one that it is carried out on.

    Raises `NotAllowed` where the rounds are not those of the format.
    """
    found: list[e.TournamentEvent] = []
    for act in (_acts_of_teams if file.teams else _acts)(file, settings, state):
        event = e.TournamentEvent(state.seq + 1, now, state.owner, act)
        state.apply(event)
        found.append(event)
    if file.teams:
        team_imports.check_points(file, state)
    return found


def _acts_of_teams(file: TournamentFile, settings: TournamentSettings, state: Tournament) -> Iterator[e.Act]:
    yield e.Configured(settings=settings)
    yield e.HeadingSet(heading=file.heading)
    team_of = {number: team.name for team in file.teams for number in team.players}
    entries: dict[int, int] = {}
    for entrant in file.field.entrants:
        entries[entrant.number] = state.seq + 1
        yield _entered(entrant, state.seq + 1, team_of[entrant.number])
    rounds = list(team_imports.rounds(file, settings.boards))
    if rounds:
        total = rounds_of(settings.format, len(file.teams), settings.rounds)
        names = tuple(team.name for team in file.teams)
        yield e.Started(order=tuple(entries.values()), rounds=max(total, len(rounds)), teams=names)
        for index, (drawn, games) in enumerate(rounds, 1):
            _check_round(settings, state, drawn, whole=len(rounds) >= total)
            yield e.Paired(round=index, pairings=games, byes=drawn.byes, matches=drawn.pairings)
    yield from team_imports.line_ups(file, state, entries)
    if not rounds:
        return
    for number in file.matches.withdrawn if file.matches else ():
        yield e.Left(entry=entries[number])
    if state.is_over:
        yield e.Ended()


def _acts(file: TournamentFile, settings: TournamentSettings, state: Tournament) -> Iterator[e.Act]:
    field = file.field
    began = _began_with(field) if settings.accelerated else len(field.entrants)
    yield e.Configured(settings=settings)
    yield e.HeadingSet(heading=file.heading)
    numbers = [entrant.number for entrant in field.entrants]
    entries: dict[int, int] = {}
    for entrant in field.entrants[:began]:
        entries[entrant.number] = state.seq + 1
        yield _entered(entrant, state.seq + 1)
    if field.forbidden:  # entries are known by now
        later = {number: state.seq + 2 + at for at, number in enumerate(numbers[began:], 1)}
        known = entries | later
        pairs = tuple((known[one], known[other]) for one, other in sorted(field.forbidden))
        yield e.Configured(settings=msgspec.structs.replace(settings, forbidden=pairs))
    rounds, asked = _rounds(file)
    if not rounds and not asked and len(field.entrants) == began:
        return  # nothing has begun: the entry is open
    total = rounds_of(settings.format, began, settings.rounds)
    yield e.Started(order=tuple(entries.values()), rounds=max(total, len(rounds)))
    for entrant in field.entrants[began:]:
        entries[entrant.number] = state.seq + 1
        yield _entered(entrant, state.seq + 1)
    for index, played in enumerate(rounds, 1):
        _check_round(settings, state, played, whole=len(rounds) >= total)
        yield e.Paired(round=index, pairings=played.pairings, byes=played.byes)
    for index, byes in sorted(asked.items()):
        for bye in byes:
            if bye.number not in entries:
                continue
            if bye.kind not in ("half", "zero"):
                raise NotAllowed("trf_full_bye", round=index)
            yield e.ByeAsked(entry=entries[bye.number], round=index, kind=bye.kind)
    if state.is_over:
        yield e.Ended()


def _check_round(settings: TournamentSettings, state: Tournament, played: Round, whole: bool) -> None:
    """A knockout, and a round robin that goes on, are paired here by their own tables: others cannot be continued."""
    number = len(state.rounds) + 1
    if settings.format == "knockout" and any(each.result in ("1/2-1/2", "0-0") for each in played.pairings):
        raise NotAllowed("trf_knockout", round=number)
    if settings.format == "swiss" or (whole and settings.format in _ROBINS):
        return
    try:
        expected = draw(state.drawing())
    except NotAllowed:
        raise NotAllowed("trf_format", round=number) from None
    if _pairs(expected) != _pairs(played):
        raise NotAllowed("trf_format", round=number)


def _pairs(played: Round) -> set[frozenset[int]]:
    return {frozenset((each.white, each.black)) for each in played.pairings}


def _rounds(file: TournamentFile) -> tuple[list[Round], dict[int, tuple[Bye, ...]]]:
    """The rounds by boards, the best first, and byes of later ones: programs write these as a round without games."""
    field, asked = file.field, dict(file.asked)
    rounds = list(field.rounds)
    while rounds and not rounds[-1].pairings:
        last = len(rounds)
        asked[last] = (*rounds.pop().byes, *asked.get(last, ()))
    points = dict.fromkeys((entrant.number for entrant in field.entrants), 0)
    found = []
    for played in rounds:

        def place(each: Pairing, points: dict[int, int] = points) -> tuple[int, int, int]:
            one, other = points[each.white], points[each.black]
            return -max(one, other), -one - other, min(each.white, each.black)

        found.append(Round(tuple(sorted(played.pairings, key=place)), played.byes))
        done = played.by_number()
        points = {number: tenths + field.table.of(done.get(number), number) for number, tenths in points.items()}
    return found, asked


def _began_with(field: Field) -> int:
    """How many were there at the start, if the virtual points are those of Baku acceleration. Raises `NotAllowed`."""
    for count in range(len(field.entrants), 0, -1):
        if swiss.baku(range(1, count + 1), field.total, field.table) == field.accelerated:
            return count
    raise NotAllowed("trf_accelerated")


def _numbered(file: TournamentFile) -> TournamentFile:
    """The file with numbers from 1 without gaps."""
    field = file.field
    new = {entrant.number: at for at, entrant in enumerate(field.entrants, 1)}
    if file.teams:
        file = team_imports.numbered(file, new)
    if all(number == at for number, at in new.items()):
        return msgspec.structs.replace(file, field=_with_known_pairs(field, new))

    def byes(some: tuple[Bye, ...]) -> tuple[Bye, ...]:
        return tuple(Bye(new[each.number], each.kind) for each in some if each.number in new)

    def played(each: Round) -> Round:
        pairings = (msgspec.structs.replace(one, white=new[one.white], black=new[one.black]) for one in each.pairings)
        return Round(tuple(pairings), byes(each.byes))

    changed = msgspec.structs.replace(
        _with_known_pairs(field, new),
        entrants=tuple(msgspec.structs.replace(each, number=new[each.number]) for each in field.entrants),
        rounds=tuple(map(played, field.rounds)),
        accelerated={
            index: {new[number]: tenths for number, tenths in given.items()}
            for index, given in field.accelerated.items()
        },
    )
    asked = {index: byes(some) for index, some in file.asked.items()}
    return msgspec.structs.replace(file, field=changed, asked=asked)


def _with_known_pairs(field: Field, new: dict[int, int]) -> Field:
    pairs = frozenset((new[one], new[other]) for one, other in field.forbidden if one in new and other in new)
    return msgspec.structs.replace(field, forbidden=pairs)


def _format(file: TournamentFile) -> ImportedFormat:
    told = file.heading.kind.casefold()
    found: ImportedFormat = next((kind for kind, signs in _SIGNS if any(sign in told for sign in signs)), "swiss")
    if found == "round-robin" and file.field.total > rounds_of(found, len(file.field.entrants), 0):
        return "double-round-robin"
    return found


def _is_known(code: str) -> bool:
    try:
        tie_break(code)
    except NotAllowed:
        return False
    return True


def _entered(entrant: Entrant, entry: int, team: str = "") -> e.Entered:
    try:
        birth = msgspec.convert(entrant.birth, Birth)
    except msgspec.ValidationError:
        birth = ""
    given = {**msgspec.structs.asdict(entrant), "birth": birth, "name": words(entrant.name)}
    known = {name: value for name, value in given.items() if name != "number"} | {"team": team}
    try:
        new = msgspec.convert(known, c.NewEntrant)
    except msgspec.ValidationError:
        raise TextError("trf_player", number=entrant.number) from None
    return e.Entered(entry=entry, **msgspec.structs.asdict(new))
