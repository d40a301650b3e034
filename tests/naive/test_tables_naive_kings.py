"""The slow tables twin by positions made by hand: kings and blocks, bar, bearing off, result; G-26 to G-51.

These tests prove the twin, not the kernel, and so carry no clause markers; their names say the clause. Expected results
are written from the clause.
"""

from __future__ import annotations

from typing import Any

import pytest

from naive.tables import CHESSGAMMON, Options, parse, points, results, turns, winner
from naive.tables_notes import Few, at, ends, expected, opponents, replies
from naive.tables_positions import game_positions, random_placements

# G-26 to G-30: kings


def test_g26_g27_free_pawns_are_captured_the_other_pieces_pushed() -> None:
    position = at("K10 R20 P1 P1 P1 P1 | r9 p9 p9 p9 p24 k24", Few(army="KRPPPP"))
    assert replies(ends(position, 2, 1), "K9") == opponents("r8 p8 p8 pbar p24 k24")


def test_g26_a_block_of_pawns_is_captured_whole() -> None:
    position = at("K10 P1 P1 P1 | p9 p9 p9 k24", Few(army="KPPP"))
    assert ends(position, 6, 5) == expected(position, "K9 P1 P1 P1 | pbar pbar pbar k24")


def test_g26_the_one_piece_left_of_a_block_is_pushed() -> None:
    position = at("K10 N20 P1 P1 | n9 p9 p9 k24", Few(army="KNPP"))
    assert replies(ends(position, 6, 5), "K9") == opponents("n8 pbar pbar k24")


def test_g26_to_the_nearest_point_empty_of_both_colours() -> None:
    position = at("K10 R20 P8 P1 | r9 p9 p7 k6", Few(army="KRPP"))
    assert replies(ends(position, 2, 1), "K9", "P8") == opponents("r5 p5 p7 k6")


def test_g26_at_the_moment_of_the_push() -> None:
    position = at("K10 R20 P8 P8 | r9 p9 k24 poff", Few(army="KRPP"))
    found = ends(position, 2, 1)
    assert replies(found, "K9", "P8", "P6") == opponents("r7 p7 k24 poff")
    # A pawn has come to 7 before; after the push it could not.
    assert replies(found, "K9", "P8", "P7") == opponents("r6 p6 k24 poff")


def test_g26_where_there_is_no_empty_point_all_are_captured() -> None:
    options = Few(army="KRPP")
    position = at("K3 R20 P1 P1 | r2 p2 k24 p24", options)
    assert replies(ends(position, 6, 5), "K2") == opponents("rbar pbar k24 p24")


def test_g26_he_may_push_on_each_of_his_moves() -> None:
    position = at("K10 P1 P1 P1 P1 | p9 p9 p8 p8 k24", Few(army="KPPPP"))
    assert ends(position, 2, 2) == expected(position, "K8 P1 P1 P1 P1 | pbar pbar pbar pbar k24")


def test_g26_a_pushed_block_may_be_pushed_again() -> None:
    position = at("K10 B20 P1 P1 | b9 p9 p9 k24", Few(army="KBPP"))
    # The bishop pushed to 8 is alone there: his second move captures it.
    assert opponents("bbar pbar pbar k24") <= replies(ends(position, 1, 1), "K8")


def test_g27_two_rooks_protect_four_pawns() -> None:
    position = at("K10 R20 R20 P1 P1 P1 P1 P1 | r9 r9 p9 p9 p9 p9 p9 k24", Few(army="KRRPPPPP"))
    assert replies(ends(position, 6, 5), "K9") == opponents("r8 r8 p8 p8 p8 p8 pbar k24")


def test_g28_a_king_protects_what_stands_with_him() -> None:
    position = at("K10 P1 P1 | k9 p9 p9", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "K9 P1 P1")
    text = next(iter(results(position, (2, 1))))
    assert text.split("/")[2] == "Kkpp"


def test_g28_g30_a_king_alone_is_joined_too_and_not_captured() -> None:
    position = at("K10 P1 | k9 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K9 P1")


def test_g29_nothing_else_enters_a_shared_point_a_king_alone_leaves_it() -> None:
    position = at("K9 P10 | k9 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K8 P8", "K9 P7")


def test_g29_his_companions_leave_first() -> None:
    position = at("K9 P9 | k9 p24", Few())
    assert ends(position, 2, 1) == expected(position, "K8 P8", "K8 P7", "K9 P6")


def test_g29_not_from_the_bar_either() -> None:
    position = at("K24 Pbar | k24 p1", Few())
    assert ends(position, 2, 1) == expected(position, "K24 P23")


def test_g29_a_companion_may_not_come_back() -> None:
    options = Few(army="KQP", queen_double="either")
    position = at("K12 Q12 P1 | k12 q24 p24", options)
    white = {each.split(" | ")[0] for each in ends(position, 2, 1)}
    assert not any(each.startswith("K12 Q12") for each in white)


