"""Tournaments of teams made of reports: what goes out comes in and goes on, gacrux agrees, faults are named."""

from __future__ import annotations

import contextlib
import random

import pytest
from gacrux.trf2json import trf2json
from hypothesis import given, settings
from hypothesis import strategies as st

from axedrez.core.errors import AxedrezError
from axedrez.messages import LANGUAGES, sentence
from axedrez.tournaments import commands as c
from axedrez.tournaments import reports, trf
from axedrez.tournaments.field import Bye, Pairing, PointTable
from axedrez.tournaments.format_names import ImportedFormat
from axedrez.tournaments.tiebreaks import board_sums
from axedrez.tournaments.tournament import Tournament

from .evenings import Evening
from .test_imports import do, made, out
from .test_teams import RESULTS, TABLE, club, named

KINDS: list[ImportedFormat] = ["swiss", "round-robin", "double-round-robin"]


def evening(kind: ImportedFormat, seed: int) -> Evening:
    """A tournament of teams with reserves, other orders, withdrawals and forfeits, before its last round is over."""
    chance = random.Random(seed)
    boards = chance.randint(2, 4)
    found = club(chance.choice([4, 5, 6]), boards + 1, format=kind, rounds=3, board_table=PointTable(pairing_bye=5))
    found.configure(boards=boards, format=kind, table=TABLE, board_table=PointTable(pairing_bye=5))
    found.do(c.Start())
    for index in range(1, 4):
        if index > 1:
            found.do(c.LineUp(team="A", order=[named(found, f"A{chance.randint(2, boards + 1)}")]))
            for name in ("B1", "C2", "C3", "D1")[index - 2 :: 2]:
                found.do(c.Leave(entry=named(found, name)))
            if index == 3 and seed % 2:
                for each in list(found.state.line_up("D")):
                    found.do(c.Leave(entry=each.entry))
        found.do(c.Pair())
        for board, game in enumerate(found.state.rounds[-1].round.pairings, 1):
            if game.result is None and (index < 3 or chance.random() < 0.7):
                found.do(c.SetResult(round=index, board=board, result=chance.choice(RESULTS)))  # type: ignore[arg-type]
    return found


def matches(state: Tournament) -> list[tuple[set[Pairing], set[Bye]]]:
    """By round, who met whom with which boards, and who was free."""
    return [(set(played.pairings), set(played.byes)) for played in state.team_field().rounds]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_what_goes_out_comes_in_and_goes_on(kind: ImportedFormat, seed: int) -> None:
    ours = evening(kind, seed).state
    text = out(ours)
    again = made(text)
    assert out(again) == text
    assert (again.set.boards, again.set.table, again.set.board_table) == (
        ours.set.boards,
        ours.set.table,
        ours.set.board_table,
    )
    assert matches(again) == matches(ours)
    assert again.standings() == ours.standings()
    assert again.board_standings() == ours.board_standings()
    for name in ours.teams:
        assert [each.name for each in again.line_up(name)] == [each.name for each in ours.line_up(name)]
    for state in (ours, again):
        last = state.rounds[-1].round
        for board, game in enumerate(last.pairings, 1):
            if game.result is None:
                do(state, c.SetResult(round=3, board=board, result="1-0"))
    if not ours.is_over:
        do(ours, c.Pair())
        do(again, c.Pair())
        assert matches(again)[-1] == matches(ours)[-1]


@pytest.mark.parametrize("kind", KINDS)
def test_gacrux_counts_the_same_points(kind: ImportedFormat) -> None:
    for seed in range(6):
        found = evening(kind, seed)
        for board, game in enumerate(found.state.rounds[-1].round.pairings, 1):
            if game.result is None:
                found.do(c.SetResult(round=3, board=board, result="1/2-1/2"))
        theirs = trf2json()
        theirs.parse_file(out(found.state), False)
        assert theirs.get_status() == 0, theirs.chessjson["status"]
        sums = board_sums(found.state.team_field())
        own = {each.number: (each.tenths, 10 * (sums[each.number].value or 0)) for each in found.state.standings()}
        counted = {
            each["cid"]: (10 * each["matchPoints"], 10 * each["gamePoints"])
            for each in theirs.get_tournament(1)["competitors"]
        }
        assert counted == own, (seed, theirs.chessjson["status"])


