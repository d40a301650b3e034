"""Kernels before their machine code is there: they run as plain Python, slowly and with the same results.

After an installation a compiler works for a minute. A program that cannot wait so long calls `interpret()`; when a part
of the kernels has been compiled (by another process, into the cache on disk), `machine_code()` loads and uses it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numba.core.extending import _Intrinsic
from numba.core.registry import CPUDispatcher

RUN_AS_PYTHON = ("axedrez.chess.kernel", "axedrez.search.kernel")
"""The kernels that compute in `uint64` alone. The others rely on integers that wrap around, as Python's do not."""

_made: list[Any] = []
_listeners: list[Callable[[], None]] = []
_active = False


class _Calls(threading.local):
    """What the calls of a thread are: `inside` an interpreted kernel; or all compiled, and then `loaded` collects."""

    inside = False
    loaded: set[Any] | None = None


_calls = _Calls()


class _Interpreted(CPUDispatcher):  # type: ignore[misc]
    """A kernel whose calls from Python run its source. Only the class tells it from a compiled one."""

    __slots__ = ()

    def __call__(self, *arguments: Any) -> Any:
        if _calls.inside:
            return self.py_func(*arguments)
        if _calls.loaded is not None:
            _calls.loaded.add(self)
            return super().__call__(*arguments)
        _calls.inside = True
        try:
            with np.errstate(all="ignore"):  # unsigned numbers wrap around, on purpose
                return _as_compiled(self.py_func(*arguments))
        finally:
            _calls.inside = False


class Instruction(_Intrinsic):  # type: ignore[misc]
    """A machine instruction that `python` computes in interpreted kernels."""

    python: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        """The result of the twin."""
        return self.python(*arguments)


def _as_compiled(result: Any) -> Any:
    """A result as machine code returns it: Python's own numbers."""
    if isinstance(result, np.generic):
        return result.item()
    return tuple(map(_as_compiled, result)) if type(result) is tuple else result


def register(dispatcher: Any) -> None:
    """Take note of a kernel that is made."""
    if dispatcher.py_func.__module__.startswith(RUN_AS_PYTHON):
        _made.append(dispatcher)
        if _active:
            dispatcher.__class__ = _Interpreted


def interpret() -> None:
    """From now on run the kernels that can as plain Python."""
    global _active
    _active = True
    for dispatcher in _made:
        dispatcher.__class__ = _Interpreted


def is_interpreted(dispatcher: Any) -> bool:
    """Whether calls of a kernel run as plain Python now."""
    return isinstance(dispatcher, _Interpreted)


@contextmanager
def machine_code() -> Iterator[None]:
    """Meanwhile the calls of this thread are compiled, or loaded; at the end the kernels that it called stay so."""
    loaded: set[Any] = set()
    _calls.loaded = loaded
    try:
        yield
    finally:
        _calls.loaded = None
    for dispatcher in loaded:
        dispatcher.__class__ = CPUDispatcher
    _tell()


def stop_interpreting() -> None:
    """Use machine code from now on, and compile what is missing."""
    global _active
    _active = False
    for dispatcher in _made:
        dispatcher.__class__ = CPUDispatcher
    _tell()


def on_change(listener: Callable[[], None]) -> None:
    """Have `listener` called whenever machine code has taken over from interpreted kernels."""
    _listeners.append(listener)


def _tell() -> None:
    for listener in _listeners:
        listener()
