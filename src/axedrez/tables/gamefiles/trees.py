"""The text format of games of dice with variations and remarks, in lines that other readers pass over.

They begin with a semicolon and stand behind the turn that they are about: `; words`, `;$1 $14` for signs,
`;[Ge4 Rd1>h5]` for shapes, and `;(`, turns such as `;1. w 52: 13/8 6/4`, `;)` for what could be played instead. `;^`
in front of the first three says that they are about the roll, `;<` that the words stand before the turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TextIO, cast

import msgspec

from axedrez.core.contract import Position
from axedrez.core.errors import AxedrezError, NotAllowed, TextError
from axedrez.core.game_record import FileFault, Find, GameRecord, Offered, Played, TreeGame
from axedrez.core.game_tree import GameTree, TreeNode
from axedrez.core.sides import Side
from axedrez.tables.gamefiles import text_format

MAX_DEPTH = 50
MAX_COMMENT = 30_000
_ENTRY = re.compile(r"\d{1,6}\. [wb] (?:([1-6]{2}): ?)?(.*)")
_SIGNS = re.compile(r"\$\d{1,3}(?: \$\d{1,3}){0,19}")
_SHAPES = re.compile(r"\[([^\]]*)\]")
_SHAPE = re.compile(r"[GRYB][a-z0-9:]{1,10}(?:>[a-z0-9:]{1,10})?")


# --- writing ---------------------------------------------------------------------------------------------------------


def write_trees(games: Sequence[TreeGame], find: Find) -> str:
    """See `TreeFiles`."""
    return "\n".join(_text(game, find) for game in games)


def _text(game: TreeGame, find: Find) -> str:
    tree = game.tree
    main = list(tree.line())
    record = GameRecord.from_moves(tree.start, [node.move for node in main if node.move is not None], game.headers)
    head = text_format.write([record._replace(entries=())], find).split("\n")
    *tags, _ = head[: head.index("") + 1]
    result = [game.result if record.outcome is None else head[-2]]
    body = [*_remarks(tree.root, ""), *_line(tree, tree.root.shown[:1], 0, "")]
    return "\n".join([*tags, "", *body, *result, ""])


def _line(tree: GameTree, first: list[TreeNode], depth: int, mark: str) -> Iterator[str]:
    """A line from its first node on; `mark` begins the texts of a variation. Deeper ones than are read are left out."""
    here = first[0] if first else None
    roll: TreeNode | None = None
    while here is not None:
        assert here.parent is not None
        position = tree.position(here.parent)
        follows = next(iter(here.shown), None)
        if position.turn is Side.CHANCE and follows is not None:
            roll, here = here, follows
            continue
        yield mark + _entry(position, here, roll)
        if roll is not None:
            yield from _remarks(roll, "^")
        yield from _remarks(here, "")
        if depth < MAX_DEPTH:
            for node in (here, roll) if roll is not None else (here,):
                assert node.parent is not None
                if node.parent.shown[0] is node:
                    for other in node.parent.shown[1:]:
                        yield ";("
                        yield from _line(tree, [other], depth + 1, ";")
                        yield ";)"
        roll, here = None, follows


def _entry(position: Position, node: TreeNode, roll: TreeNode | None) -> str:
    side = "w" if position.side is Side.WHITE else "b"
    number = f"{position.ply + 1}. {side} "
    if position.turn is Side.CHANCE:
        return f"{number}{node.move}:"
    return f"{number}{roll.move if roll is not None else position.dice}: {node.move}".rstrip()  # type: ignore[attr-defined]


def _remarks(node: TreeNode, mark: str) -> Iterator[str]:
    remarks = node.remarks
    if remarks.lead:
        yield f";{mark}< {_one_line(remarks.lead)}"
    if remarks.nags:
        yield f";{mark}" + " ".join(f"${nag}" for nag in remarks.nags)
    if remarks.shapes:
        yield f";{mark}[{' '.join(remarks.shapes)}]"
    yield from (f";{mark} {line}" for line in remarks.comment.splitlines() if line.strip())


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- reading ---------------------------------------------------------------------------------------------------------


class _Lines:
    """A text without the lines that begin with a semicolon; these are kept, with the number of turns before them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.turns = 0
        self.kept: list[tuple[int, str]] = []

    def readline(self) -> str:
        """The next line for the reader of games."""
        line = self._stream.readline()
        text = line.strip()
        if text.startswith(";"):
            self.kept.append((self.turns, text[1:]))
        elif text.startswith("["):
            self.turns, self.kept = 0, []
        elif _ENTRY.fullmatch(text) is not None:
            self.turns += 1
        return line


