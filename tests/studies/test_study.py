"""A study as a fold over its log: what edits do, whatever their order, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

import axedrez
from axedrez import AxedrezError, GameTree, TreeGame, library
from axedrez.core import NotAllowed, Side
from axedrez.core.game_tree import MAX_NODES, TreeNode
from axedrez.studies import Study, StudyEvent, files, study
from axedrez.studies.edits import (
    MAX_HEADERS,
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
)

ANA = UUID(int=1)


def new_study(*rulebooks: str) -> Study:
    """A study with an empty chapter of each rulebook."""
    found = Study(lambda sheet: library.from_data(msgspec.json.decode(sheet)))
    for name in rulebooks or ("clasico",):
        carry_out(found, files.chapter(files.empty(axedrez.load(name), None), name))
    return found


def carry_out(here: Study, edit: Edit) -> StudyEvent:
    """Decide on an edit and apply it, through the JSON that is stored."""
    event = StudyEvent(here.seq + 1, 0, ANA, here.decide(edit))
    stored = msgspec.json.decode(msgspec.json.encode(event), type=StudyEvent)
    assert stored == event
    here.apply(stored)
    return stored


def shape(node: TreeNode) -> list[Any]:
    """A tree, to be compared."""
    return [str(node.move), node.remarks, [shape(child) for child in node.shown]]


def refused(act: Callable[[], object]) -> str:
    """The reason of a refusal."""
    with pytest.raises(AxedrezError) as caught:
        act()
    return caught.value.reason


@pytest.mark.parametrize("rulebook", ["clasico", "backgammon", "chessgammon", "reglamento"])
def test_a_log_read_again_gives_the_same_study(rulebook: str) -> None:
    """Random edits by two people; the study after each of them, and the one that is read from its log."""
    rng = random.Random(rulebook)
    here = new_study(rulebook)
    log: list[StudyEvent] = []
    chapter = here.chapters[0]
    for number in range(120):
        edit = _random_edit(here, chapter.id, chapter.tree, rng, number)
        before = shape(chapter.tree.root)
        try:
            log.append(carry_out(here, edit))
        except AxedrezError:
            assert shape(chapter.tree.root) == before
    again = new_study(rulebook)
    again.chapters[0].id = chapter.id
    for event in log:
        again.apply(event)
    assert shape(again.chapters[0].tree.root) == shape(chapter.tree.root)
    # And as a file, and as a new chapter.
    game = chapter.as_game()
    name = "pgn" if rulebook in ("clasico", "reglamento") else "text"
    [read] = axedrez.read_trees(axedrez.write_trees([game], name))
    assert isinstance(read, TreeGame)
    copy = new_study(rulebook)
    carry_out(copy, files.chapter(game))
    assert shape(copy.chapters[1].tree.root) == shape(chapter.tree.root)
    assert _moves(read.tree.root) == _moves(chapter.tree.root)


def _moves(node: TreeNode) -> list[Any]:
    return [str(node.move), node.remarks.nags, node.remarks.shapes, [_moves(child) for child in node.shown]]


def _random_edit(here: Study, chapter: str, tree: GameTree, rng: random.Random, number: int) -> Edit:
    node = rng.choice(list(tree.nodes.values()))
    known = node.id or "x"
    kind = rng.random()
    if kind < 0.6:
        position = tree.position(node)
        if position.turn is Side.CHANCE:
            move = str(rng.choice(position.chance_outcomes())[0])
        else:
            moves = position.legal_moves()
            move = str(rng.choice(moves)) if moves else "pass"
        return AddNode(chapter=chapter, node=f"n{number}", parent=node.id, move=move)
    if kind < 0.65:
        return RemoveNode(chapter=chapter, node=known)
    if kind < 0.7:
        return RestoreNode(chapter=chapter, node=known)
    if kind < 0.75:
        return PromoteNode(chapter=chapter, node=known, index=rng.randint(0, 2))
    if kind < 0.85:
        return SetComment(chapter=chapter, node=node.id, text=rng.choice(["bien", "mal", ""]))
    if kind < 0.93:
        return SetNag(chapter=chapter, node=known, nag=rng.randint(1, 9), on=rng.random() < 0.7)
    cells = rng.sample(["a1", "b2", "h8"] if tree.start.game.family == "chess" else ["1", "7", "24"], 2)
    return SetShape(chapter=chapter, node=known, shape="G" + ">".join(cells), on=rng.random() < 0.7)


def test_whoever_works_on_a_removed_line_keeps_it() -> None:
    here = new_study()
    chapter = here.chapters[0].id
    for node, parent, move in (("a", "", "e4"), ("b", "a", "e5"), ("c", "b", "Nf3")):
        carry_out(here, AddNode(chapter=chapter, node=node, parent=parent, move=move))
    tree = here.chapters[0].tree
    carry_out(here, RemoveNode(chapter=chapter, node="b"))
    assert [node.id for node in tree.walk()] == ["a"]
    carry_out(here, SetComment(chapter=chapter, node="c", text="sigue"))
    assert [node.id for node in tree.walk()] == ["a", "b", "c"]


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    here = new_study()
    chapter = here.chapters[0].id
    carry_out(here, AddNode(chapter=chapter, node="a", parent="", move="e4"))
    long = "a" * 10_000
    carry_out(here, SetComment(chapter=chapter, node="a", text=long))
    more = SetComment(chapter=chapter, node="a", base="", text="b" * 10)
    assert refused(lambda: here.decide(more)) == "study_comment"
    for nag in range(20):
        carry_out(here, SetNag(chapter=chapter, node="a", nag=nag, on=True))
    assert refused(lambda: here.decide(SetNag(chapter=chapter, node="a", nag=99, on=True))) == "study_nags"
    for number in range(63):
        carry_out(here, another(here))
        assert len(here.chapters) == number + 2
    assert refused(lambda: here.decide(another(here))) == "study_chapters"
    tree = GameTree(axedrez.load("clasico").start())
    move = tree.start.parse_move("e4")
    for _ in range(MAX_NODES):
        tree.insert(str(uuid4()), tree.root, move)
    assert refused(lambda: tree.insert("x", tree.root, move)) == "tree_full"
    # Another name for a move that is there needs room too.
    assert refused(lambda: tree.add("x", tree.root, move)) == "tree_full"
    monkeypatch.setattr(study, "MAX_ALL_NODES", 1)
    assert refused(lambda: here.decide(AddNode(chapter=chapter, node="b", parent="", move="d4"))) == "study_nodes"
    monkeypatch.setattr(study, "MAX_EVENTS", here.seq)
    assert refused(lambda: here.decide(RenameStudy(title="x"))) == "study_full"


def another(here: Study) -> Edit:
    """A new chapter like the first one."""
    return files.chapter(files.empty(here.chapters[0].tree.start.game, None), "x")


def test_chapters_are_moved_and_come_back() -> None:
    here = new_study("clasico", "backgammon", "chess2d")
    one, two, three = (chapter.id for chapter in here.chapters)
    carry_out(here, MoveChapter(chapter=three, index=0))
    assert [chapter.id for chapter in here.shown] == [three, one, two]
    carry_out(here, RemoveChapter(chapter=one))
    carry_out(here, RemoveChapter(chapter=two))
    assert refused(lambda: here.decide(RemoveChapter(chapter=three))) == "study_last_chapter"
    carry_out(here, RestoreChapter(chapter=two))
    assert [chapter.id for chapter in here.shown] == [three, two]
    carry_out(here, SetHeader(chapter=two, name="White", value="Ana"))
    assert here.chapter(two).headers == {"White": "Ana"}
    carry_out(here, SetHeader(chapter=two, name="White", value=""))
    assert here.chapter(two).headers == {}


@pytest.mark.parametrize(("rulebook", "format_"), [("clasico", "pgn"), ("backgammon", "text")])
def test_what_is_said_of_a_game_does_not_spoil_its_file(rulebook: str, format_: str) -> None:
    """Names that files write themselves are refused; all others are read again as they were written."""
    here = new_study(rulebook)
    chapter = here.chapters[0].id
    for name in ("FEN", "Result", "Position", "RulesHash", "RulesSheet1"):
        assert refused(partial(here.decide, SetHeader(chapter=chapter, name=name, value="x"))) == "study_header"
        carry_out(here, SetHeader(chapter=chapter, name=name, value=""))
    said = {"Event": '[%x] "a" \\', "White": "Ana", "Of_mine2": "ñ", "A" * 40: "b" * 200}
    for name, value in said.items():
        carry_out(here, SetHeader(chapter=chapter, name=name, value=value))
    text = axedrez.write_trees([here.chapters[0].as_game()], format_)
    [game] = axedrez.read_trees(text)
    assert isinstance(game, TreeGame)
    assert game.headers == said
    for number in range(MAX_HEADERS - len(said)):
        carry_out(here, SetHeader(chapter=chapter, name=f"More{number}", value="x"))
    assert refused(lambda: here.decide(SetHeader(chapter=chapter, name="Last", value="x"))) == "study_headers"
    carry_out(here, SetHeader(chapter=chapter, name="Last", value=""))


def test_nobody_overwrites_unseen_what_somebody_else_wrote() -> None:
    here = new_study()
    [chapter] = [each.id for each in here.shown]

    def do(edit: Edit) -> None:
        carry_out(here, edit)

    do(RenameStudy(title="One", base=here.title))
    with pytest.raises(NotAllowed, match=r"One.*Two") as told:
        do(RenameStudy(title="Two", base="before"))
    assert told.value.reason == "study_meanwhile"
    do(RenameStudy(title="One", base="before"))  # both want the same
    do(RenameStudy(title="Two", base="One"))
    do(RenameStudy(title="Three"))  # whatever it was
    assert here.title == "Three"
    do(RenameChapter(chapter=chapter, title="First"))
    with pytest.raises(NotAllowed, match=r"First.*Second"):
        do(RenameChapter(chapter=chapter, title="Second", base="before"))
    do(SetHeader(chapter=chapter, name="White", value="Ana", base=""))
    for value, base in (("Eva", ""), ("", "Olga")):
        with pytest.raises(NotAllowed, match="Ana"):
            do(SetHeader(chapter=chapter, name="White", value=value, base=base))
    do(SetHeader(chapter=chapter, name="White", value="", base="Ana"))
    with pytest.raises(NotAllowed, match=r"—.*Eva"):
        do(SetHeader(chapter=chapter, name="White", value="Eva", base="Ana"))
    assert "White" not in here.chapter(chapter).headers
