"""Tournaments of teams: matches, boards, points beside a slow count, line-ups, and what is refused."""

from __future__ import annotations

import random
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from uuid import uuid4

import pytest
from gacrux.trf2json import trf2json

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments import reports, trf
from axedrez.tournaments.field import PointTable
from axedrez.tournaments.format_names import Format
from axedrez.tournaments.tiebreaks import board_sums
from axedrez.tournaments.tournament import Who
from axedrez.tournaments.wanted import open_games

from .evenings import Evening

TABLE = PointTable(20, 10, 0, 20, 0, 20, 20, 10)
RESULTS = ["1-0", "0-1", "1/2-1/2", "+--", "--+", "---", "0-0"]


def club(teams: int, players: int, **fields: object) -> Evening:
    """Teams A, B … whose players A1, A2 … have ratings that fall from team to team and from board to board."""
    evening = Evening(**{"boards": players, "table": TABLE, "tie_breaks": ("GPTS", "DE", "SB"), **fields})
    for board in range(1, players + 1):
        names = [chr(ord("A") + team) for team in range(teams)]
        evening.do(
            c.AddEntrants(
                entrants=[
                    c.NewEntrant(f"{name}{board}", 2400 - 100 * index - board, team=f" {name} ")
                    for index, name in enumerate(names)
                ]
            )
        )
    return evening


def named(evening: Evening, name: str) -> int:
    return next(each.entry for each in evening.state.entries.values() if each.name == name)


def boards(evening: Evening) -> list[tuple[str, str]]:
    games = evening.state.rounds[-1].round.pairings
    return [(evening.state.name(each.white), evening.state.name(each.black)) for each in games]


def test_a_match_has_its_boards_with_alternating_colours() -> None:
    evening = club(4, 3)
    evening.do(c.Start())
    assert evening.state.teams == ("A", "B", "C", "D")
    evening.do(c.Pair())
    assert boards(evening) == [
        ("A1", "C1"), ("C2", "A2"), ("A3", "C3"), ("D1", "B1"), ("B2", "D2"), ("D3", "B3")
    ]  # fmt: skip
    assert len(open_games(evening.state)) == 6
    for board, result in enumerate(("1-0", "1/2-1/2", "0-1"), 1):
        evening.do(c.SetResult(round=1, board=board, result=result))  # type: ignore[arg-type]
    evening.do(c.SetResult(round=1, board=4, result="1-0"))
    matches = evening.state.team_field().rounds[0].pairings
    assert [each.result for each in matches] == ["1/2-1/2", None]
    evening.do(c.SetResult(round=1, board=5, result="0-1"))
    evening.do(c.SetResult(round=1, board=6, result="0-1"))
    found = evening.state.standings()
    # A and C drew 1½ to 1½; D beat B 2 to 1.
    assert [(each.number, each.tenths, each.shown[0].value) for each in found] == [
        (4, 20, Decimal(2)),
        (1, 10, Decimal("1.5")),
        (3, 10, Decimal("1.5")),
        (2, 0, Decimal(1)),
    ]
    first = [
        (each.place, evening.state.name(each.number)) for each in evening.state.board_standings() if each.board == 1
    ]
    assert first == [(1, "A1"), (1, "D1"), (3, "B1"), (3, "C1")]
    evening.recounted()


