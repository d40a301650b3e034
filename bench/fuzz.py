"""The random tests with new seeds, each round with the next: `script/bench fuzz [ROUNDS] [SEED]`.

`script/test` draws from fixed seeds, so that it says the same on every machine; what it would miss is looked for here.
A round that fails names its seed: the same command with it fails again. Random sheets have a bench of their own,
`bench/random_sheets.py`, a part of which each round plays.
"""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHEETS = 200


def random_tests() -> list[str]:
    """The files with tests that draw what they try."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    text = re.compile(r"^(from|import) (hypothesis|schemathesis)\b", re.MULTILINE)
    return [str(file.relative_to(ROOT)) for file in files if text.search(file.read_text(encoding="utf-8"))]


def commands(seed: int) -> list[list[str]]:
    """What one round runs."""
    tests = ["-m", "pytest", "-q", "--hypothesis-profile=fresh", f"--hypothesis-seed={seed}", *random_tests()]
    return [tests, ["-m", "bench.random_sheets", str(SHEETS), str(seed)]]


def main() -> None:
    """Run the rounds; the exit status tells whether one failed."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 1
    first = int(sys.argv[2]) if sys.argv[2:] else secrets.randbelow(2**31)
    failed = []
    for seed in range(first, first + rounds):
        print(f"== seed {seed}", flush=True)
        ended = [subprocess.run([sys.executable, *command], cwd=ROOT).returncode for command in commands(seed)]
        if any(ended):
            failed.append(seed)
    for seed in failed:
        print(f"failed: script/bench fuzz 1 {seed}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
