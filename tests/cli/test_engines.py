"""`axedrez engines`, and a game against one of them."""

from __future__ import annotations

import io
import json
import stat
import sys
from pathlib import Path

import pytest

from axedrez.cli.app import run

STRANGE = Path(__file__).parents[1] / "uci" / "strange_engine.py"
COMMAND = f"{sys.executable} {STRANGE}"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "settings" / "engines.toml"
    monkeypatch.setenv("AXEDREZ_ENGINES", str(place))
    return place


def test_an_engine_is_named_tried_listed_and_forgotten(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    assert run(["engines", "list"]) == 0
    assert "No engine" in capsys.readouterr().out
    assert run(["engines", "add", "strange", f"{COMMAND} plays", "--option", "Hash=2"]) == 0
    assert "strange is Strange 1. It plays by our rules: clasico, reglamento" in capsys.readouterr().out
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert run(["engines", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["strange"]
    assert listed["options"] == {"Hash": "2"}
    assert {"clasico", "reglamento"} <= set(listed["rulebooks"])
    assert "chess2d" not in listed["rulebooks"]  # a stalemate is lost there
    place.write_text(place.read_text().replace(" plays", " castles-never").replace('"plays"', '"castles-never"'))
    assert run(["engines", "test", "strange"]) == 0
    assert "It plays clasico by other rules: in " in capsys.readouterr().out
    assert run(["engines", "remove", "strange", "--lang", "es"]) == 0
    assert "olvidado" in capsys.readouterr().out
    assert run(["engines", "remove", "strange"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["add", "Bad Name", "x"], "An engine's name"),
        (["add", "x", ""], "is no command"),
        (["add", "x", "'"], "is no command"),
        (["add", "x", "/no/such/engine"], "cannot be started"),
        (["add", "x", f"{COMMAND} plays", "--option", "Hash"], "Hash"),
        (["add", "x", f"{COMMAND} plays", "--option", "Wit=3"], "has no option “Wit”"),
        (["test", "x"], "There is no engine “x”, nor any other yet; add one"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    assert run(["engines", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not place.exists()


def test_a_file_that_is_none_is_one_sentence(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    place.parent.mkdir()
    for text in ("[", "x = 3", '[x]\ncommand = "y"\n'):
        place.write_text(text)
        assert run(["engines", "list"]) == 2
        assert "The file of engines" in capsys.readouterr().err


def play(lines: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return run(["play", "clasico", *words])


def test_a_game_against_an_engine(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["engines", "add", "strange", f"{COMMAND} plays"]) == 0
    assert play("e4\nquit\n", monkeypatch, "--engine", "strange") == 0
    assert "Black: a5" in capsys.readouterr().out
    assert play("e4\nquit\n", monkeypatch, "--engine", "nobody") == 2
    assert "There is no engine “nobody”" in capsys.readouterr().err
    assert play("e4\nquit\n", monkeypatch, "--engine", "strange", "--option", "goal.stalemate=loss") == 2
    assert "plays clasico only as it was when they were compared" in capsys.readouterr().err


def test_an_engine_that_dies_in_a_game_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    assert run(["engines", "add", "strange", f"{COMMAND} plays"]) == 0
    place.write_text(place.read_text().replace('"plays"', '"dies"'))
    assert play("e4\nquit\n", monkeypatch, "--engine", "strange") == 2
    assert "has ended by itself" in capsys.readouterr().err


def test_an_engine_looks_into_the_positions_of_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, place: Path
) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[Result "*"]\n\n1. e4 e5 *\n')
    assert run(["engines", "add", "strange", f"{COMMAND} plays"]) == 0
    capsys.readouterr()
    assert run(["analyse", str(file), "--engine", "strange", "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)["verdicts"]
    assert [verdict["best"]["moves"][0] for verdict in verdicts] == ["a2a3", "a7a5"]
    assert run(["analyse", str(file), "--engine", "nobody"]) == 2
    assert "There is no engine “nobody”" in capsys.readouterr().err


def test_a_server_does_not_start_with_an_engine_that_nobody_has_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "0", "--engine", "stockfish", "--lang", "es"]) == 2
    err = capsys.readouterr().err
    assert "stockfish" in err
    assert err.count("\n") == 1
