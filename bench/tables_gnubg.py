"""The kernel of the tables family against GNU Backgammon, in plain backgammon.

`python bench/tables_gnubg.py [cases] [seed]`: compares sets of results; any difference is printed and makes it fail.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from tables.comparing import backgammon_cases, difference_from_gnubg, differences

if __name__ == "__main__":
    count, seed = (*map(int, sys.argv[1:]), *(20000, 1)[len(sys.argv) - 1 :])
    found = differences(backgammon_cases(seed), difference_from_gnubg, count)
    print(*found, f"{count} cases, {len(found)} differ", sep="\n\n")
    sys.exit(len(found) > 0)
