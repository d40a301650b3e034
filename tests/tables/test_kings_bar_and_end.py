"""Positions made by hand: kings and blocks, the bar, bearing off, the result; G-26 to G-51.

Expected results are written from the clause, and asked of the kernel and of its slow twin (`readings`).
"""

from __future__ import annotations

import pytest

from tests.naive.tables import parse
from tests.naive.tables_notes import Few, at, expected, opponents, replies
from tests.tables.readings import ends, points, results, winner

# G-26 to G-30: kings


@pytest.mark.clause("G-26", "G-27")
def test_a_push_captures_free_pawns_and_moves_the_other_pieces() -> None:
    position = at("K10 R20 P1 P1 P1 P1 | r9 p9 p9 p9 p24 k24", Few(army="KRPPPP"))
    assert replies(ends(position, 2, 1), "K9") == opponents("r8 p8 p8 pbar p24 k24")


@pytest.mark.clause("G-26")
def test_a_block_of_pawns_is_captured_whole() -> None:
    position = at("K10 P1 P1 P1 | p9 p9 p9 k24", Few(army="KPPP"))
    assert ends(position, 6, 5) == expected(position, "K9 P1 P1 P1 | pbar pbar pbar k24")


@pytest.mark.clause("G-26")
def test_the_one_piece_left_of_a_block_is_pushed() -> None:
    position = at("K10 N20 P1 P1 | n9 p9 p9 k24", Few(army="KNPP"))
    assert replies(ends(position, 6, 5), "K9") == opponents("n8 pbar pbar k24")


@pytest.mark.clause("G-26")
def test_a_block_is_pushed_to_the_nearest_point_empty_of_both_colours() -> None:
    position = at("K10 R20 P8 P1 | r9 p9 p7 k6", Few(army="KRPP"))
    assert replies(ends(position, 2, 1), "K9", "P8") == opponents("r5 p5 p7 k6")


@pytest.mark.clause("G-26")
def test_that_point_is_empty_at_the_moment_of_the_push() -> None:
    position = at("K10 R20 P8 P8 | r9 p9 k24 poff", Few(army="KRPP"))
    found = ends(position, 2, 1)
    assert replies(found, "K9", "P8", "P6") == opponents("r7 p7 k24 poff")
    # A pawn has come to 7 before; after the push it could not.
    assert replies(found, "K9", "P8", "P7") == opponents("r6 p6 k24 poff")


@pytest.mark.clause("G-26")
def test_where_no_point_is_empty_a_push_captures_all() -> None:
    options = Few(army="KRPP")
    position = at("K3 R20 P1 P1 | r2 p2 k24 p24", options)
    assert replies(ends(position, 6, 5), "K2") == opponents("rbar pbar k24 p24")


@pytest.mark.clause("G-26")
def test_the_king_may_push_on_each_of_his_moves() -> None:
    position = at("K10 P1 P1 P1 P1 | p9 p9 p8 p8 k24", Few(army="KPPPP"))
    assert ends(position, 2, 2) == expected(position, "K8 P1 P1 P1 P1 | pbar pbar pbar pbar k24")


@pytest.mark.clause("G-26")
def test_a_pushed_block_may_be_pushed_again() -> None:
    position = at("K10 B20 P1 P1 | b9 p9 p9 k24", Few(army="KBPP"))
    # The bishop pushed to 8 is alone there: his second move captures it.
    assert opponents("bbar pbar pbar k24") <= replies(ends(position, 1, 1), "K8")


@pytest.mark.clause("G-27")
def test_two_rooks_protect_four_pawns() -> None:
    position = at("K10 R20 R20 P1 P1 P1 P1 P1 | r9 r9 p9 p9 p9 p9 p9 k24", Few(army="KRRPPPPP"))
    assert replies(ends(position, 6, 5), "K9") == opponents("r8 r8 p8 p8 p8 p8 pbar k24")


@pytest.mark.clause("G-28")
def test_a_king_protects_what_stands_with_him() -> None:
    position = at("K10 P1 P1 | k9 p9 p9", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "K9 P1 P1")
    text = next(iter(results(position, (2, 1))))
    assert text.split("/")[2] == "Kkpp"


@pytest.mark.clause("G-28", "G-30")
def test_a_king_alone_is_joined_too_and_not_captured() -> None:
    position = at("K10 P1 | k9 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K9 P1")


@pytest.mark.clause("G-29")
def test_nothing_else_enters_a_point_that_both_kings_share_and_a_king_alone_leaves_it() -> None:
    position = at("K9 P10 | k9 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K8 P8", "K9 P7")


@pytest.mark.clause("G-29")
def test_a_king_leaves_a_shared_point_after_his_companions() -> None:
    position = at("K9 P9 | k9 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K8 P8", "K8 P7", "K9 P6")


