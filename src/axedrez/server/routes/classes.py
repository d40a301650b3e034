"""Classes as their teachers see them: pupils and their codes, homework, simultaneous displays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

import msgspec
import segno
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.core import AxedrezError
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.engine.levels import FULL, WEAKEST
from axedrez.match import TimeControl
from axedrez.match.commands import SideWord
from axedrez.messages import LANGUAGES, Texts
from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.rate_limits import Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.access.sessions import Sessions
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import RulebookId
from axedrez.server.community.classes import MAX_PUPILS, Classes, Coded, Progress, homework_table, written
from axedrez.server.play.live_game import now_ms
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.people import GONE
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage.classes import DisplayGame, Pupil, Task, TaskKind, Teacher, Terms

CODES = Rate(burst=30, a_second=1 / 10)
ALL_CODES = Rate(burst=300, a_second=1)
"""Wrong codes of an address, and of everybody at this server."""

Label = Annotated[str, msgspec.Meta(max_length=40, pattern=whole(r"[^\x00-\x1f\x7f<>]*"))]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=300, pattern=whole(ONE_LINE + "+"))]
Some = Annotated[list[UUID], msgspec.Meta(max_length=MAX_PUPILS)]
Due = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class NewClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new class; `id` is made by the sender and makes a repetition harmless."""

    id: UUID
    name: Label


class ChangeClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes of a class; fields left out stay."""

    name: Label | None = None
    chat: bool | None = None


class NewPupils(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pupils to be added, a name on each line; with the same `id` again, they only get new codes."""

    id: UUID
    names: Annotated[str, msgspec.Meta(max_length=10_000)]


