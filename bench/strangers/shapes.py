"""Values for the schema of a request, each in many shapes: the least, the most, and what is dear to read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from uuid import uuid4

import axedrez

LONGEST = 60_000
"""A text without a limit of its own is made so long; bodies have at most 1 MiB."""
MANY = 2_000
"""A list without a limit has so many entries."""
LONG_GAME = 600
"""Plies of a game in a file of long games."""
TO_AND_FRO = ["b1c3", "b8c6", "c3b1", "c6b8"]
REPEATED = (
    "e4" + "+" * 40 + "x",
    "[a" + " " * 900 + '"x"x',
    "\n" * 900,
    "(" * 900,
    "á" + "́" * 3,
    "a-" * 400,
    "0" * 900,
)
"""What expressions and readers are slow at, if they are slow at anything."""


@cache
def played(plies: int, seed: int = 1) -> list[str]:
    """A random game of chess that has not ended after so many plies."""
    start = axedrez.load("clasico").start()
    lots = random.Random(seed)
    while True:
        here, history, moves = start, axedrez.History(), list[str]()
        while len(moves) < plies and here.outcome(history) is None:
            moves.append(str(lots.choice(here.legal_moves())))
            history, here = history.after(here), here.play(moves[-1])
        if len(moves) == plies and here.outcome(history) is None:
            return moves


def monster(faults: int) -> dict[str, Any]:
    """A sheet with so many faults."""
    pieces = {f"p{number}": {"letter": 3, "movement": ["?"]} for number in range(faults)}
    return {"extends": "clasico", "id": "m", "pieces": pieces}


def strong_sheet() -> dict[str, Any]:
    """A sheet of a whole board of strong pieces, near the bounds."""
    names = {"es": "pieza", "en": "piece"}
    pieces = {"uni": {"letter": "U", "movement": "QNCZH", "names": names}}
    fen = "uuuukuuu/uuuuuuuu/8/8/8/8/UUUUUUUU/UUUUKUUU w - - 0 1"
    return {"extends": "clasico", "id": "strong", "names": names, "pieces": pieces, "start": {"fen": fen}}


@cache
def pgn(size: int, *, long: bool) -> str:
    """A file of one short game again and again, or of long ones, each different, the last one cut off."""
    start, lots = axedrez.load("clasico").start(), random.Random(3)
    if not long:
        game = _written(start, ["e2e4", "e7e5", "g1f3", "b8c6"])
        return game * max(1, size // len(game))
    games, length = list[str](), 0
    while length < size:
        here, moves = start, list[Any]()
        while len(moves) < LONG_GAME and (turns := here.legal_moves()):
            moves.append(lots.choice(turns))
            here = here.play_unchecked(moves[-1])
        games.append(_written(start, moves))
        length += len(games[-1])
    return "".join(games)[:size]


def _written(start: axedrez.Position, moves: list[Any]) -> str:
    return axedrez.write_game(axedrez.GameRecord.from_moves(start, moves)) + "\n\n"


Field = Callable[[random.Random], Any]


def _always(value: str) -> Field:
    return lambda _: value


KNOWN: dict[str, tuple[Field, ...]] = {
    "rulebook": tuple(map(_always, ("clasico", "chessgammon", "crazyhouse", "chess960"))),
    "moves": (
        lambda _: TO_AND_FRO * 250,
        lambda _: played(300),
        lambda _: [REPEATED[0]],
        lambda _: ["e2e4"] * 1000,
    ),
    "sheet": (lambda _: monster(4000), lambda lots: {**strong_sheet(), "id": f"s{lots.randrange(10**6)}"}),
    "toml": (lambda _: "a." * 20_000 + "a = 1", lambda _: 'extends = "clasico"\nid = "t"\n' * 2000),
    "position": (
        lambda _: axedrez.load("clasico").start().text(),
        lambda _: "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQK1QQ/8/8/8/k7 w - - 0 1",
        lambda _: axedrez.load("chessgammon").start().text() + " 22",
        lambda _: "/" * 250,
    ),
    "id": (lambda _: str(uuid4()),),
    "login": (lambda lots: f"somebody{lots.randrange(10**9)}",),
    "password": (lambda _: "not the right one at all",),
    "q": (lambda lots: lots.choice(["rey", "peón", "dado", "a"]), lambda _: "comer al paso rey dado " * 12),
    "names": (lambda _: "\n".join(f"n{number}" for number in range(2000)),),
    "text": (lambda _: pgn(900_000, long=False), lambda _: pgn(500_000, long=True)),
    "nodes": (lambda lots: lots.randrange(900_000, 1_000_000),),
    "ply": (lambda _: 2, lambda _: 1),
    "level": (lambda _: 8,),
    "movement": (lambda _: "QNCZHGDA" * 10,),
}
"""What fields of these names mean: values that make much work."""


class Made:
    """Makes values of a schema; `resolve` gives the schemas that it refers to."""

    def __init__(self, resolve: Callable[[str], Any], lots: random.Random) -> None:
        self.resolve, self.lots = resolve, lots

    def value(self, schema: Any, shape: str, name: str = "", depth: int = 0) -> Any:
        """A value in one of the `SHAPES`, of a field of this `name`."""
        if "$ref" in schema:
            schema = self.resolve(schema["$ref"])
        known = KNOWN.get(name, ())
        if known and shape.startswith("known"):
            return known[int(shape[5:]) % len(known)](self.lots)
        if options := schema.get("oneOf") or schema.get("anyOf"):
            real = [option for option in options if option.get("type") != "null"] or options
            return self.value(real[-1] if shape == "most" else real[0], shape, name, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][-1 if shape == "most" else 0]
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self._object(schema, shape, depth)
        if kind == "array":
            return self._array(schema, shape, name, depth)
        if kind in ("integer", "number"):
            return self._number(schema, shape)
        if kind == "boolean":
            return shape == "most"
        return self._text(schema, shape, name)

    def _object(self, schema: Any, shape: str, depth: int) -> dict[str, Any]:
        fields, required = schema.get("properties", {}), set(schema.get("required", ()))
        chosen = fields if shape not in ("least", "wrong") and depth < 6 else required & fields.keys()
        made = {name: self.value(fields[name], shape, name, depth + 1) for name in fields if name in chosen}
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and shape in ("most", "wide", "names"):
            count = min(MANY, schema.get("maxProperties", MANY)) if depth < 2 else 2
            made |= {f"k{number}": self.value(extra, "least", "", depth + 1) for number in range(count)}
        if shape == "names":
            made |= {f"x{number}": number for number in range(MANY)} if depth == 0 else {}
        if shape == "wrong":
            made = {name: [{}] for name in fields}
        return made

    def _array(self, schema: Any, shape: str, name: str, depth: int) -> list[Any]:
        item, low = schema.get("items", {}), schema.get("minItems", 0)
        if schema.get("prefixItems"):
            return [self.value(part, shape, name, depth + 1) for part in schema["prefixItems"]]
        if shape in ("least", "wrong"):
            return [self.value(item, shape, name, depth + 1) for _ in range(low)]
        most = schema.get("maxItems", MANY if depth < 2 else 5)
        inner = "least" if shape == "many" else shape
        return [self.value(item, inner, name, depth + 1) for _ in range(max(low, min(most, MANY if depth < 2 else 5)))]

    def _number(self, schema: Any, shape: str) -> float:
        low, high = schema.get("minimum", 0), schema.get("maximum", 2**53)
        number: float = low if shape == "least" else high
        return number

    def _text(self, schema: Any, shape: str, name: str) -> str:
        low: int
        high: int
        low, high = schema.get("minLength", 0), min(schema.get("maxLength", LONGEST), LONGEST)
        if schema.get("format") == "uuid":
            return str(uuid4())
        sign = {"wide": "\U0001f600", "escaped": "\x01", "spaces": " "}.get(shape, "a")
        if shape in ("least", "wrong"):
            return "a" * low
        if shape.startswith("repeated"):
            return REPEATED[int(shape[8:]) % len(REPEATED)][:high]
        return sign * high


SHAPES = (
    *("least", "most", "many", "wide", "escaped", "spaces", "names", "wrong"),
    *(f"known{number}" for number in range(4)),
    *(f"repeated{number}" for number in range(len(REPEATED))),
)
"""Every request is made in these: known values of its fields, texts that are slow to read, too much of everything."""


def raw() -> Iterator[tuple[str, bytes, str]]:
    """Bodies that are no value of any schema: their name, the body, its type."""
    yield "deep", b"[" * 100_000, "application/json"
    yield "numbers", b"[" + b"1e9," * 200_000 + b"1]", "application/json"
    yield "keys", json.dumps({f"k{number}": number for number in range(60_000)}).encode(), "application/json"
    yield "short games", pgn(1_000_000, long=False).encode(), "text/plain"
    yield "long games", pgn(900_000, long=True).encode(), "text/plain"
    yield "lines", b"\n" * 1_000_000, "text/plain"
    yield "brackets", b"(" * 1_000_000, "text/plain"
