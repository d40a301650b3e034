"""Numbers for what ids hold: multisets, and lists of numbers with bounds. Each value has exactly one number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Letters and digits only: a double click marks the whole id, and no address needs to escape it."""
BASE = len(DIGITS)
CHECK_DIGITS = 2
_PRIME = 3833  # the largest that two digits can tell
_ROOT = 62  # its first 479 powers differ modulo the prime: more than an id has signs


def multisets(size: int, kinds: int) -> int:
    """How many ways there are to put `size` equal things into `kinds` places."""
    return comb(size + kinds - 1, size)


def rank(places: Iterable[int]) -> int:
    """The number of a multiset of places, below `multisets(size, kinds)`: the combinatorial number system."""
    return sum(comb(place + index, index + 1) for index, place in enumerate(sorted(places)))


def unrank(number: int, size: int, kinds: int) -> list[int]:
    """The inverse of `rank`, the places rising."""
    places = []
    top = size + kinds - 2
    for index in reversed(range(size)):
        while comb(top, index + 1) > number:
            top -= 1
        number -= comb(top, index + 1)
        places.append(top - index)
        top -= 1
    return places[::-1]


def joined(values: Sequence[int], bounds: Sequence[int]) -> int:
    """One number for numbers that are each below their bound; it is below the product of the bounds."""
    number = 0
    for value, bound in zip(values, bounds, strict=True):
        number = number * bound + value
    return number


def parted(number: int, bounds: Sequence[int]) -> list[int]:
    """The inverse of `joined`."""
    values = []
    for bound in reversed(bounds):
        number, value = divmod(number, bound)
        values.append(value)
    return values[::-1]


def width(bound: int) -> int:
    """How many digits the numbers below a bound need."""
    digits = 1
    while BASE**digits < bound:
        digits += 1
    return digits


def to_digits(number: int, length: int) -> str:
    """A number in so many digits."""
    signs = []
    for _ in range(length):
        number, digit = divmod(number, BASE)
        signs.append(DIGITS[digit])
    return "".join(reversed(signs))


def from_digits(text: str) -> int:
    """The inverse of `to_digits`."""
    number = 0
    for sign in text:
        number = number * BASE + DIGITS.index(sign)
    return number


def check_sum(text: str) -> str:
    """Two digits that betray every single wrong sign, and every two signs that changed places."""
    total = 0
    for sign in text:
        total = (total * _ROOT + DIGITS.index(sign) + 1) % _PRIME
    return to_digits(total, CHECK_DIGITS)
