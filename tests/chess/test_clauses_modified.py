"""The parts of a modified sheet (M-1 … M-13), each shown by what it changes in a position."""

from __future__ import annotations

from typing import Any

import pytest

from axedrez import AxedrezError, IllegalMove, Side
from axedrez.chess.position import fen
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.library import from_data
from tests import sheets

BARE = {"draws": {"insufficient_material": "off"}}


def game(parent: str = "clasico", **changes: Any) -> ChessGame:
    """A shipped game with changes."""
    loaded = from_data({"extends": parent, "id": "changed", **BARE, **changes})
    assert isinstance(loaded, ChessGame)
    return loaded


def moves(loaded: ChessGame, text: str, origin: str = "") -> set[str]:
    """The legal moves of a position that begin with `origin`, without it."""
    return {uci.removeprefix(origin) for uci in sheets.ucis(loaded.parse(text)) if uci.startswith(origin)}


def end(position: ChessPosition) -> tuple[str, str] | None:
    ended = position.outcome()
    return (ended.result, ended.reason) if ended else None


def after(loaded: ChessGame, text: str, *line: str) -> ChessPosition:
    position = loaded.parse(text)
    for move in line:
        position = position.play(move)
    return position


def drawn_by_chance(position: ChessPosition) -> dict[str, float]:
    """How likely each outcome of chance is, where it is chance's turn."""
    assert position.turn is Side.CHANCE
    outcomes = {str(outcome): likely for outcome, likely in position.chance_outcomes()}
    assert sum(outcomes.values()) == pytest.approx(1)
    return outcomes


@pytest.mark.clause("M-1")
def test_a_board_of_another_size_with_holes() -> None:
    small = sheets.chess("los-alamos")
    assert moves(small, "5k/6/6/6/6/R1K3 w - - 0 1", "a1") == {"b1", "a2", "a3", "a4", "a5", "a6"}
    holes = game(board={"holes": ["c3"]}, castling={"mode": "off"})
    text = "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"
    assert moves(holes, text, "a1") == {"b2"}
    assert len(moves(game(castling={"mode": "off"}), text, "a1")) == 7
    with pytest.raises(AxedrezError):
        holes.parse("4k3/8/8/8/8/2B5/8/4K3 w - - 0 1")


@pytest.mark.clause("M-2")
@pytest.mark.parametrize(
    ("movement", "targets"),
    [
        ("W", "d3 d5 c4 e4"),
        ("fF", "c5 e5"),
        ("mWcF", "d3 d5 c4 e4 e5"),
        ("nN", "b3 b5 c6 e6 f3 f5"),  # c2 and e2: the pawn on d3 is in the way
        ("R2", "d5 d6 b4 c4 e4 f4"),
        ("mRcpR", "a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8"),
        ("gQ", "d2 f6"),
        ("fsW", "d5 c4 e4"),
    ],
)
def test_movement_in_betza_notation(movement: str, targets: str) -> None:
    """A knight of another kind on d4, its own pawn on d3, an enemy on e5."""
    loaded = game(pieces={"knight": {"movement": movement}})
    text = "7k/8/8/4p3/3N4/3P4/8/7K w - - 0 1"
    expected = set(targets.split()) - ({"d3"} if movement in ("W", "mWcF") else set())
    assert moves(loaded, text, "d4") == expected


@pytest.mark.clause("M-3")
def test_chance_arranges_the_first_rank() -> None:
    start = sheets.chess("chess960").start()
    rows = drawn_by_chance(start)
    assert len(rows) == 960
    for row in rows:
        assert row.index("R") < row.index("K") < row.rindex("R")
        assert (row.index("B") + row.rindex("B")) % 2 == 1
    arranged = start.play("BBQNNRKR")
    assert arranged.text() == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    assert len(sheets.chess("free-shuffle").start().chance_outcomes()) == 5040
    half = sheets.chess("free-shuffle").start().play("KQRRBBNN")
    assert half.turn is Side.CHANCE
    assert half.play("NNBBRRQK").text() == "nnbbrrqk/pppppppp/8/8/8/8/PPPPPPPP/KQRRBBNN w - - 0 1"


@pytest.mark.clause("M-3")
def test_players_place_their_pieces() -> None:
    start = sheets.chess("placement").start()
    assert {uci[2:] for uci in sheets.ucis(start)} == {f"{file}1" for file in "abcdefgh"}
    assert "e2e4" not in sheets.ucis(start)
    position, _ = sheets.after(start, "R@a1 R@a8 N@b1 N@b8 B@c1 B@c8 Q@d1 Q@d8 K@e1 K@e8 B@f1 B@f8 N@g1 N@g8 R@h1 R@h8")
    assert position.text() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 16 9"
    assert "e2e4" in sheets.ucis(position)


