"""Rules of shipped sheets for the slow twin, read without the program's games."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from axedrez.chess.sheet.schema import ChessSheet
from axedrez.library import GALLERY, RULEBOOKS
from axedrez.rulesheet.reading import resolve
from axedrez.rulesheet.validation import to_sheet
from tests.naive.variants.rules import Rules, rules_of


def _read(name: str) -> dict[str, Any]:
    own = GALLERY / f"{name}.toml"
    return tomllib.loads((own if own.exists() else RULEBOOKS / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def shipped(name: str) -> Rules:
    """The rules of a shipped sheet."""
    return changed(name, {})


def changed(name: str, changes: Mapping[str, Any]) -> Rules:
    """The rules of a shipped sheet with changes, as a sheet that extends it would make them."""
    return rules_of(to_sheet(resolve({"extends": name, **changes}, _read), ChessSheet, name))
