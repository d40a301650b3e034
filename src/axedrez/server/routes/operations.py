"""Routes for operators: health and metrics."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess

from axedrez.server.base.errors import NotFound
from axedrez.server.base.monitoring import DATABASE, RUNNING, Health, MetricsAccess
from axedrez.server.base.workers import METRICS_DIR
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import now_ms

PATIENCE_S = 3.0
HOUR_MS = 3_600_000


class Well(msgspec.Struct, frozen=True):
    """Whether the server can serve."""

    status: str


@get("/healthz", include_in_schema=False)
async def healthz(health: NamedDependency[Health]) -> Response[Well]:
    """200 where the database can be read and written, else 503: the proxy should use another server."""
    if await health.is_ready():
        return Response(Well("ok"))
    return Response(Well("unavailable"), status_code=503)


@get("/livez", include_in_schema=False)
async def livez() -> Well:
    """200 as long as the process answers at all: restarting it would not bring a database back."""
    return Well("ok")


@get("/metrics", include_in_schema=False)
async def metrics(
    request: Request[Any, Any, Any], alive: NamedDependency[Games], metrics_access: NamedDependency[MetricsAccess]
) -> Response[Any]:
    """Metrics for Prometheus; while the database is unavailable, those that do not come from it.

    Raises `NotFound` for clients without access, whichever way the path was written.
    """
    if not metrics_access.include(request):
        raise NotFound("not_found")
    try:
        RUNNING.set(await asyncio.wait_for(alive.store.running(now_ms() - HOUR_MS), PATIENCE_S))
        DATABASE.set(1)
    except Exception:  # any fault: metrics are needed most during one
        RUNNING.set(float("nan"))
        DATABASE.set(0)
    return Response(_figures(), media_type=MediaType.TEXT, headers={"content-type": CONTENT_TYPE_LATEST})


def _figures() -> bytes:
    """The metrics of this process, or of all workers behind the port."""
    if METRICS_DIR not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


HANDLERS = [healthz, livez, metrics]
