"""The fields that the sheets of all families share."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from axedrez.core.patterns import whole

SCHEMA = 2

# Titles tell forms what a text stands for (`schema.py`).
Id = Annotated[str, msgspec.Meta(pattern=whole(r"[a-z0-9][a-z0-9_-]{0,39}"), title="id")]
PieceId = Annotated[str, msgspec.Meta(pattern=whole(r"[a-z0-9][a-z0-9_-]{0,39}"), title="piece")]
# msgspec holds no union of a pattern and the empty text.
PieceIdOrNone = Annotated[str, msgspec.Meta(pattern=whole(r"([a-z0-9][a-z0-9_-]{0,39})?"), title="piece")]
Line = Annotated[str, msgspec.Meta(max_length=400)]
Glyph = Annotated[str, msgspec.Meta(max_length=400, title="glyph")]
Clause = Annotated[str, msgspec.Meta(max_length=400, title="clause")]
Letter = Annotated[str, msgspec.Meta(pattern=whole(r"[A-Z]"), title="letter")]
# A square of a board of squares; a point, `bar` or `off` of a board of points.
Place = Annotated[str, msgspec.Meta(pattern=whole(r"([a-z]{3}|[a-z]?[0-9]{1,2})"), title="place")]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a rule sheet; a field that it does not know is a fault."""


class Words(Section, frozen=True):
    """A text in both languages."""

    es: Line
    en: Line

    def in_lang(self, lang: str) -> str:
        """The text in `lang` (`es` or `en`)."""
        return self.es if lang == "es" else self.en


class GuideStep(Section, frozen=True):
    """A screen of a guided first game: one idea, on a position of the game.

    `task`: the learner reads, or plays a turn that follows every arrow, or, where there are only marks, goes to one of
    the marked places; `done` is said then. In a game of dice the position of a turn holds its roll.
    """

    title: Words
    text: Words
    position: Annotated[str, msgspec.Meta(max_length=200)]
    marks: Annotated[tuple[Place, ...], msgspec.Meta(max_length=16)] = ()
    arrows: Annotated[tuple[tuple[Place, Place], ...], msgspec.Meta(max_length=8)] = ()
    task: Literal["read", "play"] = "read"
    done: Words | None = None


def family_name(sheet: msgspec.Struct) -> str:
    """The family that a sheet belongs to: the value of its field `family`."""
    return str(sheet.__struct_config__.tag)


class Sheet(Section, frozen=True, tag_field="family"):
    """A rulebook as data. Each family derives its own and adds its sections.

    `same_law_as` names a rulebook of which this one is another book; `clauses` gives, by reason of an outcome or
    refusal (or topic of the manual), the clause that the rulebook's specification numbers it with; `decisions` says,
    for the same topics, why the project had to decide: what the rulebook's source leaves open. `guide`: the first game
    that teaches it, step by step.
    """

    id: Id
    names: Words
    schema: Annotated[int, msgspec.Meta(ge=1, le=SCHEMA)] = SCHEMA
    summary: Words | None = None
    same_law_as: Id | None = None
    source: Words | None = None
    clauses: dict[Line, Line] = msgspec.field(default_factory=dict)
    decisions: dict[Line, Words] = msgspec.field(default_factory=dict)
    guide: Annotated[tuple[GuideStep, ...], msgspec.Meta(max_length=20)] = ()