@pytest.mark.clause("M-4")
def test_moves_of_a_turn() -> None:
    def sides(name: str, line: str) -> str:
        position, found = sheets.chess(name).start(), ""
        for move in line.split():
            found += position.turn.word[0]
            position = position.play(move)
        return found + position.turn.word[0]

    assert sides("clasico", "a2a3 a7a6 b2b3") == "wbwb"
    assert sides("marseillais", "a2a3 b2b3 a7a6 b7b6") == "wwbbw"
    assert sides("marseillais-balanced", "a2a3 a7a6 b7b6 b2b3 c2c3") == "wbbwwb"
    assert sides("progressive", "a2a3 a7a6 b7b6 b2b3 c2c3 d2d3 c7c6") == "wbbwwwbb"
    assert sides("progressive", "e2e4 f7f6 a7a6 d1h5") == "wbbwb", "check ends the turn"


@pytest.mark.clause("M-4")
def test_passing() -> None:
    text = "7k/8/8/8/8/8/r7/7K w - - 0 1"
    assert "0000" not in moves(game(), text)
    allowed = game(turn={"passing": "allowed"})
    assert "0000" in moves(allowed, text)
    assert after(allowed, text, "0000").text() == "7k/8/8/8/8/8/r7/7K b - - 1 1"
    assert "0000" not in moves(allowed, "7k/8/8/8/8/8/8/r6K w - - 0 1"), "check is answered"
    stalemated = game(turn={"passing": "when-stalemated"})
    assert "0000" not in moves(stalemated, text)
    assert moves(stalemated, "7k/8/8/8/8/6q1/4r3/7K w - - 0 1") == {"0000"}


ENDS: dict[str, tuple[str, str, str, tuple[str, str]]] = {
    "checks": (
        "three-check",
        "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
        "a1a8",
        ("1-0", "checks"),
    ),
    "royal reaches": ("king-of-the-hill", "k7/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", ("1-0", "royal_reaches")),
    "extinction": ("extinction", "kq1b1nr1/7p/8/8/8/8/1Q5P/KR1B1N2 w - - 0 1", "b2b8", ("1-0", "extinction")),
    "capture royal": ("dice-chess", "k7/8/8/8/8/8/8/R6K w - - 0 1 dice=44", "a1a8", ("1-0", "capture_royal")),
    "explosion": ("atomic", "k7/1p6/8/8/8/8/8/1R5K w - - 0 1", "b1b7", ("1-0", "capture_royal")),
    "bare royal": ("shatranj", "k7/1r6/8/8/8/8/8/1R5K w - - 0 1", "b1b7", ("1-0", "bare_royal")),
    "piece reaches": ("pawn-race", "8/P6k/8/8/8/8/8/7K w - - 0 1", "a7a8q", ("1-0", "piece_reaches")),
}


@pytest.mark.clause("M-5")
@pytest.mark.parametrize("goal", ENDS)
def test_goals(goal: str) -> None:
    """The move that meets the goal ends the game, and nobody moves any more."""
    name, text, move, expected = ENDS[goal]
    before = sheets.read(text, name)
    assert end(before) is None
    reached = before.play(move)
    assert end(reached) == expected
    assert not reached.legal_moves()


@pytest.mark.clause("M-5")
def test_where_the_game_is_over_nothing_is_taken_en_passant() -> None:
    text = "4k3/2p5/8/1P6/3K4/8/8/8 b - - 3+{} 0 1"
    assert " c6 " in sheets.read(text.format(2), "three-check").play("c7c5").text()
    ended = sheets.read(text.format(1), "three-check").play("c7c5")
    assert " - - 3+0 " in ended.text()
    assert ended.hash == sheets.read(ended.text(), "three-check").hash


@pytest.mark.clause("M-5")
def test_losing_all_wins() -> None:
    before = sheets.read("8/8/8/8/8/1p6/P7/8 w - - 0 1", "antichess")
    assert end(before.play("a2b3")) == ("0-1", "lose_all")


@pytest.mark.clause("M-5")
def test_the_second_player_may_draw_level() -> None:
    text = "8/k6K/8/8/8/8/8/8 w - - 0 1"
    arrived = sheets.read(text, "racing-kings").play("h7h8")
    assert end(arrived) is None
    assert end(arrived.play("a7a8")) == ("1/2-1/2", "royal_reaches")
    assert end(arrived.play("a7a6")) == ("1-0", "royal_reaches")


