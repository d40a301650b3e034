"""Running the server: until it is interrupted, or for the time of a block."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import uvicorn
from litestar import Litestar

from axedrez.core import AxedrezError
from axedrez.jit import settle
from axedrez.messages import say
from axedrez.preparation import Preparation
from axedrez.server.app import create_app
from axedrez.server.engines import allowed
from axedrez.server.http import TimedH11Protocol
from axedrez.server.monitoring import MetricsAccess
from axedrez.server.pubsub import open_pubsub
from axedrez.server.throttle import Rates
from axedrez.storage import Store, default_url

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
GRACE_S = 5
STOP_LIMIT_S = 120.0
LONGEST_FRAME = 2**16
SWITCH_S = 0.0005
"""Thread switch interval: commits wait for the interpreter lock many times (Python's default is ten times as long)."""
COLLECTED = (5_000, 20, 20)
"""Thresholds of the garbage collector."""


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    database_url: str | None = None,
    channels_url: str | None = None,
    open_browser: bool = False,
    lang: str = "es",
    *,
    trusted_proxies: str | None = None,
    metrics_for: str | None = None,
    classroom: str | None = None,
    engines: Sequence[str] = (),
    announce: Callable[[str], str] | None = None,
) -> None:
    """Serve until interrupted; port 0 takes a free one. Prints a line with the address when it is ready.

    `trusted_proxies` are the addresses or networks of proxies whose forwarding headers are believed. Rate limits apply
    unless only this machine is served. `metrics_for` are the addresses that may read the metrics (None: this machine),
    never through a proxy. `classroom`: the host by which a class finds this machine; it disables chat. External
    `engines` (`axedrez engines`) may be opponents and analysts. `announce` formats the line with the address.

    `channels_url` is the Redis by which servers over one database notify each other. Raises AxedrezError if the
    address is taken, the database cannot be opened, Redis does not answer or an engine is unknown.
    """
    url_of_database = database_url or default_url()
    named = allowed(engines)
    metrics_access = MetricsAccess(metrics_for) if metrics_for is not None else None
    listener = _listen(host, port)
    address = f"http://{classroom or _shown(host)}:{listener.getsockname()[1]}"
    alone = _is_local(host) and trusted_proxies is None
    app = create_app(
        url_of_database,
        hosts=LOCAL_NAMES if alone else None,
        channels_url=channels_url,
        classroom=address if classroom is not None else None,
        rates=None if alone else Rates(),
        engines=named,
        preparation=Preparation(),
        metrics_access=metrics_access,
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=TimedH11Protocol,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,  # compression would double the memory of a socket
        timeout_graceful_shutdown=GRACE_S,
        server_header=False,
        proxy_headers=trusted_proxies is not None,
        forwarded_allow_ips=trusted_proxies,
    )
    words = announce(address) if announce else say("cli.serving", lang, url=address)
    server = _Announced(config, words, address if open_browser else None, app)
    sys.setswitchinterval(SWITCH_S)
    with listener:
        asyncio.run(_run(_serve(server, listener, url_of_database, channels_url)))


@contextmanager
def serving(app: Litestar) -> Iterator[str]:
    """Serve an application in a thread, on a free port of this machine; gives its host and port.

    Raises `TimeoutError` if it does not stop.
    """
    listener = _listen("127.0.0.1", 0)
    server = _Server(uvicorn.Config(app, log_level="error", http=TimedH11Protocol, timeout_graceful_shutdown=2), app)
    thread = threading.Thread(target=lambda: asyncio.run(_run(server.serve(sockets=[listener]))), daemon=True)
    with listener:
        thread.start()
        while not server.started and thread.is_alive():
            thread.join(0.01)
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(STOP_LIMIT_S)
    if thread.is_alive():
        raise TimeoutError("the server did not stop")


class _Unawaited(ThreadPoolExecutor):
    """Threads that the loop does not wait for at its end: all is written by then, and a compiler may take minutes."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        del wait
        super().shutdown(wait=False, cancel_futures=cancel_futures)


async def _run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.get_running_loop().set_default_executor(_Unawaited())
    await work


async def _serve(server: uvicorn.Server, listener: socket.socket, database_url: str, channels_url: str | None) -> None:
    # Errors of opening reach the caller before anything is announced.
    await (await Store.open(database_url)).close()
    pubsub = open_pubsub(channels_url)
    await pubsub.start()
    await pubsub.close()
    await server.serve(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that notifies its application when it is about to end."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.presence.end()
        await super().shutdown(sockets)


class _Announced(_Server):
    """A server that announces when it is ready."""

    def __init__(self, config: uvicorn.Config, message: str, browse: str | None, app: Litestar) -> None:
        super().__init__(config, app)
        self._message = message
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(f"{self._message}\n")
        sys.stdout.flush()
        if self.started:
            self._settling = asyncio.create_task(_settle(self._app))
        if self._browse is not None:
            await asyncio.to_thread(webbrowser.open, self._browse)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Requests that wait for kernels are refused now, so that they do not delay the end.
        self._app.state.warm.cancel()
        await super().shutdown(sockets)


async def _settle(app: Litestar) -> None:
    await asyncio.shield(app.state.warm)
    settle()
    gc.set_threshold(*COLLECTED)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family)
    except (OSError, OverflowError, UnicodeError) as fault:
        raise AxedrezError("address_unavailable", host=host, port=port) from fault
    # Inherited by every connection. Without it each answer, sent in two parts, waits 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
