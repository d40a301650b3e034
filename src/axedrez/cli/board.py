"""A board in the terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from axedrez.core import Game, GridScene, Scene
from axedrez.drawing import text
from axedrez.messages import say

GLYPHS = ("king", "queen", "rook", "bishop", "knight", "pawn")
WHITE_KING, BLACK_KING = 0x2654, 0x265A
DISC = ("○", "●")
STYLES = {"": "", "light": "black on #f0d9b5", "dark": "black on #b58863", "checked": "black on #e06050"}


def symbols(game: Game) -> dict[str, str]:
    """The symbols for the letters of a scene: the Unicode chess piece, or the letter itself where there is none."""
    shown = {}
    for piece in game.sheet.pieces.values():
        white, black = piece.letter, piece.letter.lower()
        if piece.glyph in GLYPHS:
            index = GLYPHS.index(piece.glyph)
            shown[white], shown[black] = chr(WHITE_KING + index), chr(BLACK_KING + index)
        elif piece.glyph == "disc":
            shown[white], shown[black] = DISC
        else:
            shown[white], shown[black] = white, black
    return shown


def draw(scene: Scene, shown: dict[str, str], flipped: bool = False, marks: Collection[str] = ()) -> Text:
    """The board of a scene, seen from White's side, or from Black's if `flipped`; `marks` are highlighted places."""
    return Text.assemble(*((run.text, STYLES[run.shade]) for run in text.runs(scene, shown, flipped, marks)))


def below(scene: Scene, lang: str) -> list[str]:
    """The information beside the board of a scene: hands, checks still to give, moves left in the turn."""
    if not isinstance(scene, GridScene):
        return []
    lines = []
    if hands := scene.hands:
        lines.append(say("cli.board.hand", lang, white=_hand(hands.white), black=_hand(hands.black)))
    if left := scene.checks_left:
        lines.append(say("cli.board.checks", lang, white=left.white, black=left.black))
    if scene.moves_left:
        lines.append(say("cli.board.moves", lang, count=scene.moves_left))
    return lines


def _hand(held: dict[str, int]) -> str:
    return " ".join(f"{letter}x{count}" for letter, count in held.items()) or "-"
