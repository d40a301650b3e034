"""What the evaluation of the tables family prefers, in positions made by hand; the tables it is derived from."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import axedrez
from axedrez import History, Side, engine, players
from axedrez.core.dice import Roll
from axedrez.tables.engine.bearing_off import dice_to_bear_off, ranks
from axedrez.tables.engine.kernel import layout
from axedrez.tables.engine.reach import reach
from axedrez.tables.engine.weights import MAX_TABLE, weights
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named, untrained

NODES = 2000
"""What is judged ahead, so that time plays no part."""


def after(text: str, name: str = "chessgammon", **options: Any) -> TablesPosition:
    """The position that full strength reaches from a position text with dice."""
    position = axedrez.load(name, options).parse(text)
    end = position.play_unchecked(players.choose(position, History(), level=engine.FULL, nodes=NODES))
    assert isinstance(end, TablesPosition)
    return end


def rolls(name: str, letter: str, gap: int, *, back: bool = False, entering: bool = False, **options: Any) -> int:
    """How many of the 36 rolls carry a piece so far."""
    game = axedrez.load(name, options)
    assert isinstance(game, TablesGame)
    slot = list(game.ruleset.pieces).index(letter) + (layout.ENTERING if entering else 0)
    at = layout.ROLLS + (2 * slot + back) * layout.SPAN + gap
    return int(reach(game.ruleset)[at]).bit_count()


@pytest.mark.parametrize(
    ("dice", "turn"), [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3")]
)
def test_it_makes_points_in_the_opening(dice: str, turn: str) -> None:
    game = axedrez.load("backgammon")
    position = game.parse(f"{game.start().text()} {dice}")
    assert str(players.choose(position, History(), level=engine.FULL, nodes=NODES)) == turn


# Unobstructed shots of backgammon, as every textbook counts them.
SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 15: 1, 16: 1, 20: 1, 24: 1}


def test_rolls_that_hit_in_backgammon() -> None:
    found = {gap: rolls("backgammon", "P", gap) for gap in range(1, 25)}
    assert {gap: count for gap, count in found.items() if count} == {**SHOTS, 18: 1}


@pytest.mark.parametrize(
    ("letter", "gap", "count"),
    [
        ("K", 1, 36),
        ("K", 2, 6),
        ("K", 3, 0),
        # A 6 and one; 5 2, 4 3; 5 1, 4 2, 3 3 and one; 2 2 2 and one.
        ("N", 7, 21),
        # A 6; 5 1, 4 2, 3 3; 5 2, 4 3 less one; 2 2 2.
        ("B", 6, 21),
        ("R", 6, 17),
        # Any 6 twice; 5 twice and 2; 3 3, 4 4.
        ("Q", 12, 15),
    ],
)
def test_rolls_of_each_piece(letter: str, gap: int, count: int) -> None:
    assert rolls("chessgammon", letter, gap) == count


def test_abilities_rest_on_the_bar() -> None:
    assert rolls("chessgammon", "N", 6, entering=True) == 11
    assert rolls("chessgammon", "N", 7, entering=True) == 0


def rank(way: tuple[int, ...]) -> int:
    return int(ranks(np.array([way]))[0])


def test_ways_of_standing_are_numbered_without_gaps() -> None:
    ways = [(a, b, c) for a in range(5) for b in range(5 - a) for c in range(5 - a - b)]
    assert sorted(rank(way) for way in ways) == list(range(len(ways)))


def test_the_largest_table_of_any_sheet_is_within_the_bound() -> None:
    """Sixteen pawns that leave by exact numbers from a castle of six."""
    assert len(dice_to_bear_off(16, 6)) == 74_613 < MAX_TABLE


def test_dice_to_leave() -> None:
    found = dice_to_bear_off(8, 6)
    for distance in range(6):
        alone = tuple(int(place == distance) for place in range(6))
        assert found[rank(alone)] == pytest.approx(6)  # it waits for its number, or for as good a way round
    assert found[rank((2, 0, 0, 0, 0, 0))] == pytest.approx(12)
    assert found[rank((1, 1, 0, 0, 0, 0))] == pytest.approx(9)  # 6 / 2 for either, then 6
    assert found[rank((2, 2, 1, 1, 1, 1))] < found[rank((0, 0, 0, 0, 0, 8))] < found[rank((8, 0, 0, 0, 0, 0))]


def mirrored(text: str) -> str:
    """The same position with the colours changed."""
    points, bar, off, turn, home, *dice = text.split(" ")

    def swap(letters: str) -> str:
        swapped = letters.swapcase()
        return "".join(sorted(swapped, key="KQRBNPkqrbnp".index)) if letters.isalpha() else letters

    board = "/".join(swap(part) for part in reversed(points.split("/")))
    return " ".join([board, swap(bar), swap(off), "b" if turn == "w" else "w", swap(home), *dice])


def test_colours_do_not_matter() -> None:
    game = axedrez.load("chessgammon")
    rng = random.Random(3)
    position = game.start()
    for turn in range(60):
        if position.outcome():
            break
        faces = rng.randint(1, 6), rng.randint(1, 6)
        text = position.play_unchecked(Roll(max(faces), min(faces))).text()
        here, there = game.parse(text), game.parse(mirrored(text))
        assert mirrored(there.text()) == here.text()
        move = players.choose(here, History(), level=engine.FULL, nodes=NODES)
        twin = players.choose(there, History(), level=engine.FULL, nodes=NODES)
        assert mirrored(there.play_unchecked(twin).text()) == here.play_unchecked(move).text(), turn
        position = here.play_unchecked(rng.choice(here.legal_moves()) if turn % 3 == 0 else move)


def test_it_wins_when_it_can() -> None:
    last = after("kqr/QR/RP/BB/NN/6/bnppp/4/bnp/1/rpppp/5 - KPPPPPPP w k 32")
    assert last.outcome() is not None
    assert last.turn is Side.BLACK


def test_it_takes_a_king_together() -> None:
    text = "qr/3/k/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w K 31"
    assert "k" in after(text).scene().bar


def test_it_opens_the_door_that_both_kings_wait_for() -> None:
    # The black king cannot enter on 1, so the rook of 17 stays there, before the white king.
    text = "BP/PPPPPP/P/NN/QB/RR/1/pp/1/np/2/bn/3/r/K/1/bp/rp/1/pp/qp k - w - 41"
    position = untrained().parse(text)
    turn = players.choose(position, History(), level=engine.FULL, nodes=NODES)
    assert isinstance(turn, Turn)
    position = position.play_unchecked(turn)
    assert len(position.scene().points[0]) < 2


def test_level_and_seed_settle_the_choice() -> None:
    game = axedrez.load("chessgammon")
    position = game.parse(f"{game.start().text()} 64")
    for level in engine.LEVELS:
        chosen = {str(players.choose(position, History(), level=level, nodes=NODES, seed=9)) for _ in range(3)}
        assert len(chosen) == 1
    assert len({str(players.choose(position, History(), level=1, seed=seed)) for seed in range(12)}) > 2
    assert (
        len({str(players.choose(position, History(), level=engine.FULL, nodes=NODES, seed=seed)) for seed in range(12)})
        == 1
    )


def test_what_it_is_asked_besides() -> None:
    position = axedrez.load("chessgammon").start()
    assert not players.accepts_draw(position, History(), level=engine.FULL)
    assert not players.wants_claim(position, History())
    with pytest.raises(ValueError, match="no legal move"):
        players.choose(position, History())
    rolled = position.play("31")
    with pytest.raises(ValueError, match="level 9"):
        players.choose(rolled, History(), level=9)


def test_a_lost_turn_is_passed() -> None:
    game = axedrez.load("backgammon")
    text = "6/PP/PP/PP/PP/PP/PP/PP/5/pp/pp/pp/pp/pp/pp P ppp w - 66"
    position = game.parse(text)
    assert str(players.choose(position, History(), level=1)) == "pass"


def test_weights_grow_with_the_way() -> None:
    for name in ("chessgammon", "backgammon"):
        game = game_named(name)
        table = weights(game.ruleset)
        for number in range(len(game.ruleset.pieces)):
            costs = table[layout.COST + number * layout.SPAN :][:26]
            assert np.all(np.diff(costs) >= 0)
            assert costs[25] > costs[12] > costs[6]
