"""Why a die is left over, and why a step is refused, as the server says it in both languages."""

from __future__ import annotations

import pytest

import axedrez
from axedrez.core.errors import IllegalMove
from axedrez.server.play.presenters import steps_view

ON_THE_BAR = "P/P/P/P/P/P/6/KQRRBBNNPP/6/rrbb/knn/1/pppppppp/1 q - b - 31"
LOCKED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k - b - 21"


@pytest.mark.clause("G-33")
def test_the_other_die_is_lost_when_one_piece_has_entered() -> None:
    position = axedrez.load("chessgammon").parse(ON_THE_BAR)
    assert position.steps().lost == ()
    entry = next(step.token for step in position.steps().options if step.choice == "3")
    [die] = steps_view(position, position.steps([entry])).lost
    assert (die.face, die.reason, die.clause) == (1, "tables_other_die_lost", "G-33")
    assert die.message["es"] == "El otro dado se pierde: una sola pieza ha entrado desde la barra. (G-33)"
    assert die.message["en"] == "The other die is lost: a single piece has entered from the bar. (G-33)"


@pytest.mark.clause("G-31")
def test_no_piece_can_enter() -> None:
    lost = axedrez.load("chessgammon").parse(LOCKED).steps().lost
    assert [(die.face, die.reason, die.clause) for die in lost] == [
        (2, "tables_die_cannot_enter", "G-31"),
        (1, "tables_die_cannot_enter", "G-31"),
    ]


@pytest.mark.clause("G-20")
def test_landings_are_closed() -> None:
    # A six-prime of Black's before White's last men: nothing can be played.
    position = axedrez.load("backgammon").parse("10/pp/pp/pp/pp/pp/pp/PPPPPPPPPPPPPPP/6/ppp - - w - 21")
    assert [die.reason for die in position.steps().lost] == ["tables_die_blocked", "tables_die_blocked"]
    with pytest.raises(IllegalMove) as refused:
        position.steps(["17/16"])
    assert refused.value.reason == "tables_landing_closed"


def test_a_turn_that_uses_all_dice_loses_none() -> None:
    position = axedrez.load("backgammon").start()
    position = position.play(position.chance_outcomes()[-1][0])
    tokens: list[str] = []
    while options := position.steps(tokens).options:
        assert position.steps(tokens).lost == ()
        tokens.append(options[0].token)
    assert position.steps(tokens).lost == ()
