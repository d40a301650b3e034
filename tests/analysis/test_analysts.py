"""What every analyst promises, whatever its positions are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import axedrez
from axedrez import GameRecord, NotAllowed, analysts
from axedrez.analysis import Effort
from axedrez.messages import LANGUAGES
from tests.analysis.dice_examples import played
from tests.analysis.examples import read

GAMES: dict[str, Callable[[], GameRecord]] = {
    "clasico": read,
    "backgammon": lambda: played("backgammon", 3, 1),
    "chessgammon": lambda: played("chessgammon", 2, 1),
}
ASKED = Effort(nodes=1000, ply=0)


@pytest.fixture(params=GAMES)
def record(request: pytest.FixtureRequest) -> GameRecord:
    return GAMES[request.param]()


def test_a_review_is_the_same_after_it_was_stored(record: GameRecord) -> None:
    game = record.start.game
    analyst = analysts.analyst_of(game)
    line, effort = analyst.line(record), analyst.settled(game, ASKED)
    answers = {each: analyst.answer(game, each, effort) for each in line.questions()}
    review = analyst.review(line, answers, effort)
    again = analyst.decoded(analyst.encoded(review))
    assert again == review == axedrez.analyse(record, nodes=ASKED.nodes, ply=ASKED.ply)
    for lang in LANGUAGES:
        assert analyst.report(line, again, lang) == analyst.report(line, review, lang)
    with pytest.raises(ValueError, match="unreadable"):
        analyst.decoded(b'{"verdicts": 1}')


def test_efforts_are_settled(record: GameRecord) -> None:
    game = record.start.game
    analyst = analysts.analyst_of(game)
    usual = analyst.settled(game, Effort())
    assert analyst.settled(game, usual) == usual
    assert ("plies" in analyst.capabilities) is (usual.ply is not None) is not ("search" in analyst.capabilities)
    analyst.check_effort(game, usual)
    if usual.ply is not None:
        with pytest.raises(NotAllowed):
            analyst.check_effort(game, Effort(ply=usual.ply + 2))


def test_another_effort_or_another_game_has_another_key(record: GameRecord) -> None:
    game = record.start.game
    analyst = analysts.analyst_of(game)
    line = analyst.line(record)
    [first, *_] = line.questions()
    efforts = [analyst.settled(game, Effort(nodes=1000 + each, ply=each)) for each in (0, 1)]
    assert len({analyst.key(game, first, each) for each in efforts}) == 2
    shorter = analyst.line(record._replace(entries=record.entries[:-1]))
    assert len({msgspec.json.encode(analyst.identity(line, each)) for each in efforts}) == 2
    assert analyst.subject(line) != analyst.subject(shorter)
    assert msgspec.json.decode(msgspec.json.encode(analyst.subject(line)))
    assert len(line.positions) == len(shorter.positions) + 1


def test_what_only_some_can_do_is_told(record: GameRecord) -> None:
    game = record.start.game
    analyst: Any = analysts.analyst_of(game)
    line, effort = analyst.line(record), analyst.settled(game, ASKED)
    review = analyst.review(line, {each: analyst.answer(game, each, effort) for each in line.questions()}, effort)
    annotations = analyst.annotations(line, review, "en")
    if "annotations" in analyst.capabilities:
        assert len(annotations) == len(line.positions)
    else:
        assert all(each.sign and each.line for each in annotations)
    assert (analyst.evaluator is None) is not (analyst.equities is None)
    assert (analyst.threatening(line.positions[1]) is None) is (analyst.evaluator is None)
    assert (analysts.equities_of(game) is None) is (analyst.equities is None)
