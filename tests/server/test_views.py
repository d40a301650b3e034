"""Views of games without a server: whatever a rulebook refuses can be said, and what is shown of a move stays."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest

import axedrez
from axedrez.core import Position, Side
from axedrez.library import gallery
from axedrez.match import Command, DecisionContext, GameSetup, Record, decide, seats_of
from axedrez.match.commands import PlayMove, Undo
from axedrez.messages import LANGUAGES
from axedrez.server.play.presenters import game_view, steps_view
from axedrez.server.play.views import GameView
from axedrez.storage import GameHeader

PLIES = 16


def played(position: Position, random: Random) -> Position:
    """The position after a move or roll by chance."""
    if position.turn is Side.CHANCE:
        rolls = [roll for roll, _ in position.chance_outcomes()]
        return position.play_unchecked(random.choice(rolls))
    return position.play_unchecked(random.choice(position.legal_moves()))


@pytest.mark.parametrize("rulebook", [*axedrez.rulebooks(), *gallery()])
def test_every_step_and_every_refusal_is_told_in_both_languages(rulebook: str) -> None:
    position, random = axedrez.load(rulebook).start(), Random(5)
    for _ in range(PLIES):
        steps = position.steps()
        view = steps_view(position, steps)
        written = [(option.token, option.label, option.labels) for option in view.options]
        assert written == [(step.token, step.labels["en"], step.labels) for step in steps.options]
        for told in [option.labels for option in view.options] + [refused.message for refused in view.refused]:
            assert set(told) == set(LANGUAGES)
            assert all(told.values())
        if position.outcome() is not None:
            break
        position = played(position, random)


def test_an_explosion_that_takes_the_own_king_is_refused_with_the_square() -> None:
    position = axedrez.load("atomic").parse("4k3/8/8/8/8/8/3n4/3QK3 w - - 0 1")
    refused = [each for each in steps_view(position, position.steps()).refused if each.token == "d1d2"]
    assert [each.reason for each in refused] == ["blows_up_own_royal"]
    assert "d2" in refused[0].message["es"]
    assert "d2" in refused[0].message["en"]


class Table:
    """A game of two people at one screen."""

    def __init__(self, rulebook: str, start: str | None = None) -> None:
        self.game = axedrez.load(rulebook)
        setup = GameSetup(start or self.game.start().text())
        names = {"es": self.game.sheet.names.es, "en": self.game.sheet.names.en}
        self.header = GameHeader(UUID(int=1), rulebook, names, "", self.game.hash, 1, setup, 0)
        self.record = Record(self.game, setup)

    def do(self, command: Command) -> GameView:
        """The view after a command."""
        record = self.record.copy()
        record.extend(decide(self.record, command, DecisionContext(0, seats_of(self.record.players, None))))
        self.record = record
        return game_view(self.header, record, 0)

    def play(self, move: str) -> GameView:
        """The view after a move."""
        return self.do(PlayMove(id=UUID(int=2), expected_seq=self.record.seq, move=move))


def test_moves_are_described_once_and_anew_when_others_take_their_place() -> None:
    table = Table("clasico")
    first = table.play("e2e4")
    second = table.play("e7e5")
    assert second.moves[0] is first.moves[0]
    table.do(Undo(id=UUID(int=2), expected_seq=2))
    other = table.play("c7c5")
    assert other.moves[0] is first.moves[0]
    assert [move.san["en"] for move in other.moves] == ["e4", "c5"]
    assert [move.san["en"] for move in second.moves] == ["e4", "e5"]
    # The same moves of another game are moves of its own, with their own times.
    again = Table("clasico").play("e2e4")
    assert again.moves[0] == first.moves[0]
    assert again.moves[0] is not first.moves[0]


def test_a_turn_lost_to_the_dice_that_a_game_starts_with_names_them() -> None:
    start = "PPPPPPPPPPPPP/17/pp/pp/pp/pp/pp/ppppp PP - w - 66"
    view = Table("backgammon", start).play("pass")
    assert [(move.move, move.roll) for move in view.moves] == [("pass", "66")]
