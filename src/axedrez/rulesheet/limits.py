"""What a sheet may be at most, looked at before anything is parsed or walked through.

`tomllib` takes time and memory with the square of a dotted key's length, and recursion has an end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from axedrez.core.errors import TextError

MAX_BYTES = 100_000
MAX_DEPTH = 12  # keys in a dotted key, and tables and arrays inside each other; a sheet needs five
MAX_VALUES = 20_000
MAX_WORD = 200  # characters of a bare key or value
_MAX_NUMBER = 10**18
_MAX_TEXT_BYTES = 4 * MAX_BYTES  # of data: a stored sheet says everything, what it inherits and the defaults too

# Strings are read as `tomllib` reads them: up to two quotes before the three that end one belong to it. A string
# without an end takes the rest of its line: it is a fault anyway, and looking for its end at each quote would take
# quadratic time.
_LINE = r"""(?:"(?:\\.|[^"\\\n])*+"?+|'[^'\n]*+'?+)"""
_PART = rf"""(?:[^\s"'#,=.\[\]{{}}]++|{_LINE})"""
_TOKEN = re.compile(
    rf"""(?P<skipped>\#[^\n]*+|\"\"\"(?:\\.|[^\\])*?(?:\"\"\"\"{{0,2}}+|\Z)|'''.*?(?:''''{{0,2}}+|\Z))
    |(?P<words>{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+)
    |(?P<open>[\[{{])|(?P<close>[\]}}])""",
    re.DOTALL | re.VERBOSE,
)
_STRING = re.compile(_LINE, re.DOTALL)


def check_toml(text: str, name: str) -> None:
    """Raises `TextError` for a TOML text that is too long, too deep, or has a word that is too long."""
    if len(text) > MAX_BYTES or len(text.encode(errors="replace")) > MAX_BYTES:
        raise TextError("sheet_too_long", name=name, limit=MAX_BYTES)
    depth = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "words":
            bare = _STRING.sub('"', token[0])
            if bare.count(".") >= MAX_DEPTH:
                depth = MAX_DEPTH + 1
            if max(map(len, bare.split("."))) > MAX_WORD:
                line = text.count("\n", 0, token.start()) + 1
                raise TextError("sheet_word", name=name, line=line, limit=MAX_WORD)
        if depth > MAX_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            raise TextError("sheet_deep", name=name, line=line, limit=MAX_DEPTH)


def check_data(data: object, name: str) -> dict[str, Any]:
    """A sheet given as data (its JSON), found to be a table of plain values and not too large. Raises `TextError`."""
    if not isinstance(data, Mapping):
        raise TextError("sheet_table", name=name, value=type(data).__name__)
    size, values = 0, 0
    level: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for value in level:
            values += 1
            if isinstance(value, Mapping):
                if not all(isinstance(key, str) for key in value):
                    raise TextError("sheet_key", name=name)
                size += sum(map(len, value))
                below += value.values()
            elif isinstance(value, list | tuple):
                below += value
            elif isinstance(value, str):
                size += len(value)
            elif isinstance(value, int) and abs(value) > _MAX_NUMBER:
                raise TextError("sheet_number", name=name, limit=_MAX_NUMBER)
            if values + len(below) > MAX_VALUES or size > _MAX_TEXT_BYTES:
                raise TextError("sheet_too_long", name=name, limit=MAX_BYTES)
        level = below
        if not level:
            return dict(data)
    raise TextError("sheet_too_deep", name=name, limit=MAX_DEPTH)
