"""Threads that load a rulebook first (the full size is `bench/first_loads.py`)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from first_loads import failures


def test_many_threads_may_load_first() -> None:
    assert failures(threads=60, processes=3) == []
