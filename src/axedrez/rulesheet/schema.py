"""The schema of a family's sheets as data: every field with its kind, bounds, default and words, for forms."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from axedrez.core.patterns import shown
from axedrez.messages import LANGUAGES, Texts, catalogue, say
from axedrez.rulesheet.sheet import Words

Kind = Literal["boolean", "choice", "number", "text", "words", "list", "map", "table", "data"]


class Option(msgspec.Struct, frozen=True):
    """A value that a field may have, in words."""

    value: str | int
    names: Texts


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a sheet.

    `path`: `pieces.*.letter`, a star for any key of a map. `format`: what a text or number stands for (`piece`,
    `square`, `rank`, `file`, `letter`, `letters`, `glyph`, `betza`, `position`, `id`, `clause`). `nullable`: it may say
    nothing; `length`: a list has just so many entries. `options`: the values of a choice; `fields`: those of a table;
    `item`: an entry of a list or map; `keys`: the format of a map's keys. A map or list of anything is `data`.
    """

    path: str
    kind: Kind
    names: Texts
    help: Texts
    format: str = ""
    required: bool = False
    nullable: bool = False
    default: Any = None
    min: float | None = None
    max: float | None = None
    whole: bool = False
    pattern: str = ""
    max_length: int | None = None
    length: int | None = None
    keys: str = ""
    options: tuple[Option, ...] = ()
    fields: tuple[Field, ...] = ()
    item: Field | None = None


def fields(kind: Any, prefix: str = "") -> tuple[Field, ...]:
    """The fields of a struct type. Raises `KeyError` for a field without words."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple(
        _field(f"{prefix}{field.encode_name}", hints[field.name], field.required, _default(field))
        for field in msgspec.structs.fields(kind)
    )


def every(kind: Any) -> Iterator[Field]:
    """All fields of a struct type, those inside tables, lists and maps too."""

    def inside(field: Field) -> Iterator[Field]:
        yield field
        for part in (*field.fields, *((field.item,) if field.item else ())):
            yield from inside(part)

    for field in fields(kind):
        yield from inside(field)


def in_words(path: str, value: object, lang: str) -> str | None:
    """A value of a field as the catalogue words it, or None where it has no words; `path` may hold stars."""
    if isinstance(value, bool):
        return say("field.value.yes" if value else "field.value.no", lang)
    known = catalogue(lang)
    # The same word may mean different things of different fields.
    return known.get(f"field.value.{path}.{value}") or known.get(f"field.value.{value}")


def _field(path: str, kind: Any, required: bool, default: Any) -> Field:
    said = {part: {lang: _said(path, part, lang) for lang in LANGUAGES} for part in ("name", "help")}
    shape = _shape(path, kind)
    return Field(path=path, names=said["name"], help=said["help"], required=required, default=default, **shape)


def _said(path: str, part: str, lang: str) -> str:
    return say(f"field.{whole(path)}.{part}", lang)


def whole(path: str) -> str:
    """The field that a path belongs to: an entry of a list or map is spoken of as the whole."""
    while path.endswith(".*"):
        path = path.removesuffix(".*")
    return path


def _shape(path: str, kind: Any) -> dict[str, Any]:
    """What a type says of a field."""
    if get_origin(kind) in (Union, types.UnionType):
        parts = [part for part in get_args(kind) if part is not type(None)]
        shape = _shape(path, parts[0]) if len(parts) == 1 else {"kind": "data"}
        return {**shape, "nullable": len(parts) < len(get_args(kind))}
    if get_origin(kind) is Annotated:
        base, *notes = get_args(kind)
        meta = next((note for note in notes if isinstance(note, msgspec.Meta)), msgspec.Meta())
        bounds = {
            "min": meta.ge,
            "max": meta.le,
            "pattern": shown(meta.pattern or ""),
            "max_length": meta.max_length,
            "format": meta.title or "",
        }
        return {**_shape(path, base), **bounds}
    if get_origin(kind) is Literal:
        return {"kind": "choice", "options": tuple(Option(value, _names(path, value)) for value in get_args(kind))}
    if get_origin(kind) is tuple:
        first, *others = get_args(kind)
        length = None if others == [...] else 1 + len(others)
        return {"kind": "list", "item": _field(f"{path}.*", first, True, None), "length": length}
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        return {
            "kind": "map",
            "keys": _shape("", key).get("format", ""),
            "item": _field(f"{path}.*", value, True, None),
        }
    if kind is Words:
        return {"kind": "words"}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {"kind": "table", "fields": fields(kind, f"{path}.")}
    simple: dict[Any, dict[str, Any]] = {
        bool: {"kind": "boolean"},
        int: {"kind": "number", "whole": True},
        float: {"kind": "number"},
        str: {"kind": "text"},
    }
    return simple.get(kind, {"kind": "data"})


def _names(path: str, value: str | int) -> Texts:
    names = {lang: in_words(whole(path), value, lang) for lang in LANGUAGES}
    if None in names.values():
        raise KeyError(f"es.json or en.json lacks field.value.{value} (or field.value.{path}.{value})")
    return typing.cast(Texts, names)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.required:
        return None
    value = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    return msgspec.json.decode(msgspec.json.encode(value))
