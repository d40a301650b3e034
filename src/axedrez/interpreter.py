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

RUN_AS_PYTHON = ("axedrez.chess.kernel", "axedrez.chess.engine.kernel")
"""The kernels that compute in `uint64` alone. The others rely on integers that wrap around, as Python's do not."""

_made: list[Any] = []
_listeners: list[Callable[[], None]] = []
_lock = threading.Lock()
_active = False
_ready: set[Any] = set()
"""Kernels that have machine code, while others have not."""
_running = 0
"""So many threads are inside an interpreted kernel. Their numbers are not those that machine code expects, so until
they have left it, what they call stays interpreted."""


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
        elif _enter(self):
            _calls.inside = True
            try:
                with np.errstate(all="ignore"):  # unsigned numbers wrap around, on purpose
                    return _as_compiled(self.py_func(*arguments))
            finally:
                _calls.inside = False
                _leave()
        return CPUDispatcher.__call__(self, *arguments)


def _enter(dispatcher: Any) -> bool:
    """Whether a call is to be interpreted; whoever is told so calls `_leave` afterwards."""
    global _running
    with _lock:
        if not is_interpreted(dispatcher):
            return False
        _running += 1
    return True


def _leave() -> None:
    global _running
    with _lock:
        _running -= 1
        _settle()


def _settle() -> None:
    """Once all kernels have machine code and nobody is inside an interpreted one, calls go straight to it."""
    if not _active and not _running:
        for dispatcher in _made:
            dispatcher.__class__ = CPUDispatcher


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
    with _lock:
        _active = True
        _ready.clear()
        for dispatcher in _made:
            dispatcher.__class__ = _Interpreted


def is_interpreted(dispatcher: Any) -> bool:
    """Whether calls of a kernel run as plain Python now."""
    return _active and isinstance(dispatcher, _Interpreted) and dispatcher not in _ready


@contextmanager
def machine_code() -> Iterator[None]:
    """Meanwhile the calls of this thread are compiled, or loaded; at the end the kernels that it called stay so."""
    loaded: set[Any] = set()
    _calls.loaded = loaded
    try:
        yield
    finally:
        _calls.loaded = None
    with _lock:
        _ready.update(loaded)
    _tell()


def stop_interpreting() -> None:
    """Use machine code from now on, and compile what is missing."""
    global _active
    with _lock:
        _active = False
        _settle()
    _tell()


def on_change(listener: Callable[[], None]) -> None:
    """Have `listener` called whenever machine code has taken over from interpreted kernels."""
    _listeners.append(listener)


def _tell() -> None:
    for listener in _listeners:
        listener()
