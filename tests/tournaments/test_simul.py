"""Simultaneous displays."""

from __future__ import annotations

from uuid import uuid4

import pytest

from axedrez.match.time_control import Fischer, TimeAllowance
from axedrez.tournaments import commands as c
from axedrez.tournaments.tournament import Who
from axedrez.tournaments.wanted import wanted_games

from .evenings import OWNER, Evening

CLOCK = Fischer(3_600_000, 0, TimeAllowance(1_800_000))


@pytest.mark.parametrize(("colour", "white"), [("white", "11111"), ("black", "00000"), ("alternating", "10101")])
def test_the_host_plays_all_others(colour: str, white: str) -> None:
    evening = Evening(format="simul", host_colour=colour, clock=CLOCK, over_the_board=False)
    evening.add(5)
    evening.do(c.Enter(), OWNER)
    host = evening.state.of(OWNER.person)
    assert host is not None
    evening.do(c.Start())
    assert evening.state.total == 1
    assert evening.state.numbered[0].entry == host.entry
    evening.do(c.Pair())
    wanted = wanted_games(evening.state)
    assert "".join(str(int(each.white_entry == host.entry)) for each in wanted) == white
    assert {entry for each in wanted for entry in (each.white_entry, each.black_entry)} == set(evening.state.entries)
    # The host has the longer time with either colour.
    assert all(each.clock == (CLOCK if each.white_entry == host.entry else CLOCK.swapped()) for each in wanted)


def test_the_score_of_the_host_and_the_places_of_the_others() -> None:
    evening = Evening(format="simul", host_colour="alternating")
    evening.add(4)
    assert evening.refused(c.Start()) == "tournament_host"
    first, *others = evening.state.entries
    settings = {"format": "simul", "host": first, "host_colour": "alternating"}
    evening.configure(**settings)
    evening.do(c.Leave(entry=others[0]))
    evening.do(c.Start())
    assert evening.refused(c.AskBye(round=1, entry=first)) == "tournament_bye_format"
    evening.do(c.Pair())
    a, b = evening.state.rounds[0].round.pairings
    assert evening.refused(c.RePair(pairs=[(a.white, a.black), (a.black, a.white)], reason="x"))
    evening.do(c.RePair(pairs=[(a.black, a.white), (b.white, b.black)], reason="x"))
    evening.do(c.SetResult(round=1, board=1, result="1-0"))
    evening.do(c.SetResult(round=1, board=2, result="1/2-1/2"))
    assert evening.state.is_over
    assert [(each.place, each.number, each.tenths) for each in evening.state.standings()] == [
        (0, 1, 5),
        (1, 2, 10),
        (2, 3, 5),
    ]
    evening.recounted()


def test_who_has_withdrawn_loses_by_forfeit() -> None:
    evening = Evening(format="simul")
    evening.add(3)
    evening.do(c.Enter(), OWNER)
    evening.do(c.Start())
    assert evening.refused(c.Enter(), Who(uuid4(), "Late")) == "tournament_entry_closed"
    evening.do(c.Leave(entry=evening.state.by_number(3).entry))
    evening.do(c.Pair())
    assert [each.result for each in evening.state.rounds[0].round.pairings] == [None, "+--", None]
