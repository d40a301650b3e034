"""What shortcuts the rule sheets permit the search of the general path."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from axedrez.chess.engine import pruning
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.weights import weights
from axedrez.chess.position.game import ChessGame
from axedrez.library import gallery
from tests.sheets import chess, load

DENIED = {
    "margins": {"antichess", "marseillais", "marseillais-balanced", "progressive"},
    "null_move": {
        "antichess",
        "capture-all",
        "marseillais",
        "marseillais-balanced",
        "progressive",
        "racing-kings",
        "shatranj",
    },
    "exchanges": {"antichess", "atomic"},
}
"""The games of the gallery whose sheets contradict what a shortcut rests on."""
OPTIONS: list[tuple[dict[str, Any], set[str]]] = [
    ({"pawn.sideways": True}, set()),
    ({"turn.passing": "allowed"}, set()),
    ({"capture.own": True}, set()),
    ({"capture.hand": True}, set()),
    ({"goal.stalemate": "loss", "capture.own": True}, {"null_move"}),
    ({"goal.stalemate": "win", "pawn.sideways": True}, {"null_move"}),
    ({"capture.mandatory": True}, {"margins", "null_move"}),
    ({"turn.moves": 2}, {"margins", "null_move"}),
    ({"capture.explosion": True, "goal.win": ["checkmate", "capture-royal"]}, {"exchanges"}),
]


@cache
def general() -> tuple[str, ...]:
    """The games of the gallery on the general path; building them all takes a second, so not while tests are read."""
    return tuple(name for name in gallery() if not chess(name).fast)


@pytest.mark.parametrize("shortcut", pruning.Pruning._fields)
def test_the_gallery_permits_what_its_rules_do_not_contradict(shortcut: str) -> None:
    denied = {name for name in general() if not getattr(pruning.allowed(chess(name).sheet), shortcut)}
    assert denied == DENIED[shortcut]


@pytest.mark.parametrize(("options", "denied"), OPTIONS)
def test_one_rule_changed_withdraws_what_rests_on_it(options: dict[str, Any], denied: set[str]) -> None:
    game = cast(ChessGame, load("clasico", options))
    assert not game.fast
    permitted = pruning.allowed(game.sheet)
    assert {name for name in permitted._fields if not getattr(permitted, name)} == denied


def test_the_search_reads_what_the_sheet_permits() -> None:
    assert len(general()) > 20
    for name in general():
        game = chess(name)
        permitted = pruning.allowed(game.sheet)
        word = int(weights(game)[int(layout.ALLOWED)])
        assert bool(word & int(layout.MARGINS)) == permitted.margins, name
        assert bool(word & int(layout.NULL_MOVE)) == permitted.null_move, name
        assert bool(word & int(layout.EXCHANGES)) == permitted.exchanges, name
