"""Rendering an analysis as a report in one language, for the command line, game files and the page."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from axedrez.analysis.evaluation import Certainty, Line
from axedrez.analysis.evaluator import Evaluator
from axedrez.analysis.game_line import GameLine, Turn
from axedrez.analysis.grades import THRESHOLDS, Grade
from axedrez.analysis.puzzles import puzzles
from axedrez.analysis.review import Analysis, SideWord, Standing, Verdict
from axedrez.core import Position, Side
from axedrez.core.game_record import Annotation
from axedrez.messages import say

SIGNS: dict[Grade, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""How chess players mark moves."""
ONLY_SIGN = "□"
_LISTED: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")


class LineText(msgspec.Struct, frozen=True):
    """A line: its first move with origin and target, its notation, and its moves one by one with the word for each."""

    move: str
    origin: str
    target: str
    text: str
    moves: list[str]
    words: list[str]


class StandingText(msgspec.Struct, frozen=True):
    """The assessment of a position: White's expected result, the score as text, and a sentence with both."""

    expected: float
    score: str
    text: str


class MoveReport(msgspec.Struct, frozen=True):
    """A move with its sign (`?!`, `?`, `??`, `□` or nothing), the assessment after it, and a comment."""

    ply: int
    side: SideWord
    move: str
    grade: Grade
    sign: str
    loss: float
    standing: StandingText
    text: str
    best: LineText
    reply: LineText | None


class PlayerReport(msgspec.Struct, frozen=True):
    """The performance of a side, in a sentence and in figures."""

    side: SideWord
    accuracy: float | None
    grades: list[tuple[str, int]]
    text: str


class Report(msgspec.Struct, frozen=True, tag_field="kind", tag="result"):
    """An analysis in words.

    `moments` are the plies of the key moments, `puzzles` those whose best move makes a puzzle.
    """

    start: StandingText
    moves: list[MoveReport]
    next: LineText | None
    moments: list[int]
    puzzles: list[int]
    players: list[PlayerReport]


def render(line: GameLine, analysis: Analysis, lang: str) -> Report:
    """Render the analysis of a game."""
    moves = [_move(line.evaluator, *each, lang) for each in zip(line.turns, analysis.verdicts, strict=True)]
    following = line_text(line.evaluator, line.end, analysis.next, lang) if analysis.next else None
    players = [_player("white", analysis, lang), _player("black", analysis, lang)]
    plies = [each.ply for each in puzzles(line, analysis)]
    return Report(standing_text(analysis.start, lang), moves, following, list(analysis.moments), plies, players)


def _move(evaluator: Evaluator, turn: Turn, verdict: Verdict, lang: str) -> MoveReport:
    best = line_text(evaluator, turn.before, verdict.best, lang)
    reply = line_text(evaluator, turn.after, verdict.reply, lang) if verdict.reply else None
    sign = SIGNS.get(verdict.grade, ONLY_SIGN if verdict.is_only else "")
    return MoveReport(
        verdict.ply,
        verdict.side,
        evaluator.written(turn.before, [verdict.move], lang) + sign,
        verdict.grade,
        sign,
        verdict.loss,
        standing_text(verdict.after, lang),
        " ".join(_sentences(turn, verdict, best, reply, lang)),
        best,
        reply,
    )


def _sentences(turn: Turn, verdict: Verdict, best: LineText, reply: LineText | None, lang: str) -> Iterator[str]:
    if verdict.is_forced:
        yield say("analysis.forced", lang)
        return
    if verdict.is_only:
        yield say("analysis.only", lang)
        return
    yield say(f"analysis.grade.{verdict.grade}", lang) + "."
    if verdict.grade not in SIGNS:
        return
    had, has = (
        round(100 * (each.expected if turn.before.side is Side.WHITE else 1 - each.expected))
        for each in (verdict.before, verdict.after)
    )
    yield say("analysis.fell", lang, had=had, has=has)
    if verdict.best.mate is not None and verdict.best.mate > 0:
        yield say("analysis.missed_mate", lang, count=verdict.best.mate, line=best.text)
    else:
        yield say("analysis.better", lang, line=best.text)
    if reply is None or verdict.reply is None:
        return
    same_side = turn.after.side is turn.before.side
    if not same_side and verdict.reply.mate is not None and verdict.reply.mate > 0:
        yield say("analysis.allows_mate", lang, count=verdict.reply.mate, line=reply.text)
    else:
        yield say("analysis.follows", lang, line=reply.text)


