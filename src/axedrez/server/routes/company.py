"""Around a game: chat, who is there, and what is reported."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.server import texts
from axedrez.server.accounts import Accounts
from axedrez.server.askers import Asker
from axedrez.server.games import Games, now_ms
from axedrez.server.identity import Identity, somebody
from axedrez.server.limits import Limits, Rate, Share
from axedrez.server.naming import Naming
from axedrez.server.presence import PRESETS, Circle, CompanyFrame
from axedrez.server.responses import COMMON, UNKNOWN
from axedrez.storage import Company, Report, RoomName, Said

Line = Annotated[str, msgspec.Meta(max_length=140, pattern=whole(ONE_LINE + "*"))]
REPORTING = Share(Rate(burst=5, a_second=1 / 600), Rate(burst=50, a_second=1 / 60))
CHATS_OF_AN_ADDRESS = Rate(burst=200, a_second=10)


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say: a `text`, or a `preset`, which each reads in their own language."""

    id: UUID
    room: RoomName = "players"
    text: Line = ""
    preset: str | None = None


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be told to the administrators of somebody (`about`), in a `game` perhaps."""

    id: UUID
    about: UUID
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    game: UUID | None = None


class Talk(msgspec.Struct, frozen=True):
    """The last lines of a room, oldest first; `presets` are the known sentences."""

    lines: list[Said]
    presets: list[str]


@get("/api/games/{game_id:uuid}/chat", responses=UNKNOWN, summary="What was said")
async def read_chat(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    circle: NamedDependency[Circle],
    me: NamedDependency[Identity | None],
    room: Annotated[RoomName, QueryParameter()] = "players",
) -> Talk:
    """The chat of the players, or that of the spectators; while the game goes on one hears only one's own."""
    return Talk(await circle.said(await games.table(game_id), me, room), list(PRESETS))


@post("/api/games/{game_id:uuid}/chat", responses=UNKNOWN, summary="Say something")
async def say(
    game_id: FromPath[UUID],
    data: JSONBody[Saying],
    games: NamedDependency[Games],
    circle: NamedDependency[Circle],
    me: NamedDependency[Identity | None],
    limits: NamedDependency[Limits],
    asker: NamedDependency[Asker],
    naming: NamedDependency[Naming],
) -> Said:
    """A line of the chat."""
    here = somebody(me)
    limits.spend("chat address", asker.address, CHATS_OF_AN_ADDRESS)
    line_id = naming.of("chat", asker, data.id)
    return await circle.say(await games.table(game_id), here, line_id, data.room, data.preset, data.text)


@get("/api/games/{game_id:uuid}/company", responses=UNKNOWN, summary="Who is there")
async def read_company(
    game_id: FromPath[UUID], games: NamedDependency[Games], circle: NamedDependency[Circle]
) -> CompanyFrame:
    """Whether the players are there, away, or have left, and how many others follow the game."""
    return await circle.standing(await games.table(game_id))


@post("/api/reports", status_code=204, responses=COMMON, summary="Report somebody")
async def report(
    data: JSONBody[Complaint],
    accounts: NamedDependency[Accounts],
    company: NamedDependency[Company],
    limits: NamedDependency[Limits],
    me: NamedDependency[Identity | None],
    asker: NamedDependency[Asker],
    naming: NamedDependency[Naming],
) -> None:
    """Tell the administrators."""
    text = texts.paragraphs(data.text)
    person = await accounts.acting(somebody(me))
    limits.share("report", asker, REPORTING)
    report_id = naming.of("report", asker, data.id)
    await company.report(Report(report_id, person.id, data.about, data.game, text, now_ms()))


HANDLERS = [read_chat, say, read_company, report]
