"""What all tests share: the conformity table, loud skips (failures in continuous integration), Hypothesis profiles."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import services

gc.disable()  # until all tests are read

pytest_plugins = [
    f"tests.{name}"
    for name in ("levels", "conformity", "second_look", "budget", "databases", "clocks", "scheduling", "worker_pools")
]

services.begin()

# What tables lie in this user's cache changes no result; tests that want some say so.
os.environ["AXEDREZ_ENDGAMES"] = "off"

IN_CI = os.environ.get("CI", "").lower() in ("true", "1")

# The first call of a compiled function may take seconds: no deadline. Tests give the same answer twice, here as well as
# in CI: nobody's first run fails by bad luck. `script/bench fuzz` looks for what they miss, with seeds of its own.
settings.register_profile(
    "fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, derandomize=False
)
settings.register_profile("fixed", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("fixed")


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


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage, again and again, took a tenth of a run."""
    from axedrez.cli import COLLECTED

    gc.freeze()
    gc.set_threshold(*COLLECTED)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> Generator[None, bool | None, bool | None]:
    """In CI no conftest leaves a file of tests out (`collect_ignore`): that would be a skip that nobody sees."""
    ignored = yield
    explicit = config.getoption("ignore") or config.getoption("ignore_glob")
    if IN_CI and not explicit and ignored and collection_path.match("test_*.py"):
        levels: Any = config.pluginmanager.get_plugin("tests.levels")
        return bool(levels.is_left_out(config, collection_path))
    return ignored


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tells what tests have measured, and what was not tested."""
    for report in terminalreporter.stats.get("passed", []):
        for name, figure in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(f"measured: {figure}")
    if skipped := terminalreporter.stats.get("skipped"):
        terminalreporter.section("NOT TESTED", sep="!", red=True)
        terminalreporter.write_line(f"{len(skipped)} skipped: this run proves less than a full one (reasons above)")
