"""`axedrez manual RULEBOOK --pdf FILE`: the printed chapter."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import axedrez
from axedrez.cli import app, pdf
from axedrez.cli.pdf import destinations
from axedrez.core import AxedrezError


def test_a_chapter_is_printed(tmp_path: Path) -> None:
    if not any(map(shutil.which, pdf.BROWSERS)):
        pytest.skip("no browser: install chromium (on Debian: sudo apt-get install chromium)")
    file = tmp_path / "clasico.pdf"
    assert app.run(["manual", "clasico", "--pdf", str(file), "--lang", "es"]) == 0
    data = file.read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) > 4
    # The outline names the sections, so the text is there.
    assert b"/Outlines" in data
    titles = data.replace(b"\x00", b"")
    assert b"Tablero y piezas" in titles
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, check=True).stdout.decode()
        for words in ("De dónde viene", "C-12", "Decisión:", "Posición inicial", "Glosario", "columna"):
            assert words in text
        assert "Probar" not in text


def printed(*arguments: str, file: Path) -> str:
    """The words of a chapter that is printed."""
    if not any(map(shutil.which, pdf.BROWSERS)) or not shutil.which("pdftotext"):
        pytest.skip("no browser or no pdftotext (on Debian: sudo apt-get install chromium poppler-utils)")
    assert app.run(["manual", *arguments, "--pdf", str(file), "--lang", "en"]) == 0
    return subprocess.run(["pdftotext", str(file), "-"], capture_output=True, check=True).stdout.decode()


def test_the_chapter_of_a_sheet_of_ones_own_is_printed(tmp_path: Path) -> None:
    sheet = tmp_path / "own.toml"
    sheet.write_text(
        'extends = "clasico"\nid = "own"\nnames = {es = "Propio", en = "Rules of my own"}\n'
        'pieces.knight.movement = "NN"\n',
        encoding="utf-8",
    )
    text = printed(str(sheet), "--option", "goal.stalemate=loss", file=tmp_path / "own.pdf")
    assert "Rules of my own" in text
    assert "loses at once" in " ".join(text.split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own.pdf", "own.toml"]


def test_without_a_browser_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert app.run(["manual", "clasico", "--pdf", str(tmp_path / "x.pdf"), "--lang", "es"]) == 2
    error = capsys.readouterr().err
    assert "apt-get install chromium" in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "file",
    ["missing/x.pdf", "."],
)
def test_bad_input_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/false")
    with pytest.raises(AxedrezError) as refused:
        pdf.to_pdf(axedrez.load("clasico"), file, "en")
    assert refused.value.reason == "cli_unwritable"


def test_a_browser_that_does_not_print_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/false")
    with pytest.raises(AxedrezError) as refused:
        pdf.to_pdf(axedrez.load("clasico"), str(tmp_path / "x.pdf"), "en")
    assert refused.value.reason == "cli_not_printed"
    assert not list(tmp_path.iterdir())


def test_destinations_are_read_through_the_tree_of_pages() -> None:
    pdf = b"""
1 0 obj << /Type /Catalog /Pages 2 0 R /Dests 9 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R 6 0 R] >> endobj
3 0 obj << /Type /Pages /Kids [5 0 R 4 0 R] >> endobj
4 0 obj << /Type /Page >> endobj
5 0 obj << /Type /Page >> endobj
6 0 obj << /Type /Page >> endobj
9 0 obj <</C-12 [6 0 R /XYZ 6 777.75 0] /section-1 [5 0 R /XYZ 1 2 0] /caf#C3#A9 [4 0 R /XYZ 1 2 0]
  /lost [77 0 R /XYZ 1 2 0]>> endobj
"""
    assert destinations(pdf) == {"section-1": 1, "café": 2, "C-12": 3}
    assert destinations(b"%PDF-1.4 nothing") == {}
