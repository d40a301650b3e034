"""The site of the documentation is built without a warning, and each of its links leads somewhere.

The manual of two rulebooks stands for that of all: it takes half of the time. `tests/e2e/test_site.py`
builds the whole.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

sys.path.append(str(Path(__file__).parents[1] / "docs" / "site"))
import links  # type: ignore[import-not-found]
import reference  # type: ignore[import-not-found]

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.timeout(600)  # the build takes some twenty seconds of a processor, which may be busy


def build(folder: Path, *words: str) -> Path:
    """The folder of the site. Any warning of Sphinx, and any link that leads nowhere, fails here."""
    command = [sys.executable, str(ROOT / "docs" / "site" / "build.py"), str(folder), *words]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert not built.stderr.strip()
    return folder / "html"


def test_it_is_built_and_every_public_name_is_in_its_index(tmp_path: Path) -> None:
    site = build(tmp_path, "--manual", "chessgammon", "atomic")
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    known = {name for kind in inventory.data if kind.startswith("py:") for name in inventory.data[kind]}
    for public in reference.modules():
        names = {name for name in public.names if reference.is_indexed(public.module, name)}
        assert {f"{public.module}.{name}" for name in names} <= known
        page = (site / "reference" / f"{public.module}.html").read_text(encoding="utf-8")
        assert all(f">{name}<" in page for name in public.names), public.module
    assert {"axedrez.Position.legal_moves", "axedrez.Game.start", "axedrez.environments.Batch.step"} <= known
    assert not list((site / "_sources").rglob("*.*")), "no second copy of the texts"


def test_the_check_of_links_finds_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top">A</h1><a href="b.html#none">b</a><a href="#top">A</a>')
    (tmp_path / "b.html").write_text('<img src="gone.png"><link rel="stylesheet" href="https://example.org/a.css">')
    (tmp_path / "c.css").write_text("@import url(//example.org/font.css);")
    assert links.faults(tmp_path) == [
        "b.html: loads https://example.org/a.css",
        "a.html: there is no b.html#none",
        "b.html: there is no gone.png",
        "c.css: loads //example.org/font.css",
    ]
