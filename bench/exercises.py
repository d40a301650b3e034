"""The exercises beside engines of others: whether they find the same solution, and it is theirs by a margin, too.

`python -m bench.exercises [--folder DIR] [--nodes N] [--most N] [--drop] [rulebooks …]`: Stockfish (Debian:
`stockfish`) judges those of classic chess, the program that `FAIRY_STOCKFISH` names what it can play by our own export
(docs/variants-ini.md), GNU Backgammon (Debian: `gnubg`) those of backgammon. A judge who disagrees at first searches
ten times as far; what he refutes then is printed, and dropped from the files with `--drop`. It fails below 99 %
agreement.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import axedrez
from axedrez import analysts, library
from axedrez.analysis.exercise import Exercise
from axedrez.core import AxedrezError, Game
from axedrez.exercises import sets

CLASSIC = {"clasico": False, "reglamento": False, "no-castling": False, "free-shuffle": False, "chess960": True}
"""What Stockfish plays, and whether as Chess960."""
LEAST_GAP = 0.08
"""The solution is better by so much of a point, for the judge, too."""
MATE_DEPTH = 16
GNUBG = Path("/usr/games/gnubg")
NEAR = 0.02
"""GNU Backgammon disagrees where the solution gives away more than so much."""


class Line(NamedTuple):
    """A line of a judge: its first move, and what it is worth to the player to move, from 0 to 1; mate in so many."""

    move: str
    worth: float
    mate: int | None


class Engine:
    """A UCI engine of others."""

    def __init__(self, program: str, options: dict[str, str]) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._tell("uci")
        self._until("uciok")
        for name, value in {"Threads": "1", "Hash": "64", "MultiPV": "2", **options}.items():
            self._tell(f"setoption name {name} value {value}")
        self._tell("isready")
        self._until("readyok")

    def lines(self, text: str, limit: str) -> list[Line]:
        """The two best lines of a position, searched up to a limit of UCI."""
        self._tell("ucinewgame")
        self._tell(f"position fen {text}")
        self._tell(f"go {limit}")
        found: dict[int, Line] = {}
        for words in self._until("bestmove"):
            if "multipv" in words and "pv" in words and "lowerbound" not in words and "upperbound" not in words:
                number = int(words[words.index("multipv") + 1])
                kind, value = words[(at := words.index("score") + 1) : at + 2]
                score = int(value)
                mate = score if kind == "mate" else None
                worth = float(score > 0) if mate is not None else 1 / (1 + 10 ** (-score / 400))
                found[number] = Line(words[words.index("pv") + 1], worth, mate)
        return [found[number] for number in sorted(found)]

    def close(self) -> None:
        """End the program."""
        self._tell("quit")
        self._process.wait()

    def _tell(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()

    def _until(self, word: str) -> list[list[str]]:
        assert self._process.stdout is not None
        found: list[list[str]] = []
        for line in self._process.stdout:
            words = line.split()
            if words[:1] == [word]:
                return found
            found.append(words)
        raise SystemExit("the engine has ended")


def agrees(exercise: Exercise, lines: list[Line]) -> bool:
    """Whether the judge has the same solution, and nothing else that is nearly as good."""
    if not lines or lines[0].move != exercise.line[0]:
        return False
    best = lines[0]
    second = lines[1] if len(lines) > 1 else None
    if second is None:
        return True
    if exercise.task == "win-in":
        fast = best.mate is not None and 0 < best.mate <= exercise.turns
        return fast and not (second.mate is not None and 0 < second.mate <= exercise.turns)
    faster = best.mate is not None and best.mate > 0 and (second.mate is None or second.mate < 0)
    return best.worth - second.worth >= LEAST_GAP or (faster and second.worth < 1)


def engine_of(game: Game, folder: Path) -> Engine | None:
    """Who can judge a game: None for nobody."""
    if game.name in CLASSIC:
        return Engine("/usr/games/stockfish", {"UCI_Chess960": str(CLASSIC[game.name]).lower()})
    fairy = os.environ.get("FAIRY_STOCKFISH")
    if fairy is None:
        return None
    try:
        exported: Any = library.exported(game)
    except AxedrezError:
        return None
    if exported.unsaid:  # it would be another game
        return None
    path = folder / f"{game.name}.ini"
    path.write_text(exported.text)
    return Engine(fairy, {"VariantPath": str(path), "UCI_Variant": f"axedrez-{game.name}"})


def judged_by_engine(engine: Engine, exercises: list[Exercise], nodes: int) -> list[tuple[Exercise, str]]:
    """The exercises that a judge refutes, each with what he says."""
    refuted = []
    for each in exercises:
        found: list[Line] = []
        # Of a mate it is enough to look a little further; engines that go on for long forget which one is the shortest.
        limits = [f"depth {MATE_DEPTH}", f"depth {MATE_DEPTH + 6}"] if each.task == "win-in" else []
        for limit in limits or [f"nodes {nodes}", f"nodes {nodes * 10}"]:
            found = engine.lines(each.position, limit)
            if agrees(each, found):
                break
        else:
            if not _is_overlooked(engine, each, found):
                refuted.append((each, " ".join(map(str, found))))
    return refuted


def _is_overlooked(engine: Engine, exercise: Exercise, found: list[Line]) -> bool:
    """Whether the judge has only overlooked the mate, and sees it when asked about the move: he prunes."""
    if exercise.task != "win-in" or any(0 < (each.mate or 0) <= exercise.turns for each in found):
        return False
    (line, *_) = engine.lines(exercise.position, f"depth {MATE_DEPTH} searchmoves {exercise.line[0]}")
    return line.mate is not None and 0 < line.mate <= exercise.turns


ASKED = """
import gnubg, json
gnubg.command("set jacoby off")
gnubg.command("set beavers 0")
found = []
with open("{given}") as given:
    asked = json.load(given)
