"""Errors of the command line: one line on standard error in the user's language, and an exit status."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import typer

from axedrez.cli.help import valid_values
from axedrez.core import AxedrezError, SheetError
from axedrez.core.game_record import FileFault
from axedrez.messages import say, sentence

REFUSED = 2
INTERRUPTED = 130
MAX_LENGTH = 4000
AGAIN_S = 0.05


_EXTRAS = {
    **dict.fromkeys(("aiosqlite", "alembic", "argon2", "litestar", "prometheus_client", "segno"), "server"),
    **dict.fromkeys(("sqlalchemy", "uvicorn", "websockets", "greenlet"), "server"),
    **dict.fromkeys(("gacrux", "fpdf"), "tournaments"),
    "asyncpg": "postgres",
    "redis": "redis",
    "ray": "cluster",
    "torch": "learn",
}
"""By the package that is missing, the extra of our package that brings it."""


class Missing(AxedrezError):
    """A missing argument that this form of the command needs."""

    def __init__(self, name: str) -> None:
        super().__init__("cli_missing", name=name)


def guarded(action: Callable[[str], int], lang: str) -> int:
    """Run `action(lang)`; errors of the user become one line and a status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Characters that the terminal cannot encode, and undecodable file names, are escaped.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = action(lang)
        if sys.stdout is not None:
            sys.stdout.flush()
    except AxedrezError as fault:
        return tell(words(fault, lang))
    except ModuleNotFoundError as fault:
        extra = _EXTRAS.get((fault.name or "").partition(".")[0])
        if extra is None:
            raise
        return tell(say("error.cli_extra", lang, extra=extra))
    except typer.TyperException as fault:
        return tell(_usage(fault, lang))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except RuntimeError as fault:
        # Python 3.11 wraps what is raised while a class names its attributes: an import can be cut short there too.
        if not isinstance(fault.__cause__, KeyboardInterrupt):
            raise
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; the interpreter must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as fault:
        return tell(say("error.cli_system", lang, fault=fault.strerror or type(fault).__name__))
    return status


def repeat_lost_interrupts() -> None:
    """Repeat a Ctrl-C that arrived in a callback from machine code, where Python can only discard the exception."""

    def dropped(what: Any) -> None:
        if what.exc_type is KeyboardInterrupt:
            over = threading.Event()
            try:
                threading.Thread(target=_interrupt_after, args=(over,), daemon=True).start()
            finally:
                over.set()
        else:
            sys.__unraisablehook__(what)

    sys.unraisablehook = dropped


def _interrupt_after(over: threading.Event) -> None:
    """Interrupt as from the keyboard, once the hook that noticed is over: within it, it would be discarded again."""
    over.wait()
    time.sleep(AGAIN_S)
    # `os.kill` would end the process on Windows, whatever the signal.
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)


def tell(line: str, status: int = REFUSED) -> int:
    """Print one line on standard error, if it exists; returns `status`."""
    if sys.stderr is None:
        return status
    shown = "".join(sign if sign.isprintable() else " " for sign in line)
    print(shown if len(shown) <= MAX_LENGTH else f"{shown[:MAX_LENGTH]}…", file=sys.stderr, flush=True)
    return status


def words(fault: AxedrezError, lang: str) -> str:
    """An error in one line; that of a faulty sheet lists all its faults."""
    if isinstance(fault, SheetError):
        faults = " ".join(sentence(single, lang) for single in fault.faults)
        return f"{say('error.sheet_faults', lang, **fault.details)} {faults}"
    return sentence(fault, lang)


def file_fault(fault: FileFault, lang: str) -> str:
    """The fault of a game in a file, with its place."""
    place = {"game": fault.game, "line": fault.line, "column": fault.column}
    return say("error.file_fault", lang, **place, fault=sentence(fault.error, lang))


def _usage(fault: Any, lang: str) -> str:
    """A usage error in words."""
    kind = type(fault).__name__
    parameter = getattr(fault, "param", None)
    name = parameter.get_error_hint().strip("'") if parameter is not None else getattr(fault, "option_name", "")
    if kind == "NoSuchOption":
        return say("error.cli_no_option", lang, name=name)
    if kind == "BadOptionUsage":
        return say("error.cli_no_value", lang, name=name)
    if kind == "MissingParameter":
        return say("error.cli_missing", lang, name=name)
    context: Any = getattr(fault, "ctx", None)
    if parameter is not None:
        return say("error.cli_value", lang, name=name, valid=valid_values(context.command, parameter.name))
    if context is not None and hasattr(context.command, "commands"):
        return say("error.cli_no_command", lang, valid=", ".join(context.command.commands))
    return say("error.cli_too_many", lang)
