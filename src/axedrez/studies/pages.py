"""Chapters of a study on paper: moves, variations, comments, and boards where somebody drew or asked for one."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from axedrez.core import nags
from axedrez.core.game_tree import GameTree, TreeNode
from axedrez.core.sides import Side, SideWord
from axedrez.messages import say
from axedrez.printing.flow import Flow
from axedrez.printing.paper import Paper
from axedrez.studies.study import Chapter

MAX_FIGURES = 100
"""So many boards are drawn; each costs some milliseconds."""
MAX_DEPTH = 100
"""Of variations in variations; what is deeper is left out, and the place marked."""
_FACTS = ("White", "Black", "Event", "Site", "Date", "Round")


def figures(chapters: Sequence[Chapter]) -> int:
    """How many boards the pages of some chapters have."""
    wanted = sum(1 + sum(map(_has_board, chapter.tree.walk())) for chapter in chapters)
    return min(wanted, MAX_FIGURES)


def to_pdf(title: str, chapters: Sequence[Chapter], lang: str, date: datetime.date) -> bytes:
    """The chapters as PDF, in the language of the reader. Raises `AxedrezError` (`page_missing`)."""
    paper = Paper(title, lang, date)
    _Pages(Flow(paper), lang).write(title, chapters)
    return paper.finished()


def _has_board(node: TreeNode) -> bool:
    return bool(node.remarks.shapes) or nags.DIAGRAM in node.remarks.nags


class _Pages:
    """The pages of some chapters."""

    def __init__(self, flow: Flow, lang: str) -> None:
        self._flow, self._lang = flow, lang
        self._left = MAX_FIGURES
        self._near: SideWord = "white"

    def write(self, title: str, chapters: Sequence[Chapter]) -> None:
        self._flow.heading(title, 22)
        for chapter in chapters:
            self._flow.heading(chapter.title)
            facts = [chapter.headers[name] for name in _FACTS if chapter.headers.get(name, "?").strip("?.")]
            if facts:
                self._flow.text(" · ".join(facts), soft=True)
            self._near = chapter.near
            self._board(chapter.tree, chapter.tree.root)
            self._comment(chapter.tree.root, 0)
            self._flow.paragraph()
            self._line(chapter.tree, chapter.tree.root.shown[:1], 0, 0)
            if chapter.result != "*":
                self._flow.text(chapter.result, bold=True)

    def _board(self, tree: GameTree, node: TreeNode) -> None:
        if self._left:
            self._left -= 1
            self._flow.figure(tree.position(node).svg(flipped=self._near == "black", shapes=node.remarks.shapes))

    def _comment(self, node: TreeNode, depth: int) -> None:
        words = node.remarks.comment.strip()
        if words and depth == 0:
            self._flow.paragraph()
        if words:
            self._flow.text(words)

    def _line(self, tree: GameTree, first: Sequence[TreeNode], depth: int, turns: int) -> None:
        """A line from its first node on, `turns` after the start; each variation after the move that it replaces."""
        is_numbered = False  # whether the move before it has been written without anything between
        for node, others in _line_of(first):
            text = self._move(tree, node, is_numbered, turns)
            lead = node.remarks.lead.strip()
            self._flow.text(f"{lead} {text}" if lead else text, bold=depth == 0)
            has_board = depth == 0 and _has_board(node)
            if has_board or others or (depth == 0 and node.remarks.comment.strip()):
                self._comment(node, depth)
                if has_board:
                    self._board(tree, node)
                for other in others:
                    self._flow.paragraph(depth + 1)
                    if depth == MAX_DEPTH:
                        self._flow.text("(…)")
                        break
                    self._line(tree, [other], depth + 1, turns)
                self._flow.paragraph(depth)
            else:
                self._comment(node, depth)
            is_numbered = not (has_board or others or node.remarks.comment.strip())
            turns += not _is_roll(tree, node)

    def _move(self, tree: GameTree, node: TreeNode, is_numbered: bool, turns: int) -> str:
        assert node.parent is not None
        before = tree.position(node.parent)
        if before.turn is Side.CHANCE:
            return f"{turns + 1}. {node.move}:"
        move = f"{before.notate(node.move, self._lang)}{self._signs(node.remarks.nags)}"
        if node.parent.parent is not None and _is_roll(tree, node.parent):
            return move
        if before.ply % 2 == 0:
            return f"{before.ply // 2 + 1}. {move}"
        return move if is_numbered else f"{before.ply // 2 + 1}… {move}"

    def _signs(self, found: Sequence[int]) -> str:
        return "".join(self._sign(nag) for nag in found if nag != nags.DIAGRAM)

    def _sign(self, nag: int) -> str:
        if nag in nags.SUFFIXES:
            return nags.SIGNS[nag]
        return f" ({say(f'ui.nag.{nag}', self._lang)})" if nag in nags.SIGNS else f" ${nag}"


def _is_roll(tree: GameTree, node: TreeNode) -> bool:
    return node.parent is not None and tree.position(node.parent).turn is Side.CHANCE


def _line_of(first: Sequence[TreeNode]) -> Iterator[tuple[TreeNode, list[TreeNode]]]:
    """The nodes of a line, each with those that stand beside it where it is the first of them."""
    here = first[0] if first else None
    while here is not None:
        assert here.parent is not None
        siblings = here.parent.shown
        yield here, siblings[1:] if siblings[0] is here else []
        here = next(iter(here.shown), None)
