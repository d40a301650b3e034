"""Reasons why a turn is worse: positions whose truth can be counted by hand, a twin, falsification, both languages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import axedrez
from axedrez.analysis.equity import Chances, Estimate, PieceAt, Reason
from axedrez.analysis.reasons import reason_text
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.sides import Side
from axedrez.messages import LANGUAGES, catalogue
from axedrez.tables import analyst
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.reasons import compare
from axedrez.tables.reasons.compare import everything
from axedrez.tables.reasons.replies import Replies
from axedrez.tables.reasons.turn_result import TurnResult
from tests.naive.tables import BACKGAMMON, CHESSGAMMON
from tests.tables.boards import game_of, rolled
from tests.tables.comparing import game_positions
from tests.tables.networks import game_named
from tests.tables.test_clauses import small

EVEN = Estimate(0.0, Chances(0.5, 0.0, 0.0, 0.0, 0.0))


def backgammon(white: dict[int, int], black: dict[int, int], turn: str = "w", dice: str = "") -> TablesPosition:
    """A position of backgammon by the points of both sides, as White counts; 25 is the bar, the rest are off."""
    points = ["P" * white.get(point, 0) + "p" * black.get(point, 0) for point in range(1, 25)]
    bar = "P" * white.get(25, 0) + "p" * black.get(25, 0)
    off = "P" * (15 - sum(white.values())) + "p" * (15 - sum(black.values()))
    parts: list[str] = []
    empty = 0
    for letters in [*points, None]:
        if letters == "":
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
            empty = 0
        if letters:
            parts.append(letters)
    text = f"{'/'.join(parts)} {bar or '-'} {off or '-'} {turn} -"
    position: Any = axedrez.load("backgammon").parse(f"{text} {dice}".strip())
    return position  # type: ignore[no-any-return]


def end(position: TablesPosition, text: str, estimate: Estimate = EVEN) -> TurnResult:
    turn = position.parse_move(text)
    assert not isinstance(turn, Roll)
    return TurnResult(position, turn, position.play_unchecked(turn), estimate)


def why(position: TablesPosition, played: str, better: str) -> dict[str, dict[str, Any]]:
    """All that speaks for the better turn, by key; chances left aside."""
    return {found.reason.key: found.reason.values for found in everything(end(position, played), end(position, better))}


def hits(position: TablesPosition) -> int:
    """With how many rolls the side that rolls can capture something."""
    return sum(weight for weight, taken in Replies(position.ruleset, position.raw).taken if taken.any())


# Rolls, counted by hand


@pytest.mark.parametrize(
    ("between", "count"),
    [
        ({}, 17),  # 11 with a six, 51, 42 both ways, 33, 22
        ({3: 2}, 16),  # 22 is blocked, 42 goes by the four
        ({4: 2}, 16),  # 33 is blocked
        ({3: 2, 5: 2}, 14),  # 22 and 42 are blocked
        ({2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, 11),  # the six alone
    ],
)
def test_a_blot_six_points_away(between: dict[int, int], count: int) -> None:
    position = backgammon({7: 1, 20: 14 - sum(between.values())} | between, {1: 1}, "b")
    assert hits(position) == count


def danger(short: str, army: str, letter: str) -> int:
    """With how many rolls Black can capture White's first piece of a letter."""
    passed = _passed(small(short, army, (2, 1)))
    piece = passed.ruleset.army.index(letter)
    return sum(weight for weight, taken in Replies(passed.ruleset, passed.raw).taken if taken[piece])


def test_abilities_and_joint_captures_count_as_the_rules_have_them() -> None:
    # A knight goes six points with a six or a five (20 rolls), with 42, 33, 22, and with 41, 32 and its one (8).
    assert danger("R24 N7 K20 | n1 r22 k12", "KRN", "N") == 28
    # Alone it takes no rook (G-25).
    assert danger("R7 N24 K20 | n1 r22 k12", "KRN", "R") == 0
    # Two knights take a king together, six and five points away: 65, 64, 54, 55, and 66, as 6 + 6 - 7 is five (G-23).
    assert danger("K7 N24 N24 | n1 n2 k12", "KNN", "K") == 8
    assert danger("K7 N24 P24 | n1 p20 k12", "KNP", "K") == 0


