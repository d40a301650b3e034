"""Parts of the OpenAPI description: documented errors, and plain text bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from litestar.openapi import ResponseSpec
from litestar.openapi.spec import OpenAPI, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from axedrez.server.base.errors import ErrorBody

METHODS = ("get", "post", "put", "patch", "delete")
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


def operations(api: OpenAPI) -> Iterator[tuple[str, str, Operation]]:
    """The method, the path and the description of every operation."""
    for path, item in (api.paths or {}).items():
        for method in METHODS:
            if (operation := getattr(item, method)) is not None:
                yield method, path, operation


TOML = "application/toml"
PLAIN = "text/plain"


@dataclass
class TomlOperation(Operation):
    """Describes a body that is a TOML text."""

    media_type: ClassVar[str] = TOML

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(content={self.media_type: text}, required=True)


@dataclass
class TextOperation(TomlOperation):
    """Describes a body that is a plain text."""

    media_type: ClassVar[str] = PLAIN
