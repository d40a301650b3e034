"""What all tests share: the conformity table, loud skips (failures in continuous integration), Hypothesis profiles."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["conformity", "databases", "clocks"]

IN_CI = os.environ.get("CI", "").lower() in ("true", "1")

# The first call of a compiled function may take seconds: no deadline. CI must give the same answer twice.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "local")


def _skip_is_failure(report: Any) -> None:
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"{reason}\n(nothing may be skipped when CI=true)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _skip_is_failure(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _skip_is_failure(report)
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tells what tests have measured, and what was not tested."""
    for report in terminalreporter.stats.get("passed", []):
        for name, figure in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(f"measured: {figure}")
    if skipped := terminalreporter.stats.get("skipped"):
        terminalreporter.section("NOT TESTED", sep="!", red=True)
        terminalreporter.write_line(f"{len(skipped)} skipped: this run proves less than a full one (reasons above)")
