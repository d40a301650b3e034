"""Rounds that take days: times that players agree on, and boards that were not played."""

from __future__ import annotations

from uuid import uuid4

import pytest

from axedrez.tournaments import commands as c
from axedrez.tournaments.state import Arrangement
from axedrez.tournaments.tournament import Who
from axedrez.tournaments.wanted import wanted_games

from .evenings import OWNER, Evening

DAY = 24 * 60 * 60_000


def slow(**fields: object) -> Evening:
    evening = Evening(over_the_board=False, round_minutes=7 * 24 * 60, **fields)
    evening.now = 0
    return evening


def test_players_agree_on_a_time() -> None:
    evening, ana, leo, eva = slow(), *(Who(uuid4(), name) for name in ("Ana", "Leo", "Eva"))
    for who in (ana, leo, eva):
        evening.do(c.Enter(), who)
    evening.do(c.Start())
    evening.do(c.Pair())
    assert evening.state.round_ends_at == 7 * DAY

    def time(at: int, **fields: int) -> c.Arrange:
        return c.Arrange(round=1, board=1, at=at, **fields)

    pairing = evening.state.rounds[0].round.pairings[0]
    people = {evening.state.of(who.person).number: who for who in (ana, leo, eva)}  # type: ignore[union-attr]
    white, black = people[pairing.white], people[pairing.black]
    other = next(who for who in (ana, leo, eva) if who not in (white, black))
    evening.now = DAY
    assert evening.refused(time(2 * DAY), other) == "tournament_not_yours"
    assert evening.refused(time(DAY), white) == "tournament_time"
    assert evening.refused(time(7 * DAY + 1), white) == "tournament_time"
    evening.do(time(2 * DAY), white)
    seq = evening.state.seq
    evening.do(time(2 * DAY), white)  # said twice
    assert evening.state.seq == seq
    assert wanted_games(evening.state)[0].at is None
    evening.do(time(3 * DAY), black)
    evening.do(time(3 * DAY), white)
    assert wanted_games(evening.state)[0].at == 3 * DAY
    # A new proposal changes nothing until the other one agrees.
    evening.do(time(4 * DAY), black)
    asked = evening.state.of(black.person)
    assert asked is not None
    assert evening.state.times == {(1, 1): Arrangement(3 * DAY, 4 * DAY, asked.entry)}
    evening.do(time(5 * DAY), OWNER)
    assert evening.recounted().times == {(1, 1): Arrangement(5 * DAY)}
    evening.do(c.GameResult(1, 1, "1-0"))
    assert evening.refused(time(6 * DAY), white) == "tournament_decided"
    evening.do(c.UndoRound(reason="x"))
    assert evening.state.times == {}


@pytest.mark.parametrize(
    ("policy", "results"),
    [("both-lose", ["1-0", "---", "---", "---"]), ("who-came-wins", ["1-0", "+--", "--+", "---"])],
)
def test_boards_that_were_not_played_are_forfeited(policy: str, results: list[str]) -> None:
    evening = slow(unplayed=policy)
    evening.add(8)
    evening.do(c.Start())
    assert evening.refused(c.Expire()) == "tournament_round_time"
    evening.do(c.Pair())
    evening.do(c.GameResult(1, 1, "1-0"))
    came = c.Expire(came=[(1, "black"), (2, "white"), (3, "black"), (99, "white")])
    evening.now = 7 * DAY - 1
    assert evening.refused(came) == "tournament_round_time"
    evening.now = 7 * DAY
    assert evening.refused(came, Who(uuid4(), "Leo")) == "tournament_organizer"
    evening.do(came)
    assert [each.result for each in evening.state.rounds[0].round.pairings] == results
    assert evening.refused(came) == "tournament_round_time"
    evening.recounted()


def test_a_round_without_a_time_does_not_expire() -> None:
    evening = Evening()
    evening.add(2)
    evening.do(c.Start())
    evening.do(c.Pair())
    evening.now = 10**15
    assert evening.refused(c.Expire()) == "tournament_round_time"
    evening.do(c.Arrange(round=1, board=1, at=10**15 + 1))
    assert evening.state.times[1, 1].agreed == 10**15 + 1


def test_the_next_game_of_a_match_needs_a_time_of_its_own() -> None:
    evening = slow(format="knockout", games_per_pairing=2)
    evening.add(2)
    evening.do(c.Start())
    evening.do(c.Pair())
    evening.do(c.Arrange(round=1, board=1, at=DAY))
    evening.do(c.GameResult(1, 1, "1/2-1/2"))
    assert evening.state.times == {}
    evening.now = 7 * DAY
    evening.do(c.Expire())
    assert evening.state.rounds[0].round.pairings[0].result == "---"
    assert len(evening.state.games(1, 1)) == 1
