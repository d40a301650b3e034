"""Sending to the push service that a browser names: an address from outside, which may point anywhere.

It has to be https at its usual port; its host is resolved once, every address must be one of the open internet, and
exactly that address is connected to, so that a name cannot turn to another one in between. No redirect is followed,
and little of the answer is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import h11

from axedrez.core import AxedrezError

PATIENCE_S = 10.0
RESOLVE_S = 5.0
MAX_ENDPOINT_LENGTH = 1000
MAX_ADDRESSES = 3
MAX_ANSWER_BYTES = 4096
HTTPS = 443
MAX_WAIT_S = 24 * 3600

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_HOST = re.compile(r"(?=.{4,253}$)(?:[a-z0-9_-]++\.)++[a-z]([a-z0-9-]*[a-z0-9])?")
"""Names of the internet; what ends in a number is an address, however it is spelt."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Awaitable[list[str]]]
Connector = Callable[
    [str, int, ssl.SSLContext | None, str | None], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
]


class Endpoint(NamedTuple):
    """The parts of an endpoint that may be sent to."""

    secure: bool
    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as a VAPID token names its audience."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == (HTTPS if self.secure else 80)
        return f"{'https' if self.secure else 'http'}://{host}{'' if usual else f':{self.port}'}"


class PushAnswer(NamedTuple):
    """What a push service has answered; `after_s`: how long it wants to be left alone."""

    status: int
    after_s: int | None


class Endpoints:
    """Checks endpoints and sends to them. `loopback` admits addresses of this machine, for tests."""

    def __init__(
        self,
        *,
        loopback: bool = False,
        resolver: Resolver | None = None,
        connector: Connector | None = None,
    ) -> None:
        self._loopback = loopback
        self._resolve = resolver or _resolve
        self._connect = connector or _connect

    def read(self, endpoint: str) -> Endpoint:
        """Raises AxedrezError (`push_endpoint`) for an address that nothing is sent to."""
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            raise AxedrezError("push_endpoint") from None
        host = parts.hostname or ""
        secure = parts.scheme == "https"
        literal = _literal(host)
        usual = secure and port in (None, HTTPS)
        tested = self._loopback and parts.scheme in ("http", "https") and (host == "localhost" or _is_loopback(literal))
        if (
            len(endpoint) > MAX_ENDPOINT_LENGTH
            or not re.fullmatch(r"[\x21-\x7e]+", endpoint)
            or "@" in parts.netloc
            or parts.fragment
            or not (usual or tested)
            or (literal is None and not tested and not _HOST.fullmatch(host))
            or (literal is not None and not self._may_reach(literal))
        ):
            raise AxedrezError("push_endpoint")
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Endpoint(secure, host, port or (HTTPS if secure else 80), target)

    async def addresses(self, endpoint: Endpoint) -> list[str]:
        """The addresses of its host, if each may be connected to. Raises AxedrezError (`push_endpoint`), OSError."""
        if (literal := _literal(endpoint.host)) is not None:
            return [str(literal)]
        async with asyncio.timeout(RESOLVE_S):
            found = await self._resolve(endpoint.host, endpoint.port)
        parsed = [_literal(each) for each in found]
        if not parsed or any(each is None or not self._may_reach(each) for each in parsed):
            raise AxedrezError("push_endpoint")
        return found[:MAX_ADDRESSES]

    async def post(self, endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> PushAnswer:
        """Send one message. Raises AxedrezError (`push_endpoint`), or OSError where there is no answer."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._post(endpoint, headers, body)
        except TimeoutError as fault:
            raise OSError("no answer in time") from fault
        except h11.RemoteProtocolError as fault:
            raise OSError(f"no HTTP: {fault}") from fault

    async def _post(self, endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> PushAnswer:
        addresses = await self.addresses(endpoint)
        context = ssl.create_default_context() if endpoint.secure else None
        name = endpoint.host if endpoint.secure else None
        for left, address in enumerate(addresses, start=1 - len(addresses)):
            try:
                reader, writer = await self._connect(address, endpoint.port, context, name)
                break
            except ssl.SSLError:
                raise
            except OSError:
                if left == 0:
                    raise
        try:
            return await _exchange(reader, writer, endpoint, headers, body)
        finally:
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    def _may_reach(self, address: Address) -> bool:
        return _is_public(address) or (self._loopback and _is_loopback(address))


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    endpoint: Endpoint,
    headers: Mapping[str, str],
    body: bytes,
) -> PushAnswer:
    connection = h11.Connection(h11.CLIENT)
    sent = {
        "host": endpoint.origin.partition("://")[2],
        **headers,
        "content-length": str(len(body)),
        "connection": "close",
    }
    request = h11.Request(method="POST", target=endpoint.target, headers=list(sent.items()))
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    read = 0
    while True:
        event: Any = connection.next_event()
        if event is h11.NEED_DATA:
            data = await reader.read(MAX_ANSWER_BYTES)
            read += len(data)
            if read > 4 * MAX_ANSWER_BYTES:
                raise OSError("too long an answer")
            connection.receive_data(data)
        elif isinstance(event, h11.Response):  # its body is of no interest
            return PushAnswer(event.status_code, _after_s(event))
        elif not isinstance(event, h11.InformationalResponse):
            raise OSError("no answer")


def _after_s(response: h11.Response) -> int | None:
    for name, value in response.headers:
        if name == b"retry-after" and value.isdigit() and len(value) < 10:
            return min(int(value), MAX_WAIT_S)
    return None


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _is_public(address: Address) -> bool:
    """Whether an address, also one wrapped into another, is one of the open internet."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.teredo is not None:
            return False
        wrapped = address.ipv4_mapped or address.sixtofour
        if wrapped is None and address in _NAT64:
            wrapped = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if wrapped is not None:
            return _is_public(wrapped)
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_loopback(address: Address | None) -> bool:
    return address is not None and address.is_loopback


async def _resolve(host: str, port: int) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


async def _connect(
    address: str, port: int, context: ssl.SSLContext | None, name: str | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(address, port, ssl=context, server_hostname=name, limit=4 * MAX_ANSWER_BYTES)
