"""Databases of both kinds for the tests: SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage import Store
from axedrez.storage import store as storage
from axedrez.storage.database import open_database
from tests.services import postgres_url as postgres_server

CONNECT_LIMIT_S = 60


async def _administer(statement: str) -> None:
    connection = await asyncpg.connect(postgres_server(), database="postgres", timeout=CONNECT_LIMIT_S)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _administered(statement: str) -> None:
    # In a thread: where a browser is open, an event loop runs in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, _administer(statement)).result()


def _created(name: str, source: str = "") -> str:
    try:
        _administered(f"CREATE DATABASE {name}{source and f' TEMPLATE {source}'}")
    except (OSError, asyncpg.PostgresError, TimeoutError) as fault:
        pytest.skip(f"no PostgreSQL at {postgres_server()}: {fault}")
    return f"{postgres_server()}{name}"


def _dropped(name: str) -> None:
    _administered(f"DROP DATABASE {name} WITH (FORCE)")


async def _migrated(url: str) -> None:
    store = await Store.open(url)
    await store.close()


def _migrate(url: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, _migrated(url)).result()


@pytest.fixture(scope="session")
def postgres_template() -> Iterator[str]:
    """The name of a database with all tables, which is copied: that takes a tenth of making them anew."""
    name = f"axedrez_test_{uuid4().hex}"
    _migrate(_created(name))
    yield name
    _dropped(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A function that gives an SQLite file with all tables, made when it is first wanted: a run may need none."""
    template, making = tmp_path_factory.mktemp("template") / "games.db", Lock()

    def made() -> Path:
        with making:
            if not template.exists():
                _migrate(f"sqlite+aiosqlite:///{template}")  # under a name that is not copied
        return template

    return made


@pytest.fixture(scope="session", autouse=True)
def _sqlite_files_are_copies(sqlite_template: Callable[[], Path]) -> Iterator[None]:
    """New SQLite files begin as a copy of one with all tables: a fifth of the time, in hundreds of tests."""
    opened = open_database

    async def open_copied(url: str) -> AsyncEngine:
        path = Path(url.removeprefix("sqlite:///"))
        if url.startswith("sqlite:////") and not path.exists() and path.parent.is_dir():
            shutil.copyfile(sqlite_template(), path)
        return await opened(url)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "open_database", open_copied)
        yield


@pytest.fixture
def from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """New SQLite files begin empty, as they do for users."""
    monkeypatch.setattr(storage, "open_database", open_database)


@pytest.fixture
def empty_postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL database without tables, dropped afterwards."""
    name = f"axedrez_test_{uuid4().hex}"
    yield _created(name)
    _dropped(name)


@pytest.fixture
def postgres_url(postgres_template: str) -> Iterator[str]:
    """The URL of a PostgreSQL database of its own, with its tables, dropped afterwards."""
    name = f"axedrez_test_{uuid4().hex}"
    yield _created(name, postgres_template)
    _dropped(name)


KINDS = ["sqlite", "postgresql"]


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database URL of each kind; the tables are there."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(params=KINDS)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path, from_nothing: None) -> str:
    """A database URL of each kind, without tables; for SQLite, without a file."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("empty_postgres_url")
    return url
