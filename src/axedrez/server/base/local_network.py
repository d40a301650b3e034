"""Where other devices of the local network find this machine."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::")
"""Who listens there listens on all addresses of the machine."""
SOMEWHERE = ("192.0.2.1", 9)  # a documentation address: nothing is sent there
LOOPBACK = "127.0.0.1"
LOCAL_NAMES = ("localhost", LOOPBACK, "::1")
"""What the page is called on this machine alone."""


def local_address() -> str:
    """The address of this machine in the local network; the loopback address if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)  # UDP: this only selects a route
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Where others open the page of a server that listens on `host`; () where only this machine can."""
    if host not in EVERYWHERE:
        return ()
    named: list[str] = []
    with contextlib.suppress(OSError):  # the name of this machine may mean nothing
        named = [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    hosts = dict.fromkeys([local_address(), *named])
    return tuple(f"http://{each}:{port}" for each in hosts if not ipaddress.ip_address(each).is_loopback)
