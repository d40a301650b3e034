"""The text of a `variants.ini` file, the format in which Fairy-Stockfish is told of variants: strict reading, writing.

`[name]` or `[name:parent]` begins a section, `option = value` says one thing in it, `#` and `;` begin a remark line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from axedrez.core.errors import TextError
from axedrez.rulesheet.interchange import Said

MAX_LENGTH = 200_000
MAX_SECTIONS = 500


class Section(NamedTuple):
    """A variant: its name, the one that it is derived from ("" for none), the line of its heading, what it says.

    `outdone`: what later lines about the same options make void.
    """

    name: str
    parent: str
    line: int
    said: tuple[Said, ...]
    outdone: tuple[Said, ...] = ()


def read(text: str) -> tuple[Section, ...]:
    """The sections of a text. Raises `TextError` with the line of the first fault."""
    if len(text) > MAX_LENGTH:
        raise TextError("ini_long", limit=MAX_LENGTH)
    sections: list[tuple[str, str, int, dict[str, Said], list[Said]]] = []
    for number, row in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = row.strip()
        if not line or line[0] in "#;":
            continue
        if line[0] == "[":
            name, parent = _heading(line, number)
            if any(name == section[0] for section in sections):
                raise TextError("ini_twice", line=number, name=name[:60])
            if len(sections) == MAX_SECTIONS:
                raise TextError("ini_many", line=number, limit=MAX_SECTIONS)
            sections.append((name, parent, number, {}, []))
            continue
        option, sign, value = (part.strip() for part in line.partition("="))
        if not (sign and option and value):
            raise TextError("ini_syntax", line=number, value=line[:60])
        if not sections:
            raise TextError("ini_outside", line=number, value=line[:60])
        *_, said, outdone = sections[-1]
        if option in said:
            outdone.append(said.pop(option))
        said[option] = Said(option, value, number)
    if not sections:
        raise TextError("ini_empty")
    return tuple(
        Section(name, parent, line, tuple(said.values()), tuple(outdone))
        for name, parent, line, said, outdone in sections
    )


def _heading(line: str, number: int) -> tuple[str, str]:
    name, colon, parent = (part.strip() for part in line[1:-1].partition(":"))
    sound = line[-1] == "]" and not set("[]") & set(line[1:-1]) and ":" not in parent
    if not (sound and name and bool(parent) == bool(colon)):
        raise TextError("ini_heading", line=number, value=line[:60])
    return name, parent


def write(name: str, said: Iterable[tuple[str, str]]) -> str:
    """The text of one section without a parent."""
    return "\n".join([f"[{name}]", *(f"{option} = {value}" for option, value in said), ""])
