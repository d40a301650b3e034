"""No regular expression of the package takes more than linear time in what it is given.

Each is given what makes it backtrack most, and its steps are counted: a text that is three times as long takes about
three times as many. What a stranger sends is read by most of them, while everybody else waits.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import axedrez
from axedrez.tables.position.ids import xgid
from tests.backtracking import Matcher, TooManySteps, attacks, nested

SOURCE = Path(axedrez.__file__).parent
FEW, MANY = 15, 45
GROWTH = 1.6
"""So much more for each sign may the longer text cost: 1 is linear, `MANY / FEW` quadratic."""
FREE = 6
"""Steps for each sign that are no matter: what is constant costs the shorter text more."""
LIMIT = 20_000
WAYS = {
    "match": "match",
    "fullmatch": "fullmatch",
    **dict.fromkeys(("search", "sub", "subn", "findall", "finditer", "split"), "search"),
}


MADE: dict[str, list[str | bytes]] = {
    "axedrez.cli.pdf": [rb"/Pages\s+(\d+) 0 R"],
    "axedrez.manual.everyday": [r"(?<!\w)(?:comer|captur\w*|matar\w*)"],
    "axedrez.manual.terms": [r"(?<!\w)(?:rooks|rook)(?!\w)"],
    "axedrez.tables.position.ids.xgid": list(xgid._FIELDS),
}
"""Examples of the one expression of a module that is put together where it is used."""


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
        found += [*kept(module, text), *used(module, text)]
    # What several modules hold or write is tried once.
    return list({(each.pattern.pattern, each.pattern.flags, each.ways): each for each in found}.values())


def kept(module: ModuleType, text: str) -> list[Expression]:
    """The compiled expressions of a module; of one that others use, all ways count."""
    return [
        Expression(f"{module.__name__}.{name}", plain(pattern), ways(name, text) or frozenset(WAYS.values()))
        for name, value in vars(module).items()
        for pattern in held(value, module)
    ]


def held(value: object, module: ModuleType) -> Iterator[re.Pattern[Any]]:
    """The compiled expressions of a value, in collections and classes of the module too."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from held(part, module)
    elif isinstance(value, type) and value.__module__ == module.__name__:
        for part in vars(value).values():
            yield from held(part, module)


def ways(name: str, text: str) -> frozenset[str]:
    return frozenset(way for call, way in WAYS.items() if re.search(rf"\b{name}\.{call}\b", text))


def used(module: ModuleType, text: str) -> list[Expression]:
    """`re.sub("…", …)` and its like, and `re.compile` inside of functions."""
    within = set[ast.AST]()
    tree = ast.parse(text)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            within.update(ast.walk(function))
    found = []
    made = list(MADE.get(module.__name__, ()))
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=way), args=[written, *_]):
                if way not in WAYS and not (way == "compile" and call in within):
                    continue
                texts, made = ([found_text], made) if (found_text := said(written, module)) is not None else (made, [])
                place = f"{module.__name__}:{call.lineno}"
                assert texts, f"{place}: what is made there needs an example"
                asked = frozenset({WAYS[way]} if way in WAYS else WAYS.values())
                found += [Expression(place, plain(re.compile(each)), asked) for each in texts]
    return found


def said(written: ast.expr, module: ModuleType) -> str | bytes | None:
    """What is written, or stands under a name of the module; None for what is put together there."""
    match written:
        case ast.Constant(value=str() | bytes() as text):
            return text
        case ast.Name(id=name) if isinstance(known := vars(module).get(name), str | bytes):
            return known
        case _:
            return None


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
