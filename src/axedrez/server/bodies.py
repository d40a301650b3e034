"""Bodies of requests that are texts, as the OpenAPI description tells them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

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
