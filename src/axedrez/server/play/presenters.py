"""Games as their views show them: from headers and records to what pages draw."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, cast
from uuid import UUID

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
from axedrez.match import OFFER_ACTS, PlayedMove, Record, TimeAllowance
from axedrez.match.clock import Clock
from axedrez.match.commands import OfferWord, SideWord
from axedrez.match.events import EndedData, RefusedData
from axedrez.match.record import OfferAnswer
from axedrez.messages import LANGUAGES, Texts, sentence
from axedrez.server.base.caches import cached_by_game
from axedrez.server.play.explanations import Owners, explanations, owners
from axedrez.server.play.views import (
    NO_STEPS,
    AnswerView,
    ClaimView,
    ClockView,
    CubeView,
    DiceView,
    FactsView,
    GameState,
    GameView,
    LostDieView,
    MatchView,
    MoveView,
    OfferView,
    PlayedStep,
    RefusalView,
    RefusedStep,
    Right,
    RulebookRef,
    ScoreView,
    SeedView,
    StakesView,
    StepsView,
    StepView,
)
from axedrez.storage import GameHeader


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
    """The roll that a move plays; a game may start with dice that were given with its position."""
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
    opening = record.opened.rolls if record.opened else None
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
    rolls = turn is not None and record.position.turn is Side.CHANCE and turn in record.humans
    takes_back = any(record.undoable({side}) for side in record.humans)
    committed = not set(awaited) - set(record.commitments)
    rights: dict[Right, bool] = {
        "move": human and not record.doubled,
        "roll": rolls and not record.doubled,
        "offer_draw": "draw" in offers and "draw" not in standing,
        "offer_abandon": "abandon" in offers and "abandon" not in standing,
        "offer_double": rolls and turn is not None and record.may_double(turn),
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
