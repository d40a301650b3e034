"""Reviewing a game of dice: the loss of each turn, the luck of each roll, and the figures of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from axedrez.analysis.dice.answers import LUCK_PLY, TurnAnswer, TurnQuestion
from axedrez.analysis.dice.cube import CUBE_MISTAKES, CubeDecision, CubeMistake, cube_decisions
from axedrez.analysis.dice.game_line import DiceLine, DiceTurn
from axedrez.analysis.dice.grades import (
    GRADES,
    LUCKS,
    DiceGrade,
    LuckGrade,
    Rating,
    grade,
    least_marked,
    luck_grade,
    performance,
    rating,
    unit_of,
)
from axedrez.analysis.equity import Estimate, RatedTurn, Reason
from axedrez.core.outcome import Outcome
from axedrez.core.sides import Side, SideWord

MAX_MOMENTS = 8
"""At most so many key moments are named."""


class DiceStanding(msgspec.Struct, frozen=True):
    """How a position stands for White, before the roll: chances of winning and of a draw, and the equity in points."""

    win: float
    drawn: float
    equity: float


class TurnVerdict(msgspec.Struct, frozen=True):
    """A turn that was played.

    `ply` counts turns from 1. `turns`: the best ones, best first, and the one that was played (index `played`), each
    for the side that plays it. `loss`: what the best one is worth beyond it, in points before the cube. `is_forced`:
    the roll allowed no other end. `luck`: what the roll with its best turn is worth beyond the mean of all rolls;
    None where the roll was given with the start. `cube`: what it showed. `before`: the standing before the roll,
    `after` that at the end of the turn. `grade` and `luck_grade`: the marks of the turn and of the roll. `reasons`:
    why it is worse than the best, if it is marked.
    """

    ply: int
    side: SideWord
    dice: str
    move: str
    cube: int
    turns: tuple[RatedTurn, ...]
    played: int
    loss: float
    grade: DiceGrade
    is_forced: bool
    luck: float | None
    luck_grade: LuckGrade
    before: DiceStanding | None
    after: DiceStanding
    reasons: tuple[Reason, ...] = ()

    @property
    def best(self) -> RatedTurn:
        """The best turn."""
        return self.turns[0]


class DicePlayer(msgspec.Struct, frozen=True, kw_only=True):
    """The performance of a side.

    `turns` it played, `unforced` of them with a choice, and what it lost in these (`loss`, in points before the cube);
    `cube_decisions` and `cube_loss` alike. `error_rate`: thousandths of a point lost in each decision, turns and cube
    together; `pr`: 500 times the loss of each decision in points of backgammon (`grades`), and `rating` its name; all
    three None without decisions. `all_turns`: those of both sides, and `snowie_rate` thousandths of a point lost for
    each of these. `luck`: of its rolls, in points before the cube. `grades`, `lucks`, `cube_mistakes`: how many of
    each.
    """

    turns: int
    unforced: int
    loss: float
    cube_decisions: int
    cube_loss: float
    all_turns: int
    error_rate: float | None = None
    snowie_rate: float | None = None
    pr: float | None = None
    rating: Rating | None = None
    luck: float
    grades: dict[DiceGrade, int]
    lucks: dict[LuckGrade, int]
    cube_mistakes: dict[CubeMistake, int]


class DiceAnalysis(msgspec.Struct, frozen=True):
    """A game of dice, turn by turn.

    `verdicts`: a verdict for each turn; `cube`: the decisions about it; `white` and `black`: the figures of both sides.
    `ply`: how far turns were judged ahead, `luck_ply` rolls. `unit`: by how much the limits of marks are larger than
    backgammon's. `end`: the standing at the end. `result`: White's points, the cube counted; None for a game without
    one. `luck_adjusted`: what is left of it without the luck of both sides. `moments`: the plies of the key moments.
    """

    ply: int
    luck_ply: int
    unit: float
    verdicts: tuple[TurnVerdict, ...]
    cube: tuple[CubeDecision, ...]
    end: DiceStanding
    white: DicePlayer
    black: DicePlayer
    result: float | None
    luck_adjusted: float | None
    moments: tuple[int, ...]


def review(line: DiceLine, answers: Mapping[TurnQuestion, TurnAnswer], ply: int) -> DiceAnalysis:
    """The analysis of a game from the answers to all its `questions`, which were judged at `ply`."""
    unit = unit_of(line.analyst.usual_points(line.game))
    verdicts = [_verdict(index, turn, answers[turn.question], unit) for index, turn in enumerate(line.turns, start=1)]
    cube = cube_decisions(line, answers, unit)
    result, net = result_of(line.outcome), 0.0
    for each in verdicts:
        net += (1 if each.side == "white" else -1) * each.cube * (each.luck or 0.0)
    return DiceAnalysis(
        ply,
        LUCK_PLY,
        unit,
        tuple(verdicts),
        cube,
        _end(line, verdicts),
        _player("white", verdicts, cube, unit),
        _player("black", verdicts, cube, unit),
        result,
        None if result is None else result - net,
        _moments(verdicts, unit),
    )


def result_of(outcome: Outcome | None) -> float | None:
    """White's points in a game that has ended with some, the cube counted."""
    if outcome is None or outcome.points is None:
        return None
    return float(outcome.points.white - outcome.points.black)


