"""What `axedrez evaluate` prints of a position that is searched: how it stands, and the best lines."""

from __future__ import annotations

import sys
import threading

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from axedrez.analysis import Effort, Evaluation, Standing
from axedrez.analysis.evaluation import Line
from axedrez.analysis.evaluator import Evaluator
from axedrez.analysis.render import certainty_text, line_text, standing_text, written_score
from axedrez.analysis.review import standing_at_end, standing_of
from axedrez.cli.output import print_json
from axedrez.core import History, Position


def show(evaluator: Evaluator, position: Position, nodes: int, lang: str, as_json: bool, stop: threading.Event) -> None:
    """Search a position and print its best lines, the better one first; of one that is over, how it ended."""
    outcome = position.outcome()
    found = None
    if outcome is None and position.legal_moves():
        found = evaluator.evaluate(position, History(), Effort(nodes=nodes), stop=stop)
    standing = standing_at_end(outcome) if found is None else standing_of(found.lines[0], position.side)
    if as_json:
        print_json(_data(evaluator, position, standing, found, lang))
        return
    console = Console(highlight=False, file=sys.stdout)
    console.print(Text(standing_text(standing, lang).text))
    if found is None:
        return
    if found.certain is not None:
        console.print(Text(certainty_text(found.certain, lang)))
    grid = Table(box=None, pad_edge=False, show_header=False)
    grid.add_column(justify="right", no_wrap=True)
    for line in found.lines:
        score = written_score(standing_of(line, position.side), lang)
        grid.add_row(Text(score), Text(line_text(evaluator, position, line, lang).text))
    console.print(grid)


def _data(
    evaluator: Evaluator, position: Position, standing: Standing, found: Evaluation | None, lang: str
) -> dict[str, object]:
    said: dict[str, object] = {"position": position.text(), **msgspec.to_builtins(standing), "lines": []}
    if found is None:
        return said

    def data(line: Line) -> dict[str, object]:
        seen = msgspec.to_builtins(standing_of(line, position.side))
        return {"moves": line.moves, "text": line_text(evaluator, position, line, lang).text, **seen}

    certain = msgspec.to_builtins(found.certain)
    return {**said, "lines": [data(line) for line in found.lines], "depth": found.depth, "nodes": found.nodes,
            "certain": certain}  # fmt: skip
