"""Swiss rounds, Berger tables, knockout brackets and matches of teams."""

from __future__ import annotations

import pickle

import pytest
from caissify_pairings import generate_pairings
from gacrux.berger import bergertables

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import knockout, round_robin, swiss, teams
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, PointTable, Round
from axedrez.tournaments.simulation import Course, simulated

ENTRANTS = tuple(Entrant(number, f"P{number}", 2000 - number) for number in range(1, 9))


def pairs(drawn: Round) -> list[tuple[int, int]]:
    return [(each.white, each.black) for each in drawn.pairings]


def test_first_round_upper_half_meets_lower_half_and_colours_follow_the_lot() -> None:
    assert pairs(swiss.paired(Field(ENTRANTS, first="white"))) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert pairs(swiss.paired(Field(ENTRANTS, first="black"))) == [(5, 1), (2, 6), (7, 3), (4, 8)]


def test_byes_are_kept_and_the_odd_one_gets_the_bye() -> None:
    drawn = swiss.paired(Field(ENTRANTS), [Bye(3, "half"), Bye(4, "zero"), Bye(5, "zero")])
    assert drawn.byes == (Bye(8, "pairing"), Bye(3, "half"), Bye(4, "zero"), Bye(5, "zero"))
    assert {number for pair in pairs(drawn) for number in pair} == {1, 2, 6, 7}


def test_forbidden_pairs_do_not_meet() -> None:
    assert (1, 5) not in pairs(swiss.paired(Field(ENTRANTS, forbidden=frozenset({(1, 5)}))))


def test_points_of_any_table_decide_who_meets() -> None:
    """Two draws are less than a win by 3-1-0 and as much by 1-½-0."""
    rounds = (
        Round((Pairing(1, 3, "1/2-1/2"), Pairing(4, 2, "1-0"))),
        Round((Pairing(2, 1, "1/2-1/2"), Pairing(3, 4, "1-0"))),
    )
    usual = Field(ENTRANTS[:4], rounds)
    assert usual.tenths(1) == usual.tenths(4) == 10
    football = Field(ENTRANTS[:4], rounds, PointTable(win=30, draw=10))
    assert football.tenths(1) == 20 < football.tenths(4)
    assert len(pairs(swiss.paired(football))) == 2


