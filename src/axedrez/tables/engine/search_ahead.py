"""Search in the tables family that looks at the rolls which follow the turn (`plies`)."""

from __future__ import annotations

import numpy as np

from axedrez.core.match_state import MatchState
from axedrez.tables.engine import races
from axedrez.tables.engine.at_score import at_score, player_at, worth_to
from axedrez.tables.engine.network import Player
from axedrez.tables.engine.plies import FILTERS, Effort, decided, judge_with
from axedrez.tables.engine.search import equities_and_extras
from axedrez.tables.position import workspace
from axedrez.tables.position.moves import PASS, Turn, write_turn
from axedrez.tables.position.position import TablesPosition

PLAYED_PLY = 2
"""So many rolls ahead of its turn the player looks at full strength."""


def search_ahead(
    position: TablesPosition,
    player: Player,
    effort: Effort,
    ply: int = PLAYED_PLY,
    state: MatchState | None = None,
) -> Turn:
    """The best turn as far as `ply` rolls ahead of it, if the effort allows that; in bear-offs by tables (`races`).

    `state`: of the match at whose score it is played; None: for points. Raises like `search`.
    """
    if position.dice is None or position.is_over():
        raise ValueError("no legal move")
    ruleset = position.ruleset
    if races.is_home(ruleset, position.raw):
        legal = position.legal_moves()
        outcomes = races.outcomes(ruleset, np.array([position.play_unchecked(turn).raw for turn in legal]))
        points = worth_to(position, state, position.side.opponent).points
        return legal[int((outcomes @ points).argmin())]
    judge = at_score(judge_with(player, ruleset), position, state)
    with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
        if not found.count:
            return Turn(PASS, (), position.raw)
        worths, beside = equities_and_extras(player_at(player, position, state), position, found)
        order = np.argsort(-worths, kind="stable")[: FILTERS[0].most]
        ends = [int(found.ends[i]) for i in order]
        chosen = [(found.way_to(end), found.row(end)) for end in ends]
        extras = beside[order].tolist()
        count = found.count
    turns = [Turn(write_turn(codes, ruleset, position.side), codes, row) for codes, row in chosen]
    best = decided(
        judge, worths[order].tolist(), extras, lambda i: position.play_unchecked(turns[i]), ply, effort, count
    )  # fmt: skip
    return turns[best]
