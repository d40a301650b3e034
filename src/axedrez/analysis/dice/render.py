"""Rendering the analysis of a game of dice as a report in one language, for the command line, files and the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from axedrez.analysis.dice.cube import CubeChoice, CubeDecision
from axedrez.analysis.dice.game_line import DiceLine, DiceTurn
from axedrez.analysis.dice.grades import GRADES, LUCK_THRESHOLDS, LUCKS, THRESHOLDS, DiceGrade, LuckGrade
from axedrez.analysis.dice.numbering import own_reason, own_turn
from axedrez.analysis.dice.review import DiceAnalysis, DicePlayer, DiceStanding, TurnVerdict
from axedrez.analysis.equity import Chances, RatedTurn, Reason
from axedrez.analysis.reasons import reason_text
from axedrez.core.contract import Move, Position
from axedrez.core.sides import SideWord
from axedrez.messages import say

SIGNS: dict[DiceGrade, str] = {"doubtful": "?!", "bad": "?", "very_bad": "??"}
"""How turns are marked."""
LUCK_SIGNS: dict[LuckGrade, str] = {"very_lucky": "++", "lucky": "+", "unlucky": "−", "very_unlucky": "−−"}
"""How rolls are marked."""


class RatedTurnText(msgspec.Struct, frozen=True):
    """A turn side by side with others: what it is worth to the side that plays it, and how much less than the best.

    In a match equities are equivalent to money at its score, and `match_chance` that of winning it. `move` is the text
    that programs read, `text` the one for people. `ply`: how far it was judged ahead. `after`: the text of the position
    at its end.
    """

    move: str
    text: str
    equity: float
    loss: float
    chances: Chances
    ply: int
    is_played: bool
    after: str
    match_chance: float | None = None


class DiceTurnReport(msgspec.Struct, frozen=True):
    """A turn with its mark (`?!`, `?`, `??` or nothing) and that of its roll (`++`, `+`, `−`, `−−` or nothing).

    `ply` counts turns from 1. `text` is the turn for people, `comment` what is said of it, `reasons` why it is worse
    than the best. `turns`: the best ones, best first, and the one that was played. `loss` and `luck`: in points before
    the cube. `before` and `after`: the standing for White. Otherwise as in the analysis.
    """

    ply: int
    side: SideWord
    dice: str
    move: str
    text: str
    cube: int
    grade: DiceGrade
    sign: str
    loss: float
    is_forced: bool
    luck: float | None
    luck_grade: LuckGrade
    luck_sign: str
    before: DiceStanding | None
    after: DiceStanding
    turns: list[RatedTurnText]
    comment: str
    reasons: list[str]


class CubeReport(msgspec.Struct, frozen=True):
    """A decision about the cube after `ply` turns, in figures and in a sentence.

    `act` is what `side` did, `best` what it should have done. The equities are those of the side that could double.
    """

    ply: int
    side: SideWord
    act: CubeChoice
    best: CubeChoice
    cube: int
    no_double: float
    double_take: float
    double_pass: float
    loss: float
    grade: DiceGrade
    sign: str
    text: str

    @property
    def is_told(self) -> bool:
        """Whether something was done about the cube, or should have been."""
        return self.act != "no_double" or bool(self.sign)


class DicePlayerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The performance of a side in figures and in a sentence; `grades`, `lucks`, `cube_mistakes` with their words.

    `rating` is a word for people; "" where the side had nothing to decide. Otherwise as in the analysis.
    """

    side: SideWord
    turns: int
    unforced: int
    loss: float
    cube_decisions: int
    cube_loss: float
    all_turns: int
    error_rate: float | None
    snowie_rate: float | None
    pr: float | None
    rating: str
    luck: float
    grades: list[tuple[str, int]]
    lucks: list[tuple[str, int]]
    cube_mistakes: list[tuple[str, int]]
    text: str


