"""Trees as pages see them."""

from __future__ import annotations

import msgspec

from axedrez.core.game_tree import GameTree, Remarks, TreeNode
from axedrez.core.sides import SideWord
from axedrez.messages import Texts
from axedrez.server.analysis.written_moves import written_move


class NodeView(msgspec.Struct, frozen=True):
    """A move of a tree; `parent` is None at the root. `position`: the text of the position after it."""

    id: str
    parent: str | None
    move: str
    san: Texts
    by: SideWord | None
    origin: str
    target: str
    position: str
    remarks: Remarks


def node_view(tree: GameTree, node: TreeNode) -> NodeView:
    """A node that is not the root."""
    assert node.parent is not None
    written = written_move(tree.position(node.parent), node.move, tree.position(node))
    return NodeView(
        node.id,
        node.parent.id or None,
        written.move,
        written.san,
        written.by,
        written.origin,
        written.target,
        written.position,
        node.remarks,
    )
