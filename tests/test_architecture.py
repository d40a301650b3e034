"""docs/architecture.md lists the rooms in the order in which they may import each other; their types have own names."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "axedrez"
DATA = {"page", "rulebooks"}
"""Folders without code."""
ALONE = {"chess": "chess:", "tables": "games of dice:"}
"""How the description of a room begins that only this family has."""


def _rows(heading: str) -> list[tuple[str, str]]:
    """The rooms of the table below a heading, and what each holds."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \| (.+) \|$", section, re.MULTILINE)
    return [(room.removesuffix("/").removesuffix(".py"), what) for cell, what in rows for room in cell.split("`")[1::2]]


def _tree(folder: Path) -> set[str]:
    found = {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
    modules = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("__")}
    return {*found, *modules} - (DATA if folder == SOURCE else set())


def _layers(container: str) -> list[set[str]]:
    """The layers that an import contract sets for a package, the highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in project["tool"]["importlinter"]["contracts"]:
        if contract.get("containers") == [container] and contract.get("exhaustive"):
            return [set(re.findall(r"\w+", layer)) for layer in contract["layers"]]
    raise AssertionError(f"no contract for {container}")


@pytest.mark.parametrize(
    ("folder", "heading"), [("", "Rooms"), ("chess", "Families"), ("tables", "Families"), ("server", "The server")]
)
def test_the_rooms_are_listed_in_their_order(folder: str, heading: str) -> None:
    others = tuple(word for name, word in ALONE.items() if folder in ALONE and name != folder)
    rows = [room for room, what in _rows(heading) if not (others and what.startswith(others))]
    layers = _layers(f"axedrez.{folder}" if folder else "axedrez")
    assert set(rows) == _tree(SOURCE / folder) == set().union(*layers)
    assert len(rows) == len(set(rows))
    levels = [next(level for level, names in enumerate(layers) if room in names) for room in rows]
    assert levels == sorted(levels), "the table is in the order of the layers"


@pytest.mark.parametrize("family", list(ALONE))
def test_a_type_of_a_family_has_a_name_of_its_own(family: str) -> None:
    places: dict[str, list[str]] = {}
    for path in sorted((SOURCE / family).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(path.relative_to(SOURCE).as_posix())
    assert len(places) > 50
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_components_of_the_page_are_short() -> None:
    """Their logic lies in plain TypeScript beside them, where it is tested without a browser."""
    lengths = {
        path.name: path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "web" / "src").rglob("*.svelte")
    }
    assert len(lengths) > 100
    assert {name: lines for name, lines in lengths.items() if lines >= 300} == {}
