"""The process of an external UCI engine."""

from __future__ import annotations

import contextlib
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from axedrez.core.errors import AxedrezError

ANSWER_S = 20.0
READY_S = 240.0  # some load networks first, or compile
COUNTED_S = 120.0
_QUIT_S = 2.0
_PLACES = "/usr/games"  # where Debian puts engines
_WORDS = ("type", "default", "min", "max", "var")


class EngineFault(AxedrezError):
    """An engine cannot be started, does not answer, has died, or violates the protocol."""


class Offered(NamedTuple):
    """An option of an engine: its name, kind, and, for a combo, its values."""

    name: str
    kind: str
    choices: tuple[str, ...]


class Program:
    """A running engine. `name` is its own name; `options` are keyed by name in lower case.

    Raises `EngineFault` if it cannot be started, is no UCI engine or lacks a required option; so do all methods if it
    does not answer or has died. `begun` is called with the process before the handshake.
    """

    def __init__(
        self,
        command: Sequence[str],
        settings: Mapping[str, str] | None = None,
        begun: Callable[[Program], None] | None = None,
    ) -> None:
        path = shutil.which(command[0]) or shutil.which(command[0], path=_PLACES)
        try:
            self._process = subprocess.Popen(
                [path or command[0], *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl+C is for us; the engine gets `quit`
            )
        except (OSError, ValueError):
            raise EngineFault("engine_start", command=command[0][:200]) from None
        self.name = self._shown = command[0].rpartition("/")[2][:60]
        self.options: dict[str, Offered] = {}
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="engine", daemon=True).start()
        try:
            if begun is not None:
                begun(self)
            self._introduce()
            for name, value in (settings or {}).items():
                self.set(name, value)
            self.ready()
        except BaseException:
            self.close()
            raise

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that it knows, by its own names."""
        offered = self.options.get("uci_variant")
        return offered.choices if offered is not None else ("chess",)

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def say(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFault("engine_died", name=self._shown) from None

    def hear(self, wait_s: float) -> str | None:
        """The next line; None after a timeout."""
        try:
            line = self._lines.get(timeout=max(0.0, wait_s))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EngineFault("engine_died", name=self._shown)
        return line

    def until(self, word: str, wait_s: float = ANSWER_S) -> list[str]:
        """The lines up to and including the first that begins with a word."""
        heard: list[str] = []
        deadline = time.monotonic() + wait_s
        while not (heard and heard[-1].split()[:1] == [word]):
            line = self.hear(deadline - time.monotonic())
            if line is None:
                raise EngineFault("engine_silent", name=self._shown, seconds=round(wait_s))
            heard.append(line)
        return heard

    @cached_property
    def counts_moves(self) -> bool:
        """Whether it knows `go perft`, which is not part of UCI, and ends its answer with `Nodes searched`."""
        self.say("position startpos")
        self.say("go perft 1")
        deadline = time.monotonic() + COUNTED_S
        word = ""
        while word not in ("Nodes", "bestmove"):
            line = self.hear(deadline - time.monotonic())
            if line is None:
                self.say("stop")
                self.until("bestmove")
                break
            word = line.partition(" ")[0]
        self.ready()
        return word == "Nodes"

    def ready(self) -> None:
        """Wait until the engine has read everything that was sent (`isready`)."""
        self.say("isready")
        self.until("readyok", READY_S)

    def set(self, name: str, value: str) -> None:
        """Set an option."""
        offered = self.options.get(name.lower())
        if offered is None:
            raise EngineFault("engine_option", name=self._shown, option=name[:60])
        self.say(f"setoption name {offered.name}" + (f" value {value}" if offered.kind != "button" else ""))

    def kill(self) -> None:
        """Kill the process, from any thread. Callers that wait for an answer get `EngineFault`."""
        self._process.kill()

    def close(self) -> None:
        """End the process: `quit` first, then kill it."""
        with contextlib.suppress(EngineFault):
            self.say("quit")
        try:
            self._process.wait(_QUIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _introduce(self) -> None:
        self.say("uci")
        try:
            heard = self.until("uciok", ANSWER_S)
        except EngineFault:
            raise EngineFault("engine_not_uci", name=self._shown) from None
        for line in heard:
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])[:60]
            elif words[:2] == ["option", "name"]:
                offered = _option(words[2:])
                self.options[offered.name.lower()] = offered

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self._process.stdout as stream:
            for line in stream:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)


def _option(words: Sequence[str]) -> Offered:
    """Parse the words after `option name`."""
    parts: dict[str, list[str]] = {"name": []}
    choices: list[list[str]] = []
    part = parts["name"]
    for word in words:
        if word == "var":
            part = []
            choices.append(part)
        elif word in _WORDS:
            part = parts.setdefault(word, [])
        else:
            part.append(word)
    kind = " ".join(parts.get("type", []))
    return Offered(" ".join(parts["name"]), kind, tuple(" ".join(choice) for choice in choices))
