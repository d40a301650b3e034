"""A tie-break of one entrant: its value, and the terms that it is made of."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

import msgspec


class Term(msgspec.Struct, frozen=True):
    """A contribution of a round. `cut`: it is shown, but left out of the value."""

    round: int
    value: Decimal
    opponent: int | None = None
    cut: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A value; None where there is none, and then it ranks last."""

    value: Decimal | None
    terms: tuple[Term, ...] = ()


def summed(terms: Iterable[Term]) -> Shown:
    """The sum of the terms that are not cut."""
    terms = tuple(terms)
    return Shown(sum((term.value for term in terms if not term.cut), Decimal(0)), terms)
