"""What a regular expression costs: a matcher that backtracks as `re` does and counts its steps, and the texts that
make it backtrack most. Steps are the same on every machine; seconds are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from re import _constants as op
from re import _parser
from typing import Any, NamedTuple

Node = tuple[Any, Any]
Nodes = tuple[Node, ...]

MANY = 20
"""A repetition that is allowed so often can be pumped."""
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_WORD, _SPACE, _DIGIT = (re.compile(form) for form in (r"\w", r"\s", r"\d"))
_CATEGORIES: dict[Any, tuple[re.Pattern[str], bool]] = {
    op.CATEGORY_WORD: (_WORD, True),
    op.CATEGORY_NOT_WORD: (_WORD, False),
    op.CATEGORY_SPACE: (_SPACE, True),
    op.CATEGORY_NOT_SPACE: (_SPACE, False),
    op.CATEGORY_DIGIT: (_DIGIT, True),
    op.CATEGORY_NOT_DIGIT: (_DIGIT, False),
}
_LOOKS = (op.ASSERT, op.ASSERT_NOT)
_SINGLE = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
USUAL = 'a1A .,;:-/"\\[]()\n\t\0'
"""Signs that are tried in every expression, beside its own."""


class TooManySteps(Exception):
    """The bound of a matcher was reached."""


def parsed(pattern: re.Pattern[Any]) -> Nodes:
    """The parse tree of an expression."""
    return _tuple(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


def _tuple(found: Any) -> Nodes:
    return tuple((code, value) for code, value in found)


class Matcher:
    """Counts the steps of matching one expression; each sign that is looked at is a step."""

    def __init__(self, pattern: re.Pattern[Any], limit: int) -> None:
        self.nodes = parsed(pattern)
        self.flags = pattern.flags
        self.limit = limit
        self.steps = 0
        self.text = ""
        self.groups: dict[int, str] = {}

    def count(self, text: str, how: str) -> int:
        """The steps of `match`, `fullmatch` or, going on behind each match, `search`. Raises `TooManySteps`."""
        self.text, self.steps = text, 0
        if how == "search":
            place = 0
            while place <= len(text):
                place = max(place + 1, self._end(place, to=None))
        else:
            self._end(0, to=len(text) if how == "fullmatch" else None)
        return self.steps

    def end(self, text: str) -> int:
        """Where the match from the beginning ends; -1 where there is none."""
        self.text, self.steps = text, 0
        return self._end(0, to=None)

    def _end(self, start: int, to: int | None) -> int:
        """Where the match from there ends; -1 where there is none."""
        self.groups = {}
        return next((end for end in self._all(self.nodes, 0, start) if to is None or end == to), -1)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.limit:
            raise TooManySteps

    def _all(self, nodes: Nodes, index: int, place: int) -> Iterator[int]:
        while index < len(nodes) and nodes[index][0] in _SINGLE:
            self._step()
            if place >= len(self.text) or not takes(nodes[index], self.text[place], self.flags):
                return
            index, place = index + 1, place + 1
        if index == len(nodes):
            yield place
            return
        for end in self._one(nodes[index], place):
            yield from self._all(nodes, index + 1, end)

    def _one(self, node: Node, place: int) -> Iterator[int]:
        code, value = node
        self._step()
        if code is op.SUBPATTERN:
            for end in self._all(_tuple(value[3]), 0, place):
                if value[0] is not None:
                    self.groups[value[0]] = self.text[place:end]
                yield end
        elif code is op.BRANCH:
            for branch in value[1]:
                yield from self._all(_tuple(branch), 0, place)
        elif code is op.ATOMIC_GROUP:
            yield from self._first(self._all(_tuple(value), 0, place))
        elif code in _REPEATS:
            least, most, body = value[0], value[1], _tuple(value[2])
            ends = self._repeat(body, least, most, place, 0, lazy=code is op.MIN_REPEAT)
            yield from self._first(ends) if code is op.POSSESSIVE_REPEAT else ends
        elif code in _LOOKS:
            if self._looks(value[0], _tuple(value[1]), place) == (code is op.ASSERT):
                yield place
        elif code is op.GROUPREF:
            said = self.groups.get(value)
            if said is not None and self.text.startswith(said, place):
                yield place + len(said)
        elif code is op.AT:
            if self._at(value, place):
                yield place
        else:
            raise NotImplementedError(code)

    @staticmethod
    def _first(ends: Iterator[int]) -> Iterator[int]:
        for end in ends:
            yield end
            return

    def _looks(self, way: int, nodes: Nodes, place: int) -> bool:
        if way > 0:
            return any(True for _ in self._all(nodes, 0, place))
        start = place - _width(nodes)
        return start >= 0 and any(end == place for end in self._all(nodes, 0, start))

    def _repeat(self, body: Nodes, least: int, most: int, place: int, done: int, *, lazy: bool) -> Iterator[int]:
        if len(body) == 1 and body[0][0] in _SINGLE:
            yield from self._run(body[0], least, most, place, lazy=lazy)
            return
        if lazy and done >= least:
            yield place
        if done < most:
            for end in self._all(body, 0, place):
                if end > place or done < least:
                    yield from self._repeat(body, least, most, end, done + 1, lazy=lazy)
        if not lazy and done >= least:
            yield place

    def _run(self, node: Node, least: int, most: int, place: int, *, lazy: bool) -> Iterator[int]:
        end = place
        while True:
            if lazy and end - place >= least:
                yield end
            if end - place >= most or end >= len(self.text):
                break
            self._step()
            if not takes(node, self.text[end], self.flags):
                break
            end += 1
        if not lazy:
            for found in range(end, place + least - 1, -1):
                self._step()
                yield found

    def _at(self, where: Any, place: int) -> bool:
        text = self.text
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            lines = where is op.AT_BEGINNING and self.flags & re.MULTILINE
            return place == 0 or (bool(lines) and text[place - 1] == "\n")
        if where is op.AT_END_STRING:
            return place == len(text)
        if where is op.AT_END:
            lines = self.flags & re.MULTILINE
            return place == len(text) or text[place:] == "\n" or (bool(lines) and text[place] == "\n")
        before = place > 0 and _WORD.match(text[place - 1]) is not None
        after = place < len(text) and _WORD.match(text[place]) is not None
        return (before != after) == (where is op.AT_BOUNDARY)


def _width(nodes: Nodes) -> int:
    """How wide what a look behind wants is; it is always the same."""
    return sum(
        1 if code in _SINGLE else max((_width(_tuple(inner)) for inner in _inner(code, value)), default=0)
        for code, value in nodes
    )


def takes(node: Node, sign: str, flags: int) -> bool:
    """Whether a node that stands for one sign takes this one."""
    if flags & re.IGNORECASE and sign.swapcase() != sign:
        return _takes(node, sign, flags) or _takes(node, sign.swapcase(), flags)
    return _takes(node, sign, flags)


def _takes(node: Node, sign: str, flags: int) -> bool:
    code, value = node
    if code is op.ANY:
        return sign != "\n" or bool(flags & re.DOTALL)
    if code in (op.LITERAL, op.NOT_LITERAL):
        return bool(ord(sign) == value) == (code is op.LITERAL)
    negated = value[0][0] is op.NEGATE
    return negated != any(_in(kind, what, sign) for kind, what in value[negated:])


def _in(kind: Any, what: Any, sign: str) -> bool:
    if kind is op.LITERAL:
        return ord(sign) == int(what)
    if kind is op.RANGE:
        return int(what[0]) <= ord(sign) <= int(what[1])
    form, wanted = _CATEGORIES[what]
    return (form.match(sign) is not None) == wanted


# --- The worst texts -------------------------------------------------------------------------------------------------


class Attack(NamedTuple):
    """What leads to a repetition, what is repeated, and what may end it badly."""

    before: str
    pump: str
    after: str

    def text(self, length: int) -> str:
        """So long at least that the repetition alone has `length` signs."""
        return self.before + self.pump * -(-length // len(self.pump)) + self.after


def attacks(pattern: re.Pattern[Any]) -> list[Attack]:
    """One for each repetition, what it may repeat, and each of some ends."""
    nodes = parsed(pattern)
    signs = _unlike({*USUAL, *_signs(nodes)}, nodes, pattern.flags)
    return [
        Attack(before, pump, after)
        for before, pumps in _pumps(nodes, "", signs, pattern.flags)
        for pump in pumps
        for after in ("", "\0", "\n", pump[:1] + "x", "x x", '"x"x')
    ]


def _unlike(signs: set[str], nodes: Nodes, flags: int) -> list[str]:
    """One sign of each kind: signs that the same nodes take are alike."""
    single = list(_singles(nodes))
    kinds = {tuple(takes(node, sign, flags) for node in single): sign for sign in sorted(signs, reverse=True)}
    return sorted(kinds.values())


def _singles(nodes: Any) -> Iterator[Node]:
    for code, value in nodes:
        if code in _SINGLE:
            yield code, value
        for inner in _inner(code, value):
            yield from _singles(inner)


def _signs(nodes: Any) -> Iterator[str]:
    for code, value in nodes:
        if code in (op.LITERAL, op.NOT_LITERAL):
            yield chr(value)
        elif code is op.IN:
            for kind, what in value:
                if kind is op.LITERAL:
                    yield chr(what)
                elif kind is op.RANGE:
                    yield chr(what[0])
        else:
            for inner in _inner(code, value):
                yield from _signs(inner)


def _inner(code: Any, value: Any) -> list[Any]:
    if code is op.SUBPATTERN:
        return [value[3]]
    if code is op.BRANCH:
        return list(value[1])
    if code is op.ATOMIC_GROUP:
        return [value]
    if code in _REPEATS:
        return [value[2]]
    if code in _LOOKS:
        return [value[1]]
    return []


def _pumps(nodes: Any, before: str, signs: list[str], flags: int) -> Iterator[tuple[str, list[str]]]:
    """Each repetition that can be pumped: a text that leads to it, and what may be repeated."""
    for code, value in nodes:
        if code in _REPEATS and value[1] >= MANY:
            yield before, _bodies(value[2], signs, flags)
        for inner in _inner(code, value):
            yield from _pumps(inner, before, signs, flags)
        before += _sample([(code, value)], signs, flags)


def _bodies(body: Any, signs: list[str], flags: int) -> list[str]:
    """What a repetition may repeat: each of its ways once, and for one sign each that it takes."""
    nodes = _tuple(body)
    if len(nodes) == 1 and nodes[0][0] in _SINGLE:
        return [sign for sign in signs if takes(nodes[0], sign, flags)] or [_sample(nodes, signs, flags)]
    found = {_sample(nodes, signs, flags), _sample(nodes, signs, flags, most=2)}
    for code, value in nodes:
        for inner in _inner(code, value):
            found.update(_bodies(inner, signs, flags))
    return sorted(found - {""})


def _sample(nodes: Any, signs: list[str], flags: int, most: int = 1) -> str:
    """A short text that the nodes take."""
    found = ""
    for code, value in nodes:
        if code in _SINGLE:
            known: Iterable[str] = (chr(value),) if code is op.LITERAL else chain(signs, map(chr, range(1, 0x10000)))
            found += next(sign for sign in known if takes((code, value), sign, flags))
        elif code in _REPEATS:
            found += _sample(value[2], signs, flags) * min(max(value[0], most), value[1])
        elif code is op.BRANCH:
            found += _sample(value[1][-1], signs, flags)
        elif code not in _LOOKS:  # what is looked at is not taken
            for inner in _inner(code, value):
                found += _sample(inner, signs, flags, most)
    return found


# --- The shape -------------------------------------------------------------------------------------------------------


def nested(pattern: re.Pattern[Any]) -> bool:
    """Whether a quantifier stands over another one, and what is inside may be divided in several ways.

    Possessive quantifiers and atomic groups give nothing back: inside of them nothing is divided anew.
    """

    def holds(nodes: Any, test: Callable[[Any, Any], bool]) -> bool:
        return any(
            test(code, value) or any(holds(inner, test) for inner in _inner(code, value))
            for code, value in nodes
            if code is not op.ATOMIC_GROUP
        )

    def pumped(code: Any, value: Any) -> bool:
        return code in (op.MAX_REPEAT, op.MIN_REPEAT) and value[1] >= MANY

    return holds(parsed(pattern), lambda code, value: pumped(code, value) and holds(value[2], pumped))
