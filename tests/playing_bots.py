"""`axedrez bot` as a process, and the accounts for which it plays."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest

from axedrez.client import Client, Game
from tests.patience import LONG_S, until
from tests.server.visiting import PASSWORD, Visitor

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games") or ""
AXEDREZ = (sys.executable, "-c", "from axedrez.cli import main; main()")


def need_stockfish() -> None:
    """Skip the test where there is no Stockfish: in CI that is a failure."""
    if not STOCKFISH:
        pytest.skip("no Stockfish")


class Account(Client):
    """An account with a token, and its name."""

    def __init__(self, address: str, *, bot: bool = True) -> None:
        self.owner = Visitor(address)
        self.owner.me()
        self.owner.ask("POST", "/api/accounts", 201, login=f"bot{uuid4().hex[:8]}", password=PASSWORD)
        if bot:
            self.owner.ask("PUT", "/api/me/bot")
        self.token = self.owner.ask("POST", "/api/me/tokens", 201, label="bot")["token"]
        super().__init__(address, self.token, patience_s=LONG_S)

    def over(self, game: str) -> Game:
        """A game, once it has ended."""
        found: list[Game] = []

        def ended() -> bool:
            found[:] = [self.game(game)]
            return found[0].outcome is not None

        until(ended, "the game does not end", limit_s=120)
        return found[0]


class Program:
    """A running `axedrez bot` of an account, and what it has said."""

    def __init__(self, account: Account, engine: str, *more: str) -> None:
        self.lines: list[str] = []
        command = [*AXEDREZ, "bot", "--server", account.server, "--engine", engine, *more]
        environment = {**os.environ, "AXEDREZ_TOKEN": account.token, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def said(self, pattern: str) -> None:
        def is_there() -> bool:
            return any(re.search(pattern, line) for line in self.lines)

        until(is_there, f"it does not say “{pattern}”: {self.lines}", limit_s=120)


@contextmanager
def playing(account: Account, engine: str, *more: str) -> Iterator[Program]:
    """A bot that is ready; it ends when it is asked to."""
    program = Program(account, engine, *more)
    try:
        program.said("plays at")
        yield program
        program.process.send_signal(signal.SIGTERM)
        assert program.process.wait(30) == 0, program.lines
    finally:
        program.process.kill()
        program.process.wait()
