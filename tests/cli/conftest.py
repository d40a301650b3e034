"""Command lines that run in the process of the tests: starting one anew costs seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from axedrez.cli import app


class Done(NamedTuple):
    """What a command line has left."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line."""

    def command(*arguments: str) -> Done:
        status = app.run(arguments)
        return Done(status, *capsys.readouterr())

    return command
