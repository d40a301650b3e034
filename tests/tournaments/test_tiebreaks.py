"""Standings: tie-breaks by hand, their terms, shared places, codes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, Round
from axedrez.tournaments.tiebreaks import TieBreak, ranked, tie_break

ENTRANTS = tuple(Entrant(number, f"P{number}", rating) for number, rating in enumerate((2000, 1900, 1800, 1700), 1))
FIELD = Field(
    ENTRANTS,
    (
        Round((Pairing(1, 3, "1-0"), Pairing(4, 2, "1/2-1/2"))),
        Round((Pairing(2, 1, "1/2-1/2"), Pairing(3, 4, "+--"))),
        Round((Pairing(3, 2, "0-1"),), (Bye(1, "half"), Bye(4, "zero"))),
    ),
    total=3,
)


def values(field: Field, code: str) -> dict[int, Decimal | None]:
    return {each.number: each.shown[0].value for each in ranked(field, [code])}


def test_points_and_places() -> None:
    standings = ranked(FIELD)
    assert [(each.place, each.number, each.tenths) for each in standings] == [
        (1, 1, 20),
        (1, 2, 20),
        (3, 3, 10),
        (4, 4, 5),
    ]


def test_buchholz_by_hand() -> None:
    """Player 4 lost by forfeit, which is worth nothing to opponents, and stayed away, which is worth a draw."""
    found = ranked(FIELD, ["BH", "BH/C1"])
    by_number = {each.number: each for each in found}
    terms = by_number[1].shown[0].terms
    # 3 has 1; 2 has 2; the half-point bye counts as one's own 2 points, no more than three draws.
    assert [(term.opponent, term.value) for term in terms] == [(3, Decimal(1)), (2, Decimal(2)), (None, Decimal("1.5"))]
    assert by_number[1].shown[0].value == Decimal("4.5")
    # The bye was asked for: it is cut before the lowest opponent.
    assert [term.cut for term in by_number[1].shown[1].terms] == [False, False, True]
    # 4 counts for 2: half a point won, nothing for the forfeit, and a draw for the round stayed away.
    assert [term.value for term in by_number[2].shown[0].terms] == [Decimal("1"), Decimal("2"), Decimal("1")]


def test_others_by_hand() -> None:
    assert values(FIELD, "SB") == {1: Decimal("2.75"), 2: Decimal("2.5"), 3: Decimal("1"), 4: Decimal("1")}
    assert values(FIELD, "PS")[1] == Decimal("4.5")
    assert values(FIELD, "WIN") == {1: 1, 2: 1, 3: 1, 4: 0}
    assert values(FIELD, "WON") == {1: 1, 2: 1, 3: 0, 4: 0}
    assert values(FIELD, "BPG") == {1: 1, 2: 2, 3: 1, 4: 0}
    assert values(FIELD, "ARO")[1] == 1850
    assert values(FIELD, "TPR")[1] == 1850 + 193
    assert values(FIELD, "PTP")[4] == 1897  # half of it is expected up to 3 points below


def test_every_value_is_the_sum_of_its_terms() -> None:
    for code in ("BH", "BH/C1", "BH/M1", "FB", "SB/C1", "PS/C1", "WIN", "KS"):
        for each in ranked(FIELD, [code]):
            shown = each.shown[0]
            assert shown.value == sum(term.value for term in shown.terms if not term.cut)


def test_direct_encounter_breaks_ties_only_where_it_is_decided() -> None:
    drawn = {each.number: each.shown[0].value for each in ranked(FIELD, ["DE"])}
    assert drawn[1] == drawn[2] == 0
    won = Field(
        ENTRANTS[:3],
        (Round((Pairing(1, 2, "0-1"),)), Round((Pairing(2, 3, "0-1"),)), Round((Pairing(1, 3, "1-0"),))),
        total=3,
    )
    assert [each.place for each in ranked(won, ["DE"])] == [1, 1, 1]
    two = Field(ENTRANTS[:3], (Round((Pairing(1, 2, "0-1"),)), Round((Pairing(1, 3, "1-0"),))), total=2)
    assert [(each.place, each.number) for each in ranked(two, ["DE"])] == [(1, 2), (2, 1), (3, 3)]


def test_rounds_with_open_games_do_not_count_yet() -> None:
    going_on = Field(ENTRANTS, (*FIELD.rounds, Round((Pairing(1, 2, "1-0"), Pairing(3, 4)))), total=4)
    assert [each.tenths for each in ranked(going_on)] == [each.tenths for each in ranked(FIELD)]


def test_codes() -> None:
    assert tie_break("bh-c1") == tie_break("BH/C1") == TieBreak("BH", low=1)
    assert tie_break("ARO/M1/U1400") == TieBreak("ARO", low=1, high=1, unrated=1400)
    assert tie_break("KS/L60").percent == 60
    for wrong in ("XX", "BH/", "BH/U3", "WIN/C1", "DE/C1", ""):
        with pytest.raises(NotAllowed) as refusal:
            tie_break(wrong)
        assert refusal.value.reason == "tie_break_unknown"
