"""What `axedrez analyse` prints of games that were judged by search: moves, scores, mistakes, both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from axedrez.cli.analyse_options import Analysed
from axedrez.cli.output import title

STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


def show(done: Sequence[Analysed], lang: str, stream: TextIO) -> None:
    """Print the games."""
    console = Console(highlight=False, file=stream)
    for each in done:
        _show(console, each, lang)


def _show(console: Console, each: Analysed, lang: str) -> None:
    console.print(title(each.game, lang))
    grid = Table(box=None, pad_edge=False, show_header=False)
    for move in each.report.moves:
        style = STYLES.get(move.grade, "")
        marked = move.sign or move.ply in each.report.moments
        grid.add_row(Text(move.move, style), Text(move.standing.score), Text(move.text if marked else "", style))
    console.print(grid)
    for player in each.report.players:
        console.print(Text(player.text))
    console.print()
