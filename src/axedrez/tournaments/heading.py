"""What a federation wants to know of a tournament, and of those who play: it changes nothing of what is played."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.core.patterns import ONE_LINE, whole

MAX_WORDS = 100
MAX_DEPUTIES = 20
MAX_DATES = 998

Words = Annotated[str, msgspec.Meta(max_length=MAX_WORDS, pattern=whole(ONE_LINE + "*"))]
_DAY = r"(\d{4}[/.-]\d{2}[/.-]\d{2})?"
Date = Annotated[str, msgspec.Meta(pattern=whole(_DAY))]
"""A day as reports have it: `2026/05/17`."""
Birth = Annotated[str, msgspec.Meta(pattern=whole(r"(\d{4}([/.-]\d{2}[/.-]\d{2})?)?"))]
"""A day, or the year alone."""
FideId = Annotated[int, msgspec.Meta(ge=1, le=99_999_999_999)]
Sex = Literal["", "m", "w"]


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The heading of a report. `kind`: of tournament, in words; without it, the format. `dates`: of the rounds."""

    city: Words = ""
    federation: Words = ""
    start: Date = ""
    end: Date = ""
    kind: Words = ""
    chief_arbiter: Words = ""
    deputies: Annotated[tuple[Words, ...], msgspec.Meta(max_length=MAX_DEPUTIES)] = ()
    time_control: Words = ""
    encoded_time_control: Words = ""
    starting_rank: Words = ""
    dates: Annotated[tuple[Words, ...], msgspec.Meta(max_length=MAX_DATES)] = ()


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a federation knows of somebody who plays."""

    title: Annotated[str, msgspec.Meta(max_length=3, pattern=whole(ONE_LINE + "*"))] = ""
    federation: Annotated[str, msgspec.Meta(max_length=3, pattern=whole(ONE_LINE + "*"))] = ""
    fide_id: FideId | None = None
    birth: Birth = ""
    sex: Sex = ""


def words(text: str) -> Words:
    """A text in one line without signs that nobody sees, cut where it is too long for a heading."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()[:MAX_WORDS]


def is_day(text: str) -> bool:
    """Whether a text is a `Date`."""
    return re.fullmatch(_DAY, text) is not None


def merged(base: Heading, now: Heading, wanted: Heading) -> Heading:
    """The heading `wanted` by somebody who saw `base`, with what others have changed since.

    Raises `NotAllowed` (`tournament_meanwhile`) for a field that both have changed, each in another way.
    """
    found: dict[str, str | tuple[str, ...]] = {}
    for name in Heading.__struct_fields__:
        seen, there, new = (getattr(each, name) for each in (base, now, wanted))
        if new != seen and there not in (seen, new):
            raise NotAllowed("tournament_meanwhile", now=_told(there), wanted=_told(new))
        found[name] = there if new == seen else new
    return msgspec.convert(found, Heading)


def _told(value: str | tuple[str, ...]) -> str:
    return (value if isinstance(value, str) else "; ".join(value)) or "—"