def read_trees(stream: TextIO, find: Find) -> Iterator[TreeGame | FileFault]:
    """See `TreeFiles`."""
    lines = _Lines(stream)
    for number, item in enumerate(text_format.read(cast(TextIO, lines), find), start=1):
        if isinstance(item, FileFault):
            yield item
            continue
        try:
            yield _Reading(item).game(lines.kept)
        except AxedrezError as fault:
            yield FileFault(number, 1, 1, fault)


class _Reading:
    """The tree of a record, and what is said about it. Raises `NotAllowed` for a tree that is too large."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.tree = GameTree(record.start)
        self.ends = [self.tree.root]
        """Where each entry of the record leads."""
        self.passed: list[FileFault] = []
        here = self.tree.root
        for entry in record.entries:
            if isinstance(entry, Played):
                here = self._played(here, entry.roll, "" if entry.move is None else str(entry.move))
            else:  # the cube is no part of the board's tree: it is told in words
                side = "w" if entry.side is Side.WHITE else "b"
                said = f"{entry.offer} {entry.value}" if isinstance(entry, Offered) else str(entry.accepted).lower()
                self._say(here, f"[{side}: {said}]")
            self.ends.append(here)

    def game(self, kept: Sequence[tuple[int, str]]) -> TreeGame:
        """The tree with the lines that were kept."""
        stack: list[TreeNode] = []
        here: TreeNode | None = None
        for turns, text in kept:
            at = here if stack else self.ends[min(turns, len(self.ends) - 1)]
            if text == "(":
                stack.append(at or self.tree.root)
                here = None
            elif text == ")":
                here = stack.pop() if stack else None
            elif stack and (entry := _ENTRY.fullmatch(text)) is not None:
                if len(stack) <= MAX_DEPTH:
                    here = self._varied(stack[-1], here, entry)
            elif at is not None:
                self._remark(at, text)
        outcome = self.record.outcome
        result = outcome.result if outcome is not None else "*"
        return TreeGame(self.tree, self.record.headers, result, (*self.record.passed, *self.passed))

    def _varied(self, instead: TreeNode, here: TreeNode | None, entry: re.Match[str]) -> TreeNode | None:
        parent = here
        if parent is None:  # the first turn of the variation: before the one that it could be played instead of
            parent = instead.parent or instead
            if parent.parent is not None and self.tree.position(parent.parent).turn is Side.CHANCE:
                parent = parent.parent
        try:
            return self._played(parent, entry[1] or "", entry[2])
        except NotAllowed:
            raise
        except AxedrezError as fault:
            self.passed.append(FileFault(1, 1, 1, TextError("pgn_line_cut", value=entry[0][:20], fault=fault)))
            return here

    def _played(self, parent: TreeNode, roll: str, move: str) -> TreeNode:
        here = parent
        if roll and self.tree.position(here).turn is Side.CHANCE:
            here = self._added(here, roll)
        position = self.tree.position(here)
        if move:
            return self._added(here, move)
        return self._added(here, "pass") if roll and not position.legal_moves() else here

    def _added(self, parent: TreeNode, text: str) -> TreeNode:
        move = self.tree.position(parent).parse_move(text)
        known = next((child for child in parent.children if child.move == move), None)
        return known or self.tree.insert(str(len(self.tree.nodes)), parent, move)

    def _remark(self, node: TreeNode, text: str) -> None:
        if text.startswith("^"):
            text = text[1:]
            if node.parent is not None and self.tree.position(node.parent).turn is not Side.CHANCE:
                node = node.parent
        if text.startswith("<"):
            node.remarks = msgspec.structs.replace(node.remarks, lead=text[1:].strip()[:MAX_COMMENT])
        elif _SIGNS.fullmatch(text):
            nags = tuple(dict.fromkeys(int(sign[1:]) for sign in text.split()))
            node.remarks = msgspec.structs.replace(node.remarks, nags=nags)
        elif (found := _SHAPES.fullmatch(text)) is not None:
            shapes = tuple(each for each in found[1].split() if _SHAPE.fullmatch(each))[:64]
            node.remarks = msgspec.structs.replace(node.remarks, shapes=shapes)
        else:
            self._say(node, text.strip())

    def _say(self, node: TreeNode, text: str) -> None:
        said = "\n".join(part for part in (node.remarks.comment, text) if part)
        if len(said) <= MAX_COMMENT:
            node.remarks = msgspec.structs.replace(node.remarks, comment=said)
