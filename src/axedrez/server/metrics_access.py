"""Who may see what a server tells of itself: programs of its own network, never somebody for whom a proxy asks."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar.connection import ASGIConnection

from axedrez.core import AxedrezError

LOOPBACK = "127.0.0.0/8,::1"
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""What proxies say of those for whom they ask. Those who ask for themselves say nothing of the kind."""


class MetricsAccess:
    """Addresses and networks, with commas between. Raises AxedrezError (`metrics_for`) for what is neither."""

    def __init__(self, text: str = LOOPBACK) -> None:
        try:
            self._networks = [ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip()]
        except ValueError as fault:
            raise AxedrezError("metrics_for", fault=str(fault)) from None

    def include(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether it is one of them who asks, without a proxy."""
        if connection.client is None or any(name in connection.headers for name in FORWARDED):
            return False
        try:
            address = ipaddress.ip_address(connection.client.host)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)
