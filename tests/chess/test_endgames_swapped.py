"""Endgame tables made from those with colours swapped: their values, the proof that this is right, who sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axedrez import library
from axedrez.chess.endgames import building, files, material, symmetry, tables
from axedrez.chess.endgames.directory import Values
from axedrez.chess.endgames.tables import EndgameTables
from axedrez.chess.kernel import layout
from axedrez.chess.position.game import ChessGame
from tests.chess.test_endgames import FOUR, NINE, OFF, SHEETS, THREE, goals, small
from tests.chess.test_endgames_searched import sees_the_mate

PAWNS = "rkq/ppp/3/PPP/RKQ w - - 0 1"
INTO_ROOK = {"pawn": {"into": ["rook"]}}
UPRIGHT = "fRbBlWnN"
"""Rides ahead, back and lamely, and steps to the left alone: another image in each direction."""

SYMMETRIC = {
    **{name: SHEETS[name] for name in ("KRk", "two alike", "stalemate loses", "passing", "losing all")},
    "a pawn": (small(3, 5, PAWNS, promotion=INTO_ROOK), "KPk"),
    "pawns of both": (small(3, 5, PAWNS, promotion=INTO_ROOK), "KPkp"),
    "a pawn on the general path": (
        small(3, 5, PAWNS, promotion=INTO_ROOK, goal={"win": ["capture-royal"]}, royal={"parry": False}, draws=OFF),
        "KPk",
    ),
    "a pawn against a rook": (small(3, 4, THREE, promotion=INTO_ROOK), "KRkp"),
    "three alike": (small(4, 3, "rkrr/4/RKRR w - - 0 1"), "KRRRk"),
    "holes": (small(4, 4, "rnkq/p1pp/P1PP/RNKQ w - - 0 1", holes=("b2", "b3"), draws=OFF), "KQk"),
    "ways": (
        small(4, 4, FOUR, pieces={"knight": {"movement": UPRIGHT}, "rook": {"movement": "mRcpR"}}, draws=OFF),
        "KRNk",
    ),
    "reaching": (goals("checkmate", "royal-reaches", goal={"region": ["a1", "a4"]}), "KRk"),
    "a piece arrives": (goals("checkmate", "piece-reaches", goal={"runners": ["pawn", "rook"]}), "KPk"),
    "bare": (goals("checkmate", "bare-royal", start=NINE), "KRkq"),
    "explosions": (
        goals("checkmate", "capture-royal", start=NINE, capture={"explosion": True}),
        "KRQk",
    ),
    "own captures": (goals("checkmate", start=NINE, capture={"own": True}), "KRQk"),
}
LAST_MOVE = goals(
    "royal-reaches", goal={"region": ["a1", "a4"], "last_move": True}, royal={"give_check": False}
)  # fmt: skip
ONE_SIDED = {
    "a last move": (LAST_MOVE, ("last_move",)),
    "a hole": (small(4, 4, "rnkq/pppp/PPPP/1NKQ w - - 0 1", holes=("a1",)), ("board",)),
    "a region": (goals("royal-reaches", goal={"region": ["a4", "c1"]}), ("region",)),
    "where runners arrive": (
        goals("checkmate", "piece-reaches", goal={"runners": ["rook"], "runner_region": ["b4"]}),
        ("arrival",),
    ),
    "a kind that one side lacks": (
        small(3, 3, "rkq/3/1KQ w - - 0 1", goal={"win": ["extinction"], "extinct": ["rook", "queen"]}, draws=OFF),
        ("extinct",),
    ),
    "where pawns begin": (small(3, 5, "rkq/ppp/PPP/3/RKQ w - - 0 1", promotion=INTO_ROOK), ("pawn_squares",)),
    "turns": (goals("checkmate", start=NINE, turn={"moves": "progressive"}), ("turn_length",)),
}
"""Sheets whose rules are not the same for both, and what is found among other things."""


def built(pieces: str, game: ChessGame, folder: Path, monkeypatch: pytest.MonkeyPatch) -> EndgameTables:
    """Tables of which that of `pieces` is built in `folder`, and none is made from another."""
    with monkeypatch.context() as patch:
        patch.setattr(symmetry, "is_symmetric", lambda game: False)
        found = EndgameTables(game, folder)
        found.tables(pieces)
    assert files.path_of(pieces, game, folder).exists()
    return found


@pytest.fixture
def no_building(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on every table must be there."""

    def refused(pieces: str, *others: Any) -> Values:
        raise AssertionError(f"{pieces} is built")

    return lambda: monkeypatch.setattr(building, "build", refused)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_swapped_table_equals_the_one_that_is_built(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_building: Callable[[], None]
) -> None:
    sheet, text = SYMMETRIC[name]
    game = ChessGame(sheet)
    assert symmetry.asymmetries(game) == ()
    pieces = material.parse(text, game)
    other = material.swapped(pieces, game)
    right = built(other, game, tmp_path / "other", monkeypatch)
    built(pieces, game, tmp_path / "one", monkeypatch)
    no_building()
    asked = EndgameTables(game, tmp_path / "one")
    assert len(set(right.values(other).tolist())) > 3
    assert np.array_equal(asked.values(other), right.values(other))
    assert np.array_equal(symmetry.swapped(asked.values(other), other, game), asked.values(pieces))
    assert asked.faults(other) == 0
    table, same = asked.tables(other)[-1], right.tables(other)[-1]
    assert table._replace(longest=None, stored=None) == same._replace(longest=None, stored=None)
    assert (table.longest is None) == (same.longest is None)
    if table.longest is not None and same.longest is not None:
        assert table.longest.text() == same.longest.text()
    assert [each.pieces for each in asked.tables(other)] == [each.pieces for each in right.tables(other)]


