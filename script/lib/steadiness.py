"""Runs `script/test` several times beside processes that only burn time, and lists the tests that were unsteady."""

from __future__ import annotations

import argparse
import contextlib
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator

TOLD = re.compile(r"^(unsteady|FAILED|ERROR):? (tests/\S+?\.py(?:::.*?)?)(?: - .*)?$", re.MULTILINE)


@contextlib.contextmanager
def burning(count: int) -> Iterator[None]:
    """Keep so many processes busy in the block."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def unsteady(printed: str) -> set[str]:
    """The tests that failed at least once in a run, from what it printed."""
    return {name for _, name in TOLD.findall(printed)}


def main() -> int:
    """Returns 1 if any test was unsteady or failed, or if a run ended early."""
    parser = argparse.ArgumentParser(prog="script/steadiness", description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="runs (5)")
    parser.add_argument("--busy", type=int, default=4, help="processes that burn time (4)")
    args, for_tests = parser.parse_known_args()
    if for_tests and for_tests != ["--all"]:
        for_tests = ["--second-look", *for_tests]
    found: Counter[str] = Counter()
    broken = 0
    for number in range(1, args.times + 1):
        began = time.monotonic()
        with burning(args.busy):
            done = subprocess.run(
                ["script/test", *for_tests], stdin=subprocess.DEVNULL, stdout=-1, stderr=subprocess.STDOUT, text=True
            )
        names = unsteady(done.stdout)
        found.update(names)
        broken += done.returncode != 0 and not names
        print(
            f"run {number}: {time.monotonic() - began:.0f} s, status {done.returncode}, {len(names)} unsteady",
            flush=True,
        )
        if done.returncode != 0 and not names:
            print("\n".join(done.stdout.splitlines()[-40:]))
    for name, count in found.most_common():
        print(f"{count} of {args.times}: {name}")
    if not found and not broken:
        print("nothing was unsteady")
    return 1 if found or broken else 0


if __name__ == "__main__":
    sys.exit(main())
