"""Tables on paper, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from axedrez.printing.paper import INK, RULE, SHEET, SOFT, VERMILION, Paper

LEFT = 14.0
TOP = 12.0
BOTTOM = 14.0
_POINT_MM = 25.4 / 72


class Column(NamedTuple):
    """A column: its heading, and its width in millimetres; the cells of an `important` one are bold."""

    heading: str
    width: float
    align: Literal["L", "C", "R"] = "L"
    important: bool = False


class Table(NamedTuple):
    """Columns with rows of as many texts; `size` of the letters in points. A cell that is None is filled."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str | None]]
    size: float = 11

    @property
    def row_mm(self) -> float:
        """The height of a row."""
        return self.size * _POINT_MM * 1.75


def write_tables(paper: Paper, title: str, subtitle: str, tables: Sequence[Table], notes: Sequence[str] = ()) -> None:
    """Write each table on pages of its own, below a title, and the notes after the last; pages are numbered."""
    pages = [(table, start) for table in tables for start in range(0, max(1, len(table.rows)), _fitting(paper, table))]
    for number, (table, start) in enumerate(pages, 1):
        paper.page()
        width = paper.width - 2 * LEFT
        paper.write(title, LEFT, TOP, width, 20, bold=True, colour=VERMILION, least=10)
        paper.write(subtitle, LEFT, TOP + 9.5, width, 13, colour=SOFT, least=8)
        rows = table.rows[start : start + _fitting(paper, table)]
        end = _write_rows(paper, table, rows, TOP + 20)
        if len(pages) > 1:
            paper.write(f"{number} / {len(pages)}", LEFT, paper.height - 10, width, 9, colour=SOFT, align="C")
    for note in notes:
        if end + table.row_mm > paper.height - BOTTOM:
            paper.page()
            end = TOP
        paper.write(note, LEFT, end + 2, paper.width - 2 * LEFT, table.size, colour=SOFT)
        end += table.row_mm


def _fitting(paper: Paper, table: Table) -> int:
    return max(1, int((paper.height - TOP - 20 - BOTTOM) / table.row_mm) - 1)


def _write_rows(paper: Paper, table: Table, rows: Sequence[Sequence[str | None]], y: float) -> float:
    """Write the headings and rows; returns where they end."""
    width = sum(column.width for column in table.columns)
    x = LEFT
    for column in table.columns:
        paper.write(column.heading, x + 1, y + 1, column.width - 2, table.size * 0.85, colour=SOFT, align=column.align)
        x += column.width
    y += table.row_mm
    paper.rule(LEFT, y, width, colour=VERMILION, thick=0.4)
    for number, row in enumerate(rows):
        if number % 2:
            paper.filled(LEFT, y, width, table.row_mm, SHEET)
        x = LEFT
        for column, cell in zip(table.columns, row, strict=True):
            if cell is None:
                paper.filled(x, y, column.width, table.row_mm, RULE)
            elif cell:
                inset = (table.row_mm - table.size * _POINT_MM * 1.25) / 2
                paper.write(
                    cell,
                    x + 1,
                    y + inset,
                    column.width - 2,
                    table.size,
                    bold=column.important,
                    colour=INK,
                    align=column.align,
                )
            x += column.width
        y += table.row_mm
        paper.rule(LEFT, y, width, thick=0.15)
    return y
