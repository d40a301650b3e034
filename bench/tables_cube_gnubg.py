"""The judgement of the cube in backgammon beside that of GNU Backgammon (Debian: `gnubg`), at its 2-ply.

`python -m bench.tables_cube_gnubg [positions] [ply] [seed]`: positions of games of our own player, now and then with a
random turn, as many of each class (`bench.tables_classes`, and races), spread over the chances to win from 40 % to
97 %; each for money, the cube in the middle and owned, and at two scores of matches. Told are, for money and matches
and for each class: how often the decisions agree, and what ours cost in normalized equity as gnubg sees it, on average;
the same of gnubg at 0-ply; and the same of our judgement if it is given gnubg's chances, which leaves the faults of the
cube's model alone. Last come our ten worst decisions, with gnubg's equities of no double, take and pass, and ours.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import axedrez
from axedrez import Side, analysts
from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.cube_verdicts import cube_verdict, estimate_of
from axedrez.core.dice import ROLLS
from axedrez.core.match_state import MatchState
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.engine.search import search
from bench.tables_classes import CLASSES, RACE, class_of

GNUBG = Path("/usr/games/gnubg")
TABLE = Path("/usr/share/gnubg/met/Kazaross-XG2.xml")
LOWEST, HIGHEST, STEP = 0.4, 0.97, 0.1
BANDS = 6
WORST = 10
ODD_TURNS = 0.15


class Score(NamedTuple):
    """A score as the side sees it that rolls; length 0: money. `own`: it owns the cube, else nobody does."""

    length: int
    mine: int = 0
    yours: int = 0
    cube: int = 1
    own: bool = False

    def state(self, side: Side) -> MatchState:
        """The state of the match."""
        score = (self.mine, self.yours) if side is Side.WHITE else (self.yours, self.mine)
        later = self.length > 0 and max(score) == self.length - 1
        owner = side if self.own else None
        return MatchState(self.length or 1, score, self.cube, owner, 1024, crawford_played=later)

    def __str__(self) -> str:
        where = f"{self.mine}–{self.yours} of {self.length}" if self.length else "money"
        return f"{where}, {'own ' if self.own else ''}cube {self.cube}"


MONEY = (Score(0), Score(0, cube=2, own=True))
MATCHES = (
    Score(7), Score(7, 5, 5), Score(7, 3, 5), Score(7, 5, 3), Score(7, 4, 4), Score(7, 2, 4), Score(7, 4, 2),
    Score(7, 3, 6), Score(7, 2, 3, 2, True), Score(7, 3, 3, 2, True), Score(11), Score(11, 7, 3),
    Score(11, 3, 7, 2, True),
)  # fmt: skip

ASKED = """
import gnubg, json
gnubg.command("set met {table}")
gnubg.command("set jacoby off")
found = []
with open("{given}") as given:
    asked = json.load(given)
for text, scores in asked:
    board = gnubg.positionfromid(text)
    contexts = [dict(cubeful=1, plies=plies, deterministic=1, noise=0.0) for plies in (0, 2)]
    rows = []
    for length, mine, yours, cube, own in scores:
        info = gnubg.cubeinfo(cube, 0 if own else -1, 0, length, (mine, yours), 0, 0)
        rows.append([gnubg.cfevaluate(board, info, context)[1:4] for context in contexts])
    money = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    found.append((gnubg.evaluate(board, money, contexts[1])[:5], rows))
with open("{out}", "w") as out:
    json.dump(found, out)