@pytest.mark.parametrize("name", ONE_SIDED)
def test_a_sheet_that_is_not_the_same_for_both_is_told(name: str) -> None:
    sheet, parts = ONE_SIDED[name]
    assert set(parts) <= set(symmetry.asymmetries(ChessGame(sheet)))


def test_where_the_rules_differ_both_are_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ChessGame(LAST_MOVE)
    asked = EndgameTables(game, tmp_path)
    one = asked.values("KRk")
    assert files.Listing(game, tmp_path).names().count("Kkr") == 0
    other = asked.values("Kkr")
    assert files.path_of("Kkr", game, tmp_path).exists()
    assert np.array_equal(other, built("Kkr", game, tmp_path / "alone", monkeypatch).values("Kkr"))
    assert asked.faults("Kkr") == 0
    assert not np.array_equal(symmetry.swapped(one, "KRk", game), other)  # swapping would have been wrong


def test_of_the_shipped_rulebooks_those_are_not_the_same_for_both() -> None:
    found = {}
    for name in dict.fromkeys((*library.rulebooks(), *library.gallery())):
        game = library.load(name)
        if isinstance(game, ChessGame) and (parts := symmetry.asymmetries(game)):
            found[name] = parts
    assert found == {
        "horde": ("pawn_squares",),  # White's pawns begin on other ranks
        "marseillais": ("turn_length",),
        "marseillais-balanced": ("turn_length",),
        "progressive": ("turn_length",),
        "racing-kings": ("region", "last_move"),  # both race to the same rank, and Black has a last move
    }


def _planted(name: str, place: int, value: int) -> tuple[str, ...]:
    """What the proof finds in a shipped rulebook with another word at a place of its array."""
    game = library.load(name)
    assert isinstance(game, ChessGame)
    words = game.compiled.copy()
    assert int(words[place]) != value
    assert not [*symmetry.differences(words, game)]
    words[place] = value
    return tuple(symmetry.differences(words, game))


def _black(place: np.uint64, kind: int = 0, square: int = 0) -> int:
    """Where the array has a square's word of a kind of Black."""
    return int(place) + (16 + kind) * 64 + square


