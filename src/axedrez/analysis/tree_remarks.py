"""Writes what an analysis says into the tree of its game."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from axedrez.core.game_record import Annotation
from axedrez.core.game_tree import GameTree, TreeNode
from axedrez.core.sides import Side

NAGS = {"?": 2, "??": 4, "?!": 6, "\N{WHITE SQUARE}": 7}
"""The numbers of the signs in the PGN standard."""
MOVE_NAGS = range(1, 8)


def annotate_tree(tree: GameTree, annotations: Iterable[Annotation]) -> None:
    """Add annotations to the main line: better lines as variations; what was said of a move already stays.

    Annotations count the moves of players only, not rolls.
    """
    played = [node for node in tree.line() if _before(tree, node) is not Side.CHANCE]
    for annotation in annotations:
        node = played[annotation.ply - 1]
        said = node.remarks
        is_signed = not annotation.sign or any(nag in MOVE_NAGS for nag in said.nags)
        node.remarks = msgspec.structs.replace(
            said,
            nags=said.nags if is_signed else (*said.nags, NAGS[annotation.sign]),
            evaluation=said.evaluation or annotation.score,
            comment=said.comment or annotation.text,
        )
        _add_line(tree, node, annotation)


def _add_line(tree: GameTree, node: TreeNode, annotation: Annotation) -> None:
    here = node.parent
    for number, text in enumerate(annotation.line):
        assert here is not None
        position = tree.position(here)
        if position.turn is Side.CHANCE:
            return
        move = position.parse_move(text)
        if not number and move == node.move:
            return
        here = tree.add(f"a{annotation.ply}-{number}", here, move)


def _before(tree: GameTree, node: TreeNode) -> Side:
    assert node.parent is not None
    return tree.position(node.parent).turn
