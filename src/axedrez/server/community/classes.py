"""Classes: their pupils, who sign in by a code, their homework, and simultaneous displays."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec

from axedrez.core import AxedrezError, NotAllowed
from axedrez.core.csv_tables import csv_text
from axedrez.exercises import sets
from axedrez.match import GameSetup, Player, Players, TimeControl
from axedrez.match.commands import SideWord
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.base import user_text
from axedrez.server.base.errors import NotFound, NotSignedIn
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOAD_MS, work
from axedrez.storage import FullError, Person
from axedrez.storage.classes import Class, ClassStore, Comment, DisplayGame, NewPupil, Pupil, Task, Terms

MAX_CLASSES = 20
MAX_PUPILS = 60
MAX_TASKS = 100
MAX_COMMENTS = 200
MAX_TEACHERS = 10
"""Besides the one who made the class."""

MAX_NAME_LENGTH = 40
SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The signs of codes: none that looks like another one."""

CODE_SIGNS = 10
"""50 bits: nobody finds one of them by trying, as often as the rate limits allow."""

_BAD_NAME = re.compile(r"[\x00-\x1f\x7f<>]")


class Coded(NamedTuple):
    """A pupil with the code that signs them in. It is shown now; only its hash is stored."""

    person: UUID
    name: str
    code: str


class Progress(msgspec.Struct, frozen=True):
    """How much of each task a pupil has done; null where a task is for another group."""

    person: UUID
    done: list[int | None]