class DiceReport(msgspec.Struct, frozen=True, tag_field="kind", tag="points"):
    """The analysis of a game of dice in words.

    `thresholds`: the losses from which on turns are doubtful, bad and very bad here; `luck_thresholds`: the luck from
    which on rolls are lucky and very lucky. `result`: White's points, the cube counted; `luck_adjusted`: without the
    luck of both sides; None for a game without a result. `moments`: the plies of the key moments. `text`: the result
    in sentences, `method` how it was judged. Otherwise as in the analysis.
    """

    ply: int
    luck_ply: int
    unit: float
    thresholds: list[float]
    luck_thresholds: list[float]
    turns: list[DiceTurnReport]
    cube: list[CubeReport]
    end: DiceStanding
    players: list[DicePlayerReport]
    result: float | None
    luck_adjusted: float | None
    moments: list[int]
    text: str
    method: str

    def told(self) -> Iterator[DiceTurnReport | CubeReport]:
        """The turns and what is told of the cube, in the order in which they came."""
        for ply in range(len(self.turns) + 1):
            yield from (each for each in self.cube if each.ply == ply and each.is_told)
            yield from self.turns[ply : ply + 1]


def render(line: DiceLine, analysis: DiceAnalysis, lang: str, *, own_numbers: bool = False) -> DiceReport:
    """Render the analysis of a game; with `own_numbers` each side numbers the points as `numbering` says."""
    unit, write = analysis.unit, _Writing(lang, own_numbers)
    turns = [_turn(*each, write) for each in zip(line.turns, analysis.verdicts, strict=True)]
    return DiceReport(
        analysis.ply,
        analysis.luck_ply,
        unit,
        [least * unit for least, _ in reversed(THRESHOLDS)],
        [least * unit for least, _, _ in reversed(LUCK_THRESHOLDS)],
        turns,
        [_cube(each, lang) for each in analysis.cube],
        analysis.end,
        [_player("white", analysis.white, lang), _player("black", analysis.black, lang)],
        analysis.result,
        analysis.luck_adjusted,
        list(analysis.moments),
        _summary(analysis, lang),
        _method(line, analysis, lang),
    )


class _Writing(NamedTuple):
    """How turns and places are written."""

    lang: str
    own_numbers: bool

    def turn(self, position: Position, move: Move) -> str:
        """The text of a turn of a position."""
        text = position.notate(move, self.lang)
        return own_turn(text, position.side, position.game) if self.own_numbers else text

    def reason(self, reason: Reason, position: Position) -> str:
        """A reason for a turn of a position, as a sentence."""
        told = own_reason(reason, position.side, position.game) if self.own_numbers else reason
        return reason_text(told, position.game, self.lang)


def _turn(turn: DiceTurn, verdict: TurnVerdict, write: _Writing) -> DiceTurnReport:
    sign = SIGNS.get(verdict.grade, "")
    rated = [
        _rated(turn.rolled, each, verdict.best, write, is_played=index == verdict.played)
        for index, each in enumerate(verdict.turns)
    ]
    return DiceTurnReport(
        verdict.ply,
        verdict.side,
        verdict.dice,
        verdict.move,
        write.turn(turn.rolled, turn.move),
        verdict.cube,
        verdict.grade,
        sign,
        verdict.loss,
        verdict.is_forced,
        verdict.luck,
        verdict.luck_grade,
        LUCK_SIGNS.get(verdict.luck_grade, ""),
        verdict.before,
        verdict.after,
        rated,
        " ".join(_sentences(verdict, rated, write.lang)),
        [write.reason(each, turn.rolled) for each in verdict.reasons],
    )


def _method(line: DiceLine, analysis: DiceAnalysis, lang: str) -> str:
    said = say("analysis.dice.method", lang, ply=analysis.ply, luck_ply=analysis.luck_ply)
    return said if line.state.length == 1 else f"{said} {say('analysis.dice.method.match', lang)}"


