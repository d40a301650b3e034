"""Draws what the learner of `examples/environments` wrote: `learning_curves.py NAME=FILE.csv … PICTURE.svg`.

Each file has lines of seconds and of the share of points against random moves.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 56, 16, 120, 40
COLOURS = ("#1b6ca8", "#b5541c", "#3b7d3a")


def read(path: str) -> list[tuple[float, float]]:
    """The points of a curve."""
    with Path(path).open(encoding="utf-8") as file:
        return [(float(row["seconds"]), float(row["share"])) for row in csv.DictReader(file)]


def drawn(curves: dict[str, list[tuple[float, float]]]) -> str:
    """The picture (SVG)."""
    most = max(seconds for points in curves.values() for seconds, _ in points)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(seconds: float, share: float) -> str:
        return f"{LEFT + wide * seconds / most:.1f},{TOP + high * (1 - share):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<style>text { font-size: 13px }</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for tenth in range(0, 11, 2):
        x, y = at(0, tenth / 10).split(",")
        parts.append(f'<line x1="{x}" y1="{y}" x2="{LEFT + wide}" y2="{y}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{float(y) + 4}" text-anchor="end">{tenth * 10} %</text>')
    for second in range(0, int(most) + 1, 20):
        x = at(second, 0).split(",")[0]
        parts.append(f'<text x="{x}" y="{TOP + high + 18}" text-anchor="middle">{second} s</text>')
    for number, (colour, (name, points)) in enumerate(zip(COLOURS, curves.items(), strict=False)):
        line = " ".join(at(*point) for point in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + wide + 16}" y="{TOP + 20 * number + 60}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    *named, picture = sys.argv[1:]
    curves = {name: read(path) for name, path in (each.split("=", 1) for each in named)}
    Path(picture).write_text(drawn(curves), encoding="utf-8")
