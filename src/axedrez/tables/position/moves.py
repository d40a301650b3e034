"""Turns and their notation.

A sub-move is written `N13/8*`: piece, points as the rulebook numbers them (`bar`, `off`), then marks. `+` and `-` after
the target: one added to the die or subtracted; a queen's two legs are `Q24/19/14`. `*` captures, `&` waits for its
partner, `&*` completes a joint capture, `>` pushes, `=` joins the other king. Sheets with one kind of piece write no
letter. A turn is its sub-moves in the order played; `pass` is the lost turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from axedrez.core.errors import TextError
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position.workspace import Row

PASS = "pass"
BAR_WORD, OFF_WORD = "bar", "off"
MARKS = {
    layout.STEP: "",
    layout.CAPTURE: "*",
    layout.OPEN: "&",
    layout.COMPLETE: "&*",
    layout.PUSH: ">",
    layout.SHARE: "=",
    layout.BEAR_OFF: "",
}
_PASSES = frozenset({"pass", "pasa"})
_WORDS = {"bar": BAR_WORD, "barra": BAR_WORD, "off": OFF_WORD, "fuera": OFF_WORD}
_SPANISH = {BAR_WORD: "barra", OFF_WORD: "fuera"}
_PLACE, _MARK = r"(?:[a-z]+|\d{1,2})", r"(?:&\*|[*&>=])?"
_SUBMOVE = re.compile(rf"([A-Z]?)({_PLACE})/((?:{_PLACE}{_MARK}/)?{_PLACE}[+-]?{_MARK})(?::([1-6]))?", re.ASCII)


class SubMove(NamedTuple):
    """One use of a die, read from the kernel's word. Places are distances of the mover."""

    piece: int
    origin: int
    target: int
    face: int
    ability: int
    between: int
    act: int
    first_act: int

    @classmethod
    def unpack(cls, code: int) -> SubMove:
        """The inverse of the kernel's `pack`."""
        return cls(
            code & 15,
            code >> 4 & 31,
            code >> 9 & 31,
            code >> 14 & 7,
            code >> 17 & 15,
            code >> 21 & 31,
            code >> 26 & 15,
            code >> 30 & 15,
        )


Codes = tuple[int, ...]


class Turn(msgspec.Struct, eq=False, gc=False):
    """A whole turn: its text, the kernel's words of its sub-moves (the pass has none), and the row it ends in.

    Text and words may be given as functions, called on first access: of thousands of turns few are read.
    """

    _text: str | Callable[[Codes], str]
    _codes: Codes | Callable[[], Codes]
    row: Row

    @property
    def text(self) -> str:
        """The turn in the canonical notation."""
        if not isinstance(self._text, str):
            self._text = self._text(self.codes)
        return self._text

    @property
    def codes(self) -> Codes:
        """The kernel's words of the sub-moves."""
        if not isinstance(self._codes, tuple):
            self._codes = self._codes()
        return self._codes

    def __reduce__(self) -> tuple[type[Turn], tuple[str, Codes, Row]]:
        return Turn, (self.text, self.codes, self.row)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Turn({self.text})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and self.text == other.text

    def __ne__(self, other: object) -> bool:
        return not self == other  # without it a struct would compare by identity

    def __hash__(self) -> int:
        return hash(self.text)


def place_name(distance: int, side: Side) -> str:
    """The name of a place: `1` … `24` as the rulebook numbers the points, `bar` or `off`."""
    if distance == layout.BAR:
        return BAR_WORD
    if distance == layout.OFF:
        return OFF_WORD
    return str(distance if side is Side.WHITE else layout.BAR - distance)


@lru_cache(maxsize=8192)  # there are few, and each turn is compared with all that might follow
def write_submove(code: int, ruleset: Ruleset, side: Side, lang: str = "en") -> str:
    """One sub-move with the letters and words of `lang`; the text in `en` is the canonical one."""
    move = SubMove.unpack(code)

    def name(distance: int) -> str:
        word = place_name(distance, side)
        return _SPANISH.get(word, word) if lang == "es" else word

    letter = ruleset.army[move.piece]
    if lang == "es":
        letter = ruleset.pieces[letter].letter_es or letter
    text = f"{letter if len(ruleset.pieces) > 1 else ''}{name(move.origin)}/"
    if move.ability == layout.TWICE:
        text += f"{name(move.between)}{MARKS[move.first_act]}/"
    text += name(move.target)
    text += {layout.PLUS: "+", layout.MINUS: "-"}.get(move.ability, "")
    return text + MARKS[move.act]


def write_turn(codes: Codes, ruleset: Ruleset, side: Side, lang: str = "en") -> str:
    """A turn in the notation above."""
    if not codes:
        return "pasa" if lang == "es" else PASS
    return " ".join(write_submove(code, ruleset, side, lang) for code in codes)


class Written(NamedTuple):
    """A sub-move as it was written: its canonical text, and the die if it was named (`N13/8:5`)."""

    text: str
    face: int | None

    @property
    def is_entry(self) -> bool:
        """Whether a piece enters from the bar."""
        return f"{BAR_WORD}/" in self.text

    @property
    def origin(self) -> str:
        """The name of the place where it begins."""
        return re.sub(r"[^a-z0-9]", "", self.text.partition("/")[0])

    @property
    def target(self) -> str:
        """The name of the place where it lands."""
        return re.sub(r"[^a-z0-9]", "", self.text.rpartition("/")[2])

    def in_spanish(self, ruleset: Ruleset) -> str:
        """The same with the letters and words of Spanish."""
        letters = {letter: piece.letter_es or letter for letter, piece in ruleset.pieces.items()}
        words = re.sub("[a-z]+", lambda word: _SPANISH.get(word.group(), word.group()), self.text)
        return re.sub("^[A-Z]", lambda letter: letters[letter.group()], words)


def read_turn(text: str, ruleset: Ruleset, lang: str) -> list[Written]:
    """The sub-moves that a text writes, in order; none for the pass. Raises `TextError`."""
    tokens = text.split()
    if len(text) > 200 or not tokens:
        raise TextError("tables_turn", value=text[:60])
    if tokens[0] in _PASSES and len(tokens) == 1:
        return []
    letters = {
        (piece.letter_es or letter) if lang == "es" else letter: letter for letter, piece in ruleset.pieces.items()
    }
    return [_read_submove(token, letters, len(ruleset.pieces) > 1) for token in tokens]


def _read_submove(token: str, letters: dict[str, str], lettered: bool) -> Written:
    match = _SUBMOVE.fullmatch(token)
    if match is None or bool(match[1]) != lettered or (match[1] and match[1] not in letters):
        raise TextError("tables_turn", value=token[:60])
    letter, origin, rest, face = match.groups()
    words = re.sub("[a-z]+", lambda word: _WORDS.get(word.group(), "?"), f"{origin}/{rest}")
    if "?" in words:
        raise TextError("tables_turn", value=token[:60])
    return Written(letters.get(letter, "") + re.sub(r"\b0(\d)", r"\1", words), int(face) if face else None)
