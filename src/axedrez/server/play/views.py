"""Views of games for the page, ready to be drawn."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Literal, cast
from uuid import UUID

import msgspec

from axedrez import gamefiles
from axedrez.core import (
    AxedrezError,
    Game,
    GridScene,
    IllegalMove,
    PointsScene,
    Position,
    Refusal,
    Scene,
    Side,
    Step,
    Steps,
)
from axedrez.core.derived import once_a_game
from axedrez.core.scene import CapturedPieces, SideCounts
from axedrez.core.steps import Protection
from axedrez.match import OFFER_ACTS, PlayedMove, Players, Record, TimeAllowance, TimeControl
from axedrez.match.clock import Clock
from axedrez.match.commands import OfferWord, SideWord
from axedrez.match.events import EndedData, RefusedData
from axedrez.match.record import OfferAnswer
from axedrez.messages import LANGUAGES, Texts, sentence
from axedrez.server.base.caches import cached_by_game
from axedrez.server.play.explanations import Owners, ToldView, explanations, owners
from axedrez.storage import GameHeader

Right = Literal[
    "move",
    "roll",
    "offer_draw",
    "offer_abandon",
    "offer_double",
    "beaver",
    "offer_takeback",
    "resign",
    "berserk",
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
    """A possible next step of the turn, with its effects `[place, before, after]` and explanations (`told`)."""

    token: str
    label: str
    labels: Texts
    origin: str
    target: str
    choice: str
    effects: tuple[tuple[str, str, str], ...]
    told: list[ToldView]


class RefusedStep(msgspec.Struct, frozen=True):
    """A step that the rules refuse, and why."""

    token: str
    origin: str
    target: str
    reason: str
    clause: str | None
    places: list[str]
    message: Texts


class LostDieView(msgspec.Struct, frozen=True):
    """A die that cannot be played any more in the turn, and why."""

    face: int
    reason: str
    clause: str | None
    message: Texts


class StepsView(msgspec.Struct, frozen=True):
    """All options of the turn, what is protected now, and the dice that are left over where nothing may follow."""

    options: list[StepView] = []
    confirmable: bool = False
    refused: list[RefusedStep] = []
    protected: tuple[Protection, ...] = ()
    lost: list[LostDieView] = []


NO_STEPS = StepsView()


class PlayedStep(msgspec.Struct, frozen=True):
    """A step of a turn that has been played: its notation, the die, and its effects `[place, before, after]`.

    `told` says how many of the turn's explanations are of this step; they are in the order of the steps.
    """

    label: str
    choice: str
    effects: tuple[tuple[str, str, str], ...]
    told: int


class MoveView(msgspec.Struct, frozen=True):
    """A move of the record.

    `check` is the place of the royal piece that it attacks, `roll` the throw that it plays, `cube` the value of the
    cube by then, `told` its explanations. `stood_in`: our own player made it in place of an engine that had failed.
    `steps` are those of a turn that is composed of steps, so that it can be shown as it was played.
    """

    ply: int
    by: SideWord | None
    move: str
    san: Texts
    origin: str
    target: str
    position: str
    at: int
    check: str | None = None
    told: list[ToldView] = []
    roll: str | None = None
    number: int | None = None
    cube: int = 1
    stood_in: bool = False
    steps: list[PlayedStep] = []


class ClockView(msgspec.Struct, frozen=True):
    """The times in ms as they stood at `at`; that of `running` has run since. `now` is the server's time.

    `spec` is the complete time control, by the present colours of the players; `initial_ms` and `increment_ms` are
    White's initial time and increment.
    """

    kind: str
    initial_ms: int
    increment_ms: int
    spec: TimeControl
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


class AnswerView(msgspec.Struct, frozen=True):
    """The fate of an offer since the last move; `by` is its addressee, `value` as in the offer, where it matters."""

    offer: OfferWord
    by: SideWord | None
    answer: Literal["accepted", "declined", "lapsed"]
    value: int | None


class ClaimView(msgspec.Struct, frozen=True):
    """An end that the player to move may claim."""

    reason: str
    clause: str | None


class RefusalView(msgspec.Struct, frozen=True):
    """The last attempt, if the rules refused it."""

    move: str
    reason: str
    clause: str | None
    places: list[str]
    message: Texts


class SeedView(msgspec.Struct, frozen=True):
    """A seat that contributes a seed for the dice."""

    side: SideWord
    commitment: str | None
    seed: str | None


class DiceView(msgspec.Struct, frozen=True):
    """The throw to be played, by whom, and the known seeds; `opening`: the throws for the first turn."""

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
    """The state of the match; `drawn`: it has ended without a winner.

    `next` is the id of its next game once that may begin.
    """

    length: int
    game: int
    score: ScoreView
    crawford: bool
    winner: SideWord | None
    drawn: bool
    next: str | None


class StakesView(msgspec.Struct, frozen=True):
    """The points that each side may still lose, before the cube."""

    white: list[int]
    black: list[int]


class FactsView(msgspec.Struct, frozen=True):
    """The information shown beside the board, as in the scene."""

    captured: CapturedPieces | None
    checks_left: SideCounts | None


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a game: what any event may change, except its moves and clock."""

    position: str
    turn: SideWord | None
    late: bool
    scene: Scene
    steps: StepsView
    offers: list[OfferView]
    answer: AnswerView | None
    claims: list[ClaimView]
    can: list[Right]
    thinking: bool
    dice: DiceView | None
    cube: CubeView | None
    match: MatchView | None
    stakes: StakesView
    last_refusal: RefusalView | None
    outcome: EndedData | None


