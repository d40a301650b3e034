"""Betza movements in words: the ways of a piece as phrases, each said once for all its directions."""

from __future__ import annotations

from collections.abc import Iterable

from axedrez.chess import geometry
from axedrez.chess.fairy.betza import Way, reflections
from axedrez.chess.manual.grammar import Speech

Step = tuple[int, int]
Class = tuple[int, int]
"""A step without its reflections: the shorter side, then the longer."""

STRAIGHT, DIAGONAL, KNIGHT = (0, 1), (1, 1), (1, 2)
_AHEAD, _BACK, _LEFT, _RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)


def phrases(speech: Speech, ways: Iterable[Way]) -> list[str]:
    """How these ways go, `moves` and `captures` left aside: `any distance diagonally`, `in an L: …`; none twice."""
    groups: dict[tuple[int, bool, str], list[Step]] = {}
    for way in ways:
        groups.setdefault((way.limit, way.lame, way.hop), []).append(way.step)
    found: list[str] = []
    # Lines first, leaps last, as players tell them.
    for (limit, lame, hop), steps in sorted(groups.items(), key=lambda group: (group[0][0] == 1, group[0][1:])):
        unit = [step for step in steps if max(map(abs, step)) == 1]
        if unit:
            found.append(_unit(speech, unit, limit, hop))
        longer = [step for step in steps if max(map(abs, step)) > 1]
        for kind in sorted({class_of(step) for step in longer}, key=lambda kind: (kind[1], kind[0])):
            same = [step for step in longer if class_of(step) == kind]
            found.append(_longer(speech, kind, same, limit, lame, hop))
    return list(dict.fromkeys(found))


def class_of(step: Step) -> Class:
    """The shape of a step."""
    short, long = sorted(map(abs, step))
    return short, long


def _unit(speech: Speech, steps: list[Step], limit: int, hop: str) -> str:
    """Ways that go from square to neighbouring square."""
    if hop:
        return speech.say(f"way.hop.{hop}", way=_directions(speech, steps, "line"))
    if limit == 1:
        return speech.say("way.one", way=_directions(speech, steps, "step"))
    if limit == 0:
        return speech.say("way.far", way=_directions(speech, steps, "line"))
    return speech.say("way.up_to", limit=limit, way=_directions(speech, steps, "line"))


def _directions(speech: Speech, steps: list[Step], kind: str) -> str:
    if len(steps) == 8:
        return speech.say(f"way.any.{kind}")
    straight = [step for step in steps if 0 in step]
    return speech.listing([*_straight(speech, straight), *_diagonal(speech, steps)], "or")


def _straight(speech: Speech, steps: Iterable[Step]) -> list[str]:
    """Where straight steps of one length go; lengths left aside."""
    signs = {tuple((part > 0) - (part < 0) for part in step) for step in steps}
    if len(signs) == 4:
        return [speech.say("dir.straight")]
    found = []
    for axis, ends in (("file", (_AHEAD, _BACK)), ("rank", (_LEFT, _RIGHT))):
        if signs >= set(ends):
            found.append(speech.say(f"dir.{axis}"))
            signs -= set(ends)
    return found + [_side(speech, sign) for sign in (_AHEAD, _BACK, _LEFT, _RIGHT) if sign in signs]


def _side(speech: Speech, sign: Step) -> str:
    if sign[0] == 0:
        return speech.say("dir.ahead" if sign[1] > 0 else "dir.back")
    last = geometry.FILES[speech.sheet.board.files - 1]
    return speech.say("dir.towards", file="a" if sign[0] < 0 else last)


def _diagonal(speech: Speech, steps: Iterable[Step]) -> list[str]:
    """The same for diagonal steps."""
    signs = {(1 if x > 0 else -1, 1 if y > 0 else -1) for x, y in steps if x and y}
    if len(signs) == 4:
        return [speech.say("dir.diagonal")]
    found = []
    for side in (_AHEAD, _BACK, _LEFT, _RIGHT):
        pair = {sign for sign in signs if side in ((sign[0], 0), (0, sign[1]))}
        if len(pair) == 2:
            found.append(speech.say("dir.diagonal_to", side=_side(speech, side)))
            signs -= pair
    for x, y in sorted(signs):
        both = speech.listing([_side(speech, (0, y)), _side(speech, (x, 0))])
        found.append(speech.say("dir.diagonal_to", side=both))
    return found


def _longer(speech: Speech, kind: Class, steps: list[Step], limit: int, lame: bool, hop: str) -> str:
    """A leap of more than one square, once or again and again."""
    leap = _leap(speech, kind, steps, lame)
    if hop:
        return speech.say(f"way.hop.{hop}", way=speech.say("way.hop.leaps", leap=leap))
    if limit == 0:
        return speech.say("way.repeat", leap=leap)
    return leap if limit == 1 else speech.say("way.repeat_up_to", leap=leap, limit=limit)


def _leap(speech: Speech, kind: Class, steps: list[Step], lame: bool) -> str:
    short, long = kind
    if short in (0, long):
        way = speech.listing(_straight(speech, steps) if short == 0 else _diagonal(speech, steps), "or")
        key = "way.lame" if lame else "way.leap"
        if lame and long == 2:
            key = "way.lame_two"
        return speech.say(key, long=long, way=way)
    if kind == KNIGHT and lame and len(steps) == len(reflections(kind)):
        return speech.say("way.lame_knight")
    whole = len(steps) == len(reflections(kind))
    if not whole:
        text = speech.say("way.oblique_some", way=speech.listing(_obliques(speech, steps), "or"))
    elif kind == KNIGHT:
        text = speech.say("way.knight")
    else:
        text = speech.say("way.oblique", short=short, long=long)
    return speech.say("way.lame_oblique", leap=text) if lame else text


def _obliques(speech: Speech, steps: list[Step]) -> list[str]:
    """Oblique leaps, told by how far they go ahead or back and how far to the sides."""
    found = []
    for x, y in sorted({(abs(x), y) for x, y in steps}, key=lambda step: (-step[1], step[0])):
        sides = [sign for sign in (-1, 1) if (sign * x, y) in steps]
        side = speech.say("dir.either") if len(sides) == 2 else _side(speech, (sides[0], 0))
        found.append(
            speech.say(
                "way.oblique_entry",
                along=speech.say("dir.count" if abs(y) > 1 else "dir.count_one", count=abs(y)),
                ahead=_side(speech, (0, y)),
                across=x if x > 1 else speech.say("dir.one"),
                side=side,
            )
        )
    return found
