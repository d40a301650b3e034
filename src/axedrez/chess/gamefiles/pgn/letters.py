"""The letters of the pieces in a game of PGN: English, or those of the language in which the whole game is legal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from axedrez.chess.position import san
from axedrez.chess.position.game import ChessPosition
from axedrez.core.contract import Move, Position
from axedrez.core.errors import AxedrezError

FEN = "KQRBN"

TONGUES: Mapping[str, str] = {
    "es": "RDTAC",  # Italian and Galician too
    "de": "KDTLS",  # the Scandinavian languages too
    "fr": "RDTFC",
    "pt": "RDTBC",
    "pl": "KHWGS",
    "cs": "KDVSJ",
    "fi": "KDTLR",
    "hu": "KVBFH",
    "ro": "RDTNC",
}
"""By language, the letters in the order of `FEN`."""


MAX_TEXTS = 600
"""A game that has been English for so long is."""


class Retold(Exception):
    """The main line is another one than was read so far: `moves`, the last of which is the one that was asked for."""

    def __init__(self, moves: list[Move]) -> None:
        super().__init__(moves)
        self.moves = moves


class _Course(NamedTuple):
    """The main line as a language reads it: its last move, the course before that, and where it leads."""

    position: Position
    move: Move | None = None
    before: _Course | None = None

    def moves(self) -> list[Move]:
        """All its moves."""
        found, here = list[Move](), self
        while here.move is not None and here.before is not None:
            found.append(here.move)
            here = here.before
        return found[::-1]


class Letters:
    """Reads the moves of a game.

    In English, until a move of the main line is not legal so. Then the game was written in another language: one in
    which all moves of the main line are legal from the start, those to come included. `usual`: the languages of the
    games before in the file, which decide where several would do.
    """

    def __init__(self, usual: Iterable[str] = ()) -> None:
        self._usual = tuple(usual)
        self._texts: list[str] = []
        self._start: Position | None = None
        self._courses: dict[str, _Course] = {}

    @property
    def tongues(self) -> tuple[str, ...]:
        """The languages in which the main line is legal; none for English."""
        return tuple(self._courses)

    def read(self, position: Position, text: str, *, certain: bool) -> Move:
        """The legal move of a text; `certain`: it stands in the main line, so it determines the language.

        Raises `Retold` where the moves before were others than was believed, `AxedrezError` for what is no move.
        """
        if not certain:
            return self._aside(position, text)
        if self._start is None:
            self._start = position
        if self._courses:
            return self._abroad(text)
        try:
            move = position.parse_move(text)
        except AxedrezError as fault:
            return self._elsewhere(text, fault)
        self._texts.append(text)
        return move

    def doubtful(self) -> int | None:
        """The index of the first move of the main line that two languages read differently, in the end; or None."""
        known = {tongue: course for tongue, course in self._courses.items() if tongue in self._usual} or self._courses
        lines = {tuple(map(str, course.moves())) for course in known.values()}
        if len(lines) < 2:
            return None
        return next(at for at, moves in enumerate(zip(*lines, strict=True)) if len(set(moves)) > 1)

    def said(self) -> str:
        """The letters that were read otherwise than in English, with the English ones."""
        if not self._courses:
            return ""
        written = dict(zip(TONGUES[self._tongue], FEN, strict=True))
        used = sorted({letter for text in self._texts for letter in _letters(text)})
        meant = ((letter, written.get(letter, letter)) for letter in used)
        return ", ".join(f"{letter} = {piece}" for letter, piece in meant if letter != piece)

    @property
    def _tongue(self) -> str:
        """The language that is believed now; "" for English."""
        return next((tongue for tongue in self._usual if tongue in self._courses), next(iter(self._courses), ""))

    def _aside(self, position: Position, text: str) -> Move:
        """A move of a variation; before the language is known, in any in which it can only be one."""
        try:
            return _parsed(position, text, self._tongue)
        except AxedrezError:
            found = {} if self._courses else _played({tongue: _Course(position) for tongue in TONGUES}, text)[0]
            moves = {str(course.move): course.move for course in found.values()}
            if len(moves) != 1 or (move := next(iter(moves.values()))) is None:
                raise
            return move

    def _abroad(self, text: str) -> Move:
        """The move in the language that is believed; the languages in which it is none are out."""
        believed = self._tongue
        following, refusal = _played(self._courses, text)
        if not following:
            assert refusal is not None
            raise refusal
        self._courses = following
        self._texts.append(text)
        if self._tongue != believed:
            raise Retold(following[self._tongue].moves())
        move = following[believed].move
        assert move is not None
        return move

    def _elsewhere(self, text: str, fault: AxedrezError) -> Move:
        """The move in another language, in which those before are legal too. Raises `fault` if there is none."""
        assert self._start is not None
        if len(self._texts) > MAX_TEXTS:
            raise fault
        courses = {tongue: _Course(self._start) for tongue in TONGUES}
        for each in (*self._texts, text):
            courses, _ = _played(courses, each)
        if not courses:
            raise fault
        self._courses = courses
        self._texts.append(text)
        raise Retold(courses[self._tongue].moves())


def _played(courses: Mapping[str, _Course], text: str) -> tuple[dict[str, _Course], AxedrezError | None]:
    """The courses in which a text is a legal move, after it; and why it is none in the first of the others."""
    refusal: AxedrezError | None = None
    found: dict[str, _Course] = {}
    known: dict[tuple[int, str], _Course | None] = {}
    letters = _letters(text)
    for tongue, course in courses.items():
        written = dict(zip(TONGUES[tongue], FEN, strict=True))
        key = id(course.position), "".join(written.get(letter, "?" if letter in FEN else letter) for letter in letters)
        if key not in known:
            try:
                move = _parsed(course.position, text, tongue)
                known[key] = _Course(course.position.play_unchecked(move), move, course)
            except AxedrezError as fault:
                refusal, known[key] = refusal or fault, None
        if (following := known[key]) is not None:
            found[tongue] = following
    return found, refusal


def _parsed(position: Position, text: str, tongue: str) -> Move:
    if not tongue or not _letters(text):
        return position.parse_move(text)
    board = cast(ChessPosition, position)
    return san.parse(board, text, kinds=_kinds(tongue, board.game.pieces))


def _letters(text: str) -> list[str]:
    """The letters of pieces in a move."""
    return [letter for letter in re.findall("[A-Z]", text) if letter != "O"]


def _kinds(tongue: str, known: Mapping[str, object]) -> dict[str, str]:
    """The letters of FEN by those of a language, and by themselves for pieces that only we know."""
    written = dict(zip(TONGUES[tongue], FEN, strict=True))
    own = {letter: letter for letter in known if letter not in FEN and letter not in written}
    return own | {letter: piece for letter, piece in written.items() if piece in known}
