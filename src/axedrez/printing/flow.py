"""Text that runs on over as many pages as it needs, with figures between its paragraphs."""

from __future__ import annotations

import re

from axedrez.printing.paper import INK, SOFT, VERMILION, Colour, Paper

MARGIN = 18.0
SIZE = 11.0
"""Of the letters, in points."""
INDENT = 5.0
"""Of a paragraph for each step that it is set in, in millimetres."""
MOST_INDENTS = 4
FIGURE_MM = 62.0
_LINE_MM = SIZE * 25.4 / 72 * 1.35
_TITLE = re.compile("<title>.*?</title>", re.DOTALL)
_SIZES = re.compile(r'<svg ([^>]*)width="([\d.]+)" height="([\d.]+)"')


class Flow:
    """A document that is written from its beginning to its end, on pages that begin by themselves."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._left = MARGIN
        self._is_begun = False
        paper.with_margins(MARGIN)
        paper.page()

    def heading(self, text: str, size: float = 15) -> None:
        """A heading, with room for some lines below it on its page."""
        self.paragraph()
        self._keep(5 * _LINE_MM)
        _, y = self._paper.at
        if y > MARGIN:
            y += _LINE_MM / 2
        self._paper.go_to(MARGIN, y)
        self._paper.running(text, MARGIN, size, bold=True, colour=VERMILION)
        self._is_begun = True
        self.paragraph()

    def paragraph(self, indents: int = 0) -> None:
        """End the paragraph; what follows begins a line, set in by so many steps."""
        _, y = self._paper.at
        self._left = MARGIN + INDENT * min(indents, MOST_INDENTS)
        if self._is_begun:
            y += _LINE_MM * 1.2
        self._is_begun = False
        self._paper.go_to(self._left, y)

    def text(self, text: str, *, bold: bool = False, soft: bool = False) -> None:
        """Write on in the paragraph, after a space where it has begun."""
        colour: Colour = SOFT if soft else INK
        # In front: behind it a word that no longer fits would be cut in two.
        self._paper.running(f" {text}" if self._is_begun else text, self._left, SIZE, bold=bold, colour=colour)
        self._is_begun = True

    def figure(self, svg: str) -> None:
        """An SVG document in the middle of the page, in the size of figures."""
        self.paragraph()
        svg = _TITLE.sub("", svg)  # a document has no place for it
        found = _SIZES.match(svg)
        assert found is not None
        height = FIGURE_MM * float(found[3]) / float(found[2])
        self._keep(height + _LINE_MM)
        _, y = self._paper.at
        sized = f'<svg {found[1]}width="{FIGURE_MM}mm" height="{height:.2f}mm"'
        self._paper.drawing(sized + svg[found.end() :], (self._paper.width - FIGURE_MM) / 2, y)
        self._paper.go_to(MARGIN, y + height + _LINE_MM / 2)

    def _keep(self, height: float) -> None:
        """Begin a page where there is no room for so many millimetres."""
        if self._paper.at[1] + height > self._paper.height - MARGIN:
            self._paper.page()
