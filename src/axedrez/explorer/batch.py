"""Games on their way into a collection: many at once, as columns that one process hands to another."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from axedrez.core.contract import Game
from axedrez.core.game_record import FileFault
from axedrez.core.outcome import Result
from axedrez.core.traces import Trace
from axedrez.explorer.positions import END
from axedrez.explorer.traces import material_key, salt
from axedrez.rulesheet.validation import to_json

RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2", "*")
MAX_RATING = 5000
MAX_HEADER = 200
MAX_EXTRA = 4000

_NAMED = ("White", "Black", "Event", "Site", "Round")
_ELSEWHERE = (*_NAMED, "Date")


class GameRow(NamedTuple):
    """What a collection keeps of a game beside its columns. `start` is "" for the start of its sheet.

    `names`: White, Black, event, place and round; `extra`: the other headers as JSON, "" for none.
    """

    names: tuple[str, str, str, str, str]
    date: str
    extra: str
    start: str
    moves: bytes


class Batch(NamedTuple):
    """Games of a part of a file, in their order.

    `sheets`: hash → (name, JSON) of the rules; `sheet` has one hash for each game, `numbers` a row of result (index in
    `RESULTS`), both ratings, year and number of moves; `digests` what tells a game from another. The postings of game
    i are `keys[ends[i - 1]:ends[i]]` with their `choices`. `faults`: what could not be read; `passed`: how many faults
    were passed over in games that could.
    """

    sheets: dict[str, tuple[str, bytes]]
    sheet: list[str]
    rows: list[GameRow]
    numbers: NDArray[np.int32]
    digests: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    choices: NDArray[np.uint16]
    ends: NDArray[np.int64]
    faults: list[FileFault]
    passed: int


def batch_of(traces: Sequence[Trace], faults: list[FileFault]) -> Batch:
    """The batch of some games."""
    sheets: dict[str, tuple[str, bytes]] = {}
    rows, numbers, digests, keys, choices = [], [], [], [], []
    for trace in traces:
        game = trace.start.game
        if game.hash not in sheets:
            sheets[game.hash] = (game.name, to_json(game.sheet))
        row, year = _row(trace)
        own_keys, own_choices = _postings(trace)
        white, black = (_rating(trace.headers.get(f"{side}Elo", "")) for side in ("White", "Black"))
        rows.append(row)
        numbers.append((RESULTS.index(trace.result), white, black, year, len(trace.choices)))
        digests.append(_digest(game, row, trace.result))
        keys.append(own_keys)
        choices.append(own_choices)
    return Batch(
        sheets,
        [trace.start.game.hash for trace in traces],
        rows,
        np.array(numbers, np.int32).reshape(-1, 5),
        np.array(digests, np.uint64),
        np.concatenate(keys) if keys else np.empty(0, np.uint64),
        np.concatenate(choices) if choices else np.empty(0, np.uint16),
        np.cumsum([len(each) for each in keys], dtype=np.int64),
        faults,
        sum(trace.passed for trace in traces),
    )


def _postings(trace: Trace) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """The keys of the positions with the choices, and those of the materials as they come up."""
    game = trace.start.game
    keys = trace.keys ^ np.uint64(salt(game))
    choices = np.append(trace.choices, np.uint16(END))
    men = trace.materials
    if len(men):
        new = np.flatnonzero((men != 0) & (np.append(np.uint64(0), men[:-1]) != men))
        if len(new):
            keys = np.concatenate((keys, men[new] ^ np.uint64(material_key(0, game))))
            choices = np.concatenate((choices, np.minimum(new, END - 1).astype(np.uint16)))
    return keys, choices


def _row(trace: Trace) -> tuple[GameRow, int]:
    headers = trace.headers
    date = headers.get("Date") or headers.get("UTCDate") or ""
    year = int(date[:4]) if date[:4].isdigit() and date[:4].isascii() else 0
    extra = {name: value[:MAX_HEADER] for name, value in headers.items() if name not in _ELSEWHERE}
    text = json.dumps(extra, ensure_ascii=False) if extra else ""
    start = trace.start.text()
    if start == trace.start.game.start().text():
        start = ""
    white, black, event, site, turn = (headers.get(name, "")[:MAX_HEADER] for name in _NAMED)
    text = text if len(text) <= MAX_EXTRA else ""
    return GameRow((white, black, event, site, turn), date[:20], text, start, packed(trace.choices)), year


def packed(choices: NDArray[np.uint16]) -> bytes:
    """Choices as bytes: one for each where that is enough, as in nearly all games; else two."""
    if not len(choices) or choices.max() < 256:
        return b"\1" + choices.astype(np.uint8).tobytes()
    return b"\2" + choices.astype("<u2").tobytes()


def unpacked(moves: bytes) -> list[int]:
    """The choices again. Raises `ValueError` for other bytes."""
    if moves[:1] not in (b"\1", b"\2"):
        raise ValueError("moves")
    numbers: list[int] = np.frombuffer(moves[1:], np.uint8 if moves[0] == 1 else "<u2").tolist()
    return numbers


def _rating(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 and int(text) <= MAX_RATING else 0


def _digest(game: Game, row: GameRow, result: Result) -> int:
    """Equal for games of the same players in the same year with the same moves, whatever else is said about them."""
    who = "\0".join((game.hash, row.start, row.names[0].casefold(), row.names[1].casefold(), row.date[:4], result))
    return int.from_bytes(hashlib.blake2b(who.encode() + b"\0" + row.moves, digest_size=8).digest(), "little")
