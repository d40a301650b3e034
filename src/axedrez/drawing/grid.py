"""A board of squares as SVG."""

from __future__ import annotations

from collections.abc import Collection

from axedrez.core.scene import GridScene
from axedrez.drawing.figures import Figure, document, figure
from axedrez.drawing.shapes import Spot, draw

SQUARE, EDGE = 100, 40
LIGHT, DARK, INK, CHECKED, MARKED = "#f2e6cd", "#93a4be", "#2b2417", "#d8542f", "#e2b23e"
FILES = "abcdefgh"


def svg(
    scene: GridScene,
    figures: dict[str, Figure],
    title: str,
    size: int,
    flipped: bool,
    marks: frozenset[str],
    shapes: Collection[str],
) -> str:
    """The board with its coordinates, and the hands beside it where there are some."""
    width, height = scene.files, scene.ranks

    def corner(place: str) -> tuple[int, int]:
        column, row = FILES.index(place[0]), height - int(place[1])
        if flipped:
            column, row = width - 1 - column, height - 1 - row
        return EDGE + column * SQUARE, row * SQUARE

    squares = {f"{file}{rank}" for file in FILES[:width] for rank in range(1, height + 1)}.difference(scene.holes)

    def middle(place: str) -> Spot | None:
        return Spot(*(edge + SQUARE / 2 for edge in corner(place))) if place in squares else None

    check = scene.check
    parts = []
    for rank in range(1, height + 1):
        for file in range(width):
            place = f"{FILES[file]}{rank}"
            if place not in squares:
                continue
            x, y = corner(place)
            marked = CHECKED if check and place == check.place else MARKED if place in marks else ""
            colour = marked or (LIGHT if (file + rank) % 2 == 0 else DARK)
            parts.append(f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{colour}"/>')
    parts += [figure(figures, sign, *corner(place), SQUARE) for place, sign in scene.pieces.items()]
    parts.append(draw(shapes, middle, SQUARE))
    for rank in range(1, height + 1):
        parts.append(_label(str(rank), EDGE / 2, corner(f"a{rank}")[1] + SQUARE / 2 + 9))
    for name in FILES[:width]:
        parts.append(_label(name, corner(f"{name}1")[0] + SQUARE / 2, height * SQUARE + 29))
    bottom = height * SQUARE + EDGE
    hands = (scene.hands.white, scene.hands.black) if scene.hands else ()
    held = ["".join(letter * count for letter, count in hand.items()) for hand in hands if hand]
    for hand in held:
        step = min(SQUARE / 2, width * SQUARE / len(hand))
        parts += [figure(figures, sign, EDGE + index * step, bottom, SQUARE / 2) for index, sign in enumerate(hand)]
        bottom += SQUARE // 2
    return document(parts, EDGE + width * SQUARE, bottom, size, title)


def _label(text: str, x: float, y: float) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" font-size="27" fill="{INK}">'
        f"{text}</text>"
    )
