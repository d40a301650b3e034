"""Addresses of push services come from outside: nothing is sent into our own network, nor where they turn to later."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress

import pytest

from axedrez.core import AxedrezError
from axedrez.server.notices import endpoints
from axedrez.server.notices.endpoints import Endpoints, PushAnswer

HOSTILE = [
    "",
    "push.example.org",
    "http://push.example.org/x",
    "ftp://push.example.org/x",
    "file:///etc/passwd",
    "https://",
    "https:///x",
    "https://localhost/x",
    "https://intranet/x",
    "https://127.0.0.1/x",
    "https://127.1/x",
    "https://2130706433/x",
    "https://0x7f000001/x",
    "https://0/x",
    "https://10.1.2.3/x",
    "https://172.16.0.1/x",
    "https://192.168.1.1/x",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/x",
    "https://224.0.0.1/x",
    "https://255.255.255.255/x",
    "https://0.0.0.0/x",
    "https://[::1]/x",
    "https://[::]/x",
    "https://[fe80::1]/x",
    "https://[fe80::1%25eth0]/x",
    "https://[fc00::1]/x",
    "https://[fec0::1]/x",
    "https://[ff02::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://[2002:7f00:1::]/x",
    "https://[64:ff9b::7f00:1]/x",
    "https://[2001:0:1:2::3]/x",
    "https://push.example.org:22/x",
    "https://push.example.org:8443/x",
    "https://push.example.org:99999/x",
    "https://push.example.org@127.0.0.1/x",
    "https://user:secret@push.example.org/x",
    "https://push.example.org/x#part",
    "https://push.example.org/a b",
    "https://push.example.org/\r\nX-Evil: 1",
    "https://push.example.org/ñ",
    "https://push.exämple.org/x",
    "https://push.example.org/" + "x" * 1000,
]

INTO_OUR_NETWORK = [
    ["127.0.0.1"],
    ["10.0.0.7"],
    ["::1"],
    ["169.254.169.254"],
    ["::ffff:192.168.0.1"],
    ["93.184.215.14", "127.0.0.1"],  # one of several is enough
    ["nonsense"],
    [],
]

GOOD = "https://push.example.org/send/1?x=y"


def resolving(*answers: list[str]) -> tuple[Callable[..., object], list[str]]:
    """A resolver that gives one answer after another, and who was asked for."""
    asked: list[str] = []

    async def resolve(host: str, _port: int) -> list[str]:
        asked.append(host)
        return answers[min(len(asked), len(answers)) - 1]

    return resolve, asked


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(AxedrezError) as told:
        act()
    return told.value.reason


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_hostile_addresses_are_refused(endpoint: str) -> None:
    resolve, asked = resolving(["93.184.215.14"])
    checker = Endpoints(resolver=resolve)  # type: ignore[arg-type]

    async def act() -> None:
        await checker.addresses(checker.read(endpoint))

    # What only a resolver could refuse must not get that far with a friendly one.
    assert refused(lambda: asyncio.run(act())) == "push_endpoint"
    assert asked == []


@pytest.mark.parametrize("endpoint", [each for each in HOSTILE if "127.0.0.1" not in each and "localhost" not in each])
def test_the_test_mode_admits_this_machine_and_nothing_more(endpoint: str) -> None:
    if endpoint.startswith(("https://[::1]", "https://[::ffff:127")):
        return
    assert refused(lambda: Endpoints(loopback=True).read(endpoint)) == "push_endpoint"


@pytest.mark.parametrize("answer", INTO_OUR_NETWORK)
def test_names_that_lead_into_our_network_are_refused(answer: list[str]) -> None:
    resolve, _ = resolving(answer)
    checker = Endpoints(resolver=resolve)  # type: ignore[arg-type]
    assert refused(lambda: asyncio.run(checker.post(checker.read(GOOD), {}, b""))) == "push_endpoint"


def test_a_name_cannot_turn_to_another_address_after_it_was_checked() -> None:
    """What was checked is what is connected to; the certificate still has to be that of the name."""
    resolve, asked = resolving(["93.184.215.14", "93.184.215.15"], ["127.0.0.1"])
    tried: list[tuple[str, int, str | None]] = []

    async def connect(address: str, port: int, context: ssl.SSLContext | None, name: str | None) -> None:
        assert context is not None
        assert context.check_hostname
        assert context.verify_mode is ssl.CERT_REQUIRED
        tried.append((address, port, name))
        raise ConnectionRefusedError

    checker = Endpoints(resolver=resolve, connector=connect)  # type: ignore[arg-type]
    endpoint = checker.read(GOOD)
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(checker.post(endpoint, {}, b""))
    host = "push.example.org"
    assert tried == [("93.184.215.14", 443, host), ("93.184.215.15", 443, host)]
    assert asked == [host]
    # The next message asks again, and is not sent.
    assert refused(lambda: asyncio.run(checker.post(endpoint, {}, b""))) == "push_endpoint"
    assert len(tried) == 2


def answering(answer: bytes, *, pause_s: float = 0.0) -> PushAnswer:
    """What is made of the answer of a service on this machine; it must be asked once."""
    asked = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            await asyncio.sleep(pause_s)
            writer.write(answer)
            await writer.drain()
            writer.close()

    async def act() -> PushAnswer:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        checker = Endpoints(loopback=True)
        try:
            return await checker.post(checker.read(f"http://127.0.0.1:{port}/x?y"), {"ttl": "5"}, b"body")
        finally:
            server.close()

    try:
        return asyncio.run(act())
    finally:
        assert len(asked) == 1
        assert asked[0].startswith(b"POST /x?y HTTP/1.1\r\n")
        assert b"ttl: 5\r\n" in asked[0].lower()
        assert b"content-length: 4\r\n" in asked[0].lower()


def test_redirects_are_not_followed() -> None:
    for status in (301, 302, 303, 307, 308):
        line = f"HTTP/1.1 {status} Elsewhere\r\nLocation: http://127.0.0.1:1/secret\r\n\r\n"
        assert answering(line.encode()) == PushAnswer(status, None)


def test_of_an_answer_little_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = b"HTTP/1.1 429 Wait\r\nRetry-After: 120\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 100_000
    assert answering(busy) == PushAnswer(429, 120)
    assert answering(b"HTTP/1.1 429 Wait\r\nRetry-After: 999999999\r\n\r\n") == PushAnswer(429, 86_400)
    assert answering(b"HTTP/1.1 201 Created\r\nRetry-After: tomorrow\r\n\r\n") == PushAnswer(201, None)
    for answer in (b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"x-a: b\r\n" * 50_000):
        with pytest.raises(OSError, match=r"HTTP|answer|reset|closed"):
            answering(answer)
    monkeypatch.setattr(endpoints, "PATIENCE_S", 0.2)
    with pytest.raises(OSError, match="time"):
        answering(b"HTTP/1.1 201 Created\r\n\r\n", pause_s=1.0)
