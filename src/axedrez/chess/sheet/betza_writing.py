"""Ways of moving as Betza text: the inverse of `betza.parse`, in one normalized form."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations, product

from axedrez.chess.sheet import betza
from axedrez.chess.sheet.betza import Way
from axedrez.core.errors import TextError

Step = tuple[int, int]
_LETTERS = {shape: letter for letter, shape in reversed(betza.ATOMS.items())}
_ENDLESS = {"W": "R", "F": "B"}
_WORDS = ["".join(word) for length in (1, 2) for word in product("fblrvsh", repeat=length)]


def write(ways: Iterable[Way]) -> str:
    """A short text of these ways; `parse(write(ways))` has the same ones.

    Atoms without modifiers come first, and lines before leaps.
    Raises `ValueError` for a step that no letter stands for.
    """
    groups: dict[tuple[object, ...], set[Step]] = {}
    for way in ways:
        groups.setdefault((way.limit, way.lame, way.hop, way.moves, way.captures), set()).add(way.step)
    tokens = [
        token
        for (limit, lame, hop, moves, captures), steps in groups.items()
        for token in _tokens(frozenset(steps), int(str(limit)), _kinds(moves, captures, lame, hop))
    ]
    return "".join(text for _, text in sorted(tokens))


def normal(text: str) -> str:
    """A movement in its normalized form. Raises `TextError` for what is not understood."""
    return write(betza.parse(text))


def _kinds(moves: object, captures: object, lame: object, hop: object) -> str:
    """The modifiers that are no directions."""
    use = "" if moves and captures else "m" if moves else "c"
    return f"{use}{'n' if lame else ''}{hop}"


def _tokens(steps: frozenset[Step], limit: int, kinds: str) -> list[tuple[tuple[object, ...], str]]:
    """The atoms of a group of steps, each with its place in the order of the whole."""
    found: list[tuple[tuple[object, ...], str]] = []
    shapes: dict[Step, set[Step]] = {}
    for step in steps:
        short, long = sorted(map(abs, step))
        shapes.setdefault((short, long), set()).add(step)
    unit = frozenset(step for step in steps if max(map(abs, step)) == 1)
    apart = {shape: _text(_LETTERS[shape], frozenset(part), limit, kinds) for shape, part in _sorted(shapes)}
    if {(0, 1), (1, 1)} <= apart.keys():
        together = _text("K", unit, limit, kinds)
        if together and len(together) < len(apart[0, 1]) + len(apart[1, 1]):
            apart = {(0, 1): together, **{shape: text for shape, text in apart.items() if max(shape) > 1}}
    for shape, text in apart.items():
        # An atom without modifiers stands first: behind another of its letter it would be read as part of that.
        found.append(((text[0].islower(), limit == 1, limit, "c" in kinds, kinds, max(shape), shape), text))
    return found


def _sorted(shapes: dict[Step, set[Step]]) -> list[tuple[Step, set[Step]]]:
    for shape in shapes:
        if shape not in _LETTERS:
            raise ValueError(f"no letter leaps {shape}")
    return sorted(shapes.items(), key=lambda entry: (max(entry[0]), entry[0]))


@lru_cache(maxsize=4096)
def _text(letter: str, steps: frozenset[Step], limit: int, kinds: str) -> str:
    """The steps of one letter: one atom where its directions can be said together, else several.

    Empty where no directions say them, as happens with the steps of a king.
    """
    if letter == "K":
        base = "K" if limit == 1 else f"Q{limit or ''}"
    elif limit == 1:
        base = letter
    elif letter in _ENDLESS:
        base = f"{_ENDLESS[letter]}{limit or ''}"
    else:
        base = f"{letter}{limit or letter}"
    if steps == _steps(base):
        return f"{kinds}{base}"
    parts = _cover(letter, steps)
    for order in permutations(parts) if len(parts) < 5 else [tuple(parts)]:
        text = f"{''.join(order)}{kinds}{base}"
        if _steps(text) == steps:
            return text
    return "".join(f"{part}{kinds}{base}" for part in parts)


@lru_cache(maxsize=1024)
def _cover(letter: str, steps: frozenset[Step]) -> list[str]:
    """Few words of directions that together point to just these steps of a letter."""
    left, chosen = set(steps), []
    known = [(word, pointed) for word, pointed in _pointed(letter) if pointed <= steps]
    while left:
        word, pointed = max(known, key=lambda entry: (len(entry[1] & left), -len(entry[0])), default=("", frozenset()))
        if not pointed & left:
            return []
        chosen.append(word)
        left -= pointed
    return chosen


@lru_cache(maxsize=32)
def _pointed(letter: str) -> list[tuple[str, frozenset[Step]]]:
    """Every single word of directions that the letter can have, and where it points; the plainest word first."""
    found: dict[frozenset[Step], str] = {}
    for word in _WORDS:
        if pointed := _steps(word + letter):
            found.setdefault(pointed, word)
    return [(word, pointed) for pointed, word in found.items()]


def _steps(text: str) -> frozenset[Step]:
    """Where an atom points; nowhere if its words of directions do not go together."""
    try:
        return frozenset(way.step for way in betza.parse(text))
    except TextError:
        return frozenset()