class Classes:
    """The classes of one database. `first`: without an account, whoever opens the first class is a teacher, too.

    Codes are stored as hashes under `secret`: a copy of the database signs nobody in. To show a code again is to make a
    new one, which also ends the sessions that the lost one has opened.
    """

    def __init__(
        self,
        store: ClassStore,
        games: Games,
        rulebooks: RulebookStore,
        accounts: Accounts,
        secret: bytes,
        now: Callable[[], int],
        *,
        first: bool = False,
    ) -> None:
        self.store = store
        self._games = games
        self._rulebooks = rulebooks
        self._accounts = accounts
        self._secret = secret
        self._now = now
        self._first = first

    async def open(self, me: Identity, new_id: UUID, name: str) -> Class:
        """Make a class. Raises `NotSignedIn` without an account, AxedrezError (`too_many_classes`)."""
        person = await self._accounts.acting(me)
        if await self.store.of_pupil(person.id) is not None:
            raise NotAllowed("pupil_only")
        is_guest = person.login is None
        if is_guest and not self._first:
            raise NotSignedIn("account_needed")
        made = Class(new_id, person.id, _name(name), False, self._now())
        try:
            found = await self.store.add(made, MAX_CLASSES, only_first=is_guest)
        except FullError:
            raise AxedrezError("too_many_classes", limit=MAX_CLASSES) from None
        if found is None:
            raise NotSignedIn("account_needed")
        return found

    async def mine(self, me: Identity, class_id: UUID) -> Class:
        """A class that the requester teaches. Raises `NotFound` for everybody else's."""
        found = await self.store.find(class_id)
        if found is None or not (found.teacher == me.person or await self.store.teaches(class_id, me.person)):
            raise NotFound("unknown_class")
        return found

    async def made(self, me: Identity, class_id: UUID) -> Class:
        """A class that the requester has made. Raises `NotFound`, and `NotAllowed` for those who only teach it."""
        found = await self.mine(me, class_id)
        if found.teacher != me.person:
            raise NotAllowed("class_maker_only")
        return found

    async def invite(self, me: Identity, class_id: UUID) -> str:
        """A code that makes the next account that shows it a teacher of the class; the one before ends."""
        await self.made(me, class_id)
        code = secrets.token_urlsafe(24)
        await self.store.change(class_id, {"invitation": self._hash(code)})
        return code

    async def accept(self, me: Identity, code: str) -> Class:
        """Become a teacher of the class with this code.

        Raises `NotSignedIn` without an account and for a wrong code, AxedrezError (`too_many_teachers`).
        """
        person = await self._accounts.acting(me)
        if await self.store.of_pupil(person.id) is not None:
            raise NotAllowed("pupil_only")
        if person.login is None:
            raise NotSignedIn("account_needed")
        try:
            found = await self.store.accept(self._hash(code), person.id, MAX_TEACHERS)
        except FullError:
            raise AxedrezError("too_many_teachers", limit=MAX_TEACHERS) from None
        if found is None:
            raise NotSignedIn("wrong_teacher_link")
        return found

    async def dismiss(self, me: Identity, class_id: UUID, person: UUID) -> None:
        """Let a teacher go, or go oneself; who made the class stays. Raises `NotFound`, `NotAllowed`."""
        await (self.mine if person == me.person else self.made)(me, class_id)
        await self.store.dismiss(class_id, person)

    async def entrants(self, me: Identity, class_id: UUID, part: str = "") -> list[Pupil]:
        """The pupils of a class, or of one of its groups: whom a display, or a tournament of the class, is for."""
        await self.mine(me, class_id)
        return [each for each in await self.store.pupils(class_id) if part in ("", each.part)]

    async def enter(self, me: Identity, class_id: UUID, request: UUID, text: str) -> list[Coded]:
        """Add pupils, a name on each line; a repeated `request` adds nobody, but makes new codes.

        Raises AxedrezError: `bad_lines` with the numbers of the lines, `too_many_pupils`.
        """
        await self.mine(me, class_id)
        names = _names(text)
        persons = [uuid5(class_id, f"{request} {number}") for number in range(len(names))]
        coded = [Coded(person, name, _new_code()) for person, name in zip(persons, names, strict=True)]
        new = [NewPupil(each.person, each.name, self._hash(each.code)) for each in coded]
        try:
            await self.store.enter(class_id, new, self._now(), MAX_PUPILS)
        except FullError:
            raise AxedrezError("too_many_pupils", limit=MAX_PUPILS) from None
        return coded

    async def renew(self, me: Identity, class_id: UUID, persons: Sequence[UUID]) -> list[Coded]:
        """New codes for these pupils, or for all; their sessions end."""
        chosen = await self._chosen(me, class_id, persons)
        coded = [Coded(each.person, each.name, _new_code()) for each in chosen]
        await self.store.renew({each.person: self._hash(each.code) for each in coded})
        return coded

    async def join(self, code: str) -> Person:
        """The pupil with this code. Raises `NotSignedIn` (`wrong_class_code`)."""
        shown = re.sub(r"[\s-]", "", code).upper()
        person = await self.store.by_code(self._hash(shown))
        found = await self._accounts.people.person(person) if person is not None else None
        if found is None:
            raise NotSignedIn("wrong_class_code")
        return found

    async def change_pupil(
        self, me: Identity, class_id: UUID, person: UUID, name: str | None, part: str | None
    ) -> None:
        """Rename a pupil, or put them into another group."""
        await self._chosen(me, class_id, [person])
        await self.store.change_pupil(
            person, _name(name) if name is not None else None, user_text.name(part) if part is not None else None
        )

    async def remove(self, me: Identity, class_id: UUID, person: UUID) -> None:
        """Erase a pupil with all that is theirs."""
        await self._chosen(me, class_id, [person])
        await self.store.erase([person])

    async def erase(self, class_id: UUID) -> list[UUID]:
        """Erase a class with all its pupils; returns who they were."""
        persons = [each.person for each in await self.store.pupils(class_id)]
        await self.store.erase(persons, class_id)
        return persons

    async def set_task(self, me: Identity, class_id: UUID, new_id: UUID, terms: Terms) -> None:
        """Set a task, once. Raises AxedrezError: unknown rulebook or theme, `too_many_tasks`."""
        await self.mine(me, class_id)
        game = await self._rulebooks.load(terms.rulebook)
        if terms.theme:
            known = await work(LOAD_MS, sets.index, game)
            if not any(terms.theme in each.themes for each in known.values()):
                raise NotFound("no_exercises", name=game.name)
        try:
            await self.store.add_task(class_id, Task(new_id, terms, game.hash, self._now()), MAX_TASKS)
        except FullError:
            raise AxedrezError("too_many_tasks", limit=MAX_TASKS) from None

    async def progress(self, pupils: Sequence[Pupil], tasks: Sequence[Task]) -> list[Progress]:
        """What each pupil has done of each task, as far as that counts: from attempts, guides and ended games."""
        persons = [each.person for each in pupils]
        guides = await self.store.guides(persons)
        played = await self.store.played(persons, min((task.created_at for task in tasks), default=0))
        columns = []
        for task in tasks:
            counts = dict.fromkeys(persons, 0)
            if task.terms.kind == "exercises":
                for person in await self._solved(persons, task):
                    counts[person] += 1
            elif task.terms.kind == "guide":
                counts.update({person: 1 for person in persons if (person, task.terms.rulebook) in guides})
            else:
                for each in played:
                    good = each.sheet == task.sheet and each.at >= task.created_at
                    if good and each.level >= task.terms.level and (each.won or not task.terms.won):
                        counts[each.person] += 1
            columns.append(counts)
        return [
            Progress(
                pupil.person,
                [
                    min(counts[pupil.person], task.terms.count) if task.terms.part in ("", pupil.part) else None
                    for task, counts in zip(tasks, columns, strict=True)
                ],
            )
            for pupil in pupils
        ]

    async def display(
        self,
        me: Identity,
        class_id: UUID,
        new_id: UUID,
        rulebook: str,
        persons: Sequence[UUID],
        clock: TimeControl | None,
        colour: SideWord,
    ) -> list[DisplayGame]:
        """Open a game with each of these pupils, or with all. The teacher plays `colour`. A repetition opens none."""
        teacher = await self._accounts.acting(me)
        chosen = await self._chosen(me, class_id, persons)
        game = await self._rulebooks.load(rulebook)
        boards = {}
        for pupil in chosen:
            seats = (
                Player(name=teacher.name, person=teacher.id, bot=teacher.bot),
                Player(name=pupil.name, person=pupil.person),
            )
            players = Players(*seats) if colour == "white" else Players(*reversed(seats))
            setup = GameSetup(game.start().text(), players, clock, casual=True)
            live = await self._games.create(uuid5(new_id, pupil.person.hex), game, setup, rulebook=rulebook)
            boards[pupil.person] = live.header.id
        await self.store.add_display(class_id, new_id, boards, self._now())
        return [each for each in await self.store.boards(class_id) if each.display == new_id]

    async def say(self, me: Identity, game: UUID, comment_id: UUID, text: str) -> Comment:
        """A comment of the teacher on a game of a display. Raises `NotFound` for anybody else."""
        found = await self.store.class_of_game(game)
        if found is None:
            raise NotFound("unknown_game")
        await self.mine(me, found[0])
        comment = Comment(comment_id, user_text.line(text), self._now())
        try:
            await self.store.say(game, comment, MAX_COMMENTS)
        except FullError:
            raise AxedrezError("too_many_comments", limit=MAX_COMMENTS) from None
        return comment

    async def beside(self, me: Identity, game: UUID) -> tuple[list[DisplayGame], list[Comment], bool]:
        """What stands beside a game of a display: to its teacher the boards, to them and its pupil the comments.

        The last is whether `me` is the teacher. Raises `NotFound` for everybody else.
        """
        found = await self.store.class_of_game(game)
        if found is None:
            raise NotFound("unknown_game")
        if found[1] == me.person:
            return [], await self.store.said(game), False
        await self.mine(me, found[0])
        boards = await self.store.boards(found[0])
        display = next(each.display for each in boards if each.game == game)
        return [each for each in boards if each.display == display], await self.store.said(game), True

    async def _solved(self, persons: Sequence[UUID], task: Task) -> list[UUID]:
        found = await self.store.solved(list(persons), task.sheet, task.created_at)
        if not task.terms.theme:
            return [person for person, _ in found]
        game = await self._rulebooks.load(task.terms.rulebook)
        known = await work(LOAD_MS, sets.index, game)
        return [person for person, name in found if name in known and task.terms.theme in known[name].themes]

    async def _chosen(self, me: Identity, class_id: UUID, persons: Sequence[UUID]) -> list[Pupil]:
        """These pupils of the requester's class; all where none is named. Raises `NotFound`."""
        known = await self.entrants(me, class_id)
        chosen = [each for each in known if not persons or each.person in persons]
        if len(chosen) < len(set(persons)):
            raise NotFound("unknown_pupil")
        return chosen

    def _hash(self, code: str) -> str:
        return hmac.new(self._secret, code.encode(), hashlib.sha256).hexdigest()


def written(code: str) -> str:
    """A code as it is printed: in two halves."""
    return f"{code[: CODE_SIGNS // 2]}-{code[CODE_SIGNS // 2 :]}"


def homework_table(pupils: Sequence[Pupil], titles: Sequence[str], progress: Sequence[Progress]) -> str:
    """The table of homework as CSV."""
    rows = [(pupil.name, pupil.part, *each.done) for pupil, each in zip(pupils, progress, strict=True)]
    return csv_text([("", "", *titles), *rows])


def _new_code() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_SIGNS))


def _name(text: str) -> str:
    found = user_text.name(text)
    if not found or len(found) > MAX_NAME_LENGTH or _BAD_NAME.search(found):
        raise AxedrezError("bad_name")
    return found


def _names(text: str) -> list[str]:
    """The names of a list; empty lines are left out. Raises AxedrezError (`bad_lines`, `no_names`)."""
    names, bad = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            names.append(_name(line.strip()))
        except AxedrezError:
            bad.append(str(number))
    if bad:
        raise AxedrezError("bad_lines", lines=", ".join(bad[:10]), limit=MAX_NAME_LENGTH)
    if not names:
        raise AxedrezError("no_names")
    return names
