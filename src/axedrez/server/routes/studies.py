"""Studies: making, reading, editing and sharing them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez import gamefiles
from axedrez.core import AxedrezError
from axedrez.core.game_record import FileFault
from axedrez.core.game_tree import Remarks
from axedrez.core.sides import SideWord
from axedrez.messages import Texts, sentence
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.analysis.analyses import Analyses
from axedrez.server.analysis.studies import Role, Studies, StudyEventView
from axedrez.server.analysis.tree_views import NodeView
from axedrez.server.base import user_text
from axedrez.server.base.errors import language
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import LONG_BODY
from axedrez.server.play.games import Games
from axedrez.server.routes.study_sources import NewChapters, Sources, found_chapters
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import PLY_MS, work
from axedrez.storage import SavedSheet, StudyHeader, StudyWriter
from axedrez.studies import Chapter
from axedrez.studies.edits import (
    AddChapter,
    ClientEdit,
    NodeId,
    RenameChapter,
    RenameStudy,
    SetComment,
    SetHeader,
    Title,
)

PAGE_SIZE = 50
MAKING = Quota(Rate(burst=30, a_second=1 / 20), Rate(burst=600, a_second=1))
EDITING = Quota(Rate(burst=300, a_second=10), Rate(burst=3000, a_second=100))
READING = Quota(Rate(burst=60, a_second=4), Rate(burst=1000, a_second=60))
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new study; `id` is made by the sender and makes a repetition harmless. The server makes the study's own id."""

    id: UUID
    title: Title
    chapters: NewChapters


class AddChapters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chapters to be added by the command `id`."""

    id: UUID
    chapters: NewChapters


class Edits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The command `id`: all these edits are carried out, or none."""

    id: UUID
    edits: Annotated[list[ClientEdit], msgspec.Meta(min_length=1, max_length=100)]


class Sharing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`open`: whoever has the link may read; `writable`: there is a link for writers; `fresh`: a new one."""

    open: bool
    writable: bool
    fresh: bool = False


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link for writers shows."""

    key: Key


class ListedStudy(msgspec.Struct, frozen=True):
    """A line of the list of one's studies."""

    id: UUID
    title: str
    chapters: int
    updated_at: int
    is_own: bool


class ChapterHead(msgspec.Struct, frozen=True):
    """A chapter without its moves."""

    id: str
    title: str
    rulebook: str
    names: Texts
    near: SideWord


class StudyView(msgspec.Struct, frozen=True):
    """A study after event `seq`: its chapters, and what one may do. `key`: of the link for writers, for its owner."""

    id: UUID
    title: str
    role: Role
    open: bool
    key: str | None
    seq: int
    chapters: list[ChapterHead]
    writers: list[StudyWriter]


class ChapterView(msgspec.Struct, frozen=True):
    """A chapter after event `seq`: its tree, and the `rulebook` with `options` by which its moves are asked for.

    `formats`: of the files that hold it.
    """

    id: str
    seq: int
    title: str
    rulebook: str
    options: dict[str, Any]
    names: Texts
    near: SideWord
    start: str
    headers: dict[str, str]
    result: str
    formats: list[str]
    root: Remarks
    nodes: list[NodeView]


class Edited(msgspec.Struct, frozen=True):
    """What a command has done."""

    seq: int
    events: list[StudyEventView]


class StudyFault(msgspec.Struct, frozen=True):
    """What was passed over in the `game`-th game of a file, and where."""

    game: int
    line: int
    column: int
    message: str


class ChaptersAdded(msgspec.Struct, frozen=True):
    """The chapters that were added, and what of the file could not be read."""

    study: UUID
    chapters: list[str]
    faults: list[StudyFault]


@post("/api/studies", request_max_body_size=LONG_BODY, responses=COMMON, summary="Make a study")
async def make_study(
    data: JSONBody[NewStudy],
    studies: NamedDependency[Studies],
    games: NamedDependency[Games],
    analyses: NamedDependency[Analyses],
    rulebooks: NamedDependency[RulebookStore],
    accounts: NamedDependency[Accounts],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
    request: Request[Any, Any, Any],
) -> ChaptersAdded:
    """A new study, which only its owner sees until it is shared."""
    person = await accounts.acting(somebody(me))
    rate_limiter.share("study", requester, MAKING)
    sources = Sources(studies, games, analyses, rulebooks, requester, language(request))
    found = await found_chapters(data.chapters, sources, me)
    title = user_text.line(data.title)
    header = await studies.create(request_ids.of("study", requester, data.id), person, title, found.chapters)
    return ChaptersAdded(header.id, [each.chapter for each in found.chapters], _faults(found.faults, request))


