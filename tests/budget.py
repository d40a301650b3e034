"""Pytest plugin: a run that takes too long ends by itself, and says what took long and what was not run.

Whatever ends a run from outside leaves nothing to read.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from heapq import nlargest
from operator import itemgetter
from typing import Any

import pytest

MAX_SHOWN = 50


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--budget", type=float, default=0.0, help="minutes after which the run ends by itself")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config.option, "maxworkerrestart"):
        config.option.maxworkerrestart = 0  # in place of a process that has crashed a new one waits for work for ever
    minutes = config.getoption("budget")
    if minutes and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Budget(minutes), "run-budget")


class Budget:
    """Watches the reports of a run."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self.ends = time.monotonic() + minutes * 60
        self.seconds: dict[str, float] = defaultdict(float)  # node id -> seconds
        self.collected: list[str] = []
        self.is_over = False

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.collected = [item.nodeid for item in session.items]

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.collected = list(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_runtest_logfinish(self) -> None:
        if time.monotonic() > self.ends and not self.is_over:
            self.is_over = True
            pytest.exit(self.sentence(), returncode=pytest.ExitCode.TESTS_FAILED)

    def sentence(self) -> str:
        """What is said when the time is over."""
        ran = sum(nodeid in self.seconds for nodeid in self.collected)
        return (
            f"the budget of {self.minutes:g} minutes is over: {ran} of {len(self.collected)} tests were run. "
            "The slowest, and those that were not run, are listed above"
        )

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self.is_over:
            return
        terminalreporter.section(f"the {MAX_SHOWN} slowest tests")
        for nodeid, seconds in nlargest(MAX_SHOWN, self.seconds.items(), key=itemgetter(1)):
            terminalreporter.write_line(f"{seconds:7.1f} s  {nodeid}")
        files = Counter(nodeid.partition("::")[0] for nodeid in self.collected if nodeid not in self.seconds)
        terminalreporter.section("not run")
        for file, count in files.most_common():
            terminalreporter.write_line(f"{count:5}  {file}")
        terminalreporter.write_line(self.sentence(), red=True)
