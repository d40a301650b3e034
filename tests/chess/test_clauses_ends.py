"""C-16 … C-24, D-1 … D-3, T-5 and T-8: how games end, reached by moves from the start position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from axedrez import History, NotAllowed, Outcome, Side
from axedrez.core import Points
from axedrez.core.outcome import Claim
from tests import sheets
from tests.sheets import after, from_start, lines, read

WHITE_WINS, BLACK_WINS, DRAWN = Points(1, 0), Points(0, 1), Points(0.5, 0.5)
COMMON_LAW = ("clasico", "reglamento", "chess2d", "tradicional")
DRAWS_BY_THEMSELVES = ("clasico", "reglamento")
every_rulebook = pytest.mark.parametrize("name", COMMON_LAW)


def end(line: str, name: str = "clasico", options: Mapping[str, Any] | None = None) -> Outcome | None:
    """How a line from the start ends the game; nothing ends it before its last move."""
    position, history = from_start(line, name, options)
    ended = position.outcome(history)
    if ended:
        assert position.claims(history) == ()
    return ended


def dance(times: int) -> str:
    return " ".join([lines.KNIGHTS_OUT_AND_BACK] * times)


# C-16, C-17


@pytest.mark.clause("C-16", "T-5", "T-8", "D-1")
@every_rulebook
def test_c16_checkmate_loses(name: str) -> None:
    clause = "T-8" if name == "tradicional" else "C-16"
    assert end(lines.FOOLS_MATE, name) == Outcome("0-1", "checkmate", clause, BLACK_WINS)
    assert end(lines.SCHOLARS_MATE, name) == Outcome("1-0", "checkmate", clause, WHITE_WINS)


@pytest.mark.clause("C-16")
def test_c16_check_with_an_answer_is_no_mate() -> None:
    assert end("e2e4 f7f6 d1h5") is None


@pytest.mark.clause("C-17", "T-8")
@every_rulebook
def test_c17_resignation_whoevers_turn_it_is(name: str) -> None:
    clause = "T-8" if name == "tradicional" else "C-17"
    for line in ("", "e2e4"):
        position, _ = from_start(line, name)
        assert position.verdict("resignation", Side.WHITE) == Outcome("0-1", "resignation", clause, BLACK_WINS)
        assert position.verdict("resignation", Side.BLACK) == Outcome("1-0", "resignation", clause, WHITE_WINS)


# C-18


def flag(placement: str, winner: Side, name: str = "clasico", options: Mapping[str, Any] | None = None) -> str:
    """The result when the flag of the opponent of `winner` falls."""
    verdict = read(placement + " w - - 0 1", name, options).verdict("time", winner.opponent)
    assert (verdict.reason, verdict.clause) == ("time", "C-18")
    return verdict.result


MATERIAL = [
    ("4k3/8/8/8/8/8/8/4K3", False),
    ("4kq2/8/8/8/8/8/8/4K3", False),
    ("4k3/8/8/8/8/8/8/4KN2", False),
    ("3nk3/8/8/8/8/8/8/4KN2", True),
    ("3bk3/8/8/8/8/8/8/4KN2", True),
    ("3rk3/8/8/8/8/8/8/5KN1", True),
    ("3qk3/8/8/8/8/8/8/5KN1", False),
    ("4k3/3p4/8/8/8/8/8/5KN1", True),
    ("4k3/8/8/8/8/8/8/4KNN1", True),
    ("4k3/8/8/8/8/8/8/4KBN1", True),
    ("4k3/8/8/8/8/8/8/4KB2", False),
    ("2b1k3/8/8/8/8/8/8/4KB2", False),
    ("4kb2/8/8/8/8/8/8/4KB2", True),
    ("4k3/8/8/8/8/3B4/8/4KB2", False),
    ("4k3/8/8/8/8/8/8/2B1KB2", True),
    ("3nk3/8/8/8/8/8/8/4KB2", True),
    ("3rk3/8/8/8/8/8/8/5KB1", False),
    ("3qk3/8/8/8/8/8/8/5KB1", False),
    ("4k3/3p4/8/8/8/8/8/4KB2", True),
    ("4k3/8/8/8/8/8/P7/4K3", True),
    ("4k3/8/8/8/8/8/8/R3K3", True),
    ("4k3/8/8/8/8/8/8/Q3K3", True),
]


@pytest.mark.clause("C-18")
@pytest.mark.parametrize(("placement", "could_mate"), MATERIAL)
def test_c18_a_flag_fall_loses_unless_the_opponent_cannot_possibly_mate(placement: str, could_mate: bool) -> None:
    assert flag(placement, Side.WHITE) == ("1-0" if could_mate else "1/2-1/2")
    mirrored = "/".join(reversed(placement.split("/"))).swapcase()
    assert flag(mirrored, Side.BLACK) == ("0-1" if could_mate else "1/2-1/2")
    assert flag(placement, Side.WHITE, "tradicional") == flag(placement, Side.WHITE)


@pytest.mark.clause("C-18", "D-1")
@pytest.mark.parametrize(("placement", "could_mate"), MATERIAL)
def test_c18_in_chess2d_and_by_option_it_always_loses(placement: str, could_mate: bool) -> None:
    assert flag(placement, Side.WHITE, "chess2d") == "1-0"
    assert flag(placement, Side.WHITE, "clasico", {"clock.flag_without_mating_material": "loss"}) == "1-0"


@pytest.mark.clause("C-18")
def test_c18_whoevers_turn_it_is_and_with_points() -> None:
    for line in ("", "e2e4"):
        position, _ = from_start(line)
        assert position.verdict("time", Side.WHITE) == Outcome("0-1", "time", "C-18", BLACK_WINS)
        assert position.verdict("time", Side.BLACK) == Outcome("1-0", "time", "C-18", WHITE_WINS)


# C-20, D-2


@pytest.mark.clause("C-20", "T-8")
@pytest.mark.parametrize(("name", "clause"), [("clasico", "C-20"), ("reglamento", "C-20"), ("tradicional", "T-8")])
def test_c20_stalemate_draws(name: str, clause: str) -> None:
    assert end(lines.STALEMATE, name) == Outcome("1/2-1/2", "stalemate", clause, DRAWN)


@pytest.mark.clause("D-2")
def test_d2_the_stalemated_player_loses() -> None:
    assert end(lines.STALEMATE, "chess2d") == Outcome("1-0", "stalemate", "D-2", WHITE_WINS)
    assert end(lines.STALEMATE, "chess2d", {"stalemate": "win"}) == Outcome("0-1", "stalemate", "D-2", BLACK_WINS)
    assert end(lines.STALEMATE, "chess2d", {"stalemate": "draw"}) == Outcome("1/2-1/2", "stalemate", "D-2", DRAWN)
    black_stalemates = read("8/8/8/8/8/5k2/5p2/5K2 w - - 0 90", "chess2d").outcome()
    assert black_stalemates == Outcome("0-1", "stalemate", "D-2", BLACK_WINS)


# C-21


@pytest.mark.clause("C-21", "T-8", "T-5")
@pytest.mark.parametrize(("name", "clause"), [("clasico", "C-21"), ("reglamento", "C-21"), ("tradicional", "T-8")])
def test_c21_agreement(name: str, clause: str) -> None:
    position, _ = from_start("e2e4", name)
    assert position.verdict("agreement") == Outcome("1/2-1/2", "agreement", clause, DRAWN)
    with pytest.raises(NotAllowed):
        position.verdict("abandoned")


# C-22

RIGHTS_LOST = "g1f3 g8f6 h1g1 h8g8 g1h1 g8h8"
BACK_AND_OUT = "f3g1 f6g8 g1f3 g8f6"
EN_PASSANT_FREE = "e2e4 a7a6 e4e5 d7d5"
EN_PASSANT_PINNED = "e2e4 e7e5 d2d4 e5d4 e4e5 d8e7 h2h3 d7d5"


@pytest.mark.clause("C-22")
@pytest.mark.parametrize("name", DRAWS_BY_THEMSELVES)
def test_c22_the_third_occurrence_draws_by_itself(name: str) -> None:
    assert end(dance(1), name) is None
    assert end(dance(2), name) == Outcome("1/2-1/2", "repetition", "C-22", DRAWN)


@pytest.mark.clause("C-22")
def test_c22_not_necessarily_consecutively() -> None:
    other_way = "b1c3 b8c6 c3b1 c6b8"
    assert end(f"{lines.KNIGHTS_OUT_AND_BACK} {other_way}") == Outcome("1/2-1/2", "repetition", "C-22", DRAWN)
    assert end(f"{lines.KNIGHTS_OUT_AND_BACK} b1c3 g8f6 c3b1 f6g8") is not None


@pytest.mark.clause("C-22")
def test_c22_the_same_side_to_move() -> None:
    """The same board three times, but not with the same player to move."""
    kings = read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    position, history = after(kings, "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1c1 d8e8 c1d1")
    # d1-e8 with Black to move stands for the third time.
    assert position.outcome(history) is not None
    triangle, history = after(kings, "e1d1 e8d7 d1d2 d7d8 d2e1 d8e8")
    assert history.count(triangle) == 1
    waiting, history = after(triangle, "e1d1 e8d8 d1d2 d8e8 d2e1")
    assert waiting.letters() == kings.letters()
    assert waiting.turn is Side.BLACK
    assert history.count(waiting) == 0


@pytest.mark.clause("C-22")
def test_c22_castling_rights_tell_positions_apart() -> None:
    """The knights' position stands once with all rights and then, the king's rooks having moved, without."""
    lost_once = f"{RIGHTS_LOST} {BACK_AND_OUT}"
    position, history = from_start(lost_once)
    first, _ = from_start("g1f3 g8f6")
    assert first.letters() == position.letters()
    assert (first.text().split()[2], position.text().split()[2]) == ("KQkq", "Qq")
    assert history.count(position) == 1
    assert end(lost_once) is None, "the board has come for the third time, the position for the second"
    assert end(f"{lost_once} {BACK_AND_OUT}") == Outcome("1/2-1/2", "repetition", "C-22", DRAWN)


@pytest.mark.clause("C-22", "C-12")
def test_c22_en_passant_counts_where_it_is_legal() -> None:
    assert "e5d6" in sheets.ucis(from_start(EN_PASSANT_FREE)[0])
    thrice_on_the_board = f"{EN_PASSANT_FREE} {dance(2)}"
    position, history = from_start(thrice_on_the_board)
    assert history.count(position) == 1, "at its first time the pawn could be taken in passing"
    assert position.outcome(history) is None
    assert end(f"{thrice_on_the_board} g1f3") == Outcome("1/2-1/2", "repetition", "C-22", DRAWN)


@pytest.mark.clause("C-22", "C-12")
def test_c22_en_passant_that_a_pin_forbids_does_not_count() -> None:
    position, _ = from_start(EN_PASSANT_PINNED)
    assert "e5d6" not in sheets.ucis(position)
    knights = "g1f3 g8h6 f3g1 h6g8"
    assert end(f"{EN_PASSANT_PINNED} {knights} {knights}") == Outcome("1/2-1/2", "repetition", "C-22", DRAWN)


@pytest.mark.clause("C-22")
def test_c22_options() -> None:
    assert end(dance(1), options={"draws.repetition.count": 2}) == Outcome("1/2-1/2", "repetition", "C-22", DRAWN)
    assert end(dance(3), options={"draws.repetition.count": 5}) is None
    assert end(dance(4), options={"draws.repetition.count": 5}) is not None
    position, history = from_start(dance(4), options={"draws.repetition.mode": "off"})
    assert (position.outcome(history), position.claims(history)) == (None, ())
    position, history = from_start(dance(2), options={"draws.repetition.mode": "claim"})
    assert (position.outcome(history), position.claims(history)) == (None, (Claim("repetition", "C-22"),))


@pytest.mark.clause("C-22")
def test_c22_needs_the_history() -> None:
    position, history = from_start(dance(2))
    assert position.outcome() is None
    assert position.outcome(History()) is None
    assert position.outcome(history) is not None


# C-23


@pytest.mark.clause("C-23")
@pytest.mark.parametrize("line", [lines.KING_AGAINST_KING, lines.KING_AND_KNIGHT, lines.KING_AND_BISHOP])
@pytest.mark.parametrize("name", DRAWS_BY_THEMSELVES)
def test_c23_listed_material(name: str, line: str) -> None:
    assert end(line, name) == Outcome("1/2-1/2", "insufficient_material", "C-23", DRAWN)


LEVELS = ("listed", "dead-position", "cannot-force")


@pytest.mark.clause("C-23")
@pytest.mark.parametrize(
    ("line", "draws_from"),
    [
        (lines.KING_AND_KNIGHT, "listed"),
        (lines.BISHOPS_OF_ONE_COLOUR, "dead-position"),
        (lines.BISHOPS_OF_TWO_COLOURS, "cannot-force"),
        (lines.TWO_KNIGHTS, "cannot-force"),
    ],
)
def test_c23_options(line: str, draws_from: str) -> None:
    drawn = Outcome("1/2-1/2", "insufficient_material", "C-23", DRAWN)
    for level in LEVELS:
        expected = drawn if LEVELS.index(level) >= LEVELS.index(draws_from) else None
        assert end(line, options={"insufficient_material": level}) == expected, level
    assert end(line, options={"insufficient_material": "off"}) is None


@pytest.mark.clause("C-23")
@pytest.mark.parametrize("placement", ["4k3/8/8/8/8/8/P7/4K3", "4kb2/8/8/8/8/8/P7/4K3", "4kp2/8/8/8/8/8/8/4KN2"])
def test_c23_never_while_a_pawn_remains(placement: str) -> None:
    placement = placement.replace("4kp2/8", "4k3/5p2")
    for level in LEVELS:
        assert read(placement + " w - - 0 1", options={"insufficient_material": level}).outcome() is None


@pytest.mark.clause("C-23")
@pytest.mark.parametrize(
    "placement", ["4k3/8/8/8/8/8/8/4KBN1", "4k3/8/8/8/8/8/8/2B1KB2", "4kn2/8/8/8/8/8/8/4KNN1", "4k3/8/8/8/8/8/8/R3K3"]
)
def test_c23_enough_material(placement: str) -> None:
    assert read(placement + " w - - 0 1", options={"insufficient_material": "cannot-force"}).outcome() is None


# C-24


@pytest.mark.clause("C-24")
@pytest.mark.parametrize("name", DRAWS_BY_THEMSELVES)
def test_c24_a_hundred_plies_draw_by_themselves(name: str) -> None:
    moves = lines.HUNDRED_IDLE_PLIES.split()
    assert len(moves) == 100
    assert end(" ".join(moves[:-1]), name) is None
    assert end(lines.HUNDRED_IDLE_PLIES, name) == Outcome("1/2-1/2", "move_limit", "C-24", DRAWN)


@pytest.mark.clause("C-24", "C-16")
def test_c24_mate_goes_first() -> None:
    *idle, mate = lines.MATE_AT_THE_HUNDREDTH.split()
    assert end(lines.MATE_AT_THE_HUNDREDTH) == Outcome("1-0", "checkmate", "C-16", WHITE_WINS)
    position, history = from_start(" ".join(idle))
    assert position.text().split()[4] == "99"
    history = history.after(position)
    for move in position.legal_moves():
        after_it = position.play(move)
        if str(move) != mate and after_it.text().split()[4] == "100":
            assert after_it.outcome(history) == Outcome("1/2-1/2", "move_limit", "C-24", DRAWN)


@pytest.mark.clause("C-24")
def test_c24_a_capture_or_a_pawn_move_begins_the_count_anew() -> None:
    *idle, _ = lines.HUNDRED_IDLE_PLIES.split()
    position, history = from_start(" ".join(idle))
    count = {str(move): position.play(move).text().split()[4] for move in position.legal_moves()}
    letters = position.scene().pieces
    renewed = {uci for uci in count if uci[2:4] in letters or letters[uci[:2]] in "Pp"}
    assert renewed
    assert len(renewed) < len(count)
    assert {uci for uci, plies in count.items() if plies == "0"} == renewed
    assert position.play(min(renewed)).outcome(history.after(position)) is None


@pytest.mark.clause("C-24")
@every_rulebook
def test_c24_what_counts(name: str) -> None:
    counted = [from_start(line, name)[0].text().split()[4] for line in ("g1f3", "g1f3 b8c6", "g1f3 b8c6 f3e5")]
    assert counted == ["1", "2", "3"]
    assert from_start("g1f3 b8c6 f3e5 c6e5", name)[0].text().split()[4] == "0", "a capture by a piece"
    assert from_start("g1f3 b8c6 f3e5 d7d6", name)[0].text().split()[4] == "0", "a pawn move"
    assert from_start("g1f3 b8c6 g2g3 g7g6 f1g2 f8g7 e1g1", name)[0].text().split()[4] == "3", "castling is neither"


@pytest.mark.clause("C-24")
def test_c24_options() -> None:
    short = " ".join(lines.HUNDRED_IDLE_PLIES.split()[:20])
    drawn = Outcome("1/2-1/2", "move_limit", "C-24", DRAWN)
    assert end(short, options={"draws.move_limit.moves": 10}) == drawn
    assert end(short, options={"draws.move_limit.moves": 11}) is None
    assert end(lines.HUNDRED_IDLE_PLIES, options={"draws.move_limit.mode": "off"}) is None
    position, history = from_start(lines.HUNDRED_IDLE_PLIES, options={"draws.move_limit.mode": "claim"})
    assert (position.outcome(history), position.claims(history)) == (None, (Claim("move_limit", "C-24"),))


# D-1, D-2b, D-3


@pytest.mark.clause("D-1")
@pytest.mark.parametrize(
    "line",
    [dance(5), lines.HUNDRED_IDLE_PLIES, lines.KING_AGAINST_KING, lines.KING_AND_KNIGHT, lines.BISHOPS_OF_ONE_COLOUR],
)
def test_d1_nothing_draws_in_chess2d(line: str) -> None:
    position, history = from_start(line, "chess2d")
    assert (position.outcome(history), position.claims(history)) == (None, ())
    for act in ("repetition", "move_limit"):
        with pytest.raises(NotAllowed):
            position.verdict(act)


@pytest.mark.clause("D-1")
def test_d1_an_offer_of_a_draw_is_refused_with_its_clause() -> None:
    with pytest.raises(NotAllowed) as caught:
        sheets.chess("chess2d").start().verdict("agreement")
    assert (caught.value.reason, caught.value.clause) == ("no_agreement", "D-1")


@pytest.mark.clause("D-2b")
def test_d2b_two_players_may_abandon_without_points() -> None:
    position, _ = from_start(lines.KING_AGAINST_KING, "chess2d")
    assert position.verdict("abandoned") == Outcome("*", "abandoned", "D-2b", None)


@pytest.mark.clause("D-3")
def test_d3_a_cap_of_plies_is_never_a_draw() -> None:
    assert sheets.chess("chess2d").start().verdict("cap") == Outcome("*", "cap", "D-3", None)


def test_unknown_acts_are_errors_of_the_program() -> None:
    with pytest.raises(KeyError):
        sheets.chess("clasico").start().verdict("boredom")
    with pytest.raises(ValueError, match="side"):
        sheets.chess("clasico").start().verdict("resignation")


# T-8


@pytest.mark.clause("T-8")
def test_t8_repetition_is_claimed_while_the_position_stands() -> None:
    for times, claims in ((1, ()), (2, (Claim("repetition", "T-8"),)), (3, (Claim("repetition", "T-8"),))):
        position, history = from_start(dance(times), "tradicional")
        assert (position.outcome(history), position.claims(history)) == (None, claims)
    position, history = from_start(f"{dance(2)} e2e4", "tradicional")
    assert position.claims(history) == ()
    assert position.verdict("repetition") == Outcome("1/2-1/2", "repetition", "T-8", DRAWN)


@pytest.mark.clause("T-8")
def test_t8_fifty_moves_by_claim() -> None:
    position, history = from_start(lines.HUNDRED_IDLE_PLIES, "tradicional")
    assert (position.outcome(history), position.claims(history)) == (None, (Claim("move_limit", "T-8"),))
    assert position.verdict("move_limit") == Outcome("1/2-1/2", "move_limit", "T-8", DRAWN)
    position, history = from_start(" ".join(lines.HUNDRED_IDLE_PLIES.split()[:-1]), "tradicional")
    assert position.claims(history) == ()


@pytest.mark.clause("T-8", "T-1")
def test_t8_dead_positions_by_themselves() -> None:
    drawn = Outcome("1/2-1/2", "insufficient_material", "T-8", DRAWN)
    for line in (lines.KING_AGAINST_KING, lines.KING_AND_BISHOP, lines.BISHOPS_OF_ONE_COLOUR):
        assert end(line, "tradicional") == drawn
    assert end(lines.BISHOPS_OF_TWO_COLOURS, "tradicional") is None, "captured pieces never decide a game (T-1)"
    assert end(lines.TWO_KNIGHTS, "tradicional") is None


@pytest.mark.clause("T-8")
def test_t8_no_claim_once_the_game_has_ended() -> None:
    position, history = from_start(lines.MATE_AT_THE_HUNDREDTH, "tradicional")
    assert position.outcome(history) == Outcome("1-0", "checkmate", "T-8", WHITE_WINS)
    assert position.claims(history) == ()


@pytest.mark.clause("T-5")
@every_rulebook
def test_t5_points(name: str) -> None:
    start = sheets.chess(name).start()
    assert start.verdict("resignation", Side.BLACK).points == Points(1, 0)
    assert start.verdict("resignation", Side.WHITE).points == Points(0, 1)
    assert start.verdict("aborted").points is None
    football = sheets.chess(name, {"scoring.win": 3, "scoring.draw": 1}).start()
    assert football.verdict("resignation", Side.BLACK).points == Points(3, 0)
