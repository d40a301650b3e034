"""What reading an id gives."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.core.errors import TextError
from axedrez.core.match_state import MatchState
from axedrez.tables.position.position_text import PositionFields


class IdFields(NamedTuple):
    """A position, how its match stands (None: the id does not say), and what of the id was passed over."""

    fields: PositionFields
    match: MatchState | None = None
    passed: tuple[TextError, ...] = ()
