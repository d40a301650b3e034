"""The world's files: random games written in the manners of sites, programs and people, and read back.

`script/bench world_files [--games 20000] [--seed N]`: two thirds PGN (python-chess plays and spells it), the rest
`.mat`. Each game is read as it was played, or refused in a sentence; one that is read otherwise is printed and makes it
fail.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path

from tests import pgn_games
from tests.tables import mat_games


def pgn(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """So many games of PGN: how many were read right or refused (and why), and what was read wrongly."""
    rng = random.Random(seed)
    source, seen, wrong, done = pgn_games.games(rng), Counter[str](), list[str](), 0
    while done < count:
        body, played, how = pgn_games.file(rng, source)
        found = pgn_games.compared(body, played, how)
        done += len(played)
        seen["right"] += found.right
        seen["refused"] += len(found.refused)
        seen.update(f"  {re.sub(r'.*: ', '', reason)[:100]}" for reason in found.refused)
        if found.wrong:
            wrong += found.wrong
            Path(f"wrong-{seed}-{done}.pgn").write_bytes(body)
    return seen, wrong


def mat(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """The same of `.mat`."""
    rng = random.Random(seed)
    seen, wrong = Counter[str](), list[str]()
    for match in mat_games.matches(rng):
        found = mat_games.differences(mat_games.written(match, rng, stars=rng.random() < 0.5), match)
        seen["right"] += len(match) - len(found)
        wrong += found
        if seen["right"] >= count:
            break
    return seen, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for name, read, count in (("PGN", pgn, given.games * 2 // 3), (".mat", mat, given.games // 3)):
        seen, wrong = read(count, given.seed)
        print(f"{name}: {seen['right']} read as they were played, {seen['refused']} refused, {len(wrong)} read wrongly")
        for reason, number in seen.most_common():
            if reason.startswith(" "):
                print(f"{number:6} {reason}")
        print(*wrong[:20], sep="\n")
        failed |= bool(wrong)
    sys.exit(failed)
