"""Betza notation for the movement of pieces (M-2), such as `N`, `RB`, `mRcpR` or `fmWfcF`.

An *atom* is a leap with all its reflections: W F D N A H C (or L) Z (or J) G, and K for `WF`. A doubled atom, or one
with 0 behind it, repeats its leap along a line (R, B, Q are short for WW, FF, WWFF); another digit says how often at
most.

Modifiers stand in front of the atom that they belong to. `m`: only without capture, `c`: only to capture. `n`: lame,
what it passes over must be empty. `p`: along a line beyond exactly one hurdle (the cannon), `g`: to the square right
behind a hurdle. Directions, seen by the owner: `f` ahead, `b` back, `l`, `r`, `v` for both of `fb`, `s` for both of
`lr`. With an oblique leap one letter, or the same twice, means the squares nearest to that direction; two letters mean
those on the first side that are nearest to the second (`frN`: one ahead, two to the right); `h` behind a letter means
that whole half (`fhN`), in front of `l` or `r` a turning direction (`hrN`).
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from axedrez.core.errors import TextError

ATOMS = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "C": (1, 3),
    "L": (1, 3),
    "Z": (2, 3),
    "J": (2, 3),
    "G": (3, 3),
}
SHORT = {"K": "WF", "R": "W", "B": "F", "Q": "WF"}
_RIDERS = "RBQ"
CAN_BE_LAME = "DNAHG"
"""The leaps that may be lame."""
# So many steps lead across every board.
_ENDLESS = 7
_TOKEN = re.compile(r"([mcnpgfbrlvsh]*)([WFDNAHCLZJGKRBQ])(\d|\2)?")
_OPPOSITE = {"f": "b", "b": "f", "l": "r", "r": "l"}

VALID = "W F D N A H C L Z J G, K Q R B, NN R4 W0, m c, n, p g, f b l r v s h"
"""What a movement may be made of, in signs that need no translation."""


Hop: TypeAlias = Literal["", "p", "g"]


class Way(NamedTuple):
    """One way of moving.

    `step`: files to the right and ranks ahead, seen by White (Black's is mirrored); `limit`: how many steps at most, 0
    for any number; `moves`, `captures`: whether to an empty square, and to one of an enemy. `lame`: a leap that needs
    the squares of `passed` empty. `hop`: "" or how it needs a hurdle: "p" beyond one hurdle, "g" right behind one.
    """

    step: tuple[int, int]
    limit: int
    moves: bool
    captures: bool
    lame: bool = False
    hop: Hop = ""


def reflections(step: tuple[int, int]) -> list[tuple[int, int]]:
    """All leaps of the same shape."""
    x, y = step
    found = {(sx * a, sy * b) for a, b in ((x, y), (y, x)) for sx in (1, -1) for sy in (1, -1)}
    return sorted(found)


def passed(step: tuple[int, int]) -> list[tuple[int, int]]:
    """What a lame leap passes over: first straight along its longer side, then diagonally."""
    x, y = step
    toward = (x > 0) - (x < 0), (y > 0) - (y < 0)
    at = (0, 0)
    found: list[tuple[int, int]] = []
    while True:
        dx, dy = abs(x - at[0]), abs(y - at[1])
        at = (at[0] + toward[0] * (dx >= dy), at[1] + toward[1] * (dy >= dx))
        if at == step:
            return found
        found.append(at)


def parse(text: str) -> tuple[Way, ...]:
    """All ways of moving that a Betza text means, none twice; two of them may lead to the same square.

    Raises `TextError` for what is not understood.
    """
    # (step, lame, hop) → the furthest it goes without capture and with one
    reach: dict[tuple[tuple[int, int], bool, Hop], list[int | None]] = {}
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise TextError("betza", text=text, valid=VALID)
        for way in _ways(text, *match.groups()):
            limits = reach.setdefault((way.step, way.lame, way.hop), [None, None])
            for index, applies in enumerate((way.moves, way.captures)):
                if applies:
                    limits[index] = _further(limits[index], way.limit)
        place = match.end()
    found: list[Way] = []
    for (step, lame, hop), (moving, capturing) in reach.items():
        if moving == capturing and moving is not None:
            found.append(Way(step, moving, True, True, lame, hop))
            continue
        if moving is not None:
            found.append(Way(step, moving, True, False, lame, hop))
        if capturing is not None:
            found.append(Way(step, capturing, False, True, lame, hop))
    return tuple(found)


def _further(one: int | None, other: int) -> int:
    return other if one is None else 0 if 0 in (one, other) else max(one, other)


def _ways(text: str, modifiers: str, atom: str, repeat: str | None) -> list[Way]:
    """The ways of one atom."""
    kinds = [sign for sign in modifiers if sign in "mcnpg"]
    rides = atom in _RIDERS or repeat is not None
    limit = int(repeat) if repeat and repeat.isdigit() else 0 if rides else 1
    limit = 0 if limit >= _ENDLESS else limit
    lame, hop = "n" in kinds, _hop(kinds)
    if (
        len(set(kinds)) < len(kinds)
        or {"p", "g"} <= set(kinds)
        or (lame and (rides or hop or atom not in CAN_BE_LAME))
        or (hop and limit != 0)
    ):
        raise TextError("betza", text=text, valid=VALID)
    steps = [ATOMS[part] for part in SHORT.get(atom, atom)]
    alone = len(steps) == 1 and 0 in steps[0]
    words = [word for run in re.split("[mcnpg]", modifiers) for word in _directions(run)]
    every = [reflection for step in steps for reflection in reflections(step)]
    chosen = [[step for step in every if _points(step, word, alone)] for word in words]
    if not all(chosen):
        raise TextError("betza", text=text, valid=VALID)
    both = not {"m", "c"} & set(kinds)
    moves, captures = both or "m" in kinds, both or "c" in kinds
    wanted = every if not words else [step for step in every if any(step in part for part in chosen)]
    return [Way(step, limit, moves, captures, lame, hop) for step in wanted]


def _hop(kinds: list[str]) -> Hop:
    return "p" if "p" in kinds else "g" if "g" in kinds else ""


def _directions(run: str) -> list[str]:
    """Direction letters in words: two letters go together if they are the same, or of crossing directions."""
    words: list[str] = []
    while run:
        pair = run[:2]
        together = len(pair) == 2 and (pair[0] == pair[1] or (pair[0] in "fbv") != (pair[1] in "fbv") or "h" in pair)
        words.append(pair if together else run[0])
        run = run[len(words[-1]) :]
    return words


def _points(step: tuple[int, int], word: str, alone: bool) -> bool:
    """Whether a step goes where a word of directions says; `alone`: its atom goes straight only (`fsW`)."""
    x, y = step
    upright, level = abs(y) >= abs(x), abs(x) >= abs(y)

    def towards(letter: str) -> bool:
        return {"f": y > 0, "b": y < 0, "r": x > 0, "l": x < 0, "v": y != 0, "s": x != 0}.get(letter, False)

    if alone:
        return any(towards(letter) for letter in word)
    first, last = word[0], word[-1]
    if word in ("hr", "hl"):
        return upright != level and x * y != 0 and (x * y > 0) == (upright == (word == "hr"))
    if last == "h":
        return first in _OPPOSITE and not towards(_OPPOSITE[first])
    along = upright if last in "fbv" else level
    if first == last:
        return along and towards(last)
    on_side = towards(first) or (x if first in "lr" else y) == 0
    return along and towards(last) and on_side and first in _OPPOSITE
