"""Games of the tables family for the tests: any mix of options, small armies, and what a roll leads to."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import cache
from random import Random
from typing import Any, cast, get_args, get_type_hints

import axedrez
from axedrez.core.dice import Roll
from axedrez.tables.compile import bounds
from axedrez.tables.position import workspace
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.workspace import Row
from tests.naive.tables import Options

Dice = tuple[int, int]


@cache
def game_of(options: Options) -> TablesGame:
    """The shipped game that the slow twin's options describe."""
    values = asdict(options)
    name = values.pop("game")
    values["end.no_progress"] = values.pop("no_progress")
    kept = values if name == "chessgammon" else {"end.no_progress": values["end.no_progress"]}
    return cast(TablesGame, axedrez.load(name, kept))


def bound_of(game: TablesGame) -> int:
    """The most states that a turn of a game can meet, as its sheet proves."""
    return bounds.states(game.ruleset.rules, game.ruleset.army)


def rolled(position: TablesPosition, dice: Dice) -> TablesPosition:
    """The position with dice."""
    return position.play_unchecked(Roll(max(dice), min(dice)))


def ends(position: TablesPosition, dice: Dice) -> list[Row]:
    """The rows that the roll can lead to, seen by the player who moved, without the turns that lead there."""
    space = workspace.run(position.ruleset.compiled, position.ruleset.keys, position.raw, max(dice), min(dice))
    return [space.row(index) for index in space.ends[: space.count].tolist()] or [position.raw]


def passed(position: TablesPosition, row: Row) -> TablesPosition:
    """The position after a turn that ends in `row`."""
    return position.play_unchecked(Turn("", (), row))


def results(position: TablesPosition, dice: Dice) -> set[str]:
    """Texts of all positions that the roll can lead to; no two turns may lead to the same."""
    texts = [passed(position, row).text() for row in ends(position, dice)]
    assert len(texts) == len(set(texts)), "two turns end alike"
    return set(texts)


@cache
def _values() -> dict[str, tuple[Any, ...]]:
    """What each option may be."""
    hints = get_type_hints(Options)
    names = [field.name for field in fields(Options) if field.name != "game"]
    return {name: get_args(hints[name]) or (False, True) for name in names}


def option_mix(random: Random) -> Options:
    """Any combination of variants and readings."""
    return Options(**{name: random.choice(values) for name, values in _values().items()})
