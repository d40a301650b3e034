"""Modified chess at the table: what chance arranges and rolls, and the clock of a turn of several moves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

import axedrez
from axedrez.core import AxedrezError, Side
from axedrez.match import Bronstein, Delay, Fischer, Record
from axedrez.match import events as e
from axedrez.match import proof as proofs
from axedrez.match.setup import DiceSetup
from tests.match.dicing import GAME_ID, T0, Table, game, seed, types


def proof_of(table: Table) -> proofs.Proof:
    dice = table.record.setup.dice
    assert isinstance(dice, DiceSetup)
    return proofs.proof(GAME_ID, dice, table.log, table.record.start)


@pytest.mark.clause("M-3")
def test_chance_arranges_the_start_from_the_seeds_before_anybody_moves() -> None:
    board = game("chess960")
    rows: Counter[str] = Counter()
    for number in range(60):
        table = Table(of=board, secret=seed(number)).begin()
        assert types(table.log) == ["Rolled"]
        rolled = table.log[0]
        assert isinstance(rolled, e.Rolled)
        assert (rolled.by, rolled.data.number) == (None, 1)
        assert table.record.turn is table.record.position.turn is Side.WHITE
        assert table.record.position.text().split("/")[0] == rolled.data.roll.lower()
        assert table.record.roll is None
        rows[rolled.data.roll] += 1
    assert len(rows) > 50


@pytest.mark.clause("M-3")
def test_sides_that_are_not_mirrored_are_drawn_one_after_the_other() -> None:
    table = Table(of=game("chess960", start__mirrored=False)).begin()
    assert types(table.log) == ["Rolled", "Rolled"]
    white, black = (event.data.roll for event in table.log if isinstance(event, e.Rolled))
    board = table.record.position.text().split(" ")[0].split("/")
    assert (board[-1], board[0]) == (white, black.lower())


@pytest.mark.clause("M-3")
def test_the_file_of_the_dice_proves_the_arrangement() -> None:
    table = Table(of=game("chess960")).begin()
    table.play(3)
    table.do("resign", side="white")
    file = proofs.read(msgspec.json.encode(proof_of(table)))
    assert file.rows is not None
    assert len(file.rows) == 960
    assert proofs.verify(file).derived == 1
    for change in (
        {"rows": file.rows[1:]},
        {"rows": [*file.rows[1:], file.rows[0]]},
        {"rows": None},
    ):
        with pytest.raises(AxedrezError):
            proofs.verify(msgspec.structs.replace(file, **change))


@pytest.mark.clause("M-12")
def test_dice_chess_rolls_before_every_move_and_proves_it() -> None:
    table = Table(of=game("dice-chess")).begin()
    assert types(table.log) == ["Rolled"]
    for _ in range(30):
        if table.record.outcome is not None:
            break
        events = table.play()
        assert types(events)[:2] in (["Moved", "Rolled"], ["Moved", "Ended"])
    if table.record.outcome is None:
        table.do("resign", side="white")
    file = proof_of(table)
    assert file.rows is None
    rolls = sum(isinstance(event, e.Rolled) for event in table.log)
    assert proofs.verify(file).derived == rolls > 10
    again = Record.replay(table.record.game, table.record.setup, table.log)
    assert again.position == table.record.position


@pytest.mark.clause("M-12")
def test_a_move_taken_back_keeps_its_roll() -> None:
    table = Table(of=game("dice-chess")).begin()
    first = table.log[0]
    table.play(2)
    table.do("undo", plies=2)
    assert table.record.roll == first.data
    table.play(2)
    rolls = [event.data.roll for event in table.log if isinstance(event, e.Rolled)]
    assert rolls[1:3] == rolls[3:5]


@pytest.mark.clause("M-4")
@pytest.mark.parametrize(("kind", "left"), [(Fischer, 60_000 - 2000 + 5000), (Delay, 60_000), (Bronstein, 60_000)])
def test_the_clock_runs_on_through_a_turn(kind: Any, left: int) -> None:
    table = Table(of=axedrez.load("marseillais"), clock=kind(60_000, 5_000)).begin()
    moves = ["e2e4", "d2d4", "e7e6", "d7d6"]
    for number, move in enumerate(moves):
        table.do("move", move=move, at=T0 + 1000 * number)
    clock = table.record.clock
    assert clock is not None
    assert [event.data.clock is None for event in table.log if isinstance(event, e.Moved)] == [True, False, True, False]
    # White's first turn starts the clock and costs nothing, Black's took two seconds from there on.
    assert (clock.white_ms, clock.black_ms, clock.running) == (
        left + 2000 if kind is Fischer else left,
        left,
        Side.WHITE,
    )
    table.do("undo", plies=1)
    clock = table.record.clock
    assert clock is not None
    assert (clock.running, clock.black_ms, table.record.turn) == (Side.BLACK, 60_000, Side.BLACK)
