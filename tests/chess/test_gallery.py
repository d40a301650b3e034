"""The gallery of modified games: perft counts found by independent programs, and every sheet beside its slow twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from axedrez import library
from axedrez.chess.position.game import ChessGame
from tests import sheets
from tests.naive import variants
from tests.sheets import twins

SUITES = Path(__file__).parents[1] / "perft"
GALLERY = library.gallery()
# What the specification asks for; the gallery may hold more.
ASKED_FOR = {
    *("chess960", "crazyhouse", "antichess", "atomic", "horde", "king-of-the-hill", "racing-kings", "three-check"),
    *("marseillais", "progressive", "knightmate", "extinction", "dice-chess", "torpedo", "no-castling", "capture-all"),
}


def _suite(name: str) -> list[tuple[str, list[int]]]:
    lines = (SUITES / f"{name}.epd").read_text(encoding="utf-8").splitlines()
    return [(fen, [int(count.split()[1]) for count in counts]) for fen, *counts in (line.split(" ;") for line in lines)]


def test_the_gallery_holds_what_was_asked_for() -> None:
    assert set(GALLERY) >= ASKED_FOR


@pytest.mark.parametrize("name", GALLERY)
def test_a_sheet_says_only_what_it_changes_and_says_what_it_is(name: str) -> None:
    game = sheets.chess(name)
    assert game.name == name
    assert game.sheet.summary
    assert game.sheet.source
    assert game.hash != sheets.chess("clasico").hash


@pytest.mark.parametrize("name", GALLERY)
def test_perft_of_the_suite(name: str) -> None:
    suite = _suite(name)
    assert len(suite) >= 7
    for fen, counts in suite:
        position = sheets.read(fen, name)
        assert position.text() == fen
        assert [sheets.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts, fen


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GALLERY)
def test_random_games_beside_the_twin(name: str, seed: int) -> None:
    """Positions, moves, the text and end after each, and the end of the game."""
    found = list(twins.faults(sheets.chess(name), f"{name} {seed}", plies=150, compared=10, after=6))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", GALLERY)
def test_the_twin_counts_the_suite_too(name: str) -> None:
    """As far as it goes quickly: the counts come from programs that know nothing of our sheets."""
    rules = twins.rules_of(sheets.chess(name))
    for fen, counts in _suite(name):
        position = variants.read(rules, fen)
        for depth, count in enumerate(counts, start=1):
            if count <= 60:
                assert variants.perft(position, depth) == count, fen


def test_games_of_the_gallery_are_chess_games() -> None:
    assert all(isinstance(sheets.chess(name), ChessGame) for name in GALLERY)
