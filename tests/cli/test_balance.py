"""`axedrez balance`: a small report, HTML, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.patience import LONG_S, is_gone, until

COMMAND = [sys.executable, "-c", "from axedrez.cli import main; main()", "balance"]


@pytest.fixture
def run(run: Run) -> Run:
    """`axedrez balance`."""
    return lambda *arguments: run("balance", *arguments)


@pytest.mark.long
def test_two_rulebooks_of_different_families(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    wish = ("--games", "1", "--level", "2", "--processes", "2", "--json", "--out", str(page), "--lang", "es")
    done = run("chess2d", "chessgammon", *wish)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    chess, dice = answer["reports"]
    assert (chess["rulebook"], chess["played"], chess["matches"]) == ("chess2d", 1, 0)
    assert (dice["rulebook"], dice["played"], dice["matches"]) == ("chessgammon", 1, 1)
    assert {figure["part"] for figure in chess["figures"]} >= {"results", "ends", "course", "pieces", "openings"}
    assert {figure["key"] for figure in dice["figures"]} >= {"points", "captures", "pushes", "joint", "lost", "gain"}
    assert "length" in {figure["key"] for figure in answer["differences"]}
    assert "Equilibrio de Chess 2D y Chessgammon" in page.read_text(encoding="utf-8")


def test_an_option_is_the_last_sheets(run: Run) -> None:
    same = run("clasico", "clasico", "--option", "goal.stalemate=loss", "--games", "1", "--level", "2", "--json")
    first, second = json.loads(same.stdout)["reports"]
    assert first["hash"] != second["hash"]


def test_a_report_in_words(run: Run) -> None:
    wish = ("backgammon", "--games", "2", "--level", "7", "--seed", "7")
    done = run(*wish, "--processes", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "(level 7, " in done.stdout
    assert "█" in done.stdout
    assert done.stdout == run(*wish, "--processes", "2").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["nada"],
        ["chess2d", "--games", "0"],
        ["chess2d", "--processes", "x"],
        ["chess2d", "chess2d", "chess2d"],
        ["backgammon", "--games", "1", "--out", "/nowhere/at/all.html"],
    ],
)
def test_what_is_wrong_is_told_in_one_line(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def interrupted(ready: Callable[[subprocess.Popen[str]], str], *arguments: str, **more: str) -> tuple[int, str, str]:
    """Ctrl-C: the terminal sends the signal to every process of the group. Status, output, error output.

    `ready` waits for the moment, and gives what it has read of the error output. `more`: of the environment.
    """
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, **more},
    )
    try:
        progress = ready(process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=LONG_S)
    finally:
        process.kill()
    # What looks after the semaphores of the program ends a moment after it.
    until(lambda: is_gone(process.pid), "a worker is left behind")
    return process.returncode, out, progress + err


def played_one(process: subprocess.Popen[str]) -> str:
    """Wait until the bar tells of a game that was played."""
    assert process.stderr is not None
    progress = ""
    while not re.search(r"\b[1-9]\d*/\d+", progress):
        sign = process.stderr.read(1)
        assert sign, progress
        progress += sign
    return progress


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
def test_ctrl_c_reports_what_there_is() -> None:
    arguments = ("backgammon", "--games", "20000", "--processes", "1", "--json")
    status, out, err = interrupted(played_one, *arguments, FORCE_COLOR="1")
    assert (status, "Traceback" in err) == (130, False)
    (report,) = json.loads(out)["reports"]
    assert 0 < report["played"] < report["asked"]


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
@pytest.mark.parametrize("seconds", [3, 5])
@pytest.mark.long
def test_ctrl_c_while_workers_start(seconds: float) -> None:
    def ready(process: subprocess.Popen[str]) -> str:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(seconds)
        return ""

    status, _, err = interrupted(ready, "chessgammon", "--games", "20000", "--level", "8", "--processes", "2")
    assert (status, err) == (130, "")
