"""Rulebooks: lists, descriptions, manuals; reading positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import inspect

from axedrez import library
from axedrez.core import Game, Scene
from axedrez.core.conduct import Need
from axedrez.core.manual import Brief, Manual
from axedrez.core.picture import Picture, Theme
from axedrez.match.commands import OfferWord, SideWord
from axedrez.match.events import EndedData
from axedrez.messages import LANGUAGES, Texts, grammar, say, sentence
from axedrez.rulesheet import guide as guides
from axedrez.rulesheet.sheet import family_name
from axedrez.server.analysis.written_moves import WrittenMove, written_move
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.http import public_json
from axedrez.server.base.monitoring import MetricsAccess
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import ReadPosition, RulebookId
from axedrez.server.play.presenters import offers_of, steps_view
from axedrez.server.play.views import StepsView
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, TURN_MS, work

Value = bool | int | str


class OptionNeed(msgspec.Struct, frozen=True):
    """What makes an option matter: another one is `least` … `most`; of a yes and no, 1 or 0."""

    path: str
    least: int
    most: int


class OptionView(msgspec.Struct, frozen=True):
    """An option: `labels` describe its `values`; a number has bounds instead. `needs`: without them it is refused."""

    path: str
    kind: Literal["boolean", "choice", "number"]
    values: list[Value]
    labels: list[Texts]
    min: int | None
    max: int | None
    default: Value
    names: Texts
    help: Texts
    needs: list[OptionNeed]


def options_of(game: Game) -> list[OptionView]:
    """The options of a loaded rulebook."""
    return [_option(game.sheet, path, game.conduct.needs.get(path, ())) for path in game.conduct.options]


def _option(sheet: Any, path: str, needed: Sequence[Need]) -> OptionView:
    *sections, name = path.split(".")
    section = sheet
    for part in sections:
        section = getattr(section, part)
    field = next(field for field in msgspec.structs.fields(section) if field.name == name)
    names, help_text = _in_languages(f"field.{path}.name"), _in_languages(f"field.{path}.help")
    default: Value = getattr(section, name)
    needs = [OptionNeed(*need) for need in needed]
    match inspect.type_info(field.type):
        case inspect.BoolType():
            labels = [_in_languages("field.value.no"), _in_languages("field.value.yes")]
            return OptionView(path, "boolean", [False, True], labels, None, None, default, names, help_text, needs)
        case inspect.IntType(ge=low, le=high):
            return OptionView(path, "number", [], [], low, high, default, names, help_text, needs)
        case inspect.LiteralType():
            values = list(get_args(field.type))  # in the order of the sheet's type
            labels = [_in_languages(f"field.value.{value}") for value in values]
            return OptionView(path, "choice", values, labels, None, None, default, names, help_text, needs)
        case other:
            raise TypeError(f"{path}: {other}")


def _in_languages(key: str) -> dict[str, str]:
    return {lang: say(key, lang) for lang in LANGUAGES}


SYMBOLS = {"king": "♔♚", "queen": "♕♛", "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞", "pawn": "♙♟"}
"""The Unicode symbols of the glyphs that have them, White's and Black's."""

MAX_CHANCES = 40
_SIDES: tuple[SideWord, ...] = ("white", "black")

Group = str


HERE = MetricsAccess()
"""Browsers on the machine of the server."""


class Health(msgspec.Struct, frozen=True):
    """The server answers. `classroom`: the address for a class, where it serves one, without chat.

    `addresses`: where other devices of the local network find the page; that is told to a browser on the machine of the
    server only, whose own address is of no use to others.
    """

    status: str
    version: str
    classroom: str | None
    addresses: tuple[str, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook in the list; `id` is the hash of a saved sheet, `group` its place in menus.

    `picture`: its start position, to be drawn small; `theme`: what a modified game is about; `guide`: whether there is
    a first game that teaches it.
    """

    id: str
    group: Group
    family: str
    names: Texts
    summary: Texts | None
    same_law_as: str | None
    theme: Theme
    picture: Picture | None
    guide: bool


class GuideStepView(msgspec.Struct, frozen=True):
    """A step of a first game that teaches. `task`: `read`, or `play` what `line` does: tokens of steps.

    Every arrow is to be followed, or, where there are only marks, a marked place is to be reached.
    """

    title: Texts
    text: Texts
    position: str
    marks: tuple[str, ...]
    arrows: tuple[tuple[str, str], ...]
    task: Literal["read", "play"]
    done: Texts | None
    line: tuple[str, ...]


class Piece(msgspec.Struct, frozen=True):
    """A kind of piece: its letters, its name in the singular and plural, and how it is drawn."""

    letter: str
    letters: Texts
    names: Texts
    plurals: Texts
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
    scene: Scene
    illegal_moves: str
    offers: list[OfferWord]
    dice: bool
    composed: bool
    match: MatchRules
    options: list[OptionView]


class PositionView(msgspec.Struct, frozen=True):
    """A position, ready to be drawn.

    `chances`: chance outcomes, only some where there are many. `notes`: what was passed over in the text that was
    sent, a sentence each.
    """

    position: str
    scene: Scene
    steps: StepsView
    outcome: EndedData | None
    turn: SideWord | None
    played: list[WrittenMove]
    chances: list[str]
    notes: list[str]


@get("/api/health", responses=COMMON, summary="Is it there?")
async def health(
    version: NamedDependency[str],
    classroom: NamedDependency[str | None],
    addresses: NamedDependency[Sequence[str]],
    request: Request[Any, Any, Any],
) -> Health:
    """Report that the server is up, and whether it serves a class."""
    return Health("ok", version, classroom, tuple(addresses) if HERE.include(request) else ())


