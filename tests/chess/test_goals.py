"""The goals of the schema: each stands wherever goals are listed."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from axedrez.chess.compile.goal_checks import _NEEDS
from axedrez.chess.compile.goals import GOALS
from axedrez.chess.environment.batch import ChessBatch
from axedrez.chess.environment.kernel.layout import CHECKMATE
from axedrez.chess.manual.ends import _GOALS, ORDER
from axedrez.chess.sheet.schema import WinGoal
from axedrez.chess.variants_ini.exporting import _Writing

DOCS = Path(__file__).parents[2] / "docs"
ALL: tuple[WinGoal, ...] = get_args(WinGoal)


def test_every_goal_is_in_every_table() -> None:
    assert {*GOALS, "checkmate"} == {*ALL} == {*_NEEDS} == {*_GOALS} == {*ORDER}
    assert list(GOALS.values()) == list(range(1, len(ALL)))
    assert ChessBatch.reason_names[int(CHECKMATE)] == "checkmate"


@pytest.mark.parametrize("goal", ALL)
def test_every_goal_is_documented_and_said_in_variants_ini(goal: WinGoal) -> None:
    for document in ("rule-sheets.md", "decisions/0004-modified-sheets.md"):
        assert goal in (DOCS / document).read_text(encoding="utf-8"), document
    assert hasattr(_Writing, f"_goal_{goal.replace('-', '_')}"), "or it is refused as what cannot be said"
