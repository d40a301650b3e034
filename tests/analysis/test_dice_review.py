"""The review of games of dice: losses, luck, marks and figures, beside a slow twin and by hand."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

import axedrez
from axedrez import GameRecord
from axedrez.analysis.dice import DiceLine, TurnAnswer, TurnQuestion, answer, review
from axedrez.analysis.dice.grades import grade, luck_grade, performance, rating, unit_of
from axedrez.analysis.dice.render import render
from axedrez.analysis.dice.review import DiceAnalysis, together
from axedrez.analysis.equity import Chances, Estimate, RatedTurn
from axedrez.core import AxedrezError
from axedrez.core.dice import ROLLS
from axedrez.core.game_record import Answered, MatchPlace, Offered
from axedrez.core.sides import Side
from axedrez.messages import LANGUAGES
from tests.analysis.dice_examples import Twin, analysed, analyst, answers, dice_line, ended, played

MATCHES = Path(__file__).parents[1] / "tables" / "gnubg"


@pytest.mark.parametrize("name", ["backgammon"])
def test_losses_and_luck_are_those_of_the_slow_twin(name: str) -> None:
    record, twin = played(name, 24, 1), Twin(name)
    analysis = analysed(record)
    moves, position = cast(Any, record.moves()), cast(Any, record.start)
    for index, (roll, move) in enumerate(zip(moves[::2], moves[1::2], strict=True)):
        verdict, rolled = analysis.verdicts[index], position.play(roll)
        assert verdict.dice == str(roll)
        assert verdict.loss == pytest.approx(twin.loss(rolled, move), abs=1e-5)
        assert verdict.luck == pytest.approx(twin.luck(position, roll, opening=not index), abs=1e-5)
        assert verdict.is_forced == (len(rolled.legal_moves()) == 1)
        position = rolled.play(move)
    assert len(analysis.verdicts) == 24
    assert any(verdict.loss > 0.1 for verdict in analysis.verdicts)


@pytest.mark.parametrize("opening", [True, False])
def test_luck_is_no_luck_on_average(opening: bool) -> None:
    """Over all rolls that may come it adds up to nothing, at the opening too, where no doubles come."""
    game = axedrez.load("backgammon")
    start = cast(Any, game.start())
    position = start if opening else start.play("31").play("8/5 6/5")
    total = 0.0
    for roll, probability in ROLLS:
        if opening and roll.high == roll.low:
            continue
        rolled = position.play(roll)
        asked = TurnQuestion(position.text(), str(roll), str(rolled.legal_moves()[0]), opening)
        found = answer(analyst(), game, asked, 0)
        assert found.luck is not None
        total += probability * found.luck
    assert total == pytest.approx(0, abs=1e-9)


def made(loss: float, luck: float | None = 0.0, choices: int = 9) -> TurnAnswer:
    """An answer about a turn that loses so much."""
    chances = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
    best, worse = (RatedTurn(move, Estimate(0.5 - less, chances), 0) for move, less in (("a", 0.0), ("b", loss)))
    before = None if luck is None else Estimate(0.1, chances)
    return TurnAnswer((best, worse) if loss else (best,), 1 if loss else 0, choices, before, luck)


def by_hand(line: DiceLine, found: list[TurnAnswer]) -> DiceAnalysis:
    return review(line, dict(zip([turn.question for turn in line.turns], found, strict=True)), 0)


def test_the_figures_of_both_sides() -> None:
    record = ended(played("backgammon", 6, 2), "0-1", "resignation", 0, 2)
    line = dice_line(record)
    found = [made(0.1, 0.7), made(0.02, -0.1), made(0.0, -0.4), made(0.06, 0.3), made(0.0, 0.0, 1), made(0.0, -0.7)]
    analysis = by_hand(line, found)
    assert analysis.unit == 1.0
    white, black = analysis.white, analysis.black
    assert (white.turns, white.unforced) == (3, 2)
    assert white.loss == pytest.approx(0.1)
    assert white.error_rate == pytest.approx(50)
    assert white.all_turns == 6
    assert white.snowie_rate == pytest.approx(1000 * 0.1 / 6)
    assert set(white.cube_mistakes.values()) == {0}
    assert white.pr == pytest.approx(25)
    assert white.rating == "first_steps"
    assert black.unforced == 3
    assert black.pr == pytest.approx(500 * 0.08 / 3)
    assert white.luck == pytest.approx(0.3)
    assert black.luck == pytest.approx(-0.5)
    assert analysis.result == -2
    assert analysis.luck_adjusted == pytest.approx(-2 - 0.3 - 0.5)
    assert white.grades == {"best": 1, "good": 0, "doubtful": 0, "bad": 1, "very_bad": 0}
    assert black.grades == {"best": 1, "good": 1, "doubtful": 0, "bad": 1, "very_bad": 0}
    assert white.lucks == {"very_lucky": 1, "lucky": 0, "even": 1, "unlucky": 1, "very_unlucky": 0}
    assert black.lucks == {"very_lucky": 0, "lucky": 1, "even": 1, "unlucky": 0, "very_unlucky": 1}
    assert analysis.moments == (1, 4)
    both = together([white, black], 1.0)
    assert (both.turns, both.unforced) == (6, 5)
    assert both.pr == pytest.approx(500 * 0.18 / 5)
    assert both.snowie_rate == pytest.approx(1000 * 0.18 / 12)
    assert both.grades["bad"] == 2


def test_the_report_has_the_figures_of_the_review() -> None:
    record = played("backgammon", 12, 3)
    analysis = analysed(record)
    told = render(dice_line(record), analysis, "en").players
    assert [each.side for each in told] == ["white", "black"]
    figures = ("turns", "unforced", "loss", "cube_decisions", "cube_loss", "error_rate", "snowie_rate", "pr", "luck")
    for player, report in zip((analysis.white, analysis.black), told, strict=True):
        assert {name: getattr(report, name) for name in figures} == {name: getattr(player, name) for name in figures}
        assert [count for _, count in report.grades] == list(player.grades.values())
        assert [count for _, count in report.lucks] == list(player.lucks.values())


@pytest.mark.parametrize(
    ("loss", "unit", "expected"),
    [
        (0.0, 1, "good"),
        (0.029, 1, "good"),
        (0.03, 1, "doubtful"),
        (0.059, 1, "doubtful"),
        (0.06, 1, "bad"),
        (0.119, 1, "bad"),
        (0.12, 1, "very_bad"),
        (0.06, 2.2, "good"),
        (0.07, 2.2, "doubtful"),
        (0.3, 2.2, "very_bad"),
    ],
)
def test_marks_at_their_limits(loss: float, unit: float, expected: str) -> None:
    assert grade(loss, unit, is_best=False) == expected
    assert grade(loss, unit, is_best=True) == "best"


def test_words_at_their_limits() -> None:
    lucks = [luck_grade(luck, 1) for luck in (0.6, 0.59, 0.3, 0.29, -0.29, -0.3, -0.6)]
    assert lucks == ["very_lucky", "lucky", "lucky", "even", "even", "unlucky", "very_unlucky"]
    assert luck_grade(0.6, 2.2) == "even"
    words = [rating(loss, 1, 1) for loss in (0, 0.0019, 0.002, 0.005, 0.008, 0.012, 0.018, 0.026, 0.035)]
    assert words == [
        "supernatural", "supernatural", "world_class", "expert", "advanced", "intermediate", "casual", "beginner",
        "first_steps",
    ]  # fmt: skip
    assert rating(0.0, 0, 1) is None
    assert performance(0.0, 0, 1) is None
    assert performance(0.44, 10, 2.2) == pytest.approx(10)
    assert (unit_of(1.2757), unit_of(2.84), unit_of(1.0), unit_of(0.001)) == (1.0, 2.2, 0.8, 0.1)


def test_the_usual_ply_and_unit_of_a_game() -> None:
    assert analysed(played("backgammon", 2, 3)).unit == 1.0
    assert axedrez.analyse(played("backgammon", 2, 3)) == analysed(played("backgammon", 2, 3), 2)
    assert axedrez.analyse(played("chessgammon", 1, 3)) == analysed(played("chessgammon", 1, 3), 1)
    assert 2.0 <= unit_of(analyst("chessgammon").usual_points(axedrez.load("chessgammon"))) <= 2.4


def test_a_whole_game_to_its_end() -> None:
    record = played("backgammon", 400, 4, 0.2)
    assert record.outcome is not None
    assert record.outcome.points is not None
    line = dice_line(record)
    analysis = review(line, answers(line), 0)
    assert analysis.result == record.outcome.points.white - record.outcome.points.black
    assert analysis.end.win == float(analysis.result > 0)
    assert analysis.verdicts[-1].after.win == analysis.end.win
    net = sum((1 if each.side == "white" else -1) * (each.luck or 0) for each in analysis.verdicts)
    assert analysis.luck_adjusted == pytest.approx(analysis.result - net)
    forced = [each for each in analysis.verdicts if each.is_forced]
    assert forced
    assert all((each.loss, each.grade) == (0, "best") for each in forced)
    assert analysis.white.unforced + analysis.black.unforced + len(forced) == len(analysis.verdicts)
    for lang in LANGUAGES:
        report = render(line, analysis, lang)
        assert [turn.move for turn in report.turns] == [str(turn.move) for turn in line.turns]
        for turn in report.turns:
            assert [each.is_played for each in turn.turns].count(True) == 1
            assert turn.turns[0].loss == 0
            assert 1 <= len(turn.turns) <= 6
            assert (turn.sign != "") == (turn.loss >= 0.03)
            assert turn.sign or not turn.reasons
        assert any(turn.reasons for turn in report.turns)


def test_games_without_a_result() -> None:
    record = played("backgammon", 5, 5)
    analysis = analysed(record)
    assert (analysis.result, analysis.luck_adjusted) == (None, None)
    assert analysis.end == analysis.verdicts[-1].after
    aborted = analysed(record._replace(outcome=record.start.verdict("aborted")))
    assert aborted.result is None
    nothing = analysed(GameRecord.from_moves(record.start, []))
    assert (nothing.verdicts, nothing.white.pr, nothing.white.rating) == ((), None, None)
    line = dice_line(record)
    assert render(line, analysis, "en").players[0].pr == analysis.white.pr
    empty = dice_line(GameRecord.from_moves(record.start, []))
    assert render(empty, nothing, "es").players[1].pr is None


def test_a_drawn_game() -> None:
    record = ended(played("chessgammon", 2, 6), "1/2-1/2", "no_progress", 0, 0)
    analysis = analysed(record)
    assert (analysis.result, analysis.end.drawn, analysis.end.win) == (0, 1.0, 0.0)
    assert analysis.luck_adjusted == pytest.approx(-(analysis.white.luck - analysis.black.luck))


def test_a_position_with_its_roll_has_no_luck() -> None:
    game = axedrez.load("backgammon")
    start = cast(Any, game.parse(cast(Any, game.start()).play("31").text()))
    analysis = analysed(GameRecord.from_moves(start, ["8/5 6/5", "42", "1/3 12/16"]))
    first, second = analysis.verdicts
    assert (first.dice, first.luck, first.before, first.luck_grade) == ("31", None, None, "even")
    assert second.luck is not None
    assert analysis.white.luck == 0


def test_the_cube_of_real_matches() -> None:
    """Doubles, takes and passes of GNU Backgammon with itself; what it did is seldom thought bad."""
    acts: dict[str, int] = {}
    worst = 0.0
    for record in itertools.chain.from_iterable(axedrez.read_games(MATCHES / f"match{n}.mat") for n in (1, 2)):
        assert isinstance(record, GameRecord)
        analysis = analysed(record)
        line = dice_line(record)
        told = [(event.turn, event.act) for event in line.cube]
        assert [(each.ply, each.act) for each in analysis.cube if each.act != "no_double"] == told
        for each in analysis.cube:
            acts[each.act] = acts.get(each.act, 0) + 1
            worst = max(worst, each.loss)
            assert each.loss >= 0
            doubled = min(each.double_take, each.double_pass)
            if each.act == "double":
                assert each.loss == pytest.approx(max(0, each.no_double - doubled))
            elif each.act == "no_double":
                assert each.loss == pytest.approx(max(0, doubled - each.no_double))
            else:
                chosen = each.double_take if each.act == "take" else each.double_pass
                assert each.loss == pytest.approx(chosen - doubled)
        if record.outcome is not None and record.outcome.reason == "passed":
            assert analysis.cube[-1].act == "pass"
        assert analysis.white.cube_decisions == sum(each.side == "white" for each in analysis.cube)
        lost = [each for each in analysis.cube if each.side == "white" and each.loss]
        assert sum(analysis.white.cube_mistakes.values()) == len(lost)
        assert analysis.white.cube_mistakes["missed_double"] == sum(each.act == "no_double" for each in lost)
        cubes = [verdict.cube for verdict in analysis.verdicts]
        assert cubes == sorted(cubes)
        assert [each.sign for each in render(line, analysis, "en").cube if each.loss >= 0.12] == ["??"] * sum(
            each.loss >= 0.12 for each in analysis.cube
        )
    assert acts["double"] >= 5
    assert acts["take"]
    assert acts["pass"]
    assert worst < 0.5


def test_luck_counts_as_much_as_the_cube_says() -> None:
    game = axedrez.load("backgammon", {"match.length": 5, "match.cube": True})
    record = GameRecord.from_moves(game.start(), ["31", "8/5 6/5", "42", "1/3 12/16", "66", "24/18 24/18 13/7 13/7"])
    entries = list(record.entries)
    entries[2:2] = [Offered(Side.WHITE, "double", 2), Answered(Side.BLACK, True)]
    doubled = ended(record._replace(entries=tuple(entries), match=MatchPlace(5)), "1-0", "resignation", 2, 0)
    analysis = analysed(doubled)
    assert [verdict.cube for verdict in analysis.verdicts] == [1, 1, 2]
    first, second, third = (verdict.luck or 0 for verdict in analysis.verdicts)
    assert analysis.luck_adjusted == pytest.approx(2 - (first - second + 2 * third))
    assert analysis.white.luck == pytest.approx(first + third)
    turned = [(each.side, each.act) for each in analysis.cube if each.ply == 2]
    assert turned == [("white", "double"), ("black", "take")]
    assert not [each for each in analysis.cube if each.ply == 0]


def test_deeper_judgement_says_so() -> None:
    record = played("backgammon", 3, 7)
    analysis = analysed(record, ply=1)
    assert analysis.ply == 1
    assert analysis.luck_ply == 0
    assert all(verdict.best.ply == verdict.turns[verdict.played].ply for verdict in analysis.verdicts)
    shallow = analysed(record)
    assert [each.luck for each in shallow.verdicts] == [each.luck for each in analysis.verdicts]


def test_a_game_that_is_too_long() -> None:
    record = played("backgammon", 2, 8)
    with pytest.raises(AxedrezError, match="at most 1000 moves"):
        DiceLine(record._replace(entries=record.entries * 501), analyst())


def test_answers_travel_between_processes() -> None:
    line = dice_line(played("backgammon", 2, 9))
    for question, found in answers(line).items():
        assert msgspec.json.decode(msgspec.json.encode(found), type=TurnAnswer) == found
        assert question.key(line.game, 0, "1") != question.key(line.game, 1, "1") != question.key(line.game, 1, "2")


@pytest.mark.parametrize(("name", "turns"), [("backgammon", 30), ("chessgammon", 4)])
def test_what_rolls_are_worth_is_what_their_best_turns_are_worth(name: str, turns: int) -> None:
    judge, positions = (
        analyst(name),
        [turn.question.position for turn in dice_line(played(name, turns, 10)).turns],
    )
    for text in positions[:: 10 if name == "backgammon" else 3]:
        position = axedrez.load(name).parse(text)
        worths = judge.roll_worths(position)
        slow = judge.rolls(position)
        assert [(each.dice, each.probability) for each in worths] == [(each.dice, each.probability) for each in slow]
        for each, other in zip(worths, slow, strict=True):
            assert each.estimate.equity == pytest.approx(other.best.estimate.equity, abs=1e-5)
            assert each.estimate.chances.win == pytest.approx(other.best.estimate.chances.win, abs=1e-4)
    assert judge.roll_worths(played("backgammon", 400, 4, 0.2).last()) == ()


def test_a_beaver() -> None:
    """Who takes doubles at once and keeps the cube: one decision, and four times the points."""
    game = axedrez.load("backgammon", {"match.cube": True, "match.beavers": True})
    record = GameRecord.from_moves(game.start(), ["31", "8/5 6/5", "42", "1/3 12/16", "66", "24/18 24/18 13/7 13/7"])
    entries = list(record.entries)
    double, beaver = Offered(Side.WHITE, "double", 2), Offered(Side.BLACK, "double", 4)
    entries[2:2] = [double, Answered(Side.BLACK, True), beaver, Answered(Side.WHITE, True)]
    line = dice_line(record._replace(entries=tuple(entries)))
    assert (line.state.cube, line.state.owner, line.turns[-1].state.cube) == (4, Side.BLACK, 4)
    analysis = review(line, answers(line), 0)
    turned = [(each.side, each.act, each.cube) for each in analysis.cube if each.ply == 2]
    assert turned == [("white", "double", 1), ("black", "beaver", 1)]
    assert render(line, analysis, "en").cube[-1].text.startswith("Black: beaver")


def test_a_game_that_begins_elsewhere_is_not_opened() -> None:
    """Doubles may come with its first roll, and its first player may double."""
    game = axedrez.load("backgammon", {"match.cube": True})
    start = cast(Any, game.start()).play("31").play("8/5 6/5")
    line = dice_line(GameRecord.from_moves(start, ["66", "1/7 1/7 12/18 12/18"]))
    assert not line.turns[0].question.is_opening
    assert line.turns[0].question.state is not None
    opened = dice_line(GameRecord.from_moves(game.start(), ["31", "8/5 6/5"]))
    assert opened.turns[0].question.is_opening
    assert opened.turns[0].question.state is None
