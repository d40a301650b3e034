"""Our analysis of backgammon matches beside that of GNU Backgammon: losses and luck of the turns of the same files.

`python -m bench.tables_analysis [--matches N] [--ply N ...] [--gnubg-plies N] [--noise X] [--seed N]` needs Debian's
`gnubg`. It plays matches with itself, its evaluations blurred by `noise` points so that it errs, exports them as
`.mat` and analyses the files (`analyse match`), cubeless; then we analyse their games, each as a single one, at each
ply. The losses are cubeless equities in points of a single game, theirs made from the probabilities that gnubg gives.

`python -m bench.tables_analysis --speed SHEET [--games N] [--ply N]` lets the computer play games at 0-ply and tells
how long their analysis takes in one process, and how it drifts: by what the result is not luck and losses, in points.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import axedrez
from axedrez import GameRecord
from axedrez.analysis.dice import DiceAnalysis, TurnVerdict
from axedrez.core.contract import Move
from axedrez.core.dice import ROLLS
from axedrez.tables.engine.search import search
from axedrez.tables.position.position import TablesPosition
from bench.mat_files import GNUBG, gnubg_match

MARKED = 0.03


class Pair(NamedTuple):
    """What both say of a turn with a choice: losses, and the luck of its roll."""

    loss: float
    their_loss: float
    luck: float
    their_luck: float


def gnubg_analysis(file: Path, plies: int) -> list[dict[str, Any]]:
    """The games of a file as gnubg has analysed them: what its function `gnubg.match` gives."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder) / "analyse.py", Path(folder) / "out.txt"
        kind = "set analysis chequerplay evaluation"
        commands = [
            *(f"set automatic {word} off" for word in ("game", "roll", "move")),
            f"import mat {file}",
            f"{kind} plies {plies}",
            f"{kind} cubeful off",
            f"{kind} prune off",
            *(f"set analysis {what} on" for what in ("moves", "luck")),
            "set analysis cube off",
            "analyse match",
        ]
        script.write_text(
            f"import gnubg\nfor line in {commands!r}:\n    gnubg.command(line)\n"
            f"open({str(out)!r}, 'w').write(repr(gnubg.match(1, 0, 1, 0)['games']))\n"
        )
        subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", script],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=3600,
            check=False,
        )
        games: list[dict[str, Any]] = list(ast.literal_eval(out.read_text(encoding="utf-8")))
        return games


