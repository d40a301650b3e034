"""Turning a dictionary into a typed sheet, with every fault reported by field, value and what is valid."""

from __future__ import annotations

import hashlib
import types
import typing
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from axedrez.core.errors import SheetError, TextError
from axedrez.messages import say

T = TypeVar("T", bound=msgspec.Struct)
Fault = TextError


def fault(field: str, value: object, valid: object, reason: str = "sheet_value") -> Fault:
    """A fault of one field; `valid` says in the notation of TOML what would be right."""
    return TextError(reason, field=field[:100], value=_shown(value), valid=str(valid))


def _unfit(field: str, value: object, kind: Any, reason: str = "sheet_value") -> Fault:
    """A fault of a field that is of some type."""
    error = fault(field, value, describe(kind), reason)
    if (spanish := describe(kind, "es")) != error.details["valid"]:
        error.details["valid_es"] = spanish
    return error


def _shown(value: object) -> str:
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, OverflowError):
        text = type(value).__name__ if isinstance(value, int) else str(value)
    except RecursionError:
        text = "[[[..."
    return text if len(text) <= 60 else text[:57] + "..."


def describe(kind: Any, lang: str = "en") -> str:
    """What is valid for a type: as far as they reach in signs that need no translation, else in words of `lang`."""
    if kind is type(None):
        return "-"
    if get_origin(kind) is Literal:
        return " | ".join(_shown(value) for value in get_args(kind))
    if get_origin(kind) in (Union, types.UnionType):
        return " | ".join(describe(part, lang) for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is typing.Annotated:
        base, *notes = get_args(kind)
        for note in notes:
            if isinstance(note, msgspec.Meta):
                if note.ge is not None or note.le is not None:
                    return f"{note.ge if note.ge is not None else ''}..{note.le if note.le is not None else ''}"
                if note.pattern:
                    return say(f"sheet.kind.{note.title}", lang)
                if note.max_length:
                    return f"{describe(base, lang)} (<= {note.max_length})"
        return describe(base, lang)
    if get_origin(kind) in (list, tuple):
        return f"[{describe(get_args(kind)[0], lang)}, ...]"
    if get_origin(kind) is dict:
        return f"{{name = {describe(get_args(kind)[1], lang)}}}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return "{" + ", ".join(field.encode_name for field in msgspec.structs.fields(kind)) + "}"
    return {bool: "true | false", int: "1, 2, 3 ...", float: "0.5, 1 ...", str: '"..."'}.get(kind, str(kind))


def _struct_of(kind: Any) -> Any:
    for part in (kind, *get_args(kind)):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            return part
    return None


def _collect(data: Any, kind: Any, path: str, faults: list[Fault]) -> None:
    item = _item_struct(kind)
    if item is not None and isinstance(data, list | tuple):
        before = len(faults)
        for number, value in enumerate(data, start=1):
            _collect(value, item, f"{path}.{number}", faults)
        if len(faults) > before:
            return
    struct = _struct_of(kind) if item is None and get_origin(kind) is not dict else None
    if struct is not None and data is not None:
        if not isinstance(data, dict):
            faults.append(_unfit(path, data, struct))
            return
        fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
        tag = struct.__struct_config__.tag_field
        for key in data:
            if key not in fields and key != tag:
                faults.append(fault(f"{path}.{key}".lstrip("."), data[key], ", ".join(fields), "sheet_field"))
        for name, info in fields.items():
            if name in data:
                _collect(data[name], info.type, f"{path}.{name}".lstrip("."), faults)
            elif info.required:
                faults.append(_unfit(f"{path}.{name}".lstrip("."), None, info.type, "sheet_missing"))
        return
    if get_origin(kind) is dict and isinstance(data, dict):
        key_kind, value_kind = get_args(kind)
        for key, value in data.items():
            field = f"{path}.{key}".lstrip(".")
            if not fits(key, key_kind):
                faults.append(_unfit(field, key, key_kind, "sheet_field"))
            _collect(value, value_kind, field, faults)
        return
    if not fits(data, kind):
        faults.append(_unfit(path, data, kind))


def _item_struct(kind: Any) -> Any:
    """The struct that a list holds; None for any other type."""
    if get_origin(kind) is typing.Annotated:
        kind = get_args(kind)[0]
    return _struct_of(get_args(kind)[0]) if get_origin(kind) in (list, tuple) else None


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is one of a type."""
    try:
        msgspec.convert(value, kind, strict=True)
    except (msgspec.ValidationError, RecursionError):
        return False
    return True


def to_sheet(data: dict[str, Any], kind: type[T], name: str) -> T:
    """The typed sheet. Raises `SheetError` with every fault of the data."""
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as first:
        faults: list[Fault] = []
        _collect(data, kind, "", faults)
        raise SheetError(name, faults or [TextError("sheet_syntax", name=name, fault=str(first))]) from None


def to_json(sheet: msgspec.Struct) -> bytes:
    """The resolved sheet in one canonical form: all fields, in a fixed order."""
    return msgspec.json.encode(sheet, order="sorted")


def sheet_hash(sheet: msgspec.Struct) -> str:
    """The content hash: equal for sheets that say the same, whatever they inherit it from.

    What is left at its default does not count: a field that is added to the schema later changes no hash.
    """
    return hashlib.sha256(msgspec.json.encode(said(sheet), order="sorted")).hexdigest()


def said(value: Any) -> Any:
    """A value as builtins, without the fields of structs that stand at their defaults."""
    if isinstance(value, msgspec.Struct):
        stated = {
            field.encode_name: said(getattr(value, field.name))
            for field in msgspec.structs.fields(value)
            if field.required or getattr(value, field.name) != default(field)
        }
        config = type(value).__struct_config__
        return {config.tag_field: config.tag, **stated} if config.tag_field else stated
    if isinstance(value, dict):
        return {key: said(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [said(part) for part in value]
    return value


def default(field: msgspec.structs.FieldInfo) -> Any:
    """What a field says that is left out; `msgspec.NODEFAULT` for one that must be said."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
