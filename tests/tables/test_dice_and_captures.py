"""Positions made by hand: dice, moves and captures, G-1 to G-25.

Expected results are written from the clause, and asked of the kernel and of its slow twin (`readings`). Armies are
small; a pawn on 1 whose officers are outside the castle cannot move.
"""

from __future__ import annotations

import pytest

from tests.naive.tables import CHESSGAMMON, Options
from tests.naive.tables_notes import Few, at, expected, opponents, replies
from tests.tables.readings import ends, results, start


def squares(piece: str, *points: int) -> list[str]:
    """Ends in which one piece stands on these points while a pawn stays on 1 and the king is off."""
    return [f"{piece}{point} P1 Koff" for point in points]


# G-1 to G-7: start, dice


@pytest.mark.clause("G-2", "G-3")
def test_the_start() -> None:
    position = start(CHESSGAMMON)
    assert position.text() == "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"
    assert [p for p, letters in enumerate(position.points, start=1) if letters] == [1, 6, 8, 12, 13, 17, 19, 24]


@pytest.mark.clause("G-52")
def test_the_defective_rook_leaves_the_rooks_of_the_far_points_out() -> None:
    position = start(Options(defective_rook=True))
    assert position.text() == "kq/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQ - - w Kk"
    assert sum(map(len, position.points)) == 30


@pytest.mark.clause("G-6")
def test_as_many_dice_as_possible_are_played() -> None:
    # The two with the pawn on 4 would leave 13 no three (10 is blocked).
    position = at("P13 P4 Koff Poff | p10 p10 p24 koff", Few(army="KPPP"))
    assert ends(position, 3, 2) == expected(position, "P8 P4 Koff Poff", "P11 P1 Koff Poff")


@pytest.mark.clause("G-6")
def test_the_larger_of_two_dice_where_only_one_can_be_played() -> None:
    position = at("P13 P4 Koff Poff Poff Poff | p10 p10 p11 p11 p24 koff", Few(army="KPPPPP"))
    assert ends(position, 3, 2) == expected(position, "P13 P1 Koff Poff Poff Poff")


@pytest.mark.clause("G-6")
def test_the_smaller_die_where_the_larger_cannot_be_played() -> None:
    position = at("P13 P4 Koff Poff Poff Poff Poff | p1 p1 p10 p10 p11 p11 koff", Few(army="KPPPPPP"))
    assert ends(position, 3, 2) == expected(position, "P13 P2 Koff Poff Poff Poff Poff")


@pytest.mark.clause("G-6")
def test_an_ability_must_be_used_where_it_lets_more_dice_be_played() -> None:
    position = at("N20 P1 P1 P1 P1 Koff | n24 p14 p14 p15 p15 koff", Few(army="KNPPPP"))
    assert ends(position, 6, 5) == expected(position, "N8 P1 P1 P1 P1 Koff", "N18 P1 P1 P1 P1 Koff")


@pytest.mark.clause("G-6")
def test_an_open_joint_capture_is_no_way_of_playing_a_die() -> None:
    position = at("P8 P1 Koff | k5 p7 p7", Few(army="KPP"))
    assert ends(position, 3, 1) == expected(position, "P8 P1 Koff")


@pytest.mark.clause("G-6")
def test_the_larger_die_that_could_only_open_a_joint_capture_need_not_be_played() -> None:
    position = at("P8 P1 Koff | k5 p4 p4", Few(army="KPP"))
    assert ends(position, 3, 1) == expected(position, "P7 P1 Koff")


@pytest.mark.clause("G-6")
def test_leaving_the_castle_is_compulsory() -> None:
    position = at("N6 P1 Koff | n24 p24 koff", Few(army="KNP"))
    assert ends(position, 6, 5) == expected(position, *squares("N", 4, 5, 6, 7, 8, 17, 18))


@pytest.mark.clause("G-6")
def test_a_turn_that_cannot_be_played_changes_only_whose_turn_it_is() -> None:
    position = at("Pbar K24 Poff | k1 p22 p22", Few(army="KPP"), home="Kk")
    assert position.text() == "k/20/pp/1/K P P w Kk"
    assert results(position, (3, 3)) == {"k/20/pp/1/K P P b Kk - 1"}


@pytest.mark.clause("G-7")
def test_doubles_are_four_moves() -> None:
    position = at("P20 Koff | p24 koff", Few())
    assert ends(position, 2, 2) == expected(position, "P12 Koff")
    position = at("P20 P1 Koff | p14 p14 koff", Few(army="KPP"))
    assert ends(position, 2, 2) == expected(position, "P16 P1 Koff")


