"""The action ids and the observations of each shipped rulebook are what they were (docs/versioning.md).

Networks that were trained, and games that were stored by action ids, depend on them. Where a hash has changed:

- for another rulebook, or one whose sheet has changed: write the new hash, and say so in the changelog;
- for the same sheet: programs that rely on `docs/versioning.md` break. Undo it, or wait for a new first number of the
  version.

`python -m tests.environments.test_stable` prints the table.
"""

from __future__ import annotations

import hashlib
from typing import Any, cast

import pytest

import axedrez
from axedrez import library
from axedrez.batches import Action, Plane
from axedrez.chess.environment import actions as chess_actions
from axedrez.chess.environment import planes as chess_planes
from axedrez.chess.position.game import ChessGame
from axedrez.tables.environment import actions as tables_actions
from axedrez.tables.environment import planes as tables_planes
from axedrez.tables.position.game import TablesGame

OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "backgammon, a match with a cube": ("backgammon", {"match.cube": True, "match.length": 5}),
    "backgammon, beavers": ("backgammon", {"match.cube": True, "match.beavers": True}),
    "chessgammon, killer queen": ("chessgammon", {"options.killer_queen": True}),
}

HASHES: dict[str, tuple[str, str]] = {
    # name: actions, planes
    "clasico": ("820ca293d7c8", "0b01b92d9310"),
    "reglamento": ("820ca293d7c8", "0b01b92d9310"),
    "chess2d": ("820ca293d7c8", "f2797a6cbd6e"),
    "tradicional": ("a86ca912ee3f", "0b01b92d9310"),
    "chessgammon": ("1359a1e42a6d", "9c2bdbb17955"),
    "backgammon": ("4b898b2f131a", "9cbfa370826c"),
    "antichess": ("2331b1a07535", "b5d2b3769585"),
    "atomic": ("820ca293d7c8", "0b01b92d9310"),
    "cannons": ("db83448df82e", "8c49c4286e5e"),
    "capture-all": ("820ca293d7c8", "0b01b92d9310"),
    "chess960": ("b99355650880", "0b01b92d9310"),
    "crazyhouse": ("785ae4cc093f", "5757bfd941b8"),
    "dice-chess": ("93888b3c0fd1", "9db28c217f0a"),
    "extinction": ("2331b1a07535", "0b01b92d9310"),
    "free-shuffle": ("c9cf00eae4c6", "b5d2b3769585"),
    "grasshoppers": ("c3eb37286c8c", "8ac943c621e4"),
    "horde": ("820ca293d7c8", "0b01b92d9310"),
    "king-of-the-hill": ("820ca293d7c8", "0b01b92d9310"),
    "knightmate": ("90ddb8e8a6de", "a0754fb08076"),
    "los-alamos": ("14b64b4eb5bc", "27d6f103e256"),
    "marseillais": ("820ca293d7c8", "8e31b22f0d73"),
    "marseillais-balanced": ("820ca293d7c8", "8e31b22f0d73"),
    "no-castling": ("820ca293d7c8", "b5d2b3769585"),
    "own-capture": ("820ca293d7c8", "0b01b92d9310"),
    "pawn-race": ("820ca293d7c8", "b5d2b3769585"),
    "placement": ("79771d28b6fb", "365400a138ea"),
    "progressive": ("820ca293d7c8", "58c09dfb0021"),
    "racing-kings": ("49e7907c8e5a", "a2d71eef6bcc"),
    "shatranj": ("9e6e97248998", "ad5707d0fb65"),
    "three-check": ("820ca293d7c8", "6cffac95334e"),
    "torpedo": ("f40b3dc673ec", "0b01b92d9310"),
    "backgammon, a match with a cube": ("860b87726094", "e4ad4c8310e2"),
    "backgammon, beavers": ("d09f247c1bcc", "8ae66873a53f"),
    "chessgammon, killer queen": ("93fd6acffea0", "74eaed07f209"),
}


def names() -> list[str]:
    return [*library.rulebooks(), *library.gallery(), *OPTIONS]


def described(name: str) -> tuple[list[Action], tuple[Plane, ...], tuple[int, ...]]:
    """The actions of a game, those of chance last; its planes; and the shape of one."""
    rulebook, options = OPTIONS.get(name, (name, {}))
    game: Any = axedrez.load(rulebook, options)
    if game.family == "chess":
        board = cast("ChessGame", game).sheet.board
        return chess_actions.actions(game)[0], chess_planes.planes(game)[0], (board.ranks, board.files)
    tables = cast("TablesGame", game)
    return tables_actions.actions(tables, True).all, tables_planes.planes(tables)[0], (24,)


def hashes(name: str) -> tuple[str, str]:
    """Short hashes of all that is stable; `Action` and `Plane` may get more fields."""
    actions, planes, shape = described(name)
    told = [
        [each.id, each.text, each.origin, each.target, each.choice, each.drops, each.passes, each.chance, each.piece]
        for each in actions
    ]
    shown = [shape, *([each.name, each.owner, each.piece, each.most, each.least] for each in planes)]
    first, second = (hashlib.sha256(repr(each).encode()).hexdigest()[:12] for each in (told, shown))
    return first, second


@pytest.mark.parametrize("name", names())
def test_action_ids_and_planes_are_what_they_were(name: str) -> None:
    assert name in HASHES, "a new rulebook: write its hashes (see above)"
    assert hashes(name) == HASHES[name], "see above"


def test_no_rulebook_has_gone() -> None:
    assert set(HASHES) == set(names())


if __name__ == "__main__":
    for each in names():
        print(f"    {each!r}: {hashes(each)!r},")  # noqa: T201
