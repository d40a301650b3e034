"""T-1 … T-4, T-6: what *Tradicional* says beyond the common law (its ends are in `test_clauses_ends.py`)."""

from __future__ import annotations

import pytest

from axedrez import IllegalMove, TextError
from axedrez.chess.position.game import ChessPosition
from axedrez.core.scene import CheckMark
from tests import sheets
from tests.sheets import after, from_start, lines, ucis

OTHERS = ("clasico", "reglamento", "chess2d")


def read(fen: str) -> ChessPosition:
    return sheets.read(fen, "tradicional")


def changes(position: ChessPosition) -> set[str]:
    """The legal moves in which a piece becomes another."""
    return {uci for uci in ucis(position) if len(uci) == 5}


# T-1, T-2


@pytest.mark.clause("T-1")
def test_t1_names() -> None:
    sheet = sheets.chess("tradicional").sheet
    assert (sheet.pieces["queen"].names.es, sheet.pieces["queen"].letter_es) == ("reina", "D")
    words = {key: term.es for key, term in sheet.terms.items()}
    assert words == {
        "piece": "ficha",
        "capture": "matar",
        "interpose": "tapar",
        "discovered_check": "jaque a la descubierta",
    }


@pytest.mark.clause("T-1")
def test_t1_the_common_law_holds_where_t4_does_not_apply() -> None:
    for line in ("", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", lines.BISHOPS_OF_TWO_COLOURS):
        position, classic = from_start(line, "tradicional")[0], from_start(line)[0]
        assert ucis(position) == ucis(classic)


@pytest.mark.clause("T-2")
def test_t2_check_is_announced_and_recorded() -> None:
    before, _ = from_start("e2e4 f7f6", "tradicional")
    check = before.play("d1h5").scene().check
    assert check == CheckMark("e8", ("h5",), announce=True)
    assert before.notate(before.parse_move("d1h5")) == "Qh5+"
    mate, _ = from_start("e2e4 f7f6 d2d4 g7g5", "tradicional")
    assert mate.notate(mate.parse_move("d1h5"), "es") == "Dh5#"
    for name in OTHERS:
        check = from_start("e2e4 f7f6 d1h5", name)[0].scene().check
        assert check is not None
        assert check.announce is False


# T-3


@pytest.mark.clause("T-3")
def test_t3_a_try_is_offered_and_refused_with_the_piece_that_gives_check() -> None:
    position = read("4r2k/8/8/8/7b/8/4RN2/4K3 w - - 0 1")
    steps = position.steps()
    tries = {refusal.token: refusal for refusal in steps.refused}
    assert not tries.keys() & {step.token for step in steps.options}
    assert {"e2d2", "f2d3"} <= tries.keys()
    assert (tries["e2d2"].reason, tries["e2d2"].clause, tries["e2d2"].places) == ("king_in_check", "T-3", ("e8",))
    assert tries["f2d3"].places == ("h4",)
    for token, refusal in tries.items():
        with pytest.raises(IllegalMove) as caught:
            position.play(token)
        assert (caught.value.reason, caught.value.clause) == (refusal.reason, refusal.clause)
        assert caught.value.places == refusal.places != ()
    assert position == read("4r2k/8/8/8/7b/8/4RN2/4K3 w - - 0 1")


@pytest.mark.clause("T-3")
def test_t3_an_unanswered_check_is_explained_too() -> None:
    position = read("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1")
    tries = {refusal.token: refusal for refusal in position.steps().refused}
    assert (tries["a1a2"].reason, tries["a1a2"].clause) == ("check_not_answered", "T-3")
    assert tries["a1a2"].places == ("e8",)


@pytest.mark.clause("T-3", "C-12")
def test_t3_taking_in_passing_may_be_tried_though_it_uncovers_the_king() -> None:
    position = read("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1").play("d7d5")
    tries = {refusal.token: refusal for refusal in position.steps().refused}
    assert (tries["e5d6"].reason, tries["e5d6"].clause, tries["e5d6"].places) == ("king_in_check", "T-3", ("h5",))
    assert position.text().split()[3] == "-"
    assert position == read(position.text())


@pytest.mark.clause("T-3")
def test_t3_only_this_sheet_lets_the_try_be_made() -> None:
    assert sheets.chess("tradicional").sheet.play.illegal_moves == "warn"
    assert {sheets.chess(name).sheet.play.illegal_moves for name in OTHERS} == {"prevent"}


# T-4

ARRIVES = "8/8/7k/8/8/8/8/R3K3 w - - 7 30"


@pytest.mark.clause("T-4")
def test_t4_in_a_game_from_the_start() -> None:
    position, _ = from_start(lines.WHITE_LOSES_HER_QUEEN, "tradicional")
    assert changes(position) == {"h2h8q"}
    assert position.play("h2h8q").scene().pieces["h8"] == "Q"
    assert position.play("h2h8").scene().pieces["h8"] == "R"
    for name in OTHERS:
        assert changes(from_start(lines.WHITE_LOSES_HER_QUEEN, name)[0]) == set()


@pytest.mark.clause("T-4")
def test_t4_a_choice_of_the_player() -> None:
    position = read(ARRIVES)
    assert changes(position) == {"a1a8q"}
    assert "a1a8" in ucis(position)
    choices = {step.choice: step.token for step in position.steps().options if step.target == "a8"}
    assert choices == {"R": "a1a8", "Q": "a1a8q"}
    assert position.play("a1a8q").text() == "Q7/8/7k/8/8/8/8/4K3 b - - 8 30", "the fifty-move count goes on"
    assert position.play("a1a8").text() == "R7/8/7k/8/8/8/8/4K3 b - - 8 30"


@pytest.mark.clause("T-4")
def test_t4_black_arrives_on_the_first_rank() -> None:
    position = read("4k2r/8/8/8/8/K7/8/8 b - - 7 30")
    assert changes(position) == {"h8h1q"}
    assert position.play("h8h1q").text() == "4k3/8/8/8/8/K7/8/7q w - - 8 31"


@pytest.mark.clause("T-4")
@pytest.mark.parametrize(
    ("fen", "found", "why"),
    [
        ("8/R7/7k/8/8/8/8/4K3 w - - 0 1", "a7a8q", "from any other rank"),
        ("8/8/7k/8/8/8/8/RQ2K3 w - - 0 1", "", "the owner has a queen"),
        ("8/8/1q5k/8/8/8/8/R3K3 w - - 0 1", "a1a8q", "the opponent's queen does not matter"),
        ("R7/8/7k/8/8/8/8/4K3 w - - 0 1", "", "moving along the last rank is not arriving"),
        ("8/8/8/8/7k/8/1R6/4K3 w - - 0 1", "b2b8q", "the own first rank is not the last"),
        ("n7/8/7k/8/8/8/8/R3K3 w - - 9 30", "a1a8q", "capturing while arriving qualifies"),
        ("8/8/N6k/8/8/5B2/8/4K3 w - - 0 1", "", "rooks only"),
        ("8/8/6k1/8/8/8/8/R3K2R w KQ - 0 1", "a1a8q h1h8q", "castling is not arriving"),
        ("7k/8/8/8/8/8/8/KR5r w - - 0 1", "", "the king's safety first: pinned"),
        ("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "", "in check, no answer"),
        ("r6k/8/8/8/8/8/R7/K7 w - - 0 1", "a2a8q", "takes the checker"),
        ("R7/8/8/8/7k/8/R7/4K3 w - - 0 1", "", "the file is closed by the own rook"),
    ],
)
def test_t4_where_it_applies(fen: str, found: str, why: str) -> None:
    assert changes(read(fen)) == set(found.split()), why


@pytest.mark.clause("T-4", "C-14")
def test_t4_castling_to_the_owners_first_rank_changes_nothing() -> None:
    position = read("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1")
    assert {"e8g8", "e8c8"} <= ucis(position)
    assert {uci for uci in changes(position) if uci.startswith("e8")} == set()
    assert position.play("e8g8").scene().pieces["f8"] == "r"


@pytest.mark.clause("T-4")
def test_t4_a_rook_that_stood_there_may_leave_and_arrive_again() -> None:
    position, _ = after(read("R7/8/7k/8/8/8/8/4K3 w - - 0 1"), "a8a7 h6h5")
    assert changes(position) == {"a7a8q"}


@pytest.mark.clause("T-4")
def test_t4_a_rook_standing_there_when_the_queen_is_lost_does_not_qualify() -> None:
    position, _ = after(read("R7/8/8/6qk/8/8/8/Q3K3 w - - 0 1"), "a1b1 g5b5 e1f2 b5b1")
    assert "Q" not in position.letters().values()
    assert changes(position) == set()


@pytest.mark.clause("T-4", "T-7")
def test_t4_only_into_a_queen_and_pawns_as_ever() -> None:
    for letter in "rbnkp":
        with pytest.raises((IllegalMove, TextError)) as caught:
            read(ARRIVES).play(f"a1a8{letter}")
        assert isinstance(caught.value, IllegalMove)
        assert caught.value.clause == "T-4"
    position, _ = after(read("8/P7/7k/8/8/8/8/4K3 w - - 0 1"), "a7a8r h6h5")
    assert changes(position) == set(), "a pawn's promotion to rook is not arriving"
    position, _ = after(position, "a8a2 h5h6")
    assert changes(position) == {"a2a8q"}


@pytest.mark.clause("T-4")
def test_t4_any_number_of_times_but_never_beside_a_queen() -> None:
    start = read("8/1k6/8/8/8/8/8/R1R1K2R w - - 0 1")
    assert changes(after(start, "h1h8q b7b6")[0]) == set()
    assert changes(after(start, "a1a8q b7a8")[0]) == {"c1c8q", "h1h8q"}


@pytest.mark.clause("T-4")
def test_t4_check_and_mate_are_judged_after_the_change() -> None:
    position = read("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    assert position.play("a1a8q").checkers()
    assert not position.play("a1a8").checkers()
    mate = read("1k6/3R4/K7/8/8/8/8/8 w - - 0 1")
    queen, rook = mate.play("d7d8q").outcome(), mate.play("d7d8").outcome()
    assert (queen and queen.reason, rook) == ("checkmate", None)
    stalemate = read("8/1R6/k7/8/K7/8/8/8 w - - 0 1")
    queen, rook = stalemate.play("b7b8q").outcome(), stalemate.play("b7b8").outcome()
    assert (queen and queen.reason, rook) == ("stalemate", None)


@pytest.mark.clause("T-4")
def test_t4_notation() -> None:
    position = read(ARRIVES)
    assert position.notate(position.parse_move("a1a8q")) == "Ra8=Q"
    assert position.notate(position.parse_move("a1a8q"), "es") == "Ta8=D"
    assert position.notate(position.parse_move("a1a8")) == "Ra8"
    assert str(position.parse_move("Ra8=Q")) == "a1a8q"
    assert str(position.parse_move("Ra8")) == "a1a8"


# T-6


@pytest.mark.clause("T-6")
def test_t6_castling_is_written_with_letters_o() -> None:
    position = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert position.notate(position.parse_move("e1g1")) == "O-O"
    assert position.notate(position.parse_move("e1c1"), "es") == "O-O-O"
    with pytest.raises(IllegalMove) as caught:
        read("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1").play("e1g1")
    assert caught.value.clause == "T-6"