class GameView(GameState, frozen=True, kw_only=True):
    """A game as it stands after event `seq`.

    `options`: those that differ from the rulebook; null: not known. `delay`: by how many moves spectators see the game
    late; `late`: this view is delayed. `imported`: it was read from a file. `formats`: those of files that hold it.
    `berserk`: who plays with half the time. `facts`: at the start, and after each move; empty on a board of points.
    """

    id: str
    seq: int
    rulebook: RulebookRef
    created_at: int
    casual: bool
    rated: bool
    options: dict[str, Any] | None
    delay: int
    imported: bool
    players: Players
    swapped: bool
    start: str
    formats: list[str]
    moves: list[MoveView]
    facts: list[FactsView]
    clock: ClockView | None
    berserk: list[SideWord]


def game_view(
    header: GameHeader, record: Record, now: int, next_id: UUID | None = None, *, late: bool = False
) -> GameView:
    """The view of a game at `now` (ms since the epoch); `next_id` is that of the next game of its match.

    `late`: a delayed state, in which nothing can be done, and with the clocks of that time.
    """
    state = game_state(record, next_id, late=late, steps=True)
    moves, facts = moves_after(record, 0)
    begun = [facts_of(_drawn(cast(Hashable, record.begun))[0])] if isinstance(state.scene, GridScene) else []
    conduct = record.game.conduct
    return GameView(
        id=str(header.id),
        seq=record.seq,
        rulebook=RulebookRef(
            header.rulebook, header.names, header.sheet_hash, conduct.illegal_moves, offers_of(record.game)
        ),
        created_at=header.created_at,
        casual=record.setup.casual,
        rated=record.setup.rated,
        options=header.options,
        delay=record.setup.delay,
        imported=header.imported,
        players=record.players,
        swapped=record.swapped,
        start=record.setup.start,
        formats=[found.name for found in gamefiles.formats(record.start)],
        moves=moves,
        facts=begun + facts,
        clock=clock_view(record.clock, now, late=late) if record.clock else None,
        berserk=[word for side in (Side.WHITE, Side.BLACK) if side in record.berserk and (word := _word(side))],
        **{name: getattr(state, name) for name in GameState.__struct_fields__},
    )


def moves_after(record: Record, ply: int) -> tuple[list[MoveView], list[FactsView]]:
    """The moves that follow the first `ply`, and the facts after each (on squares only)."""
    whose = owners(record.players)
    found = [_move_with_facts(played, at, whose) for at, played in enumerate(record.moves[ply:], ply + 1)]
    squares = isinstance(_drawn(cast(Hashable, record.position))[0], GridScene)
    return [move for move, _ in found], [facts for _, facts in found] if squares else []