"""


def positions(count: int, seed: int) -> Iterator[Any]:
    """Positions before a roll and their classes: as many of each, at most a third of them from a band of chances."""
    game, rng = axedrez.load("backgammon"), random.Random(seed)
    rolls, weights = zip(*ROLLS, strict=True)
    each, most = Counter[Any](), -(-count // (len(CLASSES) + 1))
    while True:
        at: Any = game.start()
        turns = 0
        while not at.is_over():
            if at.turn is not Side.CHANCE:
                odd = rng.random() < ODD_TURNS
                at, turns = at.play_unchecked(rng.choice(at.legal_moves()) if odd else search(at)), turns + 1
                continue
            if turns > 2 and rng.random() < 0.25:
                found = outlook(at, at.side).probabilities
                win = sum(share for points, share in found.items() if points > 0)
                name, band = class_of(at) or RACE, int((win - LOWEST) / (HIGHEST - LOWEST) * BANDS)
                if LOWEST <= win < HIGHEST and each[name] < most and each[name, band] < -(-most // 3):
                    each.update((name, (name, band)))
                    yield at, name
                    if sum(each[kind] for kind in (*CLASSES, RACE)) >= count:
                        return
            at = at.play_unchecked(rng.choices(rolls, weights)[0])


def asked(given: list[tuple[str, list[Score]]]) -> list[tuple[list[float], list[list[list[float]]]]]:
    """What gnubg says of each position: its chances, and for each score no double, take, pass at 0-ply and at 2-ply."""
    with tempfile.TemporaryDirectory() as folder:
        script, source, out = (Path(folder) / name for name in ("ask.py", "in.json", "out.json"))
        source.write_text(json.dumps(given))
        script.write_text(ASKED.format(table=TABLE, given=source, out=out))
        subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", script], stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        return json.loads(out.read_text())  # type: ignore[no-any-return]


class Costs:
    """What decisions cost as gnubg's 2-ply sees it."""

    def __init__(self) -> None:
        self.doubling: list[float] = []
        self.taking: list[float] = []

    def add(self, theirs: list[float], ours: list[float]) -> float:
        """Add two decisions, judged and made by equities of no double, take and pass; the cost of the dearer one."""
        stay, take, passed = theirs
        doubled = min(take, passed)
        doubles = min(ours[1:]) > ours[0] + 1e-7
        self.doubling.append(max(stay, doubled) - (doubled if doubles else stay))
        self.taking.append((take if ours[1] <= ours[2] else passed) - doubled)
        return max(self.doubling[-1], self.taking[-1])

    def __str__(self) -> str:
        def told(costs: list[float]) -> str:
            agree = sum(cost < 1e-6 for cost in costs) / len(costs)
            return f"agree {100 * agree:5.1f} %, cost {statistics.mean(costs):.4f}"

        return f"double {told(self.doubling)}; take {told(self.taking)} ({len(self.doubling)} decisions each)"


def equities(verdict: CubeVerdict) -> list[float]:
    """No double, take, pass."""
    assert verdict.double_take is not None
    assert verdict.double_pass is not None
    return [verdict.no_double.equity, verdict.double_take.equity, verdict.double_pass.equity]


def with_chances(at: Any, state: MatchState, ply: int, chances: list[float]) -> CubeVerdict:
    """Our judgement with the chances of gnubg."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    shares = {1: win - gammon, 2: gammon - backgammon, 3: backgammon}
    shares |= {-1: 1 - win - lost_gammon, -2: lost_gammon - lost_backgammon, -3: lost_backgammon}
    found = outlook(at, at.side, 2 if ply >= 2 else 1)._replace(deeper=shares)
    return cube_verdict(found, estimate_of(shares, (1, 2, 3)), state, at.side)


def main() -> None:
    """Compare the decisions."""
    count, ply, seed = (*map(int, sys.argv[1:]), *(240, 2, 1)[len(sys.argv) - 1 :])
    sample, classes = zip(*positions(count, seed), strict=True)
    ids = [at.ids()["gnubg"].split(":")[0] for at in sample]
    scores = [[*MONEY, *(MATCHES[(2 * n + k) % len(MATCHES)] for k in range(2))] for n in range(len(sample))]
    found = asked(list(zip(ids, scores, strict=True)))
    analyst: Any = analysts.equities_of(sample[0].game)
    judges: dict[str, Callable[[Any, MatchState, Any, Any], list[float]]] = {
        f"ours, ply {ply}": lambda at, state, chances, rows: equities(analyst.cube(at, state, ply)),
        "gnubg, 0-ply": lambda at, state, chances, rows: rows[0],
        "our cube with gnubg's chances": lambda at, state, chances, rows: equities(
            with_chances(at, state, ply, chances)
        ),
    }
    began = time.perf_counter()
    worst = list[tuple[float, str]]()
    for name, judge in judges.items():
        costs = {kind: Costs() for kind in ("money", "matches", *CLASSES, RACE)}
        for at, named, its, each, (chances, rows) in zip(sample, classes, ids, scores, found, strict=True):
            for score, row in zip(each, rows, strict=True):
                decided = judge(at, score.state(at.side), chances, row)
                costs["matches" if score.length else "money"].add(row[1], decided)
                cost = costs[named].add(row[1], decided)
                if judge is next(iter(judges.values())):
                    told = " ".join(f"{value:+.3f}" for value in (*row[1], *decided))
                    worst.append((cost, f"{cost:.4f}  {its}  {named}, {score}: {told}"))
        for kind, found_costs in costs.items():
            print(f"{name}, {kind}: {found_costs}", flush=True)
    print(*(line for _, line in sorted(worst, reverse=True)[:WORST]), sep="\n")
    print(f"{len(sample)} positions, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
