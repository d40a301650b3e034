"""`axedrez library`: importing, asking, listing and deleting collections, for programs and for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axedrez.explorer import shelf
from tests.cli.conftest import Done, Run
from tests.explorer.pgn_texts import random_file


@pytest.fixture
def axedrez(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv(shelf.HOME, str(tmp_path / "collections"))

    def command(*arguments: str) -> Done:
        return run("library", *arguments)

    return command


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "Open 2020.pgn"
    path.write_text(random_file(30, seed=11) + '[Event "X"]\n\n1. e4 e5 2. Ke3 *\n\n')
    return str(path)


def test_a_file_is_imported_asked_and_deleted(axedrez: Run, file: str) -> None:
    assert axedrez("list")[:2] == (0, "There are no collections; `axedrez library import FILE.pgn` makes one.\n")
    status, out, err = axedrez("import", file)
    assert (status, out.splitlines()[0]) == (1, "Open 2020: 30 games imported; 0 were there already.")
    assert "1 games could not be read" in out
    assert err.startswith("axedrez: ") or "line " in err
    status, out, _ = axedrez("import", file, "--json")
    assert {name: json.loads(out)[name] for name in ("name", "kept", "duplicates", "complete")} == {
        "name": "Open 2020",
        "kept": 0,
        "duplicates": 30,
        "complete": True,
    }
    [listed] = json.loads(axedrez("list", "--json")[1])
    assert (listed["name"], listed["games"], listed["rulebooks"]) == ("Open 2020", 30, ["clasico"])
    assert "Open 2020" in axedrez("list", "--lang", "es")[1]

    found = json.loads(axedrez("show", "Open 2020", "--json")[1])
    assert found["games"] == 30 == sum(move["games"] for move in found["moves"])
    assert found["white"] + found["draws"] + found["black"] == 30
    best = found["moves"][0]
    status, out, _ = axedrez("show", "Open 2020", "--lang", "es")
    assert status == 0
    assert "30 partidas" in out
    there = json.loads(axedrez("show", "Open 2020", "--move", best["notation"], "--json")[1])
    assert there["games"] == best["games"]
    again = json.loads(axedrez("show", "Open 2020", "--position", there["position"], "--json")[1])
    assert {**again, "ms": 0} == {**there, "ms": 0}

    one = found["examples"][0]["number"]
    status, out, _ = axedrez("game", "Open 2020", str(one))
    assert status == 0
    assert f'[White "{found["examples"][0]["white"]}"]' in out
    mine = json.loads(axedrez("show", "Open 2020", "--player", "nunez", "--games", "100", "--json")[1])
    assert 0 < mine["games"] < 30
    assert all("Núñez, Ana" in (game["white"], game["black"]) for game in mine["examples"])
    few = json.loads(
        axedrez("show", "Open 2020", "--player", "nunez", "--colour", "white", "--result", "1-0", "--json")[1]
    )
    assert 0 < few["games"] == few["white"] < mine["games"]
    assert json.loads(axedrez("show", "Open 2020", "--material", "KQQk", "--json")[1])["games"] == 0

    assert axedrez("remove", "Open 2020")[:2] == (0, "“Open 2020” is deleted.\n")
    assert json.loads(axedrez("list", "--json")[1]) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "none"), "There is no collection “none”"),
        (("remove", "../x"), "There is no collection “../x”"),
        (("import", "none.pgn"), "The file “none.pgn” cannot be read."),
        (("import", "none.pgn", "--name", "../x"), "cannot name a collection"),
        (("import", "none.pgn", "--name", "x" * 61), "cannot name a collection"),
        (("show", "none", "--colour", "white"), "--colour is the side of a player"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(axedrez: Run, words: tuple[str, ...], said: str) -> None:
    status, out, err = axedrez(*words)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert said in err


def test_questions_that_contradict_themselves(axedrez: Run, file: str) -> None:
    axedrez("import", file, "--name", "x")
    for words, said in (
        (("--material", "KRk", "--move", "e4"), "Material stands alone"),
        (("--move", "e5"), "cannot go to e5"),
        (("--position", "nonsense"), ""),
        (("--rulebook", "none"), "There is no rulebook"),
    ):
        status, out, err = axedrez("show", "x", *words)
        assert (status, out, len(err.splitlines())) == (2, "", 1)
        assert said in err
    assert axedrez("game", "x", "30")[2].count("There is no game 30: the collection has 30") == 1


def test_names_of_files_become_names_of_collections() -> None:
    assert [shelf.suggested(name) for name in ("a/Ünï (2).pgn", "...pgn", "~$x.pgn", "y" * 80, "lichess_db.pgn")] == [
        "Ünï (2)",
        "games",
        "x",
        "y" * 60,
        "lichess_db",
    ]
    for name in ("a/Ünï (2).pgn", "...pgn", "~$x.pgn", "y" * 80, "ñ" * 50 + ".pgn", "-.pgn", "a..pgn", ""):
        assert shelf.checked(shelf.suggested(name))
