"""A board of points in the terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

LIGHT, DARK = "black on #f0d9b5", "black on #b58863"
QUARTER = 6
HIGHEST = 5  # pieces drawn on a point; of more the count is told


def draw(scene: dict[str, Any], shown: dict[str, str], flipped: bool = False, marks: Collection[str] = ()) -> Text:
    """The board of a scene, seen from White's side (13–24 near, G-1b), or from Black's if `flipped`."""
    half = len(scene["points"]) // 2
    low, high = list(range(1, half + 1)), list(range(half + 1, 2 * half + 1))
    far, near = (high[::-1], low) if flipped else (low[::-1], high)
    stacks = {point: _stack(scene["points"][point - 1], shown) for point in (*far, *near)}
    height = max(1, *(len(stack) for stack in stacks.values()))
    board = Text()
    _numbers(board, far, marks)
    for level in range(height):
        _row(board, far, stacks, level)
    board.append("\n")
    for level in reversed(range(height)):
        _row(board, near, stacks, level)
    _numbers(board, near, marks)
    for place in ("bar", "off"):
        kinds = [(shown.get(letter, letter), len(list(same))) for letter, same in groupby(scene[place])]
        pieces = " ".join(sign if count == 1 else f"{sign}×{count}" for sign, count in kinds)
        board.append(f"{'(' + place + ')' if place in marks else place}: {pieces or '-'}   ")
    if scene["dice"]:
        board.append("· {} {}".format(*scene["dice"]))
    board.rstrip()
    return board


def _stack(letters: str, shown: dict[str, str]) -> list[str]:
    """What is drawn on a point, from its base."""
    signs = [shown.get(letter, letter) for letter in letters]
    if len(signs) > HIGHEST:
        return [*signs[: HIGHEST - 1], f"+{len(signs) - HIGHEST + 1}"]
    return signs


def _numbers(board: Text, points: Sequence[int], marks: Collection[str]) -> None:
    for place, point in enumerate(points):
        board.append("  " if place == QUARTER else "")
        board.append(f"({point:02})" if str(point) in marks else f" {point:02} ")
    board.append("\n")


def _row(board: Text, points: Sequence[int], stacks: dict[int, list[str]], level: int) -> None:
    for place, point in enumerate(points):
        board.append("  " if place == QUARTER else "")
        stack = stacks[point]
        sign = stack[level] if level < len(stack) else "·" if level == 0 else ""
        board.append(f"{sign:^4}", DARK if point % 2 else LIGHT)
    board.append("\n")
