"""Commands whose senders have missed events: 409, with the game as it stands now."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.openapi import ResponseSpec

from axedrez.match import Stale
from axedrez.server.base.errors import ErrorDetail, detail, language
from axedrez.server.play.views import GameView


class StaleCommand(Exception):
    """409: a command whose sender has missed events, and the game as it stands now."""

    def __init__(self, cause: Stale, view: GameView) -> None:
        super().__init__(cause)
        self.cause = cause
        self.view = view


class StaleBody(msgspec.Struct, frozen=True):
    """The body of a 409: the error, and the present view of the game."""

    error: ErrorDetail
    view: GameView


def stale(request: Request[Any, Any, Any], error: StaleCommand) -> Response[StaleBody]:
    """Answer a stale command with a 409."""
    return Response(StaleBody(detail(error.cause, language(request)), error.view), status_code=409)


CONFLICT = {409: ResponseSpec(StaleBody, description="The sender has missed events", generate_examples=False)}
