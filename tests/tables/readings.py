"""Two readings of the clauses under one name: the kernel's, after seeing that the slow twin's is the same.

What a test by hand expects of a position is so asked of both.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import cast

from axedrez import Side
from axedrez.library import from_data
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.naive import tables as naive
from tests.naive.tables_notes import Few, short
from tests.tables import boards
from tests.tables.boards import Dice, game_of


@cache
def small_game(options: naive.Options) -> TablesGame:
    """The game of the options; a small army is the sheet's with another start position."""
    if not isinstance(options, Few):
        return game_of(options)
    values = asdict(options)
    army = values.pop("army")
    values.pop("game")
    values["end.no_progress"] = values.pop("no_progress")
    place = f"{army.lower()}/22/{army} - - w -"
    return cast(TablesGame, from_data({"extends": "chessgammon", "id": "few", "start": {"position": place}}, values))


def _position(position: naive.Position) -> TablesPosition:
    return small_game(position.options).parse(position.text())


def start(options: naive.Options) -> naive.Position:
    """The start position."""
    found = naive.parse(small_game(options).start().text(), options)
    assert found == naive.start(options)
    return found


def results(position: naive.Position, dice: Dice) -> set[str]:
    """Texts of all positions that the roll can lead to."""
    seen = _position(position)
    found = set() if seen.is_over() else boards.results(seen, dice)
    assert found == naive.results(position, dice)
    return found


def ends(position: naive.Position, first: int, second: int) -> set[str]:
    """The same in short form."""
    return {short(naive.parse(text, position.options)) for text in results(position, (first, second))}


def winner(position: naive.Position) -> naive.Side | None:
    """Who has won."""
    outcome = _position(position).outcome()
    found = outcome and ("w" if outcome.winner is Side.WHITE else "b")
    assert found == naive.winner(position)
    return found


def drawn(position: naive.Position) -> bool:
    """Whether the game is drawn."""
    outcome = _position(position).outcome()
    found = outcome is not None and outcome.result == "1/2-1/2"
    assert found == naive.drawn(position)
    return found


def points(position: naive.Position) -> int:
    """What the winner scores."""
    outcome = _position(position).outcome()
    assert outcome
    assert outcome.points
    found = int(max(outcome.points))
    assert found == naive.points(position)
    return found
