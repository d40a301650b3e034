"""The pages that Sphinx reads: a folder of texts, in which only what has changed is written anew."""

from __future__ import annotations

import re
from pathlib import Path

LANGUAGES = ("en", "es")


def escaped(text: object) -> str:
    """A text as Markdown that means just this text."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", str(text))


def code(text: object) -> str:
    """A text in code letters, in a cell of a table too."""
    shown = str(text).replace("|", "\\|")
    fence = "``" if "`" in shown else "`"
    return f"{fence}{shown}{fence}"


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown; its cells are Markdown already."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def toctree(entries: list[str], caption: str = "", hidden: bool = True) -> str:
    """A list of pages for the menu."""
    options = [f":caption: {caption}"] * bool(caption) + [":hidden:"] * hidden + [":maxdepth: 1"]
    return "\n".join(["```{toctree}", *options, "", *entries, "```", ""])


class Pages:
    """The folder of the pages. What an earlier build has left there and this one does not write is deleted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written: set[Path] = set()

    def put(self, name: str, content: str | bytes) -> None:
        """Write a file, unless it says just this: Sphinx reads again what is newer than its site."""
        path = self.folder / name
        body = content.encode() if isinstance(content, str) else content
        self._written.add(path)
        if not path.is_file() or path.read_bytes() != body:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)

    def finish(self) -> None:
        """Delete what no build has written this time."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self._written:
                path.unlink()
