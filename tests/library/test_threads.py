"""Threads that load a rulebook first (the full size is `bench/first_loads.py`)."""

from __future__ import annotations

from bench.first_loads import failures


def test_many_threads_may_load_first() -> None:
    assert failures(threads=60, processes=1) == []
