"""A game of dice as it is analysed: its turns with their rolls, what was done with the cube, and what to judge."""

from __future__ import annotations

from typing import Literal, NamedTuple

from axedrez.analysis.dice.answers import TurnQuestion
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.game_line import MAX_PLIES
from axedrez.core.contract import Move, Position
from axedrez.core.errors import AxedrezError
from axedrez.core.game_record import Answered, GameRecord, Offered, Played
from axedrez.core.match_state import MAX_CUBE, MatchState
from axedrez.core.outcome import Outcome
from axedrez.core.sides import Side

CubeAct = Literal["double", "take", "pass", "beaver"]
"""What a side did with the cube."""


class DiceTurn(NamedTuple):
    """A turn that was played: the position with its roll, the turn, and the position after it.

    `state`: of the match and the cube when it was played. `question`: what is to be judged.
    """

    rolled: Position
    dice: str
    move: Move
    after: Position
    state: MatchState
    question: TurnQuestion


class CubeEvent(NamedTuple):
    """What `side` did with the cube before the turn `turn` (from 0)."""

    turn: int
    side: Side
    act: CubeAct


class DiceLine:
    """A game of dice from its start to its end, or as far as it was played.

    `turns` in the order of play, `cube` what was done with the doubling cube. `outcome`: how it ended, its points
    multiplied by the cube; None while it is not over. `state`: of the match and the cube at the end. `final`: the
    question about a double after which no turn was played. A roll that was not played any more counts for nothing.
    """

    def __init__(self, record: GameRecord, analyst: EquityAnalyst) -> None:
        """`record`: of legal turns. Raises `AxedrezError` for a game that is too long, or of a start without dice."""
        self.start = self.end = record.start
        self.game = record.start.game
        self.analyst = analyst
        self.outcome: Outcome | None = record.outcome
        self.turns: list[DiceTurn] = []
        self.cube: list[CubeEvent] = []
        self.state = _state(record)
        self._doubled: MatchState | None = None
        doubler: Offered | None = None
        for entry in record.entries:
            match entry:
                case Played(move=move, roll=roll) if move is not None:
                    self._play(move, roll)
                case Offered(offer="double") as doubler:
                    if doubler.side is self.end.side:
                        self._turned(doubler.side, "double")
                    else:
                        self._beavered(doubler)
                        doubler = None
                case Answered(side=side, accepted=accepted) if doubler is not None:
                    self._turned(side, "take" if accepted else "pass")
                    if accepted:
                        self.state = self.state._replace(cube=doubler.value, owner=side)
                    doubler = None
                case _:
                    doubler = None
        self.final = TurnQuestion(self.end.text(), state=self._doubled) if self._doubled is not None else None

    @property
    def positions(self) -> list[Position]:
        """The positions of its turns, each with its roll."""
        return [turn.rolled for turn in self.turns]

    def questions(self) -> list[TurnQuestion]:
        """What is to be judged, without duplicates."""
        last: list[TurnQuestion] = [] if self.final is None else [self.final]
        return list(dict.fromkeys([*(turn.question for turn in self.turns), *last]))

    def _play(self, move: Move, roll: str) -> None:
        if len(self.turns) == MAX_PLIES:
            raise AxedrezError("analysis_long", limit=MAX_PLIES)
        before, rolled = self.end, self.end
        if before.turn is Side.CHANCE:
            rolled = before.play_unchecked(before.parse_move(roll))
        is_opening = self._opens and roll[:1] != roll[1:]
        state = self._doubled or (self.state if self._may_double(before) else None)
        score = self.state if self.state.length > 1 or self.state.jacoby else None
        asked = TurnQuestion(before.text(), roll if rolled is not before else "", str(move), is_opening, state, score)
        after = rolled.play_unchecked(move)
        self.turns.append(DiceTurn(rolled, roll or _dice_of(rolled), move, after, self.state, asked))
        self.end, self._doubled = after, None

    @property
    def _opens(self) -> bool:
        """Whether the next roll opens the game (G-5)."""
        return not self.turns and self.game.conduct.opening == "roll" and self.start == self.game.start()

    def _may_double(self, position: Position) -> bool:
        """Whether the side about to roll may turn the cube: not before the roll that opens the game (G-43)."""
        state = self.state
        return (
            not self._opens
            and position.turn is Side.CHANCE
            and not state.is_crawford
            and state.cube < state.largest
            and state.owner in (None, position.side)
        )

    def _turned(self, side: Side, act: CubeAct) -> None:
        if act == "double" and self._may_double(self.end):
            self._doubled = self.state
        self.cube.append(CubeEvent(len(self.turns), side, act))

    def _beavered(self, double: Offered) -> None:
        """Who took the double has at once doubled again, and keeps the cube (G-43)."""
        if self.cube and self.cube[-1][:2] == (len(self.turns), double.side):
            self.cube[-1] = self.cube[-1]._replace(act="beaver")
        self.state = self.state._replace(cube=double.value, owner=double.side)


def _state(record: GameRecord) -> MatchState:
    conduct, place = record.start.game.conduct, record.match
    largest = MAX_CUBE if conduct.cube else 1
    state = MatchState(largest=largest, crawford=conduct.crawford, jacoby=conduct.jacoby, beavers=conduct.beavers)
    if place is None:
        return state
    return state._replace(length=place.length, score=place.score, crawford_played=place.crawford_played)


def _dice_of(rolled: Position) -> str:
    """The roll of a position that begins with one."""
    dice = getattr(rolled.scene(), "dice", None) or ()
    return "".join(map(str, dice))
