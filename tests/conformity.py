"""Pytest plugin: ties tests to the clauses of the rulebooks and prints the conformity table.

A test says which clauses it pins with `@pytest.mark.clause("C-12", "C-5")`. The clauses are listed in the TOML file
that the ini option `clauses` names. A full run fails when a clause has no passing test; a run of chosen tests only
reports the clauses it touched. Where the tests run in several processes (pytest-xdist) the reports bring their clauses
along, and only the process that gathers them judges.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

MISSING = "clauses without a passing test"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("clauses", "TOML file that lists the clauses", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the test pins these clauses of a rulebook")
    files: list[Path] = config.getini("clauses")
    if files:
        config.pluginmanager.register(
            Conformity(files[0], full=_is_full_run(config) and not hasattr(config, "workerinput")), "conformity-table"
        )


def _is_full_run(config: pytest.Config) -> bool:
    """Whether nothing on the command line narrows the choice of tests."""
    narrowing = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")
    chosen_paths = config.args_source is pytest.Config.ArgsSource.ARGS
    return not chosen_paths and not any(config.getoption(name, None) for name in narrowing)


@dataclass
class Unproven:
    """A clause that no test of this run proved."""

    clause: str


class Conformity:
    """Collects the outcome of every marked test and judges each clause at the end of the run."""

    def __init__(self, file: Path, *, full: bool) -> None:
        listed = tomllib.loads(file.read_text(encoding="utf-8"))
        self.later: dict[str, str] = listed.get("later", {})
        self.titles: dict[str, str] = listed["clauses"] | self.later
        self.full = full
        self.tests: defaultdict[str, set[str]] = defaultdict(set)  # clause -> node ids
        self.passed: set[str] = set()  # node ids
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        faults = []
        for item in items:
            for mark in item.iter_markers("clause"):
                item.user_properties += [("clause", clause) for clause in mark.args]
                if not mark.args:
                    faults.append(f"{item.nodeid}: a clause mark without a clause")
                unknown = [clause for clause in mark.args if clause not in self.titles]
                faults += [f"{item.nodeid}: unknown clause {clause!r}" for clause in unknown]
        if faults:
            raise pytest.UsageError("\n".join(faults))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    self.tests[clause].add(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, clause in report.user_properties:
            if name == "clause":
                self.tests[str(clause)].add(report.nodeid)
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed.add(report.nodeid)

    def passes_after_all(self, nodeid: str) -> None:
        """A test that had failed has passed when it was run again alone."""
        self.failed.discard(nodeid)
        self.passed.add(nodeid)

    def state(self, clause: str) -> str:
        """One word or two for the clause: passed, FAILED, not passed, no test, later."""
        tests = self.tests[clause]
        if not tests:
            return "later" if clause in self.later else "no test"
        if tests & self.failed:
            return "FAILED"
        return "passed" if tests & self.passed else "not passed"

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        missing = [clause for clause in self.titles if self.state(clause) not in ("passed", "later")]
        if self.full and missing:
            if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
            reporter.stats[MISSING] = [Unproven(clause) for clause in missing]  # counted in pytest's last line

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        shown = [clause for clause in self.titles if self.full or self.tests[clause]]
        if not shown:
            return
        terminalreporter.section("conformity")
        terminalreporter.write_line(f"{'clause':<7} {'tests':>5}  {'state':<10}  title")
        for clause in shown:
            state = self.state(clause)
            colour = {"passed": "green", "later": "yellow"}.get(state, "red")
            line = f"{clause:<7} {len(self.tests[clause]):>5}  {state:<10}  {self.titles[clause]}"
            terminalreporter.write_line(line, **{colour: True})
        if missing := terminalreporter.stats.get(MISSING):
            terminalreporter.write_line(f"{MISSING}: {', '.join(each.clause for each in missing)}", red=True)
