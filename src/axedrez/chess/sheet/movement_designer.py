"""The designer of movements: a movement as atoms and as a diagram around the piece, changed by clicks (M-2)."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from axedrez.chess.sheet import betza
from axedrez.chess.sheet import betza_writing as writing
from axedrez.chess.sheet.betza import Hop, Way
from axedrez.core.errors import TextError
from axedrez.core.movement import REACH, Atom, Click, Target

Step = tuple[int, int]
Reach = dict[tuple[Step, bool, Hop], tuple[int | None, int | None]]
"""(step, lame, hop) → the furthest it goes without capture and with one."""
MAX_LENGTH = 80
"""A sheet holds no longer movement."""
_HOPS: dict[str, Hop] = {"over": "p", "behind": "g"}


def atoms(movement: str) -> list[Atom]:
    """A movement taken apart. Raises `TextError` for what is not understood."""
    return [Atom(*way.step, way.limit, way.moves, way.captures, way.lame, way.hop) for way in betza.parse(movement)]


def text(parts: Iterable[Atom]) -> str:
    """The normalized movement that atoms make. Raises `TextError` for atoms that no notation can say together."""
    said = "".join(writing.write([_way(part)]) for part in parts if _sayable(part))
    return _short(writing.normal(said))


def clicked(movement: str, click: Click) -> str:
    """The normalized movement after a click on a square of its diagram."""
    steps = _meant(click)
    lame = click.gait == "lame"
    hop = _HOPS.get(click.gait, "")
    limit = 0 if hop else click.limit if click.gait in ("slide", "ride") else 1
    wanted = (limit if click.use != "capture" else None, limit if click.use != "move" else None)
    reach: Reach = {}
    for way in betza.parse(movement):
        key = (way.step, way.lame, way.hop)
        moving, capturing = reach.get(key, (None, None))
        reach[key] = way.limit if way.moves else moving, way.limit if way.captures else capturing
    keys = [(step, lame, hop) for step in steps]
    removing = all(reach.get(key) == wanted for key in keys)
    for key in keys:
        # What goes another distance is another part, and stays.
        moving, capturing = (None if part == limit else part for part in reach.pop(key, (None, None)))
        if not removing:
            moving = moving if wanted[0] is None else wanted[0]
            capturing = capturing if wanted[1] is None else wanted[1]
        if (moving, capturing) != (None, None):
            reach[key] = moving, capturing
    return _short(writing.write(_ways(reach)))


def targets(movement: str) -> list[Target]:
    """What the diagram shows, from left to right and from behind to ahead."""
    found: dict[Step, Target] = {}
    for way in betza.parse(movement):
        at, steps = (0, 0), 0
        while way.limit == 0 or steps < way.limit:
            at, steps = (at[0] + way.step[0], at[1] + way.step[1]), steps + 1
            if max(map(abs, at)) > REACH:
                break
            further = max(abs(at[0] + way.step[0]), abs(at[1] + way.step[1])) > REACH
            goes_on = further and (way.limit == 0 or steps < way.limit)
            first = 2 if way.hop else 1  # right beside the piece nothing is behind a hurdle
            if steps < first:
                continue
            direct, hop = not way.hop, bool(way.hop)
            seen = Target(*at, way.moves and direct, way.captures and direct, hop, way.lame, steps == first, goes_on)
            found[at] = _joined(found[at], seen) if at in found else seen
    return [found[at] for at in sorted(found)]


def beyond(movement: str) -> str:
    """The part of a movement that no click makes: hops along lines of long straight leaps. Empty if there is none."""
    return writing.write(way for way in betza.parse(movement) if way.hop and gcd(*way.step) > 1)


def _joined(one: Target, other: Target) -> Target:
    return Target(
        one.files,
        one.ranks,
        one.moves or other.moves,
        one.captures or other.captures,
        one.hop or other.hop,
        one.lame and other.lame,
        one.is_end or other.is_end,
        one.goes_on or other.goes_on,
    )


def _meant(click: Click) -> list[Step]:
    """The steps that a click means. Raises `TextError` where there is nothing to step on."""
    x, y = click.files, click.ranks
    if click.gait in ("slide", "over", "behind") and (x == 0 or y == 0 or abs(x) == abs(y)):
        x, y = ((part > 0) - (part < 0) for part in (x, y))
    shape = tuple(sorted((abs(x), abs(y))))
    lamed = click.gait == "lame" and shape not in {betza.ATOMS[letter] for letter in betza.CAN_BE_LAME}
    if shape == (0, 0) or lamed:
        raise TextError("movement_click")
    every = betza.reflections((x, y))
    return {
        "one": [(x, y)],
        "mirror": sorted({(x, y), (-x, y)}),
        "all": every,
        "forward": [step for step in every if step[1] > 0],
        "backward": [step for step in every if step[1] < 0],
    }[click.symmetry]


def _ways(reach: Reach) -> list[Way]:
    ways = []
    for (step, lame, hop), (moving, capturing) in reach.items():
        if moving == capturing and moving is not None:
            ways.append(Way(step, moving, True, True, lame, hop))
            continue
        if moving is not None:
            ways.append(Way(step, moving, True, False, lame, hop))
        if capturing is not None:
            ways.append(Way(step, capturing, False, True, lame, hop))
    return ways


def _way(part: Atom) -> Way:
    return Way((part.files, part.ranks), part.limit, part.moves, part.captures, part.lame, part.hop)


def _sayable(part: Atom) -> bool:
    """Whether an atom says anything. Raises `TextError` for one that the notation does not have."""
    shape = tuple(sorted((abs(part.files), abs(part.ranks))))
    is_lame = part.limit == 1 and not part.hop and shape in {betza.ATOMS[letter] for letter in betza.CAN_BE_LAME}
    if shape == (0, 0) or (part.lame and not is_lame) or (part.hop and part.limit):
        raise TextError("movement_click")
    return part.moves or part.captures


def _short(movement: str) -> str:
    if len(movement) > MAX_LENGTH:
        raise TextError("movement_long", limit=MAX_LENGTH)
    return movement