def game_state(record: Record, next_id: UUID | None, *, late: bool, steps: bool) -> GameState:
    """The state of a game; without `steps` those of the turn are left out, as for clients that may not move."""
    position, over = record.position, late or record.outcome is not None
    scene, text = _drawn(cast(Hashable, position))
    human = not over and record.human_to_move(position)
    conduct = record.game.conduct
    claims = position.claims(record.history) if human else ()
    return GameState(
        position=text,
        turn=_word(record.turn),
        late=late,
        scene=scene,
        steps=_open_steps(cast(Hashable, position)) if human and steps else NO_STEPS,
        offers=[OfferView(offer.offer, _word(offer.by), offer.value) for offer in record.offers],
        answer=_answer(record.answer) if record.answer else None,
        claims=[ClaimView(claim.reason, claim.clause) for claim in claims],
        can=_rights(record, human, bool(claims)) if not over else ["next"] if next_id else [],
        thinking=not late and record.computer_awaited is not None,
        dice=_dice(record) if conduct.dice else None,
        cube=CubeView(record.cube.value, _word(record.cube.owner)) if conduct.cube and not record.is_crawford else None,
        match=_match(record, next_id) if conduct.length > 1 else None,
        stakes=StakesView(*(list(record.stakes(side)) for side in (Side.WHITE, Side.BLACK))),
        last_refusal=_refusal(record.last_refusal) if record.last_refusal else None,
        outcome=EndedData.of(record.outcome) if record.outcome else None,
    )


@once_a_game
def offers_of(game: Game) -> list[OfferWord]:
    """The offers that a rulebook has."""
    known: list[OfferWord] = []
    for offer, act in OFFER_ACTS.items():
        try:
            game.start().verdict(act)
        except AxedrezError:
            continue
        known.append(offer)
    return known


@cached_by_game(256, lambda position: position.game)
def _open_steps(position: Any) -> StepsView:
    # A double of the dice has thousands of turns, and every reader of a game needs its steps.
    return steps_view(position, position.steps())


def steps_view(position: Position, steps: Steps) -> StepsView:
    """The steps that are open in `position`, with labels and reasons in both languages."""
    options = [step_view(position.game, step) for step in steps.options]
    refused = [_refused(step) for step in steps.refused]
    lost = [LostDieView(*die, _why(die.reason, die.clause, (), "")) for die in steps.lost]
    return StepsView(options, steps.confirmable, refused, steps.protected, lost)


def step_view(game: Game, step: Step) -> StepView:
    """A step with labels and explanations in both languages; the effects on its origin and target come first."""
    token, labels, origin, target, choice, effects, acts = step
    seen = explanations(game, [step]) if acts else []
    ordered = sorted(effects, key=lambda effect: (effect.place != origin, effect.place != target))
    return StepView(token, labels["en"], dict(labels), origin, target, choice, tuple(ordered), seen)


def _refused(step: Refusal) -> RefusedStep:
    message = _why(step.reason, step.clause, step.places, step.target)
    return RefusedStep(step.token, step.origin, step.target, step.reason, step.clause, list(step.places), message)


@lru_cache(maxsize=4096)
def _why(reason: str, clause: str | None, places: tuple[str, ...], target: str) -> Texts:
    return _texts(IllegalMove(reason, clause=clause, places=places, square=target))


def _texts(error: AxedrezError) -> Texts:
    return {lang: sentence(error, lang) for lang in LANGUAGES}


def move_view(record: Record, ply: int) -> MoveView:
    """A move of a record, by its number from 1."""
    return _move_with_facts(record.moves[ply - 1], ply, owners(record.players))[0]


@cached_by_game(20_000, lambda played, *_: played.before.game)
def _move_with_facts(played: PlayedMove, ply: int, whose: Owners) -> tuple[MoveView, FactsView]:
    before, move = played.before, played.move
    steps = before.taken(move)
    scene, text = _drawn(cast(Hashable, played.after))
    check = scene.check if isinstance(scene, GridScene) else None
    composed = before.game.conduct.composed
    if composed or not steps:
        # A turn that is composed of steps has no single origin and target.
        san, origin, target = {lang: before.notate(move, lang) for lang in LANGUAGES}, "", ""
    else:
        san, origin, target = dict(steps[0].labels), steps[0].origin, steps[0].target
    view = MoveView(
        ply=ply,
        by=_word(before.turn),
        move=str(move),
        san=san,
        origin=origin,
        target=target,
        position=text,
        at=played.at,
        check=check.place if check else None,
        told=explanations(before.game, steps, whose),
        roll=_roll(played),
        number=played.roll.number if played.roll else None,
        cube=played.cube.value,
        stood_in=played.stood_in,
        steps=[_played_step(step) for step in steps] if composed else [],
    )
    return view, facts_of(scene)


