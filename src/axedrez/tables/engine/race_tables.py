"""Tables of bearing off, computed from the rules when they are first needed (`kernel.bear_off`).

For every sheet whose pieces are all of one kind that only races, hits and leaves the board, if the castle has few
enough ways of standing. Sheets with officers have none, because officers use dice that their pawns would have to use.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
import zipfile
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez import places
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.bearing_off import ways_of_standing
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.bear_off import (
    PARTS,
    SPAN,
    one_sided,
    two_sided,
)
from axedrez.tables.kernel import layout

MAX_STATES = 100_000
"""With more ways of standing than these there is no table."""
MAX_TURNS = 64
"""Nor where more turns than these may be needed."""
MAX_PAIRS = 1_000_000
"""A two-sided table has at most so many pairs of ways of standing, of 12 bytes each."""
KEPT = 16
"""So many tables are kept in the cache, the latest ones; one is 7 MB for backgammon."""
VERSION = 2
"""Files of another version are not read."""
_TAIL = 1e-6

Chances = npt.NDArray[np.float32]
_making = threading.Lock()


class Table(NamedTuple):
    """By rank of a way of standing and number of turns from 0, how likely it is that so many are taken.

    `turns`: until all is off, `first`: until something is. `both` (ways × ways × `PARTS`): the chances of the side that
    rolls with few pieces left, by its rank and the other side's.
    """

    turns: Chances
    first: Chances
    both: Chances


@lru_cache(maxsize=4)
def table_of(ruleset: Ruleset) -> Table | None:
    """The table of a ruleset, computed at its first use and kept in the user's cache; None where there is none."""
    if not _has_one(ruleset):
        return None
    with _making:
        file = places.cache() / "bearing-off" / f"{_name(ruleset)}.npz"
        table = _read(file, len(ruleset.army), ruleset.rules.race.castle)
        if table is None:
            table = compute(ruleset)
            _write(file, table)
    whole = min(float(table.turns.sum(axis=1).min()), float(table.first.sum(axis=1).min()))
    return table if whole >= 1 - _TAIL else None


def _has_one(ruleset: Ruleset) -> bool:
    castle, tables = ruleset.rules.race.castle, ruleset.compiled
    # Only there the turns are found fast enough for every way of standing.
    is_plain = bool(tables[layout.PLAIN]) and not tables[layout.NO_PROGRESS_LIMIT]
    return is_plain and comb(len(ruleset.army) + castle, castle) <= MAX_STATES


def compute(ruleset: Ruleset) -> Table:
    """The table of a ruleset that can have one: seconds of work."""
    n, castle = len(ruleset.army), ruleset.rules.race.castle
    standing = ways_of_standing(n, castle)
    standing = standing[np.argsort(standing @ np.arange(1, castle + 1), kind="stable")]
    off = n - standing.sum(axis=1)
    counts = np.concatenate([standing[:, ::-1], off[:, None]], axis=1)
    distances = np.tile(np.arange(castle, -1, -1, dtype=np.int8), len(counts))
    ways = np.repeat(distances, counts.ravel()).reshape(len(counts), n)
    turns, first = (np.zeros((len(ways), MAX_TURNS), np.float32) for _ in range(2))
    one_sided(ruleset.compiled, ruleset.keys, castle, ways, choose(), turns, first)
    used = max(1, int(np.flatnonzero(turns.max(axis=0) > 0)[-1]) + 1)
    few = np.ascontiguousarray(ways[off >= n - _few(n, castle)])
    both = np.zeros((len(few), len(few), PARTS), np.float32)
    two_sided(ruleset.compiled, ruleset.keys, castle, few, choose(), points_of(ruleset), both.reshape(-1))
    return Table(np.ascontiguousarray(turns[:, :used]), np.ascontiguousarray(first[:, :used]), both)


def _few(n: int, castle: int) -> int:
    """With up to so many of n pieces left a side, both are judged together."""
    return max(k for k in range(n + 1) if comb(k + castle, castle) ** 2 <= MAX_PAIRS)


@lru_cache(maxsize=1)
def choose() -> npt.NDArray[np.int64]:
    """Binomial coefficients as the kernels read them (`kernel.bear_off.SPAN`)."""
    return np.array([comb(n, k) for k in range(14) for n in range(SPAN)], np.int64)


def _name(ruleset: Ruleset) -> str:
    """What tells tables apart: the compiled rules and the scoring, from which everything follows."""
    told = ruleset.compiled.tobytes() + points_of(ruleset).tobytes()
    return hashlib.sha256(b"%d " % VERSION + told).hexdigest()[:32]


def _read(file: Path, n: int, castle: int) -> Table | None:
    """The table of a file; None if there is none, or not a whole one."""
    try:
        with np.load(file, allow_pickle=False) as stored:
            table = Table(stored["turns"], stored["first"], stored["both"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    ways, few = comb(n + castle, n), comb(_few(n, castle) + castle, castle)
    shapes = tuple(each.shape for each in table)
    fits = any(shapes == ((ways, turns), (ways, turns), (few, few, PARTS)) for turns in range(1, MAX_TURNS + 1))
    return table if fits and all(each.dtype == np.float32 and np.isfinite(each).all() for each in table) else None


def _write(file: Path, table: Table) -> None:
    """Keep a table. The file is there whole or not at all; where nothing can be kept, it is computed again."""
    draft = file.with_name(f"{file.name}.{os.getpid()}.draft")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as out:
            np.savez_compressed(out, turns=table.turns, first=table.first, both=table.both)
        draft.replace(file)
        kept = sorted(file.parent.glob("*.npz"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-KEPT]:
            old.unlink(missing_ok=True)
