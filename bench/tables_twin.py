"""The kernel of the tables family against the slow twin, in positions of all kinds and all mixes of options.

`python -m bench.tables_twin [cases] [seed]`: compares sets of results; any difference is printed and makes it fail.
"""

from __future__ import annotations

import sys

from tests.tables.comparing import difference_from_twin, differences, mixed_cases

if __name__ == "__main__":
    count, seed = (*map(int, sys.argv[1:]), *(1000, 1)[len(sys.argv) - 1 :])
    found = differences(mixed_cases(seed), difference_from_twin, count)
    print(*found, f"{count} cases, {len(found)} differ", sep="\n\n")
    sys.exit(len(found) > 0)