def money(probabilities: tuple[float, ...]) -> float:
    """The cubeless equity of a single game, from nested probabilities."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = probabilities
    return 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon


def pairs(analysis: DiceAnalysis, game: dict[str, Any]) -> Iterator[Pair]:
    """The turns of a game that both have judged. Raises `ValueError` if they are not the same turns."""
    theirs = [action for action in game["game"] if action["action"] == "move"]
    for verdict, action in zip(analysis.verdicts, theirs, strict=True):
        if verdict.dice != "".join(map(str, sorted(action["dice"], reverse=True))):
            raise ValueError(f"{verdict.dice} is {action['dice']}")
        found = pair(verdict, action.get("analysis", {}))
        if found is not None:
            yield found


def pair(verdict: TurnVerdict, found: dict[str, Any]) -> Pair | None:
    """A turn that was not forced."""
    moves = found.get("moves", ())
    if verdict.is_forced or len(moves) < 2 or verdict.luck is None:
        return None
    worths = [money(move["probs"]) for move in moves]
    return Pair(verdict.loss, max(worths) - worths[found["imove"]], verdict.luck, found.get("luck-value", np.nan))


def compared(
    matches: int, seed: int, noise: float, ours: Sequence[int | None], plies: int, length: int = 5
) -> dict[int | None, list[Pair]]:
    """All turns of so many matches, by our ply."""
    found: dict[int | None, list[Pair]] = {ply: [] for ply in ours}
    for number in range(matches):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "match.mat"
            file.write_text(gnubg_match(seed + number, length, noise), encoding="utf-8")
            theirs = gnubg_analysis(file, plies)
            records = list(axedrez.read_games(file))
        for record, game in zip(records, theirs, strict=True):
            assert isinstance(record, GameRecord)
            for ply, those in found.items():
                analysis = axedrez.analyse(record._replace(match=None), ply=ply)
                assert isinstance(analysis, DiceAnalysis)
                those += pairs(analysis, game)
    return found


def told(found: list[Pair]) -> str:
    """The figures of a comparison."""
    loss, their_loss, luck, their_luck = np.array(found).T
    difference = loss - their_loss
    half = 1.96 * difference.std(ddof=1) / np.sqrt(len(found))
    marked, they_marked = loss >= MARKED, their_loss >= MARKED
    lucky = np.isfinite(their_luck)
    both, mine, yours = (
        int(each.sum()) for each in (marked & they_marked, marked & ~they_marked, ~marked & they_marked)
    )
    lines = [
        f"{len(found)} unforced turns",
        f"loss a turn: ours {1000 * loss.mean():.1f}, gnubg's {1000 * their_loss.mean():.1f} thousandths",
        f"PR: ours {500 * loss.mean():.2f}, gnubg's {500 * their_loss.mean():.2f}",
        f"mean difference {1000 * difference.mean():+.2f} ± {1000 * half:.2f} thousandths",
        f"mean absolute difference {1000 * np.abs(difference).mean():.1f} thousandths",
        f"correlation of losses {np.corrcoef(loss, their_loss)[0, 1]:.3f}",
        f"correlation of luck {np.corrcoef(luck[lucky], their_luck[lucky])[0, 1]:.3f}",
        f"marked (0.03 and more): both {both}, ours alone {mine}, gnubg's alone {yours}",
    ]
    return "\n".join(lines)


def game_of(name: str, lots: random.Random, most: int = 400) -> GameRecord:
    """A game that the computer plays with itself at 0-ply; it is left after `most` turns."""
    position = start = axedrez.load(name).start()
    assert isinstance(position, TablesPosition)
    rolls, weights = zip(*ROLLS, strict=True)
    moves = list[Move]()
    while position.outcome() is None and len(moves) < 2 * most:
        (roll,) = lots.choices(rolls, weights)
        if not moves and roll.high == roll.low:  # no opening roll (G-5)
            continue
        rolled = position.play_unchecked(roll)
        turn = search(rolled)
        moves += [roll, turn]
        position = rolled.play_unchecked(turn)
    return GameRecord.from_moves(start, moves)


def drift(analysis: DiceAnalysis) -> float:
    """What White's result has besides the luck of both sides and their losses."""
    return (analysis.luck_adjusted or 0.0) + analysis.white.loss - analysis.black.loss


def speed(name: str, games: int, ply: int | None, seed: int) -> None:
    """Tell how long the analysis of games takes, and how far it drifts."""
    lots = random.Random(seed)
    axedrez.analyse(game_of(name, lots, 2), ply=ply)  # loads the kernels
    turns, spent, drifts = 0, 0.0, list[float]()
    for number in range(games):
        record = game_of(name, lots)
        begun = time.process_time()
        analysis = axedrez.analyse(record, ply=ply)
        took = time.process_time() - begun
        assert isinstance(analysis, DiceAnalysis)
        turns, spent = turns + len(analysis.verdicts), spent + took
        told = f"game {number + 1}: {len(analysis.verdicts)} turns, {analysis.ply}-ply, {took:.1f} s of one core"
        if analysis.result is not None:
            drifts.append(drift(analysis))
            told += f", result {analysis.result:+.0f}, drift {drifts[-1]:+.2f}"
        print(told, flush=True)
    print(f"{1000 * spent / turns:.0f} ms a turn; a game of 110 turns {110 * spent / turns:.1f} s")
    print(f"drift of {len(drifts)} games: mean {np.mean(drifts):+.2f}, mean size {np.abs(drifts).mean():.2f} points")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", metavar="SHEET")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--ply", type=int, nargs="+", help="how far we look ahead; as is usual for the game by default")
    parser.add_argument("--gnubg-plies", type=int, default=2, help="how far gnubg looks ahead")
    parser.add_argument("--noise", type=float, default=0.06)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.speed is not None:
        speed(options.speed, options.games, options.ply[0] if options.ply else None, options.seed)
        return
    found = compared(options.matches, options.seed, options.noise, options.ply or [None], options.gnubg_plies)
    for ply, those in found.items():
        ours = "the usual" if ply is None else ply
        print(f"{options.matches} matches, ours at {ours} ply, gnubg at {options.gnubg_plies}-ply")
        print(told(those))


if __name__ == "__main__":
    main()
