"""Running a command line, in its language, with one line for each error."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import typer

from axedrez.cli import failures
from axedrez.cli.commands import app
from axedrez.cli.parameters import RANGE, Accepted, Lang, Seats
from axedrez.cli.tournament import ColourWord, FormatWord, PlayedWord, SeedingWord, VersionWord
from axedrez.cli.tournament_print import SheetWord
from axedrez.engine.levels import LEVELS
from axedrez.messages import LANGUAGES, catalogue, say

__all__ = ["app", "run"]


def run(arguments: Sequence[str]) -> int:
    """Run a command line; returns the exit status."""
    return failures.guarded(lambda lang: _invoke(list(arguments), lang), _language(arguments), _valid)


def _invoke(arguments: list[str], lang: str) -> int:
    command: Any = typer.main.get_command(app)
    _put_into_words(command, lang)
    answer = command.main(args=arguments, prog_name="axedrez", standalone_mode=False)
    return answer if isinstance(answer, int) else 0


def _put_into_words(command: Any, lang: str, group: str = "") -> None:
    """Set the help texts of a command and of those inside it from the catalogue.

    Commands of the same name in different groups have keys with the group's name.
    """
    own = f"cli.help.{group}.{command.name}"
    command.help = say(own if own in catalogue(lang) else f"cli.help.{command.name or 'axedrez'}", lang)
    for parameter in command.params:
        details = {"levels": _level_names(lang)} if parameter.name == "level" else {}
        parameter.help = say(f"cli.help.{parameter.name}", lang, **details)
    for inner in getattr(command, "commands", {}).values():
        _put_into_words(inner, lang, command.name or "")


def _level_names(lang: str) -> str:
    return ", ".join(f"{level} {say(f'ui.level.{level}', lang)}" for level in LEVELS)


def _valid(name: str) -> str:
    """The valid values of a parameter, in a form that needs no translation."""
    if name in RANGE:
        return "{min}..{max}".format(**RANGE[name])
    kinds: dict[str, type[StrEnum]] = {
        "lang": Lang,
        "computer": Seats,
        "accepted": Accepted,
        "tournament_format": FormatWord,
        "played_format": PlayedWord,
        "printed_sheet": SheetWord,
        "trf_version": VersionWord,
        "seeding": SeedingWord,
        "host_colour": ColourWord,
    }
    kind = kinds.get(name, ())
    return " | ".join(choice.value for choice in kind)


def _language(arguments: Sequence[str]) -> str:
    """The `--lang` of a command line, found before it is parsed; English by default."""
    lang = "en"
    for before, argument in zip(("", *arguments), arguments, strict=False):
        value = argument if before == "--lang" else argument.removeprefix("--lang=")
        lang = value if value in LANGUAGES and (before == "--lang" or value != argument) else lang
    return lang
