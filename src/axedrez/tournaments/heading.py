"""What a federation wants to know of a tournament, and of those who play: it changes nothing of what is played."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from axedrez.core.patterns import ONE_LINE, whole

Words = Annotated[str, msgspec.Meta(max_length=100, pattern=whole(ONE_LINE + "*"))]
Date = Annotated[str, msgspec.Meta(pattern=whole(r"(\d{4}[/.-]\d{2}[/.-]\d{2})?"))]
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
    deputies: Annotated[tuple[Words, ...], msgspec.Meta(max_length=20)] = ()
    time_control: Words = ""
    encoded_time_control: Words = ""
    starting_rank: Words = ""
    dates: Annotated[tuple[Words, ...], msgspec.Meta(max_length=998)] = ()


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a federation knows of somebody who plays."""

    title: Annotated[str, msgspec.Meta(max_length=3, pattern=whole(ONE_LINE + "*"))] = ""
    federation: Annotated[str, msgspec.Meta(max_length=3, pattern=whole(ONE_LINE + "*"))] = ""
    fide_id: FideId | None = None
    birth: Birth = ""
    sex: Sex = ""