class ChangePupil(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes of a pupil; `part` is the label of a group."""

    name: Label | None = None
    part: Label | None = None


class RenewCodes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose codes are made anew; of all where nobody is named."""

    pupils: Some = []


class CodeView(msgspec.Struct, frozen=True):
    """A pupil's code, the link that has it, and its QR code as SVG. They are shown only now."""

    person: UUID
    name: str
    code: str
    link: str
    qr: str


class GivenCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pupil's code, as it was typed."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class NewTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task; see `Terms`. `id` makes a repetition harmless."""

    id: UUID
    kind: TaskKind
    rulebook: RulebookId
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    theme: Annotated[str, msgspec.Meta(max_length=32, pattern=whole("[a-z0-9-]*"))] = ""
    level: Annotated[int, msgspec.Meta(ge=WEAKEST, le=FULL)] = WEAKEST
    won: bool = False
    part: Label = ""
    due_at: Due | None = None


class NewDisplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A simultaneous display for these pupils, or for all; the teacher plays `colour`."""

    id: UUID
    rulebook: RulebookId
    pupils: Some = []
    clock: TimeControl | None = None
    colour: SideWord = "white"


class ClassLine(msgspec.Struct, frozen=True):
    """A class in the teacher's list."""

    id: UUID
    name: str
    pupils: int


class TaskView(msgspec.Struct, frozen=True):
    """A task; `names`: of its rulebook."""

    id: UUID
    terms: Terms
    names: Texts


class ClassView(msgspec.Struct, frozen=True):
    """A class as its teachers see it; `progress` has a row for each pupil, with a place for each task.

    `maker`: whether the requester made it; `teachers`: those who teach it, too.
    """

    id: UUID
    name: str
    chat: bool
    now: int
    pupils: list[Pupil]
    tasks: list[TaskView]
    progress: list[Progress]
    boards: list[DisplayGame]
    maker: bool
    teachers: list[Teacher]


class TeacherLink(msgspec.Struct, frozen=True):
    """The link that makes the next account that opens it a teacher of a class. It is shown only now."""

    link: str


class Taken(msgspec.Struct, frozen=True):
    """It was taken note of."""

    status: str = "ok"


@get("/api/classes", responses=COMMON, summary="My classes")
async def list_classes(me: NamedDependency[Identity | None], classes: NamedDependency[Classes]) -> list[ClassLine]:
    """The classes that the requester teaches."""
    found = await classes.store.taught_by(somebody(me).person)
    return [ClassLine(each.id, each.name, len(await classes.store.pupils(each.id))) for each in found]


@post("/api/classes", responses=COMMON, summary="Make a class")
async def open_class(
    data: JSONBody[NewClass],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> ClassLine:
    """Make a class. It needs an account; on a server for a class, whoever opens the first one needs none."""
    found = await classes.open(somebody(me), request_ids.of("class", requester, data.id), data.name)
    return ClassLine(found.id, found.name, len(await classes.store.pupils(found.id)))


@get("/api/classes/{class_id:uuid}", responses=UNKNOWN, summary="A class")
async def read_class(
    class_id: FromPath[UUID],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    rulebooks: NamedDependency[RulebookStore],
) -> ClassView:
    """A class with its pupils, homework and boards; only for its teachers."""
    here = somebody(me)
    found = await classes.mine(here, class_id)
    pupils, tasks = await classes.store.pupils(class_id), await classes.store.tasks(class_id)
    progress = await classes.progress(pupils, tasks)
    views = [await task_view(task, rulebooks) for task in tasks]
    boards = await classes.store.boards(class_id)
    teachers = await classes.store.teachers(class_id)
    return ClassView(
        found.id, found.name, found.chat, now_ms(), pupils, views, progress, boards,
        found.teacher == here.person, teachers,
    )  # fmt: skip


@patch("/api/classes/{class_id:uuid}", responses=UNKNOWN, summary="Change a class")
async def change_class(
    class_id: FromPath[UUID],
    data: JSONBody[ChangeClass],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
) -> Taken:
    """Rename a class, or let its pupils chat."""
    await classes.mine(somebody(me), class_id)
    if data.name is not None and not data.name.strip():
        raise AxedrezError("bad_name")
    changes = {name: value for name, value in (("name", data.name), ("chat", data.chat)) if value is not None}
    if changes:
        await classes.store.change(class_id, changes)
    return Taken()


@delete("/api/classes/{class_id:uuid}", status_code=204, responses=UNKNOWN, summary="Erase a class", opt=BANNED_TOO)
async def erase_class(
    class_id: FromPath[UUID],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    sessions: NamedDependency[Sessions],
    pubsub: NamedDependency[PubSub],
) -> None:
    """Erase a class with all pupils and all that is theirs; games keep their moves, without the names.

    Only who made it may.
    """
    await classes.made(somebody(me), class_id)
    for person in await classes.erase(class_id):
        sessions.ended(person)
        pubsub.publish(GONE, person.bytes)


@post("/api/classes/{class_id:uuid}/teachers", responses=UNKNOWN, summary="Invite another teacher")
async def invite_teacher(
    class_id: FromPath[UUID],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    link_base: NamedDependency[str],
) -> TeacherLink:
    """A link for one other account; the one before ends. Only who made the class may."""
    code = await classes.invite(somebody(me), class_id)
    return TeacherLink(f"{link_base}/classes#{code}")


@post("/api/class/teaching", status_code=200, responses=COMMON, summary="Become a teacher of a class")
async def accept_teaching(
    data: JSONBody[GivenCode],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> ClassLine:
    """Teach a class, too, by the code of a link, which ends. Only wrong codes count against the rate limits."""
    here = somebody(me)
    with few_wrong_codes(rate_limiter, requester):
        found = await classes.accept(here, data.code)
    return ClassLine(found.id, found.name, len(await classes.store.pupils(found.id)))


@delete(
    "/api/classes/{class_id:uuid}/teachers/{person:uuid}",
    status_code=204,
    responses=UNKNOWN,
    summary="Let a teacher go",
)
async def dismiss_teacher(
    class_id: FromPath[UUID],
    person: FromPath[UUID],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
) -> None:
    """Somebody teaches the class no longer: only who made it may ask that of others. One who never did is no error."""
    await classes.dismiss(somebody(me), class_id, person)


@post("/api/classes/{class_id:uuid}/pupils", responses=UNKNOWN, summary="Add pupils")
async def add_pupils(
    class_id: FromPath[UUID],
    data: JSONBody[NewPupils],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    link_base: NamedDependency[str],
) -> list[CodeView]:
    """Add pupils from a list of names, and show their codes."""
    coded = await classes.enter(somebody(me), class_id, data.id, data.names)
    return await _codes(coded, link_base)


@post("/api/classes/{class_id:uuid}/codes", status_code=200, responses=UNKNOWN, summary="Make new codes")
async def renew_codes(
    class_id: FromPath[UUID],
    data: JSONBody[RenewCodes],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    link_base: NamedDependency[str],
    sessions: NamedDependency[Sessions],
) -> list[CodeView]:
    """New codes of pupils; the old ones, and what they signed in, end."""
    coded = await classes.renew(somebody(me), class_id, data.pupils)
    for each in coded:
        sessions.ended(each.person)
    return await _codes(coded, link_base)


@patch("/api/classes/{class_id:uuid}/pupils/{person:uuid}", responses=UNKNOWN, summary="Change a pupil")
async def change_pupil(
    class_id: FromPath[UUID],
    person: FromPath[UUID],
    data: JSONBody[ChangePupil],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
) -> Taken:
    """Rename a pupil, or put them into another group."""
    await classes.change_pupil(somebody(me), class_id, person, data.name, data.part)
    return Taken()


@delete(
    "/api/classes/{class_id:uuid}/pupils/{person:uuid}", status_code=204, responses=UNKNOWN, summary="Erase a pupil"
)
async def remove_pupil(
    class_id: FromPath[UUID],
    person: FromPath[UUID],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    sessions: NamedDependency[Sessions],
    pubsub: NamedDependency[PubSub],
) -> None:
    """Erase a pupil with all that is theirs."""
    await classes.remove(somebody(me), class_id, person)
    sessions.ended(person)
    pubsub.publish(GONE, person.bytes)


@post("/api/classes/{class_id:uuid}/tasks", responses=UNKNOWN, summary="Set homework")
async def set_task(
    class_id: FromPath[UUID],
    data: JSONBody[NewTask],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> Taken:
    """Set a task for the class or a group."""
    fields = {name: getattr(data, name) for name in Terms.__struct_fields__}
    if data.kind == "guide":
        fields["count"] = 1
    terms = Terms(**fields)
    await classes.set_task(somebody(me), class_id, request_ids.of("task", requester, data.id), terms)
    return Taken()


@delete(
    "/api/classes/{class_id:uuid}/tasks/{task:uuid}", status_code=204, responses=UNKNOWN, summary="Take homework back"
)
async def drop_task(
    class_id: FromPath[UUID],
    task: FromPath[UUID],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
) -> None:
    """Take a task back. One that does not exist is no error."""
    await classes.mine(somebody(me), class_id)
    await classes.store.drop_task(class_id, task)


@get("/api/classes/{class_id:uuid}/homework.csv", responses=UNKNOWN, summary="Homework as CSV")
async def read_csv(
    class_id: FromPath[UUID], me: NamedDependency[Identity | None], classes: NamedDependency[Classes]
) -> Response[str]:
    """The table of pupils and tasks."""
    await classes.mine(somebody(me), class_id)
    pupils, tasks = await classes.store.pupils(class_id), await classes.store.tasks(class_id)
    titles = [f"{task.terms.kind} {task.terms.rulebook} {task.terms.theme}".strip() + f" /{task.terms.count}"
              for task in tasks]  # fmt: skip
    text = homework_table(pupils, titles, await classes.progress(pupils, tasks))
    headers = {"content-disposition": 'attachment; filename="homework.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@post("/api/classes/{class_id:uuid}/displays", responses=UNKNOWN, summary="Open a simultaneous display")
async def open_display(
    class_id: FromPath[UUID],
    data: JSONBody[NewDisplay],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> list[DisplayGame]:
    """Open a game with each pupil."""
    new_id = request_ids.of("display", requester, data.id)
    return await classes.display(somebody(me), class_id, new_id, data.rulebook, data.pupils, data.clock, data.colour)


@contextmanager
def few_wrong_codes(rate_limiter: RateLimiter, requester: Requester) -> Iterator[None]:
    """Let only so many codes be tried; one that does not raise anything costs nothing."""
    places = (("codes", requester.address, CODES), ("codes", "", ALL_CODES))
    for kind, who, rate in places:
        rate_limiter.spend(kind, who, rate)
    yield
    for kind, who, rate in places:
        rate_limiter.spend(kind, who, rate, -1)


async def task_view(task: Task, rulebooks: RulebookStore) -> TaskView:
    """A task, with the name of what is played in it."""
    game = await rulebooks.load(task.terms.rulebook)
    return TaskView(task.id, task.terms, {lang: getattr(game.sheet.names, lang) for lang in LANGUAGES})


async def _codes(coded: list[Coded], base: str) -> list[CodeView]:
    found = []
    for each in coded:
        found.append(_code(each, base))
        await asyncio.sleep(0)  # drawing one takes milliseconds: others go on between them
    return found


def _code(coded: Coded, base: str) -> CodeView:
    code = written(coded.code)
    link = f"{base}/class/join#{code}"
    return CodeView(coded.person, coded.name, code, link, segno.make(link, micro=False).svg_inline(scale=4))


HANDLERS = [
    list_classes,
    open_class,
    read_class,
    change_class,
    erase_class,
    invite_teacher,
    accept_teaching,
    dismiss_teacher,
    add_pupils,
    renew_codes,
    change_pupil,
    remove_pupil,
    set_task,
    drop_task,
    read_csv,
    open_display,
]
