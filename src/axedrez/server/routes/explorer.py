"""The explorer: which moves were played in a position, in collections and in the games of this server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter

from axedrez import gamefiles
from axedrez.core import AxedrezError, Position
from axedrez.core.outcome import Result
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.explorer.batch import RESULTS
from axedrez.explorer.query import Counts, Filter, Found
from axedrez.explorer.shelf import MAX_NAME_LENGTH
from axedrez.explorer.traces import options
from axedrez.match.commands import MoveText, SideWord
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.explorer import Explorer, Played, opening_of
from axedrez.server.base.errors import Malformed, NotFound, language
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import OptionValues, PositionText, RulebookId
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.routes.analyses import AnyRequest, check_free
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.storage.explorer import ChoiceCounts, Example, ExplorerFilter

QUESTIONS = Quota(Rate(burst=60, a_second=4), Rate(burst=600, a_second=40))
"""Every step on an analysis board is a question."""

CollectionName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_LENGTH, pattern=whole(ONE_LINE + "+"))]
PlayerName = Annotated[str, msgspec.Meta(max_length=60, pattern=whole(ONE_LINE + "*"))]
Rating = Annotated[int, msgspec.Meta(ge=0, le=5000)]
Year = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class AskExplorer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position after moves from another one, or from the start of a rulebook; and where to look.

    `source`: the games of this server whose players agree, the requester's own, or a `collection`. `material`
    (`KRPkrp`), in place of a position, finds games of a collection; with `anywhere` a `player` does, in any position
    and by any rules. Which games count: by `result` and years (of any
    source), by a part of a `player`'s name with `colour`, and by the mean rating of both (of collections).
    """

    rulebook: RulebookId
    options: OptionValues = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=1000)] = []
    source: Literal["server", "mine", "collection"] = "server"
    collection: CollectionName | None = None
    material: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    player: PlayerName = ""
    anywhere: bool = False
    colour: SideWord | None = None
    result: Result | None = None
    rating_from: Rating | None = None
    rating_to: Rating | None = None
    year_from: Year | None = None
    year_to: Year | None = None


class ExplorerMove(msgspec.Struct, frozen=True):
    """A move, or a roll, that was played: games by result (`unknown`: without one).

    `rating`: the mean of those who played it; `last_year`: when it was played last; None where they are not known.
    """

    move: str
    notation: str
    games: int
    white: int
    draws: int
    black: int
    unknown: int
    rating: int | None
    last_year: int | None


class ExplorerGame(msgspec.Struct, frozen=True):
    """A game with the position: one of this server (`game`), or number `number` of the collection.

    Names of visitors are not told. `ply`: how many moves had been played when the material came up.
    """

    game: UUID | None
    number: int | None
    white: str
    black: str
    white_rating: int | None
    black_rating: int | None
    result: Result
    date: str
    ply: int | None


class OpeningView(msgspec.Struct, frozen=True):
    """An opening of chess: its ECO code, and its name, which is English."""

    code: str
    name: str


class ExplorerView(msgspec.Struct, frozen=True):
    """The answer: all games by result, the moves by how often they were played, and some of the games."""

    position: str
    opening: OpeningView | None
    games: int
    white: int
    draws: int
    black: int
    unknown: int
    moves: list[ExplorerMove]
    examples: list[ExplorerGame]


class CollectionView(msgspec.Struct, frozen=True):
    """A collection of this server."""

    name: str
    games: int


