"""`axedrez analyse` as a process: words, JSON, comments, and what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.examples import SCHOLAR, read
from axedrez import gamefiles

COMMAND = [sys.executable, "-c", "from axedrez.cli import main; main()", "analyse"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    quick = ["--nodes", "2000", "--processes", "1"]
    return subprocess.run(
        [*COMMAND, *arguments, *quick], capture_output=True, timeout=280, check=False, text=True, encoding="utf-8"
    )


@pytest.fixture
def scholar(tmp_path: Path) -> str:
    file = tmp_path / "games.pgn"
    file.write_text(SCHOLAR + "\n" + SCHOLAR.replace("Ana", "Eva"))
    return str(file)


def test_a_game_in_words_and_commented(scholar: str, tmp_path: Path) -> None:
    done = run(scholar, "--game", "1", "--lang", "es")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana – Luis, 1-0" in done.stdout
    assert "Eva" not in done.stdout
    assert "3… Cf6??" in done.stdout
    assert "Blancas: precisión del" in done.stdout
    out = tmp_path / "out.pgn"
    exercises = tmp_path / "puzzles.pgn"
    done = run(scholar, "--game", "2", "--pgn", str(out), "--puzzles", str(exercises))
    assert (done.returncode, done.stdout) == (0, f"Written: {out}\nWritten: {exercises}\n")
    assert '[White "Eva"]' in exercises.read_text(encoding="utf-8")
    commented = read(out.read_text(encoding="utf-8"))
    assert commented.headers["White"] == "Eva"
    note = next(note for note in gamefiles.notes(commented, "en") if note.ply == 6)
    assert note.signs == "??"
    assert "Blunder." in note.text


def test_games_as_json(scholar: str) -> None:
    done = run(scholar, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["headers"]["White"], second["headers"]["White"]) == ("Ana", "Eva")
    assert first["verdicts"] == second["verdicts"]
    assert first["verdicts"][5]["grade"] == "blunder"
    assert [(each["ply"], each["line"][0]) for each in first["puzzles"]][-1] == (7, "h5f7")


def test_a_game_that_cannot_be_read_is_told_and_the_others_are_analysed(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("\n".join([SCHOLAR, SCHOLAR.replace("Qxf7#", "Ke3"), SCHOLAR.replace("Ana", "Eva")]))
    done = run(str(file), "--json")
    assert done.returncode == 1
    assert [json.loads(line)["headers"]["White"] for line in done.stdout.splitlines()] == ["Ana", "Eva"]
    assert "game 2" in done.stderr.lower()
    assert done.stderr.count("\n") == 1
    for name, text in (("none.pgn", ""), ("bad.pgn", SCHOLAR.replace("Qxf7#", "Ke3"))):
        (tmp_path / name).write_text(text)
        done = run(str(tmp_path / name))
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        (None, [], "cannot be read"),
        (SCHOLAR, ["--game", "2"], "The file has no game 2: it has 1."),
        ("", ["--game", "2"], "The file has no game 2: it has 0."),
        (" 3 point match\n\n Game 1\n", [], "chess family"),
        (SCHOLAR, ["--pgn", "/nowhere/at/all.pgn"], "/nowhere/at/all.pgn"),
        (SCHOLAR, ["--depth", "-1"], "--depth"),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, text: str | None, arguments: list[str], sentence: str) -> None:
    file = tmp_path / "game.pgn"
    if text is not None:
        file.write_text(text)
    done = run(str(file), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence.lower() in done.stderr.lower()
    assert done.stderr.count("\n") == 1
