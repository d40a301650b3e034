"""Writing games as PGN."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from axedrez.chess.gamefiles.pgn.reading import ROSTER, PgnGame, PgnLine, PgnMove, slug
from axedrez.chess.gamefiles.pgn.variants import STANDARD
from axedrez.core.contract import Game
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding

WIDTH = 80
# A command for programs is one word: some of them do not read it over the end of a line.
_COMMENT_WORD = re.compile(r"(?:\{?\[%\w++ [^\[\]]*+\]|[^ ])++")


def write_game(game: PgnGame, find: Callable[[str], Game]) -> str:
    """The game as PGN, ended by an empty line; `read_games` gives it back unchanged.

    `find` gives what readers know a rulebook by its id to be, such as `axedrez.load`; another sheet is written along.
    """
    tags = {**ROSTER, **game.headers, "Result": game.result}
    rules = game.start.game
    embedded = embedding.tags(rules, lambda: find(rules.name))
    if rules.name != STANDARD or len(embedded) > 1:
        name = rules.sheet.names.en
        tags["Variant"] = name if slug(name) == rules.name else rules.name
        tags |= embedded
    if game.start != game.start.game.start():
        tags |= {"SetUp": "1", "FEN": game.start.text()}
    words = [*_line(game.line), game.result]
    return "\n".join([*_tags(tags), "", *_wrapped(words), "", ""])


def write_notes(game: PgnGame) -> str:
    """What the game's file says besides what was played: its headers, and what is said about its moves.

    Without a start, rules or a result; `read_notes` gives it back unchanged. "" for nothing.
    """
    line = game.line
    said = line.comment or any(played.nags or played.comment or played.variations for played in line.moves)
    return "\n".join([*_tags(game.headers), *(_wrapped([*_line(line)]) if said else ())])


def _tags(tags: Mapping[str, str]) -> Iterator[str]:
    return (f'[{name} "{_escaped(value)}"]' for name, value in tags.items())


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _line(line: PgnLine) -> Iterator[str]:
    """The words of a line; a word that ends a text line ends in a break."""
    yield from _comment(line.comment)
    numbered: tuple[Side, int] | None = None
    for played in line.moves:
        turn = played.before.side, played.before.ply // 2 + 1
        if played.before.turn is Side.CHANCE:
            yield f"{{[%roll {played.move}]}}"
        else:
            if numbered != turn and turn[0] is Side.WHITE:
                yield f"{turn[1]}."
            elif numbered not in (turn, (Side.WHITE, turn[1])):
                yield f"{turn[1]}..."
            yield played.before.notate(played.move)
            numbered = turn
        yield from (f"${nag}" for nag in played.nags)
        yield from _comment(played.comment)
        yield from _variations(played)
        # After a comment or variation the move number is written again.
        if played.comment or played.variations:
            numbered = None


def _variations(played: PgnMove) -> Iterator[str]:
    for variation in played.variations:
        words = list(_line(variation)) or [""]
        words[0] = f"({words[0]}"
        if words[-1].endswith("\n"):
            words.append(")")
        else:
            words[-1] += ")"
        yield from words


def _comment(text: str) -> Iterator[str]:
    if "}" in text:
        yield f"; {text}\n"
    elif text:
        first, *rest = _COMMENT_WORD.findall(f"{{{text}}}")
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
        space = " " if line else ""
        if len(line) + len(space) + len(word.rstrip("\n")) > WIDTH:
            yield line
            line, space = "", ""
        line += space + word
        if word.endswith("\n"):
            yield line.rstrip("\n")
            line = ""
    yield line
