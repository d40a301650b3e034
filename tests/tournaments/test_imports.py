"""Tournaments made of reports: what goes out comes in, files of other programs are read, faults named."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axedrez.core.errors import AxedrezError
from axedrez.messages import LANGUAGES, sentence
from axedrez.tournaments import commands as c
from axedrez.tournaments import imports, reports
from axedrez.tournaments.format_names import ImportedFormat
from axedrez.tournaments.heading import Heading
from axedrez.tournaments.simulation import simulated
from axedrez.tournaments.tournament import SERVER, Tournament, decide
from axedrez.tournaments.trf import TournamentFile, written
from axedrez.tournaments.trf.document import Version

# As JaVaFo and bbpPairings have it: a round to come in which only the absent have an entry, points told by XXS.
JAVAFO = """\
012 Open of somewhere
092 Individual: Swiss-System
XXR 5
XXC white1
XXS W=3 D=1
001    1 m IM Alfa, A                           2400 ESP     2200001 1990/05/17  6.0    1     4 w 1     2 b 1
001    2      Beta, B                           2300                             3.0    3     3 b 1     1 w 0  0000 - H
001    3 w    Gamma, C                          2200 FRA             2001        1.0    4     2 w 0     4 b =
001    4      Delta, D                          2100                             1.0    5     1 b 0     3 w =
XXZ 4
XXP 1 2
"""


def made(text: str, kind: ImportedFormat | None = None) -> Tournament:
    file = imports.read(text)
    state = Tournament(None)
    imports.log(file, imports.settings_of(file, "clasico", kind=kind), state, 0)
    return state


def do(state: Tournament, command: c.Command) -> None:
    for event in decide(state, command, SERVER, 0):
        state.apply(event)


def out(state: Tournament, version: Version = "26") -> str:
    return written(reports.report(state), version, reports.places(state, state.standings()))


@pytest.mark.parametrize("version", ["16", "26"])
@pytest.mark.parametrize("kind", ["swiss", "round-robin", "double-round-robin"])
@pytest.mark.parametrize("accelerated", [False, True])
def test_what_goes_out_comes_in(kind: ImportedFormat, version: Version, accelerated: bool) -> None:
    is_fast = accelerated and kind == "swiss"
    for seed in (3, 4):
        field = simulated(kind, 9, 6, seed, accelerated=is_fast).field  # type: ignore[arg-type]
        first = written(TournamentFile(field, "Otoño", Heading(kind=kind), ("PTS", "BH", "SB")), version)
        state = made(first)
        second = out(state, version)
        for ours, theirs in zip(state.field().rounds, field.rounds, strict=True):
            assert set(ours.pairings) == set(theirs.pairings)
            assert set(ours.byes) == set(theirs.byes)
        assert {number: field.tenths(number) for number in range(1, 10)} == state.field().all_tenths()
        third = made(second)
        assert out(third, version) == second
        assert third.entries.keys() == state.entries.keys()
        assert third.standings() == state.standings()


def test_a_tournament_goes_on_after_it_was_read() -> None:
    state = Tournament(None)
    given = {"title": "Club", "rulebook": "clasico", "rounds": 4, "over_the_board": True, "first_colour": "black"}
    do(state, c.Configure(settings=msgspec.convert(given, type(imports.settings_of(imports.read(JAVAFO), "clasico")))))
    players = [
        c.NewEntrant(name, 2000 - at, fide_id=at + 1, birth="2012/03/04", sex="w") for at, name in enumerate("ABCDEF")
    ]
    do(state, c.AddEntrants(entrants=players))
    do(state, c.Start())
    do(state, c.Pair())
    for board in (1, 2, 3):
        do(state, c.SetResult(round=1, board=board, result="1-0" if board < 3 else "1/2-1/2"))
    do(state, c.AskBye(round=2, kind="half", entry=state.by_number(6).entry))
    do(state, c.Leave(entry=state.by_number(5).entry))
    again = made(out(state))
    assert out(again) == out(state)
    do(state, c.Pair())
    do(again, c.Pair())
    assert again.rounds[1].round.pairings == state.rounds[1].round.pairings
    assert set(again.rounds[1].round.byes) == set(state.rounds[1].round.byes)
    assert (again.by_number(1).fide_id, again.by_number(1).birth, again.by_number(1).sex) == (1, "2012/03/04", "w")


def test_a_report_of_another_program_goes_on() -> None:
    state = made(JAVAFO)
    assert (state.phase, state.total, len(state.rounds)) == ("running", 5, 2)
    assert state.field().all_tenths() == {1: 60, 2: 30, 3: 10, 4: 10}
    one = state.by_number(1)
    assert (one.title, one.federation, one.fide_id, one.birth, one.sex) == ("IM", "ESP", 2200001, "1990/05/17", "m")
    assert state.by_number(3).birth == "2001"
    assert state.field().forbidden == {(1, 2)}
    assert {(state.entries[entry].number, index): kind for (entry, index), kind in state.byes.items()} == {
        (2, 3): "half",
        (4, 3): "zero",
    }
    do(state, c.Pair())
    assert [{each.white, each.black} for each in state.rounds[2].round.pairings] == [{1, 3}]


def test_the_heading_of_a_report_comes_in_clean_and_without_what_is_no_day() -> None:
    told = "022 Ovi\x07edo\n042 2026/05/17\n052 May 2026\n102 IA Pérez\n" + "112 Ruiz, Luis\n" * 30 + "122 " + "9" * 200
    heading = made(f"{told}\n{JAVAFO}").heading
    assert (heading.city, heading.start, heading.end, heading.chief_arbiter) == (
        "Ovi edo",
        "2026/05/17",
        "",
        "IA Pérez",
    )
    assert heading.deputies == ("Ruiz, Luis",) * 20
    assert heading.time_control == "9" * 100
    assert heading.kind == "Individual: Swiss-System"


def test_numbers_without_gaps_and_a_field_that_has_not_begun() -> None:
    players = [line for line in JAVAFO.splitlines() if line.startswith("001")]
    listed = "\n".join(f"{line[:4]}{int(line[4:8]) * 10:4}{line[8:80]} 0.0    1" for line in players)
    state = made(listed)
    assert state.phase == "entry"
    assert [each.name for each in state.numbered] == ["Alfa, A", "Beta, B", "Gamma, C", "Delta, D"]
    gaps = JAVAFO.replace("   4 w 1", "  40 w 1").replace("   4 b =", "  40 b =")
    gaps = gaps.replace("001    4", "001   40").replace("XXZ 4", "XXZ 40")
    assert out(made(gaps)) == out(made(JAVAFO))


def test_a_knockout_comes_in_by_its_bracket() -> None:
    state = Tournament(None)
    settings_ = imports.settings_of(imports.read(JAVAFO), "clasico", kind="knockout")
    do(state, c.Configure(settings=msgspec.structs.replace(settings_, table=type(settings_.table)())))
    do(state, c.AddEntrants(entrants=[c.NewEntrant(name) for name in "ABCDE"]))
    do(state, c.Start())
    do(state, c.Pair())
    do(state, c.SetResult(round=1, board=1, result="1-0"))
    do(state, c.Pair())
    again = made(out(state))
    assert again.set.format == "knockout"
    assert out(again) == out(state)
    for board in (1, 2):
        do(again, c.SetResult(round=2, board=board, result="0-1"))
    do(again, c.Pair())
    assert len(again.rounds[2].round.pairings) == 1


# The winners of the first round do not meet in the second.
KNOCKOUT = (
    (
        JAVAFO.replace("Swiss-System", "Knockout")
        .replace("4 b =", "4 b 1")
        .replace("3 w =", "3 w 0")
        .replace("0000 - H", "")
    )
    .replace("1.0    4", "3.0    4")
    .replace("1.0    5", "3.0    5")
    .replace("6.0    1", "3.0    1")
)
KNOCKOUT = KNOCKOUT.replace("4 w 1", "4 w 0").replace("1 b 0", "1 b 1")
REFUSED = [
    (JAVAFO.replace("4 w 1", "4 q 1"), "trf_line"),
    (JAVAFO.replace("4 w 1", "4 w +"), "trf_contradiction"),
    (JAVAFO.replace(" 6.0    1", " 7.0    1"), "trf_points"),
    (JAVAFO.replace("XXR 5", "XXR 99"), "trf_rounds"),
    (JAVAFO.replace("XXR 5", "XXR 999999999999"), "trf_line"),
    (JAVAFO.replace("XXZ 4", "XXA    1 1.0"), "trf_accelerated"),
    (JAVAFO.replace("XXS W=3 D=1", "XXS W=1 D=3"), "trf_points"),
    (JAVAFO.replace("XXS W=3 D=1", "XXS Q=1"), "trf_line"),
    (JAVAFO.replace("Beta, B", "       "), "trf_player"),
    (JAVAFO.replace("2400 ESP", "9999 ESP"), "trf_player"),
    (JAVAFO.replace("0000 - H", "0000 - F"), "trf_full_bye"),
    (JAVAFO + "013 Club                            1    2\n", "trf_teams"),
    (JAVAFO.replace("Swiss-System", "Knockout"), "trf_knockout"),
    (KNOCKOUT, "trf_format"),
    (JAVAFO.replace("Swiss-System", "Round Robin"), "trf_format"),
    (JAVAFO + "250      1.0   1 998    1 9999\n" * 3000, "trf_accelerated"),
    (JAVAFO + "260   1   5 " + " ".join(map(str, range(1, 200))), "trf_line"),
    ("x" * 1_000_001, "trf_too_long"),
    ("", "trf_no_players"),
    ("\0\ufffd" * 500, "trf_no_players"),
    ("".join(f"001 {n:4}      P{n}\n" for n in range(1, 502)), "tournament_full"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_bad_files_get_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(AxedrezError) as refusal:
        made(text)
    assert refusal.value.reason == reason
    for lang in LANGUAGES:
        assert sentence(refusal.value, lang).count("{") == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(JAVAFO)), st.text(max_size=30), st.booleans())
def test_any_text_is_made_or_refused(place: int, noise: str, whole: bool) -> None:
    text = JAVAFO[:place] + noise + ("" if whole else JAVAFO[place:])
    with contextlib.suppress(AxedrezError):
        state = made(text)
        assert made(out(state)).field().all_tenths() == state.field().all_tenths()
