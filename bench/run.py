"""Measure Axedrez beside its peers in one run, print the table, and write it into docs/speed.md.

`--quick` measures shallower and writes nothing.
"""

from __future__ import annotations

import argparse
import platform
import re
from pathlib import Path

import numba

from bench import general_perft, perft, python_api, startup, tables_speed
from bench.measure import Row

ROOT = Path(__file__).parents[1]
OPEN, CLOSE = "<!-- bench -->\n", "<!-- /bench -->"
BLOCK = re.compile(OPEN + ".*?" + CLOSE, re.DOTALL)
DOCUMENT = ROOT / "docs" / "speed.md"
HEAD = "| measured | Axedrez | peer | its figure | ratio |\n| --- | ---: | --- | ---: | ---: |\n"


def table(rows: list[Row]) -> str:
    """The rows in Markdown."""
    return "".join(
        f"| {row.what} | {row.ours} | {row.peer} | {row.theirs} | {'' if row.ratio is None else f'{row.ratio:.2f}'} |\n"
        for row in rows
    )


def processor() -> str:
    """What this machine calls its processor."""
    try:
        names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        names = []
    return names[0] if names else platform.processor()


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shallower, and docs/speed.md stays as it is")
    quick = parser.parse_args().quick
    rounds = 3 if quick else 7
    rows: list[Row] = []
    for part in (
        perft.measure(rounds, 1 if quick else 0),
        general_perft.measure(rounds, 1 if quick else 0),
        python_api.measure(rounds),
        startup.measure(rounds),
        tables_speed.measure(3, 100 if quick else tables_speed.POSITIONS),
    ):
        for row in part:
            rows.append(row)
            print(table([row]), end="", flush=True)
    note = f"\n{processor()}, Python {platform.python_version()}, Numba {numba.__version__}.\n"
    print(note)
    if not quick:
        before, after = BLOCK.split(DOCUMENT.read_text(encoding="utf-8"))
        DOCUMENT.write_text(before + OPEN + HEAD + table(rows) + note + CLOSE + after, encoding="utf-8")


if __name__ == "__main__":
    main()
