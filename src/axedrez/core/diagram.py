"""Where a kind of piece goes on the empty board: what a drawing of its moves shows, and what may be planned ahead."""

from __future__ import annotations

import msgspec


class Diagram(msgspec.Struct, frozen=True):
    """The reach of a White piece alone on the board.

    `square`: where it stands; `moves`: squares it may go to without capture; `captures`: squares where it may capture;
    `hurdles`: squares that it reaches only over another piece. `letter` is the piece's.
    """

    piece: str
    letter: str
    square: str
    moves: list[str]
    captures: list[str]
    hurdles: list[str]


class Reach(msgspec.Struct, frozen=True):
    """Where the pieces of one side could go if nothing stood in their way, captures and castling included.

    `moves`: letter of a kind → square → square that it could go to → letters, one of which it must become there (`""`:
    it may stay what it is). `drops`: letter → squares where it could be put from the hand. Both are empty where pieces
    do not move one at a time.
    """

    moves: dict[str, dict[str, dict[str, str]]] = {}
    drops: dict[str, list[str]] = {}
