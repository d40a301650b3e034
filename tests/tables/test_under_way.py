"""Turns under way: what a few ways show is what all ways say."""

from __future__ import annotations

from itertools import islice

import pytest

import axedrez
from axedrez import IllegalMove, TextError
from axedrez.messages import LANGUAGES, sentence
from axedrez.tables.position import workspace
from axedrez.tables.position.position import TablesPosition
from tests.tables.boards import game_of, rolled
from tests.tables.comparing import mixed_cases
from tests.tables.networks import game_named

CASES = 250


def searched(position: TablesPosition, row: workspace.Row) -> bool:
    """Whether some legal turn goes through a row, by a search of all of them."""
    assert position.dice is not None
    workspace._workspace().rule[:] = position.open_turn.rule
    return workspace.run(position.ruleset.compiled, position.ruleset.keys, row, *position.dice).count > 0


@pytest.mark.clause("G-6", "G-17", "G-33")
def test_a_few_ways_tell_what_all_ways_tell() -> None:
    refused = departures = 0
    for drawn, dice in islice(mixed_cases(87), CASES):
        position = game_of(drawn.options).parse(drawn.text())
        if position.is_over():
            continue
        waiting = rolled(position, dice)
        ruleset, row = waiting.ruleset, waiting.raw
        assert waiting.dice is not None
        assert waiting.open_turn.rule == workspace.run(ruleset.compiled, ruleset.keys, row, *waiting.dice).rule.tolist()
        children = [child.row for child in waiting.open_turn.children(row)]
        children += [child.row for first in children[:2] for child in waiting.open_turn.children(first)]
        can = waiting.open_turn.can_go_on(children)
        assert can == [waiting.open_turn.may_end(child) or searched(waiting, child) for child in children]
        refused += can.count(False)
        departures += waiting.open_turn.rule[2] > 0
    assert refused
    assert departures


TWO_BISHOPS = "KPP/bn/n/1/bp/1/q/2/R/N/4/N/1/QR/B/B/r/1/r/kp - PPPPPPpppppp b - 44"


def test_pieces_that_have_one_name_make_one_step() -> None:
    """Of two bishops on a point the one that has come there in this turn and the other one are both “B5”."""
    position = axedrez.load("chessgammon").parse(TWO_BISHOPS)
    seen = position.steps(["R23/19*:4", "B2/5-:4"])
    assert [step.token for step in seen.options].count("B5/9:4") == 1
    assert {step.token for step in seen.options}.isdisjoint(refusal.token for refusal in seen.refused)


def test_steps_lead_to_every_turn_that_has_such_pieces() -> None:
    position = game_named("chessgammon").parse(TWO_BISHOPS)
    found: set[str] = set()
    open_turns: list[tuple[str, ...]] = [("R23/19*:4",)]
    while open_turns:
        taken = open_turns.pop()
        seen = position.steps(taken)
        tokens = [step.token for step in seen.options]
        assert len(set(tokens)) == len(tokens)
        if seen.confirmable:
            found.add(position.play(" ".join(taken)).text())
        open_turns += [(*taken, token) for token in tokens]
    begun = [move for move in position.legal_moves() if move.text.startswith("R23/19*")]
    assert {position.play(move).text() for move in begun} <= found


@pytest.mark.parametrize("prefix", [5, None, "P6/5:1", [5], [None]])
def test_a_prefix_that_is_no_list_of_texts_is_refused(prefix: object) -> None:
    start = axedrez.load("chessgammon").start()
    for position in (start, start.play("52")):
        with pytest.raises(TextError) as caught:
            position.steps(prefix)  # type: ignore[arg-type]
        assert caught.value.reason in ("not_tokens", "not_text")
        assert all(sentence(caught.value, lang) for lang in LANGUAGES)


def test_no_turn_is_taken_apart_where_dice_are_due_or_the_game_is_over() -> None:
    start = axedrez.load("chessgammon").start()
    turn = start.play("52").legal_moves()[0]
    over = start.game.parse("kqr/QR/RP/BB/NN/6/bnppp/4/bnp/1/rpppp/5 - KPPPPPPP w k 32").play("P3/off")
    for position, reason in ((start, "tables_dice_due"), (over, "tables_game_over")):
        for ask in (position.taken, position.play):
            with pytest.raises(IllegalMove) as caught:
                ask(turn)
            assert caught.value.reason == reason
            assert all(sentence(caught.value, lang) for lang in LANGUAGES)


def test_a_turn_of_another_roll_is_taken_apart_as_it_reads_here() -> None:
    start = axedrez.load("backgammon").start()
    turn, again = (start.play(dice).parse_move("13/8 13/11") for dice in ("52", "52"))
    black = start.play("52").play(turn).play("31")
    other = black.play(black.legal_moves()[0]).play("52")
    assert other.taken(turn) == other.taken(other.parse_move("13/8 13/11"))
    assert start.play("52").taken(turn) == start.play("52").taken(again)
    with pytest.raises(IllegalMove):
        start.play("31").taken(turn)
