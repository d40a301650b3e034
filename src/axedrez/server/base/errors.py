"""Errors as HTTP answers: a status, a stable reason, and one sentence in the user's language."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException

from axedrez.core import AxedrezError
from axedrez.messages import LANGUAGES, legible, sentence
from axedrez.server.base.monitoring import REFUSALS
from axedrez.storage import cause, is_away, is_unstorable

log = logging.getLogger("axedrez.server")

HUNG_UP = "client disconnected prematurely"
"""The framework's message where the client disconnected within the body."""

HTTP_REASONS = {403: "forbidden", 404: "not_found", 405: "method_not_allowed", 413: "request_too_large"}


class NotFound(AxedrezError):
    """404: something that does not exist, such as a game or a rulebook."""


class NotSignedIn(AxedrezError):
    """401: needs an identity, an account or a valid key."""


class Banned(AxedrezError):
    """403: this person is banned for now."""


class TooMuch(AxedrezError):
    """429: refused for now; try again after `seconds`."""

    def __init__(self, seconds: int, reason: str = "too_much", **details: Any) -> None:
        super().__init__(reason, seconds=seconds, **details)
        self.seconds = seconds


class Malformed(AxedrezError):
    """422: a malformed request; `field` is the place of the fault, as precisely as known."""

    def __init__(self, field: str = "") -> None:
        super().__init__("request_malformed", field=field or "–")


class Preparing(AxedrezError):
    """503: the kernels of a game are still being compiled, after an installation."""

    def __init__(self) -> None:
        super().__init__("preparing")


class Ending(AxedrezError):
    """503: the server is about to stop."""

    def __init__(self) -> None:
        super().__init__("server_ending")


STATUSES: dict[type[AxedrezError], int] = {
    NotFound: 404,
    NotSignedIn: 401,
    Banned: 403,
    TooMuch: 429,
    Ending: 503,
    Preparing: 503,
}


AWAY_S = 2
"""`retry-after` where the database is away or the server stops."""


class ErrorDetail(msgspec.Struct, frozen=True):
    """A refusal: a stable identifier, one sentence for people, the clause and the places that show why."""

    reason: str
    message: str
    clause: str | None = None
    places: list[str] = []


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every answer with a status of 400 or above."""

    error: ErrorDetail


def language(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language asked for: `?lang=`, else the first known one of `Accept-Language`, else Spanish."""
    asked = connection.query_params.get("lang")
    if asked in LANGUAGES:
        return str(asked)
    return accepted(connection.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best known language of an `Accept-Language` header, by its weights; Spanish if there is none."""
    best, weight = LANGUAGES[0], 0.0
    for part in header.split(","):
        tag, _, weighed = part.strip().partition(";q=")
        lang = tag.split("-")[0].lower()
        try:
            this = float(weighed) if weighed else 1.0
        except ValueError:
            continue
        if lang in LANGUAGES and this > weight:
            best, weight = lang, this
    return best


def detail(error: AxedrezError, lang: str) -> ErrorDetail:
    """An error as it is sent."""
    REFUSALS.labels(error.reason).inc()
    clause = getattr(error, "clause", None)
    return ErrorDetail(error.reason, sentence(error, lang), clause, list(getattr(error, "places", ())))


def refused(request: Request[Any, Any, Any], error: AxedrezError) -> Response[ErrorBody]:
    """Answer a refusal of the rules, the records or the parsers."""
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 422)
    later = error.seconds if isinstance(error, TooMuch) else AWAY_S if status == 503 else None
    headers = {"retry-after": str(later)} if later is not None else None
    return Response(ErrorBody(detail(error, language(request))), status_code=status, headers=headers)


def http_refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """Answer a refusal of the framework."""
    if error.detail == HUNG_UP:  # the client is gone, and nothing of ours failed
        log.info("%s: its sender hung up", _place(request))
        return Response(ErrorBody(ErrorDetail("request_malformed", "")), status_code=422)
    if error.status_code >= 500:
        return crashed(request, error)
    known = HTTP_REASONS.get(error.status_code)
    said = AxedrezError(known) if known else Malformed(_field(error))
    status = error.status_code if known else 422
    return Response(ErrorBody(detail(said, language(request))), status_code=status, headers=error.headers)


def unreadable(request: Request[Any, Any, Any], _error: RecursionError | UnicodeDecodeError) -> Response[ErrorBody]:
    """Answer a body that is nested too deeply, or not text."""
    return refused(request, Malformed())


def crashed(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Answer an unexpected error: the database is unavailable, or a bug."""
    if is_unstorable(error):
        return refused(request, Malformed())
    said = crash_detail(error, language(request), _place(request))
    if is_away(error):
        return Response(ErrorBody(said), status_code=503, headers={"retry-after": str(AWAY_S)})
    return Response(ErrorBody(said), status_code=500)


def crash_detail(error: Exception, lang: str, place: str) -> ErrorDetail:
    """Log an unexpected error, a bug with its traceback, and describe it to the client in one sentence."""
    if is_away(error):
        log.error("%s: the database is away: %s", place, cause(error))
        return detail(AxedrezError("database_away"), lang)
    log.error("%s failed", place, exc_info=error)
    return detail(AxedrezError("internal"), lang)


def _place(request: Request[Any, Any, Any]) -> str:
    # An address may contain line breaks, which would forge lines of the log.
    return f"{request.method} {legible(request.url.path, 200)}"


def _field(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        key = str(first.get("key", "data"))
        # For a fault of the whole body the framework gives no key, but its message quotes the field.
        quoted = str(first.get("message", "")).split("`")[1:2] if key == "data" else [key]
        return "".join(quoted)[:80]
    return ""


def malformed(fault: msgspec.DecodeError) -> Malformed:
    """The error for invalid JSON, or JSON of the wrong shape."""
    said, _, path = str(fault).partition(" - at `$")
    _, _, name = said.partition("`" if said.startswith("`") else " field `")  # one of ours; unknown, or missing
    return Malformed(".".join(filter(None, (path.rstrip("`").lstrip("."), name.partition("`")[0])))[:80])


HANDLERS: dict[Any, Any] = {
    AxedrezError: refused,
    HTTPException: http_refused,
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
    Exception: crashed,
}
