"""Positions made by hand: turns without progress, G-45.

Each position has been without progress for some turns; what is written out is for how many it has been after the turn.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.naive.tables import CHESSGAMMON, Options, parse
from tests.naive.tables_notes import Few, at
from tests.tables.readings import drawn, results

LOCKED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k - w -"


def stills(short: str, options: Options, first: int, second: int, before: int = 7) -> set[int]:
    """How long it has been still after each turn that the roll may lead to."""
    position = replace(at(short, options), still=before)
    return {parse(text, options).still for text in results(position, (first, second))}


@pytest.mark.clause("G-45")
def test_officers_make_no_progress_and_pawns_and_kings_do() -> None:
    assert stills("N13 P1 Koff | n2 p23 koff", Few(army="KNP"), 2, 1) == {8}
    assert stills("P13 Koff | p2 koff", Few(), 2, 1) == {0}
    assert stills("K13 P1 | k24 p23", Few(), 2, 1) == {0}
    # Either piece may play both dice, or each one.
    assert stills("N13 P12 Koff | n1 p2 koff", Few(army="KNP"), 2, 1) == {0, 8}


@pytest.mark.clause("G-45")
def test_a_lost_turn_counts() -> None:
    position = replace(at("Pbar K24 Poff | k1 p22 p22", Few(army="KPP")), still=7)
    assert results(position, (3, 3)) == {"k/20/pp/1/K P P b - - 8"}


@pytest.mark.clause("G-45")
def test_what_goes_to_the_bar_or_leaves_it_is_progress() -> None:
    # A knight takes a knight, or goes somewhere else; a knight enters.
    assert stills("N13 P1 Koff | n11 p23 koff", Few(army="KNP"), 2, 1) == {0, 8}
    assert stills("Nbar P1 Koff | n12 p20 koff", Few(army="KNP"), 2, 1) == {0}


@pytest.mark.clause("G-45")
def test_pieces_that_change_places_have_not_moved() -> None:
    """The position alone is compared: what comes back to where it stood is no progress either."""
    options = Few(army="KNNP")
    position = replace(at("N13 N12 P1 Koff | n5 n2 p23 koff", options), still=7)
    after = {text: parse(text, options) for text in results(position, (1, 1))}
    assert {each.still for each in after.values()} == {8}
    assert position.points in {each.points for each in after.values()}


@pytest.mark.clause("G-45")
def test_the_count_begins_at_nought_and_ends_the_game() -> None:
    position = parse(LOCKED, CHESSGAMMON)
    assert not drawn(position)
    assert {parse(text, CHESSGAMMON).still for text in results(position, (2, 1))} <= {0, 1}
    last = parse(f"{LOCKED} - 100", CHESSGAMMON)
    assert drawn(last)
    assert results(last, (2, 1)) == set()
    assert results(parse(f"{LOCKED} - 99", CHESSGAMMON), (2, 1))


@pytest.mark.clause("G-45")
def test_an_option_sets_how_long_and_none_never_counts() -> None:
    never = Options(no_progress=0)
    assert {parse(text, never).still for text in results(parse(LOCKED, never), (2, 1))} == {0}
    with pytest.raises(ValueError, match=r"^still$"):
        parse(f"{LOCKED} - 1", never)
    short = Options(no_progress=3)
    assert drawn(parse(f"{LOCKED} - 6", short))
    with pytest.raises(ValueError, match=r"^still$"):
        parse(f"{LOCKED} - 7", short)
