"""Endgame tables on disk: written whole or not at all, and never trusted unless all of it is as it was written.

A file is a line that names the format, a line of JSON, and the packed values. It is bound to the sheet's hash and to
the compiled sheet; what does not fit is as good as missing, because a table can always be built again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
import zlib
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from axedrez import places
from axedrez.chess.endgames import material, symmetry
from axedrez.chess.endgames.directory import Values, size
from axedrez.chess.position.rules import ChessRules
from axedrez.core.derived import once_a_game

VERSION = 1
"""To be raised whenever the values of a table would be others."""
_MAGIC = b"axedrez endgame table\n"
_MAX_HEADER_BYTES = 1 << 16
_BYTE = 255
_TICK_NS = 2_000_000_000
"""Between two times of the coarsest file system."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of itself. `width` is in bytes a value, `packed` the length of the rest of the file."""

    version: int
    sheet: str
    pieces: str
    children: tuple[str, ...]
    positions: int
    width: int
    packed: int
    digest: str


class Stored(NamedTuple):
    """A table with the materials that its moves lead to, and its size on disk, None where it is in memory alone."""

    values: Values
    children: tuple[str, ...]
    size: int | None


class Listing:
    """The materials of which there is a table on disk, listed again when the folder has changed.

    In a symmetric sheet a file stands for its material with colours swapped, too.
    """

    def __init__(self, game: ChessRules, folder: Path | None = None) -> None:
        self._game, self._folder = game, folder
        self._of: tuple[Path, int] | None = None
        self._names: list[str] = []

    def names(self) -> list[str]:
        """The materials, each once, in no order."""
        folder = path_of("", self._game, self._folder).parent
        try:
            changed = folder.stat().st_mtime_ns
        except OSError:
            return []
        if self._of != (folder, changed):
            now = time.time_ns()
            self._names = self._list()
            # Within a tick of the file system's clock a folder may change again, and its time does not tell.
            self._of = (folder, changed) if changed < now - _TICK_NS else None
        return self._names

    def _list(self) -> list[str]:
        names = stored(self._game, self._folder)
        if not names or not symmetry.is_symmetric(self._game):
            return names
        return list(dict.fromkeys([*names, *(material.swapped(name, self._game) for name in names)]))


@once_a_game
def rules_key(game: ChessRules) -> str:
    """What tells apart the rules of tables: the sheet, and what it was compiled to."""
    return hashlib.sha256(game.hash.encode() + game.compiled.tobytes()).hexdigest()


def path_of(pieces: str, game: ChessRules, folder: Path | None = None) -> Path:
    """The file of a table. Names differ by more than upper and lower case."""
    white = "".join(letter for letter in pieces if letter.isupper())
    name = f"{white.lower() or '0'}-{pieces[len(white) :] or '0'}.table"
    return (folder or places.cache() / "endgames") / rules_key(game)[:32] / name


def stored(game: ChessRules, folder: Path | None = None) -> list[str]:
    """The materials of which there is a file."""
    found = []
    for path in path_of("", game, folder).parent.glob("?*-?*.table"):
        white, _, black = path.stem.partition("-")
        found.append(white.upper().replace("0", "") + black.replace("0", ""))
    return found


def _digest(header: tuple[object, ...], raw: bytes) -> str:
    return hashlib.sha256(repr(header).encode() + raw).hexdigest()


def write(
    pieces: str, values: Values, children: tuple[str, ...], game: ChessRules, folder: Path | None = None
) -> int | None:
    """Write a table; returns the size of its file, None where it cannot be written."""
    width = 1 if int(values.max()) <= _BYTE else 2
    raw = values.astype(np.uint8 if width == 1 else "<u2").tobytes()
    packed = zlib.compress(raw, 6)
    about = (VERSION, rules_key(game), pieces, children, len(values), width, len(packed))
    body = _MAGIC + msgspec.json.encode(Header(*about, _digest(about, raw))) + b"\n" + packed
    path = path_of(pieces, game, folder)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
            temporary = file.name
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        return len(body)
    except OSError:
        return None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def read(pieces: str, game: ChessRules, folder: Path | None = None) -> Stored | None:
    """A stored table; None for one that is missing, damaged, of another version or of other rules."""
    path = path_of(pieces, game, folder)
    try:
        with path.open("rb") as file:
            if file.readline(len(_MAGIC)) != _MAGIC:
                return None
            header = msgspec.json.decode(file.readline(_MAX_HEADER_BYTES), type=Header)
            about = msgspec.structs.astuple(header)[:-1]
            expected = (VERSION, rules_key(game), pieces, size(pieces, game))
            if (header.version, header.sheet, header.pieces, header.positions) != expected or header.width not in (
                1,
                2,
            ):
                return None
            start = file.tell()
            if header.packed != path.stat().st_size - start:
                return None
            unpacking = zlib.decompressobj()
            raw = unpacking.decompress(file.read(header.packed), header.positions * header.width)
            raw += unpacking.flush() if not unpacking.unconsumed_tail else b""
    except (OSError, zlib.error, msgspec.MsgspecError, ValueError):
        return None
    if len(raw) != header.positions * header.width or _digest(about, raw) != header.digest:
        return None
    values = np.frombuffer(raw, np.uint8 if header.width == 1 else "<u2").astype(np.uint16)
    return Stored(values, header.children, start + header.packed)
