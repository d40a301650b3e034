"""The `axedrez` command. Importing it is cheap: each subcommand imports what it needs when it runs."""

from __future__ import annotations

import gc
import os
import sys
import threading

COLLECTED = (50_000, 10, 10)
"""Thresholds of the garbage collector: what a command loads stays, and looking through it took a tenth of its start."""


def main() -> None:
    """Entry point of the console script."""
    gc.set_threshold(*COLLECTED)
    from axedrez.cli.app import run
    from axedrez.cli.failures import repeat_lost_interrupts

    repeat_lost_interrupts()
    status = run(sys.argv[1:])
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        # A compiler at work in the background; the interpreter would wait for it, for minutes after Ctrl-C.
        os._exit(status)
    gc.disable()  # or all that was loaded would be looked through once more at the end
    sys.exit(status)
