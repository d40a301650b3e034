"""The checker of import circles that `script/lint` runs."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKER = Path(__file__).parent.parent / "script" / "lib" / "import_circles.py"


def check(folder: Path, **texts: str) -> tuple[int, str]:
    """The exit status and output for a package `house` of these modules."""
    package = folder / "house"
    (package / "room").mkdir(parents=True)
    for name in ("__init__", "room/__init__", "a", "b", "room/c"):
        (package / f"{name}.py").write_text(texts.get(name.replace("room/", ""), ""))
    ran = subprocess.run([sys.executable, CHECKER, folder, "house"], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout


@pytest.mark.parametrize(
    "back",
    [
        "import house.a",
        "from house.a import x",
        "from house import a",
        "from .. import a",
        "from ..a import x",
        "def later():\n    from house import a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.a import x",
    ],
)
def test_a_circle_is_found_however_it_is_written(tmp_path: Path, back: str) -> None:
    status, output = check(tmp_path, a="from house.b import y", b="from house.room import c", c=back)
    assert status == 1
    assert "circle: house.a house.b house.room.c\n" in output


def test_imports_that_lead_down_are_no_circle(tmp_path: Path) -> None:
    status, output = check(tmp_path, a="from house import b\nfrom house.room import c", b="import house.room.c")
    assert status == 0
    assert "0 import circles" in output
