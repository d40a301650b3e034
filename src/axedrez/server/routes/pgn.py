"""Game files: read into stored games, and written from them."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TextIO, cast
from uuid import UUID, uuid4

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, RawBody

from axedrez.core import AxedrezError, Game
from axedrez.match import Player, Players, Setup
from axedrez.messages import say, sentence
from axedrez.server.errors import NotFound, language
from axedrez.server.games import Games, Table
from axedrez.server.responses import COMMON, UNKNOWN
from axedrez.server.routes.rulebooks import offered
from axedrez.server.shelf import Shelf

PGN = "application/x-chess-pgn"
MAX_GAMES = 500
LONGEST_NAME = 60


class Imported(msgspec.Struct, frozen=True):
    """A game of the file that is stored now."""

    id: str
    white: str
    black: str
    result: str
    plies: int


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with the `game`-th game of the file, and where (all from 1)."""

    game: int
    line: int
    column: int
    message: str


class Import(msgspec.Struct, frozen=True):
    """What came of a file."""

    games: list[Imported]
    faults: list[Fault]


@dataclass
class FileOperation(Operation):
    """Describes a body that is a file."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(content={PGN: text, "text/plain": text}, required=True)


class _Lines:
    """A text that knows how many of its lines have been read."""

    def __init__(self, text: str) -> None:
        self._text = io.StringIO(text, newline=None)
        self.read_lines = 0

    def readline(self, size: int = -1) -> str:
        """The next line, or its first `size` characters."""
        self.read_lines += 1
        return self._text.readline(size)


@post("/api/pgn", status_code=200, responses=COMMON, summary="Read a file", operation_class=FileOperation)
async def read_file(
    body: RawBody, games: NamedDependency[Games], shelf: NamedDependency[Shelf], request: Request[Any, Any, Any]
) -> Import:
    """Store every game of a PGN file that can be read, and tell what is wrong with the others."""
    from axedrez.chess.pgn import PgnFault, read_games

    lang = language(request)
    lines = _Lines(_decoded(body))
    found = read_games(cast(TextIO, lines), lambda name: shelf.load(offered(shelf, name)))
    stored: list[Imported] = []
    faults: list[Fault] = []
    number = 0
    while (item := await asyncio.to_thread(next, found, None)) is not None:
        number += 1
        if number > MAX_GAMES:
            faults.append(Fault(number, lines.read_lines, 1, say("error.pgn_many", lang, limit=MAX_GAMES)))
            break
        if isinstance(item, PgnFault):
            faults.append(Fault(item.game, item.line, item.column, sentence(item.error, lang)))
            continue
        try:
            stored.append(await _store(games, item))
        except AxedrezError as refusal:  # it goes on after the rules have ended it
            faults.append(Fault(number, lines.read_lines, 1, sentence(refusal, lang)))
    return Import(stored, faults)


@get(
    "/api/games/{game_id:uuid}/pgn",
    responses={**UNKNOWN, 200: ResponseSpec(str, media_type=PGN, description="The game", generate_examples=False)},
    summary="Write a file",
)
async def write_file(game_id: FromPath[UUID], games: NamedDependency[Games]) -> Response[str]:
    """A game as PGN."""
    text = _written(await games.table(game_id))
    headers = {"content-disposition": f'attachment; filename="axedrez-{game_id.hex[:8]}.pgn"'}
    return Response(text, media_type=PGN, headers=headers)


async def _store(games: Games, found: Any) -> Imported:
    white, black = (_name(found.headers.get(colour, "")) for colour in ("White", "Black"))
    setup = Setup(found.start.text(), Players(Player(name=white), Player(name=black)))
    moves = [str(move) for move in found.moves()]
    on_time = found.headers.get("Termination") == "time forfeit"
    game: Game = found.start.game
    table = await games.create(uuid4(), game, setup, moves, result=found.result, on_time=on_time)
    outcome = table.record.outcome
    return Imported(str(table.header.id), white, black, outcome.result if outcome else "*", len(moves))


def _written(table: Table) -> str:
    from axedrez.chess.pgn import PgnGame
    from axedrez.chess.pgn_write import write_game
    from axedrez.chess.position import ChessPosition

    header, record = table.header, table.record
    if not isinstance(record.start, ChessPosition):
        raise NotFound("no_pgn")
    players = record.players
    begun = datetime.fromtimestamp(header.created_at / 1000, UTC)
    return write_game(
        PgnGame.of(
            record.start,
            [played.move for played in record.moves],
            record.outcome,
            Date=f"{begun:%Y.%m.%d}",
            White=_shown(players.white),
            Black=_shown(players.black),
        )
    )


def _shown(player: Player) -> str:
    return player.name or (f"Axedrez {player.level or 1}" if player.kind == "computer" else "?")


def _name(text: str) -> str:
    return "".join(character for character in text if character.isprintable())[:LONGEST_NAME]


def _decoded(body: bytes) -> str:
    """The text of a file: UTF-8, or what older programs write."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("latin-1")


HANDLERS = [read_file, write_file]
