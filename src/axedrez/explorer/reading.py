"""Reading games for a collection: parts of PGN files quickly, everything else as usual. Runs in worker processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from axedrez import gamefiles, library
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.core.traces import QuickReader, Trace, Unread
from axedrez.engine.player import Stop
from axedrez.explorer.batch import Batch, batch_of
from axedrez.explorer.chunks import Part
from axedrez.explorer.traces import trace_of

MAX_FAULTS = 1000
"""So many faults of a part are told."""


def read_part(task: Part, halt: Stop) -> Batch | None:
    """The games of a part; None if `halt` was set in between."""
    reader = quick_reader(gamefiles.FORMATS[-1].name)
    assert reader is not None
    traces, faults = list[Trace](), list[FileFault]()
    for item in reader.read(task.text, gamefiles.decoded, library.load):
        if halt.is_set():
            return None
        if isinstance(item, Trace):
            traces.append(item)
            continue
        lines = task.line + task.text.count(b"\n", 0, item.place)
        for each in _read(item, lines):
            if isinstance(each, Trace):
                traces.append(each)
            elif len(faults) < MAX_FAULTS:
                faults.append(each)
    return batch_of(traces, faults)


def _read(item: Unread, lines: int) -> Iterator[Trace | FileFault]:
    for record in gamefiles.GameFile(gamefiles.decoded(item.text), limit=None):
        if not isinstance(record, FileFault):
            yield traced(record, lines)
        elif record.error.reason != "file_empty":
            yield record._replace(line=record.line + lines)


def traced(record: GameRecord, line: int) -> Trace | FileFault:
    """The trace of a game, or why it has none."""
    try:
        return trace_of(record)
    except AxedrezError as fault:
        return FileFault(1, line, 1, fault)
    except ValueError:  # a turn that is none of the legal ones
        return FileFault(1, line, 1, TextError("collection_moves"))


def read_all(file: Iterable[GameRecord | FileFault], size: int, skip: int = 0) -> Iterator[tuple[int, Batch]]:
    """The games of a file that cannot be cut, `size` at a time, with how many have been read; the first are skipped."""
    traces, faults, count = list[Trace](), list[FileFault](), 0
    for count, item in enumerate(file, 1):
        if count <= skip:
            continue
        found = item if isinstance(item, FileFault) else traced(item, getattr(file, "line", 1))
        if isinstance(found, Trace):
            traces.append(found)
        elif found.error.reason != "file_empty" and len(faults) < MAX_FAULTS:
            faults.append(found)
        if len(traces) + len(faults) >= size:
            yield count, batch_of(traces, faults)
            traces, faults = [], []
    if traces or faults:
        yield count, batch_of(traces, faults)


def quick_reader(name: str) -> QuickReader | None:
    """The quick reader of a format, if it has one."""
    for family in library.FAMILIES.values():
        if any(each.name == name for each in family.formats):
            return family.quick_reader()
    return None
