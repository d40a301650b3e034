"""HEAD is GET without the body, whatever is asked for."""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send


def without_bodies(app: ASGIApp) -> ASGIApp:
    """An application that answers HEAD as `app` would answer GET: the same headers, its length among them, no body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked: dict[str, Any] = {**scope}
        if asked.get("method") != "HEAD":
            return await app(scope, receive, send)

        async def send_head(message: Message) -> None:
            told: Any = {**message, "body": b""} if message["type"] == "http.response.body" else message
            await send(told)

        as_get: Any = {**asked, "method": "GET"}
        return await app(as_get, receive, send_head)

    return answer
