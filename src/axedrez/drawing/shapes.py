"""Arrows and circles over a board as people draw them on the page: `Ge4` is a green circle, `Rd1>h5` a red arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot
from typing import NamedTuple

COLOURS = {"G": "#17691d", "R": "#a01f16", "Y": "#b86e00", "B": "#123f94"}
DASHES = {"G": (), "R": (2.2, 1.5), "Y": (0.01, 1.7), "B": (3.4, 1.5, 0.01, 1.5)}
"""The lines of each colour, in their widths: whoever sees no colours sees these."""
HALO = "#fffbf2"
RADIUS, WIDTH, HEAD = 0.44, 0.11, 0.34
"""In cells: a circle, a line, the head of an arrow."""


class Spot(NamedTuple):
    """A point of the drawing."""

    x: float
    y: float


def draw(shapes: Iterable[str], middle: Callable[[str], Spot | None], unit: float) -> str:
    """SVG elements for shapes; what is no shape, or lies beside the board, is left out.

    `middle`: the middle of a cell, None where there is no such cell; `unit`: the width of a cell.
    """
    parts = []
    for shape in shapes:
        places = shape[1:].split(">")
        spots = [middle(place) for place in places]
        if shape[:1] not in COLOURS or len(spots) > 2:
            continue
        if (start := spots[0]) is None or (end := spots[-1]) is None:
            continue
        parts.append(_circle(shape[0], start, unit) if start == end else _arrow(shape[0], start, end, unit))
    return f'<g fill="none" stroke-linecap="round">{"".join(parts)}</g>' if parts else ""


def _circle(colour: str, spot: Spot, unit: float) -> str:
    return _lines(f'<circle cx="{spot.x:g}" cy="{spot.y:g}" r="{RADIUS * unit:g}"', colour, unit)


def _arrow(colour: str, start: Spot, end: Spot, unit: float) -> str:
    length = hypot(end.x - start.x, end.y - start.y)
    dx, dy = (end.x - start.x) / length, (end.y - start.y) / length
    size = HEAD * unit
    neck, half = Spot(end.x - dx * size, end.y - dy * size), size * 0.55
    line = f'<line x1="{start.x:g}" y1="{start.y:g}" x2="{neck.x:g}" y2="{neck.y:g}"'
    return (
        _lines(line, colour, unit) + f'<path d="M{end.x:g} {end.y:g}L{neck.x - dy * half:g} {neck.y + dx * half:g}'
        f'L{neck.x + dy * half:g} {neck.y - dx * half:g}Z" fill="{COLOURS[colour]}"/>'
    )


def _lines(element: str, colour: str, unit: float) -> str:
    """An element that is begun, drawn twice: pale and wide, then in its colour."""
    width = WIDTH * unit
    dashes = " ".join(f"{length * width:g}" for length in DASHES[colour])
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'{element} stroke="{HALO}" stroke-width="{width * 1.7:g}" opacity="0.6"/>'
        f'{element} stroke="{COLOURS[colour]}" stroke-width="{width:g}" opacity="0.9"{dashed}/>'
    )
