"""Other values for every field of a sheet, one change at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from axedrez.core import Game

ABOUT = {
    *("id", "names", "schema", "summary", "same_law_as", "source", "clauses", "decisions", "guide", "terms", "effects"),
    *("clause", "en_passant_clause", "glyph", "value", "letter", "letter_es", "letters"),
}
"""What describes a sheet, and what its pieces are called and look like."""
PLACES = {"fen", "position", "movement"}
"""Texts of their own: what they say is read by what sets up a position or makes a move."""


class Change(NamedTuple):
    """A field by its path, and what it is to say."""

    path: tuple[str, ...]
    value: object

    def data(self) -> dict[str, Any]:
        """As a part of a sheet."""
        data: Any = self.value
        for key in reversed(self.path):
            data = {key: data}
        found: dict[str, Any] = data
        return found


def changes(game: Game) -> Iterator[Change]:
    """Every field of the sheet of a game with other values of its type."""
    yield from _of_table(game.sheet, (), tuple(game.sheet.pieces))


def _of_table(table: msgspec.Struct, path: tuple[str, ...], pieces: tuple[str, ...]) -> Iterator[Change]:
    for field in msgspec.structs.fields(table):
        if field.name in ABOUT | PLACES:
            continue
        value = getattr(table, field.name)
        for other_path, other in _of_value(value, field.type, (*path, field.name), pieces):
            yield Change(other_path, other)


def _of_value(value: Any, kind: Any, path: tuple[str, ...], pieces: tuple[str, ...]) -> Iterator[tuple[Any, object]]:
    if isinstance(value, msgspec.Struct):
        yield from _of_table(value, path, pieces)
        return
    info = plain(inspect.type_info(kind))
    if isinstance(info, inspect.DictType):
        yield from _of_map(value, info, path, pieces)
        return
    yield from ((path, other) for other in _others(info, pieces) if not _same(other, value))


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal, lists in any order."""
    return sorted(one) == sorted(other) if isinstance(one, list) and other is not None else one == other


def _of_map(value: Any, info: inspect.DictType, path: Any, pieces: tuple[str, ...]) -> Iterator[tuple[Any, object]]:
    for name, entry in value.items():
        if isinstance(entry, msgspec.Struct):
            yield from _of_table(entry, (*path, name), pieces)
    if not isinstance(plain(info.value_type), inspect.StructType):
        for name in pieces:
            for other in _others(info.value_type, pieces):
                if other or name in value:
                    yield (*path, name), other


def _others(info: inspect.Type, pieces: tuple[str, ...]) -> Iterator[object]:
    match plain(info):
        case inspect.UnionType(types=kinds):
            for kind in kinds:
                yield from _others(kind, pieces)
        case inspect.NoneType():
            pass  # TOML cannot say it
        case inspect.BoolType():
            yield from (True, False)
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.IntType(ge=low, le=high):
            yield from {low, (low or 0) + 1, min(high or 5, 5), high}
        case inspect.FloatType():
            yield 2.5
        case inspect.VarTupleType(item_type=item):
            single = list(dict.fromkeys(_items(item, pieces)))
            yield []
            yield from ([each] for each in single)
            yield single[:2]
        case inspect.TupleType():
            yield ["b", "g"]
        case inspect.StrType():
            yield from ("", *pieces)
        case other:
            raise TypeError(f"{other}")


def _items(item: inspect.Type, pieces: tuple[str, ...]) -> Iterator[Any]:
    """What may stand in a list."""
    item = plain(item)
    if isinstance(item, inspect.StrType):
        pattern = item.pattern or ""
        yield from ("d4", "c3") if "[a-h][1-8]" in pattern else pieces
    elif isinstance(item, inspect.LiteralType):
        yield from item.values
    else:
        yield from (1, 3, 4)


def plain(info: inspect.Type) -> inspect.Type:
    """Without its title."""
    return info.type if isinstance(info, inspect.Metadata) else info
