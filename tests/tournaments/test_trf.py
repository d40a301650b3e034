"""Tournament reports: what is written is read again, other programs read it, and faults name their lines."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from gacrux.trf2json import trf2json
from hypothesis import given, settings
from hypothesis import strategies as st

from axedrez.core.errors import NotAllowed, TextError
from axedrez.messages import LANGUAGES, sentence
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, PointTable, Round
from axedrez.tournaments.heading import Heading
from axedrez.tournaments.trf import Matches, Team, TournamentFile, read, written

ENTRANTS = (
    Entrant(1, "García, José", 2100, "FM", "ESP", 2200001, "1990/05/17", "m"),
    Entrant(2, "Ñandú", None, "", "", None, "", "w"),
    Entrant(3, "Øst", 1850),
)
FILE = TournamentFile(
    Field(
        ENTRANTS,
        (
            Round((Pairing(1, 2, "1-0"),), (Bye(3, "pairing"),)),
            Round((Pairing(3, 1, "1/2-0"),), (Bye(2, "half"),)),
            Round((Pairing(2, 3),), ()),
        ),
        total=5,
        first="black",
        forbidden=frozenset({(1, 3)}),
        accelerated={1: {1: 10, 2: 10}, 2: {1: 5}},
    ),
    name="Torneo de otoño",
    heading=Heading(
        city="Oviedo",
        start="2026/10/01",
        chief_arbiter="IA Pérez, Ana",
        deputies=("Ruiz, Luis", "Gil, Eva"),
        dates=("26/10/01", "26/10/02"),
        starting_rank="ESP FIDE",
    ),
    tie_breaks=("PTS", "BH/C1"),
    asked={4: (Bye(1, "half"),)},
    teams=(Team(1, "Club Uno", (1, 2), 20, 155, 1), Team(2, "Club Dos", (3,))),
    matches=Matches(2, PointTable(20, 10, 0, 20, 0, 20, 20, 10), (0, 2)),
    others=("801 something", "### a comment"),
)


def test_everything_is_read_again() -> None:
    assert read(written(FILE)) == (FILE, ())


def test_former_version_keeps_the_field() -> None:
    assert read(written(FILE, "16")).file.field == FILE.field


TABLES = st.builds(PointTable, *[st.integers(0, 40)] * 9, st.booleans())


@settings(max_examples=40, deadline=None)
@given(TABLES, st.integers(1, 3), st.sampled_from(["1-0", "0-1", "1/2-1/2", "+--", "---"]))
def test_every_point_table_is_read_again(table: PointTable, margin: int, result: str) -> None:
    if table.by_margin and (table.win == 0 or table.win == table.loss or result not in ("1-0", "0-1")):
        margin = 1
    margin = margin if table.by_margin else 1
    pairing = Pairing(1, 2, result, margin)  # type: ignore[arg-type]
    file = TournamentFile(Field(ENTRANTS, (Round((pairing,), (Bye(3, "full"),)),), table))
    found = read(written(file))
    assert found.file.field == file.field
    assert found.faults == ()


def test_gacrux_reads_what_is_written() -> None:
    plain = TournamentFile(
        msgspec.structs.replace(
            FILE.field, rounds=FILE.field.rounds[:2], table=PointTable(20, 10, 0, 20, 0, 20, 20, 10)
        ),
        name="Otoño",
    )
    theirs = trf2json()
    theirs.parse_file(written(plain), False)
    assert theirs.get_status() == 0
    competitors = theirs.get_tournament(1)["competitors"]
    assert {each["cid"]: int(each["gamePoints"] * 10) for each in competitors} == {1: 20, 2: 10, 3: 30}


def test_points_are_inferred_where_a_file_does_not_tell() -> None:
    table = PointTable(30, 10, 0, 30, 0, 30, 30, 10)
    text = written(TournamentFile(Field(ENTRANTS, FILE.field.rounds[:1], table)))
    text = "\n".join(line for line in text.splitlines() if not line.startswith("162"))
    assert read(text).file.field.table == table


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("142 5", "142 five", "trf_line"),
        ("     2 w 1", "     2 q 1", "trf_line"),
        ("     2 w 1", "     3 w 1", "trf_contradiction"),
        ("     2 w 1", "     2 w 0", "trf_points"),
        ("152 B", "152 X", "trf_line"),
    ],
)
def test_faults_name_their_line_and_the_rest_is_read(old: str, new: str, reason: str) -> None:
    text = written(FILE)
    assert old in text
    found = read(text.replace(old, new, 1))
    fault = next(each for each in found.faults if each.reason == reason)
    line = next(index for index, each in enumerate(text.splitlines(), 1) if old in each)
    for lang in LANGUAGES:
        assert f" {line}" in sentence(fault, lang)
    assert found.file.name == FILE.name


def test_no_players_and_too_much() -> None:
    with pytest.raises(TextError):
        read("012 nothing")
    with pytest.raises(NotAllowed):
        written(TournamentFile(Field((Entrant(10_000, "X"),))))


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200), st.integers(0, 900))
def test_any_text_is_read_or_refused(noise: str, place: int) -> None:
    text = written(FILE)
    spoilt = text[:place] + noise + text[place + len(noise) :]
    with contextlib.suppress(TextError):
        assert read(spoilt).file.field.entrants
