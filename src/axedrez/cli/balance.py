"""`axedrez balance`: games of the computer with itself, and what they tell about a rulebook or two."""

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
from axedrez.cli.output import print_json, write_text
from axedrez.cli.progress import interruptible, progress
from axedrez.core import AxedrezError, Game
from axedrez.messages import say
from axedrez.processes import frozen, usual_processes

BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Wish(NamedTuple):
    """What is asked for beside the rulebooks: how to play, on what, and what to give."""

    settings: Settings
    processes: int | None = None
    cluster: bool = False
    as_json: bool = False
    out: str | None = None
    lang: str = "en"


def balance(games: Sequence[Game], wish: Wish) -> int:
    """Play, and report; Ctrl-C ends the games and reports what there is. Raises `AxedrezError`."""
    with interruptible() as stop:
        reports = _play(games, wish, stop)
    if not any(each.played for each in reports):
        if stop.is_set():
            return INTERRUPTED
        raise AxedrezError("balance_nothing")
    text = render(reports, wish.lang)
    if wish.out is not None:
        write_text(wish.out, document(text, wish.lang))
    if wish.as_json:
        differences = compare(*reports) if len(reports) > 1 else ()
        print_json({"reports": msgspec.to_builtins(reports), "differences": msgspec.to_builtins(differences)})
    elif wish.out is not None:
        print(say("cli.printed", wish.lang, file=wish.out))
    else:
        show(text)
    return INTERRUPTED if stop.is_set() else 0


def _play(games: Sequence[Game], wish: Wish, stop: threading.Event) -> list[Report]:
    settings = wish.settings
    jobs = jobs_of(games, settings)
    sheets = [frozen(game) for game in games]
    if wish.cluster:
        playing = play_on_cluster(sheets, jobs, settings, stop)
    else:
        playing = play(sheets, jobs, settings, wish.processes or min(usual_processes(), len(jobs)), stop)
    played: list[list[GameSummary]] = [[] for _ in games]
    with closing(playing), progress(say("cli.balance.playing", wish.lang)) as bar:
        task = bar.add_task("", total=len(jobs))
        for sheet, summary in playing:
            played[sheet].append(summary)
            bar.advance(task)
    asked = [sum(job.sheet == sheet for job in jobs) for sheet in range(len(games))]
    return [report(game, settings, found, n) for game, found, n in zip(games, played, asked, strict=True)]


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
    """A bar of eighths of a sign."""
    whole, eighths = divmod(round(share * BAR * 8), 8)
    return ("█" * whole + (_EIGHTHS[eighths] if eighths else "")).ljust(BAR)


def _lengths(text: ReportText) -> Grid:
    """For each class of lengths a bar for every rulebook."""
    grid = Grid("", *text.names, box=None, pad_edge=False, show_header=len(text.names) > 1, header_style="dim")
    most = max((count for each in text.lengths.bins for count in each.counts), default=1) or 1
    for each in text.lengths.bins:
        bars = [Text.assemble((_bar(count / most), "blue"), f" {count}") for count in each.counts]
        grid.add_row(f"{each.first}–{each.last}", *bars)
    return grid
