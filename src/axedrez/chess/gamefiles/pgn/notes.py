"""The notes of a PGN about the moves of its game: for readers, and with the annotations of an analysis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from axedrez.chess.gamefiles.pgn.format import as_pgn
from axedrez.chess.gamefiles.pgn.reading import PgnLine, PgnMove
from axedrez.chess.gamefiles.pgn.words import SUFFIXES, SYMBOLS
from axedrez.chess.gamefiles.pgn.writing import write_notes
from axedrez.core.contract import Position
from axedrez.core.game_record import Annotation, Find, GameRecord, Note
from axedrez.core.nags import SIGNS
from axedrez.core.sides import Side

# Clocks, evaluations, arrows: embedded commands for programs.
_COMMANDS = re.compile(r"\[%\w+ [^\]]*\]")


_NAGS = {sign: int(number) for sign, number in (SUFFIXES | SYMBOLS).items()}
_EVAL = re.compile(r"\[%eval [^\]]*\]")


def notes(game: GameRecord, find: Find, lang: str) -> list[Note]:
    """See `MoveNotes`."""
    line = as_pgn(game, find).line
    found = [Note(0, "", _plain(line.comment))]
    ply = 0
    for played in line.moves:
        ply += played.before.turn is not Side.CHANCE
        variations = (f"({' '.join(_words(each, lang))})" for each in played.variations)
        found.append(Note(ply, _signs(played.nags), " ".join(filter(None, (_plain(played.comment), *variations)))))
    return [note for note in found if note.signs or note.text]


def annotated(game: GameRecord, annotations: Sequence[Annotation], find: Find) -> GameRecord:
    """See `MoveNotes`: signs as NAGs, scores as `[%eval …]`, better lines as variations."""
    pgn = as_pgn(game, find)
    moves = [played for played in pgn.line.moves if played.before.turn is not Side.CHANCE]
    for annotation in annotations:
        _annotate(moves[annotation.ply - 1], annotation)
    return game._replace(notes=write_notes(pgn))


def _annotate(played: PgnMove, annotation: Annotation) -> None:
    if annotation.sign and _NAGS[annotation.sign] not in played.nags:
        played.nags.append(_NAGS[annotation.sign])
    score = f"[%eval {annotation.score}]" if annotation.score else ""
    text = " ".join(annotation.text.split())  # ordinary spaces only
    # The annotations of an earlier analysis are replaced.
    kept = " ".join((_EVAL.sub(" ", played.comment) if score else played.comment).replace(text, "").split())
    played.comment = " ".join(part for part in (kept, score, text) if part)
    better = _variation(played.before, annotation.line)
    if better.moves and better not in played.variations:
        played.variations.append(better)


def _variation(position: Position, moves: Sequence[str]) -> PgnLine:
    line = PgnLine()
    for text in moves:
        if position.turn is Side.CHANCE:
            break
        move = position.parse_move(text)
        line.moves.append(PgnMove(position, move))
        position = position.play_unchecked(move)
    return line


def _words(line: PgnLine, lang: str) -> Iterator[str]:
    if comment := _plain(line.comment):
        yield comment
    numbered = None
    for played in line.moves:
        before = played.before
        if before.turn is Side.CHANCE:
            continue
        turn = before.ply // 2 + 1
        if numbered is None or (numbered, Side.BLACK) != (turn, before.side):
            yield f"{turn}." if before.side is Side.WHITE else f"{turn}…"
        numbered = turn
        yield played.before.notate(played.move, lang) + _signs(played.nags)
        if comment := _plain(played.comment):
            yield comment
        for each in played.variations:
            yield f"({' '.join(_words(each, lang))})"
        if played.comment or played.variations:
            numbered = None


def _signs(nags: Sequence[int]) -> str:
    return " ".join(SIGNS.get(nag, f"${nag}") for nag in nags)


def _plain(comment: str) -> str:
    return " ".join(_COMMANDS.sub(" ", comment).split())
