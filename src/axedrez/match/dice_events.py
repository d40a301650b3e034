"""Dice events of a log: rolls, and the seeds that they follow from.

`seeds` holds the server's seed and the id of the game. It is passed to each call and never stored in the record.
"""

from __future__ import annotations

from axedrez.core import NotAllowed, Side
from axedrez.core.dice import Roll
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.decision_context import DecisionContext
from axedrez.match.dice import Seeds, commitment
from axedrez.match.record import Record
from axedrez.match.seats import acting

MAX_OPENING_ROLLS = 1000
"""A row of ties of this length does not happen."""


def completed(record: Record, log: list[e.Event], now: int, seeds: Seeds | None) -> list[e.Event]:
    """`log`, with the rolls that follow from it at once, and the server's seed if it ends the game."""
    if seeds is None or not record.game.conduct.dice:
        return log
    draft = record.copy()
    draft.extend(log)
    while (event := _due(draft, now, seeds)) is not None:
        draft.apply(event)
        log = [*log, event]
    return log


def _due(record: Record, now: int, seeds: Seeds) -> e.Event | None:
    if record.outcome is not None:
        if record.setup.dice is None or record.server_seed is not None:
            return None
        data = e.RevealedData(seeds.server.hex())
        return e.Revealed(seq=record.seq + 1, at=now, by=None, data=data)
    if record.awaited_seeds or record.position.turn is not Side.CHANCE:
        return None
    if record.first_roll and record.opened is None:
        return _opening_rolls(record, now, seeds)
    if record.doubled or record.may_double(record.position.side):
        return None
    return _rolled(record, now, seeds)


def _whole(record: Record, seeds: Seeds) -> Seeds:
    """The seeds, with those of the players."""
    return seeds._replace(white=record.seeds.get("white", ""), black=record.seeds.get("black", ""))


def _opening_rolls(record: Record, now: int, seeds: Seeds) -> e.Event:
    rolls: list[tuple[int, int]] = []
    for number in range(1, MAX_OPENING_ROLLS):
        rolls.append(_whole(record, seeds).roll(number))
        if rolls[-1][0] != rolls[-1][1]:
            break
    first, second = rolls[-1]
    data = e.OpenedData(rolls, second > first)
    return e.Opened(seq=record.seq + 1, at=now, by=None, data=data)


def _rolled(record: Record, now: int, seeds: Seeds) -> e.Event:
    """The next chance event: a roll of the dice, or one of equally likely outcomes."""
    number, outcomes = record.number + 1, record.position.chance_outcomes()
    if isinstance(outcomes[0][0], Roll):
        data = e.RolledData(str(_whole(record, seeds).roll(number)), number)
        return e.Rolled(seq=record.seq + 1, at=now, by=e.word(record.position.side), data=data)
    drawn, _ = outcomes[_whole(record, seeds).draw(number, len(outcomes))]
    return e.Rolled(seq=record.seq + 1, at=now, by=None, data=e.RolledData(str(drawn), number))


def roll_now(record: Record, context: DecisionContext) -> list[e.Event]:
    """The roll of a player who might have doubled. Raises `NotAllowed`."""
    if context.seeds is None or record.turn is None or record.position.turn is not Side.CHANCE or record.doubled:
        raise NotAllowed("no_roll_now")
    acting(record.turn, context.may)
    return [_rolled(record, context.now, context.seeds)]


def seed_committed(record: Record, command: c.CommitSeed, context: DecisionContext) -> list[e.Event]:
    """A seat commits to its seed. Raises `NotAllowed`."""
    if command.side not in record.awaited_seeds or command.side in record.commitments:
        raise NotAllowed("no_seed_here")
    acting(Side.from_word(command.side), context.may)
    data = e.CommittedData(command.commitment)
    return [e.SeedCommitted(seq=record.seq + 1, at=context.now, by=command.side, data=data)]


def seed_revealed(record: Record, command: c.RevealSeed, context: DecisionContext) -> list[e.Event]:
    """A seat reveals its seed, after all have committed to theirs. Raises `NotAllowed`."""
    if command.side not in record.awaited_seeds:
        raise NotAllowed("no_seed_here")
    acting(Side.from_word(command.side), context.may)
    if set(record.awaited_seeds) - set(record.commitments):
        raise NotAllowed("seeds_not_committed")
    if commitment(bytes.fromhex(command.seed)) != record.commitments[command.side]:
        raise NotAllowed("seed_mismatch")
    return [e.SeedRevealed(seq=record.seq + 1, at=context.now, by=command.side, data=e.SeedData(command.seed))]
