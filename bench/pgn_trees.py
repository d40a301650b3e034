"""Annotated PGN games through our trees and out again, as python-chess reads them before and after.

`python -m bench.pgn_trees FILE.pgn … [--games N] [--annotate] [--seed N]`: every game that python-chess reads without
an error is compared: headers, moves and variations, comments, NAGs, arrows and circles, clocks, evaluations. With
`--annotate` the games are written over with random variations, comments, signs, shapes, clocks and evaluations first.
Anything that differs is printed and makes it fail.
"""

from __future__ import annotations

import argparse
import io
import logging
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess.engine
import chess.pgn
import chess.svg

from axedrez import library
from axedrez.chess.gamefiles.pgn.trees import read_trees, write_trees
from axedrez.core.game_record import FileFault

WORDS = (
    "buena",
    "idea",
    "¡ojo!",
    "1.e4",
    "[sic]",
    "%",
    "x;y",
    "(así)",
    "1-0",
    "$5",
    "e. p.",
    "ñandú",
    "“cita”",
    "\\",
    '"',
)
TOLD = 10
NOT_COMPARED = ("Result", "SetUp", "FEN", "Variant", "RulesHash")
"""The position and the result are compared by themselves; the last one is written by us with rules of other games."""
_COMMAND = re.compile(r"\[%(?:csl|cal|clk|eval) [^\]]*\]")


def games(files: list[Path]) -> Iterator[str]:
    """The texts of the games, one after the other."""
    for file in files:
        text = file.read_bytes().decode("utf-8", errors="replace")
        for part in re.split(r"(?m)^(?=\[Event )", text.replace("\r", "")):
            head, _, moves = part.partition("\n\n")
            moves = re.split(r"\n\[(?!%)", moves)[0]  # tags of the next game stand before its event
            # python-chess ends a game at an empty line among its moves.
            if part.startswith("[Event "):
                yield head + "\n\n" + re.sub(r"\n\s*\n", "\n", moves.strip()) + "\n\n"


def parsed(text: str) -> chess.pgn.Game | None:
    """The game as python-chess reads it; None for one in which it finds an error."""
    try:
        game = chess.pgn.read_game(io.StringIO(text))
    except IndexError:  # parentheses that were never opened
        return None
    return game if game is not None and not game.errors else None


def facts(game: chess.pgn.Game) -> tuple[Any, ...]:
    """All that can be compared."""
    headers = {name: " ".join(value.split()) for name, value in game.headers.items() if name not in NOT_COMPARED}
    headers = {name: value for name, value in headers.items() if not re.fullmatch(r"[?.]*", value)}
    board = game.board()
    board.fullmove_number = max(1, board.fullmove_number)
    return headers, game.headers.get("Result"), board.fen(), _node(game)


def _node(root: chess.pgn.GameNode) -> list[Any]:
    found: list[Any] = []
    waiting: list[tuple[int, chess.pgn.GameNode]] = [(0, root)]
    while waiting:
        depth, node = waiting.pop()
        shapes = sorted((arrow.color, arrow.tail, arrow.head) for arrow in node.arrows())
        score = node.eval()
        found.append(
            (
                depth,
                node.move.uci() if node.move else "",
                sorted(node.nags),
                _words(node.comment),
                _words(getattr(node, "starting_comment", "")),
                shapes,
                node.clock(),
                str(score),
                node.eval_depth(),
            )
        )
        waiting.extend((depth + 1, child) for child in reversed(node.variations))
    return found


def _words(comment: str) -> str:
    return " ".join(_COMMAND.sub(" ", comment).split())


def annotate(game: chess.pgn.Game, rng: random.Random) -> None:
    """Write random remarks and variations over a game."""
    for node in list(game.mainline()):
        _remark(node, rng)
        if rng.random() < 0.15:
            _variation(node.parent, rng, 0)


def _variation(parent: chess.pgn.GameNode, rng: random.Random, depth: int) -> None:
    board = parent.board()
    start = " ".join(rng.sample(WORDS, 2)) if rng.random() < 0.3 else ""
    here = parent
    known = {child.move for child in parent.variations}
    for length in range(rng.randint(1, 5)):
        moves = [move for move in board.legal_moves if length or move not in known]
        if not moves:
            return
        move = rng.choice(moves)
        here = here.add_variation(move, starting_comment=start)
        start = ""
        board.push(move)
        _remark(here, rng)
        if depth < 3 and rng.random() < 0.2 and here.parent is not None and length:
            _variation(here.parent, rng, depth + 1)


