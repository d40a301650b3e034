"""Writing games as PGN."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess.pgn import ROSTER, STANDARD, PgnGame, PgnLine, PgnMove
from axedrez.core.sides import Side

WIDTH = 80


def write_game(game: PgnGame) -> str:
    """The game as PGN, ended by an empty line; `read_games` gives it back unchanged."""
    tags = {**ROSTER, **game.headers, "Result": game.result}
    if game.start.game.name != STANDARD:
        tags["Variant"] = game.start.game.name
    if game.start != game.start.game.start():
        tags |= {"SetUp": "1", "FEN": game.start.text()}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    number = int(game.start.text().split()[-1])
    words = [*_line(game.line, number), game.result]
    return "\n".join([*lines, "", *_wrapped(words), "", ""])


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _line(line: PgnLine, number: int) -> Iterator[str]:
    """The words of a line whose first move has the number `number`; a word that ends a text line ends in a break."""
    yield from _comment(line.comment)
    told = False
    for played in line.moves:
        white = played.before.turn is Side.WHITE
        if white:
            yield f"{number}."
        elif not told:
            yield f"{number}..."
        yield played.before.notate(played.move)
        yield from (f"${nag}" for nag in played.nags)
        yield from _comment(played.comment)
        yield from _variations(played, number)
        # After an interruption the reader is told again whose move it is.
        told = not played.comment and not played.variations
        number += not white


def _variations(played: PgnMove, number: int) -> Iterator[str]:
    for variation in played.variations:
        yield "("
        yield from _line(variation, number)
        yield ")"


def _comment(text: str) -> Iterator[str]:
    if "}" in text:
        yield f"; {text}\n"
    elif text:
        first, *rest = f"{{{text}}}".split(" ")
        for word in rest:
            # A line of the file must not begin with what would look like a tag or an escape.
            if word.startswith(("[", "%")):
                first += f" {word}"
            else:
                yield first
                first = word
        yield first


def _wrapped(words: list[str]) -> Iterator[str]:
    """The words in lines of at most `WIDTH` characters, where no single word is longer."""
    line = ""
    for word in words:
        space = "" if not line or line.endswith("(") or word == ")" else " "
        if len(line) + len(space) + len(word.rstrip("\n")) > WIDTH:
            yield line
            line, space = "", ""
        line += space + word
        if word.endswith("\n"):
            yield line.rstrip("\n")
            line = ""
    yield line
