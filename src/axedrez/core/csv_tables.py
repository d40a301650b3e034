"""Tables as CSV (RFC 4180) for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV, every cell quoted; None is an empty cell.

    A text that a spreadsheet would carry out as a formula is marked as a text by an apostrophe.
    """
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows(map(_harmless, row) for row in rows)
    return written.getvalue()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
