"""Administration of the ratings of a database."""

from __future__ import annotations

import asyncio
from uuid import UUID

import msgspec

from axedrez.cli.output import print_json
from axedrez.messages import say
from axedrez.ratings import ANCHORS, Suspicion, anchor_id
from axedrez.server.play.live_game import now_ms
from axedrez.storage import People, RatingStore, Recount, StandingStore, Store, default_url

DAY_MS = 86_400_000


def recount(url: str | None, lang: str, as_json: bool) -> None:
    """Rate all rated games again, and say how much differed. Raises AxedrezError (`recount_busy`)."""

    async def work() -> Recount:
        store = await Store.open(url or default_url())
        try:
            return await RatingStore(store.engine, store.writer).recount(now_ms)
        finally:
            await store.close()

    found = asyncio.run(work())
    if as_json:
        print_json(found._asdict())
    else:
        print(say("cli.admin.recounted", lang, **found._asdict()))


def flags(url: str | None, days: int, lang: str, as_json: bool) -> None:
    """List signs of ratings that were moved on purpose, in the games of the last days."""

    async def read() -> tuple[list[Suspicion], dict[UUID, str], dict[str, dict[str, str]]]:
        store = await Store.open(url or default_url())
        try:
            found = await RatingStore(store.engine, store.writer).suspicions(now_ms() - days * DAY_MS)
            ids = {each.person for each in found} | {each.other for each in found if each.other is not None}
            persons = await People(store.engine).persons(list(ids))
            names = {person.id: person.login or person.name for person in persons.values()}
            names |= {anchor_id(level): say("cli.admin.flag.level", lang, level=level) for level in ANCHORS}
            sheets = await StandingStore(store.engine).sheets()
            return found, names, {each.sheet: each.names for each in sheets}
        finally:
            await store.close()

    found, names, sheets = asyncio.run(read())
    if as_json:
        print_json([msgspec.to_builtins(each._asdict()) for each in found])
        return
    if not found:
        print(say("cli.admin.no_flags", lang))
    for each in found:
        sheet, speed = each.key
        whose = {"name": _named(each.person, names), "other": each.other and _named(each.other, names)}
        of = {"rulebook": sheets.get(sheet, {}).get(lang, sheet), "speed": say(f"people.speed.{speed}", lang).lower()}
        print(say(f"cli.admin.flag.{each.sign}", lang, number=each.number, **whose, **of))


def _named(person: UUID, names: dict[UUID, str]) -> str:
    return f"{names.get(person) or '–'} ({person})"
