"""Games of a rollout with the cube: before each roll who may double decides; turns are judged at the cube as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from axedrez.core.match_state import MatchState
from axedrez.engine.cube import owner_of, scale_of
from axedrez.engine.cube_equity import BOTH, Branch, Shares, Tree
from axedrez.engine.cube_play import CubePlay
from axedrez.engine.player import Stop
from axedrez.tables.engine.at_score import at_score
from axedrez.tables.engine.kernel.dice import SHARE
from axedrez.tables.engine.kernel.network import LANES
from axedrez.tables.engine.kernel.plies import Judge, answers
from axedrez.tables.engine.kernel.rollouts import DREW, GOES_ON, WON, Game
from axedrez.tables.engine.outcome_probabilities import by_points, passing, usual_outcomes
from axedrez.tables.engine.plies import at_rest, standing
from axedrez.tables.position.position import TablesPosition


class CubeStart(NamedTuple):
    """How the cube stands before the games: `state`, of the match.

    `is_free`: whether who rolls first may double before the first roll.
    """

    state: MatchState
    is_free: bool = True


class Dealt(NamedTuple):
    """One game of a rollout, by its dice: how it begins, and how a turn of it is played, judged by a judge."""

    begin: Callable[[], Game]
    play_turn: Callable[[Judge, Game], None]


class CubeGames:
    """The games that are played from a position, with the cube in each of some ways at first (one at least)."""

    def __init__(self, judge: Judge, position: TablesPosition, starts: Sequence[CubeStart]) -> None:
        self._judge, self._position, self._starts = judge, position, starts
        state = starts[0].state
        usual = passing(position.game), usual_outcomes(position.game)
        self._stakes = scale_of(*usual, state, position.side).stakes
        self._turned = self._stakes.turned()
        self._is_plain = state.length == 1 and not state.jacoby  # no cube changes how turns are judged
        self._judges: dict[tuple[int, bool], Judge] = {}

    def play(self, game: Game, dealt: Dealt, stop: Stop | None) -> tuple[float, ...] | None:
        """Play a game to its end; what it is worth to who rolls first, by the starts. None if it was stopped.

        Where the cube changes how turns are judged, each start but the first has another game with the same dice.
        """
        plays = [
            CubePlay(self._stakes, start.state.cube, owner_of(start.state, self._position.side))
            for start in self._starts
        ]  # fmt: skip
        groups = [list(range(len(plays)))] if self._is_plain else [[i] for i in range(len(plays))]
        for number, group in enumerate(groups):
            if not self._follow(game if number == 0 else dealt.begin(), dealt, plays, group, stop):
                return None
        return tuple(play.found for play in plays)

    def _follow(
        self, game: Game, dealt: Dealt, plays: Sequence[CubePlay], group: Sequence[int], stop: Stop | None
    ) -> bool:
        """Play a game with some of the cubes: the first one to its end, others while a cube is in play.

        Returns whether it was not stopped.
        """
        while game.numbers[1] == GOES_ON:
            if stop is not None and stop.is_set():
                return False
            going_on = [i for i in group if not plays[i].is_over]
            if not going_on and 0 not in group:
                return True
            self._turn(game, dealt, plays, group[0], going_on)
        first = game.numbers[0] % 2 == 0
        for i in group:
            if plays[i].is_over:
                continue
            if game.numbers[1] == DREW:
                plays[i].end({0: 1.0}, first)
            elif game.numbers[1] == WON:
                plays[i].end(self._shares(game), first)
            else:
                plays[i].leave(self._shares(game), first)
        return True

    def _turn(
        self, game: Game, dealt: Dealt, plays: Sequence[CubePlay], leading: int, going_on: Sequence[int]
    ) -> None:  # fmt: skip
        first, judge = game.numbers[0] % 2 == 0, self._judged(plays[leading])
        parts: tuple[np.ndarray, ...] = tuple(game)
        kept = () if self._is_plain else tuple(part.copy() for part in parts)
        tree = self._rolled(dealt, judge, game)
        for i in going_on:
            if game.numbers[0] > 1 or self._starts[i].is_free:
                plays[i].decide(tree, first)
        turned = self._judged(plays[leading])
        if turned is not judge:
            # The cube has another value now, so the same roll is played again.
            for part, before in zip(parts, kept, strict=True):
                part[:] = before
            tree = self._rolled(dealt, turned, game)
        for i in going_on:
            if not plays[i].is_over:
                plays[i].roll(tree, int(game.numbers[2]), first)

    def _rolled(self, dealt: Dealt, judge: Judge, game: Game) -> Tree:
        """Play a turn; the equities of the position before its roll, by what was thought after each possible one."""
        stakes = self._stakes if game.numbers[0] % 2 == 0 else self._turned
        if judge.by_hand:
            rows = answers(judge, game.row)
            game.seen[:] = np.concatenate([at_rest(judge, standing(self._position, row)) for row in rows])
        dealt.play_turn(judge, game)
        ruleset, seen = self._position.ruleset, game.seen.reshape(-1, LANES)
        branches = tuple(
            Branch(share, by_points(ruleset, outcomes), over=over)
            for share, outcomes, over in zip(SHARE.tolist(), seen, (seen.max(axis=1) == 1.0).tolist(), strict=True)
        )
        return Tree(Branch(1.0, {}, branches=branches), stakes)  # of its own chances nothing is asked

    def _judged(self, play: CubePlay) -> Judge:
        """What judges the turns while the cube is so."""
        if self._is_plain:
            return self._judge
        key = play.value, play.owner == BOTH
        if key not in self._judges:
            owner = None if play.owner == BOTH else self._position.side  # whose it is changes no turn
            state = self._starts[0].state._replace(cube=play.value, owner=owner)
            self._judges[key] = at_score(self._judge, self._position, state)
        return self._judges[key]

    def _shares(self, game: Game) -> Shares:
        """What is thought of the last position, for who would roll in it; one outcome where the game is over."""
        return by_points(self._position.ruleset, at_rest(self._judge, standing(self._position, game.row)))