def _slow_points(evening: Evening) -> tuple[dict[str, int], dict[str, Fraction], dict[str, Fraction]]:
    """Match points, board points and points of players, from the names in the log alone."""
    worth = {"1": Fraction(1), "+": Fraction(1), "1/2": Fraction(1, 2), "0": Fraction(0), "-": Fraction(0)}
    names = {each.number: each.name for each in evening.state.entries.values()}
    matches: defaultdict[str, int] = defaultdict(int)
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    players: defaultdict[str, Fraction] = defaultdict(Fraction)
    results = {(a.act.round, a.act.board): a.act.result for a in evening.log if isinstance(a.act, e.ResultSet)}
    paired = [event.act for event in evening.log if isinstance(event.act, e.Paired)]
    size = evening.state.set.boards
    for act in paired:
        for bye in act.byes:
            if bye.kind == "pairing":
                matches[evening.state.teams[bye.number - 1]] += 2
                points[evening.state.teams[bye.number - 1]] += Fraction(size, 2)
        for index in range(len(act.matches)):
            got: defaultdict[str, Fraction] = defaultdict(Fraction)
            forfeited = True
            for board in range(index * size, (index + 1) * size):
                game = act.pairings[board]
                result = results.get((act.round, board + 1), game.result)
                assert result is not None
                forfeited &= result in ("+--", "--+", "---")
                parts = (result[0], result[2]) if result[0] in "+-" else tuple(result.split("-"))
                for number, part in zip((game.white, game.black), parts, strict=True):
                    if number:
                        got[names[number][0]] += worth[part]
                        players[names[number]] += worth[part]
            sides = [evening.state.teams[number - 1] for number in (act.matches[index].white, act.matches[index].black)]
            ours, theirs = (got[side] for side in sides)
            matches[sides[0]] += 2 if ours > theirs else 0 if ours < theirs or forfeited else 1
            matches[sides[1]] += 2 if theirs > ours else 0 if theirs < ours or forfeited else 1
            for side in sides:
                points[side] += got[side]
    return matches, points, players


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "double-round-robin"])
def test_points_are_those_of_a_slow_count(kind: Format) -> None:
    for seed in range(6):
        chance = random.Random(seed)
        evening = club(chance.choice([6, 7, 8]), chance.randint(1, 4), format=kind, rounds=3)
        evening.do(c.Start())
        for index in range(evening.state.total):
            if index == 1:
                gone = chance.sample(sorted(evening.state.entries), 2)
                for entry in gone:
                    evening.do(c.Leave(entry=entry))
            evening.do(c.Pair())
            for board, game in enumerate(evening.state.rounds[-1].round.pairings, 1):
                if game.result is None:
                    result = chance.choice(RESULTS)
                    evening.do(c.SetResult(round=index + 1, board=board, result=result))  # type: ignore[arg-type]
        matches, points, players = _slow_points(evening)
        for standing in evening.state.standings():
            team = evening.state.teams[standing.number - 1]
            assert standing.tenths == 10 * matches[team]
            assert standing.shown[0].value == Decimal(str(float(points[team])))
        totals: defaultdict[str, int] = defaultdict(int)
        for each in evening.state.board_standings():
            totals[evening.state.name(each.number)] += each.tenths
        assert totals == {name: 10 * value for name, value in players.items()}
        evening.recounted()


def test_line_ups_reserves_and_teams_that_are_not_complete() -> None:
    evening = club(4, 2, rounds=3)
    evening.do(c.AddEntrants(entrants=[c.NewEntrant("A3", team="a")]))
    assert [each.name for each in evening.state.line_up("A")] == ["A1", "A2", "A3"]
    evening.do(c.Start())
    evening.do(c.LineUp(team="A", order=[named(evening, "A3")]))
    assert evening.refused(c.LineUp(team="A", order=[named(evening, "B1")])) == "tournament_line_up"
    assert evening.refused(c.LineUp(team="A", order=[]), Who(uuid4(), "Leo")) == "tournament_organizer"
    evening.do(c.Leave(entry=named(evening, "C2")))
    for name in ("D1", "D2"):
        evening.do(c.Leave(entry=named(evening, name)))
    evening.do(c.Pair())
    # D has nobody and is not paired; C, of three teams, is free.
    assert boards(evening) == [("A3", "B1"), ("B2", "A1")]
    assert [bye.number for bye in evening.state.rounds[-1].matches.byes if bye.kind == "zero"] == [4]  # type: ignore[union-attr]
    assert evening.refused(c.RePair(pairs=[], reason="x")) == "tournament_teams_fixed"
    evening.do(c.AddEntrants(entrants=[c.NewEntrant("C3", team="C")]))
    assert evening.refused(c.AddEntrants(entrants=[c.NewEntrant("E1", team="E")])) == "tournament_team_late"
    assert evening.refused(c.AskBye(round=2, entry=named(evening, "A1"))) == "tournament_bye_format"
    evening.finish()
    evening.play()
    assert "C3" in {name for pair in boards(evening) for name in pair}
    evening.recounted()


def test_a_board_without_a_player_is_won_by_the_other_team() -> None:
    evening = club(2, 3, format="round-robin")
    for name in ("A3", "A2"):
        evening.do(c.Leave(entry=named(evening, name)))
    evening.do(c.Start())
    evening.do(c.Pair())
    assert boards(evening) == [("A1", "B1"), ("B2", "–"), ("–", "B3")]
    assert [each.result for each in evening.state.rounds[0].round.pairings] == [None, "+--", "--+"]
    assert [each.board for each in open_games(evening.state)] == [1]
    assert {evening.state.name(bye.number) for bye in evening.state.field().rounds[0].byes} == {"B2", "B3"}
    evening.do(c.SetResult(round=1, board=1, result="1-0"))
    assert evening.state.is_over
    assert [(each.number, each.tenths) for each in evening.state.standings()] == [(2, 20), (1, 0)]


