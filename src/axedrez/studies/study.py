"""A study as a fold over its log: chapters, each with a tree, and what an edit does to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID

import msgspec

from axedrez.core.contract import Game
from axedrez.core.errors import NotAllowed
from axedrez.core.game_record import TreeGame
from axedrez.core.game_tree import GameTree, TreeNode
from axedrez.core.outcome import Result
from axedrez.core.sides import SideWord
from axedrez.rulesheet import embedding
from axedrez.studies.edits import (
    MAX_CHAPTERS,
    MAX_COMMENT,
    MAX_HEADERS,
    MAX_NAGS,
    MAX_SHAPES,
    AddChapter,
    AddNode,
    Edit,
    MoveChapter,
    PromoteNode,
    RemoveChapter,
    RemoveNode,
    RenameChapter,
    RenameStudy,
    RestoreChapter,
    RestoreNode,
    SetComment,
    SetHeader,
    SetNag,
    SetShape,
    TreeEdit,
    TurnChapter,
)
from axedrez.studies.merging import merged

Value = TypeVar("Value")

MAX_ALL_NODES = 20_000
"""So many moves all chapters hold together."""

MAX_EVENTS = 50_000
"""So many edits a study takes in all."""

_WRITTEN = {"Result", "SetUp", "FEN", "Variant"} | {
    *("Rulebook", "Option", "Position", "First", "Match", "Game", "Score", "Crawford", "Drawn")
}
"""What game files say themselves, by headers of these names."""


class StudyEvent(msgspec.Struct, frozen=True):
    """An edit that was carried out. `seq` counts from 1; `at`: ms since the epoch; `by`: the person."""

    seq: int
    at: int
    by: UUID
    edit: Edit


@dataclass
class Chapter:
    """A chapter: a tree with the rules of its game. `options`: what differs from the rulebook."""

    id: str
    title: str
    added: AddChapter
    tree: GameTree
    near: SideWord
    headers: dict[str, str]
    result: Result
    is_removed: bool = False

    def as_game(self) -> TreeGame:
        """The chapter as game files hold it."""
        return TreeGame(self.tree, {**self.headers, "Event": self.headers.get("Event") or self.title}, self.result)


@dataclass
class Study:
    """A study after the event numbered `seq`. `thaw` gives the game of a sheet as JSON."""

    thaw: Callable[[str], Game]
    title: str = ""
    chapters: list[Chapter] = field(default_factory=list)
    seq: int = 0
    at: int = 0

    @property
    def shown(self) -> list[Chapter]:
        """The chapters that are not removed."""
        return [chapter for chapter in self.chapters if not chapter.is_removed]

    def chapter(self, chapter: str) -> Chapter:
        """A chapter by its id. Raises `NotAllowed` (`study_chapter`)."""
        for each in self.chapters:
            if each.id == chapter:
                return each
        raise NotAllowed("study_chapter", chapter=chapter[:40])

    def decide(self, edit: Edit) -> Edit:
        """An edit as it is to be carried out now; nothing is changed.

        Moves come in their canonical text, comments together with what others wrote meanwhile. Titles and facts cannot
        be merged: those that others have changed meanwhile are refused (`study_meanwhile`).
        Raises `NotAllowed`, or what the rules refuse a move with.
        """
        if self.seq >= MAX_EVENTS:
            raise NotAllowed("study_full", limit=MAX_EVENTS)
        match edit:
            case AddChapter():
                if len(self.chapters) >= MAX_CHAPTERS:
                    raise NotAllowed("study_chapters", limit=MAX_CHAPTERS)
                if any(each.id == edit.chapter for each in self.chapters):
                    raise NotAllowed("study_chapter", chapter=edit.chapter)
                self._check_room(len(edit.nodes))
                return edit
            case RenameStudy():
                _check_seen(edit.base, self.title, edit.title)
                return msgspec.structs.replace(edit, base=None)
            case RenameChapter():
                _check_seen(edit.base, self.chapter(edit.chapter).title, edit.title)
                return msgspec.structs.replace(edit, base=None)
            case RemoveChapter() if self.shown == [self.chapter(edit.chapter)]:
                raise NotAllowed("study_last_chapter")
            case SetHeader():
                headers = self.chapter(edit.chapter).headers
                _check_seen(edit.base, headers.get(edit.name, ""), edit.value)
                if edit.value and (edit.name in _WRITTEN or embedding.is_tag(edit.name)):
                    raise NotAllowed("study_header", name=edit.name)
                if edit.value and edit.name not in headers and len(headers) >= MAX_HEADERS:
                    raise NotAllowed("study_headers", limit=MAX_HEADERS)
                return msgspec.structs.replace(edit, base=None)
            case AddNode():
                self._check_room(1)
                return _decide(self.chapter(edit.chapter).tree, edit)
            case RemoveNode() | RestoreNode() | PromoteNode() | SetComment() | SetNag() | SetShape():
                return _decide(self.chapter(edit.chapter).tree, edit)
            case _:
                self.chapter(edit.chapter)
                return edit

    def _check_room(self, more: int) -> None:
        if sum(len(each.tree.nodes) for each in self.chapters) + more > MAX_ALL_NODES:
            raise NotAllowed("study_nodes", limit=MAX_ALL_NODES)

    def apply(self, event: StudyEvent) -> None:
        """Carry out an edit that was decided on. Raises for one that does not follow the events before."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} after {self.seq}")
        match event.edit:
            case AddChapter() as added:
                self.chapters.append(_opened(added, self.thaw(added.sheet)))
            case RenameStudy(title=title):
                self.title = title
            case RenameChapter(chapter=chapter, title=title):
                self.chapter(chapter).title = title
            case TurnChapter(chapter=chapter, near=near):
                self.chapter(chapter).near = near
            case SetHeader(chapter=chapter, name=name, value=value):
                headers = self.chapter(chapter).headers
                headers.pop(name, None)
                if value:
                    headers[name] = value
            case RemoveChapter(chapter=chapter):
                self.chapter(chapter).is_removed = True
            case RestoreChapter(chapter=chapter):
                self.chapter(chapter).is_removed = False
            case MoveChapter(chapter=chapter, index=index):
                here = self.chapter(chapter)
                others = [each for each in self.shown if each is not here]
                before = others[index] if index < len(others) else None
                self.chapters.remove(here)
                self.chapters.insert(len(self.chapters) if before is None else self.chapters.index(before), here)
            case edit:
                _apply(self.chapter(edit.chapter).tree, edit)
        self.seq, self.at = event.seq, event.at


