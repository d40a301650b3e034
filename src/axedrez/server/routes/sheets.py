"""Rule sheets of users: their schema, validation and description; saving and reading."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter, RawBody

from axedrez import gamefiles, library
from axedrez.core import AxedrezError, Game
from axedrez.core.diagram import Diagram
from axedrez.core.manual import Manual
from axedrez.core.movement import MovementDesign
from axedrez.messages import Texts, say, sentence
from axedrez.rulesheet.differences import Difference, called, differences
from axedrez.rulesheet.plain import Plain
from axedrez.rulesheet.schema import Field
from axedrez.server.access.requesters import Requester
from axedrez.server.access.throttle import Throttle
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.openapi import COMMON, TOML, UNKNOWN, TomlOperation
from axedrez.server.base.requests import GivenMovement, GivenSheet, RulebookId, SheetHash
from axedrez.server.play.live_game import now_ms
from axedrez.server.routes.rulebooks import RulebookDetail, describe
from axedrez.server.rulebooks.store import RulebookStore, faults_of, read
from axedrez.server.work.priced_work import KIB_MS, LOAD_MS, LOOK_MS, work
from axedrez.storage import SavedSheet

MAX_FAULTS = 20


class Schema(msgspec.Struct, frozen=True):
    """The schema of the sheets of a family."""

    family: str
    fields: tuple[Field, ...]


class SheetFault(msgspec.Struct, frozen=True):
    """The fault of a field (its path; "" for the whole sheet), in one sentence."""

    field: str
    reason: str
    message: str


class Origin(msgspec.Struct, frozen=True):
    """The rulebook that a sheet was made from."""

    id: str
    names: Texts


class Checked(msgspec.Struct, frozen=True):
    """A validated sheet; if it has `faults`, all else but `given` (the data that was read) is empty.

    `rulebook.id` is the sheet's hash. `rules` is null where the manual cannot describe them.
    """

    valid: bool
    faults: list[SheetFault]
    given: dict[str, Any]
    hash: str | None = None
    sheet: dict[str, Any] | None = None
    rulebook: RulebookDetail | None = None
    rules: Manual | None = None
    parent: Origin | None = None
    differences: tuple[Difference, ...] = ()
    diagrams: list[Diagram] = []


class Saved(msgspec.Struct, frozen=True):
    """A sheet that is saved under its hash."""

    hash: str
    names: Texts
    parent: str | None
    created_at: int


class SavedDetail(Saved, frozen=True):
    """The whole sheet with all fields, and how it differs from the rulebook that it was made from."""

    sheet: dict[str, Any]
    origin: Origin | None
    differences: tuple[Difference, ...]
    diagrams: list[Diagram]


@get("/api/sheets/schema", responses=COMMON, summary="What a sheet can say")
async def read_schema(family: Annotated[Literal["chess", "tables"], QueryParameter()] = "chess") -> Schema:
    """All fields of a family's sheets, with names and help texts."""
    return await work(LOAD_MS, lambda: Schema(family, library.schema(family)))