context = dict(cubeful=1, plies=2, deterministic=1, noise=0.0)
money = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
for kind, texts in asked:
    if kind == "cube":
        found.append([gnubg.cfevaluate(gnubg.positionfromid(texts[0]), money, context)[1:4]])
    else:
        found.append([gnubg.evaluate(gnubg.positionfromid(text), money, context) for text in texts])
with open("{out}", "w") as out:
    json.dump(found, out)
"""


def judged_by_gnubg(game: Game, exercises: list[Exercise]) -> list[tuple[Exercise, str]]:
    """The same by GNU Backgammon, at 2-ply, for money: the ends of the five best turns, or the cube."""
    asked: list[tuple[str, list[str]]] = []
    analyst: Any = analysts.equities_of(game)
    for each in exercises:
        at: Any = game.parse(each.position)
        if each.task == "cube":
            asked.append(("cube", [_id(at)]))
        else:
            others = [turn.move for turn in analyst.turns(at, 1, 6) if turn.move != each.line[0]]
            asked.append(("turn", [_id(at.play(move)) for move in (each.line[0], *others)]))
    with tempfile.TemporaryDirectory() as folder:
        script, source, out = (Path(folder) / name for name in ("ask.py", "in.json", "out.json"))
        source.write_text(json.dumps(asked))
        script.write_text(ASKED.format(given=source, out=out))
        subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", script], stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        found = json.loads(out.read_text())
    refuted = []
    for each, rows in zip(exercises, found, strict=True):
        if each.task == "cube":
            stay, take, passed = rows[0]
            loss = _cube_loss(each.line[0], stay, take, passed)
        else:
            worths = [-row[5] for row in rows]
            loss = max(worths) - worths[0]
        if loss > NEAR:
            refuted.append((each, f"gives away {loss:.3f}"))
    return refuted


def _cube_loss(answer: str, stay: float, take: float, passed: float) -> float:
    """What an answer gives away: the doubling decision, and the response where it tells one."""
    doubled = min(take, passed)
    best = max(stay, doubled)
    if answer in ("no-double", "too-good"):
        return best - stay
    response = (take if answer == "double-take" else passed) - doubled
    return max(best - doubled, response)


def _id(at: Any) -> str:
    return str(at.ids()["gnubg"].split(":")[0])


def main() -> None:
    """Judge the sets, and print what is refuted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*")
    parser.add_argument("--folder", type=Path, default=sets.SHIPPED)
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("--drop", action="store_true")
    options = parser.parse_args()
    judged = disagreed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.rulebooks or (*library.rulebooks(), *library.gallery()):
            path = options.folder / f"{name}.jsonl"
            if not path.exists():
                print(f"{name}: no exercises")
                continue
            game, kept = axedrez.load(name), sets.read(path)
            exercises = kept.exercises[: options.most]
            if name == "backgammon":
                refuted = judged_by_gnubg(game, exercises)
            elif (engine := engine_of(game, Path(folder))) is not None:
                refuted = judged_by_engine(engine, exercises, options.nodes)
                engine.close()
            else:
                print(f"{name}: {len(exercises)} exercises, nobody to judge them")
                continue
            judged, disagreed = judged + len(exercises), disagreed + len(refuted)
            print(f"{name}: {len(exercises) - len(refuted)} of {len(exercises)} agreed", flush=True)
            for each, said in refuted:
                print(f"  {each.task} {each.turns or ''} {each.position} {' '.join(each.line)} {each.proof}: {said}")
            if options.drop and refuted:
                gone = {each.id for each, _ in refuted}
                kept.exercises = [each for each in kept.exercises if each.id not in gone]
                kept.refuted = sorted({*kept.refuted, *gone})
                sets.write(path, kept)
    share = 100 * (judged - disagreed) / max(1, judged)
    print(f"{judged - disagreed} of {judged} agreed: {share:.2f} %")
    sys.exit(share < 99)


if __name__ == "__main__":
    main()
