"""Running the server from the command line."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
import webbrowser

import uvicorn

from axedrez.core import AxedrezError
from axedrez.messages import say
from axedrez.server.app import create_app
from axedrez.storage import Store, default_url

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
GRACE_S = 5
LONGEST_FRAME = 2**16


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    database_url: str | None = None,
    open_browser: bool = False,
    lang: str = "es",
) -> None:
    """Serve until interrupted; port 0 takes a free one. Prints a line with the address when it is ready.

    Raises AxedrezError if the address cannot be had or the database cannot be opened.
    """
    url_of_database = database_url or default_url()
    listener = _listen(host, port)
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}"
    app = create_app(url_of_database, hosts=LOCAL_NAMES if _is_local(host) else None)
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=LONGEST_FRAME, timeout_graceful_shutdown=GRACE_S, server_header=False
    )
    server = _Announced(config, say("cli.serving", lang, url=address), address if open_browser else None)
    with listener:
        asyncio.run(_serve(server, listener, url_of_database))


async def _serve(server: uvicorn.Server, listener: socket.socket, database_url: str) -> None:
    # A database that cannot be opened is told to the caller before anything is announced.
    await (await Store.open(database_url)).close()
    await server.serve(sockets=[listener])


class _Announced(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, message: str, browse: str | None) -> None:
        super().__init__(config)
        self._message = message
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(f"{self._message}\n")
        sys.stdout.flush()
        if self._browse is not None:
            await asyncio.to_thread(webbrowser.open, self._browse)


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
