"""The short version of bench/online_commands.py: the moves of many games are played, and share their commits."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from axedrez.storage.writers.sqlite import GroupedWriter
from bench import online_commands

pytestmark = pytest.mark.long


def test_moves_of_many_games_share_their_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    commit = GroupedWriter._commit

    def counted(self: GroupedWriter, group: list[Any]) -> list[Any]:
        groups.append(len(group))
        return commit(self, group)

    monkeypatch.setattr(GroupedWriter, "_commit", counted)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    ours, bare = asyncio.run(online_commands.compare(url, games=32, seconds=0.7, rounds=2))
    assert min(ours.each_second, bare.each_second) > 0
    assert len(groups) < sum(groups) / 2, "most writes find others to share a commit with"
