"""The figures of the pieces, and the frame of a picture."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

WHITE, BLACK = ("#fffaf0", "#241d14", "#241d14"), ("#29231b", "#17130e", "#e9dfc9")
"""By side: the colour of the body, of its outline, and of the lines over it."""


@cache
def _glyphs() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = msgspec.json.decode(Path(__file__).with_name("glyphs.json").read_bytes())
    return found


class Figure(NamedTuple):
    """How a kind of piece is drawn: the glyph of that name, or its letter where there is none."""

    letter: str
    glyph: str

    def draw(self, white: bool) -> str:
        """SVG elements on a field of 100 × 100."""
        fill, line, detail = WHITE if white else BLACK
        glyph = _glyphs().get(self.glyph)
        if glyph is None:
            return (
                f'<circle cx="50" cy="50" r="36" fill="{fill}" stroke="{line}" stroke-width="3.2"/>'
                f'<text x="50" y="66" text-anchor="middle" font-family="serif" font-size="46" font-weight="600"'
                f' fill="{detail}">{escape(self.letter)}</text>'
            )
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{detail}"/>' for x, y, r in glyph["dots"])
        return (
            f'<path d="{glyph["body"]}" fill="{fill}" stroke="{line}" stroke-width="3.2" stroke-linejoin="round"/>'
            f'<path d="{glyph["detail"]}" fill="none" stroke="{detail}" stroke-width="2.8" stroke-linecap="round"'
            f' stroke-linejoin="round"/>{dots}'
        )


def emblem(glyph: str, millimetres: float, colour: tuple[int, int, int]) -> str:
    """A piece in one colour as an SVG document, for paper."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{millimetres:g}mm"'
        f' height="{millimetres:g}mm"><path d="{_glyphs()[glyph]["body"]}" fill="#{bytes(colour).hex()}"/></svg>'
    )


def figure(figures: dict[str, Figure], sign: str, x: float, y: float, width: float) -> str:
    """The piece of a sign (upper case: White's) in a square whose upper left corner is `x`, `y`."""
    known = figures.get(sign.upper(), Figure(sign.upper(), ""))
    return f'<g transform="translate({x:g} {y:g}) scale({width / 100:g})">{known.draw(sign.isupper())}</g>'


def document(parts: list[str], width: float, height: float, size: int, title: str) -> str:
    """An SVG document of its own, `size` pixels wide, that tells screen readers the position."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{size}"'
        f' height="{round(size * height / width)}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
