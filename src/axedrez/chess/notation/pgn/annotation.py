"""An analysis written into a game of PGN: marks, comments in words, the better line as a variation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axedrez.analysis.game_line import GameLine
from axedrez.analysis.render import Report, MoveReport
from axedrez.analysis.review import Analysis, Standing, Verdict
from axedrez.analysis.grades import Grade
from axedrez.chess.notation.pgn.reading import PgnGame, PgnLine, PgnMove
from axedrez.chess.position import ChessPosition
from axedrez.core import Side

NAGS: dict[Grade, int] = {"inaccuracy": 6, "mistake": 2, "blunder": 4}
_EVAL = re.compile(r"\[%eval [^\]]*\]")
ONLY_NAG = 7  # "forced move", which the standard explains as the only one that is reasonable


def annotated(game: PgnGame, game_line: GameLine, analysis: Analysis, told: Report) -> PgnGame:
    """The game with what the analysis tells; what its file said about its moves is kept."""
    line = PgnLine(game.line.comment)
    pending = iter(zip(game_line.turns, analysis.verdicts, told.moves, strict=True))
    for played in game.line.moves:
        twin = PgnMove(played.before, played.move, list(played.nags), played.comment, list(played.variations))
        line.moves.append(twin)
        if played.before.turn is Side.CHANCE:
            continue
        turn, verdict, words = next(pending)
        _annotate(twin, turn.before, verdict, words, over=turn is game_line.turns[-1] and not game_line.goes_on)
    return PgnGame(game.start, line, dict(game.headers), game.result)


def _annotate(played: PgnMove, before: ChessPosition, verdict: Verdict, words: MoveReport, *, over: bool) -> None:
    nag = NAGS.get(verdict.grade, ONLY_NAG if verdict.is_only else 0)
    if nag and nag not in played.nags:
        played.nags.append(nag)
    score = "" if over else f"[%eval {_eval(verdict.after)}]"
    said = " ".join(words.text.split()) if nag else ""  # ordinary spaces only
    # What an earlier analysis has written into the file is not said twice.
    kept = " ".join((_EVAL.sub(" ", played.comment) if score else played.comment).replace(said, "").split())
    played.comment = " ".join(part for part in (kept, score, said) if part)
    better = _variation(before, verdict.best.moves) if verdict.grade in NAGS else None
    if better is not None and better not in played.variations:
        played.variations.append(better)


def _variation(position: ChessPosition, moves: Sequence[str]) -> PgnLine:
    line = PgnLine()
    for text in moves:
        if position.turn is Side.CHANCE:
            break
        move = position.parse_move(text)
        line.moves.append(PgnMove(position, move))
        position = position.play_unchecked(move)
    return line


def _eval(standing: Standing) -> str:
    """As other programs read it: pawns for White, or `#` and moves to mate."""
    return f"#{standing.mate}" if standing.mate is not None else f"{(standing.cp or 0) / 100:.2f}"
