"""Patterns that hold for a whole text, read alike by Python and by those who read the description of the interface."""

from __future__ import annotations

_END = r"$(?!\n)"
"""Python's own `$` lets a line feed pass behind it."""


def whole(pattern: str) -> str:
    """The pattern of texts that are nothing but `pattern`."""
    return f"^{pattern}{_END}"


def shown(pattern: str) -> str:
    """A pattern of `whole` as people read it."""
    return pattern.replace(_END, "$")


ONE_LINE = r"[^\x00-\x1f\x7f]"
"""A sign of a text that has one line."""
