"""Structs that several threads may decode."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def prepared(kind: type[T]) -> type[T]:
    """The type itself, whose fields msgspec has looked up.

    It does so at a type's first use, and crashes if two threads do it at once (msgspec 0.22). Called where a module
    defines a type, it is done under the lock of the import.
    """
    msgspec.json.Decoder(kind)
    return kind
