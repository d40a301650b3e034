"""The positions of a collection on the disk: runs of sorted arrays, found by bisection.

A *posting* says that a game had a position (`key`), and which choice it made there (`choice`; `END` for its last
position; for a material, how many moves had been made). A *run* is a folder with three arrays in NumPy's format, sorted
by key and then by game. An import writes a run for every few ten thousand games; at its end all are merged to one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.lib.format import write_array_header_1_0
from numpy.typing import NDArray

END = 0xFFFF
_NAMES = ("key", "game", "choice")
_TYPES = (np.uint64, np.uint32, np.uint16)
_RANGES = 512
"""A merge reads the runs range by range of the keys: so much less is in memory at once."""


class Postings(NamedTuple):
    """Parallel arrays, one entry for each posting."""

    key: NDArray[np.uint64]
    game: NDArray[np.uint32]
    choice: NDArray[np.uint16]

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.key)


def ordered(postings: Postings) -> Postings:
    """The postings by key and game, of which there is one each: a game that comes back to a position counts once.

    They come in the order of the games and of their moves.
    """
    order = np.argsort(postings.key, kind="stable")
    key, game, choice = postings.key[order], postings.game[order], postings.choice[order]
    first = np.ones(len(key), np.bool_)
    first[1:] = (key[1:] != key[:-1]) | (game[1:] != game[:-1])
    return Postings(key[first], game[first], choice[first])


def write_run(folder: Path, postings: Postings) -> None:
    """Write ordered postings as a run."""
    folder.mkdir(parents=True)
    np.save(folder / "key.npy", postings.key)
    np.save(folder / "game.npy", postings.game)
    np.save(folder / "choice.npy", postings.choice)


def open_run(folder: Path) -> Postings:
    """A run, read from the disk where it is looked at. Raises `OSError`, `ValueError`."""
    return Postings(*(np.load(folder / f"{name}.npy", mmap_mode="r") for name in _NAMES))


def merge_runs(folders: Sequence[Path], result: Path) -> None:
    """Merge runs, whose games rise from one to the next, into a new one; its memory does not grow with their size."""
    bounds = np.arange(1, _RANGES, dtype=np.uint64) * np.uint64(2**64 // _RANGES)
    runs, cuts = [], []
    for folder in folders:
        run = open_run(folder)
        cuts.append([0, *np.searchsorted(run.key, bounds).tolist(), run.total])
        runs.append(
            [
                (folder / f"{name}.npy", cast("np.memmap[Any, Any]", column).offset)
                for name, column in zip(_NAMES, run, strict=True)
            ]
        )
    result.mkdir(parents=True)
    total = sum(cut[-1] for cut in cuts)
    with ExitStack() as stack:
        merged = [stack.enter_context(open(result / f"{name}.npy", "wb")) for name in _NAMES]
        for file, kind in zip(merged, _TYPES, strict=True):
            # Written and not mapped: what is mapped counts as memory in use.
            write_array_header_1_0(file, {"descr": np.dtype(kind).str, "fortran_order": False, "shape": (total,)})
        for number in range(_RANGES):
            spans = [(cut[number], cut[number + 1]) for cut in cuts]
            key, game, choice = (
                np.concatenate([_read(*run[column], kind, span) for run, span in zip(runs, spans, strict=True)])
                for column, kind in enumerate(_TYPES)
            )
            order = np.argsort(key, kind="stable")
            for file, column in zip(merged, (key, game, choice), strict=True):
                file.write(column[order].data)
        for file in merged:
            file.flush()
            os.fsync(file.fileno())


def _read(file: Path, begin: int, kind: Any, span: tuple[int, int]) -> NDArray[Any]:
    """A part of an array that begins at a byte of a file."""
    first, last = span
    return np.fromfile(file, kind, last - first, offset=begin + first * np.dtype(kind).itemsize)


def remove_run(folder: Path) -> None:
    """Delete a run, as far as it is there."""
    shutil.rmtree(folder, ignore_errors=True)


def found(runs: Sequence[Postings], key: int) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """The games with this key, and their choices."""
    word = np.uint64(key)
    parts = []
    for run in runs:
        first, last = np.searchsorted(run.key, word, "left"), np.searchsorted(run.key, word, "right")
        if last > first:
            parts.append((np.asarray(run.game[first:last]), np.asarray(run.choice[first:last])))
    if not parts:
        return np.empty(0, np.uint32), np.empty(0, np.uint16)
    if len(parts) == 1:
        return parts[0]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
