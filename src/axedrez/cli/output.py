"""JSON for other programs: one object a line."""

from __future__ import annotations

import json
from typing import Any

from axedrez.core import Outcome


def print_json(value: Any) -> None:
    """Print a value as one line. ASCII, so that no terminal and no undecodable name can spoil it."""
    print(json.dumps(value), flush=True)


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """The end of a game as the command line gives it; whole points without a decimal sign."""
    if outcome is None:
        return None
    points = None
    if outcome.points is not None:
        points = {side: int(n) if float(n).is_integer() else n for side, n in outcome.points._asdict().items()}
    return {"result": outcome.result, "reason": outcome.reason, "points": points, "clause": outcome.clause}
