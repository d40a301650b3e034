"""Where the pieces go on the empty board."""

from __future__ import annotations

from typing import Any

import axedrez
from axedrez import library


def _diagram(piece: str, sheet: dict[str, Any] | None = None, rulebook: str = "clasico") -> Any:
    game = axedrez.load(rulebook) if sheet is None else library.from_data(sheet)
    return next(diagram for diagram in library.diagrams(game) if diagram.piece == piece)


def _sheet(**fields: Any) -> dict[str, Any]:
    return {"extends": "clasico", "id": "mine", "names": {"es": "Mío", "en": "Mine"}, **fields}


def test_leaps_and_lines() -> None:
    knight = _diagram("knight")
    assert knight.square == "d4"
    assert knight.moves == knight.captures == ["c2", "e2", "b3", "f3", "b5", "f5", "c6", "e6"]
    assert len(_diagram("rook").moves) == 14
    assert "h8" in _diagram("bishop").moves


def test_moves_and_captures_are_told_apart() -> None:
    pawn = _diagram("pawn")
    assert (pawn.square, pawn.moves, pawn.captures) == ("d2", ["d3", "d4"], ["c3", "e3"])
    archer = {"letter": "X", "names": {"es": "a", "en": "a"}, "movement": "mWcF"}
    diagram = _diagram("archer", _sheet(pieces={"archer": archer}))
    assert diagram.moves == ["d3", "c4", "e4", "d5"]
    assert diagram.captures == ["c3", "e3", "c5", "e5"]


def test_hoppers_need_a_hurdle_and_holes_stop_lines() -> None:
    cannon = _diagram("cannon", rulebook="cannons")
    assert cannon.captures == []
    assert cannon.hurdles == ["d1", "d2", "a4", "b4", "f4", "g4", "h4", "d6", "d7", "d8"]
    rook = _diagram("rook", _sheet(board={"holes": ["d5", "f4"]}))
    assert rook.moves == ["d1", "d2", "d3", "a4", "b4", "c4", "e4"]


def test_sideways_pawns() -> None:
    assert _diagram("pawn", _sheet(pawn={"sideways": True})).moves == ["c2", "e2", "d3", "d4"]
    assert library.diagrams(axedrez.load("chessgammon")) == []
