"""Game files: read into stored games, and written from them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID, uuid4

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import (
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    RequestBody,
    Schema,
)
from litestar.params import FromPath, QueryParameter, RawBody

from axedrez import analysts, gamefiles
from axedrez.core import AxedrezError
from axedrez.core.game_record import Annotation, FileFault, FileFormat, GameRecord
from axedrez.match import GameSetup, Player, Players, Progress, transcript
from axedrez.messages import sentence
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.requesters import Requester
from axedrez.server.access.throttle import Throttle
from axedrez.server.analysis.analyses import Analyses, AnalysisJob
from axedrez.server.base.errors import NotFound, TooMuch, language
from axedrez.server.base.http import while_there
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import LONG_BODY, FormatName, JobKey
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame, now_ms
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.fair_queue import FairQueue, QueueBounds
from axedrez.server.work.priced_work import KIB_MS, PLY_MS, SHORT_MS, work

TEXT = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
BINARY = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
WRITTEN = dict.fromkeys(sorted({found.media_type for found in gamefiles.FORMATS if not found.is_binary}), TEXT)
READ = WRITTEN | dict.fromkeys(sorted({found.media_type for found in gamefiles.FORMATS if found.is_binary}), BINARY)
MAX_NAME_LENGTH = 60
MAX_PASSED = 1000
FILE_BOUNDS = QueueBounds(sender=16, address=400, total=2000)


def file_turns() -> FairQueue:
    """The queue of files that are read: one long one at a time, and a short one beside it.

    They would be no sooner read together, and hold all of a game each.
    """
    return FairQueue(1, FILE_BOUNDS, ranks=2)


class Imported(msgspec.Struct, frozen=True):
    """A stored game of the file."""

    id: str
    rulebook: str
    white: str
    black: str
    result: str
    plies: int


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with the `game`-th game of the file, or was passed over in it, and where (all from 1)."""

    game: int
    line: int
    column: int
    message: str


class Import(msgspec.Struct, frozen=True):
    """The result of an import, with the detected format; `passed`: what was skipped in games that were read."""

    format: str
    games: list[Imported]
    faults: list[Fault]
    passed: list[Fault]


class FileView(msgspec.Struct, frozen=True):
    """A format that a game can be written in, and the name of the file."""

    format: str
    name: str


class NoteView(msgspec.Struct, frozen=True):
    """The notes of an imported game's file about the move `ply` (0: before the first)."""

    ply: int
    signs: str
    text: str


@dataclass
class FileOperation(Operation):
    """Describes a body that is a file."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(content=READ, required=True)


@dataclass
class WrittenOperation(Operation):
    """Describes an answer that is a file."""

    def __post_init__(self) -> None:
        answer = (self.responses or {}).get("200")
        if isinstance(answer, OpenAPIResponse):
            answer.content = WRITTEN


@post(
    "/api/files",
    request_max_body_size=LONG_BODY,
    status_code=200,
    responses=COMMON,
    summary="Read a file",
    operation_class=FileOperation,
)
async def read_file(
    body: RawBody,
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    me: NamedDependency[Identity | None],
    request: Request[Any, Any, Any],
    throttle: NamedDependency[Throttle],
    requester: NamedDependency[Requester],
    file_turns: NamedDependency[FairQueue],
) -> Import:
    """Store every readable game of a file, and report the faults of the others; no more once the client is gone."""
    lang = language(request)
    find = rulebooks.finder()
    price_ms = KIB_MS * len(body) / 1024  # for each of its games, which may be the only one
    file = await work(price_ms, lambda: gamefiles.GameFile(body, find))

    async def store(record: GameRecord, before: LiveGame | None) -> LiveGame:
        throttle.store(requester)
        return await _store(games, rulebooks, record, before, person_of(me))

    async def read() -> Import:
        async with file_turns.turn(requester, rank=0 if price_ms <= SHORT_MS else 1):
            return await _read(file, price_ms, store, lang)

    return await while_there(request, read())


async def _read(
    file: gamefiles.GameFile,
    price_ms: float,
    store: Callable[[GameRecord, LiveGame | None], Awaitable[LiveGame]],
    lang: str,
) -> Import:
    found = iter(file)
    stored: list[Imported] = []
    faults: list[Fault] = []
    passed: list[Fault] = []

    def described(fault: FileFault) -> Fault:
        return Fault(fault.game, fault.line, fault.column, sentence(fault.error, lang))

    number, before = 0, None
    while (item := await work(price_ms, next, found, None)) is not None:
        number += 1
        if isinstance(item, FileFault):
            faults.append(described(item))
            before = None
            continue
        passed += map(described, item.passed[: MAX_PASSED - len(passed)])
        try:
            before = await store(item, before)
            stored.append(_imported(before))
        except TooMuch as refusal:
            faults.append(Fault(number, max(file.line, 1), 1, sentence(refusal, lang)))
            break
        except AxedrezError as refusal:  # such as moves after the end of the game
            faults.append(Fault(number, max(file.line, 1), 1, sentence(refusal, lang)))
            before = None
    return Import(file.format.name, stored, faults, passed)


@get("/api/games/{game_id:uuid}/files", responses=UNKNOWN, summary="The files of a game")
async def list_files(game_id: FromPath[UUID], games: NamedDependency[Games]) -> list[FileView]:
    """The formats that the game can be written in."""
    live = await games.get(game_id)
    return [FileView(found.name, _file_name(live, found)) for found in gamefiles.formats(live.record.start)]


@get(
    "/api/games/{game_id:uuid}/files/{format_name:str}",
    responses={
        **UNKNOWN,
        200: ResponseSpec(str, media_type="text/plain", description="The game", generate_examples=False),
    },
    summary="Write a file",
    operation_class=WrittenOperation,
)
async def write_file(
    game_id: FromPath[UUID],
    format_name: FromPath[FormatName],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    analyses: NamedDependency[Analyses],
    me: NamedDependency[Identity | None],
    request: Request[Any, Any, Any],
    analysis: Annotated[JobKey | None, QueryParameter()] = None,
) -> Response[str]:
    """A game as a file; in formats with comments, with the findings of an `analysis`."""
    live = await games.get_for(game_id, person_of(me))
    found = next((known for known in gamefiles.formats(live.record.start) if known.name == format_name), None)
    if found is None:
        raise NotFound("file_format", name=format_name)
    notes = await games.store.notes(game_id) if live.header.imported else ""
    log, price_ms = await games.log(live), PLY_MS * len(live.record.moves)
    record = (await work(price_ms, transcript, live.record, log, game_headers(live)))._replace(notes=notes)
    if analysis is not None:
        job, lang = analyses.find(analysis), language(request)
        said = await work(PLY_MS * len(record.entries), _annotations, record, job, lang)
        record = await work(PLY_MS * len(record.entries), gamefiles.annotated, record, said, rulebooks.load_shipped)
    text = await work(PLY_MS * len(record.entries), gamefiles.write, [record], found.name, rulebooks.load_shipped)
    headers = {"content-disposition": f'attachment; filename="{_file_name(live, found)}"'}
    return Response(text, media_type=f"{found.media_type}; charset=utf-8", headers=headers)


@get("/api/games/{game_id:uuid}/notes", responses=UNKNOWN, summary="What its file says about a game")
async def list_notes(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    me: NamedDependency[Identity | None],
    request: Request[Any, Any, Any],
) -> list[NoteView]:
    """The comments, NAGs and variations of an imported game's file, as far as the moves are the same."""
    live = await games.get_for(game_id, person_of(me))
    notes = await games.store.notes(game_id) if live.header.imported else ""
    if not notes:
        return []
    log, lang = await games.log(live), language(request)

    def read() -> list[NoteView]:
        record = transcript(live.record, log, {})._replace(notes=notes)
        return [NoteView(*note) for note in gamefiles.notes(record, lang, rulebooks.load_shipped)]

    return await work(PLY_MS * len(live.record.moves) + KIB_MS * len(notes) / 1024, read)


