"""Work that takes a while: a bar that shows how far it is, and Ctrl-C that ends it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress(title: str) -> Progress:
    """A bar on the error output, where a person looks at it; it is gone when all is done."""
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets; a second Ctrl-C ends the program as always."""
    stop = threading.Event()

    def interrupted(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        previous = signal.signal(signal.SIGINT, interrupted)
    except ValueError:  # not in the main thread
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, previous)
