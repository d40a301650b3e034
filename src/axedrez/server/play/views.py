"""Views of games for the page, ready to be drawn."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from axedrez.core import (
    Scene,
)
from axedrez.core.scene import CapturedPieces, SideCounts
from axedrez.core.steps import Protection
from axedrez.match import Players, TimeControl
from axedrez.match.commands import OfferWord, SideWord
from axedrez.match.events import EndedData
from axedrez.messages import Texts
from axedrez.server.play.explanations import ToldView

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

    `check` is the place of the royal piece that it attacks, `roll` the roll that it plays, `cube` the value of the
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
    """The roll to be played, by whom, and the known seeds; `opening`: the rolls for the first turn."""

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
