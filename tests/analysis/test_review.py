"""What the evaluations of its positions tell about a game."""

from __future__ import annotations

import random

import pytest

import axedrez
from axedrez import GameRecord, Move, analysts
from axedrez.analysis import Evaluation, GameLine, Line, Question, review
from axedrez.core import AxedrezError
from tests.analysis.examples import QUICK, evaluations, line_of, read


def played(rulebook: str, *moves: str, position: str | None = None) -> GameLine:
    game = axedrez.load(rulebook)
    return line_of(GameRecord.from_moves(game.parse(position) if position else game.start(), moves))


def said(line: GameLine, *opinions: tuple[str, float, float | None]) -> dict[Question, Evaluation]:
    """For each question the best move, the result it lets expect for who makes it, and that of the next best."""
    found = {}
    for question, (move, best, other) in zip(line.questions(), opinions, strict=True):
        others = () if other is None else (Line(("a1a1",), 0, None, other),)
        found[question] = Evaluation((Line((move,), 0, None, best), *others), 1, 1)
    return found


def test_a_loss_is_what_the_mover_gives_away() -> None:
    game = played("clasico", "e4", "e5", "Qh5", "Ke7")
    evaluations = said(
        game,
        ("e2e4", 0.55, 0.54),
        ("c7c5", 0.47, 0.46),
        ("g1f3", 0.56, 0.55),
        ("b8c6", 0.52, 0.10),
        ("h5e5", 1.0, 0.6),
    )
    analysis = review(game, evaluations)
    assert [round(each.loss, 2) for each in analysis.verdicts] == [0.0, 0.03, 0.08, 0.52]
    assert [each.grade for each in analysis.verdicts] == ["best", "good", "inaccuracy", "blunder"]
    assert [round(each.before.expected, 2) for each in analysis.verdicts] == [0.55, 0.53, 0.56, 0.48]
    assert [round(each.after.expected, 2) for each in analysis.verdicts] == [0.53, 0.56, 0.48, 1.0]
    last = analysis.verdicts[-1]
    assert (last.best.moves, last.reply and last.reply.moves, analysis.next) == (("b8c6",), ("h5e5",), last.reply)
    assert analysis.moments == (4,)
    assert (analysis.white.grades["inaccuracy"], analysis.black.grades["blunder"]) == (1, 1)
    assert analysis.white.accuracy is not None
    assert analysis.black.accuracy is not None
    assert 100 > analysis.white.accuracy > analysis.black.accuracy > 0


def test_a_move_that_proves_better_than_thought_gives_nothing_away() -> None:
    game = played("clasico", "a3")
    assert review(game, said(game, ("e2e4", 0.5, 0.4), ("e7e5", 0.4, 0.3))).verdicts[0].loss == 0.0


def test_only_moves_and_forced_ones() -> None:
    forced = played("clasico", "Ka2", position="7k/8/8/8/8/1r6/8/K7 w - - 0 1")
    analysis = review(forced, said(forced, ("a1a2", 0.2, None), ("b3b8", 0.8, 0.1)))
    assert analysis.verdicts[0].is_forced
    assert (analysis.white.accuracy, analysis.white.grades["best"]) == (None, 0)
    only = played("clasico", "e4", "e5")
    analysis = review(only, said(only, ("e2e4", 0.5, 0.2), ("e7e5", 0.5, 0.45), ("g1f3", 0.5, 0.5)))
    assert [each.is_only for each in analysis.verdicts] == [True, False]
    assert analysis.moments == (1,)


def test_the_end_counts_and_not_what_was_thought_of_it() -> None:
    mate = played("clasico", "f3", "e5", "g4", "Qh4#")
    opinions = [("e2e4", 0.5, 0.5), ("e7e5", 0.5, 0.5), ("e2e4", 0.4, 0.4), ("d8h4", 1.0, 0.5)]
    analysis = review(mate, said(mate, *opinions))
    assert (analysis.end.expected, analysis.end.mate, analysis.next) == (0.0, 0, None)
    assert (analysis.verdicts[-1].reply, analysis.verdicts[-1].loss) == (None, 0.0)
    assert analysis.verdicts[2].grade == "blunder"


def test_the_blunder_is_found() -> None:
    walked = line_of(read())
    analysis = review(walked, evaluations(walked))
    blunder = analysis.verdicts[5]
    assert (blunder.move, blunder.grade) == ("g8f6", "blunder")
    assert blunder.reply is not None
    assert (blunder.reply.moves[0], blunder.reply.mate) == ("h5f7", 1)
    assert 6 in analysis.moments
    assert analysis.verdicts[-1].grade == "best"
    assert analysis == review(walked, evaluations(walked)), "nodes decide, and nothing else"


@pytest.mark.parametrize(
    "rulebook", ["chess960", "dice-chess", "marseillais", "crazyhouse", "antichess", "placement", "los-alamos"]
)
def test_any_sheet_of_the_family(rulebook: str) -> None:
    rng = random.Random(3)
    game = axedrez.load(rulebook)
    position, moves = game.start(), list[Move]()
    while len(moves) < 12 and position.outcome() is None:
        chances = [roll for roll, _ in position.chance_outcomes()] if not position.legal_moves() else []
        moves.append(rng.choice(chances or list(position.legal_moves())))
        position = position.play(moves[-1])
    walked = GameLine(game.start(), moves, analysts.evaluator_of(game))
    analysis = review(walked, evaluations(walked))
    assert len(analysis.verdicts) == len(walked.turns) > 0
    for verdict, turn in zip(analysis.verdicts, walked.turns, strict=True):
        assert turn.before.parse_move(verdict.best.moves[0])
        assert 0 <= verdict.loss <= 1
        assert 0 <= verdict.after.expected <= 1
        assert verdict.side == turn.before.side.word


def test_a_question_is_the_same_for_the_same_position_and_another_after_a_repetition() -> None:
    once = played("clasico", "Nf3", "Nf6", "Ng1", "Ng8").questions()
    assert len({question.key(axedrez.load("clasico"), QUICK) for question in once}) == len(once) == 5
    assert once[0].keys == ()
    assert len(once[4].keys) == 4
    quiet = played("clasico", "e4", "e5").questions()
    assert all(question.keys == () for question in quiet)


def test_no_analysis_of_other_families() -> None:
    with pytest.raises(AxedrezError, match="backgammon"):
        analysts.evaluator_of(axedrez.load("backgammon"))
