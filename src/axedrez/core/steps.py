"""What may be done next inside a turn that is being composed: all a page without rules needs."""

from __future__ import annotations

from typing import NamedTuple


class Effect(NamedTuple):
    """What a step changes at one place: the piece letters there before and after (`""` for an empty place)."""

    place: str
    before: str
    after: str


class Step(NamedTuple):
    """One possible next step of a turn.

    `token` is what is added to the prefix to take it; `label` is for people (SAN, English letters), `label_es` the same
    in Spanish for a step that is no whole turn (those of whole turns are `Position.notate`'s);
    `choice` tells steps with the same origin and target apart: the letter of the piece that results (promotion).
    """

    token: str
    label: str
    origin: str
    target: str
    choice: str
    effects: tuple[Effect, ...]
    label_es: str = ""


class Refusal(NamedTuple):
    """A step that the pieces could make but the rules refuse, and why.

    `reason` is a message key (`error.<reason>`), `clause` the clause that refuses, `places` what to point at.
    """

    token: str
    origin: str
    target: str
    reason: str
    clause: str | None
    places: tuple[str, ...]


class Steps(NamedTuple):
    """The steps that may follow a prefix, whether the turn may be confirmed as it stands, and what is refused."""

    options: tuple[Step, ...]
    confirmable: bool
    refused: tuple[Refusal, ...]
