"""Texts and moves as programs hand them in."""

from __future__ import annotations

from typing import TypeVar

from axedrez.core.errors import TextError

M = TypeVar("M")


def text_of(value: object) -> str:
    """The text itself. Raises `TextError` for what is none."""
    if isinstance(value, str):
        return value
    raise TextError("not_text", value=type(value).__name__)


def move_of(value: object, *kinds: type[M]) -> M:
    """The move itself. Raises `TextError` for what is none of a game of these kinds of moves."""
    if isinstance(value, kinds):
        return value
    raise TextError("not_a_move", value=str(value)[:60])
