"""The perft suites, as far down as the slow twin goes quickly; the kernel counts them to the end elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.naive.chess import NaivePosition, perft
from tests.naive.rules import AMAZON6, CLASICO, KNIGHTMATE, TRADICIONAL, Rules

SUITES = Path(__file__).parent.parent / "perft"
MOST_NODES = 1500


@pytest.mark.parametrize("rules", [CLASICO, TRADICIONAL, KNIGHTMATE, AMAZON6], ids=lambda rules: rules.name)
def test_suite_agrees_with_the_slow_twin(rules: Rules) -> None:
    lines = (SUITES / f"{rules.name}.epd").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines)) >= 15
    for line in lines:
        fen, *counts = line.split(" ;")
        position = NaivePosition.from_fen(rules, fen)
        assert position.fen() == fen
        for depth, count in enumerate(counts, start=1):
            name, nodes = count.split()
            assert name == f"D{depth}"
            if int(nodes) <= MOST_NODES:
                assert perft(position, depth) == int(nodes), (fen, name)
