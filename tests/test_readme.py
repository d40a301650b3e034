"""What the documents say is run: every Python example, every sheet; and the field list is complete.

Links, and the files, modules and tests that documents name: `tests/test_documents.py`.
"""

from __future__ import annotations

import doctest
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

import axedrez
from axedrez import library
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.tables.sheet.schema import TablesSheet

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.es.md")
DOCUMENTS = (*READMES, *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").glob("*.md"))))


SERVED = "docs/client.md"
"""Its examples ask a server: `tests/test_client.py` runs them."""


def blocks(document: str, language: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def run(name: str, texts: list[str]) -> int:
    """Run the examples in order, with one set of names; returns how many."""
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner()
    report: list[str] = []
    for text in texts:
        example = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
        assert example.examples, f"a block of {name} without an example:\n{text}"
        runner.run(example, out=report.append, clear_globs=False)
        names.update(example.globs)
    assert runner.failures == 0, "".join(report)
    return runner.tries


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if each != SERVED])
def test_every_python_example_runs(document: str) -> None:
    tried = run(document, blocks(document, "python"))
    assert tried >= 10 or document not in READMES


def test_both_readmes_show_the_same_code() -> None:
    def bare(document: str) -> list[str]:
        return [re.sub(r" +#.*", "", block) for block in blocks(document, "python")]

    assert len(bare(READMES[0])) == len(bare(READMES[1]))
    for one, other in zip(*(bare(document) for document in READMES), strict=True):
        assert [line for line in one.splitlines() if line.startswith((">>> import", ">>> from"))] == [
            line for line in other.splitlines() if line.startswith((">>> import", ">>> from"))
        ]


def test_the_example_of_the_package_runs() -> None:
    assert axedrez.__doc__ is not None
    assert run("axedrez", [axedrez.__doc__]) > 0


def test_the_sheets_of_the_tutorial_load_and_play() -> None:
    sheets = [tomllib.loads(block) for block in blocks("docs/adding-a-game.md", "toml")]
    whole = [sheet for sheet in sheets if "id" in sheet]
    assert len(whole) >= 2
    for sheet in whole:
        game = library.from_data(sheet)
        assert game.start().legal_moves()
        assert library.rules(game, "es").sections


def test_the_figures_of_the_bench_have_their_place() -> None:
    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    for mark in ("<!-- bench -->\n", "<!-- /bench -->"):
        assert text.count(mark) == 1


@pytest.mark.parametrize("readme", READMES)
def test_a_readme_is_read_in_three_minutes(readme: str) -> None:
    text = re.sub(r"^```.*?^```", "", (ROOT / readme).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert len(text.split()) <= 750


def paths(kind: Any, prefix: str = "") -> Iterator[str]:
    """The fields of a sheet by path; `<name>` stands for the names in a table."""
    for part in get_args(kind) or (kind,):
        if isinstance(part, type) and issubclass(part, msgspec.Struct) and part.__name__ != "Words":
            for field in msgspec.structs.fields(part):
                path = f"{prefix}.{field.encode_name}".lstrip(".")
                inner = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
                yield path
                if get_origin(inner) is dict:
                    yield from paths(get_args(inner)[1], f"{path}.<name>")
                else:
                    yield from paths(inner, path)


def listed(text: str) -> set[str]:
    """What the tables of a text list in their first column."""
    lines = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {path for line in lines for path in re.findall(r"`([^`]+)`", line)}


@pytest.mark.parametrize("kind", [ChessSheet, TablesSheet])
def test_every_field_is_listed(kind: type) -> None:
    text = (ROOT / "docs/rule-sheets.md").read_text(encoding="utf-8")
    chess, tables = text.split("# Rule sheets of the tables family\n")
    shared = listed(chess.split("## Board and pieces")[0])
    found = listed(chess) if kind is ChessSheet else listed(tables) | shared - {"terms"}
    sections = {path.rsplit(".", 1)[0] for path in paths(kind) if "." in path}
    wanted = {path for path in paths(kind) if path not in sections and f"{path}.<name>" not in sections}
    assert wanted - found == set()
    assert found - wanted <= {"family", "extends"}


def test_the_sheets_of_the_list_teach_and_play() -> None:
    teaching, sheet = [tomllib.loads(block) for block in blocks("docs/rule-sheets.md", "toml")]
    assert [step.task for step in library.guide(library.from_data(teaching))] == ["play"]
    game = library.from_data(sheet)
    assert game.conduct.cube
    assert "N24/18 N18/16+" in [str(move) for move in game.start().play("61").legal_moves()]
    assert library.rules(game, "es").sections
