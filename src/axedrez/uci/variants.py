"""Rulebooks of the chess family by the variant names of UCI programs."""

from __future__ import annotations

from functools import cache

from axedrez import library

USUAL = {
    "chess": "clasico",
    "fischerandom": "chess960",
    "3check": "three-check",
    "grasshopper": "grasshoppers",
    "kingofthehill": "king-of-the-hill",
    "losalamos": "los-alamos",
    "nocastle": "no-castling",
    "racingkings": "racing-kings",
}
"""Usual names of `UCI_Variant` where they are not those of our rulebooks."""

ALSO = {"reglamento": ("chess",), "free-shuffle": ("chess",), "chess960": ("chess",)}
"""Rulebooks that a program plays rightly as another game: the same law, or the same but for the start."""


@cache
def rulebooks() -> tuple[str, ...]:
    """The names of the shipped rulebooks of the chess family."""
    from axedrez.chess.sheet.schema import ChessSheet

    shipped = (*library.rulebooks(), *library.gallery())
    return tuple(name for name in shipped if isinstance(library.sheet(name), ChessSheet))


def names() -> tuple[str, ...]:
    """The values of `UCI_Variant`."""
    return tuple(dict.fromkeys((*USUAL, *rulebooks())))


def rulebook(name: str) -> str:
    """The rulebook of a `UCI_Variant` name; other names unchanged."""
    return USUAL.get(name, name)


def known_as(rulebook: str) -> tuple[str, ...]:
    """The variant names that another program may have for a rulebook, the exact ones first."""
    exact = [usual for usual, name in USUAL.items() if name == rulebook]
    return (*exact, rulebook, *ALSO.get(rulebook, ()))
