"""From TOML text to a resolved dictionary: inheritance and options."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from axedrez.core.errors import TextError

MAX_BYTES = 100_000
MAX_PARENTS = 8
# What a sheet says of itself only; its children do not inherit it.
OWN_FIELDS = ("same_law_as", "source", "summary")


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Parse a sheet. Raises `TextError` with the place of the fault."""
    if len(text) > MAX_BYTES:
        raise TextError("sheet_too_long", name=name, limit=MAX_BYTES)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise TextError("sheet_syntax", name=name, fault=str(fault) or "nesting") from None


def merge(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """The parent with what the child says; tables are merged field by field, anything else is replaced.

    A table that the child sets to `false` is taken out.
    """
    merged = dict(parent)
    for key, value in child.items():
        inherited = merged.get(key)
        if value is False and isinstance(inherited, dict):
            del merged[key]
        elif isinstance(value, dict) and isinstance(inherited, dict):
            merged[key] = merge(inherited, value)
        else:
            merged[key] = value
    return merged


def resolve(data: Mapping[str, Any], find: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """The sheet with everything it inherits through `extends`; `find` gives a parent by name.

    Raises `TextError` for a parent that does not exist and for a circle of parents.
    """
    chain = [dict(data)]
    while (parent := chain[-1].pop("extends", None)) is not None:
        if not isinstance(parent, str) or len(chain) > MAX_PARENTS:
            raise TextError("sheet_parent", value=str(parent)[:60])
        chain.append(dict(find(parent)))
    resolved: dict[str, Any] = {}
    for sheet in reversed(chain):
        resolved = merge({key: value for key, value in resolved.items() if key not in OWN_FIELDS}, sheet)
    return resolved


def paths(kind: Any, prefix: str = "") -> Iterator[str]:
    """The dotted paths of all single values of a struct type."""
    for field in msgspec.structs.fields(kind):
        options = field.type if isinstance(field.type, type) else None
        path = f"{prefix}{field.encode_name}"
        if options is not None and issubclass(options, msgspec.Struct):
            yield from paths(options, f"{path}.")
        else:
            yield path


def set_option(data: dict[str, Any], kind: Any, name: str, value: Any) -> dict[str, Any]:
    """The sheet with one option set; `name` is the whole path, or its last part where that is unique.

    Raises `TextError` for a name that is none, or several.
    """
    known = list(paths(kind))
    matches = [path for path in known if path == name] or [path for path in known if path.endswith(f".{name}")]
    if len(matches) != 1:
        reason = "option_ambiguous" if matches else "option_unknown"
        shown = matches or [path for path in known if "." in path]
        raise TextError(reason, name=name[:60], valid=", ".join(shown))
    *tables, leaf = matches[0].split(".")
    nested: Any = {leaf: value}
    for table in reversed(tables):
        nested = {table: nested}
    return merge(data, nested)


def option_value(text: str) -> Any:
    """The value of `--option name=value`: a TOML value, or else the bare word itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
