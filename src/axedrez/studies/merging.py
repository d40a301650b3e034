"""One text out of two that were written at once: what each changed in their common base is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

MAX_COMPARED = 500
"""Of more words in between, neither text is taken apart: both are kept whole."""

_WORDS = re.compile(r"\s+|\S+")


def merged(base: str, ours: str, theirs: str) -> str:
    """The text with the changes of both. Where they changed the same words, both stand there, ours first."""
    if base == ours or ours == theirs:
        return theirs
    if base == theirs:
        return ours
    words = [_WORDS.findall(text) for text in (base, ours, theirs)]
    start = _common(words)
    end = _common([list(reversed(each[start:])) for each in words])
    head, tail = words[0][:start], words[0][len(words[0]) - end :]
    inner = [each[start : len(each) - end] for each in words]
    if max(map(len, inner)) > MAX_COMPARED:
        middle = _both(inner[1], inner[2])
    else:
        middle = [word for part in _parts(*inner) for word in part]
    return "".join([*head, *middle, *tail])


def _common(texts: Sequence[Sequence[str]]) -> int:
    """How many words all texts begin with."""
    count = 0
    for words in zip(*texts, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count


def _parts(base: list[str], ours: list[str], theirs: list[str]) -> Iterator[list[str]]:
    at = [0, 0, 0]
    for here, length in [*_agreed(base, ours, theirs), ([len(base), len(ours), len(theirs)], 0)]:
        was, one, other = (text[a:b] for text, a, b in zip((base, ours, theirs), at, here, strict=True))
        if one in (was, other):
            yield other
        elif other == was:
            yield one
        else:
            yield _both(one, other)
        yield base[here[0] : here[0] + length]
        at = [place + length for place in here]


def _agreed(base: list[str], ours: list[str], theirs: list[str]) -> Iterator[tuple[list[int], int]]:
    """The runs of the base that both texts still have: where they begin in each of the three, and how long they are."""
    left = SequenceMatcher(None, base, ours, autojunk=False).get_matching_blocks()
    right = SequenceMatcher(None, base, theirs, autojunk=False).get_matching_blocks()
    i = j = 0
    while i < len(left) and j < len(right):
        one, other = left[i], right[j]
        start, end = max(one.a, other.a), min(one.a + one.size, other.a + other.size)
        if start < end:
            yield [start, one.b + start - one.a, other.b + start - other.a], end - start
        if one.a + one.size < other.a + other.size:
            i += 1
        else:
            j += 1


def _both(one: list[str], other: list[str]) -> list[str]:
    apart = [" "] if one and other and not one[-1].isspace() and not other[0].isspace() else []
    return [*one, *apart, *other]
