"""Chance at the table: what the dice add to a log, and the seeds that they follow from."""

from __future__ import annotations

from axedrez.core import NotAllowed, Outcome, Points, Side
from axedrez.core.dice import Roll
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.dice import Seeds, commitment
from axedrez.match.seats import Seats
from axedrez.match.state import State

LONGEST_OPENING = 1000
"""So many ties do not happen."""


class Throwing(State):
    """A fold that knows what follows from it by itself: throws, and the server's seed when the game has ended.

    `seeds` holds the server's seed and the game's id; it is given with each call and never kept.
    """

    def completed(self, log: list[e.Event], now: int, seeds: Seeds | None) -> list[e.Event]:
        """`log`, which is about to be applied, with everything that follows it at once."""
        if seeds is None or not self.game.conduct.dice:
            return log
        draft = self.copy()
        draft.extend(log)
        while (event := draft._due(now, seeds)) is not None:
            draft.apply(event)
            log = [*log, event]
        return log

    def _due(self, now: int, seeds: Seeds) -> e.Event | None:
        if self.outcome is not None:
            if self.setup.dice is None or self.server_seed is not None:
                return None
            data = e.RevealedData(seeds.server.hex())
            return e.Revealed(seq=self.seq + 1, at=now, by=None, data=data)
        if self.awaited_seeds or self.position.turn is not Side.CHANCE:
            return None
        if self.first_throw and self.opened is None:
            return self._opening_throws(now, seeds)
        if self.doubled or self.may_double(self.position.side):
            return None
        return self._thrown(now, seeds)

    def _whole(self, seeds: Seeds) -> Seeds:
        """The seeds with those of the players."""
        return seeds._replace(white=self.seeds.get("white", ""), black=self.seeds.get("black", ""))

    def _opening_throws(self, now: int, seeds: Seeds) -> e.Event:
        throws: list[tuple[int, int]] = []
        for number in range(1, LONGEST_OPENING):
            throws.append(self._whole(seeds).throw(number))
            if throws[-1][0] != throws[-1][1]:
                break
        first, second = throws[-1]
        data = e.OpenedData(throws, second > first)
        return e.Opened(seq=self.seq + 1, at=now, by=None, data=data)

    def _thrown(self, now: int, seeds: Seeds) -> e.Event:
        """What chance does next: it throws dice, or draws one of equally likely outcomes."""
        number, outcomes = self.number + 1, self.position.chance_outcomes()
        if isinstance(outcomes[0][0], Roll):
            data = e.RolledData(str(self._whole(seeds).throw(number)), number)
            return e.Rolled(seq=self.seq + 1, at=now, by=word(self.position.side), data=data)
        drawn, _ = outcomes[self._whole(seeds).draw(number, len(outcomes))]
        return e.Rolled(seq=self.seq + 1, at=now, by=None, data=e.RolledData(str(drawn), number))

    def throw_now(self, now: int, may: Seats, seeds: Seeds | None) -> list[e.Event]:
        """The throw of a player who might have doubled. Raises `NotAllowed`."""
        if seeds is None or self.turn is None or self.position.turn is not Side.CHANCE or self.doubled:
            raise NotAllowed("no_roll_now")
        self.acting(self.turn, may)
        return [self._thrown(now, seeds)]

    def seed_committed(self, command: c.CommitSeed, now: int, may: Seats) -> list[e.Event]:
        """A seat fixes its seed. Raises `NotAllowed`."""
        if command.side not in self.awaited_seeds or command.side in self.commitments:
            raise NotAllowed("no_seed_here")
        self.acting(Side.from_word(command.side), may)
        data = e.CommittedData(command.commitment)
        return [e.SeedCommitted(seq=self.seq + 1, at=now, by=command.side, data=data)]

    def seed_revealed(self, command: c.RevealSeed, now: int, may: Seats) -> list[e.Event]:
        """A seat tells its seed, after all have committed to theirs. Raises `NotAllowed`."""
        if command.side not in self.awaited_seeds:
            raise NotAllowed("no_seed_here")
        self.acting(Side.from_word(command.side), may)
        if set(self.awaited_seeds) - set(self.commitments):
            raise NotAllowed("seeds_not_committed")
        if commitment(bytes.fromhex(command.seed)) != self.commitments[command.side]:
            raise NotAllowed("seed_mismatch")
        return [e.SeedRevealed(seq=self.seq + 1, at=now, by=command.side, data=e.SeedData(command.seed))]

    def acting(self, side: Side, may: Seats) -> Side:
        """`side`, if the sender may act for it. Raises `NotAllowed`."""
        if side not in may:
            raise NotAllowed("not_your_seat")
        return side

    def ended(self, outcome: Outcome, now: int, by: Side | None = None, offset: int = 1, factor: int = 0) -> e.Event:
        """The end of the game; its points count as often as the cube shows, or `factor` times."""
        if outcome.points is not None and (factor := factor or self.cube.value) != 1:
            outcome = outcome._replace(points=Points(*(factor * points for points in outcome.points)))
        author = word(by) if by is not None else None
        return e.Ended(seq=self.seq + offset, at=now, by=author, data=e.EndedData.of(outcome))


def word(side: Side) -> c.SideWord | None:
    """A side in JSON; chance is nobody."""
    if side is Side.CHANCE:
        return None
    return "white" if side is Side.WHITE else "black"
