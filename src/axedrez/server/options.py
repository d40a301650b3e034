"""What players may set before a game, put into words."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import inspect

from axedrez.core import Game
from axedrez.messages import LANGUAGES, say

Value = bool | int | str


class OptionView(msgspec.Struct, frozen=True):
    """An option: `labels` put `values` into words; a number has neither, but bounds."""

    path: str
    kind: Literal["boolean", "choice", "number"]
    values: list[Value]
    labels: list[dict[str, str]]
    min: int | None
    max: int | None
    default: Value
    names: dict[str, str]
    help: dict[str, str]


def options_of(game: Game) -> list[OptionView]:
    """The options of a rulebook, as it is loaded."""
    return [_option(game.sheet, path) for path in game.conduct.options]


def _option(sheet: Any, path: str) -> OptionView:
    *sections, name = path.split(".")
    section = sheet
    for part in sections:
        section = getattr(section, part)
    field = next(field for field in msgspec.structs.fields(section) if field.name == name)
    names, help_text = _words(f"field.{path}.name"), _words(f"field.{path}.help")
    default: Value = getattr(section, name)
    match inspect.type_info(field.type):
        case inspect.BoolType():
            labels = [_words("field.value.no"), _words("field.value.yes")]
            return OptionView(path, "boolean", [False, True], labels, None, None, default, names, help_text)
        case inspect.IntType(ge=low, le=high):
            return OptionView(path, "number", [], [], low, high, default, names, help_text)
        case inspect.LiteralType():
            values = list(get_args(field.type))  # in the order of the sheet's type
            labels = [_words(f"field.value.{value}") for value in values]
            return OptionView(path, "choice", values, labels, None, None, default, names, help_text)
        case other:
            raise TypeError(f"{path}: {other}")


def _words(key: str) -> dict[str, str]:
    return {lang: say(key, lang) for lang in LANGUAGES}
