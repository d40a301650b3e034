"""Where a clause is a value of the sheet, another value gives other results: no clause is written into the program."""

from __future__ import annotations

from typing import Any, cast

import pytest

from axedrez import Side
from axedrez.library import from_data
from axedrez.tables.position.game import TablesGame
from tests.naive.tables_notes import Few, at
from tests.tables.boards import results


def changed(army: str, change: dict[str, Any]) -> TablesGame:
    """Chessgammon with a small army and some values of the sheet changed."""
    start = {"position": f"{army.lower()}/22/{army} - - w -"}
    return cast(TablesGame, from_data({"extends": "chessgammon", "id": "changed", "start": start, **change}))


def piece(name: str, **values: Any) -> dict[str, Any]:
    return {"pieces": {name: values}}


def option(name: str, value: Any) -> dict[str, Any]:
    return {"options": {name: value}}


BITES = [
    # clause, change, army, position, dice, home
    ("G-4", piece("knight", bears_off=True, backward=False), "KNP", "N2 P1 Koff | n20 k24 p24", (2, 1), "-"),
    ("G-11", piece("pawn", backward=True, bears_off=False), "KP", "P13 K20 | p24 k24", (2, 1), "-"),
    ("G-12", piece("knight", abilities=[]), "KNP", "N13 P1 Koff | n24 k24 p24", (5, 4), "-"),
    ("G-12", piece("knight", backward=False), "KNP", "N13 P1 Koff | n24 k24 p24", (5, 4), "-"),
    ("G-13", piece("bishop", abilities=["plus-one"]), "KBP", "B13 P1 Koff | b24 k24 p24", (5, 4), "-"),
    ("G-13", piece("bishop", backward=False), "KBP", "B13 P1 Koff | b24 k24 p24", (5, 4), "-"),
    ("G-14", piece("rook", backward=False), "KRP", "R13 P1 Koff | r24 k24 p24", (5, 4), "-"),
    ("G-15", piece("queen", abilities=[]), "KQP", "Q13 P1 Koff | q24 k24 p24", (5, 4), "-"),
    ("G-15", option("queen_double", "either"), "KQP", "Q13 P1 Koff | q24 k24 p24", (5, 4), "-"),
    ("G-16", piece("king", moves=0), "KP", "K12 P13 | k1 p24", (5, 4), "-"),
    ("G-16", piece("king", moves_on_doubles=1), "KP", "K12 P13 | k1 p24", (3, 3), "-"),
    ("G-16", piece("king", pace="pips"), "KP", "K12 P13 | k1 p24", (3, 2), "-"),
    ("G-17", {"royal": {"departure": False}}, "KP", "K24 P10 | k1 p2", (2, 1), "Kk"),
    ("G-17", {"royal": {"departure": False}}, "KP", "K24 P10 | k1 p2", (2, 2), "Kk"),
    ("G-21", piece("pawn", captured_by=["queen"]), "KP", "P13 K20 | p11 k24", (2, 1), "-"),
    ("G-21", piece("knight", captured_by=["queen"]), "KNP", "N13 P1 Koff | n11 k24 p24", (2, 1), "-"),
    ("G-21", piece("bishop", captured_by=["queen"]), "KBP", "B13 P1 Koff | b11 k24 p24", (2, 1), "-"),
    ("G-22", piece("queen", captured_by=["king"]), "KQP", "Q13 P1 Koff | q11 k24 p24", (2, 1), "-"),
    ("G-22", piece("queen", captured_by=["queen"]), "KQP", "K13 Q1 P1 | q12 k24 p24", (2, 1), "-"),
    ("G-22", piece("queen", captured_together_by=[]), "KQPP", "P13 P12 Q1 Koff | q10 k24 p24 p24", (3, 2), "-"),
    ("G-23", piece("king", captured_together_by=[]), "KPP", "P13 P12 Koff | k10 p24 p24", (3, 2), "-"),
    ("G-23", piece("king", captured_by=["pawn"]), "KP", "P13 Koff | k10 p24", (3, 2), "-"),
    ("G-25", option("rook_capture", "two-any"), "KRPP", "R13 P12 P1 Koff | r10 k24 p24 p24", (3, 2), "-"),
    ("G-25", option("rook_capture", "non-pawn-or-two-pawns"), "KRP", "R13 P1 Koff | r10 k24 p24", (3, 2), "-"),
    ("G-25", piece("rook", captured_together_by=[]), "KRPP", "P13 P12 R1 Koff | r10 k24 p24 p24", (3, 2), "-"),
    ("G-25", option("king_pushes_lone_rook", True), "KRP", "K13 R1 P1 | r12 k24 p24", (2, 1), "-"),
    ("G-26", piece("king", pushes=False), "KPP", "K13 P1 P1 | p12 p12 k24", (2, 1), "-"),
    ("G-27", piece("rook", protects_pawns=1), "KRPPP", "K13 R1 P1 P1 P1 | r12 p12 p12 p12 k24", (2, 1), "-"),
    ("G-27", piece("rook", protects_pawns=0), "KRPPP", "K13 R1 P1 P1 P1 | r12 p12 p12 p12 k24", (2, 1), "-"),
    ("G-32", option("king_entry", "pips"), "KP", "Kbar P1 | k2 p3", (3, 2), "-"),
    ("G-33", option("entry_forfeits_die", False), "KPP", "Pbar P10 Koff | p1 p1 koff", (2, 1), "-"),
    ("G-40", {"race": {"castle": 8}}, "KRP", "R7 P3 Koff | r24 k24 p24", (3, 1), "-"),
    ("G-41", {"race": {"exact": False}}, "KPP", "P3 P2 Koff | k24 p24 p24", (5, 4), "-"),
    ("G-42", {"race": {"win_uses_all_dice": False}}, "KNP", "K1 N5 Poff | n2 p24 k21", (5, 4), "-"),
    ("G-50", option("killer_queen", True), "KQP", "Q13 P1 Koff | q24 k24 p24", (5, 4), "-"),
    ("G-51", option("berserker_king", True), "KP", "K24 P10 | k1 p2", (2, 1), "Kk"),
    ("G-51", option("berserker_king", True), "KP", "Kbar P10 | k1 p2", (3, 2), "-"),
]


