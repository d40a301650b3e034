"""Whom somebody plays in a round, for the notice that it was paired."""

from __future__ import annotations

from uuid import UUID

from axedrez.server.base.errors import NotFound
from axedrez.server.notices.words import OwnPairing
from axedrez.server.tournaments.service import Tournaments


async def own_pairing(tournaments: Tournaments, tournament: UUID, person: UUID, index: int) -> OwnPairing | None:
    """The board of a person in the last round, if it is round `index` and has no result yet."""
    try:
        state = (await tournaments.get(tournament)).state
    except NotFound:
        return None
    mine = state.of(person)
    if mine is None or state.last is None or len(state.rounds) != index:
        return None
    for board, each in enumerate(state.last.round.pairings, 1):
        if mine.number in each and each.result is None:
            is_white = each.white == mine.number
            opponent = state.name(each.black if is_white else each.white)
            return OwnPairing(tournament, state.set.title, index, board, is_white, opponent)
    return None