@post("/api/explorer", status_code=200, responses=UNKNOWN, summary="The moves played in a position")
async def ask_explorer(
    data: JSONBody[AskExplorer],
    explorer: NamedDependency[Explorer],
    games: NamedDependency[Games],
    fair_play: NamedDependency[FairPlay],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> ExplorerView:
    """Which moves were played, with results and strength; refused to people who are playing another person.

    Also refused for positions of running games between others.
    """
    await check_free(person_of(me), games)
    _check(data)
    rate_limiter.share("explorer", requester, QUESTIONS)
    game = await rulebooks.load(data.rulebook, data.options)
    position = await work(LOOK_MS + PLY_MS * len(data.moves), _position, game.start(), data)
    await fair_play.check(position.text())
    lang = language(request)
    if data.source == "collection":
        wanted = Filter(
            data.player, data.colour, (data.rating_from, data.rating_to), (data.year_from, data.year_to), data.result
        )
        name = data.collection or ""
        try:
            if data.material is not None:
                found = await explorer.material(name, game, data.material, wanted)
            elif data.anywhere:
                found = await explorer.player(name, wanted)
            else:
                found = await explorer.explore(name, position, wanted, lang)
        except AxedrezError as fault:
            raise _missing(fault) from None
        return _of_collection(position, found)
    own = somebody(me).person if data.source == "mine" else None
    result = RESULTS.index(data.result) if data.result is not None else None
    played = await explorer.played(position, data.source, own, ExplorerFilter(result, data.year_from, data.year_to))
    return await work(LOOK_MS, _of_server, position, played, lang)


@get("/api/explorer/collections", responses=COMMON, summary="The collections of this server")
async def list_collections(explorer: NamedDependency[Explorer]) -> list[CollectionView]:
    """The collections that the operator of this server has imported."""
    return [CollectionView(*each) for each in await explorer.collections()]


@get(
    "/api/explorer/collections/{name:str}/games/{number:int}",
    responses={
        **UNKNOWN,
        200: ResponseSpec(str, media_type="text/plain", description="The game", generate_examples=False),
    },
    summary="A game of a collection",
)
async def read_collection_game(
    name: FromPath[CollectionName],
    number: Annotated[int, PathParameter(ge=0, le=2**32 - 1)],
    explorer: NamedDependency[Explorer],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> Response[str]:
    """A game as a file holds it: PGN, or the text of games with dice."""
    rate_limiter.share("explorer", requester, QUESTIONS)
    try:
        record = await explorer.game(name, number)
    except AxedrezError as fault:
        raise _missing(fault) from None
    text = await work(PLY_MS * len(record.entries), gamefiles.write_game, record)
    return Response(text, media_type="text/plain")


def _check(data: AskExplorer) -> None:
    """Raise `Malformed` for fields that do not go together."""
    is_collection = data.source == "collection"
    if is_collection != (data.collection is not None):
        raise Malformed("collection")
    given = {
        "player": bool(data.player),
        "rating_from": data.rating_from is not None,
        "rating_to": data.rating_to is not None,
        "material": data.material is not None,
        "anywhere": data.anywhere,
    }
    for field, is_given in given.items():
        if is_given and not is_collection:
            raise Malformed(field)
    if data.colour is not None and not data.player.strip():
        raise Malformed("colour")
    if data.anywhere and (data.material is not None or not data.player.strip()):
        raise Malformed("anywhere")


def _missing(fault: AxedrezError) -> AxedrezError:
    """What is not there is another answer than what is refused."""
    is_missing = fault.reason in ("collection_unknown", "collection_game", "collection_version", "collection_broken")
    return NotFound(fault.reason, **fault.details) if is_missing else fault


def _position(start: Position, data: AskExplorer) -> Position:
    position = start if data.position is None else start.game.parse(data.position)
    for move in data.moves:
        position = position.play(move)
    return position


def _opening(position: Position) -> OpeningView | None:
    opening = opening_of(position)
    return OpeningView(*opening) if opening is not None else None


def _of_collection(position: Position, found: Found) -> ExplorerView:
    moves = [
        ExplorerMove(
            *(move.move, move.notation, move.counts.games),
            **move.counts._asdict(),
            rating=move.rating,
            last_year=move.last_year,
        )
        for move in found.moves
    ]
    examples = [
        ExplorerGame(
            None, each.number, each.white, each.black, each.white_rating, each.black_rating, each.result, each.date,
            each.ply,
        )
        for each in found.games
    ]  # fmt: skip
    return ExplorerView(
        position.text(),
        _opening(position),
        found.counts.games,
        **found.counts._asdict(),
        moves=moves,
        examples=examples,
    )


def _of_server(position: Position, played: Played, lang: str) -> ExplorerView:
    possible = list(options(position))
    by_choice: dict[int, list[ChoiceCounts]] = {}
    totals = dict.fromkeys(range(len(RESULTS)), 0)
    for each in played.counts:
        totals[each.result] += each.games
        if each.choice < len(possible):
            by_choice.setdefault(each.choice, []).append(each)
    moves = []
    for choice, results in by_choice.items():
        counts = _counts({each.result: each.games for each in results})
        move, rated = possible[choice], sum(each.rated for each in results)
        moves.append(
            ExplorerMove(
                *(str(move), position.notate(move, lang), counts.games),
                **counts._asdict(),
                rating=round(sum(each.ratings for each in results) / rated) if rated else None,
                last_year=max(each.last_year for each in results),
            )
        )
    moves.sort(key=lambda move: -move.games)
    counts = _counts(totals)
    examples = [_example(each) for each in played.examples]
    return ExplorerView(
        position.text(), _opening(position), counts.games, **counts._asdict(), moves=moves, examples=examples
    )


def _counts(by_result: dict[int, int]) -> Counts:
    """The counts by the index of the result in `RESULTS`."""
    white, black, draws, unknown = (by_result.get(result, 0) for result in range(len(RESULTS)))
    return Counts(white, draws, black, unknown)


def _example(found: Example) -> ExplorerGame:
    date = datetime.fromtimestamp(found.ended_at / 1000, UTC).strftime("%Y.%m.%d")
    return ExplorerGame(
        found.id, None, found.white, found.black, found.white_rating, found.black_rating, found.result, date, None
    )


HANDLERS = [ask_explorer, list_collections, read_collection_game]