def _passed(position: TablesPosition) -> TablesPosition:
    """The same position with the other side to roll."""
    return position.play_unchecked(Turn("", (), position.raw))


# The twin: texts of the positions after every legal turn


def captures_by_texts(position: TablesPosition, side: Side) -> dict[str, int]:
    """With how many rolls a piece of each letter of `side` comes to the bar, and "any" of them."""

    def on_bar(text: str) -> str:
        signs = [sign for sign in text.split(" ")[1] if sign.isalpha() and sign.isupper() == (side is Side.WHITE)]
        return "".join(signs).upper()

    found: dict[str, int] = {}
    before = on_bar(position.text())
    for roll, _ in ROLLS:
        weight = 1 if roll.high == roll.low else 2
        tried = rolled(position, roll)
        bars = {on_bar(tried.play_unchecked(turn).text()) for turn in tried.legal_moves()}
        letters = {letter for bar in bars for letter in set(bar) if bar.count(letter) > before.count(letter)}
        for name in [*letters, *(["any"] if letters else [])]:
            found[name] = found.get(name, 0) + weight
    return found


@pytest.mark.parametrize(("options", "count"), [(BACKGAMMON, 12), (CHESSGAMMON, 3)])
def test_captures_are_those_of_the_legal_turns(options: Any, count: int) -> None:
    random = Random(1812)
    positions = [p for p, _ in game_positions(game_of(options), random) if not p.is_over()]
    for position in random.sample(positions[6:90], count):
        expected = captures_by_texts(position, position.side.opponent)
        taken = Replies(position.ruleset, position.raw).taken
        found: dict[str, int] = {}
        for weight, hit in taken:
            letters = {letter for letter, each in zip(position.ruleset.army, hit, strict=True) if each}
            for name in [*letters, *(["any"] if letters else [])]:
                found[name] = found.get(name, 0) + weight
        assert found == expected, position.text()


# Each reason where it holds, and gone where it does not


def test_exposed() -> None:
    white = {9: 1, 8: 1, 13: 13}
    values = why(backgammon(white, {1: 1}, dice="21"), "8/7 13/11", "9/7 8/7")["exposed.none"]
    # 8 away: 62, 53, 44, 22; 10 away: 64, 55.
    assert values["pieces"] == (
        PieceAt("pawn", "7", 1, 17),
        PieceAt("pawn", "9", 1, 6),
        PieceAt("pawn", "11", 1, 3),
    )
    assert (values["played"], values["better"]) == (21, 0)
    # With the last piece of the other side past them, or safe turns swapped, nothing is exposed.
    assert not any("exposed" in key for key in why(backgammon(white, {20: 1}, dice="21"), "8/7 13/11", "9/7 8/7"))
    assert not any("exposed" in key for key in why(backgammon(white, {1: 1}, dice="21"), "9/7 8/7", "8/7 13/11"))


def test_points_are_numbered_as_the_rulebook_does_for_black_too() -> None:
    black = {16: 1, 17: 1, 12: 13}
    values = why(backgammon({24: 1}, black, "b", "21"), "17/18 12/14", "16/18 17/18")["exposed.none"]
    assert values["pieces"][0] == PieceAt("pawn", "18", 1, 17)


def test_capture_and_its_absence() -> None:
    white = {13: 14, 8: 1}
    found = why(backgammon(white, {5: 1, 20: 14}, dice="31"), "13/10 13/12", "8/5* 13/12")
    assert found["capture"]["pieces"] == (PieceAt("pawn", "5"),)
    assert "capture" not in why(backgammon(white, {5: 1, 20: 14}, dice="31"), "8/5* 13/12", "13/10 13/12")
    assert "capture" not in why(backgammon(white, {4: 1, 20: 14}, dice="31"), "13/10 13/12", "8/5 13/12")


def test_shut_out() -> None:
    white = {6: 3, 5: 3, 4: 3, 7: 2, 9: 2, 13: 2}
    found = why(backgammon(white, {25: 1, 20: 14}, dice="64"), "13/7 13/9", "9/3 7/3")
    # Three of six points closed: 9 of 36 rolls; four of them: 16.
    assert (found["shut_out"]["played"], found["shut_out"]["better"]) == (9, 16)
    assert "stuck" not in found  # the same rolls are told once
    open_board = {13: 3, 14: 3, 15: 3, 7: 2, 9: 2, 16: 2}
    found = why(backgammon(open_board, {25: 1, 20: 14}, dice="64"), "13/7 13/9", "9/3 7/3")
    assert "shut_out" not in found
    assert "shut_out.none" not in found


