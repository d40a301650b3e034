"""Clauses on whole games and sub-moves that positions of a few pieces do not show."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import axedrez
from axedrez import IllegalMove, Side, TextError
from axedrez.messages import LANGUAGES, sentence
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.naive.tables import CHESSGAMMON, Options
from tests.naive.tables_notes import Few, at
from tests.tables.boards import ends, game_of, passed, results, rolled
from tests.tables.readings import small_game

START = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"


def small(short: str, army: str, dice: tuple[int, int], home: str = "-", **options: object) -> TablesPosition:
    """A position of small armies with dice."""
    few = Few(army=army, **options)  # type: ignore[arg-type]
    return rolled(small_game(few).parse(at(short, few, home=home).text()), dice)


def targets(position: TablesPosition, *prefix: str) -> set[tuple[str, str, str]]:
    """Where the next sub-move may go: origin, target, and the die with its ability."""
    return {(step.origin, step.target, step.choice) for step in position.steps(prefix).options}


# Board, start, goal


@pytest.mark.clause("G-1")
def test_the_armies_race_against_each_other_over_the_same_24_points() -> None:
    game = game_of(CHESSGAMMON)
    for text, origin, landed in ((START, "13", "8"), (START.replace(" w ", " b "), "12", "17")):
        white_or_black = game.parse(text).play("52")
        steps = white_or_black.steps().options
        pawns = [step for step in steps if step.origin == origin and step.labels["en"][0] == "P"]
        assert landed in {step.target for step in pawns}
    assert len(game.start().scene().points) == 24
    # From the bar White comes in at 24 … 19, Black at 01 … 06.
    for turn, die, point in (("w", 1, 24), ("w", 6, 19), ("b", 1, 1), ("b", 6, 6)):
        side, other = ("P", "p") if turn == "w" else ("p", "P")
        few = Few(army="KP")
        entering = small_game(few).parse(at(f"{side}bar {other}12 Koff koff", few, turn=turn).text())  # type: ignore[arg-type]
        assert (("bar", str(point), str(die))) in targets(rolled(entering, (die, 3 if die != 3 else 2)))


@pytest.mark.clause("G-1", "G-1b")
def test_the_scene_numbers_the_points_alike_for_both_and_letters_tell_the_owner() -> None:
    scene = game_of(CHESSGAMMON).start().scene()
    for number in (1, 12, 17, 19):
        assert scene.points[number - 1].islower()
    for number in (6, 8, 13, 24):
        assert scene.points[number - 1].isupper()
    other = game_of(CHESSGAMMON).parse(START.replace(" w ", " b ")).scene()
    assert (scene.mover, other.mover) == ("white", "black")
    assert scene == msgspec.structs.replace(other, mover="white")


@pytest.mark.clause("G-2", "G-3")
def test_start_and_its_option() -> None:
    game = axedrez.load("chessgammon")
    assert game.start().text() == START
    other = "kqr/4/PPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/ppppp/4/KQR - - w Kk"
    assert axedrez.load("chessgammon", {"start.position": other}).start().text() == other


@pytest.mark.clause("G-4")
def test_officers_need_not_leave_and_never_do() -> None:
    last = small("Q3 R2 P1 Koff | k24 q20 r21 p23", "KQRP", (6, 1))
    after = last.play("P1/off")
    assert after.turn is Side.BLACK
    assert after.is_over()
    ended = after.outcome()
    assert ended
    assert (ended.result, ended.reason, ended.clause) == ("1-0", "borne_off", "G-42")
    assert not any("Q" in text.split(" ")[2] or "R" in text.split(" ")[2] for text in results(_undiced(last), (3, 2)))
    king_left = small("K1 P1 Q5 | k24 q20 p23", "KQP", (2, 1)).play("P1/off K1/off")
    assert king_left.is_over()
    assert not small("K3 P1 Q5 | k24 q20 p23", "KQP", (2, 1)).play("P1/off K3/2").is_over()


def _undiced(position: TablesPosition) -> TablesPosition:
    return TablesPosition(position.game, position.ruleset, position.raw, position.side, None)


@pytest.mark.clause("G-5")
def test_turns_alternate_and_dice_come_between_them() -> None:
    position = game_of(CHESSGAMMON).start()
    random = Random(3)
    for side in (Side.WHITE, Side.BLACK, Side.WHITE, Side.BLACK):
        assert (position.turn, position.side) == (Side.CHANCE, side)
        with pytest.raises((IllegalMove, TextError)):
            position.play("P6/1")
        position = position.play(random.choice(position.chance_outcomes())[0])
        assert position.turn is side
        with pytest.raises((IllegalMove, TextError)):
            position.play("52")
        position = position.play(position.legal_moves()[0])


@pytest.mark.clause("G-42")
def test_a_finished_game_has_no_rolls_no_turns_and_no_steps() -> None:
    after = small("P1 Koff | p24 k24", "KP", (6, 1)).play("P1/off")
    assert (list(after.chance_outcomes()), list(after.legal_moves()), after.steps().options) == ([], [], ())
    for text in ("52", "pass", "P24/23"):
        with pytest.raises((IllegalMove, TextError)):
            after.play(text)


@pytest.mark.clause("G-42")
def test_there_is_no_draw_and_a_cap_of_turns_has_no_result() -> None:
    start = game_of(CHESSGAMMON).start()
    assert start.verdict("cap").result == "*"
    with pytest.raises(axedrez.NotAllowed):
        start.verdict("agreement")
    assert start.claims() == ()


# Sub-move by sub-move


@pytest.mark.clause("G-6")
def test_a_step_that_would_leave_a_playable_die_is_refused() -> None:
    # The two with the pawn on 4 would leave 13 no three (10 is blocked).
    position = small("P13 P4 Koff Poff | p10 p10 p24 koff", "KPPP", (3, 2))
    assert ("4", "2", "2") not in targets(position)
    (refusal,) = [each for each in position.steps().refused if (each.origin, each.target) == ("4", "2")]
    assert (refusal.reason, refusal.clause) == ("tables_fewer_dice", "G-6")
    assert all(sentence(IllegalMove(refusal.reason), lang) for lang in LANGUAGES)
    with pytest.raises(IllegalMove) as caught:
        position.steps([refusal.token])
    assert caught.value.clause == "G-6"


@pytest.mark.clause("G-6")
def test_a_turn_is_confirmed_only_when_as_many_dice_as_possible_are_played() -> None:
    position = small("P13 P4 Koff Poff | p10 p10 p24 koff", "KPPP", (3, 2))
    assert not position.steps().confirmable
    assert not position.steps(["P4/1"]).confirmable
    assert position.steps(["P4/1", "P13/11"]).confirmable
    for text in ("pass", "P4/1", "P13/11"):
        with pytest.raises(IllegalMove) as caught:
            position.play(text)
        assert caught.value.clause == "G-6"


@pytest.mark.clause("G-6")
def test_a_lost_turn_is_the_only_thing_to_confirm() -> None:
    position = small("Pbar K24 Poff | k1 p22 p22", "KPP", (3, 3), home="Kk")
    assert [str(move) for move in position.legal_moves()] == ["pass"]
    assert position.steps().confirmable
    assert position.steps().options == ()
    assert position.play("pass").side is Side.BLACK


@pytest.mark.clause("G-24")
def test_a_step_that_would_wait_in_vain_is_refused() -> None:
    position = small("P8 P1 Koff | k5 p7 p7", "KPP", (3, 1))
    assert targets(position) == set()
    assert position.steps().confirmable
    for refusal in position.steps().refused:
        assert (refusal.target, refusal.reason, refusal.clause) == ("5", "tables_waits_in_vain", "G-24")
        with pytest.raises(IllegalMove) as caught:
            position.play(refusal.token)
        assert caught.value.clause
    assert position.steps().refused


@pytest.mark.clause("G-24")
def test_the_waiting_piece_cannot_move_and_the_turn_cannot_be_confirmed() -> None:
    position = small("P13 P10 Koff | k7 p24 p24", "KPP", (3, 3))
    waiting = position.steps(["P10/7&"])
    assert not waiting.confirmable
    assert {(step.origin, step.target) for step in waiting.options} == {("13", "10")}
    taken = ["P10/7&", "P13/10", "P10/7&*"]
    assert {step.origin for step in position.steps(taken).options} == {"7"}
    (effects,) = [step.effects for step in position.steps(taken[:2]).options]
    assert {effect.place: (effect.before, effect.after) for effect in effects} == {
        "10": ("P", ""),
        "7": ("Pk", "PP"),
        "bar": ("", "k"),
    }


@pytest.mark.clause("G-33")
def test_the_forfeited_die_is_no_step() -> None:
    position = small("Pbar P10 Koff | p1 p1 koff", "KPP", (2, 1))
    assert targets(position) == {("bar", "24", "1"), ("bar", "23", "2")}
    entered = position.steps(["Pbar/24"])
    assert entered.confirmable
    assert entered.options == ()


@pytest.mark.clause("G-31", "G-33")
def test_a_written_sub_move_is_refused_with_the_clause_that_refuses_it() -> None:
    two_on_the_bar = small("Pbar Pbar P10 Koff | p1 p1 p2 koff", "KPPP", (2, 1))
    one_on_the_bar = small("Pbar P10 Koff | p1 p1 koff", "KPP", (2, 1))
    plain = axedrez.load("backgammon").parse("pp/4/PPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP P - w - 31")
    for position, turn, reason, clause, number in (
        (two_on_the_bar, "P10/8", "tables_bar_first", "G-31", 1),
        (two_on_the_bar, "Pbar/24 P10/8", "tables_bar_first", "G-31", 2),
        (two_on_the_bar, "Pbar/22", "tables_submove", "G-6", 1),
        (two_on_the_bar, "Pbar/24 Pbar/23 P10/8", "tables_submove", "G-6", 3),
        (one_on_the_bar, "P10/9 Pbar/23", "tables_bar_first", "G-31", 1),
        (one_on_the_bar, "Pbar/23 P10/9", "tables_die_lost", "G-33", 2),
        (plain, "13/10 bar/24", "tables_bar_first", "G-31", 1),
    ):
        for play in (position.play, lambda text, at=position: at.steps(text.split())):
            with pytest.raises(IllegalMove) as caught:
                play(turn)
            assert (caught.value.reason, caught.value.clause) == (reason, clause), turn
            assert all(str(number) in sentence(caught.value, lang) for lang in LANGUAGES)


@pytest.mark.clause("G-11", "G-16", "G-17", "G-22", "G-25", "G-40", "G-4")
def test_a_refused_sub_move_names_the_rule_that_forbids_it() -> None:
    game = game_of(CHESSGAMMON)
    army = "RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp"
    away = game.parse(f"k/2/r/q/{army}/4/KQR - - w Kk 31")
    home = game.parse(f"kqr/4/{army}/2/K/1/QR - - w k 31")
    black = game.parse(f"kqr/4/{army}/4/KQR - - b Kk 31")
    for position, turn, reason, clause, said in (
        (away, "P13/16", "tables_only_forward", "G-11", "solo avanza"),
        (away, "K24/23", "tables_departure", "G-17", "con un doble"),
        (away, "B10/7", "tables_no_piece", "G-6", "ninguna pieza así"),
        (away, "N8/5", "tables_lone_piece", "G-22", "(dama)"),
        (away, "P8/4", "tables_lone_piece", "G-25", "(torre)"),
        (away, "R6/off", "tables_never_off", "G-4", "no sale nunca"),
        (home, "K22/19", "tables_one_point", "G-16", "un solo punto"),
        (home, "P6/off", "tables_off_early", "G-40", "fuera del castillo"),
        (black, "P12/9", "tables_only_forward", "G-11", "solo avanza"),
    ):
        for play in (position.play, lambda text, at=position: at.steps(text.split())):
            with pytest.raises(IllegalMove) as caught:
                play(turn)
            assert (caught.value.reason, caught.value.clause) == (reason, clause), turn
            assert said in sentence(caught.value, "es")
            assert "{" not in sentence(caught.value, "en")


@pytest.mark.clause("G-17")
def test_the_departed_king_leaves_one_die() -> None:
    position = small("K24 P10 | k1 poff", "KP", (2, 2), home="Kk")
    assert ("24", "23", "2") in targets(position)
    departed = position.steps(["K24/23"])
    assert {(step.origin, step.target) for step in departed.options} == {("10", "8"), ("23", "22")}
    assert position.steps(["K24/23", "P10/8"]).options == ()
    assert position.steps(["K24/23", "P10/8"]).confirmable
    # The other mode: once three dice are played the king may no longer depart.
    assert not {step.origin for step in position.steps(["P10/8", "P8/6", "P6/4"]).options} & {"24"}


@pytest.mark.clause("G-12", "G-13", "G-15", "G-50")
def test_abilities_are_told_apart_and_spent() -> None:
    queen = small("Q13 P1 Koff | q24 p24 koff", "KQP", (5, 2), killer_queen=True)
    assert {("13", "8", "5"), ("13", "7", "5+"), ("13", "9", "5-"), ("13", "3", "5x2")} <= targets(queen)
    spent = {step.choice for step in queen.steps(["Q13/7+"]).options if step.origin == "7"}
    assert "2+" not in spent
    assert {"2", "2-", "2x2"} <= spent
    knight = small("N13 P1 Koff | n24 p24 koff", "KNP", (5, 2))
    assert {"5", "5+", "2", "2+"} == {choice for _, _, choice in targets(knight)} - {""}
    bishop = small("B13 P1 Koff | b24 p24 koff", "KBP", (5, 1))
    assert {"5", "5-", "1"} == {choice for _, _, choice in targets(bishop)}


@pytest.mark.parametrize("seed", range(4))
def test_steps_lead_to_turns_and_only_to_turns(seed: int) -> None:
    """From every reachable prefix the turn can be completed, and what it comes to is a result of the roll."""
    random = Random(seed)
    for _, position, dice in _of_games(seed, 6):
        whole = results(position, dice)
        diced = rolled(position, dice)
        for _ in range(4):
            prefix: list[str] = []
            while options := diced.steps(prefix).options:
                prefix.append(random.choice(options).token)
            assert diced.steps(prefix).confirmable
            assert diced.play(" ".join(prefix) or "pass").text() in whole


def _of_games(seed: int, count: int) -> list[tuple[TablesGame, TablesPosition, tuple[int, int]]]:
    random = Random(seed)
    found = []
    game = game_of(Options(killer_queen=seed % 2 == 1, entry_forfeits_die=seed < 2))
    position = game.start()
    for number in range(12 * count):
        dice = random.randint(1, 6), random.randint(1, 6)
        if number % 12 == 0 and not position.is_over():
            found.append((game, position, dice))
        if position.is_over():
            position = game.start()
        position = passed(position, random.choice(ends(position, dice)))
    return found
