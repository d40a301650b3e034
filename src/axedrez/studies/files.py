"""Chapters from game files, and game files from chapters."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from axedrez import gamefiles
from axedrez.core.contract import Game
from axedrez.core.errors import NotAllowed
from axedrez.core.game_record import FileFault, Find, TreeGame
from axedrez.core.game_tree import GameTree
from axedrez.core.sides import SideWord
from axedrez.rulesheet.validation import to_json
from axedrez.studies.edits import MAX_CHAPTERS, MAX_HEADERS, AddChapter, PackedNode

_ROSTER = ("White", "Black")


def new_id() -> str:
    """A new id for a chapter or a node; nobody can foresee it."""
    return secrets.token_urlsafe(12)


def chapter(
    tree: TreeGame,
    title: str = "",
    *,
    rulebook: str | None = None,
    options: dict[str, Any] | None = None,
    near: SideWord = "white",
) -> AddChapter:
    """A tree as a new chapter; without a title it is named after its players or its event.

    `rulebook` and `options`: what the rules are known by here, by default the name of the game.
    """
    game: Game = tree.tree.start.game
    headers = {name: value[:200] for name, value in list(tree.headers.items())[:MAX_HEADERS] if value not in ("", "?")}
    ids = {"": ""}
    nodes = []
    for node in tree.tree.walk():
        assert node.parent is not None
        ids[node.id] = new_id()
        nodes.append(PackedNode(ids[node.id], ids[node.parent.id], str(node.move), node.remarks))
    names = game.sheet.names
    return AddChapter(
        chapter=new_id(),
        title=(title or _named(headers) or "1")[:100],
        rulebook=rulebook or game.name,
        names={"es": names.es, "en": names.en},
        sheet=to_json(game.sheet).decode(),
        start=tree.tree.start.text(),
        options=options or {},
        near=near,
        headers=headers,
        result=tree.result,
        remarks=tree.tree.root.remarks,
        nodes=nodes,
    )


def _named(headers: dict[str, str]) -> str:
    players = [headers[name] for name in _ROSTER if name in headers]
    return " – ".join(players) if len(players) == 2 else headers.get("Event", "")


def empty(game: Game, start: str | None) -> TreeGame:
    """A chapter without moves, from a position text or the start of the rules. Raises `TextError`."""
    return TreeGame(GameTree(game.parse(start) if start else game.start()), {})


def read(file: str | bytes, find: Find) -> Iterator[TreeGame | FileFault]:
    """The chapters of a file in any format that we know, as many as a study holds. Raises nothing."""
    for number, item in enumerate(gamefiles.read_trees(file, find), start=1):
        if number > MAX_CHAPTERS:
            yield FileFault(number, 1, 1, NotAllowed("study_chapters", limit=MAX_CHAPTERS))
            return
        yield item
