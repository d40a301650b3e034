"""Computer players know that a game without progress is drawn (G-45): over the board, with the cube, at the score."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

import axedrez
from axedrez import Game, History, Side, players
from axedrez.core.dice import ROLLS
from axedrez.core.match_state import MatchState
from axedrez.engine import cube
from axedrez.engine.cube import Outlook
from axedrez.tables.engine import network, player
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.engine.search import equities, search
from axedrez.tables.engine.search import scores as player_scores
from axedrez.tables.position import workspace
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import untrained

MONEY = MatchState(largest=64)
STUCK = "QRBBNPPP/ppp/rbnpp/PPPPP/RN/r/K/12/bn/qpp/3 kp - w -"
"""Nobody gets on, but it is not proved that nobody ever will: not only the king is on the bar."""


def at(text: str) -> TablesPosition:
    return untrained().parse(text)


def middle_games(game: Game, count: int) -> Iterator[TablesPosition]:
    """Positions of games of the computer with itself, with a roll."""
    rng = random.Random(45)
    position = cast(TablesPosition, game.start())
    for _ in range(count):
        position = position.play_unchecked(rng.choice(ROLLS)[0])
        yield position
        position = position.play_unchecked(player.choose(position, History(), level=2, seed=rng.getrandbits(32)))
        if position.is_over():
            position = cast(TablesPosition, game.start())


def test_a_network_takes_the_draw_only_where_that_is_better() -> None:
    """One turn before the limit: progress if it is worth more than nothing, else the draw."""
    game = axedrez.load("chessgammon")
    ruleset = cast(TablesGame, game).ruleset
    judge = network.player_of(ruleset)
    assert judge is not None
    seen: Counter[str] = Counter()
    for before in middle_games(game, 120):
        text = before.text().rsplit(" ", 1)[0] if before.no_progress_count else before.text()
        position = cast(TablesPosition, game.parse(f"{text} 99"))
        assert position.dice is not None
        with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
            if not found.count:
                continue
            worths = equities(judge, position, found)
            counts = workspace.no_progress_counts(ruleset.compiled, position.raw, found)
        assert worths[counts == 100] == pytest.approx(0)
        moving = worths[counts == 0].max(initial=-np.inf)
        after = position.play_unchecked(search(position)).no_progress_count
        if moving > 0:
            assert after == 0
            seen["ahead"] += bool((counts == 100).any())
        elif (counts == 100).any():
            assert after == 100
            seen["lost"] += 1
    assert min(seen["ahead"], seen["lost"]) > 0, seen


def test_progress_is_made_in_time_by_who_is_ahead_and_let_be_by_who_is_lost() -> None:
    seen: Counter[str] = Counter()
    for before in middle_games(untrained(), 250):
        position = at(f"{before.text().rsplit(' ', 1)[0] if before.no_progress_count else before.text()} 99")
        ruleset, row, dice = position.ruleset, position.raw, position.dice
        assert dice is not None
        with workspace.searched(ruleset.compiled, ruleset.keys, row, *dice) as found:
            if not found.count:
                continue
            scores, counts = player_scores(ruleset, found), workspace.no_progress_counts(ruleset.compiled, row, found)
        assert set(counts.tolist()) <= {0, 100}
        moving = scores[counts == 0].max(initial=-np.inf)
        after = position.play_unchecked(player.choose(position, History(), level=8)).no_progress_count
        if moving > 0:
            assert after == 0
            seen["ahead"] += bool((counts == 100).any() and scores[counts == 100].max() > moving)
        elif (counts == 100).any():
            assert after == 100
            seen["lost"] += bool(moving > scores[counts == 100].max())
        # Long before, the count says nothing.
        fresh = player.choose(before, History(), level=8)
        early = at(f"{position.text().rsplit(' ', 1)[0]} 40")
        assert player.choose(early, History(), level=8).text == fresh.text or before.no_progress_count > 40
    assert min(seen["ahead"], seen["lost"]) > 0, seen


def winning(position: TablesPosition, side: Side) -> float:
    return sum(share for points, share in outlook(position, side).probabilities.items() if points > 0)


def test_outcome_probabilities_know_the_draw() -> None:
    found = [
        outlook(at(f"{STUCK} - {still}" if still else STUCK), Side.WHITE).probabilities for still in (0, 30, 70, 99)
    ]
    drawn = [chances.get(0, 0) for chances in found]
    assert all(sum(chances.values()) == pytest.approx(1) for chances in found)
    assert drawn == sorted(drawn)
    assert drawn[0] < 0.01
    assert drawn[2] > 0.3
    assert drawn[3] > 0.6


def test_the_cube_and_resignations_know_it() -> None:
    """Who is behind passes a double, but not where the game is nearly drawn; there a point is welcome."""
    assert winning(at(STUCK), Side.WHITE) < 0.4
    early, late = at(STUCK), at(f"{STUCK} - 98")
    assert not players.takes(early, MONEY, side=Side.WHITE)
    assert players.takes(late, MONEY, side=Side.WHITE)
    assert not players.accepts_resignation(early, MONEY, side=Side.BLACK, points=1)
    assert players.accepts_resignation(late, MONEY, side=Side.BLACK, points=1)


def test_a_drawn_game_of_a_match_is_worth_the_match_as_it_stands() -> None:
    """Crawford's game is played again as Crawford's; without the draw the worth lies between those of its ends."""
    drawn = Outlook({0: 1.0}, {1: 0.5, -1: 0.5})
    even = MatchState(5, (2, 2), largest=64)
    assert cube.accepts_resignation(drawn, even, Side.WHITE, 1)
    assert cube.takes(drawn, even, Side.WHITE)
    ahead = MatchState(5, (4, 1), largest=64)
    assert ahead.is_crawford
    worth = cube.judged(drawn, ahead, Side.WHITE).no_double
    assert worth == pytest.approx(cube.match_equities(5, 64, True, 1, ((-1, 0.5), (1, 0.5)))[0][1][4])
    assert cube.judged(drawn, MatchState(), Side.WHITE).no_double == 0
