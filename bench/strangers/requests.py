"""Requests to every route of a server, made from its own description of the interface."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

from bench.strangers.shapes import SHAPES, Made, raw

LONGEST_QUERY = 1500
"""Characters of a value in an address: encoded, a longer one is refused before anybody reads it."""
RAW = {name: (body, kind) for name, body, kind in raw()}


class Route(NamedTuple):
    """A route, with what its description says of its parameters and its body."""

    method: str
    path: str
    parameters: tuple[Any, ...]
    body: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


class Request(NamedTuple):
    """What is sent."""

    method: str
    url: str
    content: bytes | None
    kind: str


class Requests:
    """Makes requests by the description of the interface; `known`: values of parameters of paths, by their names."""

    def __init__(self, description: dict[str, Any], known: dict[str, list[str]]) -> None:
        self.description, self.known = description, known

    def _resolve(self, reference: str) -> Any:
        found: Any = self.description
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def routes(self) -> list[Route]:
        """All of them; those that delete come last."""
        found = []
        for path, operations in self.description["paths"].items():
            for method, told in operations.items():
                content: dict[str, dict[str, Any]] = told.get("requestBody", {}).get("content", {})
                body = next(iter(content.values()), {}).get("schema")
                found.append(Route(method.upper(), path, tuple(told.get("parameters", ())), body))
        return sorted(found, key=lambda route: (route.method == "DELETE", route.method != "GET", route.path))

    def shapes(self, route: Route) -> Iterator[str]:
        """The shapes in which a route is asked."""
        yield from SHAPES
        if route.body is not None:
            yield from RAW

    def make(self, route: Route, shape: str, lots: random.Random) -> Request:
        """A request in one of these shapes."""
        made, path, query = Made(self._resolve, lots), route.path, dict[str, str]()
        for told in route.parameters:
            name, schema = told["name"], told.get("schema", {})
            if told["in"] == "path":
                values = self.known.get(name) or [str(uuid4())]
                path = path.replace(f"{{{name}}}", quote(lots.choice(values), safe=""))
            elif told["in"] == "query" and (shape not in ("least", *RAW) or told.get("required")):
                value = made.value(schema, shape, name)
                text = value if isinstance(value, str) else json.dumps(value)
                query[name] = text[:LONGEST_QUERY]
        if shape == "names":
            query |= {f"x{number}": "1" for number in range(300)}
        url = f"{path}?{urlencode(query, errors='replace')}" if query else path
        if route.body is None:
            return Request(route.method, url, None, "")
        if shape in RAW:
            return Request(route.method, url, *RAW[shape])
        body = made.value(route.body, shape, "text")
        if isinstance(body, str):
            return Request(route.method, url, body.encode(), "text/plain")
        return Request(route.method, url, json.dumps(body).encode()[:1_048_000], "application/json")
