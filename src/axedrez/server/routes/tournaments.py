"""Tournaments: lists, making and running them, rounds, standings, files."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.messages import Texts
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.base.errors import NotFound
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import LONG_BODY, RulebookId
from axedrez.server.community.classes import Classes
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.tournaments import standings_views, views
from axedrez.server.tournaments.bracket_view import BracketView, bracket_view
from axedrez.server.tournaments.service import LiveTournament, Tournaments
from axedrez.server.tournaments.standings_views import CardView, CrossRow, StandingsView, TeamCard
from axedrez.server.tournaments.views import LoggedAct, RoundView, TournamentLine, TournamentView
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.storage import TournamentFilter, TournamentHeader
from axedrez.tournaments import lists, mini_matches
from axedrez.tournaments.commands import AddOrganizer, Command, NewEntrant, NewPerson
from axedrez.tournaments.events import RoundNumber
from axedrez.tournaments.mini_matches import Stage
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.tournament import Phase

PAGE_SIZE = 50
MAKING = Quota(Rate(burst=10, a_second=1 / 60), Rate(burst=100, a_second=1 / 5))
CHANGING = Quota(Rate(burst=200, a_second=4), Rate(burst=3000, a_second=100))
COUNTING = Quota(Rate(burst=60, a_second=4), Rate(burst=1500, a_second=100))
"""Standings and files are work."""
ASKING = Quota(Rate(burst=10, a_second=1 / 30), Rate(burst=50, a_second=1 / 6))
"""Nobody tries out which logins there are."""


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
    return [views.line(each, await names_of(rulebooks, each), each.id in own) for each in found]


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
    return await work(price(live), standings_views.crosstable, live.state, standings)


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
    return await work(price(live), standings_views.card, live.state, standings, number, games)


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
    return await work(price(live), standings_views.team_card, live.state, standings, number)


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
    return await work(price(live), bracket_view, live.state, games)


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
    names = await names_of(rulebooks, live.header)
    return views.view(live, names, person_of(me), tournaments.now(), games)


async def _standings(live: LiveTournament, tournaments: Tournaments, number: int | None) -> StandingsView:
    rounds = len(live.state.rounds)
    if number is not None and number > rounds:
        raise NotFound("tournament_no_round")
    standings = await tournaments.standings(live, number)
    return await work(price(live), standings_views.standings_view, live.state, standings, number or rounds)


def price(live: LiveTournament) -> float:
    """What a table over all who play costs, in ms."""
    return LOOK_MS + PLY_MS * len(live.state.entries)


async def names_of(rulebooks: RulebookStore, head: TournamentHeader) -> Texts:
    """The names of the rulebook of a tournament, by language."""
    names = (await rulebooks.load(head.rulebook)).sheet.names
    return {"es": names.es, "en": names.en}


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
    place_of_game,
]
