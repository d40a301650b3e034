"""The words of a rulebook, as the manual shows them: sections of items, some with a figure (docs/api.md, rules)."""

from __future__ import annotations

import msgspec

from axedrez.core.structs import prepared


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A valid position to be drawn: `marks` are places, `arrows` pairs of places, `caption` a line of text."""

    position: str
    marks: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    caption: str = ""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision is set by: its place in the sheet, its name, its value and the others it might have, in words.

    `others` is empty where there are too many to list.
    """

    path: str
    name: str
    value: str
    others: tuple[str, ...] = ()


class Term(msgspec.Struct, frozen=True):
    """A word of the glossary in a text: from where to where (in signs), and the entry's id."""

    start: int
    end: int
    id: str


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One rule in words, perhaps with a `figure`. `clause` is its number in the specification, if it has one.

    `decision` tells that the rulebook's source leaves this open: `why` says what for, `settings` how it may be set.
    `anchor` names the item within its chapter; `terms` are the words to be explained. `piece`: the letter (White's) of
    the kind of piece that it is about.
    """

    text: str
    clause: str | None = None
    decision: bool = False
    why: str = ""
    settings: tuple[Setting, ...] = ()
    figure: Figure | None = None
    anchor: str = ""
    terms: tuple[Term, ...] = ()
    piece: str = ""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Items under a title. `prose`: written by hand, not from the sheet; `anchor` names it within its chapter."""

    title: str
    items: tuple[Item, ...]
    anchor: str = ""
    prose: bool = False


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    """A whole rulebook in words."""

    title: str
    sections: tuple[Section, ...]


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """Where the pieces of a side run, in words, and as arrows: pairs of places."""

    text: str
    arrows: tuple[tuple[str, str], ...]


class Brief(msgspec.Struct, frozen=True, kw_only=True):
    """What one has to know of a rulebook in a first game.

    `goal`: how it is won; `courses`: where the pieces of White and of Black run, in games where they do; `points`: the
    rest, in plain sentences; `pieces`: by letter (White's), the rules of that kind of piece.
    """

    goal: str
    courses: tuple[Course, ...] = ()
    points: tuple[str, ...] = ()
    pieces: dict[str, tuple[Item, ...]] = {}


prepared(Manual)
prepared(Brief)


def about_pieces(manual: Manual) -> dict[str, tuple[Item, ...]]:
    """The rules of each kind of piece, by its letter."""
    found: dict[str, tuple[Item, ...]] = {}
    for section in manual.sections:
        for item in section.items:
            if item.piece:
                found[item.piece] = (*found.get(item.piece, ()), item)
    return found
