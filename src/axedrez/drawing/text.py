"""Boards in characters: for `str(position)`, and for terminals, which colour them by the named shades."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from axedrez.core.scene import GridScene, PointsScene, Scene

Shade = Literal["", "light", "dark", "checked"]
FILES = "abcdefgh"
QUARTER = 6
MAX_DRAWN = 5  # pieces drawn on a point; more are shown as a count


class Run(NamedTuple):
    """Characters of one shade."""

    text: str
    shade: Shade = ""


def plain(scene: Scene) -> str:
    """The board of a scene in letters, seen from White's side."""
    lines = "".join(run.text for run in runs(scene)).split("\n")
    return "\n".join(line.rstrip() for line in lines)


def runs(
    scene: Scene, signs: Mapping[str, str] | None = None, flipped: bool = False, marks: Collection[str] = ()
) -> Iterator[Run]:
    """The board of a scene, seen from White's side, or from Black's if `flipped`.

    `signs`: what is shown for a letter, where it is not the letter itself; `marks`: places to point at.
    """
    if isinstance(scene, GridScene):
        return _grid(scene, signs or {}, flipped, marks)
    return _points(scene, signs or {}, flipped, marks)


def _grid(scene: GridScene, signs: Mapping[str, str], flipped: bool, marks: Collection[str]) -> Iterator[Run]:
    files = FILES[: scene.files]
    ranks = range(scene.ranks, 0, -1)
    if flipped:
        files, ranks = files[::-1], range(1, scene.ranks + 1)
    checked = scene.check.place if scene.check else None
    for rank in ranks:
        yield Run(f"{rank} ")
        for file in files:
            place = f"{file}{rank}"
            if place in scene.holes:
                yield Run("   ")
                continue
            letter = scene.pieces.get(place, "·")
            sign = signs.get(letter, letter)
            dark = (FILES.index(file) + rank) % 2
            shade: Shade = "checked" if place == checked else "dark" if dark else "light"
            yield Run(f"({sign})" if place in marks else f" {sign} ", shade)
        yield Run("\n")
    yield Run("  " + "".join(f" {file} " for file in files).rstrip())


def _points(scene: PointsScene, signs: Mapping[str, str], flipped: bool, marks: Collection[str]) -> Iterator[Run]:
    # From White's side 13 to 24 are near (G-1b).
    half = len(scene.points) // 2
    low, high = list(range(1, half + 1)), list(range(half + 1, 2 * half + 1))
    far, near = (high[::-1], low) if flipped else (low[::-1], high)
    stacks = {point: _stack(scene.points[point - 1], signs) for point in (*far, *near)}
    height = max(1, *(len(stack) for stack in stacks.values()))
    yield from _numbers(far, marks)
    for level in range(height):
        yield from _row(far, stacks, level)
    yield Run("\n")
    for level in reversed(range(height)):
        yield from _row(near, stacks, level)
    yield from _numbers(near, marks)
    parts = []
    for place, letters in (("bar", scene.bar), ("off", scene.off)):
        kinds = [(signs.get(letter, letter), len(list(same))) for letter, same in groupby(letters)]
        pieces = " ".join(sign if count == 1 else f"{sign}×{count}" for sign, count in kinds)
        parts.append(f"{'(' + place + ')' if place in marks else place}: {pieces or '-'}")
    if scene.dice:
        parts.append("· {} {}".format(*scene.dice))
    yield Run("   ".join(parts))


def _stack(letters: str, signs: Mapping[str, str]) -> list[str]:
    """What is drawn on a point, from its base."""
    shown = [signs.get(letter, letter) for letter in letters]
    if len(shown) > MAX_DRAWN:
        return [*shown[: MAX_DRAWN - 1], f"+{len(shown) - MAX_DRAWN + 1}"]
    return shown


def _numbers(points: Sequence[int], marks: Collection[str]) -> Iterator[Run]:
    for place, point in enumerate(points):
        yield Run("  " if place == QUARTER else "")
        yield Run(f"({point:02})" if str(point) in marks else f" {point:02} ")
    yield Run("\n")


def _row(points: Sequence[int], stacks: dict[int, list[str]], level: int) -> Iterator[Run]:
    for place, point in enumerate(points):
        yield Run("  " if place == QUARTER else "")
        stack = stacks[point]
        sign = stack[level] if level < len(stack) else "·" if level == 0 else ""
        yield Run(f"{sign:^4}", "dark" if point % 2 else "light")
    yield Run("\n")
