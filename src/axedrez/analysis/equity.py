"""Equities of games of dice: what positions, turns and rolls are worth, and the chances behind it.

Points are those of the sheet's scoring, before the cube. A family whose games are judged so supplies an
`EquityAnalyst` (`axedrez.analysis.equity_analyst`).
"""

from __future__ import annotations

import msgspec

from axedrez.core.match_state import MatchState

DEFAULT_TURNS = 5
"""So many of the best turns are shown side by side."""


class Chances(msgspec.Struct, frozen=True):
    """The chances of a side, nested as players of backgammon give them.

    `win` counts every win, `win_gammon` gammons and backgammons, `win_backgammon` these alone; the same for losses.
    `drawn`: of no winner (G-45).
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float
    drawn: float = 0.0

    @property
    def lose(self) -> float:
        """The chance of a loss of any kind."""
        return 1.0 - self.win - self.drawn

    def turned(self) -> Chances:
        """The chances of the other side."""
        return Chances(
            self.lose, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon, self.drawn
        )  # fmt: skip


class Estimate(msgspec.Struct, frozen=True):
    """The cubeless equity of a side in points, and its chances.

    At the score of a match the equity is equivalent to money (`analysis.cube`), and `match_chance` that of winning it.
    """

    equity: float
    chances: Chances
    match_chance: float | None = None

    def turned(self) -> Estimate:
        """The estimate of the other side."""
        chance = None if self.match_chance is None else 1.0 - self.match_chance
        return Estimate(-self.equity, self.chances.turned(), chance)


class RatedTurn(msgspec.Struct, frozen=True):
    """A turn, in the letters of English, and what it is worth to the side that plays it, judged at `ply`."""

    move: str
    estimate: Estimate
    ply: int


class RatedRoll(msgspec.Struct, frozen=True):
    """A roll (`52`), its probability, and the best turn with it."""

    dice: str
    probability: float
    best: RatedTurn


class RollWorth(msgspec.Struct, frozen=True):
    """A roll (`52`), its probability, and what its best turn is worth, judged without looking ahead."""

    dice: str
    probability: float
    estimate: Estimate


MAX_PLY = 3
"""No judgement looks further ahead than so many rolls."""
MAX_TRIALS, MAX_HORIZON = 100_000, 10_000
"""A rollout has no more games than these, and no longer ones."""


class RolloutOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a position is rolled out: played on many times, and the results averaged.

    `trials`: games. `horizon`: a game is left after so many turns, and counts what its position is then thought to be
    worth; 0: it is played to the end. `seed`: of the dice; the same one gives the same games. `ply`: with which both
    sides judge the turns that they play. `first`: the number of the first game, for rollouts that are played in parts.
    `state`: of the match at whose score both sides play; None: for points. `cubeful`: the cube, which stands as in
    `state`, is played with, too: doubled, taken and passed.
    """

    trials: int = 1296
    horizon: int = 0
    seed: int = 1
    ply: int = 0
    first: int = 0
    state: MatchState | None = None
    cubeful: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` for numbers out of their range."""
        if not (1 <= self.trials <= MAX_TRIALS and 0 <= self.horizon <= MAX_HORIZON and 0 <= self.ply <= MAX_PLY):
            raise ValueError(f"a rollout of {self.trials} trials, {self.horizon} turns, {self.ply}-ply")
        if not (0 <= self.seed < 2**63 and 0 <= self.first <= MAX_TRIALS):
            raise ValueError(f"seed {self.seed}, first game {self.first}")
        if self.cubeful and self.state is None:
            raise ValueError("a cubeful rollout needs a match state")


DEFAULT_ROLLOUT = RolloutOptions()


class RolledCube(msgspec.Struct, frozen=True):
    """What games with the cube were worth: normalized to the cube as in `analysis.cube`, ± `half` with 95 %."""

    equity: float
    half: float
    match_chance: float | None = None


class RolledOut(msgspec.Struct, frozen=True):
    """What a rollout has found so far, for the side that rolls or has played the turn.

    `half`: half of the width of the 95 % interval of `equity`; what it is before two games are done is no more than
    that the points of a game are bounded. The luck of the dice is taken out of equity and chances, so chances of few
    games may lie a little outside of 0 … 1. `match_chance`: see `Estimate`. `finished`: games played to the end,
    `drawn` those of them without a winner (G-45), `cut`: games left at the horizon. `turns`: of a game on average.
    `ply`: with which turns were judged. `cubeful`: the same with the cube, where it was played with; before a roll
    nobody has doubled then. `double_take`: after a double that is taken, where the rules let the side double.
    """

    trials: int
    equity: float
    half: float
    chances: Chances
    finished: int
    drawn: int
    cut: int
    turns: float
    ply: int
    match_chance: float | None = None
    cubeful: RolledCube | None = None
    double_take: RolledCube | None = None

    @property
    def judged(self) -> tuple[float, float]:
        """The equity by which turns are compared, with the cube where it was played with, and its `half`."""
        return (self.equity, self.half) if self.cubeful is None else (self.cubeful.equity, self.cubeful.half)


class PieceAt(msgspec.Struct, frozen=True):
    """Pieces of one kind on one place: the kind as the sheet calls it, the place as moves write it, how many.

    `rolls`: how many of the 36 rolls concern them, 0 where rolls are not what is told.
    """

    piece: str
    place: str
    count: int = 1
    rolls: int = msgspec.field(default=0, name="throws")


class Reason(msgspec.Struct, frozen=True):
    """Why one turn is worse than another, found in the positions after them; `analysis.reasons` puts it into words.

    `values` hold no language: `played` and `better` are what is compared after the one turn and after the other
    (rolls out of 36, points, pieces, chances in per cent), `pieces`, `piece`, `place`, `places` (with spaces
    between), `edge` and `left` say of what.
    """

    key: str
    values: dict[str, int | str | tuple[PieceAt, ...]]
