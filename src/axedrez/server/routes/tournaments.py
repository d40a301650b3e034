"""Tournaments: lists, making and running them, rounds, standings, files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez import gamefiles
from axedrez.core.game_record import GameRecord
from axedrez.match import transcript
from axedrez.messages import Texts
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import LONG_BODY, RulebookId
from axedrez.server.community.classes import Classes
from axedrez.server.play.games import Games
from axedrez.server.routes.files import game_headers
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.tournaments import standings_views, views
from axedrez.server.tournaments.bracket_view import BracketView, bracket_view
from axedrez.server.tournaments.service import LiveTournament, Tournaments
from axedrez.server.tournaments.standings_views import CardView, CrossRow, StandingsView, TeamCard
from axedrez.server.tournaments.views import LoggedAct, RoundView, TournamentLine, TournamentView
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.storage import TournamentFilter, TournamentHeader
from axedrez.tournaments import lists, mini_matches, reports
from axedrez.tournaments.events import AddOrganizer, Command, NewEntrant, NewPerson, RoundNumber
from axedrez.tournaments.mini_matches import Stage
from axedrez.tournaments.settings import MAX_ENTRANTS, TournamentSettings
from axedrez.tournaments.tiebreaks import Standing
from axedrez.tournaments.tournament import Phase, Tournament, Who
from axedrez.tournaments.trf import written
from axedrez.tournaments.trf.document import Version

PAGE_SIZE = 50
MAKING = Quota(Rate(burst=10, a_second=1 / 60), Rate(burst=100, a_second=1 / 5))
CHANGING = Quota(Rate(burst=200, a_second=4), Rate(burst=3000, a_second=100))
COUNTING = Quota(Rate(burst=60, a_second=4), Rate(burst=1500, a_second=100))
"""Standings and files are work."""
ASKING = Quota(Rate(burst=10, a_second=1 / 30), Rate(burst=50, a_second=1 / 6))
"""Nobody tries out which logins there are."""

FileFormat = Literal["trf26", "trf16", "csv", "games"]
PaperName = Literal["pairings", "slips", "standings", "crosstable", "certificates"]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament; `id` is made by the sender and makes a repetition harmless. The server makes its own."""

    id: UUID
    settings: TournamentSettings


class TournamentCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command; the same `id` again changes nothing."""

    id: UUID
    command: Command


class PlayerList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of players: a line for each, `name;rating;title;federation`."""

    text: Annotated[str, msgspec.Meta(max_length=60_000)]


class GamePlace(msgspec.Struct, frozen=True):
    """Where in a tournament a game belongs. In `armageddon` a draw counts for Black.

    `many`: a simultaneous display, whose host plays at many boards.
    """

    tournament: UUID
    title: str
    round: int
    board: int
    stage: Stage
    many: bool = False


@get("/api/tournaments", responses=COMMON, summary="Tournaments")
async def list_tournaments(
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    me: NamedDependency[Identity | None],
    phase: Annotated[Phase | None, QueryParameter()] = None,
    mine: Annotated[bool, QueryParameter()] = False,
    rulebook: Annotated[RulebookId | None, QueryParameter()] = None,
    before: Annotated[int | None, QueryParameter(ge=0)] = None,
    club: Annotated[UUID | None, QueryParameter()] = None,
) -> list[TournamentLine]:
    """Tournaments, those changed last first; `mine`: that one organizes or takes part in; `club`: of a club."""
    if mine and me is None:
        return []
    person = me.person if mine and me is not None else None
    wanted = TournamentFilter(phase, person=person, rulebook=rulebook, before=before, club=club)
    found = await tournaments.store.page(wanted, PAGE_SIZE)
    own = await tournaments.store.of_person(me.person, [each.id for each in found]) if me is not None else frozenset()
    return [views.line(each, await _names(rulebooks, each), each.id in own) for each in found]


