"""Positions that nobody can win any more (G-45, and what makes them so: G-11, G-16, G-25, G-31, G-32, G-40)."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import cast

import numpy as np
import pytest

import axedrez
from axedrez import TextError
from axedrez.tables import analyst
from axedrez.tables.engine.kernel.network import DRAWN
from axedrez.tables.engine.outcome_probabilities import outcomes_by_hand
from axedrez.tables.engine.search import scores, search_with, worth_of_going_on
from axedrez.tables.kernel import playout
from axedrez.tables.position import workspace
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn, write_turn
from axedrez.tables.position.position import TablesPosition
from tests.naive import tables_locks

pytestmark = pytest.mark.clause("G-45")

SPECIFIED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k - w -"
SEEN_IN_PLAY = "k/R/QBB/PPPPP/PPP/RNN/12/bn/1/r/pp/rppp/qbnppp K - w -"
BOTH_WAIT = "QRRBBPPP/1/NN/PPPPP/14/ppppp/nn/3/qrrbbppp Kk - b -"
LOCKED = (SPECIFIED, SEEN_IN_PLAY, BOTH_WAIT)
BEFORE = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/1/K/11/bn/qpp/3 k - w -"
"""White is ahead, and locks himself out if his king steps to the point before the rook."""
OPEN = {
    "one pawn bars the king": "QRBBNP/ppp/rbnppp/PPPPPPP/RN/r/K/12/bn/qpp/3 k - w -",
    "the other king is in his castle": "QRBBNPPPPPPPP/ppp/rbnppp/r/K/RN/13/bn/qpp/3 k - w -",
    "another piece is to enter": "QRBBNPPP/ppp/rbnpp/PPPPP/RN/r/K/12/bn/qpp/3 kp - w -",
    "two pawns can take the rook": "QRBBNPPP/ppp/rbnppp/PPP/RN/r/K/PP/11/bn/qpp/3 k - w -",
    "a lone knight can be taken": "QRBBNPPP/ppp/rbppp/PPPPP/RN/r/K/n/11/bn/qpp/3 k - w -",
    "what stands before the king can be pushed": "QRBBNPPP/ppp/rbppp/PPPPP/RN/rn/K/12/bn/qpp/3 k - w -",
    "nobody waits": "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/11/k/bn/qpp/3 - - w -",
}


def read(text: str, **options: object) -> TablesPosition:
    return cast(TablesPosition, axedrez.load("chessgammon", options).parse(text))


@pytest.mark.parametrize("text", LOCKED)
@pytest.mark.clause("G-16", "G-25", "G-32", "G-40")
def test_what_is_locked_is_judged_and_told_as_drawn(text: str) -> None:
    for turned in (text, text.replace(" w ", " b ") if " w " in text else text.replace(" b ", " w ")):
        position = read(turned)
        assert position.is_locked()
        assert position.scene().locked
        for ply in (0, 1):
            found = analyst.estimate(position, ply)
            assert (found.equity, found.chances.drawn) == pytest.approx((0, 1), abs=1e-6)


def test_the_player_by_hand_knows_the_proof_too() -> None:
    for text in LOCKED:
        assert outcomes_by_hand(read(text))[DRAWN] == 1.0
    position = read(f"{BEFORE} 21")
    ruleset = position.ruleset
    assert outcomes_by_hand(read(BEFORE))[DRAWN] < 0.5
    assert position.dice is not None
    with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
        worth = np.broadcast_to(worth_of_going_on(position, found), found.count)
        pips = scores(ruleset, found)
        ends = [(found.way_to(int(end)), found.row(int(end))) for end in found.ends[: found.count]]
    turns = [Turn(write_turn(codes, ruleset, position.side), codes, row) for codes, row in ends]
    locked = [position.play_unchecked(turn).is_locked() for turn in turns]
    assert 0 < sum(locked) < len(locked)
    assert (worth == 0).tolist() == locked
    assert locked[int(pips.argmax())]  # what seems best to who does not look at the proof
    assert not position.play_unchecked(search_with(None, position)).is_locked()


@pytest.mark.parametrize("text", LOCKED)
def test_nobody_ever_wins_from_there(text: str) -> None:
    position = read(text)
    ruleset = position.ruleset
    games = playout.playouts(ruleset.compiled, ruleset.keys, position.raw, 0, 0, 60, np.uint64(45), 3000)
    assert int(games[playout.DRAWN]) == 60


@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN)
def test_what_may_open_is_not_locked(text: str) -> None:
    position = read(text)
    assert not position.is_locked()
    assert not position.scene().locked
    assert analyst.estimate(position).chances.drawn < 1


@pytest.mark.parametrize(
    ("option", "value"), [("berserker_king", True), ("king_entry", "pips"), ("end.no_progress", 0)]
)
def test_kings_who_enter_otherwise_are_not_locked(option: str, value: object) -> None:
    assert not any(read(text, **{option: value}).is_locked() for text in LOCKED)


@pytest.mark.parametrize(("option", "value"), [("rook_capture", "two-any"), ("king_pushes_lone_rook", True)])
def test_a_rook_that_may_be_taken_or_pushed_bars_nobody(option: str, value: object) -> None:
    assert [read(text, **{option: value}).is_locked() for text in LOCKED] == [False, False, True]


def test_the_kernel_and_the_slow_reading_agree() -> None:
    game = cast(TablesGame, axedrez.load("chessgammon"))
    lots = Random(45)
    found = {True: 0, False: 0}
    while found[True] < 300 or found[False] < 300:
        text = _varied(lots.choice(LOCKED), lots)
        try:
            position = game.parse(text)
        except TextError:  # enemies that share a point …
            continue
        if position.is_over():
            continue
        expected = tables_locks.is_locked(position.text())
        assert position.is_locked() == expected, text
        found[expected] += 1


def _varied(text: str, lots: Random) -> str:
    """The position with a few pieces put elsewhere."""
    points, bar, *rest = text.split()
    places = list[str]()
    for part in points.split("/"):
        places += [""] * int(part) if part.isdigit() else [part]
    places.append("" if bar == "-" else bar)
    for _ in range(lots.randrange(1, 4)):
        source = lots.choice([place for place, letters in enumerate(places) if letters])
        letter = lots.choice(places[source])
        places[source] = places[source].replace(letter, "", 1)
        target = lots.randrange(len(places))
        places[target] = "".join(sorted(places[target] + letter, key="KQRBNPkqrbnp".index))
    runs = list[str]()
    for is_filled, same in groupby(places[:-1], bool):
        run = list(same)
        runs += run if is_filled else [str(len(run))]
    return " ".join(("/".join(runs), places[-1] or "-", *rest))
