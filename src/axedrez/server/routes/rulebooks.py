"""Rulebooks: listed, described, put into words; positions read by them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.core import Game
from axedrez.core.manual import Manual
from axedrez.match.commands import OfferWord, SideWord
from axedrez.match.events import EndedData
from axedrez.server.errors import NotFound, language
from axedrez.server.options import OptionView, options_of
from axedrez.server.requests import ReadPosition, RulebookId
from axedrez.server.responses import COMMON, UNKNOWN
from axedrez.server.shelf import Shelf
from axedrez.server.views import StepsView, Texts, offers_of, steps_view

SYMBOLS = {"king": "♔♚", "queen": "♕♛", "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞", "pawn": "♙♟"}
"""The Unicode symbols of the glyphs that have them, White's and Black's."""


class Health(msgspec.Struct, frozen=True):
    """The server answers."""

    status: str
    version: str


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook in the list."""

    id: str
    family: str
    names: Texts
    summary: Texts | None
    same_law_as: str | None


class Piece(msgspec.Struct, frozen=True):
    """A kind of piece: its letters, names, and how it is drawn."""

    letter: str
    letters: Texts
    names: Texts
    glyph: str
    symbols: Texts


class MatchRules(msgspec.Struct, frozen=True):
    """The points that a match is played to, and whether the stakes may be doubled."""

    length: int
    cube: bool
    crawford: bool


class RulebookDetail(Rulebook, frozen=True):
    """A rulebook with what a page needs to draw it."""

    hash: str
    pieces: list[Piece]
    start: str
    scene: dict[str, Any]
    illegal_moves: str
    offers: list[OfferWord]
    dice: bool
    composed: bool
    match: MatchRules
    options: list[OptionView]


class PositionView(msgspec.Struct, frozen=True):
    """A position, ready to be drawn."""

    position: str
    scene: dict[str, Any]
    steps: StepsView
    outcome: EndedData | None
    turn: SideWord | None


@get("/api/health", responses=COMMON, summary="Is it there?")
async def health(version: NamedDependency[str]) -> Health:
    """Say that the server is there."""
    return Health("ok", version)


@get("/api/rulebooks", responses=COMMON, summary="All rulebooks")
async def list_rulebooks(shelf: NamedDependency[Shelf]) -> list[Rulebook]:
    """The rulebooks that games can be played by."""
    return [Rulebook(**_words(shelf.load(rulebook))) for rulebook in shelf.ids()]


@get("/api/rulebooks/{rulebook:str}", responses=UNKNOWN, summary="A rulebook")
async def read_rulebook(rulebook: FromPath[RulebookId], shelf: NamedDependency[Shelf]) -> RulebookDetail:
    """A rulebook with its pieces and its start."""
    game = shelf.load(offered(shelf, rulebook))
    start = game.start()
    return RulebookDetail(
        **_words(game),
        hash=game.hash,
        pieces=[_piece(piece) for piece in game.sheet.pieces.values()],
        start=start.text(),
        scene=start.scene(),
        illegal_moves=game.conduct.illegal_moves,
        offers=offers_of(start),
        dice=game.conduct.dice,
        composed=game.conduct.composed,
        match=MatchRules(game.conduct.length, game.conduct.cube, game.conduct.crawford),
        options=options_of(game),
    )


@get("/api/rulebooks/{rulebook:str}/rules", responses=UNKNOWN, summary="A rulebook in words")
async def read_rules(
    rulebook: FromPath[RulebookId], shelf: NamedDependency[Shelf], request: Request[Any, Any, Any]
) -> Manual:
    """The manual of a rulebook."""
    return shelf.rules(shelf.load(offered(shelf, rulebook)), language(request))


@post("/api/positions", status_code=200, responses=UNKNOWN, summary="Read a position")
async def read_position(data: JSONBody[ReadPosition], shelf: NamedDependency[Shelf]) -> PositionView:
    """Read a position text, or say what is wrong with it."""
    position = shelf.load(offered(shelf, data.rulebook), data.options).parse(data.position)
    outcome = position.outcome()
    turns: tuple[SideWord, SideWord] = ("white", "black")
    return PositionView(
        position.text(),
        position.scene(),
        steps_view(position, position.steps(data.prefix)),
        EndedData.of(outcome) if outcome else None,
        turns[position.side] if outcome is None else None,
    )


def offered(shelf: Shelf, rulebook: str) -> str:
    """The id of a rulebook on the shelf. Raises `NotFound` for any other."""
    if rulebook not in shelf.ids():
        raise NotFound("unknown_rulebook", name=rulebook)
    return rulebook


def _words(game: Game) -> dict[str, Any]:
    sheet = game.sheet
    return {
        "id": game.name,
        "family": type(sheet).__struct_config__.tag,
        "names": _texts(sheet.names),
        "summary": _texts(sheet.summary) if sheet.summary is not None else None,
        "same_law_as": sheet.same_law_as,
    }


def _texts(words: Any) -> Texts:
    return {"es": words.es, "en": words.en}


def _piece(piece: Any) -> Piece:
    white, black = SYMBOLS.get(piece.glyph, piece.letter.upper() + piece.letter.lower())
    letters = {"es": piece.letter_es or piece.letter, "en": piece.letter}
    return Piece(piece.letter, letters, _texts(piece.names), piece.glyph, {"white": white, "black": black})


HANDLERS = [health, list_rulebooks, read_rulebook, read_rules, read_position]
