"""The collections of this user, by name."""

from __future__ import annotations

import os
import re
import shutil
import uuid
from pathlib import Path

from axedrez import places
from axedrez.core.errors import AxedrezError, TextError
from axedrez.explorer.collection import GAMES_FILE, Collection

HOME = "AXEDREZ_COLLECTIONS"
"""The environment variable that names another folder."""
MAX_NAME_LENGTH = 60
_NAME = re.compile(r"[^\W_][\w .,()'+-]*", re.UNICODE)


def home() -> Path:
    """The folder of all collections."""
    return Path(os.environ[HOME]) if os.environ.get(HOME) else places.data() / "collections"


def checked(name: str) -> str:
    """A name that a folder can have. Raises `TextError` for any other."""
    if not _NAME.fullmatch(name) or len(name.encode()) > MAX_NAME_LENGTH or name.endswith((" ", ".")):
        raise TextError("collection_name", name=name[:80], limit=MAX_NAME_LENGTH)
    return name


def suggested(file: str) -> str:
    """The name of a collection for a file."""
    plain = re.sub(r"[^\w .,()'+-]+|^[\W_]+", "", Path(file).stem)
    while len(plain.encode()) > MAX_NAME_LENGTH:
        plain = plain[:-1]
    return plain.rstrip(" .") or "games"


def names() -> list[str]:
    """The names of the collections, in alphabetical order."""
    try:
        return sorted(each.parent.name for each in home().glob(f"*/{GAMES_FILE}") if _NAME.fullmatch(each.parent.name))
    except OSError:
        return []


def opened(name: str) -> Collection:
    """A collection. Raises `AxedrezError` where there is none of that name."""
    if name not in names():
        raise AxedrezError("collection_unknown", name=name[:80])
    return Collection(home() / name)


def remove(name: str) -> None:
    """Delete a collection. Raises `AxedrezError` where there is none, or it cannot be deleted."""
    if name not in names():
        raise AxedrezError("collection_unknown", name=name[:80])
    hidden = home() / f".removed-{uuid.uuid4().hex}"
    try:
        (home() / name).rename(hidden)  # at once: nobody sees half of it
    except OSError:
        raise AxedrezError("collection_unwritable", name=name[:80]) from None
    shutil.rmtree(hidden, ignore_errors=True)
