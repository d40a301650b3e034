"""What a PGN comment says: words for people, and commands that programs exchange (`[%csl …]`, `[%eval …]`)."""

from __future__ import annotations

import re

from axedrez.core.game_tree import Remarks

_COMMAND = re.compile(r"\[%(csl|cal|clk|eval) ([^\[\]]*+)\]")
_CIRCLE = re.compile(r"([GRYB])([a-z]\d{1,2})")
_ARROW = re.compile(r"([GRYB])([a-z]\d{1,2})([a-z]\d{1,2})")
_CLOCK = re.compile(r"\d{1,4}:\d{1,2}:\d{1,2}(?:\.\d{1,6})?")
_EVALUATION = re.compile(r"[+-]?(?:#[+-]?\d{1,4}|\d{1,5}(?:\.\d{1,4})?)(?:,\d{1,4})?")


def read_comment(text: str) -> Remarks:
    """A comment taken apart. A command that cannot be read stays in the text, and so does a second one of a kind."""
    shapes: list[str] = []
    clock = evaluation = ""

    def take(found: re.Match[str]) -> str:
        nonlocal clock, evaluation
        name, value = found[1], found[2].strip()
        if name in ("csl", "cal"):
            read = [_shape(each.strip(), name) for each in value.split(",")]
            if None in read or any(shape in shapes for shape in read):
                return found[0]
            shapes.extend(shape for shape in read if shape is not None)
        elif name == "clk" and not clock and _CLOCK.fullmatch(value):
            clock = value
        elif name == "eval" and not evaluation and _EVALUATION.fullmatch(value):
            evaluation = value
        else:
            return found[0]
        return " "

    words = _COMMAND.sub(take, text)
    return Remarks(" ".join(words.split()), shapes=tuple(shapes), clock=clock, evaluation=evaluation)


def _shape(text: str, command: str) -> str | None:
    if command == "csl":
        return text if _CIRCLE.fullmatch(text) else None
    arrow = _ARROW.fullmatch(text)
    return f"{arrow[1]}{arrow[2]}>{arrow[3]}" if arrow else None


def write_comment(remarks: Remarks) -> str:
    """The comment that `read_comment` takes apart so; "" for nothing."""
    circles = ",".join(shape for shape in remarks.shapes if ">" not in shape)
    arrows = ",".join(shape.replace(">", "") for shape in remarks.shapes if ">" in shape)
    commands = (("csl", circles), ("cal", arrows), ("clk", remarks.clock), ("eval", remarks.evaluation))
    written = [f"[%{name} {value}]" for name, value in commands if value]
    return " ".join(part for part in (*written, remarks.comment) if part)
