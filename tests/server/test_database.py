"""A server waits for a database that is not there yet, and says so; what will never be there is refused."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import cast

import pytest

from axedrez.core import AxedrezError
from axedrez.server.base import database
from axedrez.server.base.database import opened_store
from axedrez.storage import Store

POSTGRES = "postgresql://somebody@localhost/games"


def failing(*faults: BaseException) -> AxedrezError:
    """A refusal with this chain of causes, the last one first."""
    cause: BaseException | None = None
    for fault in reversed(faults):
        fault.__cause__, cause = cause, fault
    refusal = AxedrezError("database_unavailable", url=POSTGRES, cause="why")
    refusal.__cause__ = cause
    return refusal


def test_a_database_that_is_starting_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened = cast(Store, object())
    answers: list[AxedrezError | Store]
    answers = [failing(ValueError(), ConnectionRefusedError()), failing(FileNotFoundError()), opened]

    async def open_it(url: str) -> Store:
        assert url == POSTGRES
        answer = answers.pop(0)
        if isinstance(answer, AxedrezError):
            raise answer
        return answer

    monkeypatch.setattr(Store, "open", open_it)
    monkeypatch.setattr(database, "AGAIN_S", 0)
    assert asyncio.run(opened_store(POSTGRES)) is opened
    assert [record.getMessage() for record in caplog.records] == ["waiting for the database: why"], "said once"


@pytest.mark.parametrize("fault", [failing(ValueError()), failing(OSError(), socket.gaierror())], ids=["other", "name"])
def test_what_will_not_come_is_refused(monkeypatch: pytest.MonkeyPatch, fault: AxedrezError) -> None:
    async def open_it(url: str) -> Store:
        raise fault

    monkeypatch.setattr(Store, "open", open_it)
    with pytest.raises(AxedrezError) as refusal:
        asyncio.run(opened_store(POSTGRES))
    assert refusal.value is fault


def test_a_file_is_not_waited_for(tmp_path: Path) -> None:
    with pytest.raises(AxedrezError) as refusal:
        asyncio.run(opened_store(f"sqlite:///{tmp_path}"))
    assert refusal.value.reason == "database_unavailable"


def test_nobody_at_the_port_is_waited_for() -> None:
    async def wait() -> None:
        async with asyncio.timeout(0.5):
            await opened_store("postgresql://postgres@127.0.0.1:1/games")

    with pytest.raises(TimeoutError):
        asyncio.run(wait())