def test_stuck_and_wall() -> None:
    white = {7: 2, 6: 2, 5: 2, 4: 2, 3: 1, 9: 1, 13: 5}
    position = backgammon(white, {1: 1}, dice="61")
    # The better turn closes 3: only 1 moves (11 rolls), and 61 gets out; else 2 moves too, and 62 and 52 get out.
    found = why(position, "13/7 13/12", "9/3 13/12")
    assert (found["stuck"]["played"], found["stuck"]["better"]) == (16, 25)
    assert found["wall"] == {"played": 6, "better": 2, "piece": "pawn", "edge": "7"}
    past = backgammon(white, {20: 1}, dice="61")
    assert not {"stuck", "stuck.none", "wall", "wall.none"} & why(past, "13/7 13/12", "9/3 13/12").keys()


def test_trapped() -> None:
    black = {18: 2, 19: 2, 20: 2, 21: 2, 22: 2, 12: 5}
    white = {24: 1, 8: 7, 6: 7}
    found = why(backgammon(white, black, dice="11"), "8/7 8/7 6/5 6/5", "24/23 8/7 8/7 6/5")
    # From 24 nothing passes 18 but 1 and then 6; from 23 any six.
    assert (found["trapped"]["played"], found["trapped"]["better"]) == (2, 11)
    assert (found["trapped"]["piece"], found["trapped"]["edge"]) == ("pawn", "18")
    few = {18: 2, 19: 2, 12: 11}
    assert "trapped" not in why(backgammon(white, few, dice="11"), "8/7 8/7 6/5 6/5", "24/23 8/7 8/7 6/5")


def test_broken_and_made() -> None:
    white = {6: 3, 8: 3, 5: 1, 13: 8}
    found = why(backgammon(white, {1: 2, 19: 13}, dice="31"), "13/10 13/12", "8/5 6/5")
    assert found["made"]["places"] == "5"
    assert "made" not in why(backgammon(white, {19: 15}, dice="31"), "13/10 13/12", "8/5 6/5")
    holding = {6: 2, 8: 3, 13: 10}
    found = why(backgammon(holding, {1: 2, 19: 13}, dice="31"), "6/3 6/5", "13/10 13/12")
    assert found["broken"]["places"] == "6"
    assert "broken" not in why(backgammon(holding, {19: 15}, dice="31"), "6/3 6/5", "13/10 13/12")


def test_bearing_off() -> None:
    found = why(backgammon({6: 1, 2: 1, 1: 3}, {24: 3}, dice="61"), "6/off 2/1", "6/off 1/off")
    assert (found["borne_off"]["played"], found["borne_off"]["better"]) == (11, 12)
    # The well-known pairs: 3 and 2 leave with 25 of 36 rolls, 4 and 1 with 29.
    found = why(backgammon({5: 1, 3: 1}, {24: 3}, dice="21"), "5/3 3/2", "5/4 3/1")
    assert found["finishes"] == {"played": 25, "better": 29}
    assert "finishes" not in why(backgammon({5: 1, 3: 1}, {24: 3}, dice="21"), "5/4 3/1", "5/3 3/2")


def test_what_lets_the_other_side_win_and_what_wins() -> None:
    position = backgammon({24: 1, 6: 7, 5: 7}, {22: 1}, dice="21")
    assert why(position, "6/4 6/5", "24/22* 6/5")["lets_win.none"] == {"played": 36, "better": 0}
    assert "lets_win.none" not in why(position, "24/22* 6/5", "6/4 6/5")
    won = backgammon({4: 1, 2: 1}, {24: 1}, dice="42")
    assert set(why(won, "4/2 2/off", "4/off 2/off")) == {"wins"}
    assert not why(won, "4/off 2/off", "4/2 2/off")


# Chessgammon