def _played_step(step: Step) -> PlayedStep:
    return PlayedStep(step.labels["en"], step.choice, step.effects, len(step.told))


def _roll(played: PlayedMove) -> str | None:
    """The throw that a move plays; a game may start with dice that were given with its position."""
    if played.roll is not None:
        return played.roll.roll
    scene, _ = _drawn(cast(Hashable, played.before))
    return "".join(map(str, scene.dice)) if isinstance(scene, PointsScene) and scene.dice else None


def facts_of(scene: Scene) -> FactsView:
    """The facts of a scene; none on a board of points."""
    return FactsView(scene.captured, scene.checks_left) if isinstance(scene, GridScene) else FactsView(None, None)


@cached_by_game(256, lambda position: position.game)
def _drawn(position: Any) -> tuple[Scene, str]:
    """The scene and text of a position. Cached: a game's last position is needed for its last move and for the game."""
    return position.scene(), position.text()


def clock_view(clock: Clock, now: int, *, late: bool) -> ClockView:
    """A clock at `now` (ms since the epoch); `late`: that of a delayed state."""
    spec = clock.spec
    increment_ms = spec.increment_ms if isinstance(spec, TimeAllowance) else 0
    return ClockView(spec.kind, spec.initial(Side.WHITE), increment_ms, spec, *clock_times(clock, now, late=late))


def clock_times(clock: Clock, now: int, *, late: bool) -> tuple[int, int, SideWord | None, int, int]:
    """White's and Black's times in ms, whose time runs, since when, and the server's time."""
    return clock.white_ms, clock.black_ms, None if late else _word(clock.running), clock.at, now


def _dice(record: Record) -> DiceView:
    setup = record.setup.dice
    seats = setup.seeds if setup else ()
    seeds = [SeedView(seat, record.commitments.get(seat), record.seeds.get(seat)) for seat in seats]
    by = _word(record.position.side) if record.roll and record.outcome is None else None
    roll, number = (record.roll.roll, record.roll.number) if record.roll and by else (None, None)
    opening = record.opened.throws if record.opened else None
    return DiceView(roll, number, by, setup.commitment if setup else None, record.server_seed, seeds, opening)


def _match(record: Record, next_id: UUID | None) -> MatchView:
    score = ScoreView(record.score(Side.WHITE), record.score(Side.BLACK))
    return MatchView(
        record.game.conduct.length,
        record.setup.match.game,
        score,
        record.is_crawford,
        _word(record.match_winner),
        record.match_drawn,
        str(next_id) if next_id else None,
    )


def _rights(record: Record, human: bool, claims: bool) -> list[Right]:
    offers, standing = offers_of(record.game), {offer.offer for offer in record.offers}
    seated, apart = bool(record.humans), record.players.are_apart
    turn, awaited = record.turn, record.awaited_seeds
    throws = turn is not None and record.position.turn is Side.CHANCE and turn in record.humans
    takes_back = any(record.undoable({side}) for side in record.humans)
    committed = not set(awaited) - set(record.commitments)
    rights: dict[Right, bool] = {
        "move": human and not record.doubled,
        "roll": throws and not record.doubled,
        "offer_draw": "draw" in offers and "draw" not in standing,
        "offer_abandon": "abandon" in offers and "abandon" not in standing,
        "offer_double": throws and turn is not None and record.may_double(turn),
        "beaver": record.may_beaver and turn is not None and turn.opponent in record.humans,
        "offer_takeback": apart and record.setup.casual and "takeback" not in standing and takes_back,
        "resign": seated,
        "berserk": any(record.may_berserk(side) for side in record.humans),
        "undo": not apart and record.setup.casual and record.undoable(record.humans) > 0,
        "abort": not record.has_begun or not seated,
        "claim": claims,
        "commit_seed": not committed,
        "reveal_seed": bool(awaited) and committed,
    }
    return [right for right, granted in rights.items() if granted]


def _answer(answer: OfferAnswer) -> AnswerView:
    return AnswerView(answer.offer, _word(answer.by), answer.answer, answer.value)


def _refusal(data: RefusedData) -> RefusalView:
    error = IllegalMove(data.reason, clause=data.clause, places=tuple(data.places), **data.details)
    return RefusalView(data.move, data.reason, data.clause, data.places, _texts(error))


def _word(side: Side | None) -> SideWord | None:
    if side is None or side is Side.CHANCE:
        return None
    return "white" if side is Side.WHITE else "black"
