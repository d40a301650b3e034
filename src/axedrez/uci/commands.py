"""Parsing the commands of a UCI GUI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from axedrez.core.errors import TextError

MAX_LINE_LENGTH = 200_000
_SHOWN = 60
_BIGGEST = 10**15
_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft")
_FLAGS = ("infinite", "ponder")


class Go(NamedTuple):
    """The parameters of `go`. Times in milliseconds, None if not given; the other numbers are 0 then."""

    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int = 0
    depth: int = 0
    nodes: int = 0
    mate: int = 0
    movetime: int | None = None
    perft: int = 0
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()


class Described(NamedTuple):
    """The parameters of `position`: the FEN (None: the start) and the moves since."""

    fen: str | None
    moves: tuple[str, ...]


def read_go(words: Sequence[str]) -> Go:
    """Parse the words after `go`. Raises `TextError`."""
    said: dict[str, object] = {}
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word in said:
            raise TextError("uci_twice", value=word)
        if word in _FLAGS:
            said[word] = True
        elif word in _NUMBERS:
            said[word] = number(word, words[place] if place < len(words) else "")
            place += 1
        elif word == "searchmoves":
            end = next((n for n in range(place, len(words)) if words[n] in (*_FLAGS, *_NUMBERS)), len(words))
            said[word] = tuple(words[place:end])
            place = end
        else:
            raise TextError("uci_go", value=word[:_SHOWN])
    return Go(**said)  # type: ignore[arg-type]


def number(name: str, text: str) -> int:
    """An integer. Only times may be negative, since a clock may have been overrun. Raises `TextError`."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 15 or (digits != text and "time" not in name):
        raise TextError("uci_number", name=name, value=text[:_SHOWN])
    return min(_BIGGEST, int(text))


def read_position(words: Sequence[str]) -> Described:
    """Parse the words after `position`. Raises `TextError`."""
    place = list(words).index("moves") if "moves" in words else len(words)
    begin, moves = words[:place], tuple(words[place + 1 :])
    if list(begin) == ["startpos"]:
        return Described(None, moves)
    if len(begin) > 1 and begin[0] == "fen":
        return Described(" ".join(begin[1:]), moves)
    raise TextError("uci_position", value=" ".join(begin)[:_SHOWN])


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Parse the name and value after `setoption`; names are case-insensitive. Raises `TextError`."""
    if not words or words[0].lower() != "name":
        raise TextError("uci_setoption", value=" ".join(words)[:_SHOWN])
    lower = [word.lower() for word in words]
    place = lower.index("value") if "value" in lower else len(words)
    return " ".join(lower[1:place]), " ".join(words[place + 1 :])
