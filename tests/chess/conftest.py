"""Fixtures of chess that several files use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from axedrez import library, places
from axedrez.chess.endgames import tables
from axedrez.chess.engine import known_endgames as known
from axedrez.chess.position.game import ChessGame


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a file of tests keeps its endgame tables."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture
def own_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Endgame tables lie in `folder` alone, and nothing in the environment says how to use them."""
    monkeypatch.setattr(places, "cache", lambda: folder)
    monkeypatch.delenv(known.USE, raising=False)
    monkeypatch.delenv(known.SYZYGY, raising=False)
    tables.of.cache_clear()
    yield
    tables.of.cache_clear()


@pytest.fixture(scope="module")
def classic() -> ChessGame:
    game = library.load("clasico")
    assert isinstance(game, ChessGame)
    return game
