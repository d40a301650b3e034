"""Ports for the programs that tests start, reserved for each test process."""

from __future__ import annotations

import itertools
import os
import random
import socket

FIRST, COUNT = 12_000, 18_000
"""Below those that the system gives to whoever asks for any port: by the time a program starts, one is still free."""
WORKERS = 64

_worker = int("".join(filter(str.isdigit, os.environ.get("PYTEST_XDIST_WORKER", "0"))) or 0) % WORKERS
_offers = itertools.count(random.randrange(COUNT // WORKERS))


def free_port() -> int:
    """A free port. Each test process has its own range."""
    for offer in _offers:
        port = FIRST + offer % (COUNT // WORKERS) * WORKERS + _worker
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise AssertionError("unreachable")
