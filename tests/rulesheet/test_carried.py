"""Rules inside game files: a game by an unknown sheet is read back with its rules."""

from __future__ import annotations

import io
import re
from typing import Any

import chess.pgn
import pytest

from axedrez import gamefiles, library
from axedrez.core import AxedrezError, Game, Side, TextError
from axedrez.core.dice import ROLLS
from axedrez.core.game_record import FileFault, GameRecord, MatchPlace, Played
from axedrez.rulesheet import embedding
from axedrez.tables.gamefiles.games import Course

WORDS = {"names": {"es": "Torre de más", "en": 'A "rook" too many'}}
OWN: dict[str, dict[str, Any]] = {
    "pgn": {"extends": "clasico", "id": "more_rooks", "goal": {"stalemate": "loss"}, **WORDS},
    "text": {"extends": "chessgammon", "id": "my-gammon", "pieces": {"knight": {"backward": True}}, **WORDS},
    "mat": {
        "extends": "backgammon",
        "id": "dear",
        "scoring": {"gammon": 4},
        "match": {"length": 3, "cube": True},
        **WORDS,
    },
}


def begun(game: Game) -> GameRecord:
    """A game of one turn."""
    start: Any = game.start()
    if game.conduct.dice:
        course, roll = Course(start), ROLLS[1][0]
        course.play(Side.WHITE, roll, course.rolled(Side.WHITE, roll).legal_moves()[0])
        match = MatchPlace(game.conduct.length) if game.conduct.length > 1 else None
        return course.written({"White": "Ana"}, match)
    return GameRecord(start, (Played(Side.WHITE, start.legal_moves()[0]),), None, {"White": "Ana"})


def back(text: str, find: Any = library.load) -> GameRecord:
    (game,) = gamefiles.GameFile(text, find)
    assert isinstance(game, GameRecord), str(game.error)
    return game


def refused(text: str) -> AxedrezError:
    (fault,) = gamefiles.GameFile(text)
    assert isinstance(fault, FileFault)
    return fault.error


@pytest.mark.parametrize("form", OWN)
def test_a_sheet_of_ones_own_travels_with_the_game(form: str) -> None:
    game = library.from_data(OWN[form])
    text = gamefiles.write([begun(game)], form)
    assert f'RulesHash "{game.hash}"' in text
    assert max(map(len, text.splitlines())) <= 255  # what PGN bounds its lines by
    again = back(text)
    assert (again.start.game.hash, again.entries) == (game.hash, begun(game).entries)
    assert again.start.game.sheet == game.sheet
    assert not any(map(embedding.is_tag, again.headers))
    assert gamefiles.write([again], form) == text


@pytest.mark.parametrize(
    ("form", "name", "options"),
    [
        ("pgn", "clasico", {"goal.stalemate": "loss"}),
        ("pgn", "tradicional", {"draws.repetition.mode": "automatic"}),
        ("mat", "backgammon", {"scoring.gammon": 4, "match.length": 3, "match.crawford": False}),
    ],
)
def test_options_of_a_rulebook_travel(form: str, name: str, options: dict[str, Any]) -> None:
    game = library.load(name, options)
    assert back(gamefiles.write([begun(game)], form)).start.game.hash == game.hash


def test_what_a_name_tells_is_not_told_twice() -> None:
    for name, form in (("clasico", "pgn"), ("crazyhouse", "pgn"), ("chessgammon", "text"), ("backgammon", "mat")):
        assert "RulesSheet" not in gamefiles.write([begun(library.load(name))], form)
    changed = library.load("chessgammon", {"killer_queen": True})
    assert "RulesSheet" not in gamefiles.write([begun(changed)], "text")  # an option says it


def test_other_programs_keep_the_tags() -> None:
    text = gamefiles.write([begun(library.from_data(OWN["pgn"]))], "pgn")
    theirs = chess.pgn.read_headers(io.StringIO(text))
    assert theirs is not None
    kept = "\n".join(f'[{name} "{value}"]' for name, value in theirs.items())
    assert back(f"{kept}\n\n1. a3 *\n").start.game.hash == library.from_data(OWN["pgn"]).hash


@pytest.mark.parametrize("form", OWN)
def test_without_its_sheet_a_game_is_found_by_the_hash_or_not(form: str) -> None:
    game = library.from_data(OWN[form])
    text = re.sub(r".*RulesSheet.*\n", "", gamefiles.write([begun(game)], form))
    assert "RulesHash" in text

    def find(name: str, options: Any = None) -> Game:
        return game if name == game.hash else library.load(name, options)

    assert back(text, find).start.game is game
    if form == "mat":  # which names no rulebook: plain backgammon, as ever
        assert back(text).start.game.name == "backgammon"
    else:
        assert refused(text).reason in ("rulebook_unknown", "file_rulebook")


@pytest.mark.parametrize("form", OWN)
def test_damaged_and_foreign_sheets_are_refused(form: str) -> None:
    text = gamefiles.write([begun(library.from_data(OWN[form]))], form)
    other = library.from_data({**OWN[form], "id": "another"})
    piece = re.compile('(RulesSheet1 ")(.*?)"')
    spoilt = [
        piece.sub(r'\1"', text),
        piece.sub(r'\1é\2"', text),
        piece.sub(lambda found: f'{found[1]}{found[2][::-1]}"', text),
        text.replace("RulesSheet1 ", "RulesSheet999 "),
        re.sub('RulesHash ".*?"', f'RulesHash "{other.hash}"', text),
        re.sub('RulesHash ".*?"', 'RulesHash ""', text),
    ]
    for each in spoilt:
        assert refused(each).reason == "file_sheet"


def packed(data: dict[str, Any]) -> str:
    """The file of a game whose sheet is `data`, whatever that is."""
    return embedding.packed(data)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"family": "tables"},
        {"family": "chess", "id": "x", "pieces": {"king": []}},
        {**OWN["pgn"], "extends": "../../etc/passwd"},
        {"family": "chess", "deep": "[" * 1000},
    ],
)
def test_data_that_is_no_sheet_is_refused(data: dict[str, Any]) -> None:
    text = f'[RulesHash "{"0" * 64}"]\n[RulesSheet1 "{packed(data)}"]\n\n1. e4 *\n'
    assert refused(text).reason == "file_sheet"


def test_what_grows_too_large_is_refused() -> None:
    with pytest.raises(TextError, match="damaged"):
        embedding.unpacked(packed({"id": "x" * 10_000_000}))
    assert embedding.unpacked(packed({"id": "x" * 1000})) == {"id": "x" * 1000}
