"""The computer player of the tables family: it evaluates every result of its roll and plays the best.

At full strength, where a network evaluates, it looks further than that: see `plies`.
"""

from __future__ import annotations

from axedrez.core.history import History
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine import cube
from axedrez.engine.levels import FULL, MAX_MS, USUAL, level_of
from axedrez.engine.player import Stop
from axedrez.engine.time_budget import Budget
from axedrez.tables.engine.at_score import player_at
from axedrez.tables.engine.network import player_of
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.engine.plies import Effort
from axedrez.tables.engine.search import search_with
from axedrez.tables.engine.search_ahead import search_ahead
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition


def choose(
    position: TablesPosition,
    history: History,
    *,
    level: int = USUAL,
    time_ms: int | None = None,
    clock: Budget | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    seed: int | None = None,
    state: MatchState | None = None,
) -> Turn:
    """The turn that the player plays with the roll of a position (`ComputerPlayer`).

    `nodes` are positions that the network judges for plies beyond the first. Below full strength the same position,
    level and `seed` give the same turn whatever the other arguments are. Raises `ValueError` where no turn is to be
    played: the game is over, or the dice are to be rolled.
    """
    strength, network = level_of(level), player_of(position.ruleset)
    if level != FULL or network is None:
        return search_with(network and player_at(network, position, state), position, strength, seed)
    most_ms = MAX_MS if clock is None else min(clock.soft_ms, MAX_MS)
    if time_ms is not None:
        most_ms = max(1, min(time_ms, most_ms))
    effort = Effort(most_ms, None if nodes is None else max(1, nodes), stop)
    return search_ahead(position, network, effort, state=state)


def accepts_draw(position: TablesPosition, history: History, *, side: Side | None = None, level: int = USUAL) -> bool:
    """Never: there is no draw by agreement."""
    return False


def doubles(position: TablesPosition, state: MatchState, *, side: Side) -> bool:
    """See `CubePlayer`."""
    return cube.doubles(outlook(position, side), state, side)


def takes(position: TablesPosition, state: MatchState, *, side: Side) -> bool:
    """See `CubePlayer`."""
    return cube.takes(outlook(position, side), state, side)


def beavers(position: TablesPosition, state: MatchState, *, side: Side) -> bool:
    """See `CubePlayer`."""
    return cube.beavers(outlook(position, side), state, side)


def accepts_resignation(position: TablesPosition, state: MatchState, *, side: Side, points: int) -> bool:
    """See `CubePlayer`."""
    return cube.accepts_resignation(outlook(position, side), state, side, points)
