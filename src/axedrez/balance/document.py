"""A report as a self-contained HTML page: tables, with intervals and game lengths drawn as SVG."""

from __future__ import annotations

from html import escape

from axedrez.balance.render import Cell, Lengths, ReportText, Row, Table
from axedrez.printing.web_page import table, web_page

WIDTH, HEIGHT = 220, 18
BAR_HEIGHT = 160
_STYLE = """
.first { fill: #1f4a8f; stroke: #1f4a8f; }
.second { fill: #ad2f14; stroke: #ad2f14; }
text.first, text.second { stroke: none; }
.axis { stroke: #d8ccb6; }
text { font: 12px Georgia, serif; fill: #241d14; stroke: none; }
"""
_CLASSES = ("first", "second")


def document(text: ReportText, lang: str) -> str:
    """The page in `lang`."""
    parts = [
        *(f"<p>{escape(note)}</p>" for note in text.notes),
        *(_table(each, text) for each in text.tables),
        _histogram(text.lengths, text.names),
    ]
    return web_page(text.title, lang, "".join(parts), _STYLE)


def _table(given: Table, text: ReportText) -> str:
    rows = []
    for row in given.rows:
        cells = [_cell(cell, row, css) for cell, css in zip(row.cells, _CLASSES, strict=False)]
        if len(text.names) > 1:
            cells.append(escape(row.difference.text) if row.difference else "–")
        rows.append((escape(row.label), cells))
    headings = [escape(heading) for heading in ("", *text.headings)]
    return f"<h2>{escape(given.title)}</h2><p>{escape(given.help)}</p>{table(headings, rows)}"


def _cell(cell: Cell | None, row: Row, css: str) -> str:
    return "–" if cell is None else escape(cell.text) + _interval(cell, row, css)


def _interval(cell: Cell, row: Row, css: str) -> str:
    """A dot with its interval on the row's scale; the figures stand beside it, so it is hidden from screen readers."""
    span = row.high - row.low or 1.0

    def place(value: float) -> float:
        return round(6 + (WIDTH - 12) * (value - row.low) / span, 1)

    e, middle = cell.estimate, HEIGHT // 2
    line = ""
    if e.low is not None and e.high is not None:
        line = f'<line x1="{place(e.low)}" x2="{place(e.high)}" y1="{middle}" y2="{middle}" stroke-width="3"/>'
    return (
        f'<svg class="{css}" aria-hidden="true" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<line class="axis" x1="6" x2="{WIDTH - 6}" y1="{middle}" y2="{middle}"/>{line}'
        f'<circle cx="{place(e.value)}" cy="{middle}" r="4.5"/></svg>'
    )


def _histogram(lengths: Lengths, names: list[str]) -> str:
    if not lengths.bins:
        return ""
    most = max(count for bin_ in lengths.bins for count in bin_.counts) or 1
    step = 720 / len(lengths.bins)
    thick = (step - 4) / len(names)
    bars = [
        f'<rect class="{_CLASSES[which]}" stroke="none" x="{round(number * step + 2 + which * thick, 1)}" '
        f'y="{round(BAR_HEIGHT * (1 - count / most) + 14, 1)}" width="{round(thick, 1)}" '
        f'height="{round(BAR_HEIGHT * count / most, 1)}"><title>{bin_.first}–{bin_.last}: {count}</title></rect>'
        for number, bin_ in enumerate(lengths.bins)
        for which, count in enumerate(bin_.counts)
    ]
    every = -(-len(lengths.bins) // 10)
    marks = [
        f'<text x="{round(number * step, 1)}" y="{BAR_HEIGHT + 30}">{bin_.first}</text>'
        for number, bin_ in enumerate(lengths.bins)
        if number % every == 0
    ]
    legend = "".join(
        f'<text class="{css}" x="0" y="{BAR_HEIGHT + 50 + 18 * number}">■ {escape(name)}</text>'
        for number, (name, css) in enumerate(zip(names, _CLASSES, strict=False))
    )
    height = BAR_HEIGHT + 60 + 18 * len(names)
    return (
        f"<h2>{escape(lengths.title)}</h2><p>{escape(lengths.text)}</p>"
        f'<svg role="img" aria-label="{escape(lengths.title)}. {escape(lengths.text)}" width="720" height="{height}" '
        f'viewBox="0 0 720 {height}">{"".join(bars)}{"".join(marks)}{legend}</svg>'
    )
