"""A game with its variations: a tree of moves with what is said about each position, in every family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from axedrez.core.contract import Move, Position
from axedrez.core.errors import NotAllowed

MAX_NODES = 5_000
"""So many moves a tree holds, those that were removed among them."""


class Remarks(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said about the position after a move.

    `comment` stands after the move, `lead` before it. `nags`: numbers of the PGN standard. `shapes`: circles (`Ge4`:
    a colour out of G, R, Y and B, and a cell) and arrows (`Rd1>h5`). `clock`: what the mover has left, as PGN's
    `[%clk …]` writes it. `evaluation`: for White, as in `[%eval …]`. Both are "" where nothing is known.
    """

    comment: str = ""
    lead: str = ""
    nags: tuple[int, ...] = ()
    shapes: tuple[str, ...] = ()
    clock: str = ""
    evaluation: str = ""


NO_REMARKS = Remarks()


@dataclass(eq=False, slots=True)
class TreeNode:
    """A move in a tree, a roll of dice too; the root has none, and no `parent`. `remarks`: what is said about it.

    `children`: what may follow, the main line first.

    A node that `is_removed` is not shown, nor is what follows it; it can be brought back.
    """

    id: str
    parent: TreeNode | None
    move: Move | None
    remarks: Remarks = NO_REMARKS
    children: list[TreeNode] = field(default_factory=list)
    is_removed: bool = False
    position: Position | None = None

    @property
    def shown(self) -> list[TreeNode]:
        """The children that are not removed."""
        return [child for child in self.children if not child.is_removed]


class GameTree:
    """A tree of moves from `start`. Its nodes have ids; that of the root is ""."""

    def __init__(self, start: Position) -> None:
        self.root = TreeNode("", None, None, position=start)
        self.nodes: dict[str, TreeNode] = {"": self.root}

    @property
    def start(self) -> Position:
        """The position of the root."""
        return self.position(self.root)

    def node(self, node: str) -> TreeNode:
        """The node with an id. Raises `NotAllowed` (`tree_node`)."""
        found = self.nodes.get(node)
        if found is None:
            raise NotAllowed("tree_node", node=node[:40])
        return found

    def insert(self, node: str, parent: TreeNode, move: Move, remarks: Remarks = NO_REMARKS) -> TreeNode:
        """Add a move that is known to be legal, even if the parent has it already; `node` is the id of what is made.

        `remarks`: what is said about it.
        Raises `NotAllowed`: `tree_full`, or `tree_node` for an id that is taken.
        """
        self._check_room(node)
        made = self.nodes[node] = TreeNode(node, parent, move, remarks)
        parent.children.append(made)
        return made

    def add(self, node: str, parent: TreeNode, move: Move) -> TreeNode:
        """The child of `parent` with this move: made, or brought back, or there already; `node` names it from now on.

        What leads to it is brought back too. Raises like `insert`.
        """
        known = next((child for child in parent.children if child.move == move), None)
        if known is None:
            known = self.insert(node, parent, move)
        elif self.nodes.get(node) is not known:
            self._check_room(node)
            self.nodes[node] = known
        self.bring_back(known)
        return known

    def check_add(self, node: str, parent: TreeNode, move: Move) -> None:
        """Raise what `add` would raise."""
        if self.nodes.get(node) is None or self.nodes[node].parent is not parent or self.nodes[node].move != move:
            self._check_room(node)

    def _check_room(self, node: str) -> None:
        if len(self.nodes) > MAX_NODES:
            raise NotAllowed("tree_full", limit=MAX_NODES)
        if node in self.nodes:
            raise NotAllowed("tree_node", node=node[:40])

    def bring_back(self, node: TreeNode | None) -> None:
        """Show a node again, and all that leads to it."""
        while node is not None:
            node.is_removed = False
            node = node.parent

    def position(self, node: TreeNode) -> Position:
        """The position after a move; found once."""
        way: list[TreeNode] = []
        here = node
        while here.position is None:
            way.append(here)
            assert here.parent is not None
            here = here.parent
        position = here.position
        for each in reversed(way):
            position = each.position = position.play_unchecked(each.move)
        return position

    def line(self) -> Iterator[TreeNode]:
        """The main line, without the root."""
        here = self.root
        while shown := here.shown:
            here = shown[0]
            yield here

    def walk(self) -> Iterator[TreeNode]:
        """All nodes that are shown, parents first, siblings in their order, without the root."""
        waiting = self.root.shown[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.shown[::-1])
