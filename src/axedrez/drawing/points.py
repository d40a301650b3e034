"""A board of points as SVG: the page's board, seated as G-1b says with chess figures, else beside one's own home."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from axedrez.core.scene import PointsScene
from axedrez.drawing.figures import BLACK, WHITE, Figure, document, figure
from axedrez.drawing.shapes import Spot, draw

COLUMN, HEIGHT, EDGE, LENGTH = 10.0, 108.0, 5.0, 43.0
RADIUS, SPACING, FIGURE = 4.5, 8.4, 7.5
GROUND, FRAME, BAR, LIGHT, DARK, INK, MARKED = (
    "#e7d3ad",
    "#6b5234",
    "#b99b6b",
    "#f6ead2",
    "#9db0cc",
    "#4a3820",
    "#c8330f",
)
DISCS = ("#5f7fb5", "#1d3765"), ("#e29a78", "#7a3114")
_BLACK_SEES = (
    ("off:black", *map(str, range(24, 18, -1)), "bar:white", *map(str, range(18, 12, -1))),
    ("off:white", *map(str, range(1, 7)), "bar:black", *map(str, range(7, 13))),
)
_WHITE_SEES = tuple(row[::-1] for row in _BLACK_SEES[::-1])
_BESIDE_HOME = _WHITE_SEES[::-1], _WHITE_SEES
_OPPOSITE_HOME = _WHITE_SEES, _BLACK_SEES
_SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class _Cell(NamedTuple):
    """A point, a bar or a tray: the middle of its column, and the row from whose edge its pieces are stacked."""

    name: str
    x: float
    far: bool

    def y(self, distance: float) -> float:
        """A height above the edge of its row."""
        return distance if self.far else HEIGHT - distance


def svg(
    scene: PointsScene,
    figures: dict[str, Figure],
    title: str,
    size: int,
    flipped: bool,
    marks: frozenset[str],
    shapes: Collection[str],
    *,
    own_numbers: bool = False,
) -> str:
    """The board with its points, both bars, both trays and the dice."""
    rows = (_OPPOSITE_HOME if len(figures) > 1 else _BESIDE_HOME)[flipped]
    cells = [
        _Cell(name, (column + 0.5) * COLUMN, row == 0)
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    ]
    width = COLUMN * len(rows[0])
    parts = [
        f'<rect width="{width:g}" height="{HEIGHT:g}" rx="1.5" fill="{GROUND}" stroke="{FRAME}" stroke-width="0.8"/>'
    ]
    parts += [_ground(cell, marks, from_end=own_numbers and flipped) for cell in cells]
    parts += [_stack(cell, _standing(scene, cell.name), figures) for cell in cells]
    if scene.dice:
        own = (scene.mover == "black") == flipped
        parts += [
            _die(face, width * (0.73 if own else 0.27) + 11 * index, HEIGHT / 2)
            for index, face in enumerate(scene.dice)
        ]
    middles = {cell.name: Spot(cell.x, cell.y(EDGE + LENGTH * 0.45)) for cell in cells}
    parts.append(draw(shapes, middles.get, COLUMN))
    return document(parts, width, HEIGHT, size, title)


def _standing(scene: PointsScene, name: str) -> str:
    """The letters in a cell, from its edge."""
    place, _, side = name.partition(":")
    if not side:
        return scene.points[int(place) - 1]
    letters = scene.bar if place == "bar" else scene.off
    return "".join(sign for sign in letters if sign.isupper() == (side == "white"))


def _ground(cell: _Cell, marks: frozenset[str], *, from_end: bool) -> str:
    place, _, side = cell.name.partition(":")
    marked = place in marks
    line, thickness = (MARKED, 1.0) if marked else (FRAME, 0.25)
    if side:
        top = 0.4 if cell.far else HEIGHT / 2 + 0.2
        return (
            f'<rect x="{cell.x - COLUMN / 2 + 0.4:g}" y="{top:g}" width="{COLUMN - 0.8:g}"'
            f' height="{HEIGHT / 2 - 0.6:g}" rx="1" fill="{BAR}" stroke="{line}" stroke-width="{thickness}"/>'
        )
    half, base, tip = COLUMN / 2 - 0.5, cell.y(EDGE), cell.y(EDGE + LENGTH)
    colour = LIGHT if int(place) % 2 else DARK
    number = 25 - int(place) if from_end else int(place)
    return (
        f'<path d="M{cell.x - half:g} {base:g} Q{cell.x - half:g} {cell.y(EDGE + LENGTH / 2):g} {cell.x:g} {tip:g}'
        f' Q{cell.x + half:g} {cell.y(EDGE + LENGTH / 2):g} {cell.x + half:g} {base:g} Z" fill="{colour}"'
        f' stroke="{line}" stroke-width="{thickness}"/>'
        f'<text x="{cell.x:g}" y="{cell.y(EDGE / 2) + 1.25:g}" text-anchor="middle" font-family="sans-serif"'
        f' font-size="3.4" fill="{INK}">{number:02}</text>'
    )


def _stack(cell: _Cell, letters: str, figures: dict[str, Figure]) -> str:
    spacing = min(SPACING, (LENGTH - 2 * RADIUS) / max(1, len(letters) - 1))
    return "".join(
        _disc(sign, cell.x, cell.y(EDGE + 0.2 + RADIUS + index * spacing), figures)
        for index, sign in enumerate(letters)
    )


def _disc(sign: str, x: float, y: float, figures: dict[str, Figure]) -> str:
    white = sign.isupper()
    fill, line = DISCS[not white]
    known = figures.get(sign.upper())
    if known is not None and known.glyph == "disc":  # games of one kind: the disc is the piece
        fill, line, _ = WHITE if white else BLACK
        return f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{fill}" stroke="{line}" stroke-width="0.5"/>'
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{fill}" stroke="{line}" stroke-width="0.35"/>'
    return disc + figure(figures, sign, x - FIGURE / 2, y - FIGURE / 2, FIGURE)


def _die(face: int, x: float, y: float) -> str:
    spots = "".join(f'<circle cx="{x + 2.4 * dx:g}" cy="{y + 2.4 * dy:g}" r="0.95"/>' for dx, dy in _SPOTS[face])
    return (
        f'<rect x="{x - 4.5:g}" y="{y - 4.5:g}" width="9" height="9" rx="1.7" fill="#fffbf2" stroke="#241d14"'
        f' stroke-width="0.4"/>{spots}'
    )