def _remark(node: chess.pgn.GameNode, rng: random.Random) -> None:
    if rng.random() < 0.2:
        node.comment = " ".join(rng.choices(WORDS, k=rng.randint(1, 30)))
    if rng.random() < 0.2:
        node.nags |= set(rng.choices(range(1, 140), k=rng.randint(1, 3)))
    if rng.random() < 0.15:
        squares = rng.sample(range(64), 6)
        pairs = [(squares[0], squares[0]), (squares[1], squares[2]), (squares[3], squares[3]), (squares[4], squares[5])]
        colours = ("green", "red", "yellow", "blue")
        node.set_arrows([chess.svg.Arrow(a, b, color=rng.choice(colours)) for a, b in pairs[: rng.randint(1, 4)]])
    if rng.random() < 0.3:
        node.set_clock(round(rng.random() * 5000, rng.choice((0, 1))))
    if rng.random() < 0.3:
        score = chess.engine.Mate(rng.randint(1, 20)) if rng.random() < 0.2 else chess.engine.Cp(rng.randint(-900, 900))
        node.set_eval(chess.engine.PovScore(score, chess.WHITE), rng.choice((None, 18)))


def ours(text: str) -> tuple[str, str]:
    """The text that we write of a game, and what went wrong."""
    found = list(read_trees(io.StringIO(text), library.load))
    if len(found) != 1:
        return "", f"{len(found)} games"
    if isinstance(found[0], FileFault):
        return "", str(found[0].error)
    return write_trees([found[0]], library.load), "; ".join(str(each.error) for each in found[0].passed)


def compare(texts: Iterator[str], wanted: int, seed: int | None) -> tuple[Counter[str], list[str]]:
    """How many games were compared and how many differ, and what differs."""
    counts: Counter[str] = Counter()
    told: list[str] = []
    rng = random.Random(seed)
    for text in texts:
        game = parsed(text)
        if game is None:
            counts["python-chess finds an error"] += 1
            continue
        if seed is not None:
            annotate(game, rng)
            text = str(game) + "\n\n"
            game = parsed(text)
            assert game is not None
        before = facts(game)
        written, passed = ours(text)
        again = parsed(written) if written else None
        counts["compared"] += 1
        counts["with variations"] += text.count(" (") > 0
        counts["with comments"] += "{" in text
        counts["moves, variations included"] += len(before[3]) - 1
        if (flaw := _flaw(text)) is not None:
            counts[f"not compared: {flaw}"] += 1
            counts["compared"] -= 1
            continue
        if again is None or facts(again) != before:
            counts["different"] += 1
            told.append(f"{text[:300]!r}\n  {passed}\n  {_difference(before, facts(again) if again else None)}")
        if counts["compared"] == wanted:
            break
    return counts, told


def _flaw(text: str) -> str | None:
    """Why a text is not what the standard allows, in a way that programs read differently."""
    head, _, moves = text.partition("\n\n")
    result = re.search(r'\[Result "([^"]*)"\]', head)
    if result is None or moves.split()[-1:] != [result[1]]:
        return "the result at the end is another one than in the tags, or none"
    if any(len(re.findall(r'(?<!\\)"', line)) > 2 for line in head.split("\n")):
        return "quotation marks in a tag are not escaped"
    if re.search(r"(?:^|[\s.(])(?:--|Z0|null)(?=[\s)])", moves):
        return "a null move"
    return None


def _difference(before: tuple[Any, ...], after: tuple[Any, ...] | None) -> str:
    if after is None:
        return "not written"
    for one, other in zip((*before[:3], *before[3]), (*after[:3], *after[3]), strict=False):
        if one != other:
            return f"{one}\n  {other}"
    return f"{len(before[3])} nodes, {len(after[3])} after"


def main() -> int:
    """Compare the games of the files that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--annotate", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.disable()  # python-chess tells every error
    counts, told = compare(games(asked.files), asked.games, asked.seed if asked.annotate else None)
    for what, count in counts.items():
        print(f"{count:9,} {what}")
    for each in told[:TOLD]:
        print(each)
    return 1 if told or not counts["compared"] else 0


if __name__ == "__main__":
    sys.exit(main())
