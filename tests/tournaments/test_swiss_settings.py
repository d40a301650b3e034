"""Acceleration and forbidden pairs as settings of a tournament."""

from __future__ import annotations

import msgspec

from axedrez.tournaments import commands as c
from axedrez.tournaments import swiss, trf
from axedrez.tournaments.field import PointTable

from .evenings import Evening


def test_accelerated_rounds_are_those_of_baku() -> None:
    evening, plain = Evening(rounds=5, accelerated=True), Evening(rounds=5)
    for each in (evening, plain):
        each.add(16)
        each.do(c.Start())
        assert each.state.field().accelerated == (swiss.baku(range(1, 17), 5, PointTable()) if each is evening else {})
        each.play()
        each.do(c.AddEntrants(entrants=[c.NewEntrant("Late")]))
        each.play()
    # With virtual points, the first round is paired within both halves; without them, the halves meet.
    upper = set(range(1, 9))
    for state, within in ((evening.state, {0, 2}), (plain.state, {1})):
        assert {len({each.white, each.black} & upper) for each in state.rounds[0].round.pairings} == within
    assert evening.state.field().accelerated == swiss.baku(range(1, 17), 5, PointTable())
    evening.recounted()


def test_forbidden_pairs_never_meet() -> None:
    evening = Evening(rounds=4)
    evening.add(6)
    entries = list(evening.state.entries)
    club = (entries[0], entries[1], entries[2])
    apart = ((club[0], club[1]), (club[1], club[2]), (club[2], club[0]), (entries[3], 999))
    evening.configure(rounds=3, forbidden=apart)
    assert evening.state.field().forbidden == frozenset()
    evening.do(c.Start())
    for _ in range(3):
        evening.play("0-1")
    numbers = {evening.state.entries[entry].number for entry in club}
    met = [{each.white, each.black} for drawn in evening.state.rounds for each in drawn.round.pairings]
    assert len(met) == 9
    assert not any(pair <= numbers for pair in met)
    report = trf.written(trf.TournamentFile(evening.state.field(), "Club"), "26")
    assert report.count("\n260 ") == 3
    assert trf.read(report).file.field.forbidden == evening.state.field().forbidden


def test_forbidden_pairs_wait_for_others_in_an_arena() -> None:
    evening = Evening(format="arena")
    evening.add(3)
    entries = list(evening.state.entries)
    settings = msgspec.structs.replace(evening.state.set, forbidden=((entries[2], entries[1]),))
    evening.do(c.Configure(settings=settings))
    evening.do(c.Start())
    evening.do(c.PairWaiting(waiting=entries[1:]))
    assert evening.state.arena_games == {}
    evening.do(c.PairWaiting(waiting=entries))
    assert len(evening.state.arena_games) == 1
