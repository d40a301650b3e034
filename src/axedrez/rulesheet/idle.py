"""Fields that nothing of a sheet reads: who says one of them expects something that would not happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from axedrez.rulesheet.validation import Fault, default, fault
from axedrez.rulesheet.writing import to_data


class Idle(NamedTuple):
    """A field that nothing reads: its path (`pieces.knight.twice`), and in the notation of TOML what it would need.

    `none`: the value that says “there is none”, which may be said. `read`: the part of the value that something reads,
    where there is one.
    """

    path: str
    needs: str
    none: object = None
    read: object = None


def faults(sheet: Any, before: Mapping[str, Any], idle: Iterable[Idle]) -> Iterator[Fault]:
    """One for each idle field that a sheet says otherwise than the data `before` it, which leave out defaults."""
    for each, value in _said(sheet, before, idle):
        yield fault(each.path, value, each.needs, "sheet_needs")


def read_data(sheet: Any, idle: Iterable[Idle]) -> dict[str, Any]:
    """What of a resolved sheet something reads; there may be more, where what read a parent's field is gone."""
    data = to_data(sheet)
    leave_out(data, sheet, {}, idle)
    return data


def leave_out(data: dict[str, Any], sheet: Any, before: Mapping[str, Any], idle: Iterable[Idle]) -> None:
    """Take out of the `data` of a sheet what nothing reads and the data `before` it do not say."""
    for each, _ in _said(sheet, before, idle):
        *tables, name = each.path.split(".")
        place = data
        for key in tables:
            place = place[key]
        if each.read is None:
            del place[name]
        else:
            place[name] = each.read


def _said(sheet: Any, before: Mapping[str, Any], idle: Iterable[Idle]) -> Iterator[tuple[Idle, object]]:
    for each in idle:
        *tables, name = each.path.split(".")
        table, earlier = sheet, before
        for key in tables:
            table = table[key] if isinstance(table, Mapping) else getattr(table, key)
            earlier = earlier.get(key, {})
        value = table[name] if isinstance(table, Mapping) else getattr(table, name)
        known = _plain(earlier[name]) if name in earlier else _default(table, name)
        if value not in ((), {}, each.none, each.read, known):
            yield each, value


def _default(table: Any, name: str) -> object:
    if isinstance(table, Mapping):
        return None
    return default(next(field for field in msgspec.structs.fields(table) if field.name == name))


def _plain(value: Any) -> Any:
    """As a sheet has it: its lists are tuples."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value
