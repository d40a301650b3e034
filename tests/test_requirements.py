"""The locked requirements: each version with the hashes of its files, the same versions in all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
ENTRY = re.compile(r"^(?P<name>[a-z0-9._-]+)(\[[^\]]*\])?==(?P<version>[^ ;\\]+)(?P<rest>(.*\\\n)*.*)$", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")


def entries(lock: Path) -> dict[str, tuple[str, str]]:
    """By name (and marker): version, and all that is said of it."""
    found = ENTRY.finditer(lock.read_text(encoding="utf-8"))
    return {each["name"] + each["rest"].split("\\")[0].strip(): (each["version"], each["rest"]) for each in found}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_package_has_hashes(lock: Path) -> None:
    found = entries(lock)
    assert found
    assert [name for name, (_, rest) in found.items() if not HASH.search(rest)] == []
    told = [line for line in lock.read_text(encoding="utf-8").splitlines() if not line.startswith((" ", "#"))]
    assert len(told) == len(found), "a line that is no pinned version"


def test_all_files_lock_the_same_versions_and_files() -> None:
    dev = entries(ROOT / "requirements" / "dev.txt")
    for lock in LOCKS:
        shared = {name: entry for name, entry in entries(lock).items() if name in dev}
        assert {name for name, entry in shared.items() if entry != dev[name]} == set(), lock.name


@pytest.mark.parametrize("name", ["script/setup", "script/lib/common.sh", "deploy/Dockerfile"])
def test_what_installs_a_lock_demands_the_hashes(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    installs = [line for line in text.splitlines() if "pip install" in line and "requirements/" in line]
    installs = [line for line in installs if not line.strip().startswith(("say", "fail", "#"))]
    assert installs
    assert all("--require-hashes" in line for line in installs), installs
