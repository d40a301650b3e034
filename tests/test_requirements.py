"""The locked requirements: each version with the hashes of its files, the same versions in all of them."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "requirements"
LOCKS = sorted(path for path in REQUIREMENTS.glob("*.txt") if path.name != "licences.txt")
LICENCES = (REQUIREMENTS / "licences.txt").read_text(encoding="utf-8")
FITTING = re.compile(r"MIT|BSD|Apache|PSF|Python Software Foundation|MPL|Mozilla|ISC|Zlib|CC0|Unlicense|LGPL|GPL")
"""Licences of what may be part of a program under the GPL, version 3."""
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


def test_every_package_that_is_needed_is_listed_with_its_licence() -> None:
    listed = dict(line.split(": ", 1) for line in LICENCES.splitlines() if not line.startswith("#"))
    names: dict[str, list[str]] = {}
    for entry in ENTRY.finditer((REQUIREMENTS / "runtime.txt").read_text(encoding="utf-8")):
        names.setdefault(entry["name"], []).append(entry["version"])
    assert set(listed) == {f"{name} {', '.join(versions)}" for name, versions in names.items()}, "run script/lock"
    assert [name for name, licence in listed.items() if not FITTING.search(licence)] == []


def test_the_page_holds_the_licences_of_everything() -> None:
    page = (ROOT / "src" / "axedrez" / "page" / "licences.txt").read_text(encoding="utf-8")
    assert LICENCES in page
    assert "Svelte" in page


IMAGE = re.compile(r"^\s*(?:FROM|image:)\s+(\S+)", re.MULTILINE)


def test_images_are_exact_versions() -> None:
    for name in ("Dockerfile", "compose.yaml"):
        images = IMAGE.findall((ROOT / "deploy" / name).read_text(encoding="utf-8"))
        assert images
        for image in images:
            assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?(-[a-z0-9-]+)?(@sha256:[0-9a-f]{64})?", image), image


def test_the_lock_writes_what_images_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docker = tmp_path / "docker"
    docker.write_text("#!/bin/sh\nprintf 'sha256:%s' $(printf %s \"$6\" | sha256sum | cut -c1-64)\n", encoding="utf-8")
    docker.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for name in ("Dockerfile", "compose.yaml"):
        shutil.copy(ROOT / "deploy" / name, tmp_path)
    written = set()
    for _ in range(2):  # a digest that is there is renewed
        subprocess.run([sys.executable, ROOT / "script" / "lib" / "images.py", tmp_path], check=True)
        texts = [(tmp_path / name).read_text(encoding="utf-8") for name in ("Dockerfile", "compose.yaml")]
        written.add("".join(texts))
    (text,) = written
    images = IMAGE.findall(text)
    assert len(images) == 4
    for image in images:
        name, _, digest = image.partition("@sha256:")
        assert digest == hashlib.sha256(name.encode()).hexdigest()
    docker.write_text("#!/bin/sh\necho 'no such image' >&2\nexit 1\n", encoding="utf-8")
    command = [sys.executable, str(ROOT / "script" / "lib" / "images.py"), str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 1
    assert "no such image" in told.stderr
    assert "".join((tmp_path / name).read_text(encoding="utf-8") for name in ("Dockerfile", "compose.yaml")) == text
