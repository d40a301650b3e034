"""Writes the TypeScript types of the interface: what `/api/schema/openapi.json` describes, for the page.

`python script/lib/api_types.py` writes `web/src/lib/api/schema.ts`; a test compares it with what is served. A response
always holds all fields of its structs, those of a request may be left out where they have a default: a struct that is
in both is written twice, as `Player` and `PlayerInput`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from axedrez.server import create_app

PLACE = Path(__file__).parents[2] / "web" / "src" / "lib" / "api" / "schema.ts"
HEAD = """/** The types of the interface, from its description by the server. Written by script/lib/api_types.py, not by hand. */

/** A text in both languages. */
export type Texts = Record<'es' | 'en', string>

"""  # noqa: E501
TEXT = {"type": "string"}
MAPS = {("GridScene", "pieces"), ("Reach", "moves")}
"""All other objects with texts as values hold a text in both languages: the description cannot tell them apart."""

REF = "#/components/schemas/"
METHODS = ("get", "post", "put", "patch", "delete")
Schema = dict[str, Any]


def served() -> Schema:
    """The description that a server gives of its interface."""
    described: Schema = json.loads(msgspec.json.encode(create_app("sqlite://").openapi_schema.to_schema()))
    return described


def written(described: Schema) -> str:
    """All types of an interface, in the order of their names."""
    schemas: dict[str, Schema] = described["components"]["schemas"]
    requests, responses = _bodies(described)
    inputs, outputs = _reached(requests, schemas), _reached(responses, schemas)
    writer = _Writer(schemas, inputs & outputs)
    parts = []
    for name in sorted(inputs | outputs):
        if name in outputs:
            parts.append(writer.declaration(name, is_input=False))
        if name in inputs and (name not in outputs or writer.differs(name)):
            parts.append(writer.declaration(name, is_input=True))
    return HEAD + "\n".join(parts)


def _bodies(described: Schema) -> tuple[list[Schema], list[Schema]]:
    requests: list[Schema] = []
    responses: list[Schema] = []
    for path in described["paths"].values():
        for method in METHODS:
            if method in path:
                requests.append(path[method].get("requestBody", {}))
                responses.append(path[method].get("responses", {}))
    return requests, responses


def _reached(bodies: list[Schema], schemas: dict[str, Schema]) -> set[str]:
    found: set[str] = set()
    waiting: list[Any] = list(bodies)
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return found


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(ref := schema.get("$ref"), str):
            yield ref.removeprefix(REF)
        for part in schema.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)


class _Writer:
    def __init__(self, schemas: dict[str, Schema], both: set[str]) -> None:
        self._schemas = schemas
        self._both = both

    def differs(self, name: str) -> bool:
        """Whether a struct that is in requests and in responses is another one in requests."""
        return self._body(name, is_input=False) != self._body(name, is_input=True)

    def declaration(self, name: str, *, is_input: bool) -> str:
        """The type of a struct, or of its form in requests."""
        named, body = self._named(name, is_input), self._body(name, is_input=is_input)
        if body == "{}":
            return f"export type {named} = Record<string, never>\n"
        return f"export interface {named} {body}\n"

    def _named(self, name: str, is_input: bool) -> str:
        own = re.sub(r"\W", "_", name)
        if not (is_input and name in self._both):
            return own
        return own + "Input" if self._is_other(name, set()) else own

    def _is_other(self, name: str, seen: set[str]) -> bool:
        """Whether something in a struct, however deep, may be left out in requests."""
        if name in seen:
            return False
        seen.add(name)
        schema = self._schemas[name]
        optional = set(schema.get("properties", {})) - set(schema.get("required", []))
        return optional != _left_out(schema) or any(self._is_other(each, seen) for each in _references(schema))

    def _body(self, name: str, *, is_input: bool) -> str:
        schema = self._schemas[name]
        required = set(schema.get("required", []))
        left_out = _left_out(schema)
        lines = []
        for field, each in schema.get("properties", {}).items():
            is_optional = field not in required if is_input else field in left_out
            kind = self.type(each, is_input)
            if (name, field) in MAPS:
                kind = kind.replace("Texts", "Record<string, string>")
            lines.append(f"  {field}{'?' if is_optional else ''}: {kind}")
        return "{\n" + "\n".join(lines) + "\n}" if lines else "{}"

    def type(self, schema: Schema, is_input: bool) -> str:
        """A schema as a type."""
        if "$ref" in schema:
            return self._named(schema["$ref"].removeprefix(REF), is_input)
        if "const" in schema:
            return _literal(schema["const"])
        if "enum" in schema:
            return " | ".join(map(_literal, sorted(schema["enum"], key=lambda each: each is None)))
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return " | ".join(dict.fromkeys(self.type(each, is_input) for each in schema[word]))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.type({**schema, "type": each}, is_input) for each in sorted(kind, key="null".__eq__))
        if kind == "array":
            if "prefixItems" in schema:
                return f"[{', '.join(self.type(each, is_input) for each in schema['prefixItems'])}]"
            item = self.type(schema.get("items", {}), is_input)
            return f"({item})[]" if "|" in item else f"{item}[]"
        if kind == "object":
            values = schema.get("additionalProperties") or {}
            return "Texts" if values == TEXT else f"Record<string, {self.type(values, is_input)}>"
        plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
        return plain.get(kind or "", "unknown")


def _structs(kind: type[msgspec.Struct] = msgspec.Struct) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _structs(each)


def _left_out(schema: Schema) -> set[str]:
    """Fields that a response may lack. The description cannot tell: it has defaults for requests only."""
    names = set(schema.get("properties", {}))
    for struct in _structs():
        if struct.__name__ != schema.get("title"):
            continue
        fields = msgspec.structs.fields(struct)  # slow: it reads the annotations anew
        if names <= {field.encode_name for field in fields} | {_tag(struct)}:
            omits = struct.__struct_config__.omit_defaults
            return {
                field.encode_name
                for field in fields
                if field.default is msgspec.UNSET or (omits and not field.required)
            }
    return set()


def _tag(struct: type[msgspec.Struct]) -> str | None:
    return struct.__struct_config__.tag_field


def _literal(value: Any) -> str:
    return "null" if value is None else f"'{value}'" if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    PLACE.write_text(written(served()))