@pytest.mark.clause("M-5")
@pytest.mark.parametrize("text", ["8/7K/k7/8/8/8/8/8 w - - 0 1", "3R4/1k5K/8/8/8/8/8/8 w - - 0 1"])
def test_who_cannot_draw_level_has_no_last_move(text: str) -> None:
    """Too far away, or every square of the goal within reach attacked."""
    arrived = sheets.read(text, "racing-kings").play("h7h8")
    assert end(arrived) == ("1-0", "royal_reaches")
    assert end(sheets.read(arrived.text(), "racing-kings")) == ("1-0", "royal_reaches")
    other = sheets.read(text, "racing-kings", {"goal.last_move_only_to_level": False}).play("h7h8")
    assert end(other) is None
    assert {end(other.play(reply)) for reply in other.legal_moves()} == {("1-0", "royal_reaches")}


@pytest.mark.clause("M-5")
def test_taking_the_royal_piece_that_has_arrived_does_not_draw_level() -> None:
    goal = {"win": ["royal-reaches", "lose-all"], "region": ["e5"], "last_move": True}
    arrived = game(royal={"parry": False}, goal=goal).parse("4r2k/8/8/8/4K3/8/P7/8 w - - 0 1").play("e4e5")
    assert end(arrived) is None
    assert end(arrived.play("e8e5")) == ("1-0", "royal_reaches")


@pytest.mark.clause("M-5")
@pytest.mark.parametrize(("value", "result"), [("draw", "1/2-1/2"), ("loss", "0-1"), ("win", "1-0")])
def test_stalemate(value: str, result: str) -> None:
    stuck = game(goal={"stalemate": value}).parse("7k/8/8/8/8/6q1/4r3/7K w - - 0 1")
    assert end(stuck) == (result, "stalemate")


@pytest.mark.clause("M-6")
def test_royal_pieces() -> None:
    text = "4r2k/8/8/8/8/8/4N3/K3Q3 w - - 0 1"
    pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"
    assert moves(game(), pinned, "e2") == set()
    assert moves(game(royal={"parry": False}, goal={"win": ["capture-royal"]}), pinned, "e2")
    assert moves(game(), text, "e2"), "the queen is not royal"
    checks = "7k/8/8/8/8/8/8/R5K1 w - - 0 1"
    assert "a8" in moves(game(), checks, "a1")
    quiet = game(royal={"give_check": False}, goal={"win": ["royal-reaches"], "region": ["e5"]})
    assert moves(quiet, checks, "a1") == moves(game(), checks, "a1") - {"a8"}


