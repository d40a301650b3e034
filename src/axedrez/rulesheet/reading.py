"""From TOML text to a resolved dictionary: inheritance and options."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from axedrez.core.errors import TextError
from axedrez.rulesheet.limits import check_data, check_toml
from axedrez.rulesheet.validation import fits

MAX_PARENTS = 8
# What a sheet says of itself only; its children do not inherit it.
OWN_FIELDS = ("same_law_as", "source", "summary", "guide")


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Parse a sheet. Raises `TextError` with the place of the fault."""
    check_toml(text, name)
    try:
        data = tomllib.loads(text)
    except ValueError as fault:  # a `TOMLDecodeError`, or a number of too many digits
        raise TextError("sheet_syntax", name=name, fault=str(fault)[:200]) from None
    return check_data(data, name)


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


def typed_paths(kind: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The dotted paths of all single values of a struct type, with their types."""
    for field in msgspec.structs.fields(kind):
        options = field.type if isinstance(field.type, type) else None
        path = f"{prefix}{field.encode_name}"
        if options is not None and issubclass(options, msgspec.Struct):
            yield from typed_paths(options, f"{path}.")
        else:
            yield path, field.type


def paths(kind: Any) -> list[str]:
    """The dotted paths of all single values of a struct type."""
    return [path for path, _ in typed_paths(kind)]


def set_option(data: dict[str, Any], kind: Any, name: str, value: Any) -> dict[str, Any]:
    """The sheet with one option set; `name` is the whole path, or its last part where that is unique.

    A text is read as on the command line. Raises `TextError` for a name that is none, or several.
    """
    known = dict(typed_paths(kind))
    matches = [path for path in known if path == name] or [path for path in known if path.endswith(f".{name}")]
    if len(matches) != 1:
        reason = "option_ambiguous" if matches else "option_unknown"
        shown = matches or [path for path in known if "." in path]
        raise TextError(reason, name=name[:60], valid=", ".join(shown))
    *tables, leaf = matches[0].split(".")
    nested = check_data({leaf: value}, name[:60])
    nested[leaf] = option_value(value, known[matches[0]])
    for table in reversed(tables):
        nested = {table: nested}
    return merge(data, nested)


def option_value(given: Any, kind: Any) -> Any:
    """What is meant by a value of an option of a type: of a text the TOML value, or else the bare word itself.

    Where a number is given and the option takes words, the number is one: `960` of `castling.mode`.
    """
    value = given
    if isinstance(given, str):
        try:
            value = read_toml(f"value = {given}", "option").get("value")
        except TextError:
            return given
    word = str(given) if isinstance(given, int | str) and not isinstance(given, bool) else None
    return word if word is not None and not fits(value, kind) and fits(word, kind) else value
