"""The dice of a game as a file that anybody can verify, and statistics of rolls."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.match.dice import DicePair, Fairness, statistics
from axedrez.match.proof import Proof, proof, rolled
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.base.errors import NotFound
from axedrez.server.base.kept import Kept
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.play.games import Games
from axedrez.server.work.priced_work import PLY_MS, work
from axedrez.storage import Store

LATEST_GAMES = 1000
"""The statistics of a server look at so many games."""
KEPT_MS = 60_000
"""How long they are kept for everybody who asks."""


class FairnessView(msgspec.Struct, frozen=True):
    """How often something was seen, the chi-square against fair dice, and how often fair dice deviate as much."""

    counts: dict[str, int]
    chi_square: float
    p_value: float

    @classmethod
    def of(cls, fairness: Fairness) -> FairnessView:
        """The same as JSON."""
        return cls(*fairness)


class StatisticsView(msgspec.Struct, frozen=True):
    """Statistics of so many rolls in `total`: the faces of all dice, and the 21 rolls."""

    total: int
    faces: FairnessView
    rolls: FairnessView


class DiceFile(Proof, frozen=True, kw_only=True):
    """The record of a game's dice, with their statistics."""

    statistics: StatisticsView


class AllDice(msgspec.Struct, frozen=True):
    """The dice of all games of a server."""

    statistics: StatisticsView


@get("/api/games/{game_id:uuid}/dice", responses=UNKNOWN, summary="The dice of a game")
async def read_dice(
    game_id: FromPath[UUID], games: NamedDependency[Games], me: NamedDependency[Identity | None]
) -> DiceFile:
    """The record that lets anybody derive the dice anew once the game has ended."""
    live = await games.get_for(game_id, person_of(me))
    dice = live.header.setup.dice
    if dice is None:
        raise NotFound("no_dice")
    log = await games.log(live)
    fields = msgspec.structs.asdict(proof(str(game_id), dice, log, live.record.start))
    return DiceFile(**fields, statistics=_view(rolled(log)))


@get("/api/dice", responses=COMMON, summary="All dice")
async def read_all_dice(all_dice: NamedDependency[Kept[AllDice]]) -> AllDice:
    """Statistics of the rolls in the latest games of this server, as they were within the last minute."""
    return await all_dice.get()


def kept(store: Store, now: Callable[[], int]) -> Kept[AllDice]:
    """These statistics, made once for all who ask at about the same time."""

    async def look() -> AllDice:
        logs = await store.rolls(LATEST_GAMES)
        return AllDice(await work(PLY_MS * len(logs), lambda: _view([roll for log in logs for roll in rolled(log)])))

    return Kept(look, now, lambda: KEPT_MS)


def _view(pairs: list[DicePair]) -> StatisticsView:
    found = statistics(pairs)
    return StatisticsView(found.total, FairnessView.of(found.faces), FairnessView.of(found.rolls))


HANDLERS = [read_dice, read_all_dice]
