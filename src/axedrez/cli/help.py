"""Help texts and valid values of commands and their parameters."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal, get_args, get_origin, get_type_hints

from axedrez.engine.levels import LEVELS
from axedrez.messages import catalogue, say


def put_into_words(command: Any, lang: str, path: str = "") -> None:
    """Set the help texts of a command and of those inside it from the catalogue.

    That of a command is `cli.command.` and its path, such as `tournament.create`; that of a parameter is
    `cli.parameter.` and its name, with the path of the command before it, or with part of it, where it means something
    of its own there.
    """
    command.help = say(f"cli.command.{path or 'axedrez'}", lang)
    for parameter in command.params:
        details = {"levels": _level_names(lang)} if parameter.name == "level" else {}
        parameter.help = say(parameter_key(path, parameter.name), lang, **details)
    for name, inner in getattr(command, "commands", {}).items():
        put_into_words(inner, lang, f"{path}.{name}".removeprefix("."))


def parameter_key(path: str, name: str) -> str:
    """The key of the help text of a parameter of the command at `path`: the most special one that there is."""
    words, known = path.split("."), catalogue("en")
    for count in range(len(words), 0, -1):
        own = ".".join(("cli.parameter", *words[:count], name.rstrip("_")))
        if own in known:
            return own
    return f"cli.parameter.{name.rstrip('_')}"


def _level_names(lang: str) -> str:
    return ", ".join(f"{level} {say(f'ui.level.{level}', lang)}" for level in LEVELS)


def valid_values(command: Any, name: str) -> str:
    """The valid values of a parameter of a command, in a form that needs no translation; nothing if any text is one."""
    hint = get_type_hints(command.callback, include_extras=True)[name]
    kind, told = hint.__origin__, hint.__metadata__[0]
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, StrEnum):
            return " | ".join(each)
        if get_origin(each) is Literal:
            return " | ".join(get_args(each))
    ends = ["" if end is None else str(end) for end in (told.min, told.max)]
    return "..".join(ends) if any(ends) else ""
