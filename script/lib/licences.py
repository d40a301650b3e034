"""Prints the licences of the packages of a lock: `python script/lib/licences.py requirements/runtime.txt`.

Installed packages have their metadata; wheels that this platform does not need are downloaded for it.
"""

from __future__ import annotations

import email.parser
import re
import subprocess
import sys
import tempfile
import zipfile
from email.message import Message
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

MAX_LENGTH = 60


def locked(text: str) -> dict[str, list[str]]:
    """The names in a lock with their versions, of which there may be one for each version of Python."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([a-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", text, re.MULTILINE):
        found.setdefault(name, []).append(version)
    return found


def metadata(name: str, version: str) -> Message:
    """What a package says of itself."""
    try:
        return email.parser.Parser().parsestr(str(distribution(name).read_text("METADATA")))
    except PackageNotFoundError:
        pass
    with tempfile.TemporaryDirectory() as folder:
        command = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, f"{name}=={version}"]
        subprocess.run([sys.executable, "-m", "pip", *command], check=True, stdout=sys.stderr)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as files:
            (found,) = [file for file in files.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", file)]
            return email.parser.Parser().parsestr(files.read(found).decode())


def licence(package: Message) -> str:
    """By which licence it is published, as it says itself. Raises SystemExit if it says nothing."""
    if expression := package.get("License-Expression"):
        return str(expression)
    kinds = [each for each in package.get_all("Classifier", []) if each.startswith("License :: ")]
    if names := [kind.rpartition(" :: ")[2] for kind in kinds if not kind.endswith(":: OSI Approved")]:
        return " AND ".join(names)
    short = str(package.get("License", "")).strip().partition("\n")[0].strip()  # some give the whole text
    if short and len(short) <= MAX_LENGTH:
        return short
    raise SystemExit(f"{package['Name']} does not say by which licence it is published")


def main() -> None:
    """Print the list."""
    print("# Made by script/lock: the Python packages that Axedrez needs, with the licences that they name.")
    print(
        "# Each is installed with the text of its licence beside it (NAME.dist-info); sources: https://pypi.org/project/NAME/"
    )
    for name, versions in locked(Path(sys.argv[1]).read_text(encoding="utf-8")).items():
        print(f"{name} {', '.join(versions)}: {licence(metadata(name, versions[0]))}")


if __name__ == "__main__":
    main()
