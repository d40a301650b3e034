"""Who stands where: points first, then the tie-breaks in the order that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import groupby

import msgspec

from axedrez.tournaments.field import Field
from axedrez.tournaments.tiebreaks import encounters, opponents, own, ratings
from axedrez.tournaments.tiebreaks.codes import TieBreak, tie_break
from axedrez.tournaments.tiebreaks.ledger import Ledger
from axedrez.tournaments.tiebreaks.values import Shown

_HOW: dict[str, Callable[[Ledger, TieBreak], dict[int, Shown]]] = {
    **dict.fromkeys(("WIN", "WON", "BPG", "BWG", "REP", "GE"), own.counted),
    **dict.fromkeys(("BH", "FB", "SB"), opponents.buchholz),
    **dict.fromkeys(("ARO", "TPR", "PTP", "APRO", "APPO"), ratings.by_rating),
    "PS": own.progressive,
    "GPTS": own.on_boards,
    "AOB": opponents.average,
    "KS": opponents.koya,
}


BOARD_POINTS = "GPTS"


class Standing(msgspec.Struct, frozen=True):
    """An entrant's place, shared with those whose points and tie-breaks are the same.

    The host of a simultaneous display is in place 0. `shown`: the tie-breaks in the order that was chosen. A direct
    encounter's value is a place: the lower, the better.
    """

    place: int
    number: int
    tenths: int
    shown: tuple[Shown, ...] = ()


def ranked(field: Field, order: Iterable[str] = (), is_round_robin: bool = False) -> tuple[Standing, ...]:
    """The standings after the rounds that are over, the first place first.

    `order`: codes of tie-breaks (`BH/C1`); `PTS` may stand among them and changes nothing. Raises `NotAllowed` for a
    code that is not known.
    """
    chosen = [tie_break(code) for code in order if code.strip().upper() not in ("PTS", "MPTS")]
    ledger = Ledger(field, is_round_robin)
    keys: dict[int, tuple[tuple[bool, Decimal], ...]] = {
        number: ((False, Decimal(-tenths)),) for number, tenths in ledger.tenths.items()
    }
    shown: dict[int, tuple[Shown, ...]] = dict.fromkeys(ledger.numbers, ())
    for each in chosen:
        if each.code == "DE":
            found = encounters.direct(ledger, each, _tied(keys))
        else:
            found = _HOW[each.code](ledger, each)
        for number in ledger.numbers:
            value = found[number].value
            shown[number] += (found[number],)
            keys[number] += ((value is None, (value or Decimal(0)) * (1 if each.code == "DE" else -1)),)
    standings: list[Standing] = []
    for group in _tied(keys):
        place = len(standings) + 1
        standings += [Standing(place, number, ledger.tenths[number], shown[number]) for number in group]
    return tuple(standings)


def board_sums(field: Field) -> dict[int, Shown]:
    """What the players of each team won on their boards, with its sum, whether it ranks the teams (`GPTS`) or not."""
    return own.on_boards(Ledger(field), tie_break(BOARD_POINTS))


def _tied(keys: dict[int, tuple[tuple[bool, Decimal], ...]]) -> list[list[int]]:
    """Those who are tied, group by group."""
    ordered = sorted(keys, key=lambda number: (keys[number], number))
    return [list(group) for _, group in groupby(ordered, lambda number: keys[number])]
