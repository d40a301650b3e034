"""Games as trees of moves."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.core.game_tree import GameTree, Remarks
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.analyses import Analyses
from axedrez.server.analysis.game_reports import analysis_of, game_tree
from axedrez.server.analysis.tree_views import NodeView, node_view
from axedrez.server.base.errors import language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import PLY_MS, work

READING = Quota(Rate(burst=60, a_second=4), Rate(burst=1000, a_second=60))


class TreeView(msgspec.Struct, frozen=True):
    """A tree: its start, what is said about it, and its nodes, parents first."""

    start: str
    root: Remarks
    nodes: list[NodeView]


@get("/api/games/{game_id:uuid}/tree", responses=UNKNOWN, summary="A game as a tree")
async def read_game_tree(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    analyses: NamedDependency[Analyses],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: Request[Any, Any, Any],
) -> TreeView:
    """The moves of a game, with the variations and remarks of its file where it was imported, and of its analysis."""
    rate_limiter.share("tree", requester, READING)
    live = await games.get_for(game_id, person_of(me))
    job = await analysis_of(live, games, analyses, requester)
    tree = (await game_tree(live, games, rulebooks, job, language(request))).tree
    return await work(PLY_MS * len(live.record.moves), _view, tree)


def _view(tree: GameTree) -> TreeView:
    return TreeView(tree.start.text(), tree.root.remarks, [node_view(tree, node) for node in tree.walk()])


HANDLERS = [read_game_tree]