# G-10 to G-18: how pieces use a die


@pytest.mark.clause("G-10")
def test_no_piece_passes_its_own_starting_edge() -> None:
    position = at("R23 P1 Koff | r2 p2 koff", Few(army="KRP"))
    assert ends(position, 2, 1) == expected(position, *squares("R", 20, 22, 24))
    position = at("R22 P1 Koff | r2 p2 koff", Few(army="KRP"))
    assert ends(position, 2, 1) == expected(position, *squares("R", 19, 21, 23))


@pytest.mark.clause("G-10")
def test_each_landing_of_a_turn_must_be_legal() -> None:
    position = at("P10 P1 Koff | p8 p8 koff", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "P7 P1 Koff")
    position = at("P10 P1 Koff Poff | p8 p8 p9 koff", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P7 P1 Koff Poff | p8 p8 pbar koff")


@pytest.mark.clause("G-11", "G-12")
def test_a_pawn_goes_forward_a_knight_both_ways_and_one_more_once() -> None:
    position = at("N13 P20 Koff | n1 p24 koff", Few(army="KNP"))
    of_knight = [f"N{point} P20 Koff" for point in (9, 10, 11, 12, 13, 14, 15, 16, 17)]
    shared = [f"N{point} P18 Koff" for point in (11, 12, 14, 15)] + [f"N{point} P19 Koff" for point in (10, 11, 15, 16)]
    assert ends(position, 2, 1) == expected(position, "N13 P17 Koff", *of_knight, *shared)


@pytest.mark.clause("G-12")
def test_each_knight_adds_one_only_once_a_turn() -> None:
    one = at("N13 P1 Koff | n24 p24 koff", Few(army="KNP"))
    assert ends(one, 1, 1) == expected(one, *squares("N", 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18))
    two = at("N13 N13 P1 Koff | n24 n24 p24 koff", Few(army="KNNP"))
    found = ends(two, 1, 1)
    assert expected(two, "N10 N10 P1 Koff", "N16 N10 P1 Koff", "N13 N8 P1 Koff") <= found
    assert not expected(two, "N13 N7 P1 Koff") & found


@pytest.mark.clause("G-13")
def test_a_bishop_subtracts_one_once_and_never_from_a_one() -> None:
    position = at("B13 P1 Koff | b24 p24 koff", Few(army="KBP"))
    assert ends(position, 2, 1) == expected(position, *squares("B", 10, 11, 12, 13, 14, 15, 16))
    assert ends(position, 1, 1) == expected(position, *squares("B", 9, 11, 13, 15, 17))
    # Four twos, one of which may be a one: even sums of four, or one and an even sum of three.
    assert ends(position, 2, 2) == expected(position, *squares("B", 5, 9, 13, 17, 21, 6, 8, 10, 12, 14, 16, 18, 20))


@pytest.mark.clause("G-14")
def test_a_rook_goes_both_ways() -> None:
    position = at("R13 P1 Koff | r24 p24 koff", Few(army="KRP"))
    assert ends(position, 2, 1) == expected(position, *squares("R", 10, 12, 14, 16))


@pytest.mark.clause("G-15")
def test_the_queen_uses_one_die_twice() -> None:
    position = at("Q13 P1 Koff | q24 p24 koff", Few(army="KQP"))
    same = (8, 9, 10, 12, 13, 14, 16, 17, 18)
    assert ends(position, 2, 1) == expected(position, *squares("Q", *same))
    either = at("Q13 P1 Koff | q24 p24 koff", Few(army="KQP", queen_double="either"))
    assert ends(either, 2, 1) == expected(either, *squares("Q", *same, 11, 15))


@pytest.mark.clause("G-15")
def test_the_queens_first_landing_must_be_legal() -> None:
    position = at("Q13 P1 Poff Koff | q24 p11 p11 koff", Few(army="KQPP"))
    after = [each + " Poff" for each in squares("Q", 8, 10, 12, 13, 14, 16, 17, 18)]
    assert ends(position, 2, 1) == expected(position, *after)


@pytest.mark.clause("G-15")
def test_the_queen_captures_where_she_lands_first() -> None:
    # To 9 by the one twice over 12, or past it by the two first.
    position = at("Q13 P1 Poff Koff | q24 p12 p24 koff", Few(army="KQPP"))
    assert replies(ends(position, 2, 1), "Q9") == opponents("q24 p12 p24 koff", "q24 pbar p24 koff")


@pytest.mark.clause("G-15")
def test_the_queen_out_and_back_under_either_is_a_played_die() -> None:
    # Only the six can be played, to 1 and, used twice, back to 7.
    white, black = "P1 P1 P1 P1 P1 P1 P1 P1 Koff", "q24 p2 p2 p6 p6 p12 p12 p13 p13 koff"
    for option, reached in (("same-direction", ["Q1"]), ("either", ["Q1", "Q7"])):
        options = Few(army="KQPPPPPPPP", queen_double=option)  # type: ignore[arg-type]
        position = at(f"Q7 {white} | {black}", options)
        assert ends(position, 6, 5) == expected(position, *(f"{queen} {white}" for queen in reached))


@pytest.mark.clause("G-15", "G-18")
def test_the_queen_stays_where_she_opens_a_joint_capture_and_may_go_on_where_she_completes_one() -> None:
    position = at("Q13 P14 P1 Koff | k12 q24 p24 poff", Few(army="KQPP"))
    found = {each for each in ends(position, 2, 1) if "kbar" in each}
    after = "kbar q24 p24 poff"
    assert found == expected(position, f"Q12 P12 P1 Koff | {after}", f"Q11 P12 P1 Koff | {after}")


@pytest.mark.clause("G-16")
def test_the_king_goes_one_point_a_die_one_move_a_turn_two_on_doubles() -> None:
    alone = at("K10 P1 | k2 p24", Few())
    assert ends(alone, 6, 5) == expected(alone, "K9 P1")
    assert ends(alone, 5, 5) == expected(alone, "K8 P1")
    position = at("K10 P20 | k1 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K10 P17", "K9 P18", "K9 P19")


@pytest.mark.clause("G-17")
def test_a_king_who_never_moved_departs_on_doubles_which_count_as_two_dice() -> None:
    position = at("K24 P10 | k1 poff", Few(), home="Kk")
    assert ends(position, 2, 1) == expected(position, "K24 P7")
    assert ends(position, 2, 2) == expected(position, "K24 P2", "K23 P8", "K22 P10")
    homes = {text.split(" ")[-1] for text in results(position, (2, 2)) if not text.split(" ")[0].endswith("K")}
    assert homes == {"k"}


@pytest.mark.clause("G-17")
def test_a_king_on_his_start_point_who_has_left_it_moves_freely() -> None:
    position = at("K24 P10 | k1 poff", Few(), home="k")
    assert ends(position, 2, 2) == expected(position, "K24 P2", "K23 P4", "K22 P6")
    assert ends(position, 2, 1) == expected(position, "K24 P7", "K23 P8", "K23 P9")


@pytest.mark.clause("G-17")
def test_with_one_piece_on_the_bar_the_king_departs_with_the_other_die() -> None:
    position = at("K24 Pbar | k1 poff", Few(), home="Kk")
    assert ends(position, 3, 3) == expected(position, "K24 P13", "K23 P22")


@pytest.mark.clause("G-17")
def test_with_two_on_the_bar_there_is_no_departure() -> None:
    position = at("K24 Pbar Pbar | k1 p2 poff", Few(army="KPP"), home="Kk")
    assert ends(position, 3, 3) == expected(position, "K24 P22 P16", "K24 P19 P19")


@pytest.mark.clause("G-17")
def test_the_departing_king_takes_both_dice_if_nothing_else_can_use_the_second() -> None:
    position = at("K24 P1 | k2 poff", Few(), home="K")
    assert ends(position, 2, 2) == expected(position, "K22 P1")


@pytest.mark.clause("G-17")
def test_a_departure_in_which_the_king_does_not_move_is_none() -> None:
    # He may not enter the lone rook's point; the others play four dice, never two.
    position = at("K24 R6 P1 | r23 k3 poff", Few(army="KRP"), home="K")
    found = ends(position, 2, 2)
    assert found == expected(position, *(f"K24 R{point} P1" for point in (2, 6, 10, 14)))


@pytest.mark.clause("G-17")
def test_another_piece_may_go_before_the_departing_king() -> None:
    position = at("K24 P24 | k24 poff", Few(), home="K")
    assert ends(position, 2, 2) == expected(position, "K23 P22", "K24 P16")


@pytest.mark.clause("G-17")
def test_a_captured_king_has_left_his_start_for_good() -> None:
    at_home = at("P3 P2 Koff | k1 p24 p24", Few(army="KPP"), home="k")
    captured = [text for text in results(at_home, (2, 1)) if text.split(" ")[1] == "k"]
    assert captured == ["PP/22/pp k K b -"]


@pytest.mark.clause("G-17", "G-51")
def test_the_berserker_leaves_on_any_roll_with_the_pips() -> None:
    position = at("K24 P1 | k2 poff", Few(berserker_king=True), home="K")
    assert ends(position, 6, 5) == expected(position, "K18 P1")
    assert ends(position, 3, 3) == expected(position, "K18 P1")
    assert {text.split(" ")[-1] for text in results(position, (6, 5))} == {"-"}


@pytest.mark.clause("G-18", "G-50")
def test_the_killer_queen_uses_each_ability_once_and_one_a_die() -> None:
    position = at("Q13 P1 Koff | q24 p24 koff", Few(army="KQP", killer_queen=True))
    assert ends(position, 2, 1) == expected(position, *squares("Q", *range(7, 20)))


# G-20 to G-25: landing and capturing


@pytest.mark.clause("G-20", "G-21")
def test_a_lone_pawn_knight_or_bishop_is_captured_by_any_piece() -> None:
    position = at("Pbar N10 Koff | n23 p2 koff", Few(army="KNP"))
    assert ends(position, 2, 1) == expected(position, "P24 N10 Koff", "P23 N10 Koff | nbar p2 koff")
    position = at("Pbar B10 Koff | b23 p2 koff", Few(army="KBP"))
    assert ends(position, 2, 1) == expected(position, "P24 B10 Koff", "P23 B10 Koff | bbar p2 koff")
    position = at("Kbar P10 | k1 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K24 P10 | k1 pbar")


@pytest.mark.clause("G-20")
def test_no_piece_but_the_king_lands_on_two_enemies() -> None:
    position = at("Pbar Poff Koff | p23 p23 koff", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "P24 Poff Koff")


@pytest.mark.clause("G-22")
def test_a_lone_queen_is_captured_by_the_queen_alone() -> None:
    position = at("Qbar P10 Koff | q23 p2 koff", Few(army="KQP"))
    assert ends(position, 2, 1) == expected(position, "Q24 P10 Koff", "Q23 P10 Koff | qbar p2 koff")


@pytest.mark.clause("G-22")
def test_a_lone_queen_is_captured_by_the_king_alone() -> None:
    position = at("Kbar Q10 P1 | k2 q24 poff", Few(army="KQP"))
    assert ends(position, 2, 1) == expected(position, "K24 Q10 P1 | k2 qbar poff")


@pytest.mark.clause("G-22")
def test_a_lone_queen_is_captured_by_two_be_the_second_one_queen_or_king() -> None:
    position = at("Pbar Q24 Koff | q23 p2 koff", Few(army="KQP"))
    taken = "| qbar p2 koff"
    assert ends(position, 2, 1) == expected(position, "P24 Q24 Koff", f"P23 Q23 Koff {taken}", f"P23 Q22 Koff {taken}")
    position = at("Pbar K24 Q10 | k2 q23 poff", Few(army="KQP"))
    assert ends(position, 2, 1) == expected(position, "P24 K24 Q10", "P23 K23 Q10 | k2 qbar poff")
    position = at("Pbar P24 Q10 Koff | q23 p2 poff koff", Few(army="KQPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P24 Q10 Koff", "P23 P23 Q10 Koff | qbar p2 poff koff")


@pytest.mark.clause("G-22")
@pytest.mark.parametrize("piece", "RBNP")
def test_a_lone_queen_is_not_captured_by_one_other_piece(piece: str) -> None:
    idle = " ".join(f"{other}10" for other in "RBNP" if other != piece)
    position = at(f"{piece}bar {idle} Q10 Koff | q23 r2 b2 n2 p2 koff", Few(army="KQRBNP"))
    assert ends(position, 2, 1) == expected(position, f"{piece}24 {idle} Q10 Koff")


@pytest.mark.clause("G-23", "G-30")
def test_a_lone_king_is_captured_by_two_pieces_neither_of_them_the_king() -> None:
    position = at("Pbar K24 | k23 poff", Few())
    assert ends(position, 2, 1) == expected(position, "P24 K24")
    position = at("Pbar P24 Koff | k23 poff poff", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P24 Koff", "P23 P23 Koff | kbar poff poff")


@pytest.mark.clause("G-24")
def test_the_first_piece_of_a_joint_capture_waits_and_may_not_move_on() -> None:
    position = at("P10 P1 Koff | k7 p24 p24", Few(army="KPP"))
    assert ends(position, 3, 3) == expected(position, "P10 P1 Koff")


@pytest.mark.clause("G-24")
def test_after_a_joint_capture_both_may_move_on() -> None:
    position = at("P13 P10 Koff | k7 p24 p24", Few(army="KPP"))
    assert ends(position, 3, 3) == expected(position, "P7 P4 Koff | kbar p24 p24")


@pytest.mark.clause("G-24")
def test_no_piece_lands_beside_a_waiting_one_that_may_not_take_part() -> None:
    # The rook could reach the waiting pawn on the lone rook's point, but is none of the two.
    position = at("Pbar R24 P1 Koff | r23 p2 p2 koff", Few(army="KRPP"))
    assert ends(position, 2, 1) == expected(position, "P24 R24 P1 Koff")


TAKEN = "| rbar p2 p2 koff"


@pytest.mark.clause("G-25")
@pytest.mark.parametrize(
    ("option", "white", "after"),
    [
        ("two-pawns", "Pbar P24 R10", ["P24 P24 R10", f"P23 P23 R10 {TAKEN}"]),
        ("two-pawns", "Rbar P24 P1", ["R24 P24 P1"]),
        ("non-pawn-or-two-pawns", "Pbar P24 R10", ["P24 P24 R10", f"P23 P23 R10 {TAKEN}"]),
        ("non-pawn-or-two-pawns", "Rbar P24 P1", ["R24 P24 P1", f"R23 P24 P1 {TAKEN}"]),
        ("non-pawn-or-two-pawns", "Pbar R24 P1", ["P24 R24 P1"]),
        ("two-any", "Pbar R24 P1", ["P24 R24 P1", f"P23 R23 P1 {TAKEN}"]),
        ("two-any", "Rbar P24 P1", ["R24 P24 P1", f"R23 P23 P1 {TAKEN}"]),
        ("two-any", "Rbar P10 P1", ["R24 P10 P1"]),
    ],
)
def test_who_captures_a_lone_rook(option: str, white: str, after: list[str]) -> None:
    options = Few(army="KRPP", rook_capture=option)  # type: ignore[arg-type]
    position = at(f"{white} Koff | r23 p2 p2 koff", options)
    hand = [each.replace(" |", " Koff |") if "|" in each else f"{each} Koff" for each in after]
    assert ends(position, 2, 1) == expected(position, *hand)


@pytest.mark.clause("G-25")
@pytest.mark.parametrize("option", ["two-pawns", "non-pawn-or-two-pawns", "two-any"])
def test_the_king_neither_captures_a_lone_rook_nor_enters_its_point(option: str) -> None:
    options = Few(army="KRP", rook_capture=option)  # type: ignore[arg-type]
    position = at("K10 R20 P1 | r9 k24 poff", options)
    assert not replies(ends(position, 2, 1), "K9")
    entering = at("Kbar R20 P1 | r24 k2 poff", options)
    assert ends(entering, 2, 1) == expected(entering, "Kbar R20 P1")
    second = at("Pbar R10 K24 | r23 k2 poff", options)
    assert ends(second, 2, 1) == expected(second, "P24 R10 K24")


@pytest.mark.clause("G-25")
def test_the_king_pushes_a_lone_rook_under_an_option() -> None:
    options = Few(army="KRP", king_pushes_lone_rook=True)
    position = at("K10 R20 P1 | r9 k24 poff", options)
    assert replies(ends(position, 2, 1), "K9") == opponents("k24 r8 poff")
    cornered = at("K2 R20 P8 | r1 k24 poff", options)
    assert replies(ends(cornered, 2, 1), "K1") == opponents("k24 rbar poff")
    entering = at("Kbar R20 P1 | r24 k2 poff", options)
    assert ends(entering, 2, 1) == expected(entering, "Kbar R20 P1")


@pytest.mark.clause("G-25")
def test_no_lone_rook_is_pushed_while_an_own_piece_waits_there() -> None:
    options = Few(army="KRP", king_pushes_lone_rook=True, rook_capture="two-any", entry_forfeits_die=False)
    position = at("Pbar R10 K24 | r23 k2 poff", options)
    found = ends(position, 2, 1)
    assert replies(found, "K23") == opponents("k2 r22 poff")
    assert not replies(found, "K23", "P23")
