"""PGN as a format of trees: everything that a file says about a game, and nothing besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

import msgspec

from axedrez.chess.gamefiles.pgn.reading import PgnGame, PgnLine, PgnMove, read_games
from axedrez.chess.gamefiles.pgn.remarks import read_comment, write_comment
from axedrez.chess.gamefiles.pgn.writing import write_game
from axedrez.core.contract import Game
from axedrez.core.errors import AxedrezError
from axedrez.core.game_record import FileFault, TreeGame
from axedrez.core.game_tree import GameTree, Remarks, TreeNode


def read_trees(stream: TextIO, find: Callable[..., Game]) -> Iterator[TreeGame | FileFault]:
    """See `TreeFiles`."""
    for item in read_games(stream, find):
        if isinstance(item, FileFault):
            yield item
            continue
        try:
            yield tree_of(item)
        except AxedrezError as fault:  # it is too large
            yield FileFault(*item.place, fault)


def write_trees(games: Sequence[TreeGame], find: Callable[..., Game]) -> str:
    """See `TreeFiles`."""
    return "".join(write_game(pgn_of(game), find) for game in games)


def tree_of(game: PgnGame) -> TreeGame:
    """A game as a tree; its nodes are numbered as they come. Raises `NotAllowed` (`tree_full`)."""
    tree = GameTree(game.start)
    tree.root.remarks = read_comment(game.line.comment)
    # The last one is taken first: the variations of a variation follow it among the siblings, as in the file.
    waiting = [(tree.root, game.line, "")]
    while waiting:
        parent, line, lead = waiting.pop()
        found: list[tuple[TreeNode, PgnLine, str]] = []
        for move in line.moves:
            remarks = read_comment(move.comment)
            remarks = msgspec.structs.replace(remarks, nags=tuple(move.nags), lead=lead)
            found.extend((parent, variation, variation.comment) for variation in move.variations)
            parent, lead = tree.insert(str(len(tree.nodes)), parent, move.move, remarks), ""
        waiting.extend(reversed(found))
    return TreeGame(tree, game.headers, game.result, tuple(game.passed))


def pgn_of(game: TreeGame) -> PgnGame:
    """A tree as PGN writes it.

    Where a variation begins, what is said before the move has a place of its own; elsewhere it ends the comment before.
    """
    tree = game.tree
    written = PgnGame(tree.start, PgnLine(_introduced(tree.root.remarks)), dict(game.headers), game.result)
    waiting = [(node, written.line) for node in tree.root.shown[:1]]
    while waiting:
        first, line = waiting.pop()
        here: TreeNode | None = first
        before: PgnLine | PgnMove = line
        while here is not None:
            assert here.parent is not None
            assert here.move is not None
            move = PgnMove(tree.position(here.parent), here.move, list(here.remarks.nags), write_comment(here.remarks))
            before.comment = _joined(before.comment, here.remarks.lead)
            line.moves.append(move)
            before = move
            # Others instead of it stand behind the first of them.
            siblings = here.parent.shown if here.parent.shown[0] is here else []
            for sibling in siblings[1:]:
                move.variations.append(PgnLine())
                waiting.append((sibling, move.variations[-1]))
            here = next(iter(here.shown), None)
    return written


def _introduced(remarks: Remarks) -> str:
    words = _joined(remarks.lead, remarks.comment)
    return write_comment(msgspec.structs.replace(remarks, comment=words))


def _joined(first: str, second: str) -> str:
    return " ".join(part for part in (first, second) if part)
