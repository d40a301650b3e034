"""What a user meets after an installation: times and memory with an empty kernel cache, medians of several rounds.

Run on a quiet machine: `script/bench first-use [ROUNDS]`. A round takes some minutes.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

COMMAND = str(Path(sys.executable).with_name("axedrez"))
LONGEST_S = 900
AT_REST_S = 3


def _resident(pid: int) -> float:
    """The memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def _start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    return subprocess.Popen(
        [COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
    )


def engine(home: Path) -> dict[str, float]:
    """A chess program starts the engine and asks for a move at once."""
    since = time.monotonic()
    process = _start(home, "uci")
    assert process.stdin is not None
    assert process.stdout is not None

    def ask(line: str, answer: str) -> float:
        process.stdin.write(f"{line}\n")  # type: ignore[union-attr]
        for said in process.stdout:  # type: ignore[union-attr]
            if said.startswith(answer):
                return time.monotonic() - since
        raise RuntimeError("the engine has ended")

    found = {
        "uciok, s": ask("uci", "uciok"),
        "readyok, s": ask("isready", "readyok"),
        "first bestmove (movetime 100), s": ask("position startpos moves e2e4\ngo movetime 100", "bestmove"),
    }
    process.stdin.write("quit\n")
    process.wait(60)
    return found


class _Page:
    """The requests of the page."""

    def __init__(self, home: Path) -> None:
        self.since = time.monotonic()
        self.process = _start(home, "serve", "--port", "0")
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = line[line.index("http://") :].split()[0].rstrip(".")

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def until(self, done: Callable[[], bool]) -> float:
        """The seconds since the start until something is true."""
        while not done():
            if time.monotonic() - self.since > LONGEST_S:
                raise TimeoutError
            time.sleep(0.05)
        return time.monotonic() - self.since

    def begin(self, rulebook: str) -> tuple[int, Any]:
        players = {"white": {"kind": "human"}, "black": {"kind": "computer", "level": 3}}
        return self.ask("/api/games", {"id": str(uuid4()), "rulebook": rulebook, "players": players})

    def play(self) -> None:
        """A game of each kernel, up to the computer's first answer."""
        for rulebook in ("clasico", "crazyhouse", "chessgammon", "backgammon"):
            self.until(lambda rulebook=rulebook: self.begin(rulebook)[0] == 201)  # type: ignore[misc]

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def page(home: Path) -> dict[str, float]:
    """A user starts the server and plays: first without kernels, then with them."""
    cold = _Page(home)
    found = {"the page's address, s": time.monotonic() - cold.since}
    try:
        _, game = cold.begin("clasico")
        move = {"id": str(uuid4()), "expected_seq": game["seq"], "type": "move", "move": "e2e4"}
        cold.ask(f"/api/games/{game['id']}/commands", move)
        found["the computer's first answer, s"] = cold.until(
            lambda: len(cold.ask(f"/api/games/{game['id']}")[1]["moves"]) > 1
        )
        found["memory then, MiB"] = _resident(cold.process.pid)
        found["Chessgammon can be played, s"] = cold.until(lambda: cold.begin("chessgammon")[0] == 201)
        found["everything is compiled, s"] = cold.until(lambda: len(list(home.rglob("complete-*"))) == 3)
        cold.play()
        time.sleep(AT_REST_S)
        found["memory at the end, MiB"] = _resident(cold.process.pid)
    finally:
        cold.end()
    warm = _Page(home)
    try:
        warm.play()
        time.sleep(AT_REST_S)
        found["memory of a warm start, MiB"] = _resident(warm.process.pid)
    finally:
        warm.end()
    return found


def main(rounds: int) -> None:
    """Print the medians."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for measure in (engine, page):
            with tempfile.TemporaryDirectory() as home:
                for name, figure in measure(Path(home)).items():
                    found.setdefault(name, []).append(figure)
    print(f"{rounds} rounds, {os.cpu_count()} processors, empty kernel cache; load {os.getloadavg()[0]:.1f} at the end")
    for name, figures in found.items():
        print(f"{name:42} {statistics.median(figures):8.2f}   {min(figures):.2f}–{max(figures):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