@post("/api/tournaments", request_max_body_size=LONG_BODY, responses=UNKNOWN, summary="Make a tournament")
async def make_tournament(
    data: JSONBody[NewTournament],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> TournamentView:
    """A new tournament, which its maker organizes."""
    who = somebody(me)
    rate_limiter.share("tournament", requester, MAKING)
    live = await tournaments.create(who, request_ids.of("tournament", requester, data.id), data.settings)
    return await tournament_view(live, tournaments, rulebooks, who)


class ClassTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament for the pupils of a class, or of one of its groups (`part`).

    Where teams play, the groups of the class are the teams; who is in none is assigned by the organizer.
    """

    id: UUID
    settings: TournamentSettings
    part: Annotated[str, msgspec.Meta(max_length=40)] = ""


@post(
    "/api/classes/{class_id:uuid}/tournaments",
    request_max_body_size=LONG_BODY,
    responses=UNKNOWN,
    summary="Make a tournament for a class",
)
async def make_class_tournament(
    class_id: FromPath[UUID],
    data: JSONBody[ClassTournament],
    classes: NamedDependency[Classes],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> TournamentView:
    """A new tournament which the pupils are entered in. Nobody else finds it without its link."""
    who = somebody(me)
    rate_limiter.share("tournament", requester, MAKING)
    pupils = await classes.entrants(who, class_id, data.part)
    with_teams = data.settings.boards > 0
    people = tuple(NewPerson(each.person, each.name, each.part if with_teams else "") for each in pupils)
    new_id = request_ids.of("tournament", requester, data.id)
    live = await tournaments.create_for(who, new_id, data.settings, people)
    return await tournament_view(live, tournaments, rulebooks, who)


@get("/api/tournaments/{tournament_id:uuid}", responses=UNKNOWN, summary="A tournament")
async def read_tournament(
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    me: NamedDependency[Identity | None],
) -> TournamentView:
    """A tournament, without its pairings."""
    return await tournament_view(await tournaments.get(tournament_id), tournaments, rulebooks, me)


@post(
    "/api/tournaments/{tournament_id:uuid}/commands",
    request_max_body_size=LONG_BODY,
    status_code=200,
    responses=UNKNOWN,
    summary="Do something",
)
async def command_tournament(
    tournament_id: FromPath[UUID],
    data: JSONBody[TournamentCommand],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> TournamentView:
    """Carry out a command: entering and leaving for everybody, all else for organizers."""
    who = somebody(me)
    rate_limiter.share("tournament command", requester, CHANGING)
    if isinstance(data.command, AddOrganizer) and data.command.login:
        rate_limiter.share("tournament login", requester, ASKING)
    live = await tournaments.command(who, tournament_id, data.id, data.command)
    return await tournament_view(live, tournaments, rulebooks, who)


@post(
    "/api/tournaments/names",
    request_max_body_size=LONG_BODY,
    status_code=200,
    responses=COMMON,
    summary="Read a list of players",
)
async def read_names(
    data: JSONBody[PlayerList],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> list[NewEntrant]:
    """The players of a list, to be looked at before they are added; the first bad line is named."""
    rate_limiter.share("tournament view", requester, COUNTING)
    return lists.entrants(data.text)


@get("/api/tournaments/{tournament_id:uuid}/rounds/{number:int}", responses=UNKNOWN, summary="A round")
async def read_round(
    tournament_id: FromPath[UUID], number: FromPath[RoundNumber], tournaments: NamedDependency[Tournaments]
) -> RoundView:
    """The pairings of a round, with their results and games."""
    live = await tournaments.get(tournament_id)
    if number > (1 if live.state.ends_at is not None else len(live.state.rounds)):
        raise NotFound("tournament_no_round")
    return views.round_view(live.state, number, await tournaments.present_games(live, number))


@get("/api/tournaments/{tournament_id:uuid}/standings", responses=UNKNOWN, summary="Standings")
async def read_standings(
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    number: Annotated[RoundNumber | None, QueryParameter(name="round")] = None,
) -> StandingsView:
    """The standings after a round, or now; each tie-break with what it is made of."""
    rate_limiter.share("tournament view", requester, COUNTING)
    live = await tournaments.get(tournament_id)
    return await _standings(live, tournaments, number)


@get("/api/tournaments/{tournament_id:uuid}/crosstable", responses=UNKNOWN, summary="The crosstable")
async def read_crosstable(
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> list[CrossRow]:
    """Everybody's rounds, in the order of the standings."""
    rate_limiter.share("tournament view", requester, COUNTING)
    live = await tournaments.get(tournament_id)
    standings = await tournaments.standings(live)
    return await work(_price(live), standings_views.crosstable, live.state, standings)


@get("/api/tournaments/{tournament_id:uuid}/entrants/{number:int}", responses=UNKNOWN, summary="A player's card")
async def read_card(
    tournament_id: FromPath[UUID],
    number: FromPath[RoundNumber],
    tournaments: NamedDependency[Tournaments],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> CardView:
    """The rounds of a player; `number`: as in the standings."""
    rate_limiter.share("tournament view", requester, COUNTING)
    live = await tournaments.get(tournament_id)
    standings = await tournaments.standings(live)
    if number > len(live.state.entries):
        raise NotFound("tournament_not_entered")
    games = {(each.round, each.board): each.game for each in await tournaments.games(live)}
    return await work(_price(live), standings_views.card, live.state, standings, number, games)


@get("/api/tournaments/{tournament_id:uuid}/teams/{number:int}", responses=UNKNOWN, summary="A team's card")
async def read_team(
    tournament_id: FromPath[UUID],
    number: FromPath[RoundNumber],
    tournaments: NamedDependency[Tournaments],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> TeamCard:
    """The players and the matches of a team; `number`: as in the standings."""
    rate_limiter.share("tournament view", requester, COUNTING)
    live = await tournaments.get(tournament_id)
    standings = await tournaments.standings(live)
    if not live.state.set.boards or all(each.number != number for each in standings):
        raise NotFound("tournament_no_team")
    return await work(_price(live), standings_views.team_card, live.state, standings, number)


@get("/api/tournaments/{tournament_id:uuid}/bracket", responses=UNKNOWN, summary="The bracket of a knockout")
async def read_bracket(
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> BracketView:
    """Who meets whom in each round, and who has won; of rounds to come the places are open."""
    rate_limiter.share("tournament view", requester, COUNTING)
    live = await tournaments.get(tournament_id)
    games = {(each.round, each.board): each.game for each in await tournaments.games(live)}
    return await work(_price(live), bracket_view, live.state, games)


@get("/api/tournaments/{tournament_id:uuid}/log", responses=UNKNOWN, summary="What has happened")
async def read_log(
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> list[LoggedAct]:
    """Everything that has happened, with the reasons of corrections, for everybody."""
    rate_limiter.share("tournament view", requester, COUNTING)
    live = await tournaments.get(tournament_id)
    log = await tournaments.store.events(tournament_id)
    owner = await tournaments.name_of(live.header.owner)
    return views.logged(live, log, owner, views.role(live.state, person_of(me)) == "organizer")


@get(
    "/api/tournaments/{tournament_id:uuid}/files/{file_format:str}",
    responses={
        **UNKNOWN,
        200: ResponseSpec(str, media_type="text/plain", description="The file", generate_examples=False),
    },
    summary="A tournament as a file",
)
async def tournament_file(
    tournament_id: FromPath[UUID],
    file_format: FromPath[FileFormat],
    tournaments: NamedDependency[Tournaments],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> Response[str]:
    """The report in FIDE's format (TRF), the standings as CSV, or all games as PGN, or what holds such games."""
    rate_limiter.share("tournament view", requester, COUNTING, cost=5)
    live = await tournaments.get(tournament_id)
    media, suffix = "text/plain", ".trf"
    if file_format == "csv":
        media, suffix = "text/csv", ".csv"
        text = await work(_price(live), reports.standings_csv, live.state, await tournaments.standings(live))
    elif file_format == "games":
        records = await _records(live, tournaments, games, me)
        found = gamefiles.formats(records[0].start)[0]
        media, suffix = found.media_type, f".{found.extension}"
        text = await work(
            PLY_MS * sum(len(each.entries) for each in records),
            gamefiles.write,
            records,
            found.name,
            rulebooks.load_shipped,
        )
    else:
        version: Version = "26" if file_format == "trf26" else "16"
        full, standings = live.state.may_organize(Who(person_of(me))), await tournaments.standings(live)
        text = await work(_price(live), _report, live.state, version, standings, full and me is not None)
    headers = {"content-disposition": f'attachment; filename="tournament-{tournament_id}{suffix}"'}
    return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)


@get(
    "/api/tournaments/{tournament_id:uuid}/papers/{what:str}",
    responses={
        **UNKNOWN,
        200: ResponseSpec(bytes, media_type="application/pdf", description="A PDF", generate_examples=False),
    },
    summary="A tournament on paper",
)
async def tournament_paper(
    tournament_id: FromPath[UUID],
    what: FromPath[PaperName],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request: Request[Any, Any, Any],
    number: Annotated[RoundNumber | None, QueryParameter(name="round")] = None,
    first: Annotated[int | None, QueryParameter(ge=1, le=MAX_ENTRANTS)] = None,
) -> Response[bytes]:
    """A PDF in the language of the request.

    The `pairings` or the `slips` of a round (the last one), the `standings`, the `crosstable`, or `certificates` for
    the places up to `first` (everybody).
    """
    rate_limiter.share("tournament view", requester, COUNTING, cost=3)
    live, lang = await tournaments.get(tournament_id), language(request)
    names = await _names(rulebooks, live.header)
    index = number or len(live.state.rounds)
    made = await work(_price(live), _printed, live.state, what, lang, index, first, names[lang])
    headers = {"content-disposition": f'attachment; filename="{what}-{tournament_id}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


@get("/api/games/{game_id:uuid}/tournament", responses=UNKNOWN, summary="The tournament of a game")
async def place_of_game(
    game_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    request: Request[Any, Any, Any],
) -> GamePlace | None:
    """The tournament that a game belongs to; null for none."""
    found = await tournaments.store.of_game(game_id)
    if found is None:
        return None
    live = await tournaments.get(found.tournament)
    settings = live.state.set
    stage: Stage = mini_matches.stage(settings, found.replay) if settings.format == "knockout" else "game"
    many = settings.format == "simul"
    return GamePlace(found.tournament, settings.title, found.round, found.board, stage, many)


async def tournament_view(
    live: LiveTournament, tournaments: Tournaments, rulebooks: RulebookStore, me: Identity | None
) -> TournamentView:
    """A tournament as somebody sees it."""
    rounds = 1 if live.state.ends_at is not None else len(live.state.rounds)
    games = await tournaments.present_games(live, rounds) if rounds else {}
    names = await _names(rulebooks, live.header)
    return views.view(live, names, person_of(me), tournaments.now(), games)


async def _standings(live: LiveTournament, tournaments: Tournaments, number: int | None) -> StandingsView:
    rounds = len(live.state.rounds)
    if number is not None and number > rounds:
        raise NotFound("tournament_no_round")
    standings = await tournaments.standings(live, number)
    return await work(_price(live), standings_views.standings_view, live.state, standings, number or rounds)


def _price(live: LiveTournament) -> float:
    """What a table over all who play costs, in ms."""
    return LOOK_MS + PLY_MS * len(live.state.entries)


async def _names(rulebooks: RulebookStore, head: TournamentHeader) -> Texts:
    names = (await rulebooks.load(head.rulebook)).sheet.names
    return {"es": names.es, "en": names.en}


def _printed(state: Tournament, what: PaperName, lang: str, index: int, first: int | None, rulebook: str) -> bytes:
    from axedrez.tournaments import certificates, sheets  # with what writes PDF: no start of a server waits for that

    date = datetime.fromtimestamp(state.at / 1000, UTC).date()
    match what:
        case "pairings":
            return sheets.pairings(state, index, lang, date)[0]
        case "slips":
            return sheets.slips(state, index, lang, date)[0]
        case "standings":
            return sheets.standings(state, lang, date)[0]
        case "crosstable":
            return sheets.crosstable(state, lang, date)[0]
        case "certificates":
            given = certificates.placed(state, first)
            title, players = state.set.title, len(state.entries)
            return certificates.certificates(title, rulebook, date, given, "", lang, players=players)[0]


def _report(state: Tournament, version: Version, standings: Sequence[Standing], full: bool) -> str:
    """The report with the days on which rounds were paired, where nobody has told others.

    Days of birth are for organizers (`full`). Raises AxedrezError where the format has none.
    """
    days, told = [_day(each.at) for each in state.rounds], state.heading
    report = reports.report(state)
    if not full:
        entrants = tuple(msgspec.structs.replace(each, birth="") for each in report.field.entrants)
        report = msgspec.structs.replace(report, field=msgspec.structs.replace(report.field, entrants=entrants))
    report = msgspec.structs.replace(
        report,
        start=told.start or (_day(state.started_at) if state.started_at else ""),
        end=told.end or (days[-1] if state.phase == "ended" and days else ""),
        dates=(*told.dates[: len(days)], *days[len(told.dates) :]),
    )
    return written(report, version, reports.places(state, standings))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y/%m/%d")


async def _records(
    live: LiveTournament, tournaments: Tournaments, games: Games, me: Identity | None
) -> list[GameRecord]:
    """All games of a tournament, as far as somebody may see them, by rounds and boards. Raises `NotFound` for none."""
    records = list[GameRecord]()
    for each in await tournaments.games(live):
        game = await games.get_for(each.game, person_of(me))
        headers = {**game_headers(game), "Event": live.state.set.title, "Round": f"{each.round}.{each.board}"}
        price_ms = PLY_MS * len(game.record.moves)
        records.append(await work(price_ms, transcript, game.record, await games.log(game), headers))
    if not records:
        raise NotFound("tournament_no_games")
    return records


HANDLERS = [
    list_tournaments,
    make_tournament,
    make_class_tournament,
    read_tournament,
    command_tournament,
    read_names,
    read_round,
    read_standings,
    read_crosstable,
    read_card,
    read_team,
    read_bracket,
    read_log,
    tournament_file,
    tournament_paper,
    place_of_game,
]
