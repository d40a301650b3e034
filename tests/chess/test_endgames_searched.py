"""Endgame tables inside the tree of the search, on both kernel paths."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import numpy as np
import pytest

from axedrez import library
from axedrez.chess.endgames import directory, files, tables
from axedrez.chess.endgames.tables import EndgameTables
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.kernel.endgames import known_score
from axedrez.chess.engine.known_endgames import Endgames
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History
from tests.chess.test_endgames import goals

PROMOTING = "8/8/8/3k4/8/8/1p1PK3/8 w - - 0 1"
"""Black promotes and takes the last pawn: nobody sees the mate far behind that."""
pytestmark = pytest.mark.usefixtures("own_tables")
UNKNOWN, MATE = int(layout.UNKNOWN), int(layout.MATE)


def sees_the_mate(classic: ChessGame) -> None:
    """A search of `PROMOTING` finds the mate, with its line to the end."""
    position = classic.parse(PROMOTING)
    found = Engine(classic).think(position, History(), Limits(nodes=100_000)).lines[0]
    assert found.score.mate is not None
    assert found.score.mate < 0
    assert len(found.pv) == -2 * found.score.mate
    for move in found.pv:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "checkmate"


@pytest.mark.parametrize("fast", [True, False], ids=["fast path", "general path"])
def test_a_decided_score_is_never_wrong_and_more_are_decided(fast: bool) -> None:
    """Of four pieces on twelve squares all is known; the search gets the tables of three alone."""
    game = ChessGame(goals("checkmate", turn={"passing": "never" if fast else "allowed"}))
    assert game.fast == fast
    asked = EndgameTables(game)
    asked.tables("KRkr")
    chance = random.Random(5)
    positions = [
        position
        for verdict in ("win", "draw", "loss")
        for position in asked.sample("KRkr", verdict, 20, seed=chance.randrange(99))
    ]
    exact = [asked.probe(position) for position in positions]
    files.path_of("KRkr", game).unlink()
    tables.of.cache_clear()
    decided = {}
    for use in ("off", "stored"):
        engine = Engine(game, endgames=Endgames(use=use))
        decided[use] = 0
        for position, right in zip(positions, exact, strict=True):
            engine.new_game()
            score = engine.think(position, History(), Limits(nodes=150)).lines[0].score
            assert right is not None
            if score.mate is not None:
                decided[use] += 1
                assert (right.outcome, score.mate > 0) in {("win", True), ("loss", False)}, position.text()
                assert right.plies is not None
                assert abs(score.mate) >= (right.plies + 1) // 2 - (right.outcome == "loss")
    assert decided["stored"] > decided["off"]


def test_what_few_pieces_come_down_to_is_seen_with_its_line_to_mate(classic: ChessGame) -> None:
    for pieces in ("Kkq", "Kkr"):
        tables.of(classic).tables(pieces)
    position = classic.parse(PROMOTING)
    without = Engine(classic, endgames=Endgames(use="off")).think(position, History(), Limits(nodes=100_000))
    assert without.lines[0].score.mate is None
    sees_the_mate(classic)


def _score(position: ChessPosition, search: Search) -> int:
    search.memory[int(layout.STATES) :][: len(position.raw)] = position.raw
    return int(known_score(search.memory, layout.STATES, position.game.compiled, np.uint64(3)))


def test_the_kernel_reads_what_the_table_says_but_for_the_move_limit(classic: ChessGame) -> None:
    asked = tables.of(classic)
    asked.tables("KRk")
    asked.tables("KPk")
    root = classic.parse("8/8/8/2k5/8/1r6/1P2K1R1/8 w - - 0 1")
    below = asked.below(root)
    assert below is not None
    search = Search(classic, TranspositionTable(1))
    search.begin(root, History(), endgames=below)
    for verdict, sign in (("win", 1), ("loss", -1), ("draw", 0)):
        for position in asked.sample("KRk", verdict, 40, seed=3):  # type: ignore[arg-type]
            told = asked.probe(position)
            assert told is not None
            assert _score(position, search) == sign * (MATE - 3 - (told.plies or 0)), position.text()
            if told.plies:
                for quiet, is_known in ((100 - told.plies, True), (101 - told.plies, False)):
                    late = classic.parse(position.text().replace(" 0 1", f" {quiet} 90"))
                    assert (_score(late, search) != UNKNOWN) == is_known
    for text in (
        "8/8/8/4k3/8/8/8/KNB5 w - - 0 1",  # no such table
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ):
        assert _score(classic.parse(text), search) == UNKNOWN


def test_only_tables_that_may_be_reached_are_loaded(classic: ChessGame) -> None:
    asked = tables.of(classic)
    for pieces in ("KRk", "KPk"):
        asked.tables(pieces)

    def most(text: str) -> int | None:
        below = asked.below(classic.parse(text))
        return below.most if below is not None else None

    assert most("8/8/8/2k5/8/1r6/1P2K1R1/8 w - - 0 1") == 3
    assert most("8/8/8/2k5/8/1nb5/3K4/8 w - - 0 1") == 3  # of Black's piece, as of White's
    assert most("8/8/8/8/8/2k5/8/KR6 w - - 0 1") is None  # it has a table itself
    assert most("8/8/8/2k5/8/1n6/3K4/8 w - - 0 1") is None  # that of KNk, with colours swapped
    assert asked.below(classic.start()) is None
    assert Endgames(use="off").ask(classic.parse(PROMOTING)).below is None
    crazyhouse = library.load("crazyhouse")
    assert isinstance(crazyhouse, ChessGame)
    assert Endgames().ask(crazyhouse.parse("4k3/8/8/8/8/8/8/4K2R[] w - - 0 1")).below is None


def test_the_folder_is_listed_again_when_it_has_changed(
    classic: ChessGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, stored = list[Path | None](), files.stored

    def counted(game: ChessGame, folder: Path | None) -> list[str]:
        listed.append(folder)
        return stored(game, folder)

    monkeypatch.setattr(files, "stored", counted)
    listing = files.Listing(classic, tmp_path)
    assert listing.names() == []
    assert not listed  # there is no folder yet
    values = np.zeros(directory.size("KRk", classic), np.uint16)
    for count, (pieces, names) in enumerate([("KRk", {"KRk", "Kkr"}), ("Kkq", {"KRk", "Kkr", "KQk", "Kkq"})], 1):
        files.write(pieces, values, (), classic, tmp_path)
        folder = files.path_of(pieces, classic, tmp_path).parent
        os.utime(folder, (count, count))  # long ago
        for _ in range(3):
            assert set(listing.names()) == names
        assert len(listed) == count


def test_a_change_that_the_time_of_the_folder_does_not_tell_is_seen(classic: ChessGame, tmp_path: Path) -> None:
    listing, values = files.Listing(classic, tmp_path), np.zeros(directory.size("KRk", classic), np.uint16)
    soon = time.time() + 1000
    for pieces in ("KRk", "Kkq"):
        files.write(pieces, values, (), classic, tmp_path)
        os.utime(files.path_of(pieces, classic, tmp_path).parent, (soon, soon))
        assert pieces in listing.names()
