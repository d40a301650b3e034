"""Fields of a sheet in words: what they are called, what they say, and what else they might say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect

from axedrez.core.manual import Setting
from axedrez.messages import say
from axedrez.rulesheet.schema import in_words


def settings(sheet: Any, paths: Iterable[str], lang: str) -> tuple[Setting, ...]:
    """The fields at `paths` of a sheet; a table stands for all its fields. Raises `AttributeError` for no field."""
    return tuple(setting for path in paths for setting in _settings(sheet, path, lang))


def _settings(sheet: Any, path: str, lang: str) -> Iterator[Setting]:
    *tables, name = path.split(".")
    table = sheet
    for part in tables:
        table = getattr(table, part)
    value = getattr(table, name)
    if isinstance(value, msgspec.Struct):
        for inner in msgspec.structs.fields(value):
            yield from _settings(sheet, f"{path}.{inner.name}", lang)
        return
    kind = next(inner.type for inner in msgspec.structs.fields(table) if inner.name == name)
    match inspect.type_info(kind):
        case inspect.BoolType():
            choices: tuple[object, ...] = (True, False)
        case inspect.LiteralType():
            choices = get_args(kind)  # in the order of the sheet's type
        case _:
            choices = ()
    called = say(f"field.{path}.name", lang)
    others = tuple(in_words(path, choice, lang) or f"{choice}" for choice in choices if choice != value)
    yield Setting(path=path, name=called, value=in_words(path, value, lang) or f"{value}", others=others)