@pytest.mark.clause("M-7")
def test_captures() -> None:
    text = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert len(moves(game(), text)) > 1
    assert moves(game(capture={"mandatory": True}), text) == {"e4d5"}
    assert moves(game(capture={"own": True}), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1") == {"d1", "d2", "e2", "f1", "f2"}
    blown = after(sheets.chess("atomic"), "4k3/2n5/2pp4/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5")
    assert blown.text() == "4k3/2n5/2pp4/8/8/8/8/4K3 b - - 0 1", "pawns stand explosions, the captor does not"
    near = after(sheets.chess("atomic"), "4k3/8/2n1r3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5")
    assert near.text() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


@pytest.mark.clause("M-7", "M-8")
def test_hands_and_drops() -> None:
    taken = after(sheets.chess("crazyhouse"), "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "e4d5")
    assert taken.text() == "4k3/8/8/3P4/8/8/8/4K3[N] b - - 0 1"
    assert "N@a1" in sheets.ucis(taken.play("e8e7"))
    assert taken.play("e8e7").play("N@f5").text() == "8/4k3/8/3P1N2/8/8/8/4K3[] b - - 2 2"
    assert not [
        uci for uci in moves(sheets.chess("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@") if uci[1] in "18"
    ]
    promoted = after(sheets.chess("crazyhouse"), "4k2r/6P1/8/8/8/8/8/4K3[] w - - 0 1", "g7h8q")
    assert promoted.text() == "4k2Q~/8/8/8/8/8/8/4K3[R] b - - 0 1"
    back = after(sheets.chess("crazyhouse"), "4k1rQ~/8/8/8/8/8/8/4K3[] b - - 0 1", "g8h8")
    assert back.text() == "4k2r/8/8/8/8/8/8/4K3[p] w - - 0 2", "captured, it is a pawn again"


@pytest.mark.clause("M-8")
def test_promotion_zones_and_conditions() -> None:
    zone = game(promotion={"pawn": {"into": ["queen"], "ranks": [7, 8]}})
    assert moves(zone, "k7/8/4P3/8/8/8/8/K7 w - - 0 1", "e6") == {"e7q"}
    assert moves(game(), "k7/8/4P3/8/8/8/8/K7 w - - 0 1", "e6") == {"e7"}
    knights = game(promotion={"knight": {"into": ["queen"], "optional": True, "without": "queen"}})
    assert {"e8", "e8q"} <= moves(knights, "7k/8/3N4/8/8/8/8/K7 w - - 0 1", "d6")
    assert "e8q" not in moves(knights, "7k/8/3N4/8/8/8/8/KQ6 w - - 0 1", "d6")
    forced = game(promotion={"knight": {"into": ["queen"], "optional": False}})
    assert "e8" not in moves(forced, "7k/8/3N4/8/8/8/8/K7 w - - 0 1", "d6")


@pytest.mark.clause("M-9")
def test_pawns() -> None:
    text = "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"
    assert moves(game(), text, "e3") == {"e4"}
    assert moves(sheets.chess("torpedo"), text, "e3") == {"e4", "e5"}
    assert moves(game(pawn={"sideways": True}), text, "e3") == {"e4", "d3", "f3"}
    passed = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
    assert "d4e3" in sheets.ucis(after(game(), passed, "e2e4"))
    assert "d4e3" not in sheets.ucis(after(game(pawn={"en_passant": False}), passed, "e2e4"))
    horde = sheets.chess("horde")
    first = "4k3/8/8/8/8/3p4/8/4P3 w - - 0 1"
    assert "d3e2" not in sheets.ucis(after(horde, first, "e1e3")), "a double step from the first rank"


@pytest.mark.clause("M-10")
def test_castling() -> None:
    text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert {"g1", "c1"} <= moves(game(), text, "e1")
    off = sheets.chess("no-castling")
    assert not {"g1", "c1"} & moves(off, text, "e1")
    assert off.parse(text).text() == text.replace("KQkq", "-"), "rights that nobody can have are left out"
    with pytest.raises(AxedrezError):
        off.set_up(fen.parse(text, off))  # sheets are read strictly
    chess960 = sheets.chess("chess960")
    assert {"h1", "a1"} <= moves(chess960, text, "e1")
    near = "4k3/8/8/8/8/8/8/5KR1 w K - 0 1"
    assert after(chess960, near, "f1g1").text() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    inner = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1"
    assert after(chess960, inner, "e1c1").text() == "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"
    files = game("chess960", castling={"files": ["b", "f"]}, start={"shuffle": "none"})
    assert after(files, text, "e1a1").text() == "r3k2r/8/8/8/8/8/8/1KR4R b kq - 1 1"


@pytest.mark.clause("M-11")
def test_draws() -> None:
    counted = "4k3/8/8/8/8/8/8/R3K3 w - - 9 40"
    assert end(after(game(draws={"move_limit": {"moves": 5}}), counted, "a1a2")) == ("1/2-1/2", "move_limit")
    assert end(after(game(), counted, "a1a2")) is None
    bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert end(sheets.read(bare)) == ("1/2-1/2", "insufficient_material")
    assert end(game().parse(bare)) is None
    twice = game(draws={"repetition": {"count": 2}})
    position, history = sheets.after(twice.start(), "g1f3 g8f6 f3g1 f6g8")
    ended = position.outcome(history)
    assert ended
    assert ended.reason == "repetition"


@pytest.mark.clause("M-12")
def test_dice_name_the_pieces_that_may_move() -> None:
    start = sheets.chess("dice-chess").start()
    rolls = drawn_by_chance(start)
    assert len(rolls) == 21
    assert rolls["11"] == pytest.approx(1 / 36)
    assert rolls["21"] == pytest.approx(2 / 36)
    assert sheets.ucis(start.play("22")) == {"b1a3", "b1c3", "g1f3", "g1h3"}
    assert len(sheets.ucis(start.play("21"))) == 20
    passed = start.play("65").play("0000")
    assert passed.text() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1 dice=-"


@pytest.mark.clause("M-13")
@pytest.mark.parametrize("value", ["prevent", "warn"])
def test_illegal_tries(value: str) -> None:
    """Either way they are refused; a sheet says whether they can be made and are explained."""
    loaded = game(play={"illegal_moves": value})
    assert loaded.conduct.illegal_moves == value
    with pytest.raises(IllegalMove):
        loaded.parse("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").play("e2c3")
