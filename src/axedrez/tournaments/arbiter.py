"""What the arbiters of a tournament have done, and why: corrections, rounds paired anew or taken back, appeals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal
from uuid import UUID

import msgspec

from axedrez.tournaments import events as e
from axedrez.tournaments.field import PairingResult


class ArbiterNote(msgspec.Struct, frozen=True):
    """An entry of the log. `by` is None for the server. `before`: the result that was corrected.

    `board` is None for what concerns a whole round; `appeal` is the number of the appeal.
    """

    seq: int
    at: int
    by: UUID | None
    kind: Literal["result", "pairings", "undone", "appeal", "answer"]
    round: int
    board: int | None = None
    text: str = ""
    before: PairingResult | None = None
    after: PairingResult | None = None
    appeal: int | None = None
    upheld: bool | None = None


def arbiter_log(log: Iterable[e.TournamentEvent]) -> tuple[ArbiterNote, ...]:
    """Every correction with its reason, every appeal and its answer, in the order in which they happened."""
    return tuple(_notes(log))


def _notes(log: Iterable[e.TournamentEvent]) -> Iterator[ArbiterNote]:
    results: dict[tuple[int, int], PairingResult | None] = {}
    appeals: dict[int, e.Appealed] = {}
    for event in log:
        where = (event.seq, event.at, event.by)
        match event.act:
            case e.ResultSet() as act:
                here = (act.round, act.board)
                if act.reason:
                    before = results.get(here)
                    yield ArbiterNote(*where, "result", *here, act.reason, before, act.result)
                results[here] = act.result
            case e.ArenaResult() as act:
                if act.reason:
                    yield ArbiterNote(*where, "result", 1, act.game, act.reason, results.get((1, act.game)), act.result)
                results[1, act.game] = act.result
            case e.Paired() as act:
                for board, pairing in enumerate(act.pairings, 1):
                    results[act.round, board] = pairing.result
                if act.reason:
                    yield ArbiterNote(*where, "pairings", act.round, None, act.reason)
            case e.RoundUndone() as act:
                yield ArbiterNote(*where, "undone", act.round, None, act.reason)
            case e.Appealed() as act:
                appeals[act.appeal] = act
                yield ArbiterNote(*where, "appeal", act.round, act.board, act.text, appeal=act.appeal)
            case e.AppealAnswered() as act:
                about = appeals[act.appeal]
                yield ArbiterNote(
                    *where, "answer", about.round, about.board, act.text, appeal=act.appeal, upheld=act.upheld
                )
            case _:
                pass
