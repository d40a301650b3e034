"""The kernel of the tables family against GNU Backgammon, in plain backgammon.

`python -m bench.tables_gnubg [cases] [seed]`: compares sets of results; any difference is printed and makes it fail.
"""

from __future__ import annotations

import sys

from tests.tables.comparing import backgammon_cases, difference_from_gnubg, differences

if __name__ == "__main__":
    count, seed = (*map(int, sys.argv[1:]), *(20000, 1)[len(sys.argv) - 1 :])
    found = differences(backgammon_cases(seed), difference_from_gnubg, count)
    print(*found, f"{count} cases, {len(found)} differ", sep="\n\n")
    sys.exit(len(found) > 0)
