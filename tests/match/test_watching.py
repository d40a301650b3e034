"""What spectators see: some moves late during the game."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from axedrez.match import DecisionContext, GameSetup, Record, decide, seats_of
from axedrez.match import events as e
from tests.match.takeaway import TakeawayGame, TakeawaySheet
from tests.match.test_record import T0, order

STEPS = st.lists(st.sampled_from(["take1", "take2", "undo", "offer"]), max_size=25)


def new(delay: int) -> Record:
    game = TakeawayGame(TakeawaySheet(stones=60))
    return Record(game, GameSetup(game.start().text(), delay=delay), T0)


def act(record: Record, kind: str, **fields: Any) -> list[e.Event]:
    log = decide(record, order(record, kind, **fields), DecisionContext(T0, seats_of(record.players, None)))
    record.extend(log)
    return log


@given(delay=st.integers(0, 5), steps=STEPS)
def test_so_many_moves_are_kept_back_and_nothing_shown_is_hidden_again(delay: int, steps: list[str]) -> None:
    record = new(delay)
    log: list[e.Event] = []
    shown = 0
    for step in steps:
        if step == "offer":
            side = "white" if record.position.side == 0 else "black"
            if not record.offers:
                log += act(record, "offer", offer="draw", side=side)
        elif step != "undo":
            log += act(record, "move", move=step)
        elif record.moves:
            log += act(record, "undo")
        moved = [event.seq for event in log if isinstance(event, e.Moved)]
        hidden = [seq for seq in moved if seq > record.watched_seq]
        assert hidden == (moved[-delay:] if delay else [])
        # All that lies between is shown: what comes right before the first hidden move is the last that is seen.
        assert record.watched_seq == (hidden[0] - 1 if hidden else len(log))
        assert record.watched_seq >= shown
        shown = record.watched_seq
        Record.replay(record.game, record.setup, log[:shown], T0)
        assert Record.replay(record.game, record.setup, log, T0).watched_seq == shown


def test_a_game_that_has_ended_is_shown_whole() -> None:
    record = new(5)
    act(record, "move", move="take1")
    assert record.watched_seq == 0
    act(record, "resign", side="black")
    assert record.watched_seq == record.seq == 2
