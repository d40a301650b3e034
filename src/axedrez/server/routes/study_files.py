"""Studies as files: games and remarks, PDF, and boards as pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from axedrez import gamefiles
from axedrez.server.access.authentication import Identity
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.studies import LiveStudy, Studies
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import FormatName
from axedrez.server.routes.files import WrittenOperation
from axedrez.server.routes.studies import READING
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOAD_MS, PLY_MS, work
from axedrez.studies.edits import NodeId

_FIGURE_MS = 20.0
"""What a board in a PDF costs."""


# Litestar prefers paths without parameters: `pdf` and `svg` are no formats of `write_study`.
@get(
    "/api/studies/{study_id:uuid}/files/pdf",
    responses={
        **UNKNOWN,
        200: ResponseSpec(bytes, media_type="application/pdf", description="A PDF", generate_examples=False),
    },
    summary="A study on paper",
)
async def print_study(
    study_id: FromPath[UUID],
    studies: NamedDependency[Studies],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: Request[Any, Any, Any],
    chapter: Annotated[NodeId | None, QueryParameter()] = None,
) -> Response[bytes]:
    """A chapter, or all of them, in the language of the request."""
    from axedrez.studies import pages  # with what writes PDF: no start of a server waits for that

    rate_limiter.share("chapter", requester, READING)
    async with _readable(study_id, studies, me) as live:
        wanted = live.study.shown if chapter is None else [live.chapter(chapter)]
        date = datetime.fromtimestamp(live.study.at / 1000, UTC).date()
        price = LOAD_MS + PLY_MS * sum(len(each.tree.nodes) for each in wanted) + _FIGURE_MS * pages.figures(wanted)
        printed = await work(price, pages.to_pdf, live.study.title, wanted, language(request), date)
    return Response(printed, media_type="application/pdf", headers=_named(f"{study_id}.pdf"))


@get(
    "/api/studies/{study_id:uuid}/files/svg",
    responses={
        **UNKNOWN,
        200: ResponseSpec(str, media_type="image/svg+xml", description="A picture", generate_examples=False),
    },
    summary="A board of a study",
)
async def draw_board(
    study_id: FromPath[UUID],
    studies: NamedDependency[Studies],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    chapter: Annotated[NodeId | None, QueryParameter()] = None,
    node: Annotated[NodeId | None, QueryParameter()] = None,
) -> Response[str]:
    """The board at a `node` of a chapter, with its arrows and circles: at the start of the first one, unless told."""
    rate_limiter.share("chapter", requester, READING)
    async with _readable(study_id, studies, me) as live:
        wanted = live.study.shown[0] if chapter is None else live.chapter(chapter)
        here = wanted.tree.node(node or "")
        picture = await work(
            LOAD_MS,
            lambda: wanted.tree.position(here).svg(flipped=wanted.near == "black", shapes=here.remarks.shapes),
        )
    return Response(picture, media_type="image/svg+xml")


@get(
    "/api/studies/{study_id:uuid}/files/{format_name:str}",
    responses={
        **UNKNOWN,
        200: ResponseSpec(str, media_type="text/plain", description="The chapters", generate_examples=False),
    },
    summary="Write a study",
    operation_class=WrittenOperation,
)
async def write_study(
    study_id: FromPath[UUID],
    format_name: FromPath[FormatName],
    studies: NamedDependency[Studies],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    chapter: Annotated[NodeId | None, QueryParameter()] = None,
) -> Response[str]:
    """A chapter, or all that the format holds: `pgn`, `mat`, `sgf`, `text`."""
    rate_limiter.share("chapter", requester, READING)
    async with _readable(study_id, studies, me) as live:
        wanted = live.study.shown if chapter is None else [live.chapter(chapter)]
        found = next((each for each in gamefiles.FORMATS if each.name == format_name), None)
        fitting = [each for each in wanted if found in gamefiles.formats(each.tree.start)]
        if found is None or not fitting:
            raise NotFound("file_format", name=format_name)
        trees = [each.as_game() for each in fitting]
        text = await work(
            PLY_MS * sum(len(each.tree.nodes) for each in trees),
            gamefiles.write_trees,
            trees,
            found.name,
            rulebooks.load_shipped,
        )
    name = f"{study_id}.{found.extension}"
    return Response(text, media_type=f"{found.media_type}; charset=utf-8", headers=_named(name))


@asynccontextmanager
async def _readable(study_id: UUID, studies: Studies, me: Identity | None) -> AsyncIterator[LiveStudy]:
    """A study that whoever asks may read, held. Raises `NotFound` for any other."""
    header = await studies.header(study_id)
    await studies.role(header, me)
    async with studies.held(header) as live:
        yield live


def _named(file: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{file}"'}


HANDLERS = [print_study, draw_board, write_study]