@get("/api/studies", responses=COMMON, summary="My studies")
async def list_studies(
    studies: NamedDependency[Studies],
    me: NamedDependency[Identity | None],
    before: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> list[ListedStudy]:
    """The studies that one owns or may write in, those changed last first; `before`: changed earlier than that."""
    if me is None:
        return []
    found = await studies.store.of(me.person, PAGE_SIZE, before)
    return [ListedStudy(each.id, each.title, each.chapters, each.updated_at, each.owner == me.person) for each in found]


@get("/api/studies/{study_id:uuid}", responses=UNKNOWN, summary="A study")
async def read_study(
    study_id: FromPath[UUID], studies: NamedDependency[Studies], me: NamedDependency[Identity | None]
) -> StudyView:
    """The chapters of a study, and who may write in it."""
    header = await studies.header(study_id)
    role = await studies.role(header, me)
    async with studies.held(header) as live:
        study = live.study
        heads = [_head(chapter) for chapter in study.shown]
        seq, title = study.seq, study.title
    key = header.key if role == "owner" else None
    writers = await studies.store.writers(header.id) if role != "reader" else []
    return StudyView(header.id, title, role, header.open, key, seq, heads, writers)


@get("/api/studies/{study_id:uuid}/chapters/{chapter:str}", responses=UNKNOWN, summary="A chapter")
async def read_chapter(
    study_id: FromPath[UUID],
    chapter: FromPath[NodeId],
    studies: NamedDependency[Studies],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> ChapterView:
    """A chapter with its tree."""
    header = await studies.header(study_id)
    await studies.role(header, me)
    rate_limiter.share("chapter", requester, READING)
    async with studies.held(header) as live:
        here = live.chapter(chapter)
        nodes = await work(PLY_MS * len(here.tree.nodes), live.nodes, here)
        rulebook, options = await _rules(here, rulebooks, header.created_at)
        return ChapterView(
            here.id, live.study.seq, here.title, rulebook, options, here.added.names, here.near, here.added.start,
            here.headers, here.result, [each.name for each in gamefiles.formats(here.tree.start)],
            here.tree.root.remarks, nodes,
        )  # fmt: skip


@post(
    "/api/studies/{study_id:uuid}/chapters", request_max_body_size=LONG_BODY, responses=UNKNOWN, summary="Add chapters"
)
async def add_chapters(
    study_id: FromPath[UUID],
    data: JSONBody[AddChapters],
    studies: NamedDependency[Studies],
    games: NamedDependency[Games],
    analyses: NamedDependency[Analyses],
    rulebooks: NamedDependency[RulebookStore],
    accounts: NamedDependency[Accounts],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: Request[Any, Any, Any],
) -> ChaptersAdded:
    """New chapters at the end of a study: empty ones, or those of a file, a game or another study."""
    header = await _to_write(study_id, studies, me)
    person = await accounts.acting(somebody(me))
    rate_limiter.share("study", requester, MAKING)
    sources = Sources(studies, games, analyses, rulebooks, requester, language(request))
    found = await found_chapters(data.chapters, sources, me)
    events = await studies.edit(header, person.id, data.id, found.chapters)
    added = [event.edit.chapter for event in events if isinstance(event.edit, AddChapter)]
    return ChaptersAdded(header.id, added, _faults(found.faults, request))


@post(
    "/api/studies/{study_id:uuid}/edits",
    request_max_body_size=LONG_BODY,
    status_code=200,
    responses=UNKNOWN,
    summary="Edit a study",
)
async def edit_study(
    study_id: FromPath[UUID],
    data: JSONBody[Edits],
    studies: NamedDependency[Studies],
    accounts: NamedDependency[Accounts],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> Edited:
    """Carry out edits: all of a command, or none of them."""
    header = await _to_write(study_id, studies, me)
    person = await accounts.acting(somebody(me))
    rate_limiter.share("edit", requester, EDITING, len(data.edits))
    events = await studies.edit(header, person.id, data.id, [_cleaned(edit) for edit in data.edits])
    return Edited(events[-1].seq, events)


@post("/api/studies/{study_id:uuid}/sharing", status_code=200, responses=UNKNOWN, summary="Share a study")
async def share_study(
    study_id: FromPath[UUID],
    data: JSONBody[Sharing],
    studies: NamedDependency[Studies],
    me: NamedDependency[Identity | None],
) -> Sharing:
    """Who may read and write by link; only the owner says that."""
    header = await _owned(study_id, studies, me)
    changed = await studies.share(header, is_open=data.open, writable=data.writable, fresh=data.fresh)
    return Sharing(changed.open, changed.key is not None)


@post("/api/studies/{study_id:uuid}/writers", status_code=204, responses=UNKNOWN, summary="Join a study")
async def join_study(
    study_id: FromPath[UUID],
    data: JSONBody[Joining],
    studies: NamedDependency[Studies],
    accounts: NamedDependency[Accounts],
    me: NamedDependency[Identity | None],
) -> None:
    """Become a writer, with what the link for writers shows."""
    await studies.join(await studies.header(study_id), await accounts.acting(somebody(me)), data.key)


@delete("/api/studies/{study_id:uuid}/writers/{person:uuid}", responses=UNKNOWN, summary="Let somebody write no more")
async def remove_writer(
    study_id: FromPath[UUID],
    person: FromPath[UUID],
    studies: NamedDependency[Studies],
    me: NamedDependency[Identity | None],
) -> None:
    """The owner removes a writer, or a writer leaves."""
    header = await studies.header(study_id)
    if await studies.role(header, me) != "owner" and person_of(me) != person:
        raise AxedrezError("study_owner")
    await studies.store.remove_writer(header.id, person)


@delete("/api/studies/{study_id:uuid}", responses=UNKNOWN, summary="Delete a study")
async def delete_study(
    study_id: FromPath[UUID], studies: NamedDependency[Studies], me: NamedDependency[Identity | None]
) -> None:
    """Delete a study with all its chapters, for everybody."""
    await studies.delete(await _owned(study_id, studies, me))


def _head(chapter: Chapter) -> ChapterHead:
    return ChapterHead(chapter.id, chapter.title, chapter.added.rulebook, chapter.added.names, chapter.near)


async def _rules(chapter: Chapter, rulebooks: RulebookStore, at: int) -> tuple[str, dict[str, Any]]:
    """The rulebook and options by which this server knows the rules of a chapter; others are saved as a sheet."""
    game = chapter.tree.start.game
    try:
        known = await rulebooks.load(chapter.added.rulebook, chapter.added.options)
        if known.hash == game.hash:
            return chapter.added.rulebook, dict(chapter.added.options)
    except AxedrezError:
        pass
    sheet = SavedSheet(game.hash, chapter.added.names, chapter.added.sheet, None, at)
    await rulebooks.store.save_sheet(sheet)
    return game.hash, {}


async def _to_write(study_id: UUID, studies: Studies, me: Identity | None) -> StudyHeader:
    header = await studies.header(study_id)
    if await studies.role(header, me) == "reader":
        raise AxedrezError("study_reader")
    return header


async def _owned(study_id: UUID, studies: Studies, me: Identity | None) -> StudyHeader:
    header = await studies.header(study_id)
    if await studies.role(header, me) != "owner":
        raise AxedrezError("study_owner")
    return header


def _cleaned(edit: ClientEdit) -> ClientEdit:
    """An edit without signs that nobody sees. Raises AxedrezError (`hidden_sign`)."""
    match edit:
        case RenameStudy() | RenameChapter():
            return msgspec.structs.replace(edit, title=user_text.line(edit.title))
        case SetComment():
            return msgspec.structs.replace(edit, text=user_text.paragraphs(edit.text))
        case SetHeader():
            return msgspec.structs.replace(edit, value=user_text.line(edit.value))
        case _:
            return edit


def _faults(found: Sequence[FileFault], request: Request[Any, Any, Any]) -> list[StudyFault]:
    lang = language(request)
    return [StudyFault(each.game, each.line, each.column, sentence(each.error, lang)) for each in found[:100]]


HANDLERS = [
    make_study,
    list_studies,
    read_study,
    read_chapter,
    add_chapters,
    edit_study,
    share_study,
    join_study,
    remove_writer,
    delete_study,
]
