"""Hand-made positions in short form, for the tests of tables games: `K24 P10 Poff | k1 pbar`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from tests.naive.tables_text import ORDER, Options, Position, Side, ordered, parse


@dataclass(frozen=True)
class Few(Options):
    """The rules with a small army on each side, so that whole result sets can be written by hand."""

    army: str = "KP"

    @property
    def pieces(self) -> Counter[str]:
        return Counter(self.army)


def at(short: str, options: Options, turn: Side = "w", home: str = "-") -> Position:
    """The position of the short form."""
    points, places = [""] * 24, {"bar": "", "off": ""}
    for piece, place in re.findall("([A-Za-z])(bar|off|[0-9]+)", short):
        if place in places:
            places[place] += piece
        else:
            points[int(place) - 1] += piece
    position = Position(
        options,
        tuple(map(ordered, points)),
        ordered(places["bar"]),
        ordered(places["off"]),
        turn,
        home.replace("-", ""),
    )
    return parse(position.text(), options)


def short(position: Position) -> str:
    """The one short form of a position: letters in order, the longest way to go first."""
    found = [(letter, "bar") for letter in position.bar] + [(letter, "off") for letter in position.off]
    found += [(letter, str(p)) for p, letters in enumerate(position.points, start=1) for letter in letters]
    return _canonical(found)


def _canonical(found: list[tuple[str, str]]) -> str:
    found = sorted(found, key=lambda each: (ORDER.index(each[0]), each[1].rjust(3)))
    sides = [
        " ".join(letter + place for letter, place in found if letter.isupper() == white) for white in (True, False)
    ]
    return " | ".join(sides)


def expected(position: Position, *after: str) -> set[str]:
    """Short forms written by hand; one without `|` leaves the opponent as he was."""
    opponent = short(position).split(" | ")[1]
    whole = [each if "|" in each else f"{each} | {opponent}" for each in after]
    return {_canonical(re.findall("([A-Za-z])(bar|off|[0-9]+)", each)) for each in whole}


def opponents(*sides: str) -> set[str]:
    """Opponent's sides written by hand, as `replies` gives them."""
    return {_canonical(re.findall("([a-z])(bar|off|[0-9]+)", each)).removeprefix(" | ") for each in sides}


def replies(found: set[str], *pieces: str) -> set[str]:
    """The opponent's sides of those ends in which the mover (White) has these pieces, such as `K9`."""
    sides = [each.split(" | ") for each in found]
    return {black for white, black in sides if not Counter(pieces) - Counter(white.split())}
