"""A lock between processes, which ends with the process that holds it."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def wait_for(held: int) -> None:
    """Wait until no other process has locked the open file `held` (a descriptor), and lock it until it is closed.

    Raises `OSError` for a file that cannot be locked. Where the system can open folders they can be locked, too.
    """
    if sys.platform == "win32":
        while True:
            try:
                msvcrt.locking(held, msvcrt.LK_LOCK, 1)
                return
            except PermissionError:  # it gives up after ten seconds
                continue
    else:
        fcntl.flock(held, fcntl.LOCK_EX)