FAST, GENERAL = "clasico", "cannons"
PLANTED = {
    "a hole": (FAST, int(layout.BOARD), (1 << 64) - 2, "board"),
    "pawns of White alone promote": (FAST, int(layout.PAWN_ZONE) + 1, 0, "pawn_zone"),
    "another double step": (FAST, int(layout.DOUBLE_FROM) + 1, 0xFF << 40, "double_from"),
    "pieces of one side promote": (FAST, int(layout.PROMO_ZONE) + 16 + 2, 0xFF, "promo_zone"),
    "a pawn's capture": (FAST, int(layout.PAWN_CAPTURES) + 64 + 52, 1 << 43, "pawn_captures"),
    "a leap": (FAST, int(layout.LEAP) + 64 * 4 + 1, 1 << 40, "leap"),
    "squares between": (FAST, int(layout.BETWEEN) + 64 * 0 + 2, 0, "between"),
    "a line on an empty board": (FAST, int(layout.OPEN_LINES), 2, "open_lines"),
    "what bars a line": (FAST, int(layout.LINES), 2, "lines"),
    "a ray": (FAST, int(layout.RAYS), 2, "lines"),
    "an attack set": (FAST, -1, 1, "lines"),
    "a word of the header that nobody knows": (FAST, 14, 1, "unknown"),
    "a part that nobody knows": (FAST, 400, 1, "unknown"),
    "a goal's squares": (GENERAL, int(layout.REGION), 1, "region"),
    "kinds that must not die out": (GENERAL, int(layout.EXTINCT), 4, "extinct"),
    "the last rank": (GENERAL, int(layout.LAST_RANK), 0xFF << 48, "last_rank"),
    "en passant": (GENERAL, int(layout.EP_FROM) + 1, 0, "en_passant_from"),
    "where runners win": (GENERAL, int(layout.ARRIVAL) + 1, 0xFF00, "arrival"),
    "drops": (GENERAL, int(layout.DROPS) + 16 + 3, 0, "drops"),
    "another move of Black's": (GENERAL, _black(layout.LEAP_MOVES, 1, 60), 1, "leap_moves"),
    "another capture of Black's": (GENERAL, _black(layout.LEAP_CAPTURES, 1, 60), 1, "leap_captures"),
    "from where Black captures": (GENERAL, _black(layout.LEAP_SOURCES, 1, 60), 1, "leap_sources"),
    "a way": (GENERAL, int(layout.WAYS) + 1 + 3 * 9, 1, "ways"),
    "the kind of a way": (GENERAL, int(layout.WAYS), 7, "ways"),
    "a kind without its ways": (GENERAL, int(layout.WAYS_OF) + 16 + 2, 0, "ways"),
    "a last move": (GENERAL, int(layout.FLAGS), int(layout.LAST_MOVE), "last_move"),
    "turns of two moves": (GENERAL, int(layout.TURN), 2, "turn_length"),
    "a flag that nobody knows": (GENERAL, int(layout.FLAGS), 1 << 40, "unknown_flags"),
    "a goal that nobody knows": (GENERAL, int(layout.WINS), 1 << 40, "unknown_flags"),
    "a word of the general part that nobody knows": (GENERAL, layout.GENERAL + 19, 1, "unknown"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_differs_for_one_side_makes_the_proof_fail(name: str) -> None:
    rulebook, place, value, part = PLANTED[name]
    assert part in _planted(rulebook, place, value)


@pytest.mark.parametrize("name", [FAST, GENERAL, "grasshoppers", "los-alamos"])
def test_each_word_of_the_array_is_compared_or_is_without_colour(name: str) -> None:
    """The listed fields and the words left out cover what is written, and no word twice."""
    game = library.load(name)
    assert isinstance(game, ChessGame)
    fields = symmetry._FIELDS if game.fast else symmetry._FIELDS | symmetry._GENERAL_FIELDS
    elsewhere = symmetry._ELSEWHERE if game.fast else symmetry._ELSEWHERE + symmetry._GENERAL_ELSEWHERE
    times = np.zeros(len(game.compiled), np.int64)
    for field in fields.values():
        times[int(field.begin) :][: int(np.prod(field.shape))] += 1
    for begin, count in elsewhere:
        times[int(begin) :][:count] += 1
    assert times.max() == 1
    fixed = layout.GENERAL if game.fast else layout.WAYS
    assert (times[:fixed][game.compiled[:fixed] != 0] == 1).all()


def test_a_table_on_disk_stands_for_both(tmp_path: Path, no_building: Callable[[], None], classic: ChessGame) -> None:
    written = EndgameTables(classic, tmp_path)
    written.tables("KRk")
    no_building()
    asked = EndgameTables(classic, tmp_path)
    assert set(files.Listing(classic, tmp_path).names()) == {"Kk", "KRk", "Kkr"}
    table = asked.tables("Kkr")[-1]
    assert table.stored == written.tables("KRk")[-1].stored
    assert (table.black, table.white) == written.tables("KRk")[-1][1:3]
    position = classic.parse("8/8/8/8/8/1k6/8/K6r w - - 0 1")
    found = EndgameTables(classic, tmp_path).probe(position, build=False)
    assert found is not None
    assert found.outcome == "loss"
    below = asked.below(classic.parse("8/8/8/2k5/8/1r6/1P2K3/8 w - - 0 1"))
    assert below is not None
    assert below.most == 3
    assert not files.path_of("Kkr", classic, tmp_path).exists()


@pytest.mark.usefixtures("own_tables")
def test_the_search_uses_the_mirror_image_on_disk(classic: ChessGame, no_building: Callable[[], None]) -> None:
    for pieces in ("KQk", "KRk"):
        tables.of(classic).tables(pieces)
    tables.of.cache_clear()
    no_building()
    sees_the_mate(classic)
