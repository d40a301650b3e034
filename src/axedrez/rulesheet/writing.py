"""A sheet as a TOML text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import tomli_w

from axedrez.rulesheet.validation import said


def to_data(sheet: msgspec.Struct) -> dict[str, Any]:
    """What a resolved sheet says, as JSON-able values; what stands at its default is left out."""
    data: dict[str, Any] = msgspec.to_builtins(said(sheet))
    return data


def write_toml(data: Mapping[str, Any]) -> str:
    """Data as a TOML text that reads as the same data; `None` is left out, as TOML has no word for it."""
    return tomli_w.dumps(_without_nothing(data))


def _without_nothing(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nothing(part) for key, part in value.items() if part is not None}
    return [_without_nothing(part) for part in value] if isinstance(value, list | tuple) else value
