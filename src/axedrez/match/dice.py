"""Verifiable dice: every roll follows from seeds that were committed before the first one (docs/dice.md)."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

SEED_BYTES = 32
FACES = 6
MAX_FAIR = 256 - 256 % FACES
"""Bytes from here on would favour the low faces: they are dropped."""
WORD_BYTES = 4
_WORDS = 256**WORD_BYTES


class DicePair(NamedTuple):
    """Two dice. `str` is the roll as games read it, the larger first: `52`."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"{max(self)}{min(self)}"


class Seeds(NamedTuple):
    """The source of a game's rolls: the server's seed and, by seat, those that players have revealed (hex)."""

    game: str
    server: bytes
    white: str = ""
    black: str = ""

    def roll(self, number: int) -> DicePair:
        """The `number`-th roll of the game (from 1)."""
        dice: list[int] = []
        for digest in self._digests(number):
            dice += [byte % FACES + 1 for byte in digest if byte < MAX_FAIR]
            if len(dice) >= 2:
                return DicePair(dice[0], dice[1])
        raise AssertionError("unreachable")

    def draw(self, number: int, size: int) -> int:
        """The `number`-th chance event as one of `size` equally likely outcomes: 0 … size - 1."""
        fair = _WORDS - _WORDS % size
        for digest in self._digests(number):
            for place in range(0, len(digest), WORD_BYTES):
                word = int.from_bytes(digest[place : place + WORD_BYTES], "big")
                if word < fair:
                    return word % size
        raise AssertionError("unreachable")

    def _digests(self, number: int) -> Iterator[bytes]:
        for block in count():
            said = f"{self.white}:{self.black}:{self.game}:{number}:{block}"
            yield hmac.digest(self.server, said.encode("ascii"), "sha256")


def commitment(seed: bytes) -> str:
    """The commitment to a seed: its SHA-256 (hex)."""
    return hashlib.sha256(seed).hexdigest()


class Fairness(NamedTuple):
    """Observed counts, the chi-square against fair dice, and its p-value."""

    counts: dict[str, int]
    chi_square: float
    p_value: float


class Statistics(NamedTuple):
    """Statistics of so many rolls in `total`: the faces of all dice, and the 21 rolls."""

    total: int
    faces: Fairness
    rolls: Fairness


def statistics(pairs: Iterable[DicePair]) -> Statistics:
    """Counts and chi-square tests against fair dice."""
    seen = Counter(pairs)
    faces = {str(face): 0 for face in range(1, FACES + 1)}
    odds = {str(DicePair(a, b)): 1 + (a != b) for a in range(1, FACES + 1) for b in range(1, a + 1)}
    rolls = dict.fromkeys(odds, 0)
    for pair, times in seen.items():
        rolls[str(pair)] += times
        for face in pair:
            faces[str(face)] += times
    return Statistics(seen.total(), _fairness(faces, dict.fromkeys(faces, 1)), _fairness(rolls, odds))


def _fairness(counts: dict[str, int], odds: Mapping[str, int]) -> Fairness:
    total, shares = sum(counts.values()), sum(odds.values())
    if total == 0:
        return Fairness(counts, 0.0, 1.0)
    expected = {name: total * odds[name] / shares for name in counts}
    chi_square = sum((counts[name] - expected[name]) ** 2 / expected[name] for name in counts)
    return Fairness(counts, chi_square, _tail(chi_square, len(counts) - 1))


def _tail(chi_square: float, freedom: int) -> float:
    """The probability that a chi-square variable with so many degrees of freedom is at least so large.

    By the recurrence from two degrees down or up: Q(k+2) = Q(k) + (x/2)^(k/2) e^(-x/2) / Γ(k/2 + 1).
    """
    half = chi_square / 2
    degrees = 1 if freedom % 2 else 2
    tail = math.erfc(math.sqrt(half)) if degrees == 1 else math.exp(-half)
    if half == 0:
        return 1.0
    for k in range(degrees, freedom, 2):
        tail += math.exp(k / 2 * math.log(half) - half - math.lgamma(k / 2 + 1))
    return min(1.0, tail)
