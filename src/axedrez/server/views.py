"""What the page is sent: games as they stand, ready to be drawn."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Literal, cast
from uuid import UUID

import msgspec

from axedrez.core import AxedrezError, IllegalMove, Move, Position, Refusal, Side, Step, Steps
from axedrez.match import OFFER_ACTS, Players, Record
from axedrez.match.clock import Clock
from axedrez.match.commands import OfferWord, SideWord
from axedrez.match.events import EndedData, RefusedData
from axedrez.match.record import ABORT_PLIES
from axedrez.messages import LANGUAGES, sentence
from axedrez.storage import Header

Texts = dict[str, str]
Right = Literal[
    "move",
    "roll",
    "offer_draw",
    "offer_abandon",
    "offer_double",
    "resign",
    "undo",
    "abort",
    "claim",
    "commit_seed",
    "reveal_seed",
    "next",
]


class RulebookRef(msgspec.Struct, frozen=True):
    """The rulebook that a game is played by."""

    id: str
    names: Texts
    hash: str
    illegal_moves: str
    offers: list[OfferWord]


class StepView(msgspec.Struct, frozen=True):
    """A possible next step of the turn, with its effects `[place, before, after]`."""

    token: str
    label: str
    labels: Texts
    origin: str
    target: str
    choice: str
    effects: list[tuple[str, str, str]]


class RefusedStep(msgspec.Struct, frozen=True):
    """A step that the rules refuse, and why."""

    token: str
    origin: str
    target: str
    reason: str
    clause: str | None
    places: list[str]
    message: Texts


class StepsView(msgspec.Struct, frozen=True):
    """All that may be tried in the turn."""

    options: list[StepView] = []
    confirmable: bool = False
    refused: list[RefusedStep] = []


class MoveView(msgspec.Struct, frozen=True):
    """A move of the record; `check` is the place of the royal piece that it attacks; `roll` the throw that it plays."""

    ply: int
    by: SideWord | None
    move: str
    san: Texts
    origin: str
    target: str
    position: str
    check: str | None
    at: int
    roll: str | None
    number: int | None


class ClockView(msgspec.Struct, frozen=True):
    """The times in ms as they stood at `at`; that of `running` has run since. `now` is the server's own time."""

    kind: str
    initial_ms: int
    increment_ms: int
    white_ms: int
    black_ms: int
    running: SideWord | None
    at: int
    now: int


class OfferView(msgspec.Struct, frozen=True):
    """A standing offer; `value` is what the cube would show, or the points of a resignation."""

    offer: OfferWord
    by: SideWord | None
    value: int | None


class ClaimView(msgspec.Struct, frozen=True):
    """An end that the player to move may claim."""

    reason: str
    clause: str | None


class RefusalView(msgspec.Struct, frozen=True):
    """The last try, if the rules refused it."""

    move: str
    reason: str
    clause: str | None
    places: list[str]
    message: Texts


class SeedView(msgspec.Struct, frozen=True):
    """A seat that brings a seed for the dice."""

    side: SideWord
    commitment: str | None
    seed: str | None


class DiceView(msgspec.Struct, frozen=True):
    """The throw to be played, by whom, and what is known of the seeds; `opening`: the throws for the first turn."""

    roll: str | None
    number: int | None
    by: SideWord | None
    commitment: str | None
    server_seed: str | None
    seeds: list[SeedView]
    opening: list[tuple[int, int]] | None


class CubeView(msgspec.Struct, frozen=True):
    """The doubling cube; `owner` null: both may double."""

    value: int
    owner: SideWord | None


class ScoreView(msgspec.Struct, frozen=True):
    """Points by the colours of this game."""

    white: int
    black: int


class MatchView(msgspec.Struct, frozen=True):
    """How the match stands; `next` is the id of its next game once that may be begun."""

    length: int
    game: int
    score: ScoreView
    crawford: bool
    winner: SideWord | None
    next: str | None


