"""`axedrez rules`: a rulebook in words."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from axedrez import manual as book
from axedrez.cli import board
from axedrez.cli.output import print_json
from axedrez.core import Game


def show(game: Game, lang: str, as_json: bool) -> None:
    """Print the rules of a game, its figures drawn; or the same as JSON."""
    manual = msgspec.to_builtins(book.chapter(game, lang))
    if as_json:
        print_json(manual)
        return
    console = Console(highlight=False)
    console.print(Text(manual["title"], "bold underline"))
    for section in manual["sections"]:
        console.print()
        console.print(Text(section["title"], "bold"))
        for item in section["items"]:
            line = Text(item["text"])
            if item["clause"]:
                line = Text.assemble((f"{item['clause']} ", "dim"), line)
            console.print(Padding(line, (0, 0, 0, 2), expand=False))
            if item["decision"]:
                console.print(Padding(Text(book.decision(item, lang), "italic"), (0, 0, 0, 6), expand=False))
            if item["figure"]:
                _figure(console, game, item["figure"])


def _figure(console: Console, game: Game, figure: dict[str, Any]) -> None:
    drawn = board.draw(game.parse(figure["position"]).scene(), board.symbols(game), marks=figure["marks"])
    arrows = ", ".join("→".join(arrow) for arrow in figure["arrows"])
    caption = f"{figure['caption']} ({arrows})" if arrows else figure["caption"]
    console.print(Padding(drawn, (1, 0, 0, 4), expand=False))
    console.print(Padding(Text(caption, "italic"), (0, 0, 1, 4), expand=False))
