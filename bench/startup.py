"""How long a user waits: the command's help, and the first legal moves in a fresh process."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row, alternately, seconds

COMMAND = Path(sys.executable).with_name("axedrez")
OURS = "import axedrez; axedrez.load('clasico').start().legal_moves()"
THEIRS = "import chess; list(chess.Board().legal_moves)"


def _run(*arguments: str) -> None:
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def measure(rounds: int) -> Iterator[Row]:
    """Rows of wall time of whole processes, the kernels' cache being warm."""
    _run(str(COMMAND), "--help")
    helped = statistics.median(seconds(lambda: _run(str(COMMAND), "--help")) for _ in range(rounds))
    yield Row("axedrez --help", f"{helped:.2f} s", "", "", None)
    pair = alternately(lambda: _run(sys.executable, "-c", OURS), lambda: _run(sys.executable, "-c", THEIRS), rounds)
    yield Row("first legal moves, warm cache", f"{pair.ours:.2f} s", "python-chess", f"{pair.theirs:.2f} s", pair.ratio)
