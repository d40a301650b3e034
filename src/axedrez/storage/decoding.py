"""What of a database cannot be read is told in the log once, and hides nothing else."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import CursorResult, RowMapping

MOST = 1000

log = logging.getLogger("axedrez.storage")

Found = TypeVar("Found")
_told: OrderedDict[str, None] = OrderedDict()


def tell(what: str, fault: BaseException) -> None:
    """Log that something cannot be read, once for each."""
    line = f"{what} cannot be read and is left out: {type(fault).__name__}: {str(fault).partition(chr(10))[0][:300]}"
    if line not in _told:
        _told[line] = None
        if len(_told) > MOST:
            _told.popitem(last=False)
        log.error("%s", line)


def readable(result: CursorResult[Any], what: str, read: Callable[[RowMapping], Found]) -> tuple[list[Found], int]:
    """The rows of a result as `read` reads them, and how many neither it nor the database's driver can read."""
    found: list[Found] = []
    skipped = 0
    while True:
        try:
            row = result.fetchone()
            if row is None:
                return found, skipped
            found.append(read(row._mapping))
        except (ValueError, TypeError, KeyError) as fault:
            tell(what, fault)
            skipped += 1
