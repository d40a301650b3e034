"""No field of a sheet is accepted that nothing reads: what it says is in the rules in words, or it is refused."""

from __future__ import annotations

import os
import tomllib
from random import Random
from typing import Any

import pytest

from axedrez import AxedrezError, SheetError, library
from axedrez.core import Game
from axedrez.messages import LANGUAGES, sentence
from axedrez.rulesheet.writing import to_data
from tests.rulesheet.changes import Change, changes
from tests.sheets.drawing import drawn
from tests.tables.hostile import sheet as tables_sheet

SHEETS = int(os.environ.get("AXEDREZ_TEST_SHEETS", "300"))
SEED = int(os.environ.get("AXEDREZ_TEST_SEED", "31"))
NONE: tuple[object, ...] = (False, "off", [])
"""What says that there is none may be said where nothing reads it."""
SAID = {("pawn",)}
"""What every sheet must say."""
ALL = (*library.rulebooks(), *library.gallery())


def words(game: Game) -> list[object]:
    """The rules in words, without the lists of what is set and what may be."""
    found = library.rules(game, "en")
    return [(section.title, item.clause, item.text) for section in found.sections for item in section.items]


def without_effect(game: Game, parent: dict[str, Any], change: Change, known: list[object]) -> bool:
    """Whether a change of a game is accepted and nothing is said of it; `known`: the game in words."""
    data = {"extends": "parent", "id": game.name, **change.data()}
    try:
        other = library.from_data(data, parents={"parent": parent})
    except AxedrezError:
        return False
    if words(other) != known or library.picture(other.sheet) != library.picture(game.sheet):
        return False
    unread = {each.path for each in library.family_of(other).idle(other.sheet)}
    return change.value not in NONE or ".".join(change.path) not in unread


def idle(game: Game, parent: dict[str, Any], chosen: list[Change]) -> list[str]:
    """Those changes that are accepted without effect."""
    known = words(game)
    asked = [each for each in chosen if each.path not in SAID]
    return [f"{'.'.join(each.path)} = {each.value}" for each in asked if without_effect(game, parent, each, known)]


def of_shipped(name: str) -> list[str]:
    game = library.load(name)
    return idle(game, {"extends": name, "id": name}, list(changes(game)))


def told_apart(data: dict[str, Any]) -> dict[str, Any]:
    """A sheet whose pieces are called by their keys: those of random sheets share a name."""
    pieces = {name: piece | {"names": {"es": name, "en": name}} for name, piece in data["pieces"].items()}
    return data | {"pieces": pieces}


def lean(data: dict[str, Any]) -> Game:
    """The game of a sheet without what nothing reads. Raises `AxedrezError`."""
    return library.from_data(tomllib.loads(library.toml(library.from_data(told_apart(data), is_stored=True))))


@pytest.mark.parametrize(("name", "every"), [("clasico", 3), ("backgammon", 1), ("chessgammon", 10)])
def test_what_a_rulebook_is_changed_in_is_told_or_refused(name: str, every: int) -> None:
    """A part of the changes where the figures take long."""
    game = library.load(name)
    chosen = list(changes(game))
    assert len(chosen) > 60
    assert idle(game, {"extends": name, "id": name}, chosen[::every]) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_what_any_rulebook_is_changed_in_is_told_or_refused(name: str) -> None:
    assert of_shipped(name) == []


@pytest.mark.long
def test_what_random_sheets_are_changed_in_is_told_or_refused() -> None:
    """One field more than they need; `AXEDREZ_TEST_SHEETS` of them, from `AXEDREZ_TEST_SEED`."""
    lots, found, count = Random(SEED), [], 0
    tables = (tables_sheet(lots) for _ in range(10**9))
    chess = drawn(SEED, 10**9)
    while count < SHEETS:
        data = next(chess) if lots.random() < 0.5 else next(tables)
        try:
            game = lean(data)
        except AxedrezError:
            continue
        count += 1
        change = lots.choice(list(changes(game)))
        found += [f"{game.name}: {each}" for each in idle(game, to_data(game.sheet), [change])]
    assert found == []


