"""Knockouts of several games: matches, games that break a tie, Armageddon, third place, seeding."""

from __future__ import annotations

import random
from fractions import Fraction
from hashlib import sha256

import msgspec
import pytest

from axedrez.core.errors import NotAllowed
from axedrez.match.time_control import Correspondence, Fischer, TimeAllowance
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.wanted import WantedGame, wanted_games

from .evenings import OWNER, Evening

SLOW, RAPID, BLITZ = (Fischer(minutes * 60_000, 2000) for minutes in (60, 10, 3))
ARMAGEDDON = Fischer(300_000, 0, TimeAllowance(240_000))
POINTS: dict[str, tuple[Fraction | int, Fraction | int]] = {
    "1-0": (1, 0),
    "1/2-1/2": (Fraction(1, 2), Fraction(1, 2)),
    "0-1": (0, 1),
    "+--": (1, 0),
    "--+": (0, 1),
    "0-0": (0, 0),
}


def knockout(players: int, **fields: object) -> Evening:
    evening = Evening(format="knockout", over_the_board=False, clock=SLOW, **fields)
    evening.add(players)
    evening.do(c.Start())
    evening.do(c.Pair())
    return evening


def test_a_match_with_its_tie_break_and_armageddon() -> None:
    evening = knockout(2, games_per_pairing=2, extra_clocks=(RAPID, BLITZ), armageddon=ARMAGEDDON)
    (one, other) = (each.entry for each in evening.state.numbered)
    seen: list[WantedGame] = []
    for result in ("1-0", "1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2"):
        seen += wanted_games(evening.state)
        evening.do(c.GameResult(1, 1, result, replays=len(seen) - 1))
    assert [each.clock for each in seen] == [SLOW, SLOW, RAPID, BLITZ, ARMAGEDDON]
    assert [each.stage for each in seen] == ["game", "game", "extra", "extra", "armageddon"]
    assert [(each.white_entry, each.black_entry) for each in seen] == [(one, other), (other, one)] * 2 + [(one, other)]
    assert [each.replays for each in seen] == [0, 1, 2, 3, 4]
    assert wanted_games(evening.state) == []
    # The last game was drawn, so Black goes on.
    pairing = evening.state.rounds[0].round.pairings[0]
    assert (pairing.white, pairing.black, pairing.result) == (1, 2, "0-1")
    assert evening.state.score(1, 1) == (25, 25)
    assert [game.result for game in evening.recounted().games(1, 1)][-1] == "1/2-1/2"
    assert evening.state.standings()[0].number == 2


def _slow_twin(results: list[str], length: int, extras: int) -> tuple[int, int]:
    """Who goes on, 0 for White of the first game, and after how many games; counted from the words of the rules."""
    totals = [Fraction(0), Fraction(0)]
    for played, result in enumerate(results):
        white = played % 2
        got = POINTS[result]
        if played >= length:
            if got[0] != got[1]:
                return (white if got[0] > got[1] else 1 - white), played + 1
            if played >= length + extras:
                return 1 - white, played + 1
            continue
        totals[white] += got[0]
        totals[1 - white] += got[1]
        if max(totals) > min(totals) + (length - played - 1):
            return totals.index(max(totals)), played + 1
    raise AssertionError("these results decide nothing")


def test_matches_are_decided_as_by_a_slow_count() -> None:
    chance = random.Random(7)
    for _ in range(250):
        length, extras = chance.randint(1, 6), chance.randint(0, 3)
        results = [chance.choice(list(POINTS)) for _ in range(length + extras + 1)]
        who, games = _slow_twin(results, length, extras)
        evening = knockout(2, games_per_pairing=length, extra_clocks=(RAPID,) * extras, armageddon=ARMAGEDDON)
        first = evening.state.rounds[0].round.pairings[0]
        for result in results:
            evening.do(c.GameResult(1, 1, result))  # type: ignore[arg-type]
        assert len(evening.state.games(1, 1)) == games
        assert evening.state.standings()[0].number == (first.white, first.black)[who]
        evening.recounted()


def test_without_armageddon_extra_games_go_on_until_somebody_wins() -> None:
    evening = knockout(2, extra_clocks=(RAPID, BLITZ))
    for _ in range(6):
        evening.do(c.GameResult(1, 1, "1/2-1/2"))
    (wanted,) = wanted_games(evening.state)
    assert (wanted.clock, wanted.stage, wanted.replays) == (BLITZ, "extra", 6)


def test_who_does_not_come_at_all_is_out() -> None:
    evening = knockout(3, games_per_pairing=2)
    evening.do(c.GameResult(1, 1, "---"))
    evening.do(c.Pair())
    assert evening.state.is_over
    assert evening.state.standings()[0].number == 1


