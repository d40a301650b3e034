"""Tournaments as files and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from axedrez import gamefiles
from axedrez.core.game_record import GameRecord
from axedrez.match import transcript
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.play.games import Games
from axedrez.server.routes.files import game_headers
from axedrez.server.routes.tournaments import COUNTING, names_of, price
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.tournaments.service import LiveTournament, Tournaments
from axedrez.server.work.priced_work import PLY_MS, work
from axedrez.tournaments import reports
from axedrez.tournaments.events import RoundNumber
from axedrez.tournaments.settings import MAX_ENTRANTS
from axedrez.tournaments.tiebreaks import Standing
from axedrez.tournaments.tournament import Tournament, Who
from axedrez.tournaments.trf import written
from axedrez.tournaments.trf.document import Version

FileFormat = Literal["trf26", "trf16", "csv", "games"]
PaperName = Literal["pairings", "slips", "standings", "crosstable", "certificates"]


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
        text = await work(price(live), reports.standings_csv, live.state, await tournaments.standings(live))
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
        text = await work(price(live), _report, live.state, version, standings, full and me is not None)
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
    names = await names_of(rulebooks, live.header)
    index = number or len(live.state.rounds)
    made = await work(price(live), _printed, live.state, what, lang, index, first, names[lang])
    headers = {"content-disposition": f'attachment; filename="{what}-{tournament_id}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


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
    heading = msgspec.structs.replace(
        report.heading,
        start=told.start or (_day(state.started_at) if state.started_at else ""),
        end=told.end or (days[-1] if state.phase == "ended" and days else ""),
        dates=(*told.dates[: len(days)], *days[len(told.dates) :]),
    )
    return written(msgspec.structs.replace(report, heading=heading), version, reports.places(state, standings))


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


HANDLERS = [tournament_file, tournament_paper]
