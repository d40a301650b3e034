"""Reports of games that were made up: the figures, and how they are put into words."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

import axedrez
from axedrez.balance import Estimate, GameSummary, Report, Settings, Task, render, report
from axedrez.balance.document import document
from axedrez.balance.report import compare
from axedrez.messages import LANGUAGES


def summary(
    number: int, result: str = "1-0", reason: str = "checkmate", plies: int = 40, **more: object
) -> GameSummary:
    fields = {
        "task": Task(number, (1, 1)),
        "points": 1.0,
        "choices": 30 * plies,
        "moves": {"P": 3 * plies // 4, "N": plies // 4},
        "acts": {"captures": plies // 4},
        "opening": ("e2e4", f"{number}"),
        "material": (({}, plies),),
    }
    return GameSummary(result=result, reason=reason, plies=plies, **fields | more)  # type: ignore[arg-type]


def of(*summaries: GameSummary, name: str = "clasico") -> Report:
    return report(axedrez.load(name), Settings(games=len(summaries)), summaries, len(summaries))


MIXED = (
    summary(0),
    summary(1, "0-1", plies=60),
    summary(2, "1/2-1/2", "stalemate", plies=80),
    summary(3, "*", "cap", plies=600),
)


def value(found: Report, part: str, key: str, subject: str = "") -> float:
    figure = found.find(part, key, subject)  # type: ignore[arg-type]
    assert figure is not None
    return figure.estimate.value


def test_results() -> None:
    found = of(*MIXED)
    # The game that was left has no score.
    assert value(found, "results", "score") == pytest.approx(0.5)
    assert [value(found, "results", key) for key in ("white", "draws", "black", "unfinished")] == [0.25] * 4
    assert value(found, "ends", "reason", "checkmate") == 0.5
    assert value(found, "ends", "reason", "repetition") == 0
    assert value(found, "course", "length") == 195
    assert value(found, "course", "branching") == 30
    assert value(found, "turns", "captures") == 0.25
    assert value(found, "pieces", "use", "P") == 0.75
    assert value(found, "openings", "distinct", "2") == 4
    assert found.find("course", "points", "") is None
    assert found.lengths == (40, 60, 80, 600)
    assert found.is_complete


def test_the_order_of_the_games_does_not_matter() -> None:
    assert of(*MIXED) == of(*reversed(MIXED))


def test_luck_and_skill() -> None:
    strong_wins = summary(0, task=Task(0, (8, 2), True), points=2.0)
    weak_wins = summary(1, task=Task(1, (2, 8), True))
    strong_wins_as_black = summary(2, "0-1", task=Task(2, (2, 8), True))
    found = of(strong_wins, weak_wins, strong_wins_as_black, name="backgammon")
    assert (found.played, found.matches) == (0, 3)
    assert value(found, "skill", "score") == pytest.approx(2 / 3)
    assert value(found, "skill", "gain") == pytest.approx((2 - 1 + 1) / 3)


def made_up(games: int, rook: float, pawn: float) -> list[GameSummary]:
    """Games that are won by the logistic law of what the sides have."""
    lots = np.random.default_rng(3)
    found = []
    for number in range(games):
        state = {"R": int(lots.integers(-2, 3)), "P": int(lots.integers(-4, 5))}
        chance = 1 / (1 + np.exp(-(0.2 + rook * state["R"] + pawn * state["P"])))
        material = (({letter: n for letter, n in state.items() if n}, 40),)
        found.append(summary(number, "1-0" if lots.random() < chance else "0-1", material=material))
    return found


def test_values_of_pieces_are_found_again() -> None:
    found = of(*made_up(3000, rook=1.5, pawn=0.5))
    for letter, true in (("R", 1.5), ("P", 0.5)):
        figure = found.find("values", "odds", letter)
        assert figure is not None
        assert figure.estimate.low is not None
        assert figure.estimate.high is not None
        assert figure.estimate.low < true < figure.estimate.high
        assert figure.estimate.high - figure.estimate.low < 0.4
    assert value(found, "values", "relative", "P") == 1
    assert value(found, "values", "relative", "R") == pytest.approx(3, rel=0.15)


def test_values_need_games_and_a_sure_unit() -> None:
    few = of(*made_up(19, 1.5, 0.5))
    assert not [figure for figure in few.figures if figure.part == "values"]
    unsure = of(*made_up(40, 1.5, 0.0))
    assert {figure.key for figure in unsure.figures if figure.part == "values"} == {"odds"}


def test_comparison() -> None:
    first, second = of(*MIXED), of(*MIXED[:2], summary(2, "0-1", "repetition"), summary(3))
    less = {(figure.key, figure.subject): figure.estimate for figure in compare(first, second)}
    assert less["reason", "repetition"].value == 0.25
    assert less["reason", "cap"].value == -0.25
    assert less["length", ""].value == -150
    text = render([first, second], "en")
    assert text.names == ["Classic (1)", "Classic (2)"]
    assert len(text.headings) == 3
    (ends,) = (table for table in text.tables if table.part == "ends")
    repetition = next(row for row in ends.rows if row.label.startswith("Repetition"))
    assert [cell and cell.text for cell in (*repetition.cells, repetition.difference)] == [
        "0.0 % [0.0; 49.0]",
        "25.0 % [4.6; 69.9]",
        "+25.0 % [−28.1; +69.9]",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["clasico", "chessgammon"])
def test_a_report_is_told_in_words(lang: str, name: str) -> None:
    text = render([of(*MIXED, summary(4, task=Task(4, (3, 1), True)), name=name)], lang)
    texts = [text.title, *text.notes, *(row.label for table in text.tables for row in table.rows)]
    assert all(text and "{" not in text and "balance." not in text for text in texts)
    assert sum(count for each in text.lengths.bins for count in each.counts) == 4
    assert all(
        each.last - each.first == text.lengths.bins[0].last - text.lengths.bins[0].first for each in text.lengths.bins
    )
    score = text.tables[0].rows[0].cells[0]
    assert score is not None
    assert score.text.startswith("50,0 %" if lang == "es" else "50.0 %")


def test_an_interrupted_report_says_so() -> None:
    found = report(axedrez.load("clasico"), Settings(games=9), MIXED, 9)
    assert not found.is_complete
    assert "interrupted" in render([found], "en").notes[0]
    assert "4 of 9" in render([found], "en").notes[0]


def test_nothing_played_is_told_too() -> None:
    text = render([report(axedrez.load("clasico"), Settings(), [], 9)], "es")
    assert (text.tables, text.lengths.bins) == ([], [])


def test_the_document_holds_tables_and_drawings_and_no_markup_of_others() -> None:
    first, second = of(*MIXED), msgspec.structs.replace(of(*MIXED), names={"es": "<b>x</b>", "en": "<b>x</b>"})
    text = document(render([first, second], "es"), "es")
    assert "<b>" not in text
    assert text.count("<table>") == text.count("</table>") == len(render([first], "es").tables)
    # Each drawing is either described or hidden, the figures standing beside it.
    assert text.count("<svg") == text.count('aria-hidden="true"') + text.count('role="img"')
    assert 'lang="es"' in text


def test_one_game_has_no_interval() -> None:
    figure = of(summary(0)).find("course", "length", "")
    assert figure is not None
    assert figure.estimate == Estimate(40)
