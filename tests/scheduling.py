"""The order of a run in several processes: files that take long go first, so that none is left alone at the end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SECONDS = {"e2e": 3.5, "server": 1.5, "learn": 3.0}
"""What a test takes, roughly, by its folder."""
OTHERS_S = 0.13
SLOW = {
    "cli/test_analyse.py": 30,
    "e2e/test_classroom.py": 25,
    "e2e/test_online_matches.py": 25,
    "e2e/test_premove.py": 45,
    "e2e/test_screens.py": 40,
    "e2e/test_site.py": 60,
    "learn/test_tables_depth.py": 25,
    "server/test_api_types.py": 20,
    "server/test_chaos.py": 40,
    "server/test_floods.py": 30,
    "server/test_load.py": 25,
    "server/test_schema.py": 35,
    "server/test_workers.py": 20,
}
"""Seconds of files in which single tests take long. No more than an order follows from these figures."""


def seconds(file: str, count: int) -> float:
    """About how long `count` tests of a file, named from the folder of all tests, take."""
    return max(SLOW.get(file, 0.0), count * SECONDS.get(file.partition("/")[0], OTHERS_S))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the processes of a parallel run; all of them collect the same order, which `--no-loadscope-reorder` keeps."""
    if not hasattr(config, "workerinput"):
        return
    files = {item: item.path.relative_to(TESTS).as_posix() for item in items}
    counts = Counter(files.values())
    items.sort(key=lambda item: (-seconds(files[item], counts[files[item]]), files[item]))
