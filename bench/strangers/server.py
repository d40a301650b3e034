"""A public server of its own, and the time that its processes spend."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SERVE = "from axedrez.server import serve; serve(port=0, database_url={url!r}, lang='en', trusted_proxies='127.0.0.1')"
_TICK = os.sysconf("SC_CLK_TCK")


@contextmanager
def serving() -> Iterator[tuple[str, Callable[[], float]]]:
    """The address of a server, and what tells the seconds of processor that it and its processes have spent."""
    with tempfile.TemporaryDirectory() as folder:
        code = SERVE.format(url=f"sqlite:///{Path(folder) / 'games.db'}")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://(\S+)", process.stdout.readline())
            assert found is not None
            yield found[1], lambda: _spent(process.pid)
        finally:
            process.terminate()
            process.wait(30)


def _spent(pid: int) -> float:
    """Of a process and all that came of it."""
    spent = 0.0
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        spent += sum(map(int, fields[11:15])) / _TICK
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                spent += _spent(int(child))
    except OSError:
        pass  # it has just ended
    return spent
