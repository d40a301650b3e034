"""Passages about a rulebook, written by hand: `rulebooks/passages/<id>.<lang>.md`, with titles and paragraphs only."""

from __future__ import annotations

from functools import cache

from axedrez import library
from axedrez.core.manual import Item, Section

FOLDER = library.RULEBOOKS / "passages"


@cache
def passages(rulebook: str, lang: str) -> tuple[Section, ...]:
    """The passages about a shipped rulebook; none for any other, and where nobody has written one.

    A line that begins with `#` is a title; paragraphs are set apart by empty lines.
    """
    path = FOLDER / f"{rulebook}.{lang}.md"
    if rulebook not in (*library.rulebooks(), *library.gallery()) or not path.is_file():
        return ()
    found: list[tuple[str, list[Item]]] = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        text = " ".join(block.split())
        if text.startswith("# "):
            found.append((text.removeprefix("# "), []))
        elif text:
            found[-1][1].append(Item(text=text))
    return tuple(Section(title=title, items=tuple(items), prose=True) for title, items in found)