class StakesView(msgspec.Struct, frozen=True):
    """The points that each side may still lose, before the cube."""

    white: list[int]
    black: list[int]


class GameView(msgspec.Struct, frozen=True):
    """A game as it stands after event `seq`."""

    id: str
    seq: int
    rulebook: RulebookRef
    created_at: int
    casual: bool
    players: Players
    swapped: bool
    start: str
    position: str
    turn: SideWord | None
    moves: list[MoveView]
    scene: dict[str, Any]
    steps: StepsView
    clock: ClockView | None
    offers: list[OfferView]
    claims: list[ClaimView]
    can: list[Right]
    thinking: bool
    dice: DiceView | None
    cube: CubeView | None
    match: MatchView | None
    stakes: StakesView
    last_refusal: RefusalView | None
    outcome: EndedData | None


def game_view(header: Header, record: Record, now: int, next_id: UUID | None = None) -> GameView:
    """The view of a game at `now` (ms since the epoch); `next_id` is that of the next game of its match."""
    position, over = record.position, record.outcome is not None
    human = not over and record.human_to_move(position)
    conduct = record.game.conduct
    claims = position.claims(record.history) if human else ()
    return GameView(
        id=str(header.id),
        seq=record.seq,
        rulebook=RulebookRef(
            header.rulebook, header.names, header.sheet_hash, conduct.illegal_moves, offers_of(position)
        ),
        created_at=header.created_at,
        casual=record.setup.casual,
        players=record.players,
        swapped=record.swapped,
        start=record.setup.start,
        position=position.text(),
        turn=_word(record.turn),
        moves=_moves(record),
        scene=position.scene(),
        steps=_open_steps(cast(Hashable, position)) if human else StepsView(),
        clock=_clock(record.clock, now) if record.clock else None,
        offers=[OfferView(offer.offer, _word(offer.by), offer.value) for offer in record.offers],
        claims=[ClaimView(claim.reason, claim.clause) for claim in claims],
        can=_rights(record, human, bool(claims)) if not over else ["next"] if next_id else [],
        thinking=record.computer_awaited is not None,
        dice=_dice(record) if conduct.dice else None,
        cube=CubeView(record.cube.value, _word(record.cube.owner)) if conduct.cube and not record.is_crawford else None,
        match=_match(record, next_id) if conduct.length > 1 else None,
        stakes=StakesView(*(list(position.stakes(side)) for side in (Side.WHITE, Side.BLACK))),
        last_refusal=_refusal(record.last_refusal) if record.last_refusal else None,
        outcome=EndedData.of(record.outcome) if record.outcome else None,
    )


def offers_of(position: Position) -> list[OfferWord]:
    """The offers that the rulebook of `position` knows."""
    known: list[OfferWord] = []
    for offer, act in OFFER_ACTS.items():
        try:
            position.verdict(act)
        except AxedrezError:
            continue
        known.append(offer)
    return known


@lru_cache(maxsize=256)
def _open_steps(position: Any) -> StepsView:
    # A double of the dice has thousands of turns, and every reader of a game asks for its steps.
    return steps_view(position, position.steps())


def steps_view(position: Position, steps: Steps) -> StepsView:
    """The steps that are open in `position`, with labels and reasons in both languages."""
    options = [_step(position, step) for step in steps.options]
    return StepsView(options, steps.confirmable, [_refused(step) for step in steps.refused])


def _step(position: Position, step: Step) -> StepView:
    labels = {lang: _label(position, step, lang) for lang in LANGUAGES}
    effects = [(effect.place, effect.before, effect.after) for effect in step.effects]
    return StepView(step.token, step.label, labels, step.origin, step.target, step.choice, effects)


def _label(position: Position, step: Step, lang: str) -> str:
    if lang == "en":
        return step.label
    if step.label_es:
        return step.label_es
    try:
        return position.notate(position.parse_move(step.token), lang)
    except AxedrezError:  # a step that is not a whole turn
        return step.label