def _rated(rolled: Position, rated: RatedTurn, best: RatedTurn, write: _Writing, *, is_played: bool) -> RatedTurnText:
    move = rolled.parse_move(rated.move)
    text, after = write.turn(rolled, move), rolled.play_unchecked(move).text()
    loss = max(0.0, best.estimate.equity - rated.estimate.equity)
    equity, chances, match_chance = msgspec.structs.astuple(rated.estimate)
    return RatedTurnText(rated.move, text, equity, loss, chances, rated.ply, is_played, after, match_chance)


def _sentences(verdict: TurnVerdict, rated: Sequence[RatedTurnText], lang: str) -> Iterator[str]:
    if verdict.is_forced:
        yield say("analysis.dice.forced", lang)
    else:
        yield say(f"analysis.dice.grade.{verdict.grade}", lang, loss=number(verdict.loss, lang, 3))
    if verdict.grade in SIGNS:
        yield say("analysis.dice.better", lang, turn=rated[0].text)
    if verdict.luck is not None and verdict.luck_grade != "even":
        yield say(f"analysis.dice.luck.{verdict.luck_grade}", lang, luck=signed(verdict.luck, lang))


def _cube(verdict: CubeDecision, lang: str) -> CubeReport:
    sign = SIGNS.get(verdict.grade, "")
    key = "wrong" if verdict.loss else "right"
    text = say(
        f"analysis.dice.cube.{key}",
        lang,
        side=say(f"ui.side.{verdict.side}", lang),
        act=say(f"analysis.dice.cube.{verdict.act}", lang),
        best=say(f"analysis.dice.cube.{verdict.best}", lang),
        loss=number(verdict.loss, lang, 3),
    )
    return CubeReport(
        verdict.ply,
        verdict.side,
        verdict.act,
        verdict.best,
        verdict.cube,
        verdict.no_double,
        verdict.double_take,
        verdict.double_pass,
        verdict.loss,
        verdict.grade,
        sign,
        text,
    )


def _player(side: SideWord, player: DicePlayer, lang: str) -> DicePlayerReport:
    rating = "" if player.rating is None else say(f"analysis.dice.rating.{player.rating}", lang)
    if player.pr is None or player.error_rate is None:
        text = say(f"analysis.no_accuracy.{side}", lang)
    else:
        text = say(
            f"analysis.dice.player.{side}",
            lang,
            pr=number(player.pr, lang, 1),
            rating=rating.lower(),
            rate=number(player.error_rate, lang, 1),
            loss=number(player.loss + player.cube_loss, lang, 3),
            count=player.unforced + player.cube_decisions,
            luck=signed(player.luck, lang),
        )
    return DicePlayerReport(
        side=side,
        turns=player.turns,
        unforced=player.unforced,
        loss=player.loss,
        cube_decisions=player.cube_decisions,
        cube_loss=player.cube_loss,
        all_turns=player.all_turns,
        error_rate=player.error_rate,
        snowie_rate=player.snowie_rate,
        pr=player.pr,
        rating=rating,
        luck=player.luck,
        grades=[(say(f"analysis.dice.grades.{each}", lang), player.grades[each]) for each in GRADES],
        lucks=[(say(f"analysis.dice.lucks.{each}", lang), player.lucks[each]) for each in LUCKS],
        cube_mistakes=[
            (say(f"analysis.dice.cube_mistakes.{each}", lang), n) for each, n in player.cube_mistakes.items()
        ],
        text=text,
    )


def _summary(analysis: DiceAnalysis, lang: str) -> str:
    if analysis.result is None or analysis.luck_adjusted is None:
        return say("analysis.dice.no_result", lang)
    return say(
        "analysis.dice.adjusted",
        lang,
        result=signed(analysis.result, lang, 0),
        adjusted=signed(analysis.luck_adjusted, lang, 2),
    )


def number(value: float, lang: str, digits: int) -> str:
    """A number with so many digits after the point, or after the comma."""
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if lang == "es" else text


def signed(value: float, lang: str, digits: int = 3) -> str:
    """A number with its sign."""
    text = f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if lang == "es" else text
