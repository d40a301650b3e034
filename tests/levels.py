"""Pytest plugin: what `script/test` runs, and what only `script/test --all` runs.

A test belongs to the level of its folder, unless a marker says otherwise:

- `long`: chaos, load, floods, pace, strength, statistics, programs that are slow to start. Nobody waits for them at
  each step; `--all` runs them.
- `journey`: a test in a real browser that walks through what a person does. The other browser tests are long.

Tests that are named on the command line run whatever their level.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

WHOLLY_LONG = "\npytestmark = pytest.mark.long\n"
JOURNEY = "pytest.mark.journey"
BROWSER = Path(__file__).parent / "e2e"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", dest="all_levels", help="run the long level too")
    parser.addoption("--without-long", action="store_true", help="leave it out even of what is named")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: only `script/test --all` runs the test, or who names it")
    config.addinivalue_line("markers", "journey: a browser test that `script/test` runs")
    if hasattr(config, "workerinput"):
        config.option.all_levels = config.workerinput["all_levels"]
    elif _is_chosen_by_hand(config):
        config.option.all_levels = not config.getoption("without_long")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """The processes of a parallel run are told: this one alone knows what was typed."""
    node.workerinput["all_levels"] = node.config.option.all_levels


def _is_chosen_by_hand(config: pytest.Config) -> bool:
    chosen_paths = config.args_source is pytest.Config.ArgsSource.ARGS
    return chosen_paths or any(config.getoption(name, None) for name in ("keyword", "markexpr", "lf"))


def is_long(item: pytest.Item) -> bool:
    """Whether only a run of all levels has this test."""
    if item.get_closest_marker("long"):
        return True
    return item.path.is_relative_to(BROWSER) and not item.get_closest_marker("journey")


def is_left_out(config: pytest.Config, file: Path) -> bool:
    """Whether a file of tests has none for this run, so that it need not be read: all of them are long."""
    if config.getoption("all_levels") or not file.match("test_*.py"):
        return False
    text = file.read_text(encoding="utf-8")
    return WHOLLY_LONG in text or (file.is_relative_to(BROWSER) and JOURNEY not in text)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return is_left_out(config, collection_path) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("all_levels"):
        return
    left_out = [item for item in items if is_long(item)]
    if left_out:
        items[:] = [item for item in items if not is_long(item)]
        config.hook.pytest_deselected(items=left_out)
