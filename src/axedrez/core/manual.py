"""The words of a rulebook, as the manual shows them: sections of items, some with a figure (docs/api.md, rules)."""

from __future__ import annotations

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A valid position to be drawn: `marks` are places, `arrows` pairs of places, `caption` a line of text."""

    position: str
    marks: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    caption: str = ""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One rule in words. `clause` is its number in the specification, if it has one.

    `decision` tells that the rulebook's source leaves this open: the text then says what was decided and why.
    """

    text: str
    clause: str | None = None
    decision: bool = False
    figure: Figure | None = None


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Items under a title."""

    title: str
    items: tuple[Item, ...]


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    """A whole rulebook in words."""

    title: str
    sections: tuple[Section, ...]
