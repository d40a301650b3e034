"""Functions that are compiled once for each path."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from axedrez.jit import kernel

F = TypeVar("F", bound=Callable[..., Any])


def kernel_of(path: ModuleType) -> Callable[[F], F]:
    """Like `kernel`, for a function inside another one that is called with each path.

    Its qualified name gets the path's, for machine code is kept, and linked, by that name.
    """

    def compiled(function: F) -> F:
        function.__qualname__ = f"{function.__name__}_{path.__name__.rpartition('.')[2]}"
        return kernel(function)

    return compiled
