"""Output of commands: JSON for other programs, one object a line, and files."""

from __future__ import annotations

import json
from typing import Any

from axedrez.core import AxedrezError, Outcome


def print_json(value: Any) -> None:
    """Print a value as one line, in ASCII, so that terminals and undecodable names cannot break it."""
    print(json.dumps(value), flush=True)


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """The outcome of a game as JSON; whole points without a decimal point."""
    if outcome is None:
        return None
    points = None
    if outcome.points is not None:
        points = {side: int(n) if float(n).is_integer() else n for side, n in outcome.points._asdict().items()}
    return {"result": outcome.result, "reason": outcome.reason, "points": points, "clause": outcome.clause}


def write_text(name: str, text: str) -> None:
    """Write a file. Raises `AxedrezError` where that cannot be done."""
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError):
        raise AxedrezError("cli_unwritable", file=name[:200]) from None
