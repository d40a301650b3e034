"""Texts and moves as programs hand them in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from axedrez.core.errors import TextError

M = TypeVar("M")


def text_of(value: object) -> str:
    """The text itself. Raises `TextError` for what is none."""
    if isinstance(value, str):
        return value
    raise TextError("not_text", value=type(value).__name__)


def tokens_of(values: object) -> tuple[str, ...]:
    """The texts of a list. Raises `TextError` for what is none, a single text included."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TextError("not_tokens", value=type(values).__name__)
    return tuple(text_of(value) for value in values)


def move_of(value: object, *kinds: type[M]) -> M:
    """The move itself. Raises `TextError` for what is none of a game of these kinds of moves."""
    if isinstance(value, kinds):
        return value
    raise TextError("not_a_move", value=str(value)[:60])
