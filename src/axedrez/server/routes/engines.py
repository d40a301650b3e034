"""The external engines that this server may run."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import RulebookId
from axedrez.server.play.engines import Engines
from axedrez.server.rulebooks.store import RulebookStore


class EngineView(msgspec.Struct, frozen=True):
    """An engine, and the rulebooks that it was found to play by our rules."""

    name: str
    rulebooks: list[str]


@get("/api/engines", responses=UNKNOWN, summary="Engines of others")
async def list_engines(
    engines: NamedDependency[Engines],
    rulebooks: NamedDependency[RulebookStore],
    rulebook: Annotated[RulebookId | None, QueryParameter()] = None,
) -> list[EngineView]:
    """The engines that may be opponents and analysts here; only those that play `rulebook`, if it is named."""
    views = [EngineView(name, await _played(engines, name, rulebooks)) for name in engines.names]
    if rulebook is None:
        return views
    game = await rulebooks.load(rulebook)
    return [view for view in views if engines.plays(view.name, game)]


async def _played(engines: Engines, name: str, rulebooks: RulebookStore) -> list[str]:
    """The rulebooks of an engine whose rules are still those that it was compared with."""
    known = [rulebook for rulebook in engines.rulebooks(name) if rulebook in rulebooks.shipped()]
    return [rulebook for rulebook in known if engines.plays(name, await rulebooks.load(rulebook))]


HANDLERS = [list_engines]