def _verdict(ply: int, turn: DiceTurn, found: TurnAnswer, unit: float) -> TurnVerdict:
    best, played = found.turns[0], found.turns[found.played]
    side = turn.rolled.side
    loss = max(0.0, best.estimate.equity - played.estimate.equity)
    return TurnVerdict(
        ply,
        "white" if side is Side.WHITE else "black",
        turn.dice,
        str(turn.move),
        turn.state.cube,
        found.turns,
        found.played,
        loss,
        grade(loss, unit, is_best=found.played == 0 or loss == 0.0),
        found.choices == 1,
        found.luck,
        "even" if found.luck is None else luck_grade(found.luck, unit),
        None if found.before is None else standing_of(found.before, side),
        standing_of(played.estimate, side),
        found.reasons,
    )


def standing_of(estimate: Estimate, side: Side) -> DiceStanding:
    """The standing where `estimate` is that of `side`."""
    chances = estimate.chances
    if side is Side.WHITE:
        return DiceStanding(chances.win, chances.drawn, estimate.equity)
    return DiceStanding(chances.lose, chances.drawn, -estimate.equity)


def _end(line: DiceLine, verdicts: Sequence[TurnVerdict]) -> DiceStanding:
    """The standing at the end: the result, else what comes of the last turn."""
    result = result_of(line.outcome)
    if result is not None:
        points = result / line.state.cube
        return DiceStanding(float(result > 0), float(result == 0), points)
    if verdicts:
        return verdicts[-1].after
    return DiceStanding(0.5, 0.0, 0.0)


def _player(side: SideWord, verdicts: Sequence[TurnVerdict], cube: Sequence[CubeDecision], unit: float) -> DicePlayer:
    own = [each for each in verdicts if each.side == side]
    free = [each for each in own if not each.is_forced]
    turned = [each for each in cube if each.side == side]
    grades: dict[DiceGrade, int] = dict.fromkeys(GRADES, 0)
    lucks: dict[LuckGrade, int] = dict.fromkeys(LUCKS, 0)
    for given in [*(each.grade for each in free), *(each.grade for each in turned)]:
        grades[given] += 1
    for each in own:
        lucks[each.luck_grade] += 1
    mistakes = [each.mistake for each in turned]
    return _rated(
        DicePlayer(
            turns=len(own),
            all_turns=len(verdicts),
            unforced=len(free),
            loss=sum(each.loss for each in free),
            cube_decisions=len(turned),
            cube_loss=sum(each.loss for each in turned),
            luck=sum(each.luck or 0.0 for each in own),
            grades=grades,
            lucks=lucks,
            cube_mistakes={kind: mistakes.count(kind) for kind in CUBE_MISTAKES},
        ),
        unit,
    )


def _rated(player: DicePlayer, unit: float) -> DicePlayer:
    """The player with the figures that follow from the others."""
    loss, decisions = player.loss + player.cube_loss, player.unforced + player.cube_decisions
    return msgspec.structs.replace(
        player,
        error_rate=1000 * loss / decisions if decisions else None,
        snowie_rate=1000 * loss / player.all_turns if player.all_turns else None,
        pr=performance(loss, decisions, unit),
        rating=rating(loss, decisions, unit),
    )


def together(players: Sequence[DicePlayer], unit: float) -> DicePlayer:
    """The performance of a player over several games of the same rulebook."""
    grades: dict[DiceGrade, int] = {grade: sum(each.grades[grade] for each in players) for grade in GRADES}
    lucks: dict[LuckGrade, int] = {grade: sum(each.lucks[grade] for each in players) for grade in LUCKS}
    summed = DicePlayer(
        turns=sum(each.turns for each in players),
        all_turns=sum(each.all_turns for each in players),
        unforced=sum(each.unforced for each in players),
        loss=sum(each.loss for each in players),
        cube_decisions=sum(each.cube_decisions for each in players),
        cube_loss=sum(each.cube_loss for each in players),
        luck=sum(each.luck for each in players),
        grades=grades,
        lucks=lucks,
        cube_mistakes={kind: sum(each.cube_mistakes[kind] for each in players) for kind in CUBE_MISTAKES},
    )
    return _rated(summed, unit)


def _moments(verdicts: Sequence[TurnVerdict], unit: float) -> tuple[int, ...]:
    """The turns that lost most, of those that are marked, in the order of the game."""
    marked = sorted((each for each in verdicts if each.loss >= least_marked(unit)), key=lambda each: -each.loss)
    return tuple(sorted(each.ply for each in marked[:MAX_MOMENTS]))