def test_the_king_in_danger() -> None:
    position = small("K8 N24 N24 | n1 n2 k12", "KNN", (2, 1))
    found = why(position, "K8/7 N24/22", "N24/22 N24/23")
    assert found["king"]["played"] == 8
    assert (found["king"]["piece"], found["king"]["place"]) == ("king", "7")
    # With no second piece that can come there the king is safe.
    alone = small("K8 N24 P24 | n1 p20 k12", "KNP", (2, 1))
    assert not {"king", "king.none"} & why(alone, "K8/7 N24/22", "N24/22 P24/23").keys()


def test_departure() -> None:
    game = game_named("chessgammon")
    position = game.start().play("33")
    departing = next(turn.text for turn in position.legal_moves() if turn.text.startswith("K24/23"))
    staying = next(turn.text for turn in position.legal_moves() if "K" not in turn.text)
    assert "departure" in why(position, staying, departing)
    assert "departure" not in why(position, departing, staying)


def test_tempo_and_race() -> None:
    position = small("R10 P10 P9 K3 | k24 p24 p24 r24", "KRPP", (4, 2))
    found = why(position, "R10/6 R6/4", "P10/6 P9/7")
    assert found["tempo"] == {"played": 22, "better": 16}
    assert why(position, "P10/6 R10/8", "P10/6 P9/7")["race"] == {"played": 18, "better": 16}
    assert not {"tempo", "race"} & why(position, "P10/6 P9/7", "R10/6 R6/4").keys()


def test_a_piece_left_on_the_bar() -> None:
    # Five is blocked: one piece enters, with the six.
    position = small("Qbar Pbar R10 K9 | k5 q20 r20 p20", "KQRP", (6, 5))
    assert why(position, "Pbar/19", "Qbar/19")["bar"] == {"piece": "queen"}
    assert why(position, "Qbar/19", "Pbar/19")["bar"] == {"piece": "pawn"}
    both = small("Qbar Pbar R10 K9 | k5 q21 r22 p3", "KQRP", (6, 5))
    assert all(layout.BAR not in turn.row[:4] for turn in both.legal_moves())
    turns = [turn.text for turn in both.legal_moves()]
    assert not any("bar" in why(both, turns[0], turn) for turn in turns)


def test_kings_that_are_held() -> None:
    position = small("K24 R8 P20 | k5 r17 p17", "KRP", (2, 1))
    # No king enters the point of a lone rook (G-25).
    assert why(position, "P20/18 R8/7", "R8/6 P20/19")["king_held.none"]["played"] == 36
    assert not any(key.startswith("king_held") for key in why(position, "R8/6 P20/19", "P20/18 R8/7"))
    facing = small("K7 R23 P9 P8 | k20 r6 p24 p24", "KRPP", (3, 2))
    found = why(facing, "R23/21 R21/18", "P9/6& P8/6&*")
    assert found["king_moves.none"] == {"played": 0, "better": 36, "piece": "king"}
    assert found["capture"]["pieces"] == (PieceAt("rook", "6"),)


def test_exact_bearing_off() -> None:
    position = small("Koff P6 P6 P5 | k24 p24 p24 p24", "KPPP", (2, 1))
    # 6, 4, 4: any six or four (20), 31, 22, 11, 51, 33. 6, 5, 3: any of them (27), 11, 22, 21, 41, 42.
    assert why(position, "P6/4 P5/4", "P6/5 P5/3")["bears_off"] == {"played": 27, "better": 35}
    assert "bears_off" not in why(position, "P6/5 P5/3", "P6/4 P5/4")


def test_pushes() -> None:
    position = small("K3 R20 R11 P10 P9 | k8 r1 r24 p2 p2", "KRRPP", (2, 1))
    # A block beside the king is pushed by any roll that leaves no other choice; two points on by doubles alone (G-16).
    found = why(position, "P10/9 R11/9", "R20/18 R18/17")
    assert found["pushed.none"]["played"] == 36
    assert found["pushed.none"]["pieces"][0].place == "9"
    far = small("K3 R20 R11 P10 P9 | k4 r1 r24 p2 p2", "KRRPP", (2, 1))
    assert "pushed.none" not in why(far, "P10/9 R11/9", "R20/18 R18/17")
    pushing = small("K9 R20 P12 P12 | k1 r2 p8 p8", "KRPP", (2, 1))
    found = why(pushing, "R20/18 R18/17", "K9/8> R20/18")
    assert {"push", "capture"} & found.keys()
    assert not {"push", "capture"} & why(pushing, "K9/8> R20/18", "R20/18 R18/17").keys()