def _annotations(game: GameRecord, job: AnalysisJob | None, lang: str) -> list[Annotation]:
    """The annotations of an analysis. Raises `NotFound` if it does not exist, is not done, or is of another game."""
    analyst = analysts.analyst_of(game.start.game)
    if "annotations" not in analyst.capabilities:
        raise NotFound("analysis_gone")
    line = analyst.line(game)
    found = job.annotations(lang) if job is not None and job.is_of(line) else None
    if found is None:
        raise NotFound("analysis_gone")
    return found


async def _store(
    games: Games, rulebooks: RulebookStore, record: GameRecord, before: LiveGame | None, host: UUID | None
) -> LiveGame:
    """Store a game, and its sheet if it is not shipped. If it continues the match of `before`, it gets that next id."""
    place = record.match
    players = Players(*(Player(name=_name(record.headers.get(colour, ""))) for colour in ("White", "Black")))
    progress = Progress()
    if place is not None:
        progress = Progress(place.game, *place.score, place.crawford_played, place.drawn)
    game_id = uuid4()
    due = before.record.next_progress if before is not None else None
    # The players may have changed colours.
    if due is not None and (due.game, {due.white, due.black}) == (progress.game, {progress.white, progress.black}):
        assert before is not None
        game_id = before.next_id or game_id
        progress = Progress(progress.game, progress.white, progress.black, due.crawford_played, due.drawn)
    setup = GameSetup(record.start.text(), players, match=progress)
    game = record.start.game
    shipped = game.name in rulebooks.shipped()
    rulebook = game.name if shipped else (await rulebooks.keep(game, None, now_ms())).hash
    return await games.create(game_id, game, setup, imported=record, rulebook=rulebook, host=host)


def _imported(live: LiveGame) -> Imported:
    record = live.record
    white, black = (record.players.white.name, record.players.black.name)
    result = record.outcome.result if record.outcome else "*"
    return Imported(str(live.header.id), live.header.rulebook, white, black, result, len(record.moves))


def _file_name(live: LiveGame, found: FileFormat) -> str:
    return f"{live.record.game.name}-{live.header.id.hex[:8]}.{found.extension}"


def game_headers(live: LiveGame) -> dict[str, str]:
    """What a file says about a game beside its moves."""
    begun = datetime.fromtimestamp(live.header.created_at / 1000, UTC)
    players = live.record.players
    # The date of an imported game is known only to its file.
    date = {} if live.header.imported else {"Date": f"{begun:%Y.%m.%d}"}
    return {**date, "White": _shown(players.white), "Black": _shown(players.black)}


def _shown(player: Player) -> str:
    return player.name or player.engine or (f"Axedrez {player.level or 1}" if player.kind == "computer" else "?")


def _name(text: str) -> str:
    shown = "".join(character for character in text if character.isprintable())[:MAX_NAME_LENGTH]
    return "" if shown == "?" else shown


HANDLERS = [read_file, list_files, write_file, list_notes]
