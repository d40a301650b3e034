"""The studies of this server: each as a fold over its log, which any server of the database may append to."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Literal
from uuid import UUID

import msgspec

from axedrez.core import AxedrezError, NotAllowed
from axedrez.core.game_tree import TreeNode
from axedrez.server.access.authentication import Identity
from axedrez.server.analysis.tree_views import NodeView, node_view
from axedrez.server.base.errors import NotFound
from axedrez.server.pubsub import PubSub
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOAD_MS, LOOK_MS, PLY_MS, work
from axedrez.storage import Person, StudyHeader, StudyStore, StudyWriter
from axedrez.studies import Chapter, Edit, Study, StudyEvent
from axedrez.studies.edits import AddChapter, AddNode, RenameStudy, RestoreNode

MAX_STUDIES = 500
"""So many studies a person owns."""
MAX_WRITERS = 50
CACHED_NODES = 200_000
"""Studies are kept in memory up to this number of nodes in all, but one is always kept."""
TRIES = 8

Role = Literal["owner", "writer", "reader"]


class StudyEventView(msgspec.Struct, frozen=True):
    """An edit as it was carried out; `nodes`: the moves that are shown by it, parents first."""

    seq: int
    at: int
    by: UUID
    edit: Edit
    nodes: list[NodeView] = []


class StudyFrame(msgspec.Struct, frozen=True, tag_field="type", tag="edits"):
    """What has happened in a study."""

    events: list[StudyEventView]


class LiveStudy:
    """A study in the memory of this server. `lock` is held while it is read or changed; a stale one is not used."""

    def __init__(self, study_id: UUID, study: Study) -> None:
        self.id = study_id
        self.study = study
        self.lock = asyncio.Lock()
        self.is_stale = False
        self._views: dict[tuple[str, str], NodeView] = {}

    @property
    def size(self) -> int:
        """How many nodes it holds."""
        return sum(len(chapter.tree.nodes) for chapter in self.study.chapters)

    def chapter(self, chapter: str) -> Chapter:
        """A chapter that is shown. Raises `NotFound` for any other."""
        found = next((each for each in self.study.shown if each.id == chapter), None)
        if found is None:
            raise NotFound("study_chapter", chapter=chapter)
        return found

    def node(self, chapter: Chapter, node: TreeNode) -> NodeView:
        """A node as pages see it. What follows from its move is found once."""
        key = chapter.id, node.id
        if key not in self._views:
            self._views[key] = node_view(chapter.tree, node)
        return msgspec.structs.replace(self._views[key], remarks=node.remarks)

    def nodes(self, chapter: Chapter) -> list[NodeView]:
        """All nodes of a chapter that are shown."""
        return [self.node(chapter, node) for node in chapter.tree.walk()]

    def event(self, event: StudyEvent) -> StudyEventView:
        """An event as pages see it, right after it was carried out; without the rules of a chapter, which are long."""
        edit, nodes = event.edit, list[NodeView]()
        if isinstance(edit, AddChapter):
            edit = msgspec.structs.replace(edit, sheet="", nodes=[])
        elif isinstance(edit, AddNode | RestoreNode):
            chapter = self.study.chapter(edit.chapter)
            here = chapter.tree.node(edit.node)
            if isinstance(edit, AddNode) and not here.children:
                nodes = [self.node(chapter, here)]
            else:  # it came back with all that follows it
                within = {here}
                for node in chapter.tree.walk():
                    if node is here or node.parent in within:
                        within.add(node)
                        nodes.append(self.node(chapter, node))
        return StudyEventView(event.seq, event.at, event.by, edit, nodes)


class Studies:
    """Reads and edits the studies of a database. `now` returns ms since the epoch."""

    def __init__(self, store: StudyStore, rulebooks: RulebookStore, pubsub: PubSub, now: Callable[[], int]) -> None:
        self.store = store
        self._rulebooks = rulebooks
        self._pubsub = pubsub
        self._now = now
        self._live: OrderedDict[UUID, LiveStudy] = OrderedDict()
        self._creating = asyncio.Lock()

    async def create(self, study_id: UUID, owner: Person, title: str, chapters: Sequence[AddChapter]) -> StudyHeader:
        """A new study. The same `study_id` again gives the one that was made. Raises `NotAllowed` (`study_many`)."""
        known = await self.store.header(study_id)
        if known is not None:
            return known
        study, now, log = Study(self._rulebooks.thaw), self._now(), list[StudyEvent]()

        def build() -> None:
            edits: list[Edit] = [RenameStudy(title=title), *chapters]
            for edit in edits:
                log.append(StudyEvent(study.seq + 1, now, owner.id, study.decide(edit)))
                study.apply(log[-1])

        await work(LOAD_MS + PLY_MS * sum(len(each.nodes) for each in chapters), build)
        async with self._creating:
            if await self.store.count(owner.id) >= MAX_STUDIES:
                raise NotAllowed("study_many", limit=MAX_STUDIES)
            header = StudyHeader(study_id, owner.id, False, None, now, title, len(study.shown), study.seq, now)
            if not await self.store.create(header, log):
                raise NotFound("unknown_study")
        return header

    async def header(self, study_id: UUID) -> StudyHeader:
        """The header of a study. Raises `NotFound`."""
        found = await self.store.header(study_id)
        if found is None:
            raise NotFound("unknown_study")
        return found

    async def role(self, header: StudyHeader, me: Identity | None) -> Role:
        """What somebody may do in a study. Raises `NotFound` for who may not even read it: ids tell nothing."""
        if me is not None and me.person == header.owner:
            return "owner"
        if me is not None and any(writer.person == me.person for writer in await self.store.writers(header.id)):
            return "writer"
        if header.open:
            return "reader"
        raise NotFound("unknown_study")

    @asynccontextmanager
    async def held(self, header: StudyHeader) -> AsyncIterator[LiveStudy]:
        """A study with all events up to the header's, which nobody else changes here meanwhile."""
        while True:
            live = self._live.get(header.id)
            if live is None:
                live = self._live[header.id] = LiveStudy(header.id, Study(self._rulebooks.thaw))
                self._make_room(live)
            self._live.move_to_end(header.id)
            async with live.lock:
                if live.is_stale:
                    continue
                await self._catch_up(live, header.seq)
                yield live
                return

    def _make_room(self, kept: LiveStudy) -> None:
        size = sum(each.size for each in self._live.values())
        for live in list(self._live.values()):
            if size > CACHED_NODES and live is not kept:
                size -= live.size
                self._drop(live)

    async def edit(self, header: StudyHeader, by: UUID, command: UUID, edits: Sequence[Edit]) -> list[StudyEventView]:
        """Carry out a command: all its edits or none. One that was carried out before gets the first answer.

        Raises what an edit is refused with, or AxedrezError (`study_busy`).
        """
        for _ in range(TRIES):
            async with self.held(await self.header(header.id)) as live:
                if (done := await self.store.answered(header.id, command)) is not None:
                    return await self.since(live, done[0] - 1, done[1])
                try:
                    log, views = await work(LOOK_MS * len(edits), self._carry_out, live, by, edits)
                    kept = await self.store.append(header, log, command, live.study)
                except BaseException:
                    self._drop(live)
                    raise
                if kept:
                    self._pubsub.publish(topic(header.id), msgspec.json.encode(log[-1].seq))
                    return views
                self._drop(live)
        raise AxedrezError("study_busy")

    def _carry_out(
        self, live: LiveStudy, by: UUID, edits: Sequence[Edit]
    ) -> tuple[list[StudyEvent], list[StudyEventView]]:
        log, views, now = list[StudyEvent](), list[StudyEventView](), self._now()
        for edit in edits:
            event = StudyEvent(live.study.seq + 1, now, by, live.study.decide(edit))
            live.study.apply(event)
            log.append(event)
            views.append(live.event(event))
        return log, views

    async def since(self, live: LiveStudy, after: int, last: int | None = None) -> list[StudyEventView]:
        """The events that follow the one numbered `after`, with the moves as they are now. The lock must be held."""
        log = await self.store.events(live.id, after)
        await self._catch_up(live, log[-1].seq if log else after)
        wanted = [event for event in log if last is None or event.seq <= last]
        return await work(LOOK_MS * len(wanted), lambda: [live.event(event) for event in wanted])

    async def _catch_up(self, live: LiveStudy, seq: int) -> None:
        if live.study.seq >= seq:
            return
        log = await self.store.events(live.id, live.study.seq)

        def apply() -> None:
            for event in log:
                live.study.apply(event)

        try:
            await work(LOOK_MS * len(log), apply)
        except BaseException:
            self._drop(live)
            raise

    def _drop(self, live: LiveStudy) -> None:
        # What is in memory may be ahead of the log: it is read again by whoever waits for it.
        live.is_stale = True
        if self._live.get(live.id) is live:
            del self._live[live.id]

    async def join(self, header: StudyHeader, person: Person, key: str) -> None:
        """Let somebody write who has the link for writers. Raises `NotFound` or `NotAllowed` (`study_writers`)."""
        if header.key is None or not secrets.compare_digest(header.key.encode(), key.encode()):
            raise NotFound("unknown_study")
        if person.id == header.owner:
            return
        if not await self.store.add_writer(header.id, StudyWriter(person.id, person.name), key, MAX_WRITERS):
            raise NotAllowed("study_writers", limit=MAX_WRITERS)

    async def share(self, header: StudyHeader, *, is_open: bool, writable: bool, fresh: bool = False) -> StudyHeader:
        """Who may read and write by link; `fresh` makes a new link for writers, and the old one leads nowhere."""
        key = None if not writable else secrets.token_urlsafe(24) if fresh or header.key is None else header.key
        await self.store.set_access(header.id, open=is_open, key=key)
        return await self.header(header.id)

    async def delete(self, header: StudyHeader) -> None:
        """Delete a study."""
        await self.store.delete(header.id)
        if (live := self._live.get(header.id)) is not None:
            self._drop(live)
        self._pubsub.publish(topic(header.id), msgspec.json.encode(header.seq))


def topic(study: UUID) -> str:
    """The name under which the news of a study are published."""
    return f"study-{study}"
