"""Differences between two sheets of a family, and values of single fields, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from axedrez.messages import say
from axedrez.rulesheet.schema import Field, fields, in_words, whole

# Fields that describe the sheet, not the game.
_ABOUT = (
    "id", "names", "schema", "summary", "same_law_as", "source", "clauses", "decisions", "guide", "terms", "effects",
)  # fmt: skip


class Difference(msgspec.Struct, frozen=True):
    """A field that is different: its path in the sheet (`pieces.knight.movement`) and one sentence about it."""

    path: str
    text: str


def differences(parent: Any, sheet: Any, lang: str) -> tuple[Difference, ...]:
    """All rules of `sheet` that differ from `parent`, in the order of the schema, in `lang` (`es` or `en`)."""
    if type(parent) is not type(sheet):
        return ()
    describer = _Describer({**_names(parent, lang), **_names(sheet, lang)}, lang)
    found: list[Difference] = []
    for field in fields(type(sheet)):
        if field.path not in _ABOUT:
            found += describer.compare(field, field.path, "", getattr(parent, field.path), getattr(sheet, field.path))
    return tuple(found)


def field_text(sheet: Any, path: str, lang: str) -> str:
    """A field of a sheet with its value, in `lang`; a table or map without."""
    describer = _Describer(_names(sheet, lang), lang)
    value, parts = sheet, fields(type(sheet))
    called: list[str] = []
    field = None
    for key in path.split("."):
        if field is not None and field.item is not None:
            field, value = field.item, value[key]
            called.append(describer.pieces.get(key, key))
        else:
            field, value = next(part for part in parts if part.path.rpartition(".")[2] == key), getattr(value, key)
        parts = field.fields
    assert field is not None  # a path names something
    # A field is known by its own name, and an entry of a map by that of the map.
    name = " · ".join([*called, field.names[lang]])
    if field.kind in ("table", "map"):
        return name
    return say("sheet.said", lang, field=name, value=describer.in_words(field, value))


def called(parts: tuple[Field, ...], path: str, pieces: Mapping[str, str], lang: str) -> str:
    """A field by its path, in `lang`: «Peón · Letra»; the path itself where there is no such field.

    `pieces` are the names of the kinds, as far as they are known.
    """
    words: list[str] = []
    field = None
    for key in path.split("."):
        if field is not None and field.item is not None:
            field = field.item
            words.append(pieces.get(key, key))
        else:
            field = next((part for part in parts if part.path.rpartition(".")[2] == key), None)
            if field is None:
                return path
        parts = field.fields
    return " · ".join([*words, field.names[lang]] if field is not None else [path])


def _names(sheet: Any, lang: str) -> dict[str, str]:
    return {name: piece.names.in_lang(lang) for name, piece in sheet.pieces.items()}


class _Describer:
    def __init__(self, pieces: Mapping[str, str], lang: str) -> None:
        self.pieces = pieces
        self.lang = lang

    def compare(self, field: Field, path: str, owner: str, before: Any, after: Any) -> Iterator[Difference]:
        """`owner` is the entry of a map that the field belongs to, in words."""
        if before == after or field.format == "clause":
            return
        if field.kind == "table" and before is not None and after is not None:
            for part in field.fields:
                name = part.path.rpartition(".")[2]
                yield from self.compare(part, f"{path}.{name}", owner, getattr(before, name), getattr(after, name))
            return
        called = f"{owner} · {field.names[self.lang]}" if owner else field.names[self.lang]
        if field.kind == "map" and field.item is not None:
            yield from self._entries(field.item, path, called, before, after)
            return
        values = {"value": self.in_words(field, after), "before": self.in_words(field, before)}
        yield Difference(path, say("sheet.changed", self.lang, field=called, **values))

    def _entries(self, item: Field, path: str, called: str, before: Any, after: Any) -> Iterator[Difference]:
        for key in (*before, *(key for key in after if key not in before)):
            name, place = self.pieces.get(key, key), f"{path}.{key}"
            if key not in after:
                yield Difference(place, say("sheet.removed", self.lang, field=called, name=name))
            elif key not in before:
                movement = getattr(after[key], "movement", None)
                name = f"{name} ({movement})" if movement else name
                yield Difference(place, say("sheet.added", self.lang, field=called, name=name))
            else:
                yield from self.compare(item, place, name, before[key], after[key])

    def in_words(self, field: Field, value: Any) -> str:
        """A value of a field."""
        if value is None:
            return say("field.value.unsaid", self.lang)
        if isinstance(value, list | tuple):
            item = field.item or field
            return ", ".join(self.in_words(item, part) for part in value) or say("field.value.empty", self.lang)
        if field.kind == "words":
            return str(value.in_lang(self.lang))
        if field.format == "piece":
            return self.pieces.get(value, value) or say("field.value.empty", self.lang)
        if field.kind in ("boolean", "choice"):
            return in_words(whole(field.path), value, self.lang) or str(value)
        return f"{value:g}" if isinstance(value, int | float) else str(value)
