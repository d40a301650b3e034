"""A backup restores into either kind of database, as a whole or not at all (playing: `server/test_backups.py`)."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, select, text

from axedrez.cli.app import run
from axedrez.core import AxedrezError
from axedrez.storage.archive import ArchiveTable, contents, new_archive, verified
from axedrez.storage.database import database_url, new_engine, revision_of
from tests.patience import until
from tests.storage.test_migrations import changed

RUN = "import sys; from axedrez.cli import main; sys.exit(main())"
MANY = 40_000


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, in the order of their texts."""

    async def read() -> dict[str, list[tuple[Any, ...]]]:
        engine, tables = new_engine(database_url(url)), MetaData()
        async with engine.connect() as connection:
            await connection.run_sync(tables.reflect)
            found = {
                name: sorted((tuple(row) for row in await connection.execute(select(table))), key=str)
                for name, table in tables.tables.items()
            }
        await engine.dispose()
        return found

    return asyncio.run(read())


def revision(url: str) -> str | None:
    async def read() -> str | None:
        engine = new_engine(database_url(url))
        async with engine.connect() as connection:
            found = await connection.run_sync(revision_of)
        await engine.dispose()
        return found

    return asyncio.run(read())


@pytest.fixture
def other(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> str:
    """The URL of an empty database of the other kind."""
    if database.startswith("postgres"):
        return f"sqlite:///{tmp_path / 'other.db'}"
    url: str = request.getfixturevalue("empty_postgres_url")
    return url


@pytest.fixture
def peopled(database: str) -> str:
    """A database in which somebody has an account."""

    async def fill() -> None:
        await changed(
            database,
            "INSERT INTO people (id, name, login, settings, created_at) VALUES ('1', 'Ana', 'ana', '{}', 1)",
        )

    asyncio.run(fill())
    return database


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert run(arguments) == status
    told = capsys.readouterr()
    line = told.err if status else told.out
    assert len(line.splitlines()) == 1, line
    return line


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_copy_of_a_copy_is_the_same(peopled: str, other: str, tmp_path: Path, capsys: Any) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    answered(capsys, "backup", str(one), "--database-url", peopled)
    told = json.loads(answered(capsys, "restore", str(one), "--database-url", other, "--json"))
    assert told["rows"]["people"] == 1
    answered(capsys, "backup", str(two), "--database-url", other)
    assert everything(peopled) == everything(other)
    lines = [sorted(gzip.decompress(path.read_bytes()).splitlines()[1:-1]) for path in (one, two)]
    assert lines[0] == lines[1]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_backup_of_an_older_version_is_brought_up_to_date(
    peopled: str, other: str, tmp_path: Path, capsys: Any
) -> None:
    newest = revision(peopled)
    assert newest is not None
    previous = f"{int(newest) - 1:04}"
    asyncio.run(changed(peopled, revision=previous))
    file = tmp_path / "old"
    answered(capsys, "backup", str(file), "--database-url", peopled)
    assert revision(peopled) == previous, "a backup before an upgrade leaves the database as it is"
    assert verified(file)[0].schema == previous
    answered(capsys, "restore", str(file), "--database-url", other)
    assert revision(other) == newest
    assert [row[1] for row in everything(other)["people"]] == ["Ana"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_database_with_something_in_it_is_replaced_only_if_that_is_asked_for(
    peopled: str, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "backup"
    answered(capsys, "backup", str(file), "--database-url", peopled)
    asyncio.run(changed(peopled, "UPDATE people SET name = 'Eva'"))
    refused = answered(capsys, "restore", str(file), "--database-url", peopled, status=2)
    assert "--replace" in refused
    assert not re.search("aiosqlite|asyncpg", refused), "an address as people write it"
    assert everything(peopled)["people"][0][1] == "Eva"
    answered(capsys, "restore", str(file), "--database-url", peopled, "--replace")
    assert everything(peopled)["people"][0][1] == "Ana"


def _cut(text: bytes) -> bytes:
    return gzip.compress(text[: text.rindex(b"\n", 0, -1) + 1])


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "truncated": (lambda whole: whole[:-20], "backup_damaged"),
    "no end": (lambda whole: _cut(gzip.decompress(whole)), "backup_damaged"),
    "a changed value": (
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b'"Ana"', b'"Eva"')),
        "backup_damaged",
    ),
    "something behind the end": (lambda whole: gzip.compress(gzip.decompress(whole) + b"[]\n"), "backup_damaged"),
    "a wrong bit": (lambda whole: whole[:-30] + bytes([whole[-30] ^ 4]) + whole[-29:], "backup_damaged"),
    "a row before a table": (
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b"\n", b"\n[]\n", 1)),
        "backup_damaged",
    ),
    "a newer format": (
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b'"version":1', b'"version":2', 1)),
        "backup_newer",
    ),
    "another file": (lambda _: b"PGDMP", "backup_foreign"),
    "another compressed file": (lambda _: gzip.compress(b'{"format": "x"}'), "backup_foreign"),
    "an empty file": (lambda _: b"", "backup_foreign"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_archive_is_recognized(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    with new_archive(file, "0001", 0) as archive:
        archive.table("people", ["id", "name"])
        for number in range(100):
            archive.row([str(number), "Ana"])
    change, reason = DAMAGES[damage]
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(AxedrezError) as told:
        verified(file)
    assert told.value.reason == reason


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_damaged_archive_changes_nothing(peopled: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "backup"
    answered(capsys, "backup", str(file), "--database-url", peopled)
    file.write_bytes(file.read_bytes()[:-200])
    assert "damaged" in answered(capsys, "restore", str(file), "--database-url", peopled, "--replace", status=2)
    assert everything(peopled)["people"]


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "newer"
    with new_archive(file, "9999", 0):
        pass
    assert "9999" in answered(
        capsys, "restore", str(file), "--database-url", f"sqlite:///{tmp_path / 'x.db'}", status=2
    )


def test_what_is_no_database_of_ours_is_left_alone(tmp_path: Path, capsys: Any) -> None:
    own, foreign, file = tmp_path / "own.db", f"sqlite:///{tmp_path / 'foreign.db'}", tmp_path / "backup"
    asyncio.run(changed(f"sqlite:///{own}"))
    answered(capsys, "backup", str(file), "--database-url", f"sqlite:///{own}")

    async def fill() -> None:
        engine = new_engine(database_url(foreign))
        async with engine.begin() as connection:
            await connection.execute(text("CREATE TABLE cakes (name TEXT)"))
        await engine.dispose()

    asyncio.run(fill())
    for arguments in (["restore", str(file), "--replace"], ["backup", str(tmp_path / "none")]):
        assert "not one of Axedrez" in answered(capsys, *arguments, "--database-url", foreign, status=2)
    assert list(everything(foreign)) == ["cakes"]
    assert not (tmp_path / "none").exists()
    assert "No such file" in answered(
        capsys, "backup", str(tmp_path / "none"), "--database-url", f"sqlite:///{tmp_path / 'no.db'}", status=2
    )
    assert not (tmp_path / "no.db").exists()


def enlarged(file: Path, large: Path) -> None:
    """The same archive with many more rows in a table."""
    header, _ = verified(file)
    with new_archive(large, header.schema, header.made_at) as archive:
        for each in contents(file):
            if isinstance(each, ArchiveTable):
                archive.table(each.name, each.columns)
                for number in range(MANY if each.name == "ended_guests" else 0):
                    archive.row([f"{number:036}"])
            else:
                for row in each:
                    archive.row(row)


def test_a_killed_restore_leaves_what_was_there(peopled: str, tmp_path: Path, capsys: Any) -> None:
    file, large = tmp_path / "backup", tmp_path / "large"
    answered(capsys, "backup", str(file), "--database-url", peopled)
    enlarged(file, large)
    asyncio.run(changed(peopled, "UPDATE people SET name = 'Eva'"))
    before = everything(peopled)
    command = [sys.executable, "-c", RUN, "restore", str(large), "--replace", "--database-url", peopled]
    restoring = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until(lambda: restoring.poll() is not None or is_written(peopled), "nothing is written")
    assert restoring.poll() is None, "it was too quick to be killed"
    restoring.send_signal(signal.SIGKILL)
    restoring.wait()
    assert everything(peopled) == before


def is_written(url: str) -> bool:
    """Whether somebody is writing many rows to the database, and has not committed them."""
    if url.startswith("sqlite:///"):
        journal = Path(f"{url.removeprefix('sqlite:///')}-wal")
        return journal.exists() and journal.stat().st_size > 2**20
    name = url.rpartition("/")[2]

    async def read() -> bool:
        engine = new_engine(database_url(url))
        busy = "SELECT 1 FROM pg_stat_activity WHERE datname = :name AND query LIKE 'INSERT INTO ended_guests%'"
        async with engine.connect() as connection:
            found = await connection.scalar(text(busy), {"name": name})
        await engine.dispose()
        return found is not None

    return asyncio.run(read())