@pytest.mark.clause("G-29")
def test_nothing_enters_a_shared_point_from_the_bar_either() -> None:
    position = at("K24 Pbar | k24 p1", Few())
    assert ends(position, 2, 1) == expected(position, "K24 P23")


@pytest.mark.clause("G-29")
def test_a_companion_may_not_come_back_to_a_shared_point() -> None:
    options = Few(army="KQP", queen_double="either")
    position = at("K12 Q12 P1 | k12 q24 p24", options)
    white = {each.split(" | ")[0] for each in ends(position, 2, 1)}
    assert not any(each.startswith("K12 Q12") for each in white)


# G-31 to G-34: the bar


@pytest.mark.clause("G-31")
def test_a_player_with_pieces_on_the_bar_only_enters_them() -> None:
    position = at("Pbar Pbar P10 Koff | p1 p1 p1 koff", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P23 P10 Koff")
    position = at("Pbar Pbar P10 Koff | p1 p24 p24 koff", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "Pbar P23 P10 Koff")


@pytest.mark.clause("G-31")
def test_black_enters_from_01() -> None:
    position = at("Koff P24 P24 | koff pbar p10", Few(army="KPP"), turn="b")
    places = {" ".join(text.split(" ")[:4]) for text in results(position, (2, 1))}
    assert places == {"p/8/p/13/PP - Kk w", "1/p/7/p/13/PP - Kk w"}


@pytest.mark.clause("G-32")
def test_no_piece_has_an_ability_on_entering() -> None:
    for piece in "NBQ":
        position = at(f"{piece}bar P1 Koff | {piece.lower()}2 p2 koff", Few(army=f"K{piece}P", killer_queen=True))
        assert ends(position, 4, 3) == expected(position, f"{piece}21 P1 Koff", f"{piece}22 P1 Koff")


@pytest.mark.clause("G-32")
def test_abilities_are_back_once_entered() -> None:
    position = at("Nbar P1 Koff | n2 p2 koff", Few(army="KNP"))
    after = [f"N{point} P1 Koff" for point in (20, 21, 22, 23, 24)]
    assert ends(position, 1, 1) == expected(position, *after)


@pytest.mark.clause("G-32")
def test_the_king_enters_at_distance_24_by_any_die_and_that_is_a_move_of_his() -> None:
    position = at("Kbar Pbar | k1 p2", Few())
    assert ends(position, 2, 1) == expected(position, "K24 P24", "K24 P23")
    position = at("Kbar P1 | k2 p3", Few())
    assert ends(position, 5, 5) == expected(position, "K23 P1")
    assert {text.split(" ")[-1] for text in results(position, (5, 5))} == {"-"}


@pytest.mark.clause("G-32")
@pytest.mark.parametrize("options", [Few(king_entry="pips"), Few(berserker_king=True)])
def test_the_king_enters_by_the_pips_under_options(options: Few) -> None:
    position = at("Kbar P1 | k2 p3", options)
    assert ends(position, 2, 1) == expected(position, "K24 P1", "K23 P1")
    assert ends(position, 3, 3) == expected(position, "K19 P1" if options.berserker_king else "K21 P1")


@pytest.mark.clause("G-32")
@pytest.mark.parametrize("black", ["p24 p24 k1", "k24 p1 p1", "k24 p24 p1"])
def test_the_entering_king_neither_pushes_nor_joins(black: str) -> None:
    position = at(f"Kbar P2 P2 | {black}", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "Kbar P2 P2")


@pytest.mark.clause("G-33")
def test_one_piece_on_the_bar_enters_with_either_die_and_the_other_is_lost() -> None:
    position = at("Pbar P10 Koff | p1 p1 koff", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P10 Koff", "P23 P10 Koff")


@pytest.mark.clause("G-33")
def test_the_other_die_is_played_under_an_option() -> None:
    position = at("Pbar P10 Koff | p1 p1 koff", Few(army="KPP", entry_forfeits_die=False))
    assert ends(position, 2, 1) == expected(position, "P22 P10 Koff", "P23 P9 Koff", "P24 P8 Koff")


@pytest.mark.clause("G-33")
def test_doubles_are_played_on_after_entering() -> None:
    position = at("Pbar P10 Koff | p1 p1 koff", Few(army="KPP"))
    after = [f"{pair} Koff" for pair in ("P17 P10", "P19 P8", "P21 P6", "P23 P4")]
    assert ends(position, 2, 2) == expected(position, *after)


@pytest.mark.clause("G-33")
def test_the_other_die_may_complete_a_joint_capture_with_an_ability() -> None:
    position = at("Pbar N21 Koff | k23 n2 poff", Few(army="KNP"))
    assert ends(position, 2, 1) == expected(position, "P24 N21 Koff", "P23 N23 Koff | kbar n2 poff")


@pytest.mark.clause("G-33")
def test_the_other_die_does_not_complete_a_capture_elsewhere() -> None:
    position = at("Pbar P11 P10 Koff | k9 p1 p1 p1", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P11 P10 Koff", "P23 P11 P10 Koff")


@pytest.mark.clause("G-34")
def test_a_piece_on_the_board_is_the_partner_only_once_the_bar_is_empty() -> None:
    position = at("Pbar Pbar P24 Koff | k23 p2 p2 p2", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P24 Pbar Koff")
    # Both enter there: the capture is theirs, and two dice are left.
    after = [f"{three} Koff | kbar p2 p2 p2" for three in ("P24 P21 P21", "P24 P23 P19", "P23 P22 P21", "P23 P23 P20")]
    assert ends(position, 2, 2) == expected(position, *after)


@pytest.mark.clause("G-34")
def test_entering_onto_an_officer_nobody_can_help_to_take_is_illegal() -> None:
    position = at("Pbar P10 Koff | k23 p1 p24", Few(army="KPP"))
    assert ends(position, 4, 2) == expected(position, "P21 P10 Koff")
    blocked = at("Pbar P10 P9 Koff | k23 p21 p21 p2", Few(army="KPPP"))
    assert ends(blocked, 4, 2) == expected(blocked, "Pbar P10 P9 Koff")


# G-40 to G-42: bearing off, result


@pytest.mark.clause("G-40")
def test_nothing_leaves_while_an_officer_is_outside() -> None:
    position = at("R7 P3 Koff | r24 p24 koff", Few(army="KRP"))
    after = ("R3 P3", "R5 P3", "R4 P2", "R9 P3", "R11 P3", "R10 P2", "R6 Poff")
    assert ends(position, 3, 1) == expected(position, *(f"{each} Koff" for each in after))


@pytest.mark.clause("G-41")
def test_a_pawn_is_borne_off_by_the_exact_number() -> None:
    position = at("P3 P3 Koff | p24 p24 koff", Few(army="KPP"))
    assert ends(position, 5, 4) == expected(position, "P3 P3 Koff")
    assert ends(position, 3, 1) == expected(position, "P2 Poff Koff")
    assert ends(position, 2, 1) == expected(position, "P2 P1 Koff", "P3 Poff Koff")


@pytest.mark.clause("G-41")
def test_the_king_is_borne_off_from_one_with_any_die_as_one_of_his_moves() -> None:
    position = at("K1 P3 | k24 p24", Few())
    assert ends(position, 6, 5) == expected(position, "Koff P3")
    assert ends(position, 6, 3) == expected(position, "Koff Poff")
    position = at("K2 P3 | k24 p24", Few())
    assert ends(position, 6, 5) == expected(position, "K1 P3")
    assert ends(position, 6, 6) == expected(position, "Koff P3")


@pytest.mark.clause("G-41", "G-29")
def test_the_king_leaves_a_shared_point_only_alone() -> None:
    position = at("K1 P1 | k1 p24", Few())
    assert ends(position, 6, 5) == expected(position, "K1 P1")
    assert ends(position, 6, 1) == expected(position, "Koff Poff")


@pytest.mark.clause("G-41", "G-51")
def test_the_berserker_leaves_by_the_exact_number() -> None:
    position = at("K3 P5 | k24 p24", Few(berserker_king=True))
    assert ends(position, 5, 3) == expected(position, "Koff Poff")
    assert ends(position, 5, 4) == expected(position, "K3 Poff")


@pytest.mark.clause("G-42")
def test_the_game_ends_at_once_and_not_while_a_piece_waits() -> None:
    position = at("N5 P1 Koff | n24 k2 p24", Few(army="KNP"))
    waits_not = [f"N{point} P1 Koff" for point in (1, 3, 4, 6, 7, 8, 9, 10)]
    assert ends(position, 3, 1) == expected(position, "N5 Poff Koff", "N1 Poff Koff", *waits_not)


@pytest.mark.clause("G-42")
def test_after_the_winning_move_the_turn_is_the_losers() -> None:
    position = at("P1 Koff | p24 k24", Few())
    assert results(position, (6, 1)) == {"23/kp - KP b -"}
    finished = parse("23/kp - KP b -", Few())
    assert winner(finished) == "w"
    assert results(finished, (6, 1)) == set()


@pytest.mark.clause("G-42")
@pytest.mark.parametrize(
    ("black", "score"), [("k24 poff", 1), ("k24 p7", 2), ("k24 p6", 3), ("k24 pbar", 3), ("kbar poff", 1)]
)
def test_what_a_win_is_worth(black: str, score: int) -> None:
    assert points(at(f"Koff Poff | {black}", Few(), turn="b")) == score


@pytest.mark.clause("G-42")
@pytest.mark.parametrize(("point", "score"), [(3, 3), (6, 3), (7, 2)])
def test_an_officer_in_the_winners_castle_counts(point: int, score: int) -> None:
    assert points(at(f"R10 Koff Poff | k24 p24 r{point}", Few(army="KRP"), turn="b")) == score
