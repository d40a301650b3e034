"""Where this user's files lie: data, settings and what can be made again, as each operating system has it."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path

_NAME = "axedrez"


def data() -> Path:
    """The folder for what must be kept: the database of games."""
    return user_data_path(_NAME, appauthor=False)


def settings() -> Path:
    """The folder for what the user has configured."""
    return user_config_path(_NAME, appauthor=False)


def cache() -> Path:
    """The folder for what can be deleted at any time."""
    return user_cache_path(_NAME, appauthor=False)
