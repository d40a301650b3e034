"""The HTTP interface, written from the OpenAPI document that a server serves: its operations, and their types."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any

import msgspec

from axedrez.server import create_app
from axedrez.server.routes import asyncapi
from pages import Pages, code, escaped, table

REF = "#/components/schemas/"
METHODS = ("get", "post", "put", "patch", "delete")
Schema = dict[str, Any]

OPERATIONS = """# HTTP interface

Every request that a server answers, from the OpenAPI document that it serves as `/api/schema/openapi.json`:
[openapi.json](../files/openapi.json). The messages of the sockets are in the AsyncAPI document `/api/asyncapi.json`:
[asyncapi.json](../files/asyncapi.json). [HTTP and WebSocket interface](../api.md) explains what both mean;
[Types of the HTTP interface](http-types.md) lists the fields of all bodies.

Errors have a body of the type [ErrorBody](http-types.md#errorbody):
"""
TYPES = """# Types of the HTTP interface

The bodies of [requests and answers](http.md). A field without a mark is always there in an answer; *optional* ones may
be left out of a request.
"""


def write(pages: Pages) -> None:
    """The page of the operations, that of the types, and the documents themselves."""
    described: Schema = json.loads(msgspec.json.encode(create_app("sqlite://").openapi_schema.to_schema()))
    pages.put("files/openapi.json", json.dumps(described, indent=1, ensure_ascii=False) + "\n")
    pages.put("files/asyncapi.json", msgspec.json.format(asyncapi.document(), indent=1))
    groups: defaultdict[str, list[str]] = defaultdict(list)
    errors: dict[str, str] = {}
    for path, operations in sorted(described["paths"].items()):
        for method in METHODS:
            if method in operations:
                group = path.split("/")[2] if path.startswith("/api/") else "other"
                groups[group].append(_operation(method, path, operations[method], errors))
    listed = [f"- {status}: {escaped(text)}" for status, text in sorted(errors.items())]
    parts = [OPERATIONS, "\n".join(listed)]
    for group, texts in groups.items():
        parts += [f"## {group}", *texts]
    pages.put("reference/http.md", "\n\n".join([*parts, "```{toctree}\n:hidden:\n\nhttp-types\n```\n"]))
    types = [_type(name, schema) for name, schema in sorted(described["components"]["schemas"].items())]
    pages.put("reference/http-types.md", "\n\n".join([TYPES, *types]))


def _operation(method: str, path: str, operation: Schema, errors: dict[str, str]) -> str:
    parts = [f"### {code(f'{method.upper()} {path}')}", f"{escaped(operation.get('summary', ''))}."]
    if description := operation.get("description"):
        parts.append(escaped(description))
    rows = [
        (
            code(each["name"]),
            each["in"],
            shown(each["schema"]),
            "needed" if each.get("required") else default(each["schema"]),
        )
        for each in operation.get("parameters", ())
    ]
    if rows:
        parts.append(table(("parameter", "in", "type", "default"), rows))
    if body := operation.get("requestBody"):
        parts.append(f"Body: {_content(body)}.")
    good, bad = [], []
    for status, answer in operation["responses"].items():
        if int(status) < 400:
            good.append(f"{status} {_content(answer)}")
        else:
            usual = errors.setdefault(status, answer["description"])
            known = usual == answer["description"]
            bad.append(status if known else f"{status} ({escaped(answer['description'])})")
    parts.append(f"Answer: {', '.join(good)}. Errors: {', '.join(sorted(bad))}.")
    return "\n\n".join(parts)


def _content(body: Schema) -> str:
    """What a body holds, with its media type where that is not JSON."""
    found = []
    for media, each in body.get("content", {}).items():
        kind = shown(each.get("schema", {}))
        found.append(kind if media == "application/json" else f"{kind} as {code(media)}")
    return " or ".join(found) or "nothing"


def _type(name: str, schema: Schema) -> str:
    required = set(schema.get("required", ()))
    rows = [
        (code(field), shown(each), "" if field in required else f"optional, {default(each) or '`null`'}")
        for field, each in schema.get("properties", {}).items()
    ]
    body = table(("field", "type", "default"), rows) if rows else shown(schema)
    return f"## {name}\n\n{body}"


def default(schema: Schema) -> str:
    """The value of what is left out."""
    return code(json.dumps(schema["default"], ensure_ascii=False)) if "default" in schema else ""


def shown(schema: Schema) -> str:
    """A schema in a line, structs as links to their fields."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return f"[{name}](http-types.md#{re.sub(r'[^a-z0-9_-]', '', name.lower())})"
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return " \\| ".join(code(json.dumps(each)) for each in schema["enum"])
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " \\| ".join(dict.fromkeys(shown(each) for each in schema[word])) + _bounds(schema)
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " \\| ".join(shown({**schema, "type": each}) for each in kind)
    if kind == "array":
        return f"list of {shown(schema.get('items', {}))}" if "prefixItems" not in schema else "list of fixed length"
    if kind == "object" and isinstance(inner := schema.get("additionalProperties"), dict) and inner:
        return f"object of {shown(inner)}"
    return f"{kind}{_bounds(schema)}"


def _bounds(schema: Schema) -> str:
    names = {"minimum": "≥", "maximum": "≤", "minLength": "length ≥", "maxLength": "length ≤", "pattern": "like"}
    found = []
    for name, sign in names.items():
        if name in schema:
            value = schema[name]
            found.append(f"{sign} {code(value) if name == 'pattern' else f'{value:g}' if value < 1e6 else int(value)}")
    return f", {', '.join(found)}" if found else ""
