"""The players of a game, chance among them."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, TypeAlias

SideWord: TypeAlias = Literal["white", "black"]
"""A player in JSON."""


class Side(IntEnum):
    """Who acts: one of the two players, or chance (a roll of dice), as OpenSpiel numbers them."""

    CHANCE = -1
    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> Side:
        """The other player; chance has none and answers itself."""
        return self if self is Side.CHANCE else Side(1 - self)

    @property
    def word(self) -> str:
        """`"white"`, `"black"` or `"chance"`: the name used in JSON and in message keys."""
        return self.name.lower()

    @classmethod
    def from_word(cls, word: str) -> Side:
        """The inverse of `word`; raises `ValueError` for anything else."""
        for side in cls:
            if side.word == word:
                return side
        raise ValueError(word)
