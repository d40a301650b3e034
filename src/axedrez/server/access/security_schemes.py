"""What the OpenAPI description says of credentials: which operations need some, and which kinds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import signature

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import Components, OpenAPI, SecurityRequirement, SecurityScheme

from axedrez.server.access.authentication import COOKIE
from axedrez.server.base.openapi import operations

SESSION, TOKEN = "session", "token"
COMPONENTS = Components(
    security_schemes={
        SESSION: SecurityScheme(
            type="apiKey",
            name=COOKIE,
            security_scheme_in="cookie",
            description="The cookie of a guest (from `GET /api/me`) or of a session (from `POST /api/sessions`).",
        ),
        TOKEN: SecurityScheme(
            type="http",
            scheme="bearer",
            description="A personal token, which an account makes for a program by `POST /api/me/tokens`.",
        ),
    }
)
EITHER: list[SecurityRequirement] = [{SESSION: []}, {TOKEN: []}]

_WRITES = "(post|put|patch|delete)"
_NEEDED = re.compile(
    rf"""
      \w+    \ /api/me/.+
    | {_WRITES} \ /api/me
    | delete \ /api/sessions
    | \w+    \ /api/class(es)?(?!/join).*
    | \w+    \ /api/exercises/mine.*
    | {_WRITES} \ /api/(invitations|lobby|clubs|reports|studies)(/.*)?
    | {_WRITES} \ /api/exercises/answer
    | {_WRITES} \ /api/tournaments(?!/names).*
    | {_WRITES} \ /api/games/[^/]+/chat
    """,
    re.VERBOSE,
)
_OWNERS = re.compile(
    r"(delete /api/(me|sessions)|put /api/me/(bot|password|mail)|post /api/me/(tokens|push|mail/proof))"
)
"""What an account does itself, not a program for it."""


def security_of(method: str, path: str, *, knows: bool) -> list[SecurityRequirement]:
    """The requirements of an operation, one of which is enough; none: it is for everybody.

    `knows`: it makes use of who asks, wherever it does not need it.
    """
    asked = f"{method} {path}"
    if _OWNERS.fullmatch(asked):
        return [{SESSION: []}]
    if _NEEDED.fullmatch(asked):
        return EITHER
    return [{}, *EITHER] if knows else []


def describe_security(api: OpenAPI, handlers: Iterable[object]) -> None:
    """Write the requirements into the description of every operation."""
    knowing = {
        (method.lower(), re.sub(r":\w+}", "}", path))
        for handler in handlers
        if isinstance(handler, HTTPRouteHandler) and {"me", "requester"} & signature(handler.fn).parameters.keys()
        for method in handler.http_methods
        for path in handler.paths
    }
    for method, path, operation in operations(api):
        operation.security = security_of(method, path, knows=(method, path) in knowing)
