"""The file with which anybody can verify the dice of a game, and the verification (docs/dice.md)."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from axedrez.core import AxedrezError, Position
from axedrez.core.dice import Roll
from axedrez.core.structs import prepared
from axedrez.match import events as e
from axedrez.match.commands import Hex, SideWord
from axedrez.match.dice import DicePair, Seeds, Statistics, commitment, statistics
from axedrez.match.setup import DiceSetup


class DiceFault(AxedrezError):
    """The dice of a file do not follow from its seeds, or the file proves nothing yet."""


class Proof(msgspec.Struct, frozen=True):
    """A game's dice as a file: the commitment of the server, the seats that brought seeds, the whole log.

    `rows`: all rows that chance could draw for the start, in the order of their numbers; None without such a start.
    """

    format: Literal["axedrez-dice-1"]
    game: str
    commitment: Hex
    seats: list[SideWord]
    events: list[e.Event]
    rows: list[str] | None = None


prepared(Proof)


class Checked(NamedTuple):
    """The result: how many rolls followed from the seeds, and how many were given with the game's start."""

    derived: int
    given: int
    statistics: Statistics


def proof(game: str, dice: DiceSetup, log: list[e.Event], start: Position | None = None) -> Proof:
    """The file of a game; `start` is needed where chance draws the start position."""
    outcomes = start.chance_outcomes() if start is not None else ()
    drawn = [str(outcome) for outcome, _ in outcomes if not isinstance(outcome, Roll)]
    return Proof("axedrez-dice-1", game, dice.commitment, list(dice.seeds), log, drawn or None)


def read(text: str | bytes) -> Proof:
    """Read a file. Raises `DiceFault` (`dice_file`)."""
    try:
        return msgspec.json.decode(text, type=Proof)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise DiceFault("dice_file", fault=str(fault)[:200]) from None


def rolled(log: list[e.Event]) -> list[DicePair]:
    """Every different roll of a log that came from the seeds, in the order of their numbers."""
    found: dict[int, DicePair] = {}
    for event in log:
        if isinstance(event, e.Opened):
            found |= {number: DicePair(*dice) for number, dice in enumerate(event.data.rolls, start=1)}
        elif isinstance(event, e.Rolled) and event.data.number is not None and event.by is not None:
            found.setdefault(event.data.number, DicePair(int(event.data.roll[0]), int(event.data.roll[1])))
    return [found[number] for number in sorted(found)]


def verify(file: Proof) -> Checked:
    """Derive every roll again. Raises `DiceFault` at the first difference."""
    for number, event in enumerate(file.events, start=1):
        if event.seq != number:
            raise DiceFault("dice_log", seq=number)
    server = next((event.data.server_seed for event in file.events if isinstance(event, e.Revealed)), None)
    if server is None:
        raise DiceFault("dice_not_revealed")
    seed = _bytes(server)
    if commitment(seed) != file.commitment:
        raise DiceFault("dice_server_seed")
    _check_rows(file)
    line = _Line(Seeds(file.game, seed, **_seeds(file)), file.rows or [])
    given = line.follow(file.events)
    rolls = rolled(file.events)
    return Checked(len(rolls) + line.drawn, given, statistics(rolls))


def _check_rows(file: Proof) -> None:
    """Check that the rows are different orders of the same pieces, in alphabetical order. Raises `DiceFault`."""
    rows = file.rows or []
    if rows != sorted(set(rows)) or len({"".join(sorted(row)) for row in rows}) > 1:
        raise DiceFault("dice_rows")


def _seeds(file: Proof) -> dict[SideWord, str]:
    """The seeds of the seats, checked: all committed before the first was revealed, all revealed before any roll."""
    commitments: dict[SideWord, str] = {}
    seeds: dict[SideWord, str] = {}
    for event in file.events:
        match event:
            case e.SeedCommitted(by=side) if side is not None:
                if seeds or side in commitments:
                    raise DiceFault("dice_seed_order", seq=event.seq)
                commitments[side] = event.data.commitment
            case e.SeedRevealed(by=side) if side is not None:
                if set(commitments) != set(file.seats) or side in seeds:
                    raise DiceFault("dice_seed_order", seq=event.seq)
                if commitment(_bytes(event.data.seed)) != commitments.get(side):
                    raise DiceFault("dice_player_seed", seq=event.seq)
                seeds[side] = event.data.seed
            case e.Opened() if set(seeds) != set(file.seats):
                raise DiceFault("dice_seed_order", seq=event.seq)
            case e.Rolled() if event.data.number is not None and set(seeds) != set(file.seats):
                raise DiceFault("dice_seed_order", seq=event.seq)
            case _:
                pass
    return seeds


class _Line:
    """The numbers of the rolls along the moves that were not taken back."""

    def __init__(self, seeds: Seeds, rows: list[str]) -> None:
        self._seeds = seeds
        self._rows = rows
        self.drawn = 0
        self._number = 0
        self._before: list[int] = []
        self._given = 0
        self._derived = False

    def follow(self, log: list[e.Event]) -> int:
        """Compare every roll of the log; returns how many were given. Raises `DiceFault`."""
        for event in log:
            match event:
                case e.Opened():
                    self._open(event)
                case e.Rolled() if event.data.number is None and not self._derived:
                    self._given += 1  # only a game's start has such rolls
                case e.Rolled():
                    self._derived = True
                    self._number += 1
                    if (event.data.number, event.data.roll) != (self._number, self._due(event.by is None)):
                        raise DiceFault("dice_roll", seq=event.seq, number=self._number)
                case e.Moved():
                    self._before.append(self._number)
                case e.Undone(data=data) if not 0 < data.plies <= len(self._before):
                    raise DiceFault("dice_log", seq=event.seq)
                case e.Undone(data=data):
                    self._number = self._before[-data.plies]
                    del self._before[-data.plies :]
                case _:
                    pass
        return self._given

    def _due(self, is_row: bool) -> str | None:
        """The chance event that the seeds give for the present number: a roll, or a row for the start."""
        if not is_row:
            return str(self._seeds.roll(self._number))
        self.drawn += 1
        return self._rows[self._seeds.draw(self._number, len(self._rows))] if self._rows else None

    def _open(self, event: e.Opened) -> None:
        rolls = event.data.rolls
        expected = [tuple(self._seeds.roll(number)) for number in range(1, len(rolls) + 1)]
        ties = [first == second for first, second in rolls]
        swapped = bool(rolls) and rolls[-1][1] > rolls[-1][0]
        decided = bool(rolls) and ties == [True] * (len(rolls) - 1) + [False]
        first = not self._derived and not self._given
        if not (first and decided and rolls == expected and event.data.swapped is swapped):
            raise DiceFault("dice_roll", seq=event.seq, number=1)
        self._number = len(rolls) - 1
        self._derived = True


def _bytes(seed: str) -> bytes:
    try:
        return bytes.fromhex(seed)
    except ValueError:
        raise DiceFault("dice_file", fault=seed[:80]) from None
