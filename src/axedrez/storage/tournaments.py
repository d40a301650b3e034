"""Tournaments: their logs, their games, and which of them are due for a server."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.decoding import plain
from axedrez.storage.insertion import insert_all, insert_new
from axedrez.storage.schema import (
    club_tournaments,
    games,
    tournament_commands,
    tournament_events,
    tournament_games,
    tournament_people,
    tournaments,
)
from axedrez.storage.writers import Writer
from axedrez.tournaments.events import Entered, HandedOver, Left, OrganizerAdded, OrganizerRemoved, TournamentEvent
from axedrez.tournaments.tournament import Phase, Tournament

NOBODY = "—"
"""The name of who has deleted their account."""


class TournamentHeader(msgspec.Struct, frozen=True):
    """A tournament without its events. `secret`: what the ids of its games follow from; it stays on the server."""

    id: UUID
    owner: UUID
    secret: UUID
    created_at: int
    title: str
    format: str
    rulebook: str
    phase: Phase
    entrants: int
    rounds: int
    total: int
    seq: int
    updated_at: int
    listed: bool = True


class TournamentGame(msgspec.Struct, frozen=True):
    """A game of a tournament. `paired`: the event that paired its round; `number`: of the game in its match."""

    game: UUID
    tournament: UUID
    round: int
    paired: int
    board: int
    replay: int = 0
    number: int = 1
    open: bool = True


class TournamentFilter(msgspec.Struct, frozen=True):
    """Which tournaments are wanted; `before`: changed earlier than that.

    `person` organizes them or takes part; where nobody is named, only those that everybody finds. `club`: of a club.
    """

    phase: Phase | None = None
    owner: UUID | None = None
    person: UUID | None = None
    rulebook: str | None = None
    before: int | None = None
    club: UUID | None = None


class TournamentStore:
    """The tables of tournaments. Every method is one transaction, on the disk when it returns."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def create(self, header: TournamentHeader, log: list[TournamentEvent], due_at: int | None = None) -> bool:
        """Store a new tournament with its first events. False if its id exists already."""

        def work(connection: Connection) -> None:
            connection.execute(insert(tournaments).values({**msgspec.to_builtins(header), "due_at": due_at}))
            insert_all(connection, tournament_events, _rows(header.id, log))
            _note_people(connection, header.id, {header.owner})

        try:
            await self._writer.run(work)
        except IntegrityError:
            return False
        return True

    async def append(
        self, tournament: UUID, log: list[TournamentEvent], command: UUID, after: Tournament, due_at: int | None
    ) -> bool:
        """Append the events of a command to a log that ends where the first of them begins.

        False, and nothing is written, if the log has grown meanwhile, or if the command was carried out before.
        """
        first, last = log[0].seq, log[-1].seq
        here = (
            update(tournaments)
            .where(tournaments.c.id == str(tournament), tournaments.c.seq == first - 1)
            .values({**summary(after), "due_at": due_at, "leased_until": 0})
        )
        remembered = {"tournament": str(tournament), "id": str(command), "first": first, "last": last}

        def work(connection: Connection) -> bool:
            if connection.execute(here).rowcount != 1:
                return False
            connection.execute(insert(tournament_commands).values(remembered))
            insert_all(connection, tournament_events, _rows(tournament, log))
            _note_people(connection, tournament, _people_of(log))
            if any(isinstance(event.act, Left | OrganizerRemoved) for event in log):
                _note_who_left(connection, tournament, after)
            return True

        try:
            return await self._writer.run(work)
        except IntegrityError:
            return False

    async def header(self, tournament: UUID) -> TournamentHeader | None:
        """The header of a tournament, or None if there is no such tournament."""
        found = await self._read(select(tournaments).where(tournaments.c.id == str(tournament)))
        return msgspec.convert(found[0], TournamentHeader) if found else None

    async def events(self, tournament: UUID, after: int = 0) -> list[TournamentEvent]:
        """The events that follow the one numbered `after`."""
        own = and_(tournament_events.c.tournament == str(tournament), tournament_events.c.seq > after)
        rows = await self._read(select(tournament_events).where(own).order_by(tournament_events.c.seq))
        return msgspec.convert(rows, list[TournamentEvent])

    async def answered(self, tournament: UUID, command: UUID) -> tuple[int, int] | None:
        """The numbers of the first and the last event of a command that was carried out."""
        own = and_(tournament_commands.c.tournament == str(tournament), tournament_commands.c.id == str(command))
        found = await self._read(select(tournament_commands).where(own))
        return (found[0]["first"], found[0]["last"]) if found else None

    async def page(self, wanted: TournamentFilter, limit: int) -> list[TournamentHeader]:
        """Tournaments, those changed last first."""
        query = select(tournaments)
        if wanted.phase is not None:
            query = query.where(tournaments.c.phase == wanted.phase)
        if wanted.owner is not None:
            query = query.where(tournaments.c.owner == str(wanted.owner))
        if wanted.person is not None:
            theirs = and_(tournament_people.c.person == str(wanted.person), tournament_people.c.present)
            query = query.where(tournaments.c.id.in_(select(tournament_people.c.tournament).where(theirs)))
        else:
            query = query.where(tournaments.c.listed)
        if wanted.rulebook is not None:
            query = query.where(tournaments.c.rulebook == wanted.rulebook)
        if wanted.club is not None:
            own = select(club_tournaments.c.tournament).where(club_tournaments.c.club == str(wanted.club))
            query = query.where(tournaments.c.id.in_(own))
        if wanted.before is not None:
            query = query.where(tournaments.c.updated_at < wanted.before)
        query = query.order_by(tournaments.c.updated_at.desc(), tournaments.c.id).limit(limit)
        return msgspec.convert(await self._read(query), list[TournamentHeader])

    async def of_person(self, person: UUID, some: list[UUID]) -> frozenset[UUID]:
        """Those of several tournaments that a person organizes or takes part in."""
        here = tournament_people.c.tournament.in_([str(each) for each in some])
        theirs = and_(tournament_people.c.person == str(person), tournament_people.c.present, here)
        query = select(tournament_people.c.tournament).where(theirs)
        async with self._engine.connect() as connection:
            return frozenset(UUID(each) for each in await connection.scalars(query))

    async def count(self, owner: UUID) -> int:
        """How many tournaments a person has made."""
        query = select(func.count()).select_from(tournaments).where(tournaments.c.owner == str(owner))
        async with self._engine.connect() as connection:
            return (await connection.scalar(query)) or 0

    async def claim(self, now: int, lease_ms: int, most: int) -> list[UUID]:
        """Claim up to `most` tournaments that are due at `now`; for `lease_ms` no other server gets them."""
        due = select(tournaments.c.id).where(tournaments.c.due_at <= now, tournaments.c.leased_until <= now)
        async with self._engine.connect() as connection:  # nothing is written where nothing is due
            if await connection.scalar(due.limit(1)) is None:
                return []
        chosen = due.order_by(tournaments.c.due_at).limit(most).with_for_update(skip_locked=True).cte()
        taken = (
            update(tournaments)
            .where(tournaments.c.id.in_(select(chosen.c.id)))
            .values(leased_until=now + lease_ms)
            .returning(tournaments.c.id)
        )
        found = await self._writer.run(lambda connection: connection.scalars(taken).all())
        return [UUID(each) for each in found]

    async def postpone(self, tournament: UUID, seq: int, due_at: int | None) -> None:
        """Change when a tournament is due, unless its log has gone past `seq`."""
        here = (tournaments.c.id == str(tournament)) & (tournaments.c.seq == seq)
        later = update(tournaments).where(here).values(due_at=due_at, leased_until=0)
        await self._writer.run(lambda connection: connection.execute(later))

    async def open_games(self, new: list[TournamentGame]) -> None:
        """Note games whose results are waited for; those that are known already stay as they are."""

        def work(connection: Connection) -> None:
            rows = [msgspec.to_builtins(each) for each in new]
            connection.execute(insert_new(connection, tournament_games, rows))

        if new:
            await self._writer.run(work)

    async def close_games(self, ended: list[UUID]) -> None:
        """Note that the results of these games are not waited for any more."""
        if ended:
            here = tournament_games.c.game.in_([str(each) for each in ended])
            later = update(tournament_games).where(here).values(open=False)
            await self._writer.run(lambda connection: connection.execute(later))

    async def games(self, tournament: UUID, index: int | None = None) -> list[TournamentGame]:
        """The games of a tournament, or of one of its rounds, in their order."""
        known = tournament_games
        query = select(known).where(known.c.tournament == str(tournament))
        if index is not None:
            query = query.where(known.c.round == index)
        query = query.order_by(known.c.round, known.c.board, known.c.paired, known.c.replay, known.c.number)
        return msgspec.convert(await self._read(query), list[TournamentGame])

    async def watched(self, tournament: UUID) -> list[tuple[TournamentGame, bool]]:
        """The games whose results are waited for, and whether they have ended."""
        known = tournament_games
        query = (
            select(known, games.c.result.is_not(None).label("ended"))
            .join(games, games.c.id == known.c.game)
            .where(known.c.tournament == str(tournament), known.c.open)
        )
        rows = await self._read(query)
        ended = [bool(row.pop("ended")) for row in rows]
        return list(zip(msgspec.convert(rows, list[TournamentGame]), ended, strict=True))

    async def of_game(self, game: UUID) -> TournamentGame | None:
        """Where in a tournament a game belongs, if it belongs to one."""
        found = await self._read(select(tournament_games).where(tournament_games.c.game == str(game)))
        return msgspec.convert(found[0], TournamentGame) if found else None

    async def _read(self, query: Any) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [plain(row) for row in rows]


