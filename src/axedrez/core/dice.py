"""Rolls of two dice, for every game that knows them."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.core.errors import TextError


class Roll(NamedTuple):
    """A roll of the dice, the larger first; `str(roll)` is `52`."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}{self.low}"

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read `52`. Raises `TextError` for anything but two digits 1 … 6, the larger first."""
        if len(text) != 2 or not set(text) <= set("123456") or text[0] < text[1]:
            raise TextError("tables_dice", value=text[:20])
        return cls(int(text[0]), int(text[1]))


# The 21 rolls with their probabilities.
ROLLS = tuple((Roll(high, low), (1 if high == low else 2) / 36) for high in range(1, 7) for low in range(1, high + 1))