@get("/api/rulebooks", responses=COMMON, summary="All rulebooks")
async def list_rulebooks(
    rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> Response[list[Rulebook]]:
    """The rulebooks on offer."""
    sheets = {rulebook: rulebooks.source.sheet(rulebook) for rulebook in rulebooks.shipped()}
    listed = [Rulebook(**_words(sheet, rulebook, _group(rulebooks, rulebook))) for rulebook, sheet in sheets.items()]
    return public_json(msgspec.json.encode(listed), request)


@get("/api/rulebooks/{rulebook:str}", responses=UNKNOWN, summary="A rulebook")
async def read_rulebook(rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore]) -> RulebookDetail:
    """A rulebook with its pieces and its start."""
    return describe(await rulebooks.load(rulebook), rulebook, _group(rulebooks, rulebook))


def describe(game: Game, rulebook: str, group: Group | None) -> RulebookDetail:
    """A rulebook with its pieces and its start; `rulebook` is its id or hash, `group` None that of its family."""
    start = game.start()
    return RulebookDetail(
        **_words(game.sheet, rulebook, group),
        hash=game.hash,
        pieces=[_piece(piece) for piece in game.sheet.pieces.values()],
        start=start.text(),
        scene=start.scene(),
        illegal_moves=game.conduct.illegal_moves,
        offers=offers_of(game),
        dice=game.conduct.dice,
        composed=game.conduct.composed,
        match=MatchRules(game.conduct.length, game.conduct.cube, game.conduct.crawford),
        options=options_of(game),
    )


@get("/api/rulebooks/{rulebook:str}/rules", responses=UNKNOWN, summary="A rulebook in words")
async def read_rules(
    rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> Manual:
    """The manual of a rulebook."""
    rules = await rulebooks.rules(await rulebooks.load(rulebook), language(request))
    if rules is None:
        raise NotFound("unknown_rules")
    return rules


@get("/api/rulebooks/{rulebook:str}/brief", responses=UNKNOWN, summary="A rulebook in short")
async def read_brief(
    rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> Brief:
    """What one has to know of a rulebook in a first game: goal, directions, and the rules of each piece."""
    brief = await rulebooks.brief(await rulebooks.load(rulebook), language(request))
    if brief is None:
        raise NotFound("unknown_rules")
    return brief


@get("/api/rulebooks/{rulebook:str}/guide", responses=UNKNOWN, summary="A first game")
async def read_guide(rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore]) -> list[GuideStepView]:
    """The first game that teaches a rulebook, step by step; empty where it has none."""
    return await work(LOOK_MS, _guide, await rulebooks.load(rulebook))


def _guide(game: Game) -> list[GuideStepView]:
    return [
        GuideStepView(
            _texts(step.title),
            _texts(step.text),
            step.position,
            step.marks,
            step.arrows,
            step.task,
            _texts(step.done) if step.done is not None else None,
            guides.line(game, step),
        )
        for step in library.guide(game)
    ]


@post("/api/positions", status_code=200, responses=UNKNOWN, summary="Read a position")
async def read_position(
    data: JSONBody[ReadPosition], rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> PositionView:
    """Read a position text, play moves from it, and return the possible steps, or the fault."""
    game = await rulebooks.load(data.rulebook, data.options)
    return await work(
        LOOK_MS + (TURN_MS if game.conduct.composed else PLY_MS) * len(data.moves),
        _position,
        game,
        data,
        language(request),
    )


def _position(game: Game, data: ReadPosition, lang: str) -> PositionView:
    position, _, passed = game.read(data.position)
    played: list[WrittenMove] = []
    for number, text in enumerate(data.moves, 1):
        move = position.parse_move(text, data.typed if number == len(data.moves) else "en")
        after = position.play(move)
        played.append(written_move(position, move, after))
        position = after
    outcome = position.outcome()
    chances = [str(chance) for chance, _ in position.chance_outcomes()]
    return PositionView(
        position.text(),
        position.scene(),
        steps_view(position, position.steps(data.prefix)),
        EndedData.of(outcome) if outcome else None,
        _SIDES[position.side] if outcome is None else None,
        played,
        chances if len(chances) <= MAX_CHANCES else random.sample(chances, MAX_CHANCES),
        [sentence(note, lang) for note in passed],
    )


def _group(rulebooks: RulebookStore, rulebook: str) -> Group | None:
    if rulebook in rulebooks.source.ids():
        return None
    return "gallery" if rulebook in rulebooks.shipped() else "own"


def _words(sheet: Any, rulebook: str, group: Group | None) -> dict[str, Any]:
    family = family_name(sheet)
    return {
        "id": rulebook,
        "group": group or family,
        "family": family,
        "names": _texts(sheet.names),
        "summary": _texts(sheet.summary) if sheet.summary is not None else None,
        "same_law_as": sheet.same_law_as,
        "theme": library.theme(sheet),
        "picture": library.picture(sheet),
        "guide": bool(library.guide_of(sheet)),
    }


def _texts(words: Any) -> Texts:
    return {"es": words.es, "en": words.en}


def _piece(piece: Any) -> Piece:
    white, black = SYMBOLS.get(piece.glyph, piece.letter.upper() + piece.letter.lower())
    letters = {"es": piece.letter_es or piece.letter, "en": piece.letter}
    names = _texts(piece.names)
    plurals = {lang: grammar.plural(name, lang) for lang, name in names.items()}
    return Piece(piece.letter, letters, names, plurals, piece.glyph, {"white": white, "black": black})


HANDLERS = [health, list_rulebooks, read_rulebook, read_rules, read_brief, read_guide, read_position]
