"""What a fresh installation can do: `smoke.py VERSION [--server]`, run by the Python it was installed for."""

import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PERFT_3 = 8_902
"""Positions three moves after the start of chess."""


def library(version: str) -> None:
    """Import the library, and play a few moves."""
    began = time.perf_counter()
    import axedrez

    took_ms = (time.perf_counter() - began) * 1000
    assert axedrez.__version__ == version, axedrez.__version__
    assert "site-packages" in axedrez.__file__, axedrez.__file__
    position = axedrez.load("clasico").start()
    for move in ("e4", "e5", "Nf3"):
        position = position.play(move)
    assert len(position.legal_moves()) == 29
    print(f"  import axedrez: {took_ms:.0f} ms")


def command(version: str) -> None:
    """The command line counts positions."""
    axedrez = Path(sys.executable).with_name("axedrez")
    told = subprocess.run([axedrez, "--version"], capture_output=True, text=True, check=True).stdout
    assert told == f"axedrez {version}\n", told
    told = subprocess.run([axedrez, "perft", "clasico", "3"], capture_output=True, text=True, check=True).stdout
    assert str(PERFT_3) in told.replace(",", ""), told


def server(version: str) -> None:
    """The server shows the page and says that it is well."""
    axedrez = Path(sys.executable).with_name("axedrez")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        arguments: list[str | Path] = [axedrez, "serve", "--port", "0", "--database-url", url, "--lang", "en"]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as running:
            try:
                assert running.stdout is not None
                line = running.stdout.readline()
                found = re.search(r"http://[\w.:]+\d", line)
                assert found is not None, line
                address = found[0]
                for path, part in (("/healthz", "ok"), ("/", "<title"), ("/api/health", version)):
                    with urllib.request.urlopen(f"{address}{path}", timeout=300) as answer:
                        assert part in answer.read().decode(), path
                with urllib.request.urlopen(f"{address}/api/rulebooks", timeout=300) as answer:
                    assert len(json.load(answer)) > 5
            finally:
                running.terminate()
                running.wait(300)


if __name__ == "__main__":
    library(sys.argv[1])
    command(sys.argv[1])
    if "--server" in sys.argv:
        server(sys.argv[1])
