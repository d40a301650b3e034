"""The process of a server: forked from one that has imported `axedrez` once for all servers of this run.

What is imported is two thirds of the work of a start; `Server` (`conftest.py`) says what each process does then.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.e2e.slow_line import delay

IMPORTED = ["axedrez.server.app.run", "axedrez.cli.commands", "tests.e2e.serving"]

Change = Callable[[], None]
"""What a process begins with: it sets numbers for which a test would have to wait for long."""


def at_once() -> None:
    """Computers answer people at once, games are counted as they end, passwords are quick: no test waits for them."""
    import argon2

    import axedrez.server.access.accounts as accounts
    import axedrez.server.analysis.explorer as explorer
    import axedrez.server.play.computers as computers

    computers.MOMENT_MS = 0
    explorer.POLL_S = 0.5
    accounts._HASHER = argon2.PasswordHasher(1, 8, 1)


def told_at_once() -> None:
    """People are told what waits for them without delay."""
    import axedrez.server.notices.notifier as notifier
    from axedrez.storage import Delays

    notifier.DELAYS = Delays(0, 0)


def left_at_once() -> None:
    """Whoever is away has left."""
    from axedrez.server.play import presence

    presence.LEFT_MS = 0


def start(words: list[str], change: Change, log: Path, environment: dict[str, str]) -> ForkServerProcess:
    """Start `axedrez` with `words`, in the folder of its log."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    process = context.Process(target=_run, args=(words, change, log, environment))
    process.start()
    return process


def _run(words: list[str], change: Change, log: Path, environment: dict[str, str]) -> None:
    with log.open("ab") as output:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(output.fileno(), stream.fileno())
    os.chdir(log.parent)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = words
    if most_ms := int(os.environ.get("AXEDREZ_SLOW_LINE_MS", "0")):
        delay(most_ms / 1000)
    change()
    from axedrez.cli import main

    main()
