"""Output of commands: JSON for other programs, one object a line, and files."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from rich.text import Text

from axedrez.core import AxedrezError, Outcome
from axedrez.core.game_record import GameRecord
from axedrez.messages import say


def print_json(value: Any, stream: TextIO | None = None) -> None:
    """Print a value as one line, in ASCII, so that terminals and undecodable names cannot break it."""
    print(json.dumps(value), file=stream, flush=True)


@contextmanager
def output(name: str | None, lang: str) -> Iterator[TextIO]:
    """Where the output goes: to the file of this name, or to standard output. Raises `AxedrezError` like `write_text`.

    The file is written at the end, and named on standard output.
    """
    if name is None:
        yield sys.stdout
        return
    text = io.StringIO()
    yield text
    write_text(name, text.getvalue())
    print(say("cli.printed", lang, file=name))


def title(game: GameRecord, lang: str) -> Text:
    """The heading of a game: its players and its result."""
    names = [game.headers.get(colour) or say(f"ui.side.{colour.lower()}", lang) for colour in ("White", "Black")]
    result = game.outcome.result if game.outcome else "*"
    return Text(f"{names[0]} – {names[1]}, {result}", "bold underline")


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """The outcome of a game as JSON; whole points without a decimal point."""
    if outcome is None:
        return None
    points = None
    if outcome.points is not None:
        points = {side: int(n) if float(n).is_integer() else n for side, n in outcome.points._asdict().items()}
    return {"result": outcome.result, "reason": outcome.reason, "points": points, "clause": outcome.clause}


def check_writable(*names: str | None) -> None:
    """Ask for files before the long work that fills them. Raises `AxedrezError` like `write_text`."""
    for name in names:
        if name is None:
            continue
        file = Path(name)
        if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
            raise AxedrezError("cli_unwritable", file=name[:200])


def write_text(name: str, text: str) -> None:
    """Write a file. Raises `AxedrezError` where that cannot be done."""
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError):
        raise AxedrezError("cli_unwritable", file=name[:200]) from None
