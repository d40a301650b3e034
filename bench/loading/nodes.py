"""Server processes, and what they take."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
KIB = 1024
START_S = 120
MAIN = "from axedrez.cli import main; main()"


class Taken(NamedTuple):
    """What processes have taken so far: processor time in s, memory that they hold and what they wrote in bytes."""

    cpu_s: float
    rss: int
    written: int


class Node:
    """A server process: `axedrez serve`, as an operator would start it behind a proxy of this machine.

    Limits are those of a real server: each player comes from an address of its own, by the proxy's word.
    """

    def __init__(self, url: str, channels: str | None, errors: Path) -> None:
        command = [sys.executable, "-c", MAIN, "serve", "--port", "0", "--trusted-proxies", "127.0.0.1"]
        command += ["--database-url", url, *(["--channels", channels] if channels else [])]
        self.errors = errors
        with errors.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        ready = self.process.stdout.readline()
        found = re.search(r"http://(\S+?:\d+)", ready)
        if found is None:
            self.process.wait(START_S)
            raise RuntimeError(f"the server did not start: {errors.read_text()}")
        self.address = found[1]

    def taken(self) -> Taken:
        """What it has taken so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        rss = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert rss is not None
        written = re.search(r"^write_bytes: (\d+)", Path(f"/proc/{self.process.pid}/io").read_text(), re.MULTILINE)
        assert written is not None
        return Taken((int(stat[11]) + int(stat[12])) / TICKS, int(rss[1]) * KIB, int(written[1]))

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Nodes:
    """All servers of one database."""

    def __init__(self, url: str, count: int, channels: str | None, folder: Path) -> None:
        self._stack = ExitStack()
        self.all: list[Node] = []
        try:
            for number in range(count):
                node = Node(url, channels, folder / f"server-{number}.log")
                self._stack.callback(node.close)
                self.all.append(node)
        except BaseException:
            self._stack.close()
            raise

    def taken(self) -> Taken:
        """What they have taken so far, together."""
        each = [node.taken() for node in self.all]
        return Taken(*(sum(column) for column in zip(*each, strict=True)))

    def logged(self) -> list[str]:
        """The lines that they have logged."""
        return [line for node in self.all for line in node.errors.read_text(errors="replace").splitlines()]

    def close(self) -> None:
        """End all."""
        self._stack.close()


def allow_many_files() -> int:
    """Let this process, and those that it starts, have as many sockets as the system grants; how many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
