"""The file of an SQLite database is for its user alone."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path
from uuid import uuid4

import pytest

from axedrez.storage import People, Store, default_url


def test_nobody_else_reads_the_file_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def used(url: str) -> None:
        store = await Store.open(url)
        try:
            await People(store.engine).welcome(uuid4(), "Ana", 0)
            files = list(file.parent.glob("games.db*"))
            assert len(files) >= 2, "the journal is there while it is used"
            assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}
        finally:
            await store.close()

    file = tmp_path / "new" / "games.db"
    file.parent.mkdir()
    before = os.umask(0o022)
    try:
        asyncio.run(used(f"sqlite:///{file}"))
        # One of an older version, with its journal, as others could read it.
        for each in file.parent.glob("games.db*"):
            each.chmod(0o644)
        asyncio.run(used(f"sqlite:///{file}"))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        (tmp_path / "axedrez").mkdir(mode=0o755)
        default_url()
        assert stat.S_IMODE((tmp_path / "axedrez").stat().st_mode) == 0o700
    finally:
        os.umask(before)
