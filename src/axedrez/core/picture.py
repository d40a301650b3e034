"""What menus show of a rulebook beside its words. It is read off the sheet, without a kernel."""

from __future__ import annotations

from typing import Literal

import msgspec

Theme = Literal["turns", "pieces", "goal", "start", "moves", "other"]
"""What a modified game is about, in the order of a shelf of such games."""


class Picture(msgspec.Struct, frozen=True):
    """The start position of a rulebook, to be drawn small.

    `kind`: a board of squares, `files` × `ranks` without `holes`, or one of points; `start`: the position text;
    `glyphs`: how the pieces of each letter are drawn.
    """

    kind: Literal["grid", "points"]
    start: str
    glyphs: dict[str, str]
    files: int = 0
    ranks: int = 0
    holes: tuple[str, ...] = ()
