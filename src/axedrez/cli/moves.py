"""`axedrez moves`: legal moves as JSON, for one position or a stream of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, Any

import msgspec

from axedrez.cli.loading import rolled, stand
from axedrez.cli.output import print_json
from axedrez.core import AxedrezError, Game, Position, TextError
from axedrez.messages import sentence

MAX_LINE_LENGTH = 100_000


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A line of `--batch`; the default position is the start. `dice`: the roll, where one is due."""

    position: str | None = None
    dice: str | None = None


def answer(position: Position, lang: str) -> None:
    """Print the legal moves of a position, each with the position after it."""
    print_json({"moves": moves(position, lang)})


def moves(position: Position, lang: str) -> list[dict[str, Any]]:
    """The legal moves of a position as JSON-able values.

    Where a move is a single step, `move` is its canonical text and `san` its notation for people; a composed turn has
    only the notation, which is also what is typed.
    """
    composed = position.game.conduct.composed
    listed = []
    for move in position.legal_moves():
        notation = position.notate(move, lang)
        names = {"move": notation} if composed else {"move": str(move), "san": notation}
        listed.append({**names, "position": position.play_unchecked(move).text()})
    return listed


def answer_lines(game: Game, lang: str) -> None:
    """Answer each line of the input with one line; an invalid one with its fault."""
    for line in _lines(getattr(sys.stdin, "buffer", None)):
        try:
            request = _request(line)
            answer(rolled(stand(game, request.position, lang), request.dice), lang)
        except AxedrezError as fault:
            print_json({"error": {"reason": fault.reason, "message": sentence(fault, lang)}})


def _request(line: bytes) -> Request:
    try:
        if len(line) <= MAX_LINE_LENGTH:
            return msgspec.json.decode(line, type=Request)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    raise TextError("cli_batch_line")


def _lines(stream: IO[bytes] | None) -> Iterator[bytes]:
    """The lines of a stream; a line over the limit is cut, but still over the limit."""
    while stream is not None and (line := stream.readline(MAX_LINE_LENGTH + 1)):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE_LENGTH + 1)
        yield line
