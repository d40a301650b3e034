"""No code knows a rulebook by its name; formats that name games have tables of their names."""

from __future__ import annotations

import ast
from pathlib import Path

import axedrez

SOURCE = Path(axedrez.__file__).parent
NAMES = {*axedrez.rulebooks(), *axedrez.gallery()}
VALUES = {"chess960", "extinction", "progressive"}
"""Words of the schema of sheets, which are also names of rulebooks."""
FORMATS = {
    "chess/gamefiles/pgn/variants.py": "what PGN calls a game; a file that names none is classic chess",
    "chess/variants_ini/terms.py": "the games that variants.ini starts from",
    "chess/variants_ini/state.py": "a section without a parent is read as a change of classic chess",
    "tables/gamefiles/backgammon.py": "a .mat file and a .sgf file are backgammon",
    "uci/variants.py": "what UCI calls a game",
    "uci/session.py": "the option UCI_Chess960 changes classic chess alone",
    "ratings/anchors.py": "the game in which the levels of the computer were measured",
}


def names_in(file: Path) -> set[str]:
    """The names of rulebooks among the strings of a module."""
    strings = {node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)}
    return {text for text in strings if isinstance(text, str)} & NAMES


def test_only_formats_name_rulebooks() -> None:
    named = {path.relative_to(SOURCE).as_posix(): names_in(path) for path in SOURCE.rglob("*.py")}
    assert {file: names for file, names in named.items() if names - VALUES and file not in FORMATS} == {}
    assert all(named[file] for file in FORMATS), "a file of the list names none any more"
