"""Sections of `variants.ini` as sheets and back, beside Fairy-Stockfish with the same text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from axedrez import library
from axedrez.chess import perft, variants_ini
from axedrez.chess.position.game import ChessGame
from axedrez.chess.variants_ini import state
from axedrez.chess.variants_ini import text as variants_ini_text
from axedrez.chess.variants_ini.terms import BUILTINS, OPTIONS, PIECES
from axedrez.core import TextError
from axedrez.rulesheet.interchange import Exported, Imported
from tests import sheets
from tests.oracles import fairy_ini
from tests.sheets import playing

OWN = Path(__file__).with_name("variants.ini").read_text(encoding="utf-8")
BUILT_IN = "".join(f"[builtin-{name}:{name}]\n" for name in BUILTINS)
# Its pieces may castle from where they are placed, and bishops must stand on both colours.
# The others have more than sheets can say: they are known so that sections derived from them get the true reasons.
BEYOND = {"codrus", "losers", "nocheckatomic", "pocketknight", "breakthrough", "amazons"}
UNLIKE = {"builtin-placement", *(f"builtin-{name}" for name in BEYOND)}
UNSAID = {
    "chess960": ["start.shuffle"],
    "dice-chess": ["dice.mode"],
    "free-shuffle": ["start.shuffle"],
    "marseillais": ["turn.moves"],
    "marseillais-balanced": ["turn.moves"],
    "own-capture": ["capture.own"],
    "pawn-race": ["goal.runners"],
    "progressive": ["turn.moves"],
}
"""Shipped sheets with something that `variants.ini` cannot say."""
NAMES = ("clasico", "chess2d", *library.gallery())
SAYABLE = [name for name in NAMES if name not in UNSAID]


@cache
def read() -> dict[str, Imported]:
    """Our sections and the built-in variants, as they are read."""
    return {found.name: found for found in library.imported(OWN + BUILT_IN)}


@cache
def exported() -> dict[str, Exported]:
    """The shipped sheets as sections."""
    return {name: library.exported(library.load(name)) for name in NAMES}


@pytest.fixture(autouse=True, scope="module")
def _known_to_pyffish() -> None:
    fairy_ini.load(OWN + BUILT_IN + "".join(each.text for each in exported().values()))


def game(sheet: dict[str, Any]) -> ChessGame:
    """The game of a sheet's data."""
    found = library.from_data(sheet)
    assert isinstance(found, ChessGame)
    return found


def plays_alike(ours: ChessGame, name: str) -> None:
    """Equal numbers of paths from the start, and equal moves and ends in a random game."""
    start, fen = ours.start(), fairy_ini.start(name)
    for depth in (1, 2):
        assert perft.paths(start, depth) == fairy_ini.perft(name, fen, depth)
    assert {str(move) for move in start.legal_moves()} == fairy_ini.moves(name, fen, []).keys()
    assert list(fairy_ini.differences(ours, name, seed=0)) == []


def plays_alike_for_long(ours: ChessGame, name: str) -> None:
    """A third ply, and more random games.

    Only after every fourth of the first moves: the other program takes milliseconds for a position.
    """
    start, fen = ours.start(), fairy_ini.start(name)
    theirs = fairy_ini.moves(name, fen, [])
    for move in sorted(theirs)[::4] if len(theirs) <= 40 else ():
        assert perft.paths(start.play(move), 2) == fairy_ini.perft(name, fen, 2, (theirs[move],)), move
    for seed in range(1, 4):
        assert list(fairy_ini.differences(ours, name, seed)) == []


ALIKE = [name for name in variants_ini.names(OWN + BUILT_IN) if name not in UNLIKE]


@pytest.mark.parametrize("name", ALIKE)
def test_sections_play_as_fairy_stockfish_plays_them(name: str) -> None:
    assert read()[name].uncovered == ()
    assert [str(fault) for fault in read()[name].faults] == []
    plays_alike(game(read()[name].sheet), name)


@pytest.mark.long
@pytest.mark.parametrize("name", ALIKE)
def test_sections_play_as_fairy_stockfish_for_long(name: str) -> None:
    plays_alike_for_long(game(read()[name].sheet), name)


def test_sections_say_every_option_and_kind() -> None:
    told = [variant.said.keys() for _, variant in state.variants(variants_ini_text.read(OWN))]
    unsayable = {"immobile", "janggiCannon", "janggiElephant", "promotionZonePawnDrops", "castlingRank"}
    custom = {f"customPiece{number}" for number in range(7, 25)}
    assert {*OPTIONS, *PIECES} - set().union(*told) == unsayable | custom


def test_a_built_in_variant_is_a_rulebook_of_ours() -> None:
    for name, builtin in BUILTINS.items():
        if name in BEYOND or name in ("gardner", "giveaway"):
            continue
        ours, theirs = library.load(builtin.rulebook), game(read()[f"builtin-{name}"].sheet)
        if name not in ("5check", "fischerandom", "placement"):
            assert ours.start().text() == theirs.start().text(), name


