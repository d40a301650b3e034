"""For those who run the server: is it well, and what has it done."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from axedrez.server.games import Games, now_ms
from axedrez.server.metrics import RUNNING

PATIENCE_S = 3.0
HOUR_MS = 3_600_000


class Health(msgspec.Struct, frozen=True):
    """Whether the server can serve."""

    status: str


@get("/healthz", include_in_schema=False)
async def healthz(alive: NamedDependency[Games]) -> Response[Health]:
    """200 where the database answers, 503 where it does not."""
    try:
        await asyncio.wait_for(alive.store.running(now_ms()), PATIENCE_S)
    except Exception:  # whatever it is: the proxy is to ask another server
        return Response(Health("unavailable"), status_code=503)
    return Response(Health("ok"))


@get("/metrics", include_in_schema=False)
async def metrics(alive: NamedDependency[Games]) -> Response[Any]:
    """The text that Prometheus reads."""
    RUNNING.set(await alive.store.running(now_ms() - HOUR_MS))
    return Response(generate_latest(), media_type=MediaType.TEXT, headers={"content-type": CONTENT_TYPE_LATEST})


HANDLERS = [healthz, metrics]
