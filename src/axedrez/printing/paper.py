"""A PDF in the look of the page: its colours, its fonts, lines of text that fit."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from fpdf import FPDF
from fpdf.fonts import TTFFont
from fpdf.svg import SVGObject

from axedrez.core import AxedrezError

FONTS = Path(__file__).parents[1] / "page" / "fonts"
"""The build of the page writes them (`web/fonts.ts`)."""

SCRIPTS = ("latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek")
UNKNOWN = "?"
"""Stands for a sign that no font has, nor its base letter."""

_UNSEEN = ("Cc", "Cf", "Mn")
"""Categories of signs that are left out where no font has them: controls, joiners, marks."""

Colour = tuple[int, int, int]
SHEET: Colour = (255, 251, 242)
WHITE: Colour = (255, 255, 255)
INK: Colour = (36, 29, 20)
SOFT: Colour = (92, 81, 66)
RULE: Colour = (216, 204, 182)
VERMILION: Colour = (173, 47, 20)

_POINT_MM = 25.4 / 72
_SERIF = SCRIPTS[0]
_STYLES: dict[Literal["", "B"], int] = {"": 400, "B": 700}


class Paper:
    """A document of A4 pages, measured in millimetres. `fonts`: files for signs that the program's own fonts lack."""

    def __init__(
        self,
        title: str,
        lang: str,
        date: datetime.date,
        *,
        landscape: bool = False,
        author: str = "",
        fonts: Iterable[Path] = (),
    ) -> None:
        """A document without pages. Raises `AxedrezError` (`page_missing`, `font_unreadable`)."""
        self._pdf = FPDF("landscape" if landscape else "portrait", "mm", "A4")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        # A document that is made again from the same tournament is the same file.
        self._pdf.set_creation_date(datetime.datetime.combine(date, datetime.time(), datetime.UTC))
        self._pdf.set_title(title)
        self._pdf.set_lang(lang)
        self._pdf.set_creator("Axedrez")
        if author:
            self._pdf.set_author(author)
        for script in SCRIPTS:
            for style, weight in _STYLES.items():
                path = FONTS / f"alegreya-{script}-{weight}.ttf"
                if not path.is_file():
                    raise AxedrezError("page_missing")
                self._pdf.add_font(script, style, path)
        given = [self._added(number, path) for number, path in enumerate(fonts)]
        self._pdf.set_fallback_fonts([*SCRIPTS[1:], *given])
        self.unprintable: set[str] = set()
        """The signs that were written in another way, because no font has them."""

    @property
    def width(self) -> float:
        """The width of a page."""
        return float(self._pdf.w)

    @property
    def height(self) -> float:
        """The height of a page."""
        return float(self._pdf.h)

    def page(self) -> None:
        """Begin a page."""
        self._pdf.add_page()

    def _added(self, number: int, path: Path) -> str:
        family = f"given{number}"
        try:
            for style in _STYLES:
                self._pdf.add_font(family, style, path)
        except Exception:  # the reader of fonts raises whatever comes up in a broken file
            raise AxedrezError("font_unreadable", file=str(path)[:200]) from None
        return family

    def printable(self, text: str) -> str:
        """A text in signs that the fonts have: letters without the marks that they lack, else `UNKNOWN`."""
        found = []
        for sign in unicodedata.normalize("NFC", text):
            if self._has(sign):
                found.append(sign)
            elif unicodedata.category(sign) not in _UNSEEN:
                self.unprintable.add(sign)
                parts = (each for each in unicodedata.normalize("NFKD", sign) if self._has(each))
                found.append("".join(each for each in parts if unicodedata.category(each) != "Mn") or UNKNOWN)
        return "".join(found)

    def _has(self, sign: str) -> bool:
        return any(isinstance(font, TTFFont) and ord(sign) in font.cmap for font in self._pdf.fonts.values())

    def fitting(self, text: str, width: float, size: float, *, bold: bool = False) -> float:
        """The largest size, in points, up to `size`, in which a text fits into a width."""
        self._pdf.set_font(_SERIF, "B" if bold else "", size)
        needed = self._pdf.get_string_width(self.printable(text))
        return size if needed <= width else size * width / needed

    def write(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        bold: bool = False,
        colour: Colour = INK,
        align: Literal["L", "C", "R"] = "L",
        least: float = 5,
    ) -> float:
        """Write one line, whose top is at `y`, into a width; returns the size that fits, in points.

        A text that is too long is set smaller, down to the size `least`, and then cut.
        """
        text = self.printable(text)
        fitting = max(least, self.fitting(text, width, size, bold=bold))
        self._pdf.set_font(_SERIF, "B" if bold else "", fitting)
        if fitting == least:
            text = self._cut(text, width)
        self._pdf.set_text_color(*colour)
        # A smaller line stands on the same base line.
        self._pdf.set_xy(x, y + (size - fitting) * _POINT_MM * 0.8)
        self._pdf.cell(width, fitting * _POINT_MM * 1.25, text, align=align)
        return fitting

    def _cut(self, text: str, width: float) -> str:
        if self._pdf.get_string_width(text) <= width + 0.01:
            return text
        kept = text
        while kept and self._pdf.get_string_width(kept + "…") > width:
            kept = kept[:-1]
        return kept.rstrip() + "…"

    def rule(self, x: float, y: float, width: float, *, colour: Colour = RULE, thick: float = 0.25) -> None:
        """Draw a level line."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(thick)
        self._pdf.line(x, y, x + width, y)

    def dashes(self, x: float, y: float, width: float) -> None:
        """Draw a level line to cut along."""
        self._pdf.set_dash_pattern(1.5, 1.5)
        self.rule(x, y, width, colour=SOFT, thick=0.2)
        self._pdf.set_dash_pattern()

    def drawing(self, svg: str, x: float, y: float) -> None:
        """Draw an SVG document whose size is in millimetres (`width="20mm"`)."""
        SVGObject(svg.encode()).draw_to_page(self._pdf, x, y)

    def running(self, text: str, left: float, size: float, *, bold: bool = False, colour: Colour = INK) -> None:
        """Write on where the last text ended: lines break at the right margin, pages at the bottom.

        `left` is where the next line begins. Only on pages with margins (`with_margins`).
        """
        self._pdf.set_left_margin(left)
        self._pdf.set_font(_SERIF, "B" if bold else "", size)
        self._pdf.set_text_color(*colour)
        self._pdf.write(size * _POINT_MM * 1.35, self.printable(text))

    def with_margins(self, margin: float) -> None:
        """From the next page on text breaks at a margin on all four sides."""
        self._pdf.set_margin(margin)
        self._pdf.set_auto_page_break(True, margin)

    def go_to(self, x: float, y: float) -> None:
        """Have the next running text begin there."""
        self._pdf.set_xy(x, y)

    @property
    def at(self) -> tuple[float, float]:
        """Where running text goes on."""
        return float(self._pdf.x), float(self._pdf.y)

    def filled(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Draw an area of one colour."""
        self._pdf.set_fill_color(*colour)
        self._pdf.rect(x, y, width, height, style="F")

    def framed(self, x: float, y: float, width: float, height: float, colour: Colour, thick: float) -> None:
        """Draw a frame."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(thick)
        self._pdf.rect(x, y, width, height, style="D")

    def finished(self) -> bytes:
        """The document as a file."""
        return bytes(self._pdf.output())
