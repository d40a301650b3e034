"""A self-contained HTML page in the look of the program, which any browser opens and prints."""

from __future__ import annotations

from html import escape

_STYLE = """
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; font: 17px/1.5 Georgia, serif; color: #241d14;
  background: #fffbf2; }
h1, h2, h3 { line-height: 1.2; }
a { color: #1f4a8f; }
.scroll { margin-bottom: 1rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.3rem 0.5rem; border-top: 1px solid #d8ccb6; text-align: left; font-weight: 400;
  vertical-align: top; }
thead th { font-weight: 600; }
td { font-variant-numeric: lining-nums tabular-nums; }
svg { display: block; max-width: 100%; }
@media print { body { margin: 0; max-width: none; background: none; } section, tr { break-inside: avoid; } }
"""


def web_page(title: str, lang: str, body: str, style: str = "") -> str:
    """The page: its title as text, its `body` as HTML, and what it adds to the style."""
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}{style}</style></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )


def table(headings: list[str], rows: list[tuple[str, list[str]]]) -> str:
    """A table that scrolls where it is too wide. A row: its heading and its cells, all HTML."""
    head = "".join(f'<th scope="col">{heading}</th>' for heading in headings)
    lines = "".join(
        f'<tr><th scope="row">{heading}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for heading, cells in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
