"""For those who run a server: metrics, who may read them, and whether the server is ready."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable
from typing import Any

from litestar.connection import ASGIConnection
from prometheus_client import Counter, Gauge, Histogram

from axedrez.core import AxedrezError
from axedrez.server.base.kept import Kept
from axedrez.storage import Store, cause

COMMANDS = Counter("axedrez_commands", "Commands that were carried out")
COMMIT = Histogram(
    "axedrez_commit_seconds",
    "From the decision of a command until it is on the disk",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
REFUSALS = Counter("axedrez_refusals", "What was refused, by its reason", ["reason"])
NOTICES = Counter("axedrez_notices", "Notices, by channel and by what became of them", ["channel", "result"])
SOCKETS = Gauge("axedrez_sockets", "Sockets that are open", multiprocess_mode="livesum")
RUNNING = Gauge(
    "axedrez_games_running",
    "Games without an end in which something has happened within the last hour",
    multiprocess_mode="livemostrecent",
)
DATABASE = Gauge("axedrez_database_up", "Whether the database has just answered", multiprocess_mode="livemostrecent")


LOOPBACK = "127.0.0.0/8,::1"
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers of proxies. A request with one of them comes from somewhere else."""


class MetricsAccess:
    """Who may read the metrics: addresses and networks, separated by commas. Raises AxedrezError (`metrics_for`)."""

    def __init__(self, text: str = LOOPBACK) -> None:
        try:
            self._networks = [ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip()]
        except ValueError as fault:
            raise AxedrezError("metrics_for", fault=str(fault)) from None

    def include(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether the client is one of them, without a proxy between."""
        if connection.client is None or any(name in connection.headers for name in FORWARDED):
            return False
        try:
            address = ipaddress.ip_address(connection.client.host)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)


PATIENCE_S = 3.0
EVERY_MS = 2000
"""How long a result is kept, so that frequent checks do not write to the database each time."""

log = logging.getLogger("axedrez.server")


class Health:
    """Checks the database on request. `now` returns ms of a monotonic clock."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._ready = Kept(self._try, now, lambda: EVERY_MS)
        self._was_ready = True

    async def is_ready(self) -> bool:
        """Whether the database can be read and written; the result is cached for a moment."""
        return await self._ready.get()

    async def _try(self) -> bool:
        try:
            await asyncio.wait_for(self._store.probe(), PATIENCE_S)
        except Exception as fault:
            if self._was_ready:
                log.error("not ready: %s", cause(fault))
            self._was_ready = False
            return False
        if not self._was_ready:
            log.warning("ready again")
        self._was_ready = True
        return True
