"""What no library decides: T-4, the ends of games and the options, by positions made by hand.

These tests prove the twin, not the kernel, and so carry no clause markers; their names say the clause.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.naive.board import opponent
from tests.naive.chess import NaivePosition, play_line
from tests.naive.endings import by_agreement, by_flag, by_resignation, insufficient_material
from tests.naive.rules import (
    CHESS2D,
    CLASICO,
    KNIGHTMATE,
    REGLAMENTO,
    TRADICIONAL,
    ArrivalPromotion,
    MoveLimit,
    Repetition,
    Rules,
)

STALEMATE_IN_TEN = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6"
KNIGHTS_OUT_AND_BACK = "g1f3 g8f6 f3g1 f6g8 "


def read(fen: str, rules: Rules = TRADICIONAL) -> NaivePosition:
    position = NaivePosition.from_fen(rules, fen)
    assert not replace(position, turn=opponent(position.turn)).in_check(), "the side to move could take the king"
    return position


def changes(position: NaivePosition) -> set[str]:
    """The legal moves that name a new piece."""
    return {uci for uci in position.legal_moves() if len(uci) == 5}


# T-4


def test_t4_an_arriving_rook_may_become_a_queen_or_stay_a_rook() -> None:
    position = read("8/8/7k/8/8/8/8/R3K3 w - - 7 30")
    assert changes(position) == {"a1a8q"}
    assert "a1a8" in position.legal_moves()
    assert position.play("a1a8q").fen() == "Q7/8/7k/8/8/8/8/4K3 b - - 8 30"
    assert position.play("a1a8").fen() == "R7/8/7k/8/8/8/8/4K3 b - - 8 30"


def test_t4_holds_for_black_on_the_first_rank() -> None:
    position = read("4k2r/8/8/8/8/K7/8/8 b - - 7 30")
    assert changes(position) == {"h8h1q"}
    assert position.play("h8h1q").fen() == "4k3/8/8/8/8/K7/8/7q w - - 8 31"


def test_t4_arriving_from_any_other_rank() -> None:
    assert changes(read("8/R7/7k/8/8/8/8/4K3 w - - 0 1")) == {"a7a8q"}


@pytest.mark.parametrize("rules", [CLASICO, REGLAMENTO, CHESS2D], ids=lambda rules: rules.name)
def test_t4_belongs_to_tradicional_alone(rules: Rules) -> None:
    assert changes(read("8/8/7k/8/8/8/8/R3K3 w - - 0 1", rules)) == set()


def test_t4_needs_an_owner_without_queen() -> None:
    assert changes(read("8/8/7k/8/8/8/8/RQ2K3 w - - 0 1")) == set()


def test_t4_the_opponents_queen_does_not_matter() -> None:
    assert changes(read("8/8/1q5k/8/8/8/8/R3K3 w - - 0 1")) == {"a1a8q"}


def test_t4_moving_along_the_last_rank_is_not_arriving() -> None:
    assert changes(read("R7/8/7k/8/8/8/8/4K3 w - - 0 1")) == set()


def test_t4_the_own_first_rank_is_not_the_last() -> None:
    assert changes(read("8/R7/8/8/7k/8/8/4K3 w - - 0 1")) == {"a7a8q"}
    assert changes(read("1R6/8/8/8/7k/8/8/4K3 w - - 0 1")) == set()


def test_t4_a_rook_that_stood_there_may_leave_and_arrive_again() -> None:
    position, _ = play_line(read("R7/8/7k/8/8/8/8/4K3 w - - 0 1"), "a8a7 h6h5")
    assert changes(position) == {"a7a8q"}


def test_t4_a_rook_standing_there_when_the_queen_is_lost_does_not_qualify() -> None:
    position, _ = play_line(read("R7/8/8/6qk/8/8/8/Q3K3 w - - 0 1"), "a1b1 g5b5 e1f2 b5b1")
    assert "Q" not in position.board.values()
    assert changes(position) == set()


def test_t4_into_nothing_but_a_queen() -> None:
    for letter in "rbnk":
        with pytest.raises(ValueError, match="not legal"):
            read("8/8/7k/8/8/8/8/R3K3 w - - 0 1").play("a1a8" + letter)


def test_t4_is_for_rooks_only() -> None:
    assert changes(read("8/8/N6k/8/8/5B2/8/4K3 w - - 0 1")) == set()


def test_t4_a_capture_qualifies_and_begins_the_count_anew() -> None:
    position = read("n7/8/7k/8/8/8/8/R3K3 w - - 9 30")
    assert position.play("a1a8q").fen() == "Q7/8/7k/8/8/8/8/4K3 b - - 0 30"


def test_t4_a_pawn_promoted_to_rook_stays_one_until_it_arrives() -> None:
    position = read("8/P7/7k/8/8/8/8/4K3 w - - 0 1")
    assert changes(position) == {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}
    position, _ = play_line(position, "a7a8r h6h5")
    assert changes(position) == set()
    position, _ = play_line(position, "a8a2 h5h6")
    assert changes(position) == {"a2a8q"}


def test_t4_castling_is_not_arriving() -> None:
    for fen in ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"):
        position = read(fen)
        rank = "1" if position.turn == "w" else "8"
        assert {f"e{rank}g{rank}", f"e{rank}c{rank}"} <= position.legal_moves()
        assert not {uci for uci in changes(position) if uci[0] == "e"}


def test_t4_any_number_of_times_but_never_beside_a_queen() -> None:
    start = read("8/1k6/8/8/8/8/8/R1R1K2R w - - 0 1")
    beside_a_queen, _ = play_line(start, "h1h8q b7b6")
    assert changes(beside_a_queen) == set()
    queen_taken, _ = play_line(start, "a1a8q b7a8")
    assert changes(queen_taken) == {"c1c8q", "h1h8q"}


def test_t4_a_queen_promoted_from_a_pawn_counts_as_a_queen() -> None:
    position, _ = play_line(read("8/P7/7k/8/8/8/8/1R2K3 w - - 0 1"), "a7a8q h6g6")
    assert changes(position) == set()


def test_t4_check_is_judged_after_the_change() -> None:
    position = read("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    assert position.play("a1a8q").checkers() == {"a8"}
    assert not position.play("a1a8").in_check()


def test_t4_the_change_may_mate_or_stalemate_where_the_rook_does_not() -> None:
    mate = read("1k6/3R4/K7/8/8/8/8/8 w - - 0 1")
    assert mate.play("d7d8q").outcome() == ("1-0", "checkmate", "C-16")
    assert mate.play("d7d8").outcome() is None
    stalemate = read("8/1R6/k7/8/K7/8/8/8 w - - 0 1")
    assert stalemate.play("b7b8q").outcome() == ("1/2-1/2", "stalemate", "T-8")
    assert stalemate.play("b7b8").outcome() is None


def test_t4_obeys_the_safety_of_the_king() -> None:
    pinned = read("7k/8/8/8/8/8/8/KR5r w - - 0 1")
    assert changes(pinned) == set()
    in_check = read("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert changes(in_check) == set()
    takes_checker = read("r6k/8/8/8/8/8/R7/K7 w - - 0 1")
    assert changes(takes_checker) == {"a2a8q"}


def test_t4_flags_each_change_the_rule() -> None:
    owns_queen, along = "8/8/7k/8/8/8/8/RQ2K3 w - - 0 1", "R7/8/7k/8/8/8/8/4K3 w - - 0 1"
    always = replace(TRADICIONAL, rook_promotion=ArrivalPromotion("R", "Q", only_if_owner_has_none=False))
    assert changes(read(owns_queen, always)) == {"a1a8q"}
    inside = replace(TRADICIONAL, rook_promotion=ArrivalPromotion("R", "Q", only_from_outside=False))
    assert "a8b8q" in changes(read(along, inside))
    forced = replace(TRADICIONAL, rook_promotion=ArrivalPromotion("R", "Q", optional=False))
    position = read("8/8/7k/8/8/8/8/R3K3 w - - 0 1", forced)
    assert "a1a8q" in position.legal_moves()
    assert "a1a8" not in position.legal_moves()


# How games end


def test_c16_mate_from_the_start() -> None:
    position, history = play_line(NaivePosition.start(CLASICO), "f2f3 e7e5 g2g4 d8h4")
    assert position.outcome(history) == ("0-1", "checkmate", "C-16")


@pytest.mark.parametrize(
    ("rules", "outcome"),
    [
        (CLASICO, ("1/2-1/2", "stalemate", "C-20")),
        (REGLAMENTO, ("1/2-1/2", "stalemate", "C-20")),
        (TRADICIONAL, ("1/2-1/2", "stalemate", "T-8")),
        (CHESS2D, ("1-0", "stalemate", "D-2")),
        (replace(CHESS2D, stalemate="win"), ("0-1", "stalemate", "D-2")),
    ],
    ids=["clasico", "reglamento", "tradicional", "chess2d", "win"],
)
def test_c20_d2_t8_stalemate_from_the_start(rules: Rules, outcome: tuple[str, str, str]) -> None:
    position, history = play_line(NaivePosition.start(rules), STALEMATE_IN_TEN)
    assert position.outcome(history) == outcome


def test_c22_third_occurrence_ends_by_itself() -> None:
    position, history = play_line(NaivePosition.start(CLASICO), KNIGHTS_OUT_AND_BACK)
    assert position.outcome(history) is None
    position, history = play_line(NaivePosition.start(CLASICO), KNIGHTS_OUT_AND_BACK * 2)
    assert position.outcome(history) == ("1/2-1/2", "repetition", "C-22")
    assert position.claims(history) == []


def test_c22_castling_rights_tell_positions_apart() -> None:
    rights_lost = "g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 "
    dance = "f3g1 f6g8 g1f3 g8f6 "
    position, history = play_line(NaivePosition.start(CLASICO), rights_lost + dance)
    assert history.count(position.key()) == 1
    assert position.outcome(history) is None


def test_c22_en_passant_counts_only_where_it_is_legal() -> None:
    free = read("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", CLASICO).play("a2a4")
    pinned = read("8/8/8/8/kp5R/8/2P5/4K3 w - - 0 1", CLASICO).play("c2c4")
    nobody = read("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", CLASICO).play("a2a4")
    assert (free.legal_en_passant(), pinned.legal_en_passant(), nobody.legal_en_passant()) == ((0, 2), None, None)
    assert [position.fen().split()[3] for position in (free, pinned, nobody)] == ["a3", "-", "-"]
    assert pinned.key() == replace(pinned, en_passant=None).key()
    assert free.key() != replace(free, en_passant=None).key()


def test_d1_chess2d_knows_no_draw() -> None:
    position, history = play_line(NaivePosition.start(CHESS2D), KNIGHTS_OUT_AND_BACK * 5)
    assert position.outcome(history) is None
    assert position.claims(history) == []
    assert read("4k3/8/8/8/8/8/8/4K3 w - - 300 200", CHESS2D).outcome() is None
    assert by_agreement(CHESS2D) is None


def test_t8_repetition_is_claimed_while_the_position_stands() -> None:
    position, history = play_line(NaivePosition.start(TRADICIONAL), KNIGHTS_OUT_AND_BACK * 2)
    assert position.outcome(history) is None
    assert position.claims(history) == [("repetition", "T-8")]
    position, history = play_line(NaivePosition.start(TRADICIONAL), KNIGHTS_OUT_AND_BACK * 3)
    assert position.claims(history) == [("repetition", "T-8")]
    position, history = play_line(NaivePosition.start(TRADICIONAL), KNIGHTS_OUT_AND_BACK * 2 + "e2e4")
    assert position.claims(history) == []


def test_c22_options_of_count_and_mode() -> None:
    twice = replace(CLASICO, repetition=Repetition(count=2))
    position, history = play_line(NaivePosition.start(twice), KNIGHTS_OUT_AND_BACK)
    assert position.outcome(history) == ("1/2-1/2", "repetition", "C-22")
    never = replace(CLASICO, repetition=Repetition(mode="off"))
    position, history = play_line(NaivePosition.start(never), KNIGHTS_OUT_AND_BACK * 3)
    assert (position.outcome(history), position.claims(history)) == (None, [])


def test_c24_ends_at_a_hundred_plies_and_mate_goes_first() -> None:
    assert read("7k/8/8/8/8/8/8/R3K3 w - - 99 90", CLASICO).outcome() is None
    drawn = read("7k/8/8/8/8/8/8/R3K3 w - - 99 90", CLASICO).play("a1a2")
    assert drawn.outcome() == ("1/2-1/2", "move_limit", "C-24")
    mate = read("7k/8/6K1/8/8/8/8/R7 w - - 99 90", CLASICO).play("a1a8")
    assert mate.outcome() == ("1-0", "checkmate", "C-16")
    ten = replace(CLASICO, move_limit=MoveLimit(moves=10))
    assert read("7k/8/8/8/8/8/8/R3K3 w - - 20 90", ten).outcome() == ("1/2-1/2", "move_limit", "C-24")


def test_t8_fifty_moves_by_claim() -> None:
    position = read("7k/8/8/8/8/8/8/R3K3 w - - 100 90")
    assert (position.outcome(), position.claims()) == (None, [("move_limit", "T-8")])
    assert read("7k/8/8/8/8/8/8/R3K3 w - - 99 90").claims() == []
    mated = read("R6k/8/6K1/8/8/8/8/8 b - - 100 90")
    assert (mated.outcome(), mated.claims()) == (("1-0", "checkmate", "C-16"), [])


@pytest.mark.parametrize(
    ("placement", "listed", "dead", "cannot_force"),
    [
        ("4k3/8/8/8/8/8/8/4K3", True, True, True),
        ("4k3/8/8/8/8/8/8/4KN2", True, True, True),
        ("4kb2/8/8/8/8/8/8/4K3", True, True, True),
        ("2b1k3/8/8/8/8/8/8/4KB2", False, True, True),  # c8 and f1 are light
        ("4kb2/8/8/8/8/8/8/4KB2", False, False, True),  # f8 is dark, f1 light
        ("4k3/8/8/8/8/3B4/4B3/4KB2", False, True, True),  # all light
        ("4k3/8/8/8/8/8/8/2B1KB2", False, False, False),
        ("4kn2/8/8/8/8/8/8/4KN2", False, False, True),
        ("4kn2/8/8/8/8/8/8/4KB2", False, False, True),
        ("4k3/8/8/8/8/8/8/4KNN1", False, False, True),
        ("4kn2/8/8/8/8/8/8/4KNN1", False, False, False),
        ("4k3/8/8/8/8/8/8/4KBN1", False, False, False),
        ("4k3/8/8/8/8/8/P7/4K3", False, False, False),
        ("4k3/8/8/8/8/8/8/R3K3", False, False, False),
    ],
)
def test_c23_material(placement: str, listed: bool, dead: bool, cannot_force: bool) -> None:
    fen = placement + " w - - 0 1"
    cases = {"listed": listed, "dead-position": dead, "cannot-force": cannot_force, "off": False}
    for level, expected in cases.items():
        rules = replace(CLASICO, insufficient_material=level)  # type: ignore[arg-type]
        assert insufficient_material(read(fen, rules)) == expected, level
        assert read(fen, rules).outcome() == (("1/2-1/2", "insufficient_material", "C-23") if expected else None)


def test_t8_material_of_a_dead_position() -> None:
    fen = "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"
    assert read(fen).outcome() == ("1/2-1/2", "insufficient_material", "T-8")
    assert read(fen, CLASICO).outcome() is None


def test_c17_c18_c21_acts_of_the_players() -> None:
    assert by_resignation(CLASICO, "w") == ("0-1", "resignation", "C-17")
    assert by_agreement(CLASICO) == ("1/2-1/2", "agreement", "C-21")
    assert by_agreement(TRADICIONAL) == ("1/2-1/2", "agreement", "T-8")
    start = NaivePosition.start(CLASICO)
    assert by_flag(start, "b") == ("1-0", "time", "C-18")
    lone_king = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
    assert by_flag(read(lone_king, CLASICO), "w") == ("1/2-1/2", "time", "C-18")
    assert by_flag(read(lone_king, CLASICO), "b") == ("1-0", "time", "C-18")
    assert by_flag(read(lone_king, CHESS2D), "w") == ("0-1", "time", "C-18")
    strict = replace(CLASICO, flag_without_mating_material="loss")
    assert by_flag(read(lone_king, strict), "w") == ("0-1", "time", "C-18")


# Boards and armies of other games


def test_holes_are_written_as_stars_and_stop_everything() -> None:
    rules = replace(CLASICO, holes=frozenset({"a4", "d2"}))
    fen = "4k3/8/8/8/*7/8/2P*4/R3K3 w - - 0 1"
    position = read(fen, rules)
    assert position.fen() == fen
    assert {"a1a3", "c2c4"} <= position.legal_moves()
    assert not {"a1a4", "a1a5", "e1d2"} & position.legal_moves()


def test_knightmate_king_moves_as_a_knight_and_castles_as_a_king() -> None:
    position = read("rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", KNIGHTMATE)
    assert {uci for uci in position.legal_moves() if uci.startswith("e1")} == {"e1d3", "e1f3", "e1g1", "e1c1"}
    cornered = read("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", KNIGHTMATE)
    assert cornered.legal_moves() == {"a8b6"}
