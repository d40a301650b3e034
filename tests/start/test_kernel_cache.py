"""Compiled kernels on disk: named by all that they were compiled from, kept while somebody uses them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import axedrez
from axedrez import kernel_cache

PACKAGE = Path(axedrez.__file__).parent
DIRECTORIES = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from axedrez import kernel_cache
package = Path(kernel_cache.__file__).parent
assert package.is_relative_to(sys.argv[1])
for name in ("chess", "chess/engine", "tables", "tables/engine"):
    print(name, kernel_cache.cache_dir(package / name / "kernel").name)
"""
CALL = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from axedrez.chess.kernel.tiny import answer
print(answer(np.uint64(1)))
"""
TINY = """
from axedrez.jit import kernel


@kernel
def answer(number):
    return number + number
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package somewhere else."""
    root = tmp_path / "copy"
    shutil.copytree(PACKAGE, root / "axedrez", ignore=shutil.ignore_patterns("page", "__pycache__", "rulebooks"))
    return root


def _run(program: str, root: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, str(root)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _directories(root: Path) -> dict[str, str]:
    return dict(line.split() for line in _run(DIRECTORIES, root).splitlines())


def test_place_and_dates_do_not_matter(copy: Path) -> None:
    here = {
        name: kernel_cache.cache_dir(PACKAGE / name / "kernel").name
        for name in ("chess", "chess/engine", "tables", "tables/engine")
    }
    assert _directories(copy) == here


def test_an_edit_changes_what_can_see_it_and_nothing_else(copy: Path) -> None:
    before = _directories(copy)
    source = copy / "axedrez" / "tables" / "kernel" / "landing.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    after = _directories(copy)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"tables", "tables/engine"}  # the players of tables games import the tables' kernel


def test_stored_code_serves_another_copy_with_other_dates(copy: Path, tmp_path: Path) -> None:
    tiny = copy / "axedrez" / "chess" / "kernel" / "tiny.py"
    tiny.write_text(TINY, encoding="utf-8")
    home = tmp_path / "home"
    assert _run(CALL, copy, XDG_CACHE_HOME=str(home)).strip() == "2"
    (stored,) = home.rglob("tiny.answer*.nbc")
    other = tmp_path / "other"
    shutil.copytree(copy, other, ignore=shutil.ignore_patterns("__pycache__"))
    os.utime(other / "axedrez" / "chess" / "kernel" / "tiny.py", (1, 1))
    told = stored.stat().st_mtime_ns
    assert _run(CALL, other, XDG_CACHE_HOME=str(home)).strip() == "2"
    assert list(home.rglob("tiny.answer*.nbc")) == [stored]
    assert stored.stat().st_mtime_ns == told  # read, not written anew


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_costs_time_only(copy: Path, tmp_path: Path, kind: str) -> None:
    (copy / "axedrez" / "chess" / "kernel" / "tiny.py").write_text(TINY, encoding="utf-8")
    home = tmp_path / "home"
    _run(CALL, copy, XDG_CACHE_HOME=str(home))
    (stored,) = home.rglob(f"tiny.answer*.{kind}")
    whole = stored.stat().st_size
    stored.write_bytes(stored.read_bytes()[: whole // 2])
    assert _run(CALL, copy, XDG_CACHE_HOME=str(home)).strip() == "2"
    (mended,) = home.rglob(f"tiny.answer*.{kind}")
    assert mended.stat().st_size == whole


def test_a_home_that_cannot_be_written_to(copy: Path, tmp_path: Path) -> None:
    (copy / "axedrez" / "chess" / "kernel" / "tiny.py").write_text(TINY, encoding="utf-8")
    home = tmp_path / "home"
    home.write_text("a file where a folder should be", encoding="utf-8")  # not even root can make a folder in it
    assert _run(CALL, copy, XDG_CACHE_HOME=str(home)).strip() == "2"


def test_unused_directories_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    old, used, fresh = (tmp_path / "axedrez" / f"kernels-chess-{n}" for n in ("old", "used", "fresh"))
    long_ago = time.time() - kernel_cache.UNUSED_S - 60
    for folder in (old, used, fresh):
        folder.mkdir(parents=True)
    (used / "used").touch()
    others = tmp_path / "axedrez" / "something-else"
    others.mkdir()
    for folder in (old, used, others):
        os.utime(folder, (long_ago, long_ago))
    assert kernel_cache.remove_unused() == [old]
    assert used.exists()
    assert fresh.exists()
    assert others.exists()
