"""Betza notation, read for the slow twin (M-2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

Step = tuple[int, int]

ATOMS: dict[str, Step] = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "L": (3, 1),
    "Z": (3, 2),
    "J": (3, 2),
    "G": (3, 3),
}
COMPOUNDS = {"R": "W", "B": "F", "Q": "WF", "K": "WF"}
DIRECTIONS = "fblrvs"
PART = re.compile(r"([a-z]*)([A-Z])(\d|\2)?")


class Way(NamedTuple):
    """A step as White sees it, taken at most `limit` times (0: any number); `hop` is "", "p" (cannon) or "g"."""

    step: Step
    limit: int
    moves: bool
    captures: bool
    lame: bool
    hop: str

    def passed(self) -> list[Step]:
        """What a lame step passes over: the squares between; for the knight's, the one beside it."""
        x, y = self.step
        if abs(x) == abs(y) or 0 in self.step:
            length = max(abs(x), abs(y))
            return [(x // length * n, y // length * n) for n in range(1, length)]
        return [(x // 2, 0) if abs(x) > abs(y) else (0, y // 2)]


def ways(text: str) -> set[Way]:
    """All ways of moving of a Betza text that is known to be good."""
    found = set()
    for modifiers, atom, repeat in PART.findall(text):
        slides = atom in "RBQ" or repeat == atom or repeat == "0"
        limit = int(repeat) if repeat.isdigit() else 0 if slides else 1
        both = not set(modifiers) & set("mc")
        hop = "".join(set(modifiers) & set("pg"))
        words = list(direction_words("".join(sign for sign in modifiers if sign in DIRECTIONS)))
        for part in COMPOUNDS.get(atom, atom):
            for step in turned(ATOMS[part]):
                if not words or any(points(step, word) for word in words):
                    found.add(
                        Way(step, limit, both or "m" in modifiers, both or "c" in modifiers, "n" in modifiers, hop)
                    )
    return found


def turned(step: Step) -> set[Step]:
    x, y = step
    return {(a * i, b * j) for a, b in ((x, y), (y, x)) for i in (1, -1) for j in (1, -1)}


def direction_words(letters: str) -> Iterator[str]:
    """Letters of crossing directions, or the same twice, go together."""
    while letters:
        pair = letters[:2]
        together = len(pair) == 2 and (pair[0] == pair[1] or (pair[0] in "fbv") is not (pair[1] in "fbv"))
        yield pair if together else letters[0]
        letters = letters[2 if together else 1 :]


def looks(step: Step, letter: str) -> bool:
    x, y = step
    return {"f": y > 0, "b": y < 0, "r": x > 0, "l": x < 0, "v": y != 0, "s": x != 0}[letter]


def points(step: Step, word: str) -> bool:
    """Whether a step goes where a word says: straight ones any of it, diagonal ones all, others the nearest."""
    x, y = abs(step[0]), abs(step[1])
    if 0 in step:
        return any(looks(step, letter) for letter in word)
    if x == y:
        return all(looks(step, letter) for letter in word)
    nearest = y > x if word[-1] in "fbv" else x > y
    return nearest and all(looks(step, letter) for letter in word)
