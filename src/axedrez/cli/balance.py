"""`axedrez balance`: self-play games, and a report about one or two rulebooks."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from axedrez.balance import GameSummary, Report, ReportText, Settings, render, report
from axedrez.balance.document import document
from axedrez.balance.render import Cell, Row, Table
from axedrez.balance.report import compare
from axedrez.balance.workers import jobs_of, play, play_on_cluster
from axedrez.cli.failures import INTERRUPTED
from axedrez.cli.output import check_writable, print_json, write_text
from axedrez.cli.progress import interruptible, progress
from axedrez.core import AxedrezError, Game
from axedrez.messages import say
from axedrez.processes import frozen, usual_processes

BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"


class BalanceOptions(NamedTuple):
    """How and where to play, and the outputs."""

    settings: Settings
    processes: int | None = None
    cluster: bool = False
    as_json: bool = False
    out: str | None = None
    lang: str = "en"


def balance(games: Sequence[Game], options: BalanceOptions) -> int:
    """Play and report; Ctrl-C ends the games and reports those that are done. Raises `AxedrezError`."""
    check_writable(options.out)
    with interruptible() as stop:
        reports = _play(games, options, stop)
    if not any(each.played for each in reports):
        if stop.is_set():
            return INTERRUPTED
        raise AxedrezError("balance_nothing")
    text = render(reports, options.lang)
    if options.out is not None:
        write_text(options.out, document(text, options.lang))
    if options.as_json:
        differences = compare(*reports) if len(reports) > 1 else ()
        print_json({"reports": msgspec.to_builtins(reports), "differences": msgspec.to_builtins(differences)})
    elif options.out is not None:
        print(say("cli.printed", options.lang, file=options.out))
    else:
        show(text)
    return INTERRUPTED if stop.is_set() else 0


def _play(games: Sequence[Game], options: BalanceOptions, stop: threading.Event) -> list[Report]:
    settings = options.settings
    jobs = jobs_of(games, settings)
    sheets = [frozen(game) for game in games]
    if options.cluster:
        playing = play_on_cluster(sheets, jobs, settings, stop)
    else:
        playing = play(sheets, jobs, settings, options.processes or min(usual_processes(), len(jobs)), stop)
    played: list[list[GameSummary]] = [[] for _ in games]
    with closing(playing), progress(say("cli.balance.playing", options.lang)) as bar:
        task = bar.add_task("", total=len(jobs))
        for sheet, summary in playing:
            played[sheet].append(summary)
            bar.advance(task)
    planned = [sum(job.sheet == sheet for job in jobs) for sheet in range(len(games))]
    return [report(game, settings, found, n) for game, found, n in zip(games, played, planned, strict=True)]


def show(text: ReportText) -> None:
    """Print a report; shares with bars."""
    console = Console(highlight=False, file=sys.stdout)
    console.print(Text(text.title, "bold underline"))
    for note in text.notes:
        console.print(Text(note))
    for table in text.tables:
        console.print()
        console.print(Text(table.title, "bold"))
        console.print(Padding(Text(table.help, "dim"), (0, 0, 0, 2), expand=False))
        console.print(Padding(_grid(table, text.headings), (0, 0, 0, 2), expand=False))
    console.print()
    console.print(Text(text.lengths.title, "bold"))
    console.print(Padding(Text(text.lengths.text, "dim"), (0, 0, 0, 2), expand=False))
    console.print(Padding(_lengths(text), (0, 0, 0, 2), expand=False))


def _grid(table: Table, headings: Sequence[str]) -> Grid:
    grid = Grid("", *headings, box=None, pad_edge=False, show_header=len(headings) > 1, header_style="dim")
    for row in table.rows:
        cells = [_cell(cell, row, len(headings) == 1) for cell in row.cells]
        if len(headings) > 1:
            cells.append(Text(row.difference.text if row.difference else "–"))
        grid.add_row(row.label, *cells)
    return grid


def _cell(cell: Cell | None, row: Row, alone: bool) -> Text:
    if cell is None:
        return Text("–")
    if (row.low, row.high) != (0.0, 1.0) or not alone:
        return Text(cell.text)
    return Text.assemble((_bar(cell.estimate.value), "blue"), " ", cell.text)


def _bar(share: float) -> str:
    """A bar with a resolution of an eighth of a character."""
    whole, eighths = divmod(round(share * BAR * 8), 8)
    return ("█" * whole + (_EIGHTHS[eighths] if eighths else "")).ljust(BAR)


def _lengths(text: ReportText) -> Grid:
    """A histogram of game lengths, with a bar for every rulebook."""
    grid = Grid("", *text.names, box=None, pad_edge=False, show_header=len(text.names) > 1, header_style="dim")
    most = max((count for each in text.lengths.bins for count in each.counts), default=1) or 1
    for each in text.lengths.bins:
        bars = [Text.assemble((_bar(count / most), "blue"), f" {count}") for count in each.counts]
        grid.add_row(f"{each.first}–{each.last}", *bars)
    return grid
