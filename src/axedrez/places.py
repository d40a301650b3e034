"""Where this user's files lie: data, settings and what can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def data() -> Path:
    """The folder for what must be kept: the database of games."""
    return _place("XDG_DATA_HOME", ".local", "share")


def settings() -> Path:
    """The folder for what the user has configured."""
    return _place("XDG_CONFIG_HOME", ".config")


def cache() -> Path:
    """The folder for what can be deleted at any time."""
    return _place("XDG_CACHE_HOME", ".cache")


def _place(variable: str, *usual: str) -> Path:
    named = os.environ.get(variable)
    return (Path(named) if named else Path.home().joinpath(*usual)) / "axedrez"
