"""No regular expression of the package takes more than linear time in what it is given.

Each is given what makes it backtrack most, and its steps are counted: a text that is four times as long takes about
four times as many. What a stranger sends is read by most of them, while everybody else waits.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import axedrez
from backtracking import Matcher, TooManySteps, attacks, nested

SOURCE = Path(axedrez.__file__).parent
FEW, MANY = 20, 80
GROWTH = 1.6
"""So much more for each sign may the longer text cost: 1 is linear, `MANY / FEW` quadratic."""
FREE = 6
"""Steps for each sign that are no matter: what is constant costs the shorter text more."""
LIMIT = 40_000
WAYS = {
    "match": "match",
    "fullmatch": "fullmatch",
    **dict.fromkeys(("search", "sub", "subn", "findall", "finditer", "split"), "search"),
}


class Expression(NamedTuple):
    """An expression of the package: where it is, and in which ways it is asked."""

    place: str
    pattern: re.Pattern[str]
    ways: frozenset[str]


@cache
def expressions() -> list[Expression]:
    """Those that a module keeps, and those that are written where they are used."""
    found = []
    for known in pkgutil.walk_packages([str(SOURCE)], "axedrez."):
        if known.name.endswith("__main__") or ".migrations" in known.name:
            continue
        module = importlib.import_module(known.name)
        text = Path(module.__file__ or "").read_text(encoding="utf-8")
        found += [*kept(module, text), *used(known.name, text)]
    return found


def kept(module: ModuleType, text: str) -> list[Expression]:
    """The compiled expressions of a module; of one that others use, all ways count."""
    return [
        Expression(f"{module.__name__}.{name}", plain(value), ways(name, text) or frozenset(WAYS.values()))
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern)
    ]


def ways(name: str, text: str) -> frozenset[str]:
    return frozenset(way for call, way in WAYS.items() if re.search(rf"\b{name}\.{call}\b", text))


def used(module: str, text: str) -> list[Expression]:
    """`re.sub("…", …)` and its like."""
    return [
        Expression(f"{module}:{call.lineno}", re.compile(call.args[0].value), frozenset({WAYS[call.func.attr]}))
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "re"
        and call.func.attr in WAYS
        and isinstance(call.args[0], ast.Constant)
    ]


def plain(pattern: re.Pattern[Any]) -> re.Pattern[str]:
    """An expression over bytes as one over text."""
    if isinstance(pattern.pattern, bytes):
        return re.compile(pattern.pattern.decode("latin-1"), pattern.flags)
    return pattern


def growth(expression: Expression, way: str) -> tuple[float, object]:
    """How much more a sign of a long text costs than one of a short text, and by which attack, at worst."""
    matcher = Matcher(expression.pattern, LIMIT)

    def cost(text: str) -> float:
        return matcher.count(text, way) / len(text)

    def grown(attack: Any) -> float:
        try:
            return cost(attack.text(MANY)) / max(FREE, cost(attack.text(FEW)))
        except TooManySteps:
            return float("inf")

    return max(((grown(attack), attack) for attack in attacks(expression.pattern)), default=(0.0, None))


def test_every_expression_is_linear() -> None:
    found = {
        f"{expression.place} ({way})": worst
        for expression in expressions()
        for way in expression.ways
        if (worst := growth(expression, way))[0] > GROWTH
    }
    assert found == {}
    assert len(expressions()) > 100


def test_no_repetition_of_a_repetition_is_divided_anew() -> None:
    assert [expression.place for expression in expressions() if nested(expression.pattern)] == []


@pytest.mark.parametrize(
    ("pattern", "way", "is_linear", "is_nested"),
    [
        ("(a+)+b", "match", False, True),
        ("(?:a++)++b", "match", True, False),
        ("(?>a+)+b", "match", True, False),
        (r"(?:\w+|\d+)*x", "fullmatch", False, True),
        (r"\s*\S*\s*$", "match", False, False),
        (r"\s+$", "search", False, False),
        (r"\s+", "search", True, False),
        (r"\d+", "fullmatch", True, False),
        (r"(?:[^\"\\\\]|\\\\.)*\"", "match", True, False),
        ("(.*)x(.*)y", "match", False, False),
        ("(a|a)*b", "match", False, False),
        (r"(\w)\1+!", "match", True, False),
    ],
)
def test_what_is_not_linear_is_seen(pattern: str, way: str, is_linear: bool, is_nested: bool) -> None:
    expression = Expression("here", re.compile(pattern), frozenset({way}))
    assert (growth(expression, way)[0] <= GROWTH) is is_linear
    assert nested(expression.pattern) is is_nested


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(?P<a>x|yx)*+z?(?=q)", "xyxq"),
        (r"(a|b)\1(?!c)\b", "bb c"),
        (r"[^\W_]{2,3}?-(?i:ABC)?$", "ab-\n"),
        (r"(?<=b)c|^a", "bc"),
        (r"(?:ab?)+?c", "aabac"),
    ],
)
def test_it_matches_what_re_matches(pattern: str, text: str) -> None:
    compiled = re.compile(pattern)
    for start in range(len(text)):
        for end in range(start, len(text) + 1):
            piece = text[start:end]
            found = compiled.match(piece)
            assert Matcher(compiled, LIMIT).end(piece) == (found.end() if found else -1), piece
