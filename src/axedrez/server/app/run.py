"""Running the server: until it is interrupted, or for the time of a block."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Semaphore
from typing import Any, NamedTuple

import uvicorn
from litestar import Litestar

from axedrez.core import AxedrezError
from axedrez.jit import settle
from axedrez.messages import LANGUAGES, say
from axedrez.preparation import Preparation
from axedrez.server.access.throttle import Rates
from axedrez.server.app.app import create_app
from axedrez.server.base.database import opened_store
from axedrez.server.base.errors import Preparing
from axedrez.server.base.http import TimedH11Protocol
from axedrez.server.base.local_network import EVERYWHERE, addresses
from axedrez.server.base.monitoring import MetricsAccess
from axedrez.server.base.workers import supervise
from axedrez.server.notices import NoticeOptions
from axedrez.server.play.engines import allowed
from axedrez.server.pubsub import open_pubsub
from axedrez.storage import default_url
from axedrez.storage.retention import times

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
GRACE_S = 5
STOP_LIMIT_S = 120.0
MAX_FRAME_BYTES = 2**16
SWITCH_S = 0.0005
"""Thread switch interval: commits wait for the interpreter lock many times (Python's default is ten times as long)."""
COLLECTED = (5_000, 5, 80)
"""Thresholds of the garbage collector: everybody waits while it looks through the young objects, 25,000 at most."""

BOOK_AFTER_S = 60
"""When the manual is written for searches: not while the first people come."""


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
    workers: int = 1,
    public_url: str | None = None,
    smtp: str | None = None,
    mail_from: str | None = None,
    push_loopback: bool = False,
) -> None:
    """Serve until interrupted; port 0 takes a free one. Prints a line with the address when it is ready.

    `trusted_proxies` are the addresses, or networks, of those who may say on whose behalf they ask. Where others than
    this machine are served, how much may be asked at once is limited. `metrics_for` are those of the programs that may
    read the metrics (None: of this machine), which no proxy passes on. `classroom`: the host by which a class finds
    this machine; nobody chats then. `engines` of others (`axedrez engines`) may be opponents and analysts. `announce`
    puts the address into words of its own. `workers`: so many processes serve behind the one port; more than one need
    `channels_url`.

    `public_url` is where people find the page: with it browsers are told what waits for people, and with `smtp` and
    `mail_from` mails are sent. `push_loopback` (for tests) lets push services be on this machine.

    `channels_url` is the Redis by which servers over one database notify each other. Raises AxedrezError if the
    address is taken, the database cannot be opened, Redis does not answer or an engine is unknown.
    """
    if workers > 1 and channels_url is None:
        raise AxedrezError("workers_channels")
    allowed(engines)
    times(os.environ)  # refused before anything is opened
    notices = NoticeOptions.parse(public_url, smtp, mail_from, push_loopback)
    listener = _listen(host, port)
    address = f"http://{classroom or _shown(host)}:{listener.getsockname()[1]}"
    options = ServerOptions(
        database_url or default_url(),
        channels_url,
        is_public=not _is_local(host) or trusted_proxies is not None,
        trusted_proxies=trusted_proxies,
        metrics_for=metrics_for,
        classroom=address if classroom is not None else None,
        addresses=addresses(host, listener.getsockname()[1]) if trusted_proxies is None else (),
        engines=tuple(engines),
        notices=notices,
    )
    message = announce(address) if announce else say("cli.serving", lang, url=address)

    def ready() -> None:
        sys.stdout.write(f"{message}\n")
        sys.stdout.flush()
        if open_browser:
            webbrowser.open(address)

    with listener:
        if workers == 1:
            _serve_one(options, listener, ready)
        else:
            asyncio.run(_run(_check(options)))
            supervise(workers, _serve_as_worker, (options, listener), ready)


class ServerOptions(NamedTuple):
    """What a process that serves has to know.

    `is_public`: others than this machine are served, with limits. `classroom` is the address for a class,
    `addresses` are those for other devices of the local network.
    """

    database_url: str
    channels_url: str | None
    is_public: bool
    trusted_proxies: str | None
    metrics_for: str | None
    classroom: str | None
    addresses: tuple[str, ...]
    engines: tuple[str, ...]
    notices: NoticeOptions


def _serve_as_worker(options: ServerOptions, listener: socket.socket, ready: Semaphore) -> None:
    _serve_one(options, listener, ready.release)


def _serve_one(options: ServerOptions, listener: socket.socket, ready: Callable[[], object]) -> None:
    """Serve in this process until it is told to end; `ready` is called in a thread when it answers."""
    app = create_app(
        options.database_url,
        hosts=None if options.is_public else LOCAL_NAMES,
        channels_url=options.channels_url,
        classroom=options.classroom,
        addresses=options.addresses,
        rates=Rates() if options.is_public else None,
        engines=allowed(options.engines),
        preparation=Preparation(),
        notices=options.notices,
        metrics_access=MetricsAccess(options.metrics_for) if options.metrics_for is not None else None,
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=TimedH11Protocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # compression would double the memory of a socket
        timeout_graceful_shutdown=GRACE_S,
        server_header=False,
        proxy_headers=options.trusted_proxies is not None,
        forwarded_allow_ips=options.trusted_proxies,
    )
    server = _Announced(config, app, ready)
    sys.setswitchinterval(SWITCH_S)
    asyncio.run(_run(_serve(server, listener, options)))


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


async def _serve(server: uvicorn.Server, listener: socket.socket, options: ServerOptions) -> None:
    await _check(options)
    await server.serve(sockets=[listener])


async def _check(options: ServerOptions) -> None:
    """Open and close what the server needs, or wait for it, so that the caller is told what cannot be opened."""
    await (await opened_store(options.database_url)).close()
    pubsub = open_pubsub(options.channels_url)
    await pubsub.start()
    await pubsub.close()


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

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], object]) -> None:
        super().__init__(config, app)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._settling = asyncio.create_task(_settle(self._app))
        await asyncio.to_thread(self._ready)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Requests that wait for kernels are refused now, so that they do not delay the end.
        self._app.state.warm.cancel()
        await super().shutdown(sockets)


async def _settle(app: Litestar) -> None:
    await asyncio.shield(app.state.warm)
    settle()
    gc.set_threshold(*COLLECTED)
    await asyncio.sleep(BOOK_AFTER_S)
    with suppress(Preparing):  # whoever searches first waits then
        for lang in LANGUAGES:
            await app.state.book.whole(lang)
    settle()


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
    if host in EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host
