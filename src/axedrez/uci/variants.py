"""Rulebooks of the chess family by the names that UCI programs know their games by."""

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
    """What `UCI_Variant` may be."""
    return tuple(dict.fromkeys((*USUAL, *rulebooks())))


def rulebook(name: str) -> str:
    """The rulebook that a name of `UCI_Variant` means; any other name as it is."""
    return USUAL.get(name, name)


def known_as(rulebook: str) -> tuple[str, ...]:
    """The names by which another program may know the game of a rulebook, the exact ones first."""
    exact = [usual for usual, name in USUAL.items() if name == rulebook]
    return (*exact, rulebook, *ALSO.get(rulebook, ()))
