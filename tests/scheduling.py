"""The order of a run in several processes: files that take long go first, so that none is left alone at the end.

What each file takes is kept in `durations.json`, in seconds: `script/test --all --keep-durations tests/durations.json`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
KEPT = TESTS / "durations.json"
UNKNOWN_S = 1.0
"""What a test of a file that nothing is known of is taken for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-durations", metavar="FILE", type=Path, help="write what each file of tests took")


def pytest_configure(config: pytest.Config) -> None:
    file: Path | None = config.getoption("keep_durations")
    if file is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stopwatch(file), "stopwatch")


class Stopwatch:
    """Adds up what the tests of each file take."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0].removeprefix("tests/")] += report.duration

    def pytest_sessionfinish(self) -> None:
        kept = {file: round(seconds, 1) for file, seconds in sorted(self.seconds.items())}
        self.file.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the processes of a parallel run; all of them collect the same order, which `--no-loadscope-reorder` keeps."""
    if not hasattr(config, "workerinput"):
        return
    kept: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    files = {item: item.path.relative_to(TESTS).as_posix() for item in items}
    counts = Counter(files.values())
    items.sort(key=lambda item: (-kept.get(files[item], UNKNOWN_S * counts[files[item]]), files[item]))
