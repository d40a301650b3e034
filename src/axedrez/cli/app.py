"""Running a command line, in its language, with one line for each error."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import typer

from axedrez.cli import failures
from axedrez.cli.commands import app
from axedrez.cli.help import put_into_words
from axedrez.messages import LANGUAGES

__all__ = ["app", "run"]


def run(arguments: Sequence[str]) -> int:
    """Run a command line; returns the exit status."""
    return failures.guarded(lambda lang: _invoke(list(arguments), lang), _language(arguments))


def _invoke(arguments: list[str], lang: str) -> int:
    answer = _command(lang).main(args=arguments, prog_name="axedrez", standalone_mode=False)
    return answer if isinstance(answer, int) else 0


@cache
def _command(lang: str) -> Any:
    """All commands with their help in a language; putting them together takes a tenth of a second."""
    command: Any = typer.main.get_command(app)
    put_into_words(command, lang)
    return command


def _language(arguments: Sequence[str]) -> str:
    """The `--lang` of a command line, found before it is parsed; English by default."""
    lang = "en"
    for before, argument in zip(("", *arguments), arguments, strict=False):
        value = argument if before == "--lang" else argument.removeprefix("--lang=")
        lang = value if value in LANGUAGES and (before == "--lang" or value != argument) else lang
    return lang
