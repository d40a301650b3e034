"""Parsing the search output of a UCI engine."""

from __future__ import annotations

from collections.abc import Iterable

from axedrez.chess.engine.engine import Info, Score
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.errors import AxedrezError
from axedrez.uci.board import read_move

_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "time", "hashfull")


def line_of(position: ChessPosition, texts: Iterable[str]) -> tuple[ChessMove, ...]:
    """The moves of a line up to the first illegal one."""
    moves: list[ChessMove] = []
    for text in texts:
        try:
            moves.append(read_move(position, text.lower() if "@" not in text else text))
        except AxedrezError:
            break
        position = position.play_unchecked(moves[-1])
        if position.is_chance():
            break
    return tuple(moves)


def info(text: str, position: ChessPosition) -> Info | None:
    """Parse an `info` line; None if it has no principal variation, or that is illegal."""
    words = text.split()
    if words[:1] != ["info"] or "score" not in words or "pv" not in words or "string" in words:
        return None
    place = words.index("pv")
    head, pv = words[1:place], line_of(position, words[place + 1 :])
    score = _score(head)
    if score is None or not pv:
        return None
    said = {name: _number(head, name) for name in _NUMBERS}
    bound = "lower" if "lowerbound" in head else "upper" if "upperbound" in head else "exact"
    return Info(
        said["multipv"] or 1,
        said["depth"],
        said["seldepth"] or said["depth"],
        score,
        bound,
        said["nodes"],
        said["time"],
        said["hashfull"],
        pv,
    )


def _score(words: list[str]) -> Score | None:
    kind, value = [*words[words.index("score") + 1 :], "", ""][:2]
    try:
        return {"cp": lambda n: Score(n), "mate": lambda n: Score(None, n)}[kind](int(value))
    except (KeyError, ValueError):
        return None


def _number(words: list[str], name: str) -> int:
    """The number after a name; 0 if there is none."""
    following = words[words.index(name) + 1 :] if name in words else []
    return int(following[0][:18]) if following and following[0].isascii() and following[0].isdigit() else 0
