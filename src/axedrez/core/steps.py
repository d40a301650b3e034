"""What may be done next inside a turn that is being composed: all a page without rules needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec


class Effect(NamedTuple):
    """What a step changes at one place: the piece letters there before and after (`""` for an empty place)."""

    place: str
    before: str
    after: str


class Told(NamedTuple):
    """Something that a step does for a rule, as the message `told.<act>` says it, and the clause.

    `pieces` are letters as they stand on the board, `places` names of places; both by placeholder.
    """

    act: str
    clause: str | None
    pieces: dict[str, str]
    places: dict[str, str]


class Step(NamedTuple):
    """One possible next step of a turn.

    `token` is what is added to the prefix to take it; `labels` is its notation for people (SAN), by language; `choice`
    tells steps with the same origin and target apart: the letter of the piece that results (promotion); `told` is what
    its notation does not say by itself; `effects` is what changes on the board.
    """

    token: str
    labels: Mapping[str, str]
    origin: str
    target: str
    choice: str
    effects: tuple[Effect, ...]
    told: tuple[Told, ...] = ()


class Refusal(NamedTuple):
    """A step that the pieces could make but the rules refuse, and why.

    `token`, `origin` and `target` are those of the step; `reason` is a message key (`error.<reason>`), `clause` the
    clause that refuses, `places` what to point at.
    """

    token: str
    origin: str
    target: str
    reason: str
    clause: str | None
    places: tuple[str, ...]


class Protection(msgspec.Struct, frozen=True):
    """Pieces that cannot be captured at `place`, and the one that sees to it: `by`, for the `reason`, by the `clause`.

    `pieces` and `by` are letters as they stand on the board.
    """

    place: str
    pieces: str
    by: str
    reason: str
    clause: str | None


class LostDie(NamedTuple):
    """A die of the roll that cannot be played any more in this turn, and why: `error.<reason>`, and the clause."""

    face: int
    reason: str
    clause: str | None


class Steps(NamedTuple):
    """The steps that may follow a prefix, whether the turn may be confirmed as it stands, and what is refused.

    `options`, `confirmable` and `refused` are these three. `protected` is what the scene says of it, as the turn
    stands; `lost`: the dice left over where nothing may follow.
    """

    options: tuple[Step, ...]
    confirmable: bool
    refused: tuple[Refusal, ...]
    protected: tuple[Protection, ...] = ()
    lost: tuple[LostDie, ...] = ()
