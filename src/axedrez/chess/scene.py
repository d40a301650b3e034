"""What a page draws of a chess position (docs/api.md)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from axedrez.chess import geometry
from axedrez.core.sides import Side

if TYPE_CHECKING:
    from axedrez.chess.position import ChessPosition


def of(position: ChessPosition) -> dict[str, Any]:
    """The scene of a board of squares, as JSON-able values."""
    sheet = position.game.sheet
    letters = position.letters()
    checkers = [geometry.square_name(square) for square in position.checkers()]
    check = {"place": geometry.square_name(position.king()), "by": checkers, "announce": sheet.play.announce_check}
    return {
        "kind": "grid",
        "files": sheet.board.files,
        "ranks": sheet.board.ranks,
        "holes": sheet.board.holes,
        "pieces": {geometry.square_name(square): letter for square, letter in sorted(letters.items())},
        "check": check if checkers else None,
        "captured": {
            "white": [letter.lower() for letter in _missing(position, Side.BLACK, letters)],
            "black": _missing(position, Side.WHITE, letters),
        },
    }


def _missing(position: ChessPosition, side: Side, letters: dict[int, str]) -> list[str]:
    """What a side lacks of its first armament; a piece beyond it is a promoted one, made from one that is gone."""
    own = [letter.upper() for letter in letters.values() if letter.isupper() == (side is Side.WHITE)]
    missing = Counter(position.game.armies[side])
    missing.subtract(own)
    promoted = -sum(count for count in missing.values() if count < 0)
    makers = [position.game.sheet.pieces[name].letter for name in position.game.sheet.promotion]
    for maker in makers:
        used = min(promoted, max(missing[maker], 0))
        missing[maker] -= used
        promoted -= used
    return [letter for letter in position.game.types for _ in range(max(missing[letter], 0))]
