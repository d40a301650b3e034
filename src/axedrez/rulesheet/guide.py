"""Guided first games: whether their steps can be played, and the turn that each asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from axedrez.core.contract import Game, Position
from axedrez.core.errors import TextError
from axedrez.core.scene import GridScene, Scene
from axedrez.core.sides import Side
from axedrez.core.steps import Step
from axedrez.rulesheet.sheet import GuideStep
from axedrez.rulesheet.validation import Fault, fault

POINTS = 24
FILES = "abcdefgh"
Arrow = tuple[str, str]


def faults(game: Game, steps: tuple[GuideStep, ...]) -> Iterator[Fault]:
    """What is wrong with the steps of a guide, by their fields: `guide.2.arrows`."""
    for number, step in enumerate(steps, start=1):
        yield from _faults(game, step, f"guide.{number}")


def line(game: Game, step: GuideStep) -> tuple[str, ...]:
    """The tokens of the steps that do what a step asks for; none where there is only something to read."""
    return (_line(game.parse(step.position), step) or ()) if step.task == "play" else ()


def _faults(game: Game, step: GuideStep, field: str) -> Iterator[Fault]:
    try:
        position = game.parse(step.position)
    except TextError as problem:
        yield fault(f"{field}.position", step.position, "", "guide_position")
        yield problem
        return
    if position.outcome() is not None:
        yield fault(f"{field}.position", step.position, "", "guide_over")
        return
    known = _places(position.scene())
    named = {"marks": step.marks, "arrows": tuple(place for arrow in step.arrows for place in arrow)}
    wrong = False
    for name, places in named.items():
        for place in dict.fromkeys(places):
            if place not in known:
                wrong = True
                yield fault(f"{field}.{name}", place, f"{known[0]} ... {known[-1]}", "guide_place")
    if step.task == "read" or wrong:
        return
    if position.turn is Side.CHANCE:
        yield fault(f"{field}.position", step.position, "", "guide_dice")
    elif not step.arrows and not step.marks:
        yield fault(f"{field}.task", step.task, "", "guide_task")
    elif _line(position, step) is None:
        if step.arrows:
            yield fault(f"{field}.arrows", step.arrows, "", "guide_arrows")
        else:
            yield fault(f"{field}.marks", step.marks, "", "guide_marks")


def _places(scene: Scene) -> list[str]:
    if isinstance(scene, GridScene):
        squares = [f"{file}{rank}" for rank in range(1, scene.ranks + 1) for file in FILES[: scene.files]]
        return [square for square in squares if square not in scene.holes]
    return [*map(str, range(1, POINTS + 1)), "bar", "off"]


def _line(position: Position, step: GuideStep) -> tuple[str, ...] | None:
    """The tokens of steps that follow every arrow, or reach a mark; None where there are none."""
    if not step.arrows:
        return next(((option.token,) for option in position.steps().options if option.target in step.marks), None)
    if position.game.conduct.composed:
        return _turn(position, (), step.arrows, frozenset(step.arrows))
    return _moves(position, position.side, step.arrows, frozenset(step.arrows))


def _turn(
    position: Position, prefix: tuple[str, ...], arrows: tuple[Arrow, ...], left: frozenset[Arrow]
) -> tuple[str, ...] | None:
    """A turn composed of steps after `prefix` that follow the arrows that are left."""
    steps = position.steps(prefix)
    if not left:
        return prefix if steps.confirmable else None
    for option, followed in _fitting(steps.options, arrows, left):
        found = _turn(position, (*prefix, option.token), arrows, left - followed)
        if found is not None:
            return found
    return None


def _moves(position: Position, side: Side, arrows: tuple[Arrow, ...], left: frozenset[Arrow]) -> tuple[str, ...] | None:
    """The moves of a turn, each a step of its own."""
    if not left:
        return ()
    if position.turn is not side:
        return None
    # Whatever may be promoted is: its token is the longer one.
    options = sorted(position.steps().options, key=lambda option: -len(option.token))
    for option, followed in _fitting(options, arrows, left):
        found = _moves(position.play(option.token), side, arrows, left - followed)
        if found is not None:
            return (option.token, *found)
    return None


def _fitting(
    options: Iterable[Step], arrows: tuple[Arrow, ...], left: frozenset[Arrow]
) -> Iterator[tuple[Step, frozenset[Arrow]]]:
    """The steps that follow an arrow that is left, in the order of the arrows."""
    found = [(option, frozenset(_followed(option, arrows)) & left) for option in options]
    for arrow in arrows:
        yield from ((option, followed) for option, followed in found if arrow in followed)


def _followed(step: Step, arrows: tuple[Arrow, ...]) -> tuple[Arrow, ...]:
    """The arrows that a step follows: one, or two where it lands in between."""
    direct = (step.origin, step.target)
    if direct in arrows:
        return (direct,)
    for origin, between in arrows:
        if origin == step.origin and (between, step.target) in arrows:
            return ((origin, between), (between, step.target))
    return ()
