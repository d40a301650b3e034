"""Requests whose JSON bodies are read as what their handlers expect, and refused at the first fault."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request

from axedrez.server.base.errors import malformed
from axedrez.server.work.priced_work import READ_KIB_MS, work

SHORT = 16 * 1024
"""A body of so many bytes is read on the event loop."""


class TypedRequest(Request[Any, Any, Any]):
    """The framework would read a body as any JSON first: that takes ten times longer, and everybody waits meanwhile."""

    async def json(self) -> Any:
        """The body as the type of the handler's `data`. Raises `Malformed`, and `TooMuch` for long ones."""
        field = self.route_handler.parsed_data_field
        decoder = _decoder(field.annotation if field is not None else Any)
        body = await self.body() or b"null"
        try:
            if len(body) <= SHORT:
                return decoder.decode(body)
            return await work(len(body) / 1024 * READ_KIB_MS, decoder.decode, body)
        except msgspec.DecodeError as fault:
            raise malformed(fault) from None


@lru_cache(maxsize=256)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, strict=False)
