"""The description of the sockets."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from axedrez.server.asyncapi import document
from axedrez.server.http import public_json


@get("/api/asyncapi.json", include_in_schema=False)
async def read_asyncapi(request: Request[Any, Any, Any]) -> Response[Any]:
    """All sockets and their messages, as AsyncAPI 3.0."""
    return public_json(document(), request)


HANDLERS = [read_asyncapi]