@pytest.mark.parametrize("name", SAYABLE)
def test_exported_sheets_are_played_alike(name: str) -> None:
    ours = library.load(name)
    assert isinstance(ours, ChessGame)
    plays_alike(ours, f"axedrez-{name}")


@pytest.mark.long
@pytest.mark.parametrize("name", SAYABLE)
def test_exported_sheets_are_played_alike_for_long(name: str) -> None:
    ours = library.load(name)
    assert isinstance(ours, ChessGame)
    plays_alike_for_long(ours, f"axedrez-{name}")


@pytest.mark.parametrize("name", SAYABLE)
def test_an_exported_sheet_comes_back(name: str) -> None:
    (back,) = library.imported(exported()[name].text)
    assert (back.uncovered, back.faults) == ((), ())
    ours, again = library.load(name), game(back.sheet)
    for ply in playing.samples(ours, seed=1, plies=80):
        position = again.parse(ply.position.text())
        assert sheets.ucis(position) == sheets.ucis(ply.position), ply.position.text()
        ends = [one.outcome() for one in (ply.position, position)]
        assert [end and (end.result, end.reason) for end in ends] == [ends[0] and (ends[0].result, ends[0].reason)] * 2


def test_what_cannot_be_exported_is_named() -> None:
    assert {name: [one.field for one in each.unsaid] for name, each in exported().items() if each.unsaid} == UNSAID
    asymmetric = game({"extends": "clasico", "id": "x", "pieces": {"queen": {"movement": "lRfB"}}})
    assert [one.field for one in variants_ini.exported(asymmetric).unsaid] == ["pieces.queen.movement"]
    with pytest.raises(TextError) as refusal:
        library.exported(library.load("backgammon"))
    assert refusal.value.reason == "ini_family"


@pytest.mark.parametrize("name", sorted(BEYOND))
def test_built_in_variants_beyond_sheets_are_refused_with_reasons(name: str) -> None:
    found = read()[f"builtin-{name}"]
    assert found.uncovered or found.faults
    assert "ini_parent" not in {fault.reason for fault in found.faults}


def test_the_last_value_of_a_repeated_option_wins() -> None:
    text = "[twice-said:chess]\nstalemateValue = win\nmustCapture = true\nstalemateValue = loss\n"
    fairy_ini.load(text)
    (found,) = library.imported(text)
    assert [(said.option, said.value, said.line) for said in found.outdone] == [("stalemateValue", "win", 2)]
    assert game(found.sheet).sheet.goal.stalemate == "loss"
    plays_alike(game(found.sheet), "twice-said")


def test_a_refused_section_gives_all_its_reasons_and_those_who_derive_from_it_say_so() -> None:
    text = (
        "[first:chess]\nmaxRank = 10\nwallingRule = arrow\nnMoveRule = many\n"
        "[second:first]\ncastling = false\n[third:chess]\nmustCapture = true\n[fourth:third]\ncheckCounting = perhaps\n"
    )
    first, second, third, fourth = library.imported(text)
    assert {said.option for said in first.uncovered} >= {"maxRank", "wallingRule"}
    assert "ini_value" in {fault.reason for fault in first.faults}
    assert (first.refused_parent, second.refused_parent) == ("", "first")
    assert (third.uncovered, third.faults, third.refused_parent) == ((), (), "")
    assert [fault.reason for fault in fourth.faults] == ["ini_value"]
    assert fourth.refused_parent == ""


def test_explosions_that_may_take_both_last_pieces_are_not_covered() -> None:
    """Fairy-Stockfish and we count differently when both sides lose everything at once."""
    (found,) = library.imported("[both-lost:giveaway]\nblastOnCapture = true\n")
    assert "blastOnCapture" in {said.option for said in found.uncovered}


@pytest.mark.parametrize(
    ("runners", "squares"), [(["pawn"], ["d4", "e4", "d5", "e5"]), (["queen"], ["a8", "h1", "d4"]), ([], ["c4", "f5"])]
)
def test_runners_with_a_region_are_exported_and_played_alike(runners: list[str], squares: list[str]) -> None:
    clasico = library.load("clasico")
    goal = {"win": ["checkmate", "piece-reaches"], "runners": runners or list(clasico.sheet.pieces)}
    name = f"region-{runners[0] if runners else 'any'}"
    ours = game({"extends": "clasico", "id": name, "goal": {**goal, "runner_region": squares}})
    section = variants_ini.exported(ours)
    assert section.unsaid == ()
    fairy_ini.load(section.text)
    plays_alike(ours, f"axedrez-{name}")
    (back,) = library.imported(section.text)
    assert set(game(back.sheet).sheet.goal.runner_region) == set(squares)


def test_pawns_that_arrive_where_they_are_promoted_are_not_exported() -> None:
    goal = {"win": ["checkmate", "piece-reaches"], "runners": ["pawn"], "runner_region": ["d8", "d4"]}
    ours = game({"extends": "clasico", "id": "x", "goal": goal})
    assert [one.field for one in variants_ini.exported(ours).unsaid] == ["goal.runners"]
