"""Administration of the people of a database, whether a server runs over it or not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec

from axedrez.cli.output import print_json
from axedrez.core import AxedrezError
from axedrez.messages import say, say_counted
from axedrez.server.access.accounts import Accounts
from axedrez.server.base import user_text
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import now_ms
from axedrez.server.routes.people import Name
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import ChatStore, ClassStore, People, Person, PlayedError, Report, Store, default_url
from axedrez.storage.classes import Class

SHOWN = 100
DAY_MS = 86_400_000

Found = TypeVar("Found")


class _Stores(NamedTuple):
    """The stores that the commands use."""

    people: People
    reports: ChatStore
    classes: ClassStore

    async def whom(self, text: str) -> Person:
        """A person by login or id. Raises AxedrezError (`unknown_person`)."""
        person = await self.people.account(text.lower())
        if person is None and (named := _uuid(text)) is not None:
            person = await self.people.person(named)
        if person is None:
            raise AxedrezError("unknown_person", whom=text)
        return person

    async def school(self, which: str) -> Class:
        """A class by name or id. Raises AxedrezError (`no_class`, `several_classes`)."""
        named = await self.classes.find(found) if (found := _uuid(which)) is not None else None
        known = [named] if named is not None else await self.classes.named(which)
        if not known:
            raise AxedrezError("no_class", name=which)
        if len(known) > 1:
            raise AxedrezError("several_classes", ids=", ".join(str(each.id) for each in known))
        return known[0]

    async def names(self, reports: list[Report]) -> dict[UUID, str]:
        """The names of all people in the reports."""
        found = await self.people.persons(list({person for report in reports for person in (report.by, report.about)}))
        return {person.id: person.name for person in found.values()}


def find(url: str | None, words: str, lang: str, as_json: bool) -> None:
    """List the people whose name or login contains these words."""
    found = _with_stores(url, lambda stores: stores.people.search(words, SHOWN))
    if as_json:
        print_json([_public(person) for person in found])
        return
    for person in found:
        banned = person.banned_until is not None and person.banned_until > now_ms()
        until = say("cli.admin.banned", lang, until=_date(person.banned_until or 0)) if banned else ""
        print(f"{person.id}  {person.login or '–'}  {person.name or '–'}  {until}".rstrip())


def list_reports(url: str | None, lang: str, as_json: bool) -> None:
    """List the open reports, oldest first."""

    async def read(stores: _Stores) -> tuple[list[Report], dict[UUID, str]]:
        found = await stores.reports.open_reports(SHOWN)
        return found, await stores.names(found)

    reports, names = _with_stores(url, read)
    if as_json:
        print_json(
            [
                {**msgspec.to_builtins(each), "by_name": names.get(each.by), "about_name": names.get(each.about)}
                for each in reports
            ]
        )
        return
    if not reports:
        print(say("cli.admin.no_reports", lang))
    for each in reports:
        who = {"by": _named(each.by, names), "about": _named(each.about, names)}
        print(
            say("cli.admin.report", lang, id=each.id, at=_date(each.at), game=each.game or "–", text=each.text, **who)
        )


def settle(url: str | None, report: str, lang: str) -> None:
    """Close a report. Raises AxedrezError (`unknown_report`)."""
    named = _uuid(report)
    if named is None or not _with_stores(url, lambda stores: stores.reports.settle_report(named, now_ms())):
        raise AxedrezError("unknown_report", id=report)
    print(say("cli.admin.settled", lang))


def ban(url: str | None, whom: str, days: int, lang: str) -> None:
    """Ban a person for some days. Raises AxedrezError (`unknown_person`)."""
    until = now_ms() + days * DAY_MS
    person = _change(url, whom, {"banned_until": until})
    print(say("cli.admin.ban", lang, name=_shown(person), until=_date(until)))


def unban(url: str | None, whom: str, lang: str) -> None:
    """End a ban. Raises AxedrezError (`unknown_person`)."""
    print(say("cli.admin.unban", lang, name=_shown(_change(url, whom, {"banned_until": None}))))


def rename(url: str | None, whom: str, name: str, lang: str) -> None:
    """Change the name that others see. Raises AxedrezError (`unknown_person`, `bad_name`)."""
    try:
        given = user_text.name(msgspec.convert(name.strip(), Name))
    except msgspec.ValidationError:
        raise AxedrezError("bad_name") from None
    person = _change(url, whom, {"name": given})
    print(say("cli.admin.rename", lang, old=_shown(person), name=given))


def mark_bot(url: str | None, whom: str, lang: str) -> None:
    """Mark an account as a bot. Raises AxedrezError (`unknown_person`, `bot_account`, `bot_played`)."""

    async def mark(stores: _Stores) -> Person:
        person = await stores.whom(whom)
        if person.login is None:
            raise AxedrezError("bot_account")
        try:
            await stores.people.become_bot(person.id, now_ms())
        except PlayedError:
            raise AxedrezError("bot_played") from None
        return person

    print(say("cli.admin.bot", lang, name=_shown(_with_stores(url, mark))))


def recovery(url: str | None, login: str, lang: str, as_json: bool) -> None:
    """Create a code with which an account can set a new password. Raises AxedrezError (`unknown_login`)."""
    code = _with_stores(url, lambda stores: Accounts(stores.people, now_ms).recovery_code(login.lower()))
    if as_json:
        print_json({"code": code})
    else:
        print(say("cli.admin.recovery", lang, login=login, code=code))


def end(url: str | None, game: str, lang: str) -> None:
    """End any game without a result. Raises AxedrezError (`unknown_game`, `game_over`)."""
    if (named := _uuid(game)) is None:
        raise AxedrezError("unknown_game")

    async def run() -> None:
        store = await Store.open(url or default_url())
        try:
            await Games(store, RulebookStore(store)).end(named)
        finally:
            await store.close()

    asyncio.run(run())
    print(say("cli.admin.ended", lang))


def erase(url: str | None, whom: str, sure: bool, lang: str) -> None:
    """Erase a person as they could themselves. Unless the caller is `sure`, a terminal asks.

    Raises AxedrezError (`unknown_person`; `cli_not_confirmed` where nobody can be asked).
    """
    person = _with_stores(url, lambda stores: stores.whom(whom))
    if not sure and not _confirmed(say("cli.admin.erase_sure", lang, name=_shown(person)), lang):
        print(say("cli.admin.not_erased", lang))
        return
    count = len(_with_stores(url, lambda stores: stores.people.forget(person.id)))
    if count:
        print(say_counted("cli.admin.person_erased_with", count, lang, name=_shown(person)))
    else:
        print(say("cli.admin.person_erased", lang, name=_shown(person)))


def _confirmed(question: str, lang: str) -> bool:
    """Ask at the terminal; anything but a yes is a no. Raises AxedrezError (`cli_not_confirmed`) without a terminal."""
    if not sys.stdin.isatty():
        raise AxedrezError("cli_not_confirmed")
    try:
        answer = input(f"{question} ")
    except EOFError:
        return False
    return answer.strip().casefold() in say("cli.admin.yes", lang).split()


def erase_class(url: str | None, which: str, sure: bool, lang: str) -> None:
    """Erase a class with its pupils and all that is theirs. Unless the caller is `sure`, a terminal asks.

    Raises AxedrezError (`no_class`, `several_classes`; `cli_not_confirmed` where nobody can be asked).
    """

    async def find(stores: _Stores) -> tuple[Class, int]:
        found = await stores.school(which)
        return found, len(await stores.classes.pupils(found.id))

    school, count = _with_stores(url, find)
    if not sure and not _confirmed(say_counted("cli.admin.erase_class_sure", count, lang, name=school.name), lang):
        print(say("cli.admin.not_erased", lang))
        return

    async def erase(stores: _Stores) -> int:
        persons = [each.person for each in await stores.classes.pupils(school.id)]
        await stores.classes.erase(persons, school.id)
        return len(persons)

    print(say_counted("cli.admin.class_erased", _with_stores(url, erase), lang, name=school.name))


def _change(url: str | None, whom: str, changes: dict[str, Any]) -> Person:
    """Change a person; returns their previous state."""

    async def change(stores: _Stores) -> Person:
        person = await stores.whom(whom)
        await stores.people.change(person.id, changes)
        return person

    return _with_stores(url, change)


def _with_stores(url: str | None, work: Callable[[_Stores], Awaitable[Found]]) -> Found:
    async def run() -> Found:
        store = await Store.open(url or default_url())
        try:
            chats, classes = ChatStore(store.engine, store.writer), ClassStore(store.engine, store.writer)
            return await work(_Stores(People(store.engine), chats, classes))
        finally:
            await store.close()

    return asyncio.run(run())


def _public(person: Person) -> dict[str, Any]:
    """A person without private data."""
    fields: dict[str, Any] = msgspec.to_builtins(person)
    return {name: fields[name] for name in ("id", "login", "name", "created_at", "banned_until", "bot")}


def _named(person: UUID, names: dict[UUID, str]) -> str:
    return f"{names.get(person) or '–'} ({person})"


def _shown(person: Person) -> str:
    return person.name or person.login or str(person.id)


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
