"""The file of a backup: a header, tables with their rows, and an end that counts and hashes them.

It is text compressed by gzip, with one JSON value a line: an object for the header, for each table and for the end, an
array for each row.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from axedrez.core import AxedrezError

FORMAT = "axedrez backup"
VERSION = 1

BATCH_ROWS = 1_000
BATCH_BYTES = 4 * 2**20
MAX_LINE_LENGTH = 2**28

_FAULTS = (gzip.BadGzipFile, EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError)
"""What a damaged or foreign file leads to."""


class ArchiveHeader(msgspec.Struct, frozen=True):
    """The first line: the revision of the tables, and when the backup was made (ms since the epoch)."""

    format: str
    version: int
    schema: str
    made_at: int


class ArchiveTable(msgspec.Struct, frozen=True, tag_field="is", tag="table"):
    """The line before the rows of a table: the order of the values in them."""

    name: str
    columns: list[str]


class ArchiveEnd(msgspec.Struct, frozen=True, tag_field="is", tag="end"):
    """The last line: how many rows each table has, and the SHA-256 (hex) of all lines before."""

    rows: dict[str, int]
    sha256: str


_LINE = msgspec.json.Decoder(ArchiveTable | ArchiveEnd)
_ROW = msgspec.json.Decoder(list[Any])


class ArchiveWriter:
    """Writes the lines of an archive, and counts."""

    def __init__(self, file: gzip.GzipFile, schema: str, made_at: int) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._encoder = msgspec.json.Encoder()
        self.rows: dict[str, int] = {}
        self._line(ArchiveHeader(FORMAT, VERSION, schema, made_at))

    def table(self, name: str, columns: list[str]) -> None:
        """Begin a table."""
        self._name = name
        self.rows[name] = 0
        self._line(ArchiveTable(name, columns))

    def row(self, values: list[Any]) -> None:
        """Write a row of it."""
        self.rows[self._name] += 1
        self._line(values)

    def end(self) -> None:
        """Write the end."""
        self._line(ArchiveEnd(self.rows, self._digest.hexdigest()))

    def _line(self, value: Any) -> None:
        line = self._encoder.encode(value) + b"\n"
        self._digest.update(line)
        self._file.write(line)


@contextmanager
def new_archive(path: Path, schema: str, made_at: int) -> Iterator[ArchiveWriter]:
    """Write an archive that only this user may read; the file is there as a whole or not at all.

    Raises AxedrezError (`cli_unwritable`).
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
                writer = ArchiveWriter(file, schema, made_at)
                yield writer
                writer.end()
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(draft, path)
    except OSError as fault:
        raise AxedrezError("cli_unwritable", file=str(path)) from fault
    finally:
        draft.unlink(missing_ok=True)


def verified(path: Path) -> tuple[ArchiveHeader, dict[str, int]]:
    """Read a whole archive and check it; returns its header, and how many rows each table has.

    Raises AxedrezError: `cli_file`, `backup_foreign`, `backup_damaged`, `backup_newer`.
    """
    with _opened(path) as file:
        first = file.readline(MAX_LINE_LENGTH)
        try:
            header = msgspec.json.decode(first, type=ArchiveHeader)
        except msgspec.MsgspecError:
            raise AxedrezError("backup_foreign", file=str(path)) from None
        if header.format != FORMAT:
            raise AxedrezError("backup_foreign", file=str(path))
        if header.version > VERSION:
            raise AxedrezError("backup_newer", file=str(path), version=header.schema)
        digest, rows, name = hashlib.sha256(first), dict[str, int](), ""
        while line := file.readline(MAX_LINE_LENGTH):
            if line.startswith(b"["):
                _ROW.decode(line)
                rows[name] += 1
            elif isinstance(found := _LINE.decode(line), ArchiveTable):
                name = found.name
                rows[name] = 0
            elif found == ArchiveEnd(rows, digest.hexdigest()) and not file.read(1):
                return header, rows
            else:
                break
            digest.update(line)
    raise AxedrezError("backup_damaged", file=str(path))


def contents(path: Path) -> Iterator[ArchiveTable | list[list[Any]]]:
    """The tables of a verified archive, each followed by its rows in batches."""
    with _opened(path) as file:
        file.readline(MAX_LINE_LENGTH)
        batch: list[list[Any]] = []
        size = 0
        while line := file.readline(MAX_LINE_LENGTH):
            is_row = line.startswith(b"[")
            if batch and (not is_row or len(batch) == BATCH_ROWS or size + len(line) > BATCH_BYTES):
                yield batch
                batch, size = [], 0
            if is_row:
                batch.append(_ROW.decode(line))
                size += len(line)
            elif isinstance(found := _LINE.decode(line), ArchiveTable):
                yield found


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    try:
        with gzip.open(path) as file:
            yield file
    except (*_FAULTS, KeyError) as fault:
        foreign = isinstance(fault, gzip.BadGzipFile) and "Not a gzipped file" in str(fault)
        raise AxedrezError("backup_foreign" if foreign else "backup_damaged", file=str(path)) from fault
    except (OSError, ValueError) as fault:
        if isinstance(fault, AxedrezError):
            raise
        raise AxedrezError("cli_file", name=str(path)) from fault
