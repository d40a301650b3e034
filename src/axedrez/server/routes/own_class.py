"""A class as its pupils see it: their homework, the displays they play in, signing in with a code."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Authenticator, Identity, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.access.sessions import Sessions
from axedrez.server.base.errors import NotFound
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import RulebookId
from axedrez.server.community.classes import Classes
from axedrez.server.play.live_game import now_ms
from axedrez.server.routes.classes import GivenCode, Line, Taken, TaskView, few_wrong_codes, task_view
from axedrez.server.routes.people import Me, signed_in
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage.classes import Comment, DisplayGame


class NewComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the teacher says to the pupil of a game."""

    id: UUID
    text: Line


class OwnTask(msgspec.Struct, frozen=True):
    """A pupil's task, and how much of it is done."""

    task: TaskView
    done: int


class OwnClass(msgspec.Struct, frozen=True):
    """What a pupil sees of their class."""

    name: str
    pupil: str
    chat: bool
    now: int
    tasks: list[OwnTask]
    boards: list[DisplayGame]


class BesideGame(msgspec.Struct, frozen=True):
    """What stands beside a game of a display; the boards are for the teacher."""

    teacher: bool
    boards: list[DisplayGame]
    comments: list[Comment]


@get("/api/class", responses=UNKNOWN, summary="My class")
async def read_own_class(
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    rulebooks: NamedDependency[RulebookStore],
) -> OwnClass:
    """What a pupil sees: homework, and the games of displays. 404 for everybody else."""
    found = await classes.store.of_pupil(somebody(me).person)
    if found is None:
        raise NotFound("unknown_class")
    here, pupil = found
    tasks = [each for each in await classes.store.tasks(here.id) if each.terms.part in ("", pupil.part)]
    (progress,) = await classes.progress([pupil], tasks)
    own = [
        OwnTask(await task_view(task, rulebooks), done or 0) for task, done in zip(tasks, progress.done, strict=True)
    ]
    boards = await classes.store.boards(pupil=pupil.person)
    return OwnClass(here.name, pupil.name, here.chat, now_ms(), own, boards)


@post("/api/class/join", status_code=200, responses=COMMON, summary="Sign in with a code of a class", opt=BANNED_TOO)
async def join_class(
    data: JSONBody[GivenCode],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """Sign this browser in as the pupil with this code. Only wrong codes count against the rate limits."""
    with few_wrong_codes(rate_limiter, requester):
        person = await classes.join(data.code)
    if me is not None and me.kind == "session":  # the browser's previous session
        await accounts.sign_out(me)
        sessions.ended(me.person)
    return await signed_in(person, authenticator, request)


@post("/api/class/guides/{rulebook:str}", status_code=200, responses=COMMON, summary="I have finished a guided game")
async def finish_guide(
    rulebook: FromPath[RulebookId], me: NamedDependency[Identity | None], classes: NamedDependency[Classes]
) -> Taken:
    """Note that a pupil has come to the end of a guided game. Nothing is noted of others."""
    await classes.store.finish_guide(somebody(me).person, rulebook, now_ms())
    return Taken()


@get("/api/class/games/{game_id:uuid}", responses=UNKNOWN, summary="What stands beside a game of a display")
async def read_beside(
    game_id: FromPath[UUID], me: NamedDependency[Identity | None], classes: NamedDependency[Classes]
) -> BesideGame:
    """The comments, for the pupil and the teacher; to the teacher also the boards of the display."""
    boards, comments, teacher = await classes.beside(somebody(me), game_id)
    return BesideGame(teacher, boards, comments)


@post("/api/class/games/{game_id:uuid}/comments", responses=UNKNOWN, summary="Comment on a game of a display")
async def comment(
    game_id: FromPath[UUID],
    data: JSONBody[NewComment],
    me: NamedDependency[Identity | None],
    classes: NamedDependency[Classes],
) -> Comment:
    """Say something to the pupil of a game, where pupils do not chat, too. Only its teacher may."""
    return await classes.say(somebody(me), game_id, data.id, data.text)


HANDLERS = [read_own_class, join_class, finish_guide, read_beside, comment]
