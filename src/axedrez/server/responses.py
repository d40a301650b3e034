"""The refusals that the interface documents."""

from __future__ import annotations

from litestar.openapi import ResponseSpec

from axedrez.server.errors import ErrorBody, StaleBody

REFUSED = {422: ResponseSpec(ErrorBody, description="Malformed, or refused by the rules", generate_examples=False)}
COMMON = {
    401: ResponseSpec(ErrorBody, description="Nobody in particular, or a key that is none", generate_examples=False),
    403: ResponseSpec(ErrorBody, description="From a page of another server", generate_examples=False),
    413: ResponseSpec(ErrorBody, description="Too large", generate_examples=False),
    429: ResponseSpec(ErrorBody, description="Too much at once", generate_examples=False),
    503: ResponseSpec(ErrorBody, description="For now: no database, or about to stop", generate_examples=False),
    **REFUSED,
}
UNKNOWN = {404: ResponseSpec(ErrorBody, description="There is no such thing", generate_examples=False), **COMMON}
CONFLICT = {409: ResponseSpec(StaleBody, description="The sender has missed events", generate_examples=False)}
