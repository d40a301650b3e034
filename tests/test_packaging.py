"""What is published is the whole program: the wheel holds the page, the rulebooks and the words."""

from __future__ import annotations

import subprocess
import sys
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
        "manual/*.toml",
        "storage/**/*.py",
        "py.typed",
    )
    for kind in kinds:
        expected = {f"axedrez/{path.relative_to(package)}" for path in package.glob(kind) if path.is_file()}
        assert expected, f"the checkout itself holds no {kind}"
        assert expected <= held, f"not in the wheel: {sorted(expected - held)}"