# G-31 to G-34: the bar


def test_g31_a_player_with_pieces_on_the_bar_only_enters_them() -> None:
    position = at("Pbar Pbar P10 Koff | p1 p1 p1 koff", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P23 P10 Koff")
    position = at("Pbar Pbar P10 Koff | p1 p24 p24 koff", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "Pbar P23 P10 Koff")


def test_g31_black_enters_from_01() -> None:
    position = at("Koff P24 P24 | koff pbar p10", Few(army="KPP"), turn="b")
    places = {" ".join(text.split(" ")[:4]) for text in results(position, (2, 1))}
    assert places == {"p/8/p/13/PP - Kk w", "1/p/7/p/13/PP - Kk w"}


def test_g32_no_ability_on_entering() -> None:
    for piece in "NBQ":
        position = at(f"{piece}bar P1 Koff | {piece.lower()}2 p2 koff", Few(army=f"K{piece}P", killer_queen=True))
        assert ends(position, 4, 3) == expected(position, f"{piece}21 P1 Koff", f"{piece}22 P1 Koff")


def test_g32_abilities_are_back_once_entered() -> None:
    position = at("Nbar P1 Koff | n2 p2 koff", Few(army="KNP"))
    after = [f"N{point} P1 Koff" for point in (20, 21, 22, 23, 24)]
    assert ends(position, 1, 1) == expected(position, *after)


def test_g32_the_king_enters_at_distance_24_by_any_die_and_that_is_a_move_of_his() -> None:
    position = at("Kbar Pbar | k1 p2", Few())
    assert ends(position, 2, 1) == expected(position, "K24 P24", "K24 P23")
    position = at("Kbar P1 | k2 p3", Few())
    assert ends(position, 5, 5) == expected(position, "K23 P1")
    assert {text.split(" ")[-1] for text in results(position, (5, 5))} == {"-"}


@pytest.mark.parametrize("options", [Few(king_entry="pips"), Few(berserker_king=True)])
def test_g32_options_the_king_enters_by_the_pips(options: Few) -> None:
    position = at("Kbar P1 | k2 p3", options)
    assert ends(position, 2, 1) == expected(position, "K24 P1", "K23 P1")
    assert ends(position, 3, 3) == expected(position, "K19 P1" if options.berserker_king else "K21 P1")


@pytest.mark.parametrize("black", ["p24 p24 k1", "k24 p1 p1", "k24 p24 p1"])
def test_g32_the_entering_king_neither_pushes_nor_joins(black: str) -> None:
    position = at(f"Kbar P2 P2 | {black}", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "Kbar P2 P2")


def test_g33_one_piece_on_the_bar_enters_with_either_die_and_the_other_is_lost() -> None:
    position = at("Pbar P10 Koff | p1 p1 koff", Few(army="KPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P10 Koff", "P23 P10 Koff")


def test_g33_option_the_other_die_is_played() -> None:
    position = at("Pbar P10 Koff | p1 p1 koff", Few(army="KPP", entry_forfeits_die=False))
    assert ends(position, 2, 1) == expected(position, "P22 P10 Koff", "P23 P9 Koff", "P24 P8 Koff")


def test_g33_doubles_are_played_on() -> None:
    position = at("Pbar P10 Koff | p1 p1 koff", Few(army="KPP"))
    after = [f"{pair} Koff" for pair in ("P17 P10", "P19 P8", "P21 P6", "P23 P4")]
    assert ends(position, 2, 2) == expected(position, *after)


def test_g33_the_other_die_may_complete_a_joint_capture_with_an_ability() -> None:
    position = at("Pbar N21 Koff | k23 n2 poff", Few(army="KNP"))
    assert ends(position, 2, 1) == expected(position, "P24 N21 Koff", "P23 N23 Koff | kbar n2 poff")


def test_g33_not_a_capture_elsewhere() -> None:
    position = at("Pbar P11 P10 Koff | k9 p1 p1 p1", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P11 P10 Koff", "P23 P11 P10 Koff")


def test_g34_a_piece_on_the_board_is_the_partner_only_once_the_bar_is_empty() -> None:
    position = at("Pbar Pbar P24 Koff | k23 p2 p2 p2", Few(army="KPPP"))
    assert ends(position, 2, 1) == expected(position, "P24 P24 Pbar Koff")
    # Both enter there: the capture is theirs, and two dice are left.
    after = [f"{three} Koff | kbar p2 p2 p2" for three in ("P24 P21 P21", "P24 P23 P19", "P23 P22 P21", "P23 P23 P20")]
    assert ends(position, 2, 2) == expected(position, *after)


def test_g34_entering_onto_an_officer_nobody_can_help_to_take_is_illegal() -> None:
    position = at("Pbar P10 Koff | k23 p1 p24", Few(army="KPP"))
    assert ends(position, 4, 2) == expected(position, "P21 P10 Koff")
    blocked = at("Pbar P10 P9 Koff | k23 p21 p21 p2", Few(army="KPPP"))
    assert ends(blocked, 4, 2) == expected(blocked, "Pbar P10 P9 Koff")


# G-40 to G-42: bearing off, result


def test_g40_nothing_leaves_while_an_officer_is_outside() -> None:
    position = at("R7 P3 Koff | r24 p24 koff", Few(army="KRP"))
    after = ("R3 P3", "R5 P3", "R4 P2", "R9 P3", "R11 P3", "R10 P2", "R6 Poff")
    assert ends(position, 3, 1) == expected(position, *(f"{each} Koff" for each in after))


def test_g41_a_pawn_leaves_by_the_exact_number() -> None:
    position = at("P3 P3 Koff | p24 p24 koff", Few(army="KPP"))
    assert ends(position, 5, 4) == expected(position, "P3 P3 Koff")
    assert ends(position, 3, 1) == expected(position, "P2 Poff Koff")
    assert ends(position, 2, 1) == expected(position, "P2 P1 Koff", "P3 Poff Koff")


def test_g41_the_king_leaves_from_one_with_any_die_as_one_of_his_moves() -> None:
    position = at("K1 P3 | k24 p24", Few())
    assert ends(position, 6, 5) == expected(position, "Koff P3")
    assert ends(position, 6, 3) == expected(position, "Koff Poff")
    position = at("K2 P3 | k24 p24", Few())
    assert ends(position, 6, 5) == expected(position, "K1 P3")
    assert ends(position, 6, 6) == expected(position, "Koff P3")


def test_g41_g29_the_king_leaves_a_shared_point_only_alone() -> None:
    position = at("K1 P1 | k1 p24", Few())
    assert ends(position, 6, 5) == expected(position, "K1 P1")
    assert ends(position, 6, 1) == expected(position, "Koff Poff")


def test_g41_g51_the_berserker_leaves_by_the_exact_number() -> None:
    position = at("K3 P5 | k24 p24", Few(berserker_king=True))
    assert ends(position, 5, 3) == expected(position, "Koff Poff")
    assert ends(position, 5, 4) == expected(position, "K3 Poff")


def test_g42_the_game_ends_at_once_and_not_while_a_piece_waits() -> None:
    position = at("N5 P1 Koff | n24 k2 p24", Few(army="KNP"))
    waits_not = [f"N{point} P1 Koff" for point in (1, 3, 4, 6, 7, 8, 9, 10)]
    assert ends(position, 3, 1) == expected(position, "N5 Poff Koff", "N1 Poff Koff", *waits_not)


def test_g42_after_the_winning_move_the_turn_is_the_losers() -> None:
    position = at("P1 Koff | p24 k24", Few())
    assert results(position, (6, 1)) == {"23/kp - KP b -"}
    finished = parse("23/kp - KP b -", Few())
    assert winner(finished) == "w"
    assert results(finished, (6, 1)) == set()


@pytest.mark.parametrize(
    ("black", "score"), [("k24 poff", 1), ("k24 p7", 2), ("k24 p6", 3), ("k24 pbar", 3), ("kbar poff", 1)]
)
def test_g42_points(black: str, score: int) -> None:
    assert points(at(f"Koff Poff | {black}", Few(), turn="b")) == score


@pytest.mark.parametrize(("point", "score"), [(3, 3), (6, 3), (7, 2)])
def test_g42_an_officer_in_the_winners_castle_counts(point: int, score: int) -> None:
    assert points(at(f"R10 Koff Poff | k24 p24 r{point}", Few(army="KRP"), turn="b")) == score


# Whole turns


def test_turns_tell_one_way_to_each_end() -> None:
    position = at("Pbar P24 Koff | k23 poff poff", Few(army="KPP"))
    assert turns(position, (2, 1)) == {
        "22/k/PP - Kpp b -": [("P", "bar", "24", 1, "", ())],
        "22/PP/1 k Kpp b -": [
            ("P", "bar", "23", 2, "", ("waits",)),
            ("P", "24", "23", 1, "", ("captures k jointly",)),
        ],
    }


def test_both_colours_play_by_the_same_rules() -> None:
    options = Options(killer_queen=True, rook_capture="two-any")
    for position, dice in random_placements(options, 20, seed=3):
        mirrored = {parse(text, options).mirrored().text() for text in results(position.mirrored(), dice)}
        assert results(position, dice) == mirrored


@pytest.mark.parametrize("source", [game_positions, random_placements])
def test_positions_are_the_same_for_the_same_seed(source: Any) -> None:
    drawn = [[(position.text(), dice) for position, dice in source(CHESSGAMMON, 30, seed=7)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 30
