"""Points between tenths, which fields keep, and the decimal numbers that people and other programs read."""

from __future__ import annotations

from decimal import Decimal


def points_of(tenths: int) -> Decimal:
    """Tenths as points: 15 is 1.5."""
    return Decimal(tenths) / 10


def tenths_of(text: str) -> int:
    """The tenths of a written number of points; raises `ValueError` for anything else, hundredths included."""
    try:
        tenths = Decimal(text.strip().replace(",", ".")) * 10
    except ArithmeticError:
        raise ValueError(text) from None
    if not tenths.is_finite() or tenths != int(tenths):
        raise ValueError(text)
    return int(tenths)
