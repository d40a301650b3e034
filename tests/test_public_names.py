"""Every public name (`docs/public-names.toml`) says what it is, and the examples of its docstrings run."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest

import axedrez

sys.path.append(str(Path(__file__).parents[1] / "docs" / "site"))
from reference import KINDS, is_data, modules, said_of_data  # type: ignore[import-not-found]

PUBLIC = list(modules())
OBVIOUS = {"self", "cls", "game", "position", "history", "side", "move", "lang", "text", "record", "seed", "player"}
OBVIOUS |= {"action", "actions", "agent", "black", "clause", "dice", "headers", "id", "index", "node", "parent", "path"}
OBVIOUS |= {"ply", "positions", "reason", "result", "sections", "start", "title", "token", "which", "white"}
RESET = {"axedrez.environments.gymnasium.Environment.reset", "axedrez.environments.gymnasium.Vector.reset"}
RESET |= {"axedrez.environments.pettingzoo.Environment.reset"}
"""Fields and parameters that their names and types explain; those of `reset` are of others' interfaces."""


def values() -> Iterator[tuple[str, Any]]:
    for public in PUBLIC:
        module = importlib.import_module(public.module)
        for name in public.names:
            yield f"{public.module}.{name}", getattr(module, name)


def members(name: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class defines, or takes from one of our own that is not public."""
    for member, _ in inspect.getmembers(kind):
        owner = next((each for each in kind.__mro__ if member in vars(each)), object)
        value = vars(owner).get(member)
        is_ours = not member.startswith("_") and owner.__module__.startswith("axedrez.")
        if is_ours and (isinstance(value, property | classmethod | staticmethod) or inspect.isfunction(value)):
            yield f"{name}.{member}", getattr(value, "__func__", value)


def described() -> list[tuple[str, Any]]:
    found = []
    for name, value in values():
        if not is_data(value):
            found.append((name, value))
            found += list(members(name, value)) if inspect.isclass(value) else []
    return found


DESCRIBED = described()


def fields(kind: type) -> tuple[str, ...]:
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return getattr(kind, "_fields", ())


def says(text: str, name: str) -> bool:
    """Whether a text says a name in code letters, or in its words: `as_json` as “as JSON”, `offsets[i]`."""
    plain = name.replace("_", " ")
    return re.search(rf"`[^`]*\b{name}\b[^`]*`|\b{plain}s?\b", text, re.IGNORECASE) is not None


def test_the_list_names_what_there_is() -> None:
    assert {public.kind for public in PUBLIC} == set(KINDS)
    assert len(PUBLIC) == len({public.module for public in PUBLIC})
    (whole,) = (public for public in PUBLIC if public.module == "axedrez")
    assert whole.kind == "stable"
    assert set(whole.names) == {name for name in axedrez.__all__ if name != "__version__"}
    assert len(DESCRIBED) > 150


def test_constants_and_aliases_say_what_they_are() -> None:
    """What `type(value).__doc__` says, of whole numbers for instance, is none of theirs."""
    data = [name for name, value in values() if is_data(value)]
    assert {"axedrez.environments.WHITE", "axedrez.client.News"} <= set(data)
    unsaid = [name for name in data if not said_of_data(*name.rsplit(".", 1))]
    assert not unsaid


@pytest.mark.parametrize(("name", "value"), DESCRIBED, ids=[name for name, _ in DESCRIBED])
def test_it_says_what_it_is(name: str, value: Any) -> None:
    own = value.__doc__
    assert own, f"{name} has no docstring"
    assert not own.startswith(f"{name.rpartition('.')[2]}("), f"{name} has only a signature"
    if inspect.isclass(value):
        if not issubclass(value, Enum):
            unsaid = [field for field in fields(value) if field not in OBVIOUS and not says(own, field)]
            assert not unsaid, f"{name} does not say what its fields are: {unsaid}"
    elif inspect.isfunction(inspect.unwrap(value)) and name not in RESET:
        unsaid = [each for each in inspect.signature(value).parameters if each not in OBVIOUS and not says(own, each)]
        assert not unsaid, f"{name} does not say what its parameters are: {unsaid}"


@pytest.mark.parametrize("module", sorted({public.module for public in PUBLIC}))
def test_the_examples_of_the_docstrings_run(module: str) -> None:
    report: list[str] = []
    for public in PUBLIC:
        if public.module == module:
            for name in public.names:
                value = inspect.unwrap(getattr(importlib.import_module(module), name))
                if inspect.isclass(value) or inspect.isroutine(value):
                    names = vars(importlib.import_module(value.__module__)).copy()
                    for example in doctest.DocTestFinder().find(value, name, globs=names):
                        doctest.DocTestRunner().run(example, out=report.append)
    assert not report, "".join(report)