def summary(state: Tournament) -> dict[str, Any]:
    """What the lists show of a tournament."""
    return {
        **({"owner": str(state.owner)} if state.owner is not None else {}),
        "title": state.set.title,
        "format": state.set.format,
        "rulebook": state.set.rulebook,
        "phase": state.phase,
        "entrants": len(state.entries),
        "rounds": len(state.rounds),
        "total": state.total or state.set.rounds,
        "seq": state.seq,
        "updated_at": state.at,
        "listed": state.set.listed,
    }


def leave_tournaments(connection: Connection, person: UUID) -> None:
    """Take a person out of all tournaments: what they did stays for the others, without their name."""
    theirs = select(tournament_people.c.tournament).where(tournament_people.c.person == str(person))
    own = tournament_events.c.tournament.in_(theirs)
    for row in connection.execute(select(tournament_events).where(own)).mappings().all():
        if str(person) in (row["by"], row["act"].get("person")):
            act = dict(row["act"])
            if act.get("person") == str(person):
                act |= {"name": NOBODY, "person": None if act["type"] == "entered" else str(uuid4())}
            here = (tournament_events.c.tournament == row["tournament"]) & (tournament_events.c.seq == row["seq"])
            by = None if row["by"] == str(person) else row["by"]
            connection.execute(update(tournament_events).where(here).values(act=act, by=by))
    connection.execute(update(tournaments).where(tournaments.c.owner == str(person)).values(owner=str(uuid4())))
    connection.execute(delete(tournament_people).where(tournament_people.c.person == str(person)))


