"""`axedrez import-variants` and `axedrez export-variants`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axedrez import library
from axedrez.cli.app import run

TEXT = """# two that can be said and one that cannot
[small:losalamos]
stalemateValue = loss

[guard:chess]
customPiece1 = a:WA
promotionPieceTypes = qrbna

[facing:chess]
flyingGeneral = true
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "variants.ini"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_sheets_are_written_and_can_be_loaded(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheets"
    assert run(["import-variants", str(file), "--out", str(out), "--lang", "es"]) == 2
    answer = capsys.readouterr()
    assert "facing" in answer.err
    assert "flyingGeneral = true" in answer.err
    assert answer.err.count("\n") == 1
    assert sorted(path.name for path in out.iterdir()) == ["guard.toml", "small.toml"]
    small = library.load(str(out / "small.toml"))
    assert small.sheet.goal.stalemate == "loss"
    assert small.sheet.board.files == 6
    assert "guard.toml" in answer.out


def test_what_cannot_be_said_can_be_left_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import-variants", str(file), "--section", "facing"]) == 2
    assert capsys.readouterr().out == ""
    assert run(["import-variants", str(file), "--section", "facing", "--ignore-unknown"]) == 0
    assert 'id = "facing"' in capsys.readouterr().out


def test_json_tells_all(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import-variants", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found] == ["small", "guard", "facing"]
    assert found[2]["uncovered"] == [{"option": "flyingGeneral", "value": "true", "line": 10}]
    assert found[1]["sheet"]["pieces"]["piece-a"]["movement"] == "WA"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a]\nnonsense\n", "Line 2"),
        ("[a:chess]\nmaxRank = 99\n", "Line 2"),
        ("[b:chess]\n", "no section"),
        ("\xff", ""),
    ],
)
def test_faults_are_one_line(text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.ini"
    file.write_bytes(text.encode("latin-1"))
    assert run(["import-variants", str(file), "--section", "a"]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert said in answer.err


def test_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export-variants", "atomic"]) == 0
    assert "blastOnCapture = true" in capsys.readouterr().out
    assert run(["export-variants", "marseillais"]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert "turn.moves" in answer.err
    assert run(["export-variants", "marseillais", "--ignore-unknown"]) == 0
    assert capsys.readouterr().out.startswith("[axedrez-marseillais]\n")
    assert run(["export-variants", "marseillais", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unsaid"] == [{"field": "turn.moves", "value": "2"}]
    assert run(["export-variants", "backgammon"]) == 2