def _check_seen(base: str | None, now: str, wanted: str) -> None:
    """Raise `NotAllowed` where somebody else has changed what the writer saw; not if both want the same."""
    if base is not None and now not in (base, wanted):
        raise NotAllowed("study_meanwhile", now=now or "—", wanted=wanted or "—")


def _opened(added: AddChapter, game: Game) -> Chapter:
    tree = GameTree(game.parse(added.start))
    tree.root.remarks = added.remarks
    for packed in added.nodes:
        parent = tree.node(packed.parent)
        tree.insert(packed.id, parent, tree.position(parent).parse_move(packed.move), packed.remarks)
    return Chapter(added.chapter, added.title, added, tree, added.near, dict(added.headers), added.result)


def _decide(tree: GameTree, edit: TreeEdit) -> TreeEdit:
    match edit:
        case AddNode():
            parent = tree.node(edit.parent)
            move = tree.position(parent).parse_move(edit.move)
            tree.check_add(edit.node, parent, move)
            return msgspec.structs.replace(edit, parent=parent.id, move=str(move))
        case SetComment():
            node = tree.node(edit.node)
            before: str = getattr(node.remarks, edit.field)
            text = merged(edit.base, before, edit.text)
            if len(text) > max(MAX_COMMENT, len(before)):
                raise NotAllowed("study_comment", limit=MAX_COMMENT)
            return msgspec.structs.replace(edit, base="", text=text)
        case SetNag() if edit.on and len(tree.node(edit.node).remarks.nags) >= MAX_NAGS:
            raise NotAllowed("study_nags", limit=MAX_NAGS)
        case SetShape() if edit.on and len(tree.node(edit.node).remarks.shapes) >= MAX_SHAPES:
            raise NotAllowed("study_shapes", limit=MAX_SHAPES)
        case _:
            tree.node(edit.node)
            return edit


def _apply(tree: GameTree, edit: TreeEdit) -> None:
    if isinstance(edit, AddNode):
        parent = tree.node(edit.parent)
        tree.add(edit.node, parent, tree.position(parent).parse_move(edit.move))
        return
    node = tree.node(edit.node)
    match edit:
        case RemoveNode():
            node.is_removed = True
            return
        case PromoteNode():
            _promote(node, edit.index)
        case SetComment():
            node.remarks = msgspec.structs.replace(node.remarks, **{edit.field: edit.text})
        case SetNag():
            nags = _with(node.remarks.nags, edit.nag, on=edit.on)
            node.remarks = msgspec.structs.replace(node.remarks, nags=nags)
        case SetShape():
            shapes = _with(node.remarks.shapes, edit.shape, on=edit.on)
            node.remarks = msgspec.structs.replace(node.remarks, shapes=shapes)
    # Whoever works on a line that somebody removes at the same time keeps it.
    tree.bring_back(node)


def _promote(node: TreeNode, index: int) -> None:
    if node.parent is None:
        return
    shown = [each for each in node.parent.shown if each is not node]
    siblings = node.parent.children
    siblings.remove(node)
    siblings.insert(siblings.index(shown[index]) if index < len(shown) else len(siblings), node)


def _with(values: tuple[Value, ...], value: Value, *, on: bool) -> tuple[Value, ...]:
    kept = tuple(each for each in values if each != value)
    return (*kept, value) if on else kept
