"""SGF files of backgammon: a match of GNU Backgammon beside its `.mat`, round trips, and what cannot be read."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

import axedrez
from axedrez import library
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.messages import LANGUAGES, sentence
from axedrez.tables.gamefiles.sgf import nodes
from tests.tables import mat_games
from tests.tables.test_files import a_match

HERE = Path(__file__).parent / "gnubg"
HEAD = "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ana]PB[Eva]"


def read(text: str) -> list[GameRecord]:
    found = list(axedrez.read_games(text))
    assert all(isinstance(each, GameRecord) for each in found), found
    return found  # type: ignore[return-value]


def fault(text: str) -> FileFault:
    [found] = axedrez.read_games(text)
    assert isinstance(found, FileFault), found
    assert all(sentence(found.error, lang) for lang in LANGUAGES)
    return found


def told(game: GameRecord) -> tuple[object, ...]:
    return game.entries, game.outcome, game.match, game.headers["White"], game.headers["Black"]


def test_a_match_of_gnubg_is_that_of_its_mat_file() -> None:
    """Made like match1.mat, with seed 5 and `save match FILE`; the analysis of the first turn only is kept."""
    text = (HERE / "match3.sgf").read_text(encoding="utf-8")
    assert "E ver 3" in text
    games = read(text)
    matched = read((HERE / "match3.mat").read_text(encoding="utf-8"))
    assert [told(each) for each in games] == [told(each) for each in matched]
    assert [each.match.crawford_played for each in games if each.match] == [False, False, False, True]
    again = read(axedrez.gamefiles.write(games, "sgf"))
    assert [told(each) for each in again] == [told(each) for each in games]


def test_random_matches_are_read_back() -> None:
    for games in islice(mat_games.matches(random.Random(21)), 12):
        again = read(axedrez.gamefiles.write(games, "sgf"))
        for one, other in zip(again, games, strict=True):
            assert [entry for entry in one.entries if entry in other.entries] == list(one.entries)
            assert (one.outcome and one.outcome.points) == (other.outcome and other.outcome.points)
            assert one.match == other.match
    games = a_match("backgammon", 11)
    assert axedrez.gamefiles.write(read(axedrez.gamefiles.write(games, "sgf")), "sgf") == axedrez.gamefiles.write(
        games, "sgf"
    )


def test_a_sheet_of_ones_own_travels() -> None:
    game = library.from_data({"extends": "backgammon", "id": "dear", "scoring": {"gammon": 4}})
    record = GameRecord.from_moves(game.start(), ["31", "8/5 6/5"])
    [again] = read(axedrez.gamefiles.write([record], "sgf"))
    assert again.start.game.hash == game.hash
    plain = GameRecord.from_moves(axedrez.load("backgammon").start(), ["31", "8/5 6/5"])
    assert "AX[" not in axedrez.gamefiles.write([plain], "sgf")


def test_a_byte_order_mark_changes_nothing() -> None:
    text = (HERE / "match3.sgf").read_text(encoding="utf-8")
    assert len(read("\ufeff" + text)) == 4


def test_values_are_escaped_and_branches_passed_over() -> None:
    text = HEAD.replace("Ana", r"A\]n\\a (;B[") + "C[a) b(;]\n;W[31hefe](;B[42lpln];W[21mkxw])(;B[42lplr]))"
    [game] = read(text)
    assert game.headers["White"] == r"A]n\a (;B["
    assert len(game.entries) == 3
    again = axedrez.gamefiles.write([game], "sgf")
    assert read(again)[0].headers["White"] == r"A]n\a (;B["


def test_doubles_beavers_jacoby_and_what_is_left_of_a_roll() -> None:
    text = HEAD + "RU[Jacoby]RE[W+8R]\n;W[31hefe];B[double];W[double];B[take];B[42])"
    [game] = read(text)
    assert [type(entry).__name__ for entry in game.entries] == [
        "Played", "Offered", "Answered", "Offered", "Answered", "Played",
    ]  # fmt: skip
    assert game.start.game.conduct.jacoby
    assert game.start.game.conduct.beavers
    assert game.outcome is not None
    assert tuple(game.outcome.points or ()) == (8, 0)
    [dropped] = read(HEAD + "RE[B+1]\n;W[31hefe];B[double];W[drop])")
    assert dropped.outcome is not None
    assert (dropped.outcome.reason, dropped.outcome.result) == ("passed", "0-1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + ";W[31hefe];B[43zzzz])", "tables_file_move"),
        (HEAD + ";W[31hefe];W[43mimj])", "tables_file_turn"),
        (HEAD + ";W[97hefe])", "tables_file_move"),
        (HEAD + ";W[31hefe];AE[a:y]AW[a]PL[W])", "tables_file_setup"),
        (HEAD + "RU[Nackgammon];W[31hefe])", "tables_file_variation"),
        (HEAD + "RE[W+3];W[31hefe];B[double];W[drop])", "tables_file_result"),
        (HEAD + ";W[31hefe]", "tables_sgf_open"),
        (HEAD + ";W[31hefe]C[no end)", "tables_sgf_open"),
        (HEAD.replace("length:0", "length:3").replace("ws:0", "ws:3") + ";W[31hefe])", "tables_file_header"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, reason: str) -> None:
    assert fault(text).error.reason == reason


def test_the_games_after_a_broken_one_are_read() -> None:
    good = HEAD + ";W[31hefe])\n"
    first, second, third = axedrez.read_games(f"{good}{HEAD};W[11aaaa])\n{good}")
    assert isinstance(second, FileFault)
    assert (second.game, second.line) == (2, 2)
    assert isinstance(first, GameRecord)
    assert isinstance(third, GameRecord)
    assert first.entries == third.entries


def test_a_tree_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "MAX_TREE", 1000)
    assert fault(f"{HEAD}C[{'x' * 2000}]\n;W[31hefe])").error.reason == "tables_sgf_long"


def test_rubbish_is_refused() -> None:
    lots, text = random.Random(3), axedrez.gamefiles.write(a_match("backgammon", 9)[:1], "sgf")
    for _ in range(300):
        broken = list(text)
        for _ in range(lots.randint(1, 4)):
            broken[lots.randrange(len(broken))] = lots.choice("()[];\\WBax6 \n")
        for found in axedrez.read_games("".join(broken)):
            if isinstance(found, FileFault):
                assert sentence(found.error, "es")