def test_draw() -> None:
    few = small("R10 P10 P9 K3 | k24 p24 p24 r24", "KRPP", (4, 2), no_progress=50)
    row = few.raw.copy()
    row.view("int16")[layout.NO_PROGRESS_COUNT // 2] = 90
    near = TablesPosition(few.game, few.ruleset, row, few.side, few.dice)
    ahead = Estimate(0.5, EVEN.chances)

    def drawn(position: TablesPosition, estimate: Estimate) -> list[Any]:
        worse, better = (end(position, turn, estimate) for turn in ("R10/6 R6/4", "P10/6 P9/7"))
        return [found.reason.values for found in everything(worse, better) if found.reason.key == "draw"]

    assert drawn(near, ahead) == [{"left": 9}]
    assert not drawn(few, ahead)
    assert not drawn(near, Estimate(-0.5, EVEN.chances))  # who is behind wants the draw


# Chances, choice, words


def test_gammons() -> None:
    position = backgammon({13: 15}, {12: 15}, dice="21")

    def found(played: Chances, better: Chances) -> dict[str, Any]:
        worse = end(position, "13/11 11/10", Estimate(0, played))
        best = end(position, "13/11 11/10", Estimate(0, better))
        best.row = best.row.copy()
        best.row[layout.FLAGS] = 1  # another position, to all that compares chances
        return {each.reason.key: each.reason.values for each in everything(worse, best)}

    low, high = Chances(0.5, 0.1, 0.0, 0.3, 0.0), Chances(0.5, 0.2, 0.0, 0.0, 0.0)
    assert found(low, high) == {
        "gammon": {"played": 10, "better": 20},
        "lost_gammon.none": {"played": 30, "better": 0},
    }
    assert found(high, low) == {}
    assert found(low, low) == {}


def test_only_a_few_are_told_and_none_is_invented() -> None:
    position = axedrez.load("backgammon").start().play("31")
    assert isinstance(position, TablesPosition)
    assert analyst.reasons(position, "8/5 6/5", "6/5 8/5") == ()
    found = analyst.reasons(position, "24/23 24/21", "8/5 6/5")
    assert 1 <= len(found) <= 4
    with pytest.raises(axedrez.AxedrezError):
        analyst.reasons(position, "8/5 6/5", "8/4 6/5")


KEYS = {key.removeprefix("why.") for key in catalogue("en") if key.startswith("why.") and "why.piece" not in key}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["backgammon", "chessgammon"])
def test_every_reason_has_its_sentence(name: str, lang: str) -> None:
    game = axedrez.load(name)
    kind = "pawn" if name == "backgammon" else "queen"
    pieces = (PieceAt(kind, "13", 1, 17), PieceAt("pawn", "6", 2, 3))
    values: dict[str, Any] = {"played": 20, "better": 2, "left": 9, "pieces": pieces, "piece": kind, "place": "7"}
    values |= {"places": "5 8", "edge": "18"}
    for key in KEYS:
        text = reason_text(Reason(key, values), game, lang)
        assert text.endswith(".")
        assert "{" not in text
        assert text[0].isupper()


def test_sentences() -> None:
    game = axedrez.load("chessgammon")
    reason = Reason("exposed", {"played": 20, "better": 4, "pieces": (PieceAt("queen", "13", 1, 17),)})
    assert reason_text(reason, game, "es") == (
        "Con 20 de las 36 tiradas el rival puede capturar la dama del 13 (17); tras el turno mejor captura algo con 4."
    )
    assert reason_text(Reason("departure", {"piece": "king"}), game, "en") == (
        "With the better turn the king leaves its start point."
    )


def test_every_key_that_is_computed_is_in_the_catalogue() -> None:
    source = Path(compare.__file__).read_text(encoding="utf-8")
    bases = {key.removesuffix(".none") for key in KEYS}
    assert all(f'"{base}"' in source for base in bases)
    computed = set(re.findall(r'(?:_numbers(?:_up)?|Reason)\(\s*"(\w+)"', source))
    assert computed <= bases
    assert len(computed) > 15
