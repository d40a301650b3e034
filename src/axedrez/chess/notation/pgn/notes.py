"""What a PGN says about the moves of its game, for people to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from axedrez.chess.notation.pgn.reading import PgnGame, PgnLine
from axedrez.chess.notation.pgn.words import SUFFIXES, SYMBOLS
from axedrez.core.sides import Side

_SIGNS = {number: sign for sign, number in reversed((SUFFIXES | SYMBOLS).items())}
# Clocks, evaluations, arrows: what programs tell each other.
_COMMANDS = re.compile(r"\[%\w+ [^\]]*\]")


class ToldNote(NamedTuple):
    """What is said about the move `ply` (0: before the first): signs such as `!`, and the rest as one text."""

    ply: int
    signs: str
    text: str


def told_notes(game: PgnGame, lang: str) -> list[ToldNote]:
    """What is said about the moves, with the piece letters of `lang`."""
    notes = [ToldNote(0, "", _plain(game.line.comment))]
    ply = 0
    for played in game.line.moves:
        ply += played.before.turn is not Side.CHANCE
        lines = (f"({' '.join(_words(line, lang))})" for line in played.variations)
        notes.append(ToldNote(ply, _signs(played.nags), " ".join(filter(None, (_plain(played.comment), *lines)))))
    return [note for note in notes if note.signs or note.text]


def _words(line: PgnLine, lang: str) -> Iterator[str]:
    if comment := _plain(line.comment):
        yield comment
    told = None
    for played in line.moves:
        before = played.before
        if before.turn is Side.CHANCE:
            continue
        turn = before.ply // 2 + 1
        if told is None or (told, Side.BLACK) != (turn, before.side):
            yield f"{turn}." if before.side is Side.WHITE else f"{turn}…"
        told = turn
        yield played.before.notate(played.move, lang) + _signs(played.nags)
        if comment := _plain(played.comment):
            yield comment
        for each in played.variations:
            yield f"({' '.join(_words(each, lang))})"
        if played.comment or played.variations:
            told = None


def _signs(nags: Sequence[int]) -> str:
    return " ".join(_SIGNS.get(str(nag), f"${nag}") for nag in nags)


def _plain(comment: str) -> str:
    return " ".join(_COMMANDS.sub(" ", comment).split())
