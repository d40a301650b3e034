"""Files named on the command line."""

from __future__ import annotations

from axedrez.core import TextError

MAX_BYTES = 32 * 1024 * 1024


def read_file(name: str) -> bytes:
    """What a file holds. Raises `TextError` for one that cannot be read, or is too large to be what is asked for."""
    try:
        with open(name, "rb") as file:
            body = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise TextError("cli_file", name=name[:200]) from None
    if len(body) > MAX_BYTES:
        raise TextError("cli_file_large", name=name[:200], limit=MAX_BYTES // 2**20)
    return body
