"""Checks what is in the packages of a release: `contents.py FOLDER VERSION`. Status 1: something is amiss."""

import re
import sys
import tarfile
import zipfile
from email.parser import BytesParser
from pathlib import Path

NEEDED = (
    "axedrez/page/index.html",
    "axedrez/page/sw.js",
    "axedrez/page/licences.txt",
    "axedrez/rulebooks/clasico.toml",
    "axedrez/messages/es.json",
    "axedrez/chess/engine/clasico.network",
    "axedrez/tables/engine/networks/backgammon.network",
    "axedrez/py.typed",
)
UNWANTED = re.compile(
    r"(^|/)(tests?|node_modules|bench|__pycache__|\.git|\.venv|web)/|\.(py[co]|nb[ic]|db|map|orig|log)$"
)


def faults(files: set[str]) -> list[str]:
    """What is missing from a package, or should not be in it; the names of our files begin with `axedrez/`."""
    missing = [f"{name} is missing" for name in NEEDED if name not in files]
    return missing + [f"{name} should not be there" for name in sorted(files) if UNWANTED.search(name)]


def wheel(path: Path, version: str) -> list[str]:
    """The faults of a wheel."""
    with zipfile.ZipFile(path) as archive:
        files = set(archive.namelist())
        info = f"axedrez-{version}.dist-info"
        told = BytesParser().parsebytes(archive.read(f"{info}/METADATA"))
    found = faults(files)
    if f"{info}/licenses/LICENSE" not in files or told["License-Expression"] != "GPL-3.0-or-later":
        found.append("the licence is missing")
    if told["Version"] != version:
        found.append(f"it is version {told['Version']}")
    return found


def source(path: Path, version: str) -> list[str]:
    """The faults of a source distribution."""
    with tarfile.open(path) as archive:
        names = {name.removeprefix(f"axedrez-{version}/") for name in archive.getnames()}
    found = faults({name.removeprefix("src/") for name in names})
    return found + [f"{name} is missing" for name in ("LICENSE", "README.md", "pyproject.toml") if name not in names]


def main(folder: Path, version: str) -> int:
    """Check both packages of a folder."""
    found = wheel(folder / f"axedrez-{version}-py3-none-any.whl", version)
    found += source(folder / f"axedrez-{version}.tar.gz", version)
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