def test_a_report_tells_of_teams_and_gacrux_reads_it() -> None:
    evening = club(3, 2, rounds=3, board_table=PointTable(pairing_bye=5))
    evening.do(c.Start())
    for results in (("1-0", "1/2-1/2"), ("0-1", "+--")):
        evening.do(c.Pair())
        for board, result in enumerate(results, 1):
            evening.do(c.SetResult(round=len(evening.state.rounds), board=board, result=result))  # type: ignore[arg-type]
    evening.do(c.Leave(entry=named(evening, "A2")))
    report = reports.report(evening.state)
    text = trf.written(report, "26")
    read = trf.read(text)
    assert (read.faults, read.file.teams, read.file.matches) == ((), report.teams, report.matches)
    assert [set(each.pairings) for each in read.file.field.rounds] == [
        set(each.pairings) for each in report.field.rounds
    ]
    standings = {each.number: each for each in evening.state.standings()}
    on_boards = {number: 10 * (each.value or 0) for number, each in board_sums(evening.state.team_field()).items()}
    theirs = trf2json()
    theirs.parse_file(text, False)
    assert (theirs.get_status(), "info" in theirs.chessjson["status"]) == (0, False)
    names = {number: evening.state.name(number) for number in range(1, 7)}
    found = theirs.get_tournament(1)["competitors"]
    assert [[names[each["cid"]] for each in team["cplayers"]] for team in found] == [
        ["A1", "A2"],
        ["B1", "B2"],
        ["C1", "C2"],
    ]
    for team in found:
        own = standings[team["cid"]]
        assert (10 * team["matchPoints"], 10 * team["gamePoints"]) == (own.tenths, on_boards[own.number])
        assert team["rank"] == own.place
    former = trf.read(trf.written(report, "16")).file
    assert [each.players for each in former.teams] == [each.players for each in report.teams]
    assert former.field.rounds == read.file.field.rounds


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"format": "knockout"}, "tournament_team_format"),
        ({"board_table": PointTable(by_margin=True)}, "tournament_team_format"),
        ({"board_table": PointTable(loss=20)}, "tournament_table"),
    ],
)
def test_settings_that_do_not_fit_are_refused(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        Evening(boards=4, **fields)
    assert caught.value.reason == reason


def test_everybody_needs_a_team_and_teams_need_opponents() -> None:
    evening = Evening()
    evening.add(2)
    evening.configure(boards=2)
    assert evening.refused(c.Enter(), Who(uuid4(), "Leo")) == "tournament_team_missing"
    assert evening.refused(c.Start()) == "tournament_team_missing"
    one = club(1, 2)
    assert one.refused(c.Start()) == "tournament_too_few_teams"
    leo = Who(uuid4(), "Leo")
    one.do(c.Enter(team="a"), leo)
    entry = one.state.of(leo.person)
    assert entry is not None
    assert entry.team == "A"


def test_players_are_put_into_teams_before_the_start() -> None:
    evening = Evening(boards=2, table=TABLE)
    people = tuple(
        c.NewPerson(uuid4(), name, team) for name, team in (("Ana", "North"), ("Bea", "north "), ("Cid", ""))
    )
    evening.do(c.AddPeople(people))
    evening.do(c.AddPeople((c.NewPerson(uuid4(), "Doa", ""),)))
    ana, bea, cid, doa = (named(evening, name) for name in ("Ana", "Bea", "Cid", "Doa"))
    assert evening.refused(c.Start()) == "tournament_team_missing"
    assert evening.refused(c.SetTeam(team="South", entries=[cid, 99])) == "tournament_not_entered"
    assert evening.refused(c.SetTeam(team="South", entries=[cid]), Who(people[0].person)) == "tournament_organizer"
    evening.do(c.SetTeam(team="South", entries=[cid, doa]))
    evening.do(c.SetTeam(team="SOUTH", entries=[bea]))
    assert [each.name for each in evening.state.line_up("South")] == ["Bea", "Cid", "Doa"]
    evening.do(c.SetTeam(team="", entries=[bea]))
    assert [each.name for each in evening.state.team_field().entrants] == ["North", "South"]
    evening.do(c.SetTeam(team="North", entries=[bea]))
    evening.do(c.LineUp(team="North", order=[bea]))
    evening.do(c.Start())
    evening.do(c.Pair())
    assert sorted(map(sorted, boards(evening))) == [["Ana", "Doa"], ["Bea", "Cid"]]
    assert evening.refused(c.SetTeam(team="South", entries=[ana])) == "tournament_begun"
    evening.recounted()
    assert Evening().refused(c.SetTeam(team="South", entries=[1])) == "tournament_no_teams"
