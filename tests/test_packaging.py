"""What is published is the whole program: the wheel holds the page, the rulebooks and the words."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_wheel_holds_all_data_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
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
        "py.typed",
    )
    for kind in kinds:
        expected = {f"axedrez/{path.relative_to(package)}" for path in package.glob(kind) if path.is_file()}
        assert expected, f"the checkout itself holds no {kind}"
        assert expected <= held, f"not in the wheel: {sorted(expected - held)}"


def test_the_source_distribution_holds_what_building_needs_and_no_more(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    outside = {name for name in held if not name.startswith("src/axedrez/")}
    assert outside == {
        ".gitignore",
        "CHANGELOG.md",
        "LICENSE",
        "PKG-INFO",
        "README.es.md",
        "README.md",
        "pyproject.toml",
    }
    assert "src/axedrez/page/index.html" in held
    assert "src/axedrez/rulebooks/clasico.toml" in held
