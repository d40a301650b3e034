"""How a piece moves, taken apart for a designer: what a page draws, and the clicks that change it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

REACH = 3
"""The diagram of a designer goes so many squares from the piece to every side."""

Distance = Annotated[int, msgspec.Meta(ge=-REACH, le=REACH)]
Gait = Literal["leap", "slide", "ride", "lame", "over", "behind"]
Use = Literal["both", "move", "capture"]
Symmetry = Literal["one", "mirror", "all", "forward", "backward"]


class Atom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of moving.

    `files`, `ranks`: its step, to the right and ahead, seen by the owner. `limit`: how many steps at most, 0 for any
    number. `moves`, `captures`: whether it leads to an empty square, and to one of an enemy. `lame`: what a leap passes
    over must be empty. `hop`: `p` beyond exactly one piece, `g` to the square right behind the first one.
    """

    files: Distance
    ranks: Distance
    limit: Annotated[int, msgspec.Meta(ge=0, le=6)] = 1
    moves: bool = True
    captures: bool = True
    lame: bool = False
    hop: Literal["", "p", "g"] = ""


class Click(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square of the diagram that was chosen, with what is to be done there.

    `gait`: `leap` to the square; `slide` in its direction, square by square; `ride`: repeat the leap; `lame`: leap only
    if nothing is in the way; `over` one piece along the line; `behind` the first piece of the line. `limit`: how many
    steps a slide or ride has at most, 0 for any number. `symmetry`: which reflections of the square are meant too.
    What is there already is taken away.
    """

    files: Distance
    ranks: Distance
    gait: Gait = "leap"
    limit: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    use: Use = "both"
    symmetry: Symmetry = "all"


class Target(msgspec.Struct, frozen=True):
    """A square of the diagram that the piece may reach.

    `moves`, `captures`: directly; `hop`: it also comes there over another piece, to do either or both. `lame`: only if
    what it leaps over is empty. `is_end`: a step of its own
    ends here; else it lies on a longer way. `goes_on`: the way leads further beyond the diagram.
    """

    files: int
    ranks: int
    moves: bool
    captures: bool
    hop: bool
    lame: bool
    is_end: bool
    goes_on: bool


class MovementDesign(msgspec.Struct, frozen=True):
    """A movement in every form.

    `movement`: as normalized text in the notation of sheets; `atoms`: its parts; `targets`: what the diagram shows;
    `words`: in sentences; `beyond`: what clicking cannot make, in a sentence, or null.
    """

    movement: str
    reach: int
    atoms: list[Atom]
    targets: list[Target]
    words: dict[str, str]
    beyond: dict[str, str] | None
