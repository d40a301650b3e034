"""Pictures of positions, as SVG and as text, made from the scene that every game describes (docs/api.md)."""

from __future__ import annotations

from collections.abc import Collection

from axedrez.core.contract import Position
from axedrez.core.scene import GridScene
from axedrez.drawing import grid, points, text
from axedrez.drawing.figures import Figure

SIZES = range(16, 8193)


class Drawn:
    """What can be drawn: the base of every family's position."""

    __slots__ = ()

    def svg(
        self: Position,
        *,
        size: int = 400,
        flipped: bool = False,
        marks: Collection[str] = (),
        shapes: Collection[str] = (),
        own_numbers: bool = False,
    ) -> str:
        """The board as an SVG document, seen from White's side, or from Black's if `flipped`.

        `size`: width in pixels, 16 … 8192; `marks`: places to point at (`e4`; with points `1` … `24`, `bar`, `off`);
        `shapes`: circles and arrows in green, red, yellow and blue (`Ge4`, `Rd1>h5`, `B13>bar:white`); `own_numbers`:
        points have the numbers of the side that sees the board, as players of backgammon count. Raises `ValueError`
        for another size.
        """
        if size not in SIZES:
            raise ValueError(f"size must be a whole number from {SIZES[0]} to {SIZES[-1]}, not {size!r}")
        scene = self.scene()
        figures = {piece.letter: Figure(piece.letter, piece.glyph) for piece in self.game.sheet.pieces.values()}
        frame = self.text(), size, flipped, frozenset(marks), shapes
        if isinstance(scene, GridScene):
            return grid.svg(scene, figures, *frame)
        return points.svg(scene, figures, *frame, own_numbers=own_numbers)

    def _repr_svg_(self: Position) -> str:
        """What a notebook shows."""
        return self.svg()

    def __str__(self: Position) -> str:
        """The board in letters, White's in upper case, and the position text below it."""
        return f"{text.plain(self.scene())}\n{self.text()}"
