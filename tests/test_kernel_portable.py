"""The kernel on other machines: without PEXT (BMI2), and without machine code at all, it counts the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITES = Path(__file__).parent / "perft"
PROGRAM = """
import json, sys
import numpy as np
import axedrez
from axedrez import jit
from axedrez.chess.kernel import perft
game, counts = None, []
for name, fen, depth in json.load(sys.stdin):
    position = axedrez.load(name).parse(fen)
    counts.append(int(perft.perft(position.game.compiled, position.raw, np.uint64(depth))))
print(json.dumps({"pext": bool(jit.HAS_PEXT), "counts": counts}))
"""


def _suite(name: str, most: int, lines: int) -> list[tuple[str, str, int, int]]:
    """(sheet, FEN, depth, count) of the first lines of a suite, each as deep as `most` nodes allow."""
    own = Path(__file__).parent / "sheets" / f"{name}.toml"
    sheet = str(own) if own.exists() else name
    found = []
    for line in (SUITES / f"{name}.epd").read_text(encoding="utf-8").splitlines()[:lines]:
        fen, *counts = line.split(" ;")
        nodes = [int(count.split()[1]) for count in counts]
        depth = max((depth for depth, count in enumerate(nodes, 1) if count <= most), default=0)
        if depth:
            found.append((sheet, fen, depth, nodes[depth - 1]))
    return found


def _count(cases: list[tuple[str, str, int, int]], **environment: str) -> tuple[bool, list[int]]:
    """Whether PEXT was used, and the counts, in a process of its own."""
    request = json.dumps([[sheet, fen, depth] for sheet, fen, depth, _ in cases])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=request,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    return answer["pext"], answer["counts"]


@pytest.mark.long  # it is compiled anew
def test_without_bmi2() -> None:
    cases = [
        *_suite("clasico", 5_000_000, 12),
        *_suite("tradicional", 100_000, 8),
        *_suite("knightmate", 100_000, 4),
        *_suite("amazon6", 100_000, 4),
    ]
    assert any(fen.startswith("r3k2r/p1ppqpb1") and depth >= 4 for _, fen, depth, _ in cases), "kiwipete to depth 4"
    pext, counts = _count(cases, NUMBA_CPU_NAME="generic")
    assert not pext
    assert counts == [count for *_, count in cases]


@pytest.mark.parametrize("name", ["clasico", "tradicional", "knightmate", "amazon6"])
def test_without_machine_code(name: str) -> None:
    """The same functions as plain Python: a fault of compilation would show as a difference."""
    cases = [(sheet, fen, depth, count) for sheet, fen, depth, count in _suite(name, 700, 7) if depth <= 3]
    assert len(cases) >= 5
    _, counts = _count(cases, NUMBA_DISABLE_JIT="1")
    assert counts == [count for *_, count in cases]