@post("/api/sheets/check", status_code=200, responses=COMMON, summary="Check a sheet")
async def check_sheet(
    data: JSONBody[GivenSheet], rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> Checked:
    """Validate a sheet: its faults, or its description."""
    return await _checked(data.sheet, rulebooks, language(request))


@post("/api/sheets/toml", status_code=200, responses=COMMON, summary="Read TOML", operation_class=TomlOperation)
async def read_text(
    body: RawBody, rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> Checked:
    """Validate a sheet that is given as a TOML text."""
    lang = language(request)
    try:
        given = await work(LOOK_MS + KIB_MS * len(body) / 1024, lambda: read(gamefiles.decoded(body)))
    except AxedrezError as refusal:
        return Checked(False, [SheetFault("", refusal.reason, sentence(refusal, lang))], {})
    return await _checked(given, rulebooks, lang)


@post("/api/sheets/movement", status_code=200, responses=COMMON, summary="Design a movement")
async def design_movement(data: JSONBody[GivenMovement]) -> MovementDesign:
    """How a piece moves: as text, as atoms, as a diagram and in words, after a click on the diagram."""
    names = {str(lang): name.strip() for lang, name in data.names.items()}
    given = data.movement if data.atoms is None else data.atoms
    return await work(LOAD_MS, library.movement, given, data.click, data.files, names, data.glyph)


@post("/api/sheets", responses=COMMON, summary="Save a sheet")
async def save_sheet(
    data: JSONBody[GivenSheet],
    rulebooks: NamedDependency[RulebookStore],
    throttle: NamedDependency[Throttle],
    requester: NamedDependency[Requester],
) -> Saved:
    """Save a sheet under its hash."""
    throttle.store(requester)
    return _saved(await rulebooks.save(data.sheet, now_ms()))


@get("/api/sheets", responses=COMMON, summary="The saved sheets")
async def list_sheets(
    rulebooks: NamedDependency[RulebookStore], limit: Annotated[int, QueryParameter(ge=1, le=200)] = 100
) -> list[Saved]:
    """The sheets that were saved on this server, newest first."""
    return [_saved(sheet) for sheet in await rulebooks.store.sheets(limit)]


@get("/api/sheets/{sheet_hash:str}", responses=UNKNOWN, summary="A saved sheet")
async def read_sheet(
    sheet_hash: FromPath[SheetHash], rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> SavedDetail:
    """A saved sheet with all its fields."""
    saved = await rulebooks.saved(sheet_hash)
    game = await rulebooks.load(sheet_hash)
    origin, found = await _compared(saved.parent, game, rulebooks, language(request))
    data, diagrams = await work(LOAD_MS, lambda: (_data(game), library.diagrams(game)))
    return SavedDetail(saved.hash, saved.names, saved.parent, saved.created_at, data, origin, found, diagrams)


@get("/api/rulebooks/{rulebook:str}/sheet", responses=UNKNOWN, summary="A rulebook's sheet")
async def read_data(rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore]) -> dict[str, Any]:
    """The resolved sheet of a rulebook: all its fields."""
    return _data(await rulebooks.load(rulebook))


@get(
    "/api/rulebooks/{rulebook:str}/toml",
    media_type=TOML,
    responses={200: ResponseSpec(str, media_type=TOML, generate_examples=False), **UNKNOWN},
    summary="A rulebook as TOML",
)
async def read_toml_file(rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore]) -> Response[str]:
    """The resolved sheet as a file."""
    game = await rulebooks.load(rulebook)
    headers = {"content-disposition": f'attachment; filename="{game.name}.toml"'}
    return Response(library.toml(game), media_type=TOML, headers=headers)


def _faults(refusal: AxedrezError, family: str, pieces: dict[str, str], lang: str) -> list[SheetFault]:
    """The first faults of a sheet; of more than can be read at once only the number."""
    found = faults_of(refusal)
    told = [_fault(field, each, family, pieces, lang) for field, each in found[:MAX_FAULTS]]
    if more := len(found) - len(told):
        told.append(_fault("", AxedrezError("sheet_more_faults", count=more), family, pieces, lang))
    return told


def _fault(path: str, fault: AxedrezError, family: str, pieces: dict[str, str], lang: str) -> SheetFault:
    """A fault for the form: no notation, but the names of fields, values and pieces."""
    shown = fault
    if path and path == fault.details.get("field"):
        parts = library.schema(family)
        plain = Plain(parts, pieces, lang)
        details = {f"field_{lang}": f"«{called(parts, path, pieces, lang)}»"}
        for name in ("value", "valid"):
            # The names of fields that do not exist are no words of a form.
            if name in fault.details and fault.reason != "sheet_field":
                said = fault.details.get(f"{name}_{lang}", fault.details[name])
                details[f"{name}_{lang}"] = plain.words(str(said), path)
        value = details.get(f"value_{lang}", "")
        if value and value != str(fault.details["value"]):
            details[f"value_{lang}"] = f"«{value}»"
        if fault.reason == "sheet_movement":
            details[f"value_{lang}"] = str(fault.details["value"])
            if " " in str(fault.details["valid"]):  # the whole notation, not one movement
                details[f"valid_{lang}"] = say("sheet.plain.movement", lang)
        shown = AxedrezError(fault.reason, **{**fault.details, **details})
    return SheetFault(path, fault.reason, sentence(shown, lang))


def _pieces(given: dict[str, Any], lang: str) -> dict[str, str]:
    """The names of the kinds of pieces in a sheet, as far as it gives any."""
    pieces = given.get("pieces")
    if not isinstance(pieces, dict):
        return {}
    named = {key: piece.get("names") for key, piece in pieces.items() if isinstance(piece, dict)}
    return {key: str(names[lang])[:40] for key, names in named.items() if isinstance(names, dict) and lang in names}


async def _about(given: dict[str, Any], rulebooks: RulebookStore, lang: str) -> tuple[str, dict[str, str]]:
    """The family of a faulty sheet and the names of its pieces, those of the sheet that it extends too."""
    family = "tables" if given.get("family") == "tables" else "chess"
    pieces = _pieces(given, lang)
    parent = given.get("extends")
    try:
        game = await rulebooks.load(parent) if isinstance(parent, str) else None
    except AxedrezError:
        game = None
    if game is None:
        return family, pieces
    sheet: Any = game.sheet
    return game.family, {**{name: piece.names.in_lang(lang) for name, piece in sheet.pieces.items()}, **pieces}


async def _checked(given: dict[str, Any], rulebooks: RulebookStore, lang: str) -> Checked:
    try:
        game = await rulebooks.build(given)
    except AxedrezError as refusal:
        family, pieces = await _about(given, rulebooks, lang)
        return Checked(False, await work(LOOK_MS, _faults, refusal, family, pieces, lang), given)
    parent = given.get("extends")
    origin, found = await _compared(parent if isinstance(parent, str) else None, game, rulebooks, lang)
    rules = await rulebooks.rules(game, lang)
    return await work(
        LOAD_MS,
        lambda: Checked(
            True,
            [],
            given,
            hash=game.hash,
            sheet=_data(game),
            rulebook=describe(game, game.hash, "own"),
            rules=rules,
            parent=origin,
            differences=found,
            diagrams=library.diagrams(game),
        ),
    )


async def _compared(
    parent: str | None, game: Game, rulebooks: RulebookStore, lang: str
) -> tuple[Origin | None, tuple[Difference, ...]]:
    if parent is None:
        return None, ()
    try:
        other = await rulebooks.load(parent)
    except NotFound:  # a rulebook that this version does not ship any more
        return None, ()
    names = {"es": other.sheet.names.es, "en": other.sheet.names.en}
    return Origin(parent, names), await work(LOAD_MS, differences, other.sheet, game.sheet, lang)


def _data(game: Game) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(game.sheet)
    return data


def _saved(sheet: SavedSheet) -> Saved:
    return Saved(sheet.hash, sheet.names, sheet.parent, sheet.created_at)


HANDLERS = [
    read_schema,
    check_sheet,
    read_text,
    design_movement,
    save_sheet,
    list_sheets,
    read_sheet,
    read_data,
    read_toml_file,
]
