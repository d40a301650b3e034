"""Backing up a database, and restoring it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from axedrez.cli.output import print_json
from axedrez.messages import say
from axedrez.storage import backup, default_url


def back_up(url: str | None, name: str, lang: str, as_json: bool) -> None:
    """Write the whole database to a file, while servers go on. Raises AxedrezError; see `backup.back_up`."""
    file = Path(name)
    _tell("cli.backed_up", name, asyncio.run(backup.back_up(url or default_url(), file)), lang, as_json)


def restore(url: str | None, name: str, replace: bool, lang: str, as_json: bool) -> None:
    """Fill a database from such a file. Raises AxedrezError; see `backup.restore`."""
    copied = asyncio.run(backup.restore(url or default_url(), Path(name), replace=replace))
    _tell("cli.restored", name, copied, lang, as_json)


def _tell(key: str, name: str, copied: backup.Copied, lang: str, as_json: bool) -> None:
    if as_json:
        print_json({"file": name, **copied._asdict()})
        return
    rows = copied.rows
    people, games = rows.get("people", 0), rows.get("games", 0)
    print(say(key, lang, file=name, rows=sum(rows.values()), people=people, games=games, schema=copied.schema))
