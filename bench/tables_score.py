"""Turns of backgammon at the score of a match beside GNU Backgammon (Debian: `gnubg`), whose 2-ply judges them.

`script/bench tables-score [--positions 300] [--ply 2] [--seed 1]`: decisions of games of our own player, now and then
with a random turn, at double match point, where a gammon wins the match (gammon-go: one side lacks two points, the
other one, Crawford's game), and seen by the other side (gammon-save). Candidates are the best turns by us, at the score
and for money, and by gnubg at 0-ply. For each player: how often its turn is the best one as gnubg sees it, and what it
gives up on average in thousandths of a point (EMG): ours at the score, ours for money, gnubg at 0-ply.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple, cast

import axedrez
from axedrez import Side, analysts
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core.dice import ROLLS
from axedrez.core.match_state import MatchState
from axedrez.tables.engine.search import search
from bench.tables_cube_gnubg import GNUBG

ODD_TURNS = 0.15
MOST = 6
LENGTH = 5


class Kind(NamedTuple):
    """A score as the side sees it that plays: points of both, whether it is Crawford's game, worth of w, g, l, lg."""

    mine: int
    yours: int
    crawford: bool
    worth: tuple[float, float, float, float]

    def state(self, side: Side) -> MatchState:
        """The state of the match."""
        score = (self.mine, self.yours) if side is Side.WHITE else (self.yours, self.mine)
        return MatchState(LENGTH, score, largest=64, crawford_played=not self.crawford)

    def equity(self, chances: list[float]) -> float:
        """What chances (win, gammon, backgammon, lost gammon, lost backgammon) are worth."""
        win, gammon, _, lost_gammon, _ = chances
        single, double, lost, lost_double = self.worth
        return win * single + gammon * (double - single) + (1 - win) * lost + lost_gammon * (lost_double - lost)


KINDS = {
    "double match point": Kind(4, 4, False, (1, 1, -1, -1)),
    "gammon-go": Kind(3, 4, True, (1, 3, -1, -1)),
    "gammon-save": Kind(4, 3, True, (1, 1, -1, -3)),
}

ASKED = """
import gnubg, json
found = []
with open("{given}") as given:
    asked = json.load(given)
for length, mine, yours, crawford, ends in asked:
    info = gnubg.cubeinfo(1, -1, 0, length, (yours, mine), int(crawford), 0)  # the other side is on roll
    contexts = [dict(cubeful=0, plies=plies, deterministic=1, noise=0.0) for plies in (0, 2)]
    boards = [gnubg.positionfromid(text) for text in ends]
    found.append([[gnubg.evaluate(board, info, context)[:5] for board in boards] for context in contexts])
with open("{out}", "w") as out:
    json.dump(found, out)
"""


def decisions(count: int, seed: int) -> list[Any]:
    """Positions with a roll that has a choice."""
    game, rng = axedrez.load("backgammon"), random.Random(seed)
    rolls, weights = zip(*ROLLS, strict=True)
    found = list[Any]()
    while len(found) < count:
        at: Any = game.start()
        while not at.is_over() and len(found) < count:
            rolled = at.play_unchecked(rng.choices(rolls, weights)[0])
            legal = rolled.legal_moves()
            if len(legal) > 1 and rng.random() < 0.15:
                found.append(rolled)
            odd = rng.random() < ODD_TURNS
            at = rolled.play_unchecked(rng.choice(legal) if odd else search(rolled))
    return found


def asked(given: list[Any]) -> list[Any]:
    """What gnubg says of the ends of turns, for the side that rolls next: chances at 0-ply and at 2-ply."""
    with tempfile.TemporaryDirectory() as folder:
        script, source, out = (Path(folder) / name for name in ("ask.py", "in.json", "out.json"))
        source.write_text(json.dumps(given))
        script.write_text(ASKED.format(given=source, out=out))
        subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", script], stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        return cast("list[Any]", json.loads(out.read_text()))


def turned(chances: list[float]) -> list[float]:
    """The chances of the other side."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    return [1 - win, lost_gammon, lost_backgammon, gammon, backgammon]


def main() -> None:
    """Compare the decisions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--ply", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    analyst = analysts.equities_of(axedrez.load("backgammon"))
    assert analyst is not None
    sample = decisions(given.positions, given.seed)
    for name, kind in KINDS.items():
        compare(name, kind, sample, analyst, given.ply)


def compare(name: str, kind: Kind, sample: list[Any], analyst: EquityAnalyst, ply: int) -> None:
    """Print the figures of a kind of score."""
    questions, picked = [], []
    for rolled in sample:
        at_score = analyst.turns(rolled, ply, MOST, state=kind.state(rolled.side))
        money = analyst.turns(rolled, ply, MOST)
        ends = dict[str, str]()
        for turn in (*at_score, *money):
            ends.setdefault(rolled.play(turn.move).ids()["gnubg"].split(":")[0], turn.move)
        questions.append((LENGTH, kind.mine, kind.yours, kind.crawford, list(ends)))
        order = list(ends)
        chosen = [rolled.play(turns[0].move).ids()["gnubg"].split(":")[0] for turns in (at_score, money)]
        picked.append([order.index(each) for each in chosen])
    losses: dict[str, list[float]] = defaultdict(list)
    for (ours, money_turn), (shallow, deep) in zip(picked, asked(questions), strict=True):
        worths = [kind.equity(turned(each)) for each in deep]
        at_sight = [kind.equity(turned(each)) for each in shallow]
        for who, choice in (
            (f"ours at the score, {ply}-ply", ours),
            (f"ours for money, {ply}-ply", money_turn),
            ("gnubg at the score, 0-ply", at_sight.index(max(at_sight))),
        ):
            losses[who].append(max(worths) - worths[choice])
    for who, each in losses.items():
        agrees = sum(loss < 1e-6 for loss in each) / len(each)
        half = 1.96 * statistics.stdev(each) / len(each) ** 0.5
        lost = f"{1000 * statistics.mean(each):5.1f} ± {1000 * half:.1f}"
        print(f"{name}, {who}: best {100 * agrees:5.1f} %, gives up {lost}", flush=True)


if __name__ == "__main__":
    main()