@pytest.mark.parametrize(
    ("field", "byes", "reason"),
    [
        (Field(ENTRANTS, total=0), (), "tournament_all_rounds"),
        (Field(ENTRANTS, (Round((Pairing(1, 2),)),)), (), "tournament_results_missing"),
        (Field(ENTRANTS), [Bye(number, "zero") for number in range(2, 9)], "tournament_too_few"),
        (Field(ENTRANTS[:2], (Round((Pairing(1, 2, "1-0"),)),)), (), "tournament_no_pairing"),
    ],
)
def test_what_cannot_be_paired_is_refused(field: Field, byes: list[Bye], reason: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        swiss.paired(field, byes)
    assert refusal.value.reason == reason


def test_another_process_can_pair() -> None:
    field = pickle.loads(pickle.dumps(Field(ENTRANTS)))
    assert pickle.loads(pickle.dumps(swiss.paired))(field) == swiss.paired(Field(ENTRANTS))


def test_baku_halves() -> None:
    given = swiss.baku(range(1, 162), 9, PointTable())
    assert [len(by_number) for by_number in given.values()] == [82] * 5
    assert [by_number[82] for by_number in given.values()] == [10, 10, 10, 5, 5]


@pytest.mark.parametrize("players", range(2, 25))
def test_berger_tables_are_those_of_gacrux(players: int) -> None:
    table = bergertables(players)
    for index, drawn in enumerate(round_robin.berger(players), 1):
        theirs = [(pair["white"], pair["black"]) for pair in table["pairing"][index].values()]
        assert pairs(drawn) == [pair for pair in theirs if max(pair) <= players]


@pytest.mark.parametrize("players", [6, 7, 10])
def test_berger_tables_are_those_of_caissify(players: int) -> None:
    given = [{"id": n, "starting_number": n, "rating": 2000 - n, "score": 0} for n in range(1, players + 1)]
    rounds = round_robin.berger(players)
    for index, drawn in enumerate(rounds, 1):
        found = generate_pairings("round_robin", given, set(), index, len(rounds))
        theirs = {(each["white_id"], each["black_id"]) for each in found if each["white_id"] and each["black_id"]}
        assert set(pairs(drawn)) == theirs


@pytest.mark.parametrize("players", [4, 5, 8, 11])
def test_double_round_robin(players: int) -> None:
    rounds = round_robin.berger(players, 2)
    met = [pair for drawn in rounds for pair in pairs(drawn)]
    assert sorted(met) == [(a, b) for a in range(1, players + 1) for b in range(1, players + 1) if a != b]
    for number in range(1, players + 1):
        colours = "".join("w" if number == a else "b" for drawn in rounds for a, b in pairs(drawn) if number in (a, b))
        assert "www" not in colours
        assert "bbb" not in colours


def test_bracket_keeps_the_best_apart() -> None:
    assert knockout.bracket(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert knockout.slots([10, 20, 30, 40, 50, 60]) == (10, 0, 40, 50, 20, 0, 30, 60)


def test_a_knockout_goes_on_to_the_final_and_the_match_for_third_place() -> None:
    field = Field(ENTRANTS[:6])
    first = knockout.paired(field)
    assert pairs(first) == [(5, 4), (6, 3)]
    assert first.byes == (Bye(1, "pairing"), Bye(2, "pairing"))
    field = Field(ENTRANTS[:6], (Round((Pairing(5, 4, "1-0"), Pairing(6, 3, "--+")), first.byes),))
    semifinals = knockout.paired(field, third_place=True)
    assert pairs(semifinals) == [(5, 1), (2, 3)]
    field = Field(ENTRANTS[:6], (*field.rounds, Round((Pairing(5, 1, "1-0"), Pairing(2, 3, "1-0")))))
    assert knockout.places(field) == (5, 2)
    assert pairs(knockout.paired(field, third_place=True)) == [(5, 2), (1, 3)]
    assert pairs(knockout.paired(field)) == [(5, 2)]
    # Who has withdrawn loses by forfeit.
    assert [each.result for each in knockout.paired(field, {2, 1, 3}, True).pairings] == ["+--", "---"]
    field = Field(ENTRANTS[:6], (*field.rounds, Round((Pairing(5, 2, "0-1"), Pairing(1, 3, "0-1")))))
    assert knockout.stages(field) == {2: 6, 5: 4, 3: 3, 1: 2, 4: 0, 6: 0}


def test_match_of_teams() -> None:
    assert teams.board_pairs([1, 2, 3], [7, 8], 3) == (Pairing(1, 7), Pairing(8, 2), Pairing(3, 0, "+--"))
    match = teams.with_boards(Pairing(1, 2), ("1-0", "1-0", "1/2-1/2", "0-1"))
    assert teams.board_points(match) == (25, 15)
    assert match.result == "1-0"
    assert teams.with_boards(Pairing(1, 2), ("--+", "+--")).result == "--+"


def test_simulation_follows_from_its_seed_and_has_everything() -> None:
    course = Course(forfeit=0.1, half_bye=0.1, withdrawal=0.05, late=0.2)
    one, again, other = (simulated("swiss", 20, 7, seed, course=course) for seed in (3, 3, 4))
    assert one == again != other
    results = {pairing.result for each in one.field.rounds for pairing in each.pairings}
    kinds = {bye.kind for each in one.field.rounds for bye in each.byes}
    assert {"1-0", "1/2-1/2", "0-1"} < results
    assert {"half", "zero"} <= kinds
    assert results & {"+--", "--+"}
    assert simulated("swiss", 6, 9, 1).stopped == "tournament_no_pairing"