def _player(side: SideWord, analysis: Analysis, lang: str) -> PlayerReport:
    player = analysis.white if side == "white" else analysis.black
    grades = [(say(f"analysis.grades.{grade}", lang), player.grades[grade]) for grade in _LISTED]
    bad = ", ".join(f"{word.lower()}: {count}" for word, count in grades[-len(THRESHOLDS) :])
    if player.accuracy is None:
        text = say(f"analysis.no_accuracy.{side}", lang)
    else:
        text = say(f"analysis.accuracy.{side}", lang, accuracy=round(player.accuracy), bad=bad)
    return PlayerReport(side, player.accuracy, grades, text)


def certainty_text(certain: Certainty, lang: str) -> str:
    """What endgame tables say of a position, with the source."""
    return say(f"analysis.certain.{certain.source}.{certain.outcome}", lang, count=certain.plies)


def standing_text(standing: Standing, lang: str) -> StandingText:
    """Render an assessment."""
    percent = round(100 * standing.expected)
    score = written_score(standing, lang)
    if standing.mate == 0:
        text = say("analysis.won.white" if standing.expected else "analysis.won.black", lang)
    elif standing.mate is not None:
        side = "white" if standing.mate > 0 else "black"
        text = say(f"analysis.mate.{side}", lang, count=abs(standing.mate))
    else:
        text = say("analysis.standing", lang, score=score, percent=percent)
    return StandingText(standing.expected, score, text)


def written_score(standing: Standing, lang: str) -> str:
    """The score for White: `+0.35` in pawns, `#3` for a mate, `1-0` for a game that is won."""
    if standing.mate == 0:
        return "1-0" if standing.expected else "0-1"
    if standing.mate is not None:
        return f"#{'' if standing.mate > 0 else '−'}{abs(standing.mate)}"
    text = f"{round((standing.cp or 0) / 100, 2) + 0.0:+.2f}".replace("-", "−")
    return text.replace(".", ",") if lang == "es" else text


def line_text(evaluator: Evaluator, position: Position, line: Line, lang: str) -> LineText:
    """A line that begins in `position`."""
    first = position.taken(position.parse_move(line.moves[0]))
    origin, target = (first[0].origin, first[0].target) if first else ("", "")
    words: list[str] = []
    before = position
    for text in line.moves:
        move = before.parse_move(text)
        words.append(before.notate(move, lang))
        before = before.play_unchecked(move)
    return LineText(
        line.moves[0], origin, target, evaluator.written(position, line.moves, lang), list(line.moves), words
    )


def annotate(line: GameLine, analysis: Analysis, report: Report) -> list[Annotation]:
    """The annotations of an analysed game, for a game file."""
    found = []
    for turn, verdict, move in zip(line.turns, analysis.verdicts, report.moves, strict=True):
        is_over = turn is line.turns[-1] and line.final is None
        better = verdict.best.moves if verdict.grade in SIGNS else ()
        score = "" if is_over else _plain_score(verdict.after)
        found.append(Annotation(verdict.ply, move.sign, score, move.text if move.sign else "", better))
    return found


def _plain_score(standing: Standing) -> str:
    """A score in the format of PGN `[%eval]`: pawns for White, or `#` and moves to mate."""
    return f"#{standing.mate}" if standing.mate is not None else f"{(standing.cp or 0) / 100:.2f}"
