"""The container of a `.xg` file: a header, an archive of compressed files, and the index of the archive at its end.

Nothing is held in memory but a piece of the file and a piece of what is inflated from it, and no more is inflated than
the caller allows: sizes that the file states are not trusted.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from axedrez.core.errors import TextError

MAGIC = b"RGMH"
MAX_MEMBERS = 64
"""An archive has no more files than these: eXtreme Gammon writes two to four."""
_CHUNK = 1 << 16
_HEADER = struct.Struct("<4sIIqI")  # magic, version, size of the header, place and size of the thumbnail
_TRAILER = struct.Struct("<IiiiiI12x")  # checksum, files, version, sizes of the index and of the files, compressed?
_ENTRY = struct.Struct("<256s256siiiIBB2x")  # name, path, size, compressed size, place, checksum, stored?, level


class _Member(NamedTuple):
    """A file of the archive: where it begins in the container, and its sizes."""

    name: str
    place: int
    packed: int
    size: int
    checksum: int
    is_stored: bool


def member(file: BinaryIO, name: str, limit: int) -> Iterator[bytes]:
    """The content of the archived file `name`, piece by piece, at most `limit` bytes.

    `file` can be rewound. Raises `TextError` where the container is damaged or cut off, has no such file, or one that
    is longer; pieces that were given before may belong to a file that is found to be damaged at its end.
    """
    found = next((each for each in _index(file) if each.name.lower() == name), None)
    if found is None:
        raise TextError("tables_xg_match")
    if found.size > limit:
        raise TextError("tables_xg_long", limit=limit >> 20)
    size = checksum = 0
    for piece in _stored(file, found) if found.is_stored else _inflated(file, found):
        size += len(piece)
        if size > found.size:
            raise TextError("tables_xg_damaged")
        checksum = zlib.crc32(piece, checksum)
        yield piece
    if (size, checksum) != (found.size, found.checksum):
        raise TextError("tables_xg_damaged")


def _index(file: BinaryIO) -> list[_Member]:
    """The files of the archive. Raises `TextError`."""
    end = file.seek(0, os.SEEK_END) - _TRAILER.size
    if end < _HEADER.size:
        raise TextError("tables_xg_damaged")
    magic, _, header, _, thumbnail = _HEADER.unpack(_piece(file, 0, _HEADER.size))
    _, count, _, index, files, is_packed = _TRAILER.unpack(_piece(file, end, _TRAILER.size))
    whole = count * _ENTRY.size
    place = end - index
    begin = place - files
    # The index is small, so its compressed form is, even where nothing could be compressed.
    is_sound = 0 < count <= MAX_MEMBERS and 0 < index <= whole + _CHUNK and files >= 0
    if magic != MAGIC or not is_sound or begin < max(header + thumbnail, _HEADER.size):
        raise TextError("tables_xg_damaged")
    entries = _piece(file, place, index)
    if is_packed & 0xFF:
        entries = _unpacked(entries, whole)
    if len(entries) != whole:
        raise TextError("tables_xg_damaged")
    return [_member(entry, begin, files) for entry in _ENTRY.iter_unpack(entries)]


def _member(entry: tuple[bytes, bytes, int, int, int, int, int, int], begin: int, files: int) -> _Member:
    name, _, size, packed, place, checksum, stored, _ = entry
    if size < 0 or packed < 0 or place < 0 or place + packed > files:
        raise TextError("tables_xg_damaged")
    text = name[1 : 1 + name[0]].decode("cp1252", errors="replace")
    return _Member(text, begin + place, packed, size, checksum, stored != 0)


def _piece(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    piece = file.read(size)
    if len(piece) < size:
        raise TextError("tables_xg_damaged")
    return piece


def _unpacked(packed: bytes, size: int) -> bytes:
    """What was compressed, if it has no more than `size` bytes and is whole. Raises `TextError`."""
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(packed, size + 1)
    except zlib.error:
        raise TextError("tables_xg_damaged") from None
    if len(content) > size:
        raise TextError("tables_xg_damaged")
    return content


def _stored(file: BinaryIO, found: _Member) -> Iterator[bytes]:
    for done in range(0, found.packed, _CHUNK):
        yield _piece(file, found.place + done, min(_CHUNK, found.packed - done))


def _inflated(file: BinaryIO, found: _Member) -> Iterator[bytes]:
    """A compressed file, in pieces of at most `_CHUNK` bytes, whatever the compressed ones blow up to."""
    stream = zlib.decompressobj()
    for packed in _stored(file, found):
        waiting = packed
        while waiting and not stream.eof:
            try:
                piece = stream.decompress(waiting, _CHUNK)
            except zlib.error:
                raise TextError("tables_xg_damaged") from None
            waiting = stream.unconsumed_tail
            yield piece
    if not stream.eof:
        raise TextError("tables_xg_damaged")
