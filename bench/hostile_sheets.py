"""Random sheets, a third of them near what the kernel can hold, with canaries around everything that it writes to.

`python -m bench.hostile_sheets [--sheets 20000] [--seed N] [--processes 2]`: without a seed a fresh one. Anything that
is written outside, more moves than a sheet's proved bound, or a process that dies, is told and makes the run fail.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import traceback
from concurrent.futures import ProcessPoolExecutor

from tests.sheets import hostile

_PART = 100


def played(first: int) -> tuple[int, int, float, list[str]]:
    """A part of the run: sheets that were refused, the most moves met, the nearest to a bound, and what went wrong."""
    refused, most, nearest, wrong = 0, 0, 0.0, []
    for number in range(first, first + _PART):
        try:
            found = hostile.faults(hostile.draw(number), number, search=number % 8 == 0)
        except Exception:
            wrong.append(f"sheet {number}: {traceback.format_exc()}")
            continue
        if found is None:
            refused += 1
            continue
        wrong += [f"sheet {number}: {fault}" for fault in found[0]]
        most, nearest = max(most, found[1]), max(nearest, found[1] / found[2])
    return refused, most, nearest, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    starts = range(args.seed * 1_000_000, args.seed * 1_000_000 + args.sheets, _PART)
    refused, most, nearest, wrong = 0, 0, 0.0, 0
    with ProcessPoolExecutor(args.processes) as pool:
        for done, part in enumerate(pool.map(played, starts), 1):
            refused, most, nearest = refused + part[0], max(most, part[1]), max(nearest, part[2])
            wrong += len(part[3])
            print(*part[3], sep="\n", end="", flush=True)
            if done % 10 == 0:
                print(f"{done * _PART} sheets, {refused} refused, most moves {most}, {wrong} wrong", flush=True)
    print(f"{args.sheets} sheets: {refused} refused, at most {most} moves, {nearest:.2f} of a bound, {wrong} wrong")
    sys.exit(wrong > 0)
