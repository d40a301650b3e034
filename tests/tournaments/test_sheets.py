"""Sheets of a tournament on paper: every pairing, name and point stands there, on as many pages as it takes."""

from __future__ import annotations

import datetime

import pytest

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments import sheets
from axedrez.tournaments.field import PairingResult, PointTable
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.tournament import SERVER, Tournament, decide
from tests.tournaments.printed import pages

DAY = datetime.date(2026, 3, 7)
RESULTS: tuple[PairingResult, ...] = ("1-0", "1/2-1/2", "0-1", "+--")


def do(state: Tournament, command: c.Command) -> None:
    for event in decide(state, command, SERVER, 0):
        state.apply(event)


def tournament(count: int, rounds: int, *, over: bool = True, **settings: object) -> Tournament:
    """A tournament of `count` players after `rounds`; the results follow one another, the last round may go on."""
    state = Tournament(None)
    given = {"title": "Abierto de León", "rulebook": "clasico", "over_the_board": True, "entry": "list"}
    do(state, c.Configure(settings=TournamentSettings(**{**given, **settings})))  # type: ignore[arg-type]
    names = ("Ana Íñiguez", "Łukasz Żółć", "Пётр", *(f"Player-{number}" for number in range(4, count + 1)))
    do(
        state,
        c.AddEntrants(entrants=[c.NewEntrant(name=name, rating=2000 - at) for at, name in enumerate(names[:count])]),
    )
    do(state, c.Start())
    for index in range(1, rounds + 1):
        do(state, c.Pair())
        for board in range(1, len(state.rounds[-1].round.pairings) + 1):
            if over or index < rounds:
                do(state, c.SetResult(round=index, board=board, result=RESULTS[(board + index) % 4]))
    return state


def lines(page: str) -> list[list[str]]:
    return [line.split() for line in page.splitlines() if line.strip()]


def test_the_list_of_a_round_has_every_board_and_bye() -> None:
    state = tournament(5, 2, over=False)
    (page,) = pages(sheets.pairings(state, 2, "es", DAY)[0])
    assert "Abierto de León" in page
    assert "Ronda 2 de 5" in page
    names = {entry.number: entry.name for entry in state.entries.values()}
    drawn = state.rounds[1].round
    for board, pairing in enumerate(drawn.pairings, 1):
        (line,) = (line for line in page.splitlines() if names[pairing.white] in line)
        assert line.split()[0] == str(board)
        assert names[pairing.black] in line
    assert f"{names[drawn.byes[0].number]}: descansa" in page
    before = pages(sheets.pairings(state, 1, "es", DAY)[0])[0]
    assert "½–½" in before or "0–1" in before


def test_points_in_the_list_are_those_before_the_round() -> None:
    state = tournament(4, 2)
    (page,) = pages(sheets.pairings(state, 2, "en", DAY)[0])
    first = state.field(1)
    for pairing in state.rounds[1].round.pairings:
        name = state.by_number(pairing.white).name
        (line,) = (line.split() for line in page.splitlines() if name in line)
        assert line[1] == {0: "0", 5: "½", 10: "1"}[first.tenths(pairing.white)]


def test_a_slip_for_each_board_four_on_a_page() -> None:
    state = tournament(12, 1, over=False)
    printed = pages(sheets.slips(state, 1, "en", DAY)[0])
    assert len(printed) == 2
    assert [page.count("½–½") for page in printed] == [4, 2]
    for board in range(1, 7):
        assert f"Round 1 of 5 · Board {board}" in printed[(board - 1) // 4]
    assert sum(page.count("Signature: Black") for page in printed) == 6
    assert "Value of the game" not in printed[0]
    by_margin = tournament(4, 1, over=False, table=PointTable(by_margin=True))
    assert pages(sheets.slips(by_margin, 1, "en", DAY)[0])[0].count("Value of the game") == 2


def test_standings_have_places_points_and_tie_breaks_on_as_many_pages_as_it_takes() -> None:
    state = tournament(60, 2)
    printed = pages(sheets.standings(state, "es", DAY)[0])
    assert len(printed) == 2
    assert all("Clasificación tras la ronda 2" in page and "BH/C1" in page for page in printed)
    rows = [line for page in printed for line in lines(page) if line[0].endswith(".")]
    assert len(rows) == 60
    for row, each in zip(rows, state.standings(), strict=True):
        assert row[0] == f"{each.place}."
        assert state.by_number(each.number).name in " ".join(row)
        assert row[-4] == {0: "0", 5: "½", 10: "1", 15: "1½", 20: "2"}[each.tenths]


def test_a_round_that_goes_on_does_not_count() -> None:
    (page,) = pages(sheets.standings(tournament(4, 2, over=False), "en", DAY)[0])
    assert "Standings after round 1" in page
    fresh = Tournament(None)
    settings = TournamentSettings(title="Later", rulebook="clasico")
    do(fresh, c.Configure(settings=settings))
    for made in (sheets.standings, sheets.crosstable):
        assert "Later" in pages(made(fresh, "en", DAY)[0])[0]


def test_the_crosstable_of_a_swiss_tournament_goes_by_rounds() -> None:
    state = tournament(5, 2)
    (page,) = pages(sheets.crosstable(state, "en", DAY)[0])
    line_of = {each.number: line for line, each in enumerate(state.standings(), 1)}
    for pairing in state.rounds[0].round.pairings:
        (line,) = (line for line in page.splitlines() if state.by_number(pairing.white).name in line)
        assert f" {line_of[pairing.black]}W " in line
        (line,) = (line for line in page.splitlines() if state.by_number(pairing.black).name in line)
        assert f" {line_of[pairing.white]}B " in line


def test_the_crosstable_of_a_round_robin_goes_by_opponents() -> None:
    state = tournament(4, 3, format="round-robin")
    (page,) = pages(sheets.crosstable(state, "en", DAY)[0])
    rows = [line for line in lines(page) if line[0].endswith(".")]
    points = {"1": 10, "½": 5, "0": 0, "+": 10, "−": 0}
    for row, each in zip(rows, state.standings(), strict=True):
        assert sum(points[cell] for cell in row[-4:-1]) == each.tenths


def test_opponents_who_fit_on_no_page_go_on_on_another() -> None:
    state = tournament(36, 1, format="round-robin")
    printed = pages(sheets.crosstable(state, "en", DAY)[0])
    assert len(printed) == 4, "two parts of two pages each"
    headings = [cell for page in (printed[0], printed[2]) for cell in lines(page)[2] if cell.isdigit()]
    assert headings == [str(number) for number in range(1, 37)]


def test_a_round_that_was_not_paired_is_refused() -> None:
    state = tournament(4, 1)
    for index in (0, 2):
        for made in (sheets.pairings, sheets.slips):
            with pytest.raises(NotAllowed) as refused:
                made(state, index, "en", DAY)
            assert refused.value.reason == "tournament_no_round"


def test_the_same_tournament_gives_the_same_bytes() -> None:
    state = tournament(6, 2)
    for made in (sheets.standings, sheets.crosstable):
        assert made(state, "es", DAY) == made(state, "es", DAY)
