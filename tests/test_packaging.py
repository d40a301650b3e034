"""What is published is the whole program and nothing else, and the same whoever builds it."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
import yaml

import axedrez

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]


def built(folder: Path, *targets: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    for target in targets:
        command += ["--target", target]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300, env=environment)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built(folder, "sdist", "wheel")
    return folder


@pytest.fixture(scope="module")
def contents() -> ModuleType:
    """The checks of script/release."""
    spec = importlib.util.spec_from_file_location("contents", ROOT / "script" / "lib" / "contents.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_wheel_holds_all_data_files(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src" / "axedrez"
    kinds = (
        "page/**/*",
        "messages/*.json",
        "drawing/*.json",
        "rulebooks/**/*.toml",
        "rulebooks/**/*.md",
        "rulebooks/*.txt",
        "manual/*.toml",
        "storage/**/*.py",
        "**/*.network",
        "py.typed",
    )
    for kind in kinds:
        expected = {f"axedrez/{path.relative_to(package)}" for path in package.glob(kind) if path.is_file()}
        assert expected, f"the checkout itself holds no {kind}"
        assert expected <= held, f"not in the wheel: {sorted(expected - held)}"


def test_the_source_distribution_holds_what_building_needs_and_no_more(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    outside = {name for name in held if not name.startswith("src/axedrez/")}
    assert outside == {
        ".gitignore",
        "CHANGELOG.md",
        "CITATION.cff",
        "LICENSE",
        "PKG-INFO",
        "README.es.md",
        "README.md",
        "pyproject.toml",
    }


def test_the_packages_pass_the_checks_of_a_release(dist: Path, contents: ModuleType) -> None:
    assert contents.main(dist, VERSION) == 0
    assert contents.faults({"axedrez/tests/x.py", "web/node_modules/a.js"})[-2:] == [
        "axedrez/tests/x.py should not be there",
        "web/node_modules/a.js should not be there",
    ]
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, dist.iterdir())]
    subprocess.run(command, check=True, capture_output=True, timeout=300)


def test_built_again_it_is_the_same(dist: Path, tmp_path: Path) -> None:
    built(tmp_path, "wheel")  # script/release compares both
    wheels = [next(folder.glob("*.whl")).read_bytes() for folder in (dist, tmp_path)]
    assert wheels[0] == wheels[1]


def test_the_version_is_the_same_everywhere() -> None:
    assert axedrez.__version__ == VERSION
    assert json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["version"] == VERSION
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["version"] == lock["packages"][""]["version"] == VERSION
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## \[(.*?)\](?: - (.*))?$", changelog, re.MULTILINE)
    assert heads[0] == ("Unreleased", "")
    assert heads[1] == (cited["version"], cited["date-released"]) == (VERSION, heads[1][1])
    assert cited["license"] == PROJECT["license"]
