"""Game files of backgammon read back: random matches in the manners of other programs, and matches of GNU Backgammon.

`python -m bench.mat_files [--games N] [--gnubg MATCHES] [--seed N]`: anything read otherwise than it was played is
printed and makes it fail. GNU Backgammon (Debian: `gnubg`) plays itself and exports what it played; its files are read
as they are and without their stars.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from axedrez import gamefiles
from axedrez.core.game_record import FileFault, Played
from tests.tables import mat_games

GNUBG = "/usr/games/gnubg"


def random_games(count: int, seed: int) -> tuple[int, list[str]]:
    rng, found, games = random.Random(seed), [], 0
    for match in mat_games.matches(rng):
        found += mat_games.differences(mat_games.written(match, rng, stars=rng.random() < 0.5), match)
        games += len(match)
        if games >= count:
            break
    return games, found


def gnubg_match(seed: int, length: int, noise: float = 0.0) -> str:
    """A match of GNU Backgammon with itself, as it exports it; `noise` blurs its evaluations, so that it errs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.mat"
        players = [
            f"set player {player} {word}"
            for player in (0, 1)
            for word in (
                "gnubg",
                "chequerplay evaluation plies 0",
                f"chequerplay evaluation noise {noise}",
                "cubedecision evaluation plies 0",
            )
        ]
        automatic = [f"set automatic {word} on" for word in ("game", "roll", "move", "bearoff")]
        script = [
            *automatic,
            *players,
            f"set seed {seed}",
            f"new match {length}",
            f"export match mat {file}",
            "quit",
            "y",
        ]
        subprocess.run(
            [GNUBG, "-t", "-q", "-r"], input="\n".join(script), text=True, capture_output=True, timeout=300, check=False
        )
        return file.read_text(encoding="utf-8")


def gnubg_games(matches: int, seed: int) -> tuple[int, list[str]]:
    found, games = [], 0
    for number in range(matches):
        text = gnubg_match(seed + number, (1, 3, 5, 7, 11)[number % 5])
        starred, bare = (list(gamefiles.GameFile(each)) for each in (text, text.replace("*", "")))
        games += len(starred)
        turns = 0
        for one, other in zip(starred, bare, strict=True):
            if isinstance(one, FileFault) or isinstance(other, FileFault):
                found.append(f"gnubg match {number}: {one if isinstance(one, FileFault) else other}")
            elif (one.entries, one.outcome) != (other.entries, other.outcome):
                found.append(f"gnubg match {number}: read otherwise without stars")
            else:
                turns += sum(isinstance(entry, Played) for entry in one.entries)
        if turns != len(re.findall(r"[1-6]{2}:", text)):
            found.append(f"gnubg match {number}: {turns} turns read")
    return games, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--gnubg", type=int, default=100, metavar="MATCHES")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    wrong = []
    for name, (games, found) in (
        ("random matches", random_games(options.games, options.seed)),
        ("GNU Backgammon", gnubg_games(options.gnubg, options.seed) if Path(GNUBG).exists() else (0, [])),
    ):
        print(f"{name}: {games} games, {games and len(found)} read otherwise")
        print(*found[:20], sep="\n")
        wrong += found
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
