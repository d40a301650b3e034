"""What becomes of requests that are under way when the server ends."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from litestar import get
from litestar.response import Stream

from axedrez.server import create_app
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving


def test_a_request_that_is_cut_off_is_told_so_and_nothing_is_logged_as_a_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = threading.Semaphore(0)

    @get("/api/endless")
    async def endless() -> str:
        waiting.release()
        await asyncio.Event().wait()
        return ""

    @get("/api/begun")
    async def begun() -> Stream:
        async def parts() -> AsyncIterator[str]:
            yield "begun"
            waiting.release()
            await asyncio.Event().wait()

        return Stream(parts())

    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    app.register(endless)
    app.register(begun)
    with ThreadPoolExecutor() as threads, caplog.at_level(logging.ERROR):
        with serving(app) as address:
            ask = httpx.Client(base_url=f"http://{address}", headers={"accept-language": "es"}, timeout=60)
            answer = threads.submit(ask.get, "/api/endless")
            part = threads.submit(ask.get, "/api/begun")
            assert waiting.acquire(timeout=60)
            assert waiting.acquire(timeout=60)
        told = answer.result(60)
        with pytest.raises(httpx.RemoteProtocolError):  # incomplete, and nobody may take it for the whole
            part.result(60)
    assert told.status_code == 503
    assert told.json()["error"]["reason"] == "server_ending"
    assert told.headers["retry-after"]
    assert not any(record.exc_info for record in caplog.records)