def _people_of(log: list[TournamentEvent]) -> set[UUID]:
    acts = [event.act for event in log]
    return {
        act.person for act in acts if isinstance(act, Entered | OrganizerAdded | HandedOver) and act.person is not None
    }


def _note_people(connection: Connection, tournament: UUID, people: set[UUID]) -> None:
    if people:
        rows = [{"person": str(person), "tournament": str(tournament)} for person in people]
        connection.execute(insert_new(connection, tournament_people, rows))
        _change_presence(connection, tournament, tournament_people.c.person.in_([str(each) for each in people]), True)


def _note_who_left(connection: Connection, tournament: UUID, after: Tournament) -> None:
    """Note who has nothing to do with a tournament any more; its log still names them."""
    people = {after.owner, *after.organizers, *(each.person for each in after.entries.values())}
    gone = tournament_people.c.person.not_in([str(each) for each in people])
    _change_presence(connection, tournament, gone, False)


def _change_presence(connection: Connection, tournament: UUID, who: ColumnElement[bool], present: bool) -> None:
    here = and_(tournament_people.c.tournament == str(tournament), who, tournament_people.c.present.is_not(present))
    connection.execute(update(tournament_people).where(here).values(present=present))


def _rows(tournament: UUID, log: list[TournamentEvent]) -> list[dict[str, Any]]:
    return [{"tournament": str(tournament), **msgspec.to_builtins(event)} for event in log]
