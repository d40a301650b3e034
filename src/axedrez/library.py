"""Finding rulebooks by name or path and loading them as games."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from axedrez.core.contract import Game
from axedrez.core.errors import SheetError, TextError
from axedrez.core.manual import Manual
from axedrez.rulesheet.faults import fault
from axedrez.rulesheet.reading import MAX_BYTES, option_value, read_toml, resolve, set_option

RULEBOOKS = Path(__file__).with_name("rulebooks")
# The families are imported when a game of theirs is first loaded: their kernels take a while.
FAMILIES = {
    "chess": ("axedrez.chess.sheet", "ChessSheet", "axedrez.chess.game", "ChessGame"),
    "tables": ("axedrez.tables.sheet", "TablesSheet", "axedrez.tables.game", "TablesGame"),
}
_FIRST = ("clasico", "reglamento", "chess2d", "tradicional", "chessgammon", "backgammon")


@cache
def rulebooks() -> tuple[str, ...]:
    """The names of the shipped rulebooks, the four classic ones first."""
    found = sorted(path.stem for path in RULEBOOKS.glob("*.toml"))
    return (*_FIRST, *(name for name in found if name not in _FIRST))


def _shipped(name: str) -> dict[str, Any]:
    if name not in rulebooks():
        raise TextError("rulebook_unknown", name=name[:80], valid=", ".join(rulebooks()))
    return read_toml((RULEBOOKS / f"{name}.toml").read_text(encoding="utf-8"), name)


def _read(name: str) -> dict[str, Any]:
    """The text of a shipped name or of a path to a sheet."""
    if name in rulebooks() or not (name.endswith(".toml") or "/" in name):
        return _shipped(name)
    try:
        with open(name, encoding="utf-8") as file:
            return read_toml(file.read(MAX_BYTES + 1), name)
    except (OSError, ValueError) as problem:
        if isinstance(problem, TextError):
            raise
        raise TextError("sheet_unreadable", name=name[:200]) from None


def load(name: str, options: Mapping[str, Any] | None = None) -> Game:
    """The rulebook of a shipped name, or of a path to a sheet, with options set.

    `options`: path or unique last part of it → value (a text is read as on the command line).
    Raises `TextError` for a name, text or option that is none, `SheetError` for a faulty sheet.
    """
    given = tuple(sorted((options or {}).items()))
    if name in rulebooks():
        try:
            return _load_shipped(name, given)
        except TypeError:  # an option whose value cannot be hashed
            pass
    return _build(resolve(_read(name), _shipped), name, given)


@lru_cache(maxsize=128)
def _load_shipped(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return _build(resolve(_shipped(name), _shipped), name, options)


def from_data(data: dict[str, Any], options: Mapping[str, Any] | None = None) -> Game:
    """The game of a sheet given as data (its JSON or TOML form); raises like `load`."""
    return _build(resolve(data, _shipped), str(data.get("id", "?"))[:80], tuple((options or {}).items()))


def rules(game: Game, lang: str = "en") -> Manual:
    """The complete rules of a game in words, in `lang` (`es` or `en`); raises `KeyError` for another language."""
    words = importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.words")
    manual: Manual = words.rules(game, lang)
    return manual


def _build(data: dict[str, Any], name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    from axedrez.rulesheet.faults import to_sheet

    family = FAMILIES.get(str(data.get("family")))
    if family is None:
        raise SheetError(name, [fault("family", data.get("family"), " | ".join(FAMILIES))])
    sheet_module, sheet_name, game_module, game_name = family
    kind = getattr(importlib.import_module(sheet_module), sheet_name)
    for path, value in options:
        data = set_option(data, kind, path, option_value(value) if isinstance(value, str) else value)
    sheet = to_sheet(data, kind, name)
    game: Game = getattr(importlib.import_module(game_module), game_name)(sheet)
    return game