def test_a_report_without_line_ups_follows_from_the_order_of_the_teams() -> None:
    """As others write it: reserves play in the order of the team, and matches are worth 2, 1 and 0."""
    text = "\n".join(
        (
            "012 Liga",
            "092 Team Swiss",
            "001    1      A1                                2000                             1.0    1     4 w 1",
            "001    2      A2                                2000                             0.0    1                ",
            "001    3      A3                                2000                             0.5    1     5 b =",
            "001    4      B1                                2000                             0.0    1     1 b 0",
            "001    5      B2                                2000                             0.5    1     3 w =",
            "013 North                              1    2    3",
            "013 South                              4    5",
        )
    )
    state = made(text)
    assert (state.set.boards, state.teams) == (2, ("North", "South"))
    assert [each.tenths for each in state.standings()] == [20, 0]
    assert [each.name for each in state.line_up("North")] == ["A1", "A2", "A3"]


def test_before_the_start_the_entry_stays_open() -> None:
    before = club(3, 2).state
    state = made(out(before))
    assert state.phase == "entry"
    assert [each.team for each in state.numbered] == ["A", "B", "C", "A", "B", "C"]


def _changed(old: str, new: str) -> str:
    found = club(3, 2, rounds=3)
    found.do(c.Start())
    found.play()
    text = out(found.state)
    assert old in text
    return text.replace(old, new)


REFUSED = [
    ("310   2 B ", "310   2 A ", "trf_team_name"),
    ("310   2 B ", "310   3 B ", "trf_team_numbers"),
    ("310   2 B ", "310   2   ", "trf_team_name"),
    ("     1    2\n", "     1    3\n", "trf_team_player"),
    ("2.0    1.0   1     5    6", "2.0    1.5   1     5    6", "trf_team_points"),
    ("     1    2\n", "\n", "trf_team_empty"),
    ("352 WB", "352 W", "trf_team_round"),
    ("352 WB", "352 " + "WB" * 11, "tournament_boards"),
    ("352 WB", "300 001 009 001 0001\n352 WB", "trf_team_numbers"),
    ("352 WB", "300 001 001 003 0004 0001\n352 WB", "trf_team_round"),
    ("352 WB", "300 x\n352 WB", "trf_line"),
    ("352 WB", "330 == 001 001 002\n352 WB", "trf_line"),
    ("352 WB", "330 +- 001 002 003\n352 WB", "trf_team_round"),
    ("352 WB", "260   1   3    1    2\n352 WB", "trf_teams"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "reason"), REFUSED)
def test_faults_are_named(old: str, new: str, reason: str) -> None:
    with pytest.raises(AxedrezError) as refusal:
        made(_changed(old, new))
    assert refusal.value.reason == reason
    for lang in LANGUAGES:
        assert "{" not in sentence(refusal.value, lang)


WHOLE = out(evening("swiss", 3).state)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, len(WHOLE)), st.sampled_from(["", "300 001 001 002 ", "330 +- 002 001 002\n"]), st.text(max_size=9)
)
def test_any_report_of_teams_is_made_or_refused(place: int, record: str, noise: str) -> None:
    text = f"{WHOLE[:place]}{record}{noise}{WHOLE[place:]}"
    with contextlib.suppress(AxedrezError):
        state = made(text)
        assert made(out(state)).standings() == state.standings()


def test_an_older_report_of_teams_comes_in() -> None:
    found = club(4, 2, rounds=3)
    found.do(c.Start())
    found.play()
    text = trf.written(reports.report(found.state), "16")
    assert matches(made(text)) == matches(found.state)