@pytest.mark.parametrize(
    ("change", "army", "short", "dice", "home"),
    [
        pytest.param(*case, marks=pytest.mark.clause(clause), id=f"{clause}-{i}")
        for i, (clause, *case) in enumerate(BITES)
    ],
)
def test_another_value_gives_other_results(
    change: dict[str, Any], army: str, short: str, dice: tuple[int, int], home: str
) -> None:
    text = at(short, Few(army=army), home=home).text()
    assert results(changed(army, {}).parse(text), dice) != results(changed(army, change).parse(text), dice)


@pytest.mark.clause("G-42")
@pytest.mark.parametrize(("short", "points"), [("k24 poff", 1), ("k24 p7", 5), ("k24 p6", 7), ("k24 pbar", 7)])
def test_points_are_the_sheets(short: str, points: int) -> None:
    game = changed("KP", {"scoring": {"single": 1, "gammon": 5, "backgammon": 7}})
    outcome = game.parse(at(f"Koff Poff | {short}", Few(), turn="b").text()).outcome()
    assert outcome
    assert outcome.winner is Side.WHITE
    assert outcome.points == (points, 0)


@pytest.mark.clause("G-52")
def test_the_defective_rook_takes_the_far_rooks_alone() -> None:
    whole, without = changed_start(False), changed_start(True)
    assert whole.replace("kqr/", "kq/").replace("/KQR ", "/KQ ") == without


def changed_start(defective: bool) -> str:
    return from_data({"extends": "chessgammon", "options": {"defective_rook": defective}}).start().text()


@pytest.mark.clause("G-50", "G-51", "G-52")
def test_variants_combine() -> None:
    values = {"killer_queen": True, "berserker_king": True, "defective_rook": True}
    game = cast(TablesGame, from_data({"extends": "chessgammon", "options": values}))
    assert game.ruleset.army == "KQRBBNNPPPPPPPP"
    assert game.ruleset.pieces["Q"].abilities == ("twice", "plus-one", "minus-one")
    rolled = game.start().play("65")
    choices = {(step.labels["en"][0], step.choice) for step in rolled.steps().options if step.origin == "24"}
    assert {("K", "6"), ("Q", "5+"), ("Q", "5-"), ("Q", "6")} <= choices
