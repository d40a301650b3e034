"""Which of the ways in which something is kept fits what a client accepts."""

from __future__ import annotations

from collections.abc import Sequence


def weights(header: str) -> dict[str, float]:
    """The names in an `Accept-…` header with their weights; what cannot be understood is left out."""
    found: dict[str, float] = {}
    for part in header.split(","):
        name, _, parameters = part.partition(";")
        weight = 1.0
        for parameter in parameters.split(";"):
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        if name.strip():
            found[name.strip().lower()] = weight
    return found


def best(header: str, offered: Sequence[str]) -> str | None:
    """The coding of `offered` (the best first) that an `Accept-Encoding` header likes most; None: as it is."""
    asked = weights(header)
    chosen, weight = None, 0.0
    for coding in offered:
        this = asked.get(coding, asked.get("*", 0.0))
        if this > weight:
            chosen, weight = coding, this
    return chosen if weight >= asked.get("identity", 0.0) else None


def is_known(header: str, tag: str) -> bool:
    """Whether an `If-None-Match` header names the version `tag`, however it was coded."""
    return any(each.strip().removeprefix("W/") == tag or each.strip() == "*" for each in header.split(","))
