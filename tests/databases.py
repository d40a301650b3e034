"""Databases of both kinds for the tests: SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

POSTGRES = os.environ.get("AXEDREZ_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/")


async def _administer(statement: str) -> None:
    connection = await asyncpg.connect(POSTGRES, database="postgres", timeout=5)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL database of its own, dropped afterwards."""
    name = f"axedrez_test_{uuid4().hex}"
    try:
        asyncio.run(_administer(f"CREATE DATABASE {name}"))
    except (OSError, asyncpg.PostgresError, TimeoutError) as fault:
        pytest.skip(f"no PostgreSQL at {POSTGRES}: {fault}")
    yield f"{POSTGRES}{name}"
    asyncio.run(_administer(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database URL of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url