def test_a_match_that_a_forfeit_ends_was_won_over_the_board() -> None:
    evening = knockout(2, games_per_pairing=2)
    evening.do(c.GameResult(1, 1, "1/2-1/2"))
    evening.do(c.GameResult(1, 1, "+--"))
    assert evening.state.rounds[0].round.pairings[0].result == "1-0"
    assert [game.result for game in evening.state.games(1, 1)] == ["1/2-1/2", "+--"]
    single = knockout(2)
    single.do(c.GameResult(1, 1, "--+"))
    assert single.state.rounds[0].round.pairings[0].result == "--+"


def test_an_organizer_enters_games_and_decides_pairings() -> None:
    evening = knockout(4, games_per_pairing=2)
    evening.do(c.SetResult(round=1, board=1, result="1/2-1/2", of="game"))
    assert evening.state.rounds[0].replays == {1: 1}
    assert evening.refused(c.RePair(pairs=[(1, 4), (2, 3)], reason="x")) == "tournament_has_results"
    evening.do(c.SetResult(round=1, board=1, result="1-0", of="game"))
    assert evening.state.rounds[0].round.pairings[0].result == "1-0"
    assert evening.refused(c.SetResult(round=1, board=1, result="1-0", of="game")) == "tournament_decided"
    assert evening.refused(c.SetResult(round=1, board=2, result="1/2-1/2")) == "tournament_knockout_draw"
    evening.do(c.SetResult(round=1, board=2, result="+--"))
    assert evening.state.games(1, 2) == ()
    assert evening.state.last is not None
    assert evening.state.last.round.is_over
    evening.recounted()


def test_only_the_colours_of_a_knockout_are_paired_anew() -> None:
    evening = knockout(4)
    pairs = [(each.white, each.black) for each in evening.state.rounds[0].round.pairings]
    (a, b), (one, other) = pairs
    assert evening.refused(c.RePair(pairs=[(a, one), (b, other)], reason="x")) == "tournament_pairs_kept"
    evening.do(c.RePair(pairs=[(b, a), (one, other)], reason="x"))
    assert [(each.white, each.black) for each in evening.state.rounds[0].round.pairings] == [(b, a), (one, other)]


def test_third_place() -> None:
    evening = knockout(4, third_place=True)
    evening.finish("1-0")
    evening.play("0-1")
    final, third = evening.state.rounds[1].round.pairings
    order = [final.black, final.white, third.black, third.white]
    assert [(each.place, each.number) for each in evening.state.standings()] == list(enumerate(order, 1))
    without = knockout(4)
    without.finish("1-0")
    without.play("0-1")
    assert [each.place for each in without.state.standings()] == [1, 2, 3, 3]


@pytest.mark.parametrize("seeding", ["rating", "entered", "lot"])
def test_seeding(seeding: str) -> None:
    evening = Evening(seeding=seeding, lot_seed="7 de mayo")
    evening.add(6)
    evening.do(c.Start())
    entries = sorted(evening.state.entries)
    expected = {
        "rating": entries[::-1],
        "entered": entries,
        "lot": sorted(entries, key=lambda entry: sha256(f"7 de mayo:{entry}".encode()).hexdigest()),
    }
    assert [each.entry for each in evening.state.numbered] == expected[seeding]
    assert len({tuple(order) for order in expected.values()}) == 3


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seeding": "lot", "lot_seed": " "}, "tournament_lot_seed"),
        ({"armageddon": BLITZ}, "tournament_armageddon"),
        ({"armageddon": ARMAGEDDON.swapped()}, "tournament_armageddon"),
        ({"armageddon": Correspondence(3)}, "tournament_armageddon"),
    ],
)
def test_settings_that_contradict_themselves_are_refused(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        Evening(**fields)
    assert caught.value.reason == reason


def test_games_wanted_in_other_formats() -> None:
    evening = Evening(over_the_board=False, clock=RAPID)
    evening.add(5)
    assert wanted_games(evening.state) == []
    evening.do(c.Start())
    evening.do(c.Pair())
    evening.do(c.GameResult(1, 1, "1-0"))
    (wanted,) = wanted_games(evening.state)
    pairing = evening.state.rounds[0].round.pairings[1]
    white, black = (evening.state.by_number(number).entry for number in (pairing.white, pairing.black))
    assert wanted == WantedGame(1, 2, 0, white, black, RAPID)
    evening.finish()
    evening.do(c.End())
    assert wanted_games(evening.state) == []
    by_hand = Evening()
    by_hand.add(2)
    by_hand.do(c.Start())
    by_hand.do(c.Pair())
    assert wanted_games(by_hand.state) == []


def test_logs_of_earlier_versions_are_read() -> None:
    evening = knockout(2)
    acts = (
        '{"type":"replayed","round":1,"board":1}',
        '{"type":"result","round":1,"board":1,"result":"0-1","margin":1,"by_hand":false,"reason":""}',
    )
    for act in acts:
        text = f'{{"seq":{evening.state.seq + 1},"at":9,"by":null,"act":{act}}}'
        evening.state.apply(msgspec.json.decode(text, type=e.TournamentEvent))
    assert [game.result for game in evening.state.games(1, 1)] == ["1/2-1/2", "0-1"]
    assert evening.state.owner == OWNER.person
    assert evening.state.is_over