@pytest.mark.parametrize(
    ("parent", "change", "field", "needs"),
    [
        ("clasico", {"goal": {"checks": 5}}, "goal.checks", '["checks", ...]'),
        ("clasico", {"capture": {"no_drop_ranks": {"queen": [1]}}}, "capture.no_drop_ranks.queen", "capture.hand"),
        ("clasico", {"castling": {"files": ["b", "g"]}}, "castling.files", '"960"'),
        ("clasico", {"start": {"mirrored": False}}, "start.mirrored", "start.shuffle"),
        ("tradicional", {"promotion": {"pawn": {"demotes": False}}}, "promotion.pawn.demotes", "capture.hand"),
        ("backgammon", {"match": {"jacoby": True}}, "match.jacoby", "match.cube = true"),
        ("backgammon", {"match": {"beavers": True, "cube": True, "length": 3}}, "match.beavers", "match.length = 1"),
        ("backgammon", {"options": {"killer_queen": True}}, "options.killer_queen", 'effects."killer_queen=true"'),
        ("chessgammon", {"pieces": {"rook": {"twice": "either"}}}, "pieces.rook.twice", "pieces.rook.abilities"),
    ],
)
def test_a_field_that_nothing_reads_is_refused_in_a_sentence(
    parent: str, change: dict[str, Any], field: str, needs: str
) -> None:
    with pytest.raises(SheetError) as refused:
        library.from_data({"extends": parent, "id": "child", **change})
    (fault,) = refused.value.faults
    assert (fault.reason, fault.details["field"]) == ("sheet_needs", field)
    assert needs in str(fault.details["valid"])
    assert all(field in sentence(refused.value, lang) for lang in LANGUAGES)


def test_options_are_held_to_the_same() -> None:
    with pytest.raises(SheetError):
        library.load("backgammon", {"match.jacoby": True})
    with pytest.raises(SheetError):
        library.load("clasico", {"goal.checks": "5"})
    assert library.load("backgammon", {"match.jacoby": True, "match.cube": True}).sheet.match.jacoby


def test_what_is_inherited_or_says_that_there_is_none_may_stay() -> None:
    """A parent's field may lose what read it; where there is no castling, a sheet may say so."""
    child = library.from_data({"extends": "three-check", "id": "child", "goal": {"win": ["checkmate"], "checks": 3}})
    assert child.sheet.goal.checks == 3
    fen = "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
    own = {"extends": "clasico", "id": "own", "start": {"fen": fen}, "castling": {"mode": "off"}}
    assert library.from_data(own).sheet.castling.mode == "off"


def test_what_is_read_of_a_list_keeps_its_order() -> None:
    takers = ["rook", "king", "queen", "bishop", "pawn", "knight"]
    data = {"extends": "chessgammon", "id": "old", "pieces": {"king": {"captured_by": takers}}}
    again = library.from_data(tomllib.loads(library.toml(library.from_data(data, is_stored=True))))
    assert again.sheet.pieces["king"].captured_by == ("rook", "queen", "bishop", "pawn", "knight")


def test_a_stored_sheet_is_not_refused_and_as_a_file_it_is_without_what_nothing_reads() -> None:
    data = {"extends": "clasico", "id": "old", "goal": {"checks": 5, "stalemate": "loss"}}
    old = library.from_data(data, is_stored=True)
    assert old.sheet.goal.checks == 5
    again = library.from_data(tomllib.loads(library.toml(old)))
    assert (again.sheet.goal.checks, again.sheet.goal.stalemate) == (3, "loss")
    assert words(again) == words(old)
    assert library.from_data(data, {"draws.agreement": False}, is_stored=True).sheet.goal.checks == 5
