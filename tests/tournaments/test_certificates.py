"""Certificates: what stands on them, in which letters, and the same file for the same tournament."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from axedrez.core import AxedrezError
from axedrez.printing import paper
from axedrez.tournaments.certificates import Placed, certificates
from axedrez.tournaments.wording import date_in_words, place_in_words, points_in_words, points_written
from tests.tournaments.printed import pages

DAY = datetime.date(2026, 3, 7)
ANA = Placed("Ana Íñiguez", 1, 45)


def made(*placed: Placed, lang: str = "es", players: int = 12, fonts: tuple[Path, ...] = ()) -> tuple[bytes, set[str]]:
    return certificates("Abierto de León", "Ajedrez", DAY, placed, "Club Alfil", lang, players=players, fonts=fonts)


def test_a_page_for_each_says_what_was_won() -> None:
    pdf, lacking = made(ANA, Placed("Łukasz Żółć", 2, 40, shared=True), Placed("Пётр", 11, 0))
    assert not lacking
    first, second, last = pages(pdf)
    for told in ("Diploma", "Ana Íñiguez", "Primer puesto", "con 4½ puntos, entre 12 participantes"):
        assert told in first
    assert "Ajedrez · 7 de marzo de 2026" in first
    assert "Club Alfil" in first
    assert "Łukasz Żółć" in second
    assert "Segundo puesto, compartido" in second
    assert "Пётр" in last
    assert "Puesto 11" in last
    assert "puntos" not in last, "nobody is told of no points"


def test_in_english() -> None:
    (page,) = pages(made(ANA, lang="en", players=0)[0])
    for told in ("Certificate", "First place", "4½ points", "Ajedrez · 7 March 2026", "Arbiter"):
        assert told in page
    assert "among" not in page


def test_the_same_input_gives_the_same_bytes() -> None:
    assert made(ANA) == made(ANA)
    assert made(ANA)[0] != made(ANA._replace(name="Eva"))[0]


def test_a_long_name_stays_on_the_page() -> None:
    name = "María del Carmen Fernández de Córdoba y Ruiz de Arévalo-Montenegro Peñaranda de Bracamonte"
    (page,) = pages(made(ANA._replace(name=name))[0])
    assert " ".join(page.split()).count(name) == 1
    assert "W" * 20 in pages(made(ANA._replace(name="W" * 80))[0])[0]


def test_text_that_is_too_long_for_the_least_size_is_cut() -> None:
    document = paper.Paper("", "en", DAY)
    document.page()
    assert document.write("W" * 400, 0, 0, 100, 20, least=8) == 8
    assert document.write("short", 0, 20, 100, 20) == 20
    (page,) = pages(document.finished())
    assert 10 < page.count("W") < 100
    assert "…" in page


def test_signs_that_no_font_has_are_told_of_and_may_come_from_a_font_of_ones_own(tmp_path: Path) -> None:
    pdf, lacking = made(ANA._replace(name="王 Ḿa x̂\u200d Ａ🙂"))
    assert lacking == {"王", "Ḿ", "🙂", "Ａ"}
    assert "? Ma x" in pages(pdf)[0]
    assert "A?" in pages(pdf)[0], "the plain letter where there is one"
    pdf, lacking = made(ANA._replace(name="王"), fonts=(a_font(tmp_path, "王"),))
    assert not lacking
    assert "王" in pages(pdf)[0]


def test_a_file_that_is_no_font(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"\0\1\0\0 no font")
    for path in (broken, tmp_path / "none.ttf", tmp_path):
        with pytest.raises(AxedrezError) as refused:
            made(ANA, fonts=(path,))
        assert refused.value.reason == "font_unreadable"


def test_before_the_page_is_built_it_is_said_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paper, "FONTS", tmp_path)
    with pytest.raises(AxedrezError) as refused:
        made(ANA)
    assert refused.value.reason == "page_missing"


def test_words_of_places_points_and_dates() -> None:
    assert [place_in_words(place, False, "en") for place in (3, 10, 23)] == ["Third place", "Tenth place", "Place 23"]
    assert [points_written(tenths, "es") for tenths in (0, 5, 10, 15, 47, -20)] == ["0", "½", "1", "1½", "4,7", "−2"]
    assert points_written(47, "en") == "4.7"
    assert [points_in_words(tenths, "es") for tenths in (10, 25)] == ["1 punto", "2½ puntos"]
    assert date_in_words(datetime.date(2027, 12, 1), "es") == "1 de diciembre de 2027"


def a_font(folder: Path, sign: str) -> Path:
    """A font with one sign, a square."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 700), (700, 700), (700, 0)):
        pen.lineTo(corner)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap({ord(sign): "square"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "square": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (800, 0), "square": (800, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path = folder / "square.ttf"
    builder.save(path)
    return path
