"""Moves that a player may prepare while it is not their turn."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from axedrez import library
from axedrez.core import Side
from axedrez.core.diagram import Reach
from axedrez.match.commands import SideWord
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.play.games import Games
from axedrez.server.work.priced_work import LOAD_MS, work


@get("/api/games/{game_id:uuid}/reach", responses=UNKNOWN, summary="What may be planned ahead")
async def read_reach(
    game_id: FromPath[UUID], games: NamedDependency[Games], side: Annotated[SideWord, QueryParameter()]
) -> Reach:
    """Where the pieces of a side could go on an empty board: the same throughout the game."""
    game = (await games.get(game_id)).record.game
    return await work(LOAD_MS, library.reach, game, Side.from_word(side))


HANDLERS = [read_reach]
