"""Without extras: the rules, the notation, the engine and the command; everything else says what it needs."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
MODULES = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client", "sqlalchemy": "sqlalchemy"}
BLOCKED = """
import importlib.abc, sys


class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Missing())
"""
LIBRARY = """
import io
import axedrez
from axedrez import library
from axedrez.chess.gamefiles.pgn.reading import read_games
from axedrez.players import choose

position = axedrez.load("clasico").start().play("e4").play("e5")
assert position.notate(choose(position, axedrez.History(), level=2, nodes=100))
assert axedrez.load("crazyhouse").start().legal_moves()
assert axedrez.load("chessgammon").start().play("52").steps()
assert library.rules(axedrez.load("clasico"), "es").sections
assert len(list(read_games(io.StringIO("1. e4 e5 *"), axedrez.load))) == 1
"""


def _extra(name: str) -> set[str]:
    """The modules that only an extra brings."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["optional-dependencies"][name]
    names = [text.partition(">")[0].partition("[")[0] for text in wanted if not text.startswith("axedrez")]
    return {MODULES.get(each, each) for each in names}


EXTRAS = {name: _extra(name) for name in ("server", "postgres", "redis", "cluster")}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database of whoever runs the tests is not opened: it may be of a newer version."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def _run(program: str, *blocked: str, said: str = "") -> subprocess.CompletedProcess[str]:
    missing = set().union(*(EXTRAS[name] for name in blocked))
    code = BLOCKED.format(blocked=missing) + program
    return subprocess.run(
        [sys.executable, "-c", code], input=said, capture_output=True, text=True, timeout=600, check=False
    )


def _command(*arguments: str, missing: tuple[str, ...], said: str = "") -> subprocess.CompletedProcess[str]:
    program = f"sys.argv = ['axedrez', *{list(arguments)!r}]\nfrom axedrez.cli import main\nmain()\n"
    return _run(program, *missing, said=said)


ALL = tuple(EXTRAS)


def test_the_library_needs_no_extra() -> None:
    done = _run(LIBRARY, *ALL)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("--help",),
        ("moves", "clasico"),
        ("replay", "clasico", "e4", "e5"),
        ("perft", "clasico", "2"),
        ("rules", "tradicional", "--lang", "es"),
        ("balance", "clasico", "--games", "2", "--nodes", "10"),
        ("engines", "list"),
        ("export-variants", "crazyhouse"),
    ],
)
def test_commands_that_need_no_extra(arguments: tuple[str, ...]) -> None:
    done = _command(*arguments, missing=ALL)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_engine_and_play_need_no_extra() -> None:
    spoken = "uci\nisready\nposition startpos\ngo depth 2\n"
    done = _command("uci", missing=ALL, said=spoken)
    assert (done.returncode, done.stderr) == (0, "")
    assert "bestmove" in done.stdout
    done = _command("play", "clasico", "--computer", "black", "--level", "1", missing=ALL, said="e4\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("missing", "arguments"),
    [
        ("server", ("serve", "--port", "0")),
        ("server", ()),
        ("server", ("classroom",)),
        ("server", ("admin", "reports")),
        ("postgres", ("serve", "--port", "0", "--database", "postgresql://x@127.0.0.1:1/x")),
        ("redis", ("serve", "--port", "0", "--channels", "redis://127.0.0.1:1")),
        ("cluster", ("balance", "clasico", "--games", "2", "--cluster")),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(missing: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = _command(*arguments, missing=(missing,))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"axedrez[{missing}]" in done.stderr
    done = _command("--lang", "es", *arguments, missing=(missing,))
    assert f"axedrez[{missing}]" in done.stderr
