"""Sheets from and to the variants.ini of Fairy-Stockfish (docs/variants-ini.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, RawBody

from axedrez import gamefiles, library
from axedrez.messages import sentence
from axedrez.rulesheet.differences import Difference, field_text
from axedrez.server.base.errors import language
from axedrez.server.base.openapi import COMMON, UNKNOWN, TextOperation
from axedrez.server.base.requests import LONG_BODY, RulebookId
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import KIB_MS, LOAD_MS, work

SectionName = Annotated[str | None, QueryParameter(min_length=1, max_length=400)]


class Uncovered(msgspec.Struct, frozen=True):
    """An option that a sheet cannot express, with its value ("" where no line sets one) and its line."""

    option: str
    value: str
    line: int


class Variant(msgspec.Struct, frozen=True):
    """A section as a sheet that extends a rulebook; a sheet with faults cannot be used.

    `outdone`: lines that later ones about the same option override; `refused_parent`: the section that it derives from,
    if that cannot be imported either.
    """

    name: str
    line: int
    sheet: dict[str, Any]
    uncovered: list[Uncovered]
    faults: list[str]
    outdone: list[Uncovered]
    refused_parent: str


class Variants(msgspec.Struct, frozen=True):
    """The names of all sections of a text, and one of them."""

    sections: tuple[str, ...]
    chosen: Variant


class VariantText(msgspec.Struct, frozen=True):
    """A rulebook as a section, its file name, and the fields that a section cannot express."""

    file: str
    text: str
    unsaid: list[Difference]


@post(
    "/api/sheets/variants",
    request_max_body_size=LONG_BODY,
    status_code=200,
    responses=COMMON,
    summary="Read variants",
    operation_class=TextOperation,
)
async def read_variants(body: RawBody, request: Request[Any, Any, Any], section: SectionName = None) -> Variants:
    """A section of a variants.ini as a sheet: the named one, else the first."""
    text = gamefiles.decoded(body)
    names = library.sections(text)
    (found,) = await work(LOAD_MS + KIB_MS * len(text) / 1024, library.imported, text, section or names[0])
    uncovered = [Uncovered(*said) for said in found.uncovered]
    faults = [sentence(fault, language(request)) for fault in found.faults]
    outdone = [Uncovered(*said) for said in found.outdone]
    chosen = Variant(found.name, found.line, found.sheet, uncovered, faults, outdone, found.refused_parent)
    return Variants(names, chosen)


@get("/api/rulebooks/{rulebook:str}/variants", responses=UNKNOWN, summary="A rulebook as a variant")
async def write_variant(
    rulebook: FromPath[RulebookId], rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]
) -> VariantText:
    """A rulebook of the chess family as a section of variants.ini."""
    game = await rulebooks.load(rulebook)
    exported = library.exported(game)
    unsaid = [Difference(field, field_text(game.sheet, field, language(request))) for field, _ in exported.unsaid]
    return VariantText(f"{game.name}.ini", exported.text, unsaid)


HANDLERS = [read_variants, write_variant]
