"""`axedrez analyse` as a process: words, JSON, comments, and what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.examples import TRAP, read

COMMAND = [sys.executable, "-c", "from axedrez.cli import main; main()", "analyse"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    quick = ["--nodes", "3000", "--processes", "1"]
    return subprocess.run(
        [*COMMAND, *arguments, *quick], capture_output=True, timeout=280, check=False, text=True, encoding="utf-8"
    )


@pytest.fixture
def trap(tmp_path: Path) -> str:
    file = tmp_path / "trap.pgn"
    file.write_text(TRAP + "\n" + TRAP.replace("Ana", "Eva"))
    return str(file)


def test_a_game_in_words_and_commented(trap: str, tmp_path: Path) -> None:
    done = run(trap, "--game", "1", "--lang", "es")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana – Luis, 0-1" in done.stdout
    assert "Eva" not in done.stdout
    assert "5. Cxf7??" in done.stdout
    assert "Blancas: precisión del" in done.stdout
    out = tmp_path / "out.pgn"
    done = run(trap, "--game", "2", "--pgn", str(out))
    assert (done.returncode, done.stdout) == (0, f"Written: {out}\n")
    commented = read(out.read_text(encoding="utf-8"))
    assert commented.headers["White"] == "Eva"
    assert 4 in commented.line.moves[8].nags
    assert "Blunder." in commented.line.moves[8].comment


def test_games_as_json(trap: str) -> None:
    done = run(trap, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["headers"]["White"], second["headers"]["White"]) == ("Ana", "Eva")
    assert first["verdicts"] == second["verdicts"]
    assert first["verdicts"][8]["grade"] == "blunder"


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        (None, [], "cannot be read"),
        (TRAP, ["--game", "2"], "The file has no game 2: it has 1."),
        (TRAP.replace("Nxf7", "Ke3"), [], "game 1"),
        ("", [], "no game"),
        (" 3 point match\n\n Game 1\n", [], "chess family"),
        (TRAP, ["--pgn", "/nowhere/at/all.pgn"], "/nowhere/at/all.pgn"),
        (TRAP, ["--depth", "-1"], "--depth"),
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