def _refused(step: Refusal) -> RefusedStep:
    message = _texts(IllegalMove(step.reason, clause=step.clause, places=step.places))
    return RefusedStep(step.token, step.origin, step.target, step.reason, step.clause, list(step.places), message)


def _texts(error: AxedrezError) -> Texts:
    return {lang: sentence(error, lang) for lang in LANGUAGES}


def _moves(record: Record) -> list[MoveView]:
    views = []
    for ply, played in enumerate(record.moves, start=1):
        san, origin, target, text, check = _described(cast(Hashable, played.before), played.move)
        by = _word(played.before.turn)
        roll, number = (played.roll.roll, played.roll.number) if played.roll else (None, None)
        views.append(MoveView(ply, by, str(played.move), san, origin, target, text, check, played.at, roll, number))
    return views


@lru_cache(maxsize=20_000)
def _described(before: Any, move: Move) -> tuple[Texts, str, str, str, str | None]:
    token = str(move)
    # A composed turn is no step.
    options = () if before.game.conduct.composed else before.steps().options
    step = next((step for step in options if step.token == token), None)
    after = before.play_unchecked(move)
    check = after.scene().get("check")
    san = {lang: before.notate(move, lang) for lang in LANGUAGES}
    origin, target = (step.origin, step.target) if step else ("", "")
    return san, origin, target, after.text(), check and check["place"]


def _clock(clock: Clock, now: int) -> ClockView:
    spec = clock.spec
    times = (clock.white_ms, clock.black_ms, _word(clock.running), clock.at, now)
    return ClockView(spec.kind, spec.initial_ms, spec.increment_ms, *times)


def _dice(record: Record) -> DiceView:
    told = record.setup.dice
    seats = told.seeds if told else ()
    seeds = [SeedView(seat, record.commitments.get(seat), record.seeds.get(seat)) for seat in seats]
    by = _word(record.position.side) if record.roll and record.outcome is None else None
    roll, number = (record.roll.roll, record.roll.number) if record.roll and by else (None, None)
    opening = record.opened.throws if record.opened else None
    return DiceView(roll, number, by, told.commitment if told else None, record.server_seed, seeds, opening)


def _match(record: Record, next_id: UUID | None) -> MatchView:
    score = ScoreView(record.score(Side.WHITE), record.score(Side.BLACK))
    return MatchView(
        record.game.conduct.length,
        record.setup.match.game,
        score,
        record.is_crawford,
        _word(record.match_winner),
        str(next_id) if next_id else None,
    )


def _rights(record: Record, human: bool, claims: bool) -> list[Right]:
    offers = offers_of(record.position)
    seated = "human" in (record.players.white.kind, record.players.black.kind)
    turn, awaited = record.turn, record.awaited_seeds
    throws = turn is not None and record.position.turn is Side.CHANCE and record.players.at(turn).kind == "human"
    committed = not set(awaited) - set(record.commitments)
    rights: dict[Right, bool] = {
        "move": human and not record.doubled,
        "roll": throws and not record.doubled,
        "offer_draw": seated and "draw" in offers,
        "offer_abandon": seated and "abandon" in offers,
        "offer_double": throws and turn is not None and record.may_double(turn),
        "resign": seated,
        "undo": record.setup.casual and record.undoable() > 0,
        "abort": len(record.moves) < ABORT_PLIES,
        "claim": claims,
        "commit_seed": not committed,
        "reveal_seed": bool(awaited) and committed,
    }
    return [right for right, granted in rights.items() if granted]


def _refusal(data: RefusedData) -> RefusalView:
    error = IllegalMove(data.reason, clause=data.clause, places=tuple(data.places), **data.details)
    return RefusalView(data.move, data.reason, data.clause, data.places, _texts(error))


def _word(side: Side | None) -> SideWord | None:
    if side is None or side is Side.CHANCE:
        return None
    return "white" if side is Side.WHITE else "black"
