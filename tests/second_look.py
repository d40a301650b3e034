"""Pytest plugin: what failed is run once more, alone and in a process of its own, after everything else has ended.

A test that passes then is *unsteady*: it does not stop the run, but it is named with both outcomes, to be mended. One
that fails again is a failure. After many failures there is no second look: something is broken.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest

MAX_FAILURES = 15
"""With more failures nothing is run again."""
SHOWN_LINES = 40
UNSTEADY = "unsteady"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--second-look", action="store_true", help="run what failed once more, alone, at the end")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("second_look") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondLook(config), "second-look")


@dataclass
class Unsteady:
    """A test that failed among the others and passed alone."""

    nodeid: str
    first: str
    seconds: float


class SecondLook:
    """Collects the failed tests of a run and judges each again."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.failed: defaultdict[str, list[pytest.TestReport]] = defaultdict(list)
        self.unsteady: list[Unsteady] = []
        self.again: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not hasattr(report, "wasxfail"):
            self.failed[report.nodeid].append(report)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        result = yield
        if 0 < len(self.failed) <= MAX_FAILURES:
            reporter: Any = self.config.pluginmanager.get_plugin("terminalreporter")
            reporter.section("a second look at what failed", sep="-")
            for nodeid in list(self.failed):
                self._look(nodeid, session, reporter)
        return result

    def _look(self, nodeid: str, session: pytest.Session, reporter: Any) -> None:
        began = time.monotonic()
        passed, told = run_alone(nodeid, self.config)
        seconds = time.monotonic() - began
        reporter.write_line(f"{'passed' if passed else 'FAILED again'} alone, {seconds:.0f} s: {nodeid}")
        if not passed:
            self.again.append(nodeid)
            reporter.write_line(told)
            return
        reports = self.failed.pop(nodeid)
        session.testsfailed -= len(reports)
        for kind in ("failed", "error"):
            if kind in reporter.stats:
                reporter.stats[kind] = [each for each in reporter.stats[kind] if each not in reports]
        found = Unsteady(nodeid, "\n".join(map(_first, reports)), seconds)
        self.unsteady.append(found)
        reporter.stats.setdefault(UNSTEADY, []).append(found)  # counted in pytest's last line
        if conformity := self.config.pluginmanager.get_plugin("conformity-table"):
            conformity.passes_after_all(nodeid)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if len(self.failed) > MAX_FAILURES:
            terminalreporter.write_line(f"more than {MAX_FAILURES} tests failed: no second look", red=True)
        if not self.unsteady:
            return
        terminalreporter.section(UNSTEADY, yellow=True)
        for found in self.unsteady:
            terminalreporter.write_line(f"{UNSTEADY}: {found.nodeid}", yellow=True)
            terminalreporter.write_line(f"  alone: passed in {found.seconds:.0f} s; among the others it failed:")
            for line in found.first.splitlines():
                terminalreporter.write_line(f"    {line}")


def _first(report: pytest.TestReport) -> str:
    """How a test failed among the others: the end of the traceback, and of all that was kept, such as the page."""
    parts = ["", report.longreprtext], *([f"{title}:\n", text] for title, text in report.sections)
    return "\n".join(title + "\n".join(text.splitlines()[-SHOWN_LINES:]) for title, text in parts)


def run_alone(nodeid: str, config: pytest.Config) -> tuple[bool, str]:
    """Whether a test passes in a process of its own, and the end of what that process said."""
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", nodeid]
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(
        command,
        cwd=config.rootpath,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode == 0, "\n".join(done.stdout.splitlines()[-SHOWN_LINES:])
