"""The OpenAPI description of a server, written when somebody first asks for it: no start waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from litestar import Request, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPI

import axedrez
from axedrez.server.access.guard import refuse_malformed
from axedrez.server.access.security_schemes import COMPONENTS, describe_security
from axedrez.server.base.openapi import operations

PATH = "/api/schema"


class _Description(OpenAPI):
    """What the framework describes, corrected as it is written."""

    handlers: Sequence[object]

    def to_schema(self) -> dict[str, Any]:
        for _, _, operation in operations(self):
            if operation.responses is not None:
                operation.responses.pop("400", None)  # said of all routes; we answer 422
        describe_security(self, self.handlers)
        return super().to_schema()


@dataclass
class _Config(OpenAPIConfig):
    handlers: Sequence[object] = ()

    def to_openapi_schema(self) -> OpenAPI:
        plain = super().to_openapi_schema()
        found = _Description(**{field.name: getattr(plain, field.name) for field in fields(plain)})
        found.handlers = self.handlers
        return found


def described(handlers: Sequence[object]) -> OpenAPIConfig:
    """How a server with these handlers is described at `PATH`, and by `openapi_schema.to_schema()` of the app."""
    once = asyncio.Lock()

    async def written(request: Request[Any, Any, Any]) -> None:
        await refuse_malformed(request)
        async with once:  # in a thread: games go on meanwhile
            await asyncio.to_thread(lambda: request.app.openapi_schema)

    return _Config(
        title="Axedrez",
        version=axedrez.__version__,
        components=COMPONENTS,
        openapi_router=Router(
            PATH, route_handlers=[], include_in_schema=False, dto=None, return_dto=None, before_request=written
        ),
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        handlers=handlers,
    )
