"""Updates for a page that knows a game already: only what is new since an event that it knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from axedrez.core import GridScene, Scene
from axedrez.core.steps import Protection
from axedrez.match import Event, Record
from axedrez.match import events as e
from axedrez.match.clock import Clock
from axedrez.match.commands import SideWord
from axedrez.match.events import EndedData
from axedrez.messages import Texts
from axedrez.server.play.presenters import clock_times, facts_of, game_state, moves_after
from axedrez.server.play.views import (
    AnswerView,
    ClaimView,
    CubeView,
    DiceView,
    FactsView,
    GameState,
    LostDieView,
    MatchView,
    MoveView,
    OfferView,
    RefusalView,
    RefusedStep,
    Right,
    StakesView,
    StepsView,
    StepView,
)

StepMore = dict[str, Any]
CompactStep = list[str | StepMore]
"""`[target, label]`, `[target, label, label in Spanish]` or `[target, label, label in Spanish, more]`.

`more` holds fields of `StepView` that are not what they are nearly always: `token` (origin and target, one after the
other), `choice` (""), `told` (none) and `effects` (the piece goes from its origin to the target, and nothing else).
"""


class CompactRefusals(msgspec.Struct, frozen=True):
    """Steps that are refused for the same reason: by origin, targets, or targets with the token of the step."""

    reason: str
    clause: str | None
    places: list[str]
    message: Texts
    steps: dict[str, list[str | tuple[str, str]]]


class CompactSteps(msgspec.Struct, frozen=True, omit_defaults=True):
    """`StepsView` in few bytes: options by origin."""

    options: dict[str, list[CompactStep]] = {}
    confirmable: bool = False
    refused: list[CompactRefusals] = []
    protected: tuple[Protection, ...] = ()
    lost: list[LostDieView] = []


class NewMove(MoveView, frozen=True, omit_defaults=True):
    """A move without the fields that have their usual value."""


class ClockTimes(msgspec.Struct, frozen=True):
    """The changing part of a `ClockView`."""

    white_ms: int
    black_ms: int
    running: SideWord | None
    at: int
    now: int


class GameUpdate(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update"):
    """The changes of a game at event `seq`, for a client that knows its view at event `after` or later.

    `moves` and `facts` follow the first `ply` moves. All other fields replace those of the view: a missing one, also in
    the scene, is null, false or empty. But a missing `position` is that after the last move, and missing facts (of a
    board of squares) are those of the scene. Only clients that may move get `steps`. Fields of the view that are not
    here change only by events after which the whole view is sent (`is_appended`).
    """

    seq: int
    after: int
    ply: int
    scene: dict[str, Any]
    position: str = ""
    moves: list[NewMove] = []
    facts: list[FactsView] = []
    turn: SideWord | None = None
    late: bool = False
    steps: CompactSteps | None = None
    clock: ClockTimes | None = None
    offers: list[OfferView] = []
    answer: AnswerView | None = None
    claims: list[ClaimView] = []
    can: list[Right] = []
    thinking: bool = False
    dice: DiceView | None = None
    cube: CubeView | None = None
    match: MatchView | None = None
    stakes: StakesView | None = None
    last_refusal: RefusalView | None = None
    outcome: EndedData | None = None


def is_appended(log: Sequence[Event]) -> bool:
    """Whether an update can take a view past the events `log`.

    It cannot where a move was taken back, the players changed places, somebody went berserk, or chance arranged the
    start.
    """
    return not any(
        isinstance(event, e.Undone | e.Opened | e.WentBerserk) or (isinstance(event, e.Rolled) and event.by is None)
        for event in log
    )


def game_update(
    record: Record, log: Sequence[Event], now: int, next_id: UUID | None, *, late: bool, steps: bool
) -> GameUpdate:
    """The changes by the last events `log` of a record (`is_appended`); `steps`: for a client that may move."""
    state = game_state(record, next_id, late=late, steps=steps)
    ply = len(record.moves) - sum(isinstance(event, e.Moved) for event in log)
    moves, facts = moves_after(record, ply)
    if facts == [facts_of(state.scene)]:
        facts = []
    return GameUpdate(
        seq=record.seq,
        after=log[0].seq - 1,
        ply=ply,
        scene=_shown(state.scene),
        position="" if moves and moves[-1].position == state.position else state.position,
        moves=[NewMove(*msgspec.structs.astuple(move)) for move in moves],
        facts=facts,
        turn=state.turn,
        late=state.late,
        steps=compact(state) if steps else None,
        clock=_times(record.clock, now, late=late) if record.clock else None,
        offers=state.offers,
        answer=state.answer,
        claims=state.claims,
        can=state.can,
        thinking=state.thinking,
        dice=state.dice,
        cube=state.cube,
        match=state.match,
        stakes=state.stakes if state.stakes.white or state.stakes.black else None,
        last_refusal=state.last_refusal,
        outcome=state.outcome,
    )


def _shown(scene: Scene) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(scene)
    return {name: value for name, value in fields.items() if value is not None and value != ()}


def _times(clock: Clock, now: int, *, late: bool) -> ClockTimes:
    return ClockTimes(*clock_times(clock, now, late=late))


def compact(state: GameState) -> CompactSteps | None:
    """The steps of a turn in compact form, to be read with the scene; None for none."""
    steps: StepsView = state.steps
    pieces = state.scene.pieces if isinstance(state.scene, GridScene) else {}
    options: dict[str, list[CompactStep]] = {}
    for step in steps.options:
        options.setdefault(step.origin, []).append(_compact_step(step, pieces))
    refused: dict[tuple[Any, ...], CompactRefusals] = {}
    for each in steps.refused:
        _group(refused, each)
    found = CompactSteps(options, steps.confirmable, list(refused.values()), steps.protected, steps.lost)
    return found if options or refused or steps.confirmable or steps.protected or steps.lost else None


def _compact_step(step: StepView, pieces: dict[str, str]) -> CompactStep:
    more: StepMore = {}
    if step.token != step.origin + step.target:
        more["token"] = step.token
    if step.choice:
        more["choice"] = step.choice
    if not _only_goes(step, pieces):
        more["effects"] = step.effects
    if step.told:
        more["told"] = step.told
    spanish = step.labels["es"]
    if more:
        return [step.target, step.label, spanish, more]
    return [step.target, step.label] if spanish == step.label else [step.target, step.label, spanish]


def _only_goes(step: StepView, pieces: dict[str, str]) -> bool:
    piece = pieces.get(step.origin)
    goes = ((step.origin, piece, ""), (step.target, pieces.get(step.target, ""), piece))
    return piece is not None and step.effects == goes


def _group(groups: dict[tuple[Any, ...], CompactRefusals], step: RefusedStep) -> None:
    key = (step.reason, step.clause, *step.places, step.message["en"], step.message["es"])
    if key not in groups:
        groups[key] = CompactRefusals(step.reason, step.clause, step.places, step.message, {})
    plain = step.token == step.origin + step.target
    groups[key].steps.setdefault(step.origin, []).append(step.target if plain else (step.target, step.token))
