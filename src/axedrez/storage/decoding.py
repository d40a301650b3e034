"""Rows that cannot be decoded are logged once, and left out."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import CursorResult, RowMapping

MAX_KEPT = 1000

log = logging.getLogger("axedrez.storage")

Found = TypeVar("Found")
_logged: OrderedDict[str, None] = OrderedDict()


def plain(row: RowMapping) -> dict[str, Any]:
    """The values of a row by the names of their columns; some names come as a subclass of str."""
    return {str(name): value for name, value in row.items()}


def log_unreadable(what: str, fault: BaseException) -> None:
    """Log that `what` cannot be decoded, once for each."""
    line = f"{what} cannot be read and is left out: {type(fault).__name__}: {str(fault).partition(chr(10))[0][:300]}"
    if line not in _logged:
        _logged[line] = None
        if len(_logged) > MAX_KEPT:
            _logged.popitem(last=False)
        log.error("%s", line)


def decode_rows(result: CursorResult[Any], what: str, read: Callable[[RowMapping], Found]) -> tuple[list[Found], int]:
    """The rows of a result as `read` decodes them, and how many it, or the database's driver, cannot decode."""
    found: list[Found] = []
    skipped = 0
    while True:
        try:
            row = result.fetchone()
            if row is None:
                return found, skipped
            found.append(read(row._mapping))
        except (ValueError, TypeError, KeyError) as fault:
            log_unreadable(what, fault)
            skipped += 1
