"""Our match equity tables beside one of GNU Backgammon's (Debian: `gnubg`), which asks the program for it.

`python -m bench.tables_match_equities [points] [table]`: for backgammon the largest and the mean difference over all
scores to so many points (11), from the table of that file (`Kazaross-XG2.xml`) among those that gnubg comes with; for
the other rulebooks of dice our table alone. Fails where a score is more than 0.01 off.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import axedrez
from axedrez.engine.match_equities import Equities
from axedrez.tables.engine.outcome_probabilities import match_table

GNUBG = Path("/usr/games/gnubg")
TABLES = Path("/usr/share/gnubg/met")
LIMIT = 0.01
ASKED = """
import gnubg, json
gnubg.command("set met {table}")
with open("{out}", "w") as out:
    json.dump(gnubg.met({points}), out)
"""


def asked(points: int, table: str) -> tuple[list[list[float]], list[float]]:
    """The table of gnubg before Crawford's game, and the trailer's chances after it."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder) / "ask.py", Path(folder) / "out.json"
        script.write_text(ASKED.format(table=TABLES / table, points=points, out=out))
        subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", script], stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        before, after, _ = json.loads(out.read_text())
    return before, after


def shown(table: Equities) -> None:
    """Print a table in per cent."""
    for own, row in enumerate(table[1:], start=1):
        print(f"{own:3}", *(f"{100 * each:5.1f}" for each in row[1:]))


def main() -> None:
    """Compare the tables."""
    points, name = (*sys.argv[1:], *("11", "Kazaross-XG2.xml")[len(sys.argv) - 1 :])
    length = int(points)
    for rulebook in ("chessgammon", "backgammon"):
        before, after = match_table(axedrez.load(rulebook), length)
        print(rulebook)
        shown(before)
    theirs, post = asked(length, name)
    differences = [
        (before[own][enemy] - theirs[own - 1][enemy - 1], own, enemy)
        for own in range(1, length + 1)
        for enemy in range(own + 1, length + 1)
    ]
    sizes = [abs(each) for each, _, _ in differences]
    worst, own, enemy = max(differences, key=lambda each: abs(each[0]))
    print(f"beside {name} to {length} points: mean difference {sum(sizes) / len(sizes):.4f}, largest {worst:+.4f} at "
          f"{own}-away {enemy}-away ({before[own][enemy]:.4f}, theirs {theirs[own - 1][enemy - 1]:.4f})")  # fmt: skip
    later = max(range(2, length + 1), key=lambda n: abs(after[n][1] - post[n - 1]))
    print(f"after Crawford's game: largest {after[later][1] - post[later - 1]:+.4f} at {later}-away")
    sys.exit(max(sizes) > LIMIT)


if __name__ == "__main__":
    main()
