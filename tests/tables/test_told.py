"""What is protected, and what sub-moves do for a rule: the scene, the steps, and their sentences."""

from __future__ import annotations

import msgspec
import pytest

import axedrez
from axedrez.core.scene import PointsClauses, PointsScene
from axedrez.core.steps import Protection
from axedrez.match import Players
from axedrez.match.setup import Player
from axedrez.messages import LANGUAGES, catalogue
from axedrez.server.play.explanations import COLOURS, Owners, explanations, owners
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named
from tests.tables.test_clauses import small

AGAINST_THE_COMPUTER: Owners = ("you", "computer")

RIVALS = {
    "es": "la torre del ordenador y 2 peones del ordenador",
    "en": "the computer's rook and 2 of the computer's pawns",
}


def protected(position: TablesPosition) -> set[tuple[str, str, str, str | None]]:
    """Where, what, by what and by which clause."""
    return {(each.place, each.pieces, each.by, each.clause) for each in position.scene().protected}


@pytest.mark.clause("G-27", "G-28")
def test_the_scene_says_what_is_protected_and_why() -> None:
    game = game_named("chessgammon")
    assert protected(game.start()) == {
        ("1", "qr", "k", "G-28"),
        ("6", "PP", "R", "G-27"),
        ("19", "pp", "r", "G-27"),
        ("24", "QR", "K", "G-28"),
    }
    # A rook protects two pawns, both rooks four; alone it protects nothing, and a king nothing that stands elsewhere.
    two = small("K24 R6 R6 P6 P6 P6 | k20 r1 r2 p2 p3 p3", "KRRPPP", (2, 1))
    assert protected(two) == {("6", "PPP", "R", "G-27"), ("2", "p", "r", "G-27")}
    # Both kings on a point: the companions of the first one stay protected.
    both = small("K20 R1 P1 | k20 p20 r3", "KRP", (2, 1))
    assert protected(both) == {("20", "p", "k", "G-28"), ("1", "P", "R", "G-27")}
    assert not game_named("backgammon").start().scene().protected


@pytest.mark.clause("G-27", "G-28")
def test_the_steps_say_what_is_protected_inside_an_unsent_turn() -> None:
    position = small("K24 R6 P6 P6 P5 | r3 p1 p1 p1 k2", "KRPPP", (2, 1))
    assert position.steps().protected == (Protection("6", "PP", "R", "protects", "G-27"),)
    assert protected(position) == {("6", "PP", "R", "G-27")}
    assert position.steps(["P6/5"]).protected == (Protection("6", "P", "R", "protects", "G-27"),)
    assert position.steps(["R6/5"]).protected == (Protection("5", "P", "R", "protects", "G-27"),)


@pytest.mark.clause("G-5", "G-6", "G-17", "G-45", "G-51")
def test_the_scene_names_the_clauses_of_what_a_page_says_by_itself() -> None:
    game = game_named("chessgammon")
    assert game.start().scene().clauses == PointsClauses(opening="G-5", lost="G-6", departure="G-17", still="G-45")
    plain = game_named("backgammon").start().scene().clauses
    assert msgspec.to_builtins(plain).keys() == {"opening", "lost"}
    # Rey Berserker has no departure, and so nothing to say of it.
    free = axedrez.load("chessgammon", {"options.berserker_king": True})
    scene = free.start().scene()
    assert isinstance(scene, PointsScene)
    assert scene.clauses.departure is msgspec.UNSET


@pytest.mark.clause("G-26", "G-27", "G-28")
def test_what_the_scene_protects_is_what_a_push_leaves() -> None:
    """The kernel, not the scene, moves the pieces: it captures the pawns that the scene does not name, no others."""
    position = small("K13 R1 P1 P1 P1 | r12 p12 p12 p12 k24", "KRPPP", (2, 1))
    assert ("12", "pp", "r", "G-27") in protected(position)
    step = next(step for step in position.steps().options if step.labels["en"].startswith("K13/12"))
    assert [(item.act, item.clause, item.pieces, item.places) for item in step.told] == [
        ("push_takes", "G-26", {"piece": "K", "pushed": "rpp", "taken": "p"}, {"place": "12", "target": "11"}),
        ("protected", "G-27", {"piece": "K", "saved": "pp", "guard": "r"}, {"place": "12", "target": "11"}),
    ]
    with_king = small("K13 R1 P1 | k12 p12 r20", "KRP", (2, 1))
    assert ("12", "p", "k", "G-28") in protected(with_king)
    step = next(step for step in with_king.steps().options if step.labels["en"].startswith("K13/12"))
    assert [(item.act, item.clause) for item in step.told] == [("share", "G-28")]
    assert {(place, len(after) - len(before)) for place, before, after in step.effects} == {("12", 1), ("13", -1)}


def sentences(position: TablesPosition, turn: str, whose: Owners = AGAINST_THE_COMPUTER) -> list[tuple[str, str]]:
    """What a turn did, in Spanish and English."""
    move = position.parse_move(turn)
    assert isinstance(move, Turn)
    return [(view.text["es"], view.text["en"]) for view in explanations(position.game, position.taken(move), whose)]


@pytest.mark.clause("G-26", "G-27")
def test_a_push_names_the_pieces_and_their_owners() -> None:
    position = small("K13 R1 P1 P1 P1 | r12 p12 p12 p12 k24", "KRPPP", (2, 1))
    turn = next(turn.text for turn in position.legal_moves() if turn.text.startswith("K13/12>"))
    assert sentences(position, turn)[:2] == [
        (
            f"El rey de usted empuja {RIVALS['es']} del 12 al 11 y captura el peón del ordenador.",
            f"Your king pushes {RIVALS['en']} from 12 to 11 and captures the computer's pawn.",
        ),
        (
            "El empuje no captura 2 peones del ordenador: lo impide la torre del ordenador.",
            "The push does not capture 2 of the computer's pawns: the computer's rook prevents it.",
        ),
    ]
    assert sentences(position, turn, ("computer", "you"))[0] == (
        "El rey del ordenador empuja la torre de usted y 2 peones de usted del 12 al 11 y captura el peón de usted.",
        "The computer's king pushes your rook and 2 of your pawns from 12 to 11 and captures your pawn.",
    )
    assert sentences(position, turn, COLOURS)[0] == (
        "El rey blanco empuja la torre negra y 2 peones negros del 12 al 11 y captura el peón negro.",
        "The white king pushes the black rook and 2 black pawns from 12 to 11 and captures the black pawn.",
    )


@pytest.mark.clause("G-15", "G-21", "G-22", "G-24")
def test_captures_name_the_pieces_wherever_a_die_lands() -> None:
    queen = small("K1 Q14 N2 | q10 n6 k24", "KQN", (4, 1))
    captures = queen.parse_move(next(turn.text for turn in queen.legal_moves() if "Q14/10*/6*" in turn.text))
    assert isinstance(captures, Turn)
    [step] = [step for step in queen.taken(captures) if step.labels["en"].startswith("Q")]
    assert [(item.act, item.clause, item.pieces["taken"], item.places["place"]) for item in step.told] == [
        ("capture", "G-22", "q", "10"),
        ("capture", "G-21", "n", "6"),
    ]
    assert sentences(queen, str(captures), ("computer", "you"))[0] == (
        "La dama del ordenador captura la dama de usted en el 10.",
        "The computer's queen captures your queen on 10.",
    )


@pytest.mark.clause("G-6")
def test_a_lost_turn_takes_no_steps() -> None:
    position = axedrez.load("backgammon").parse("PPPPPPPPPPPPP/17/pp/pp/pp/pp/pp/ppppp PP - w - 66")
    assert [str(turn) for turn in position.legal_moves()] == ["pass"]
    assert position.taken(position.parse_move("pass")) == ()


def test_owners() -> None:
    person, computer = Player(), Player(kind="computer", level=1)
    assert owners(Players(person, computer)) == ("you", "computer")
    assert owners(Players(computer, person)) == ("computer", "you")
    assert owners(Players(person, person)) == owners(Players(computer, computer)) == COLOURS


def test_every_act_is_in_the_catalogue_and_every_message_is_an_act() -> None:
    acts = {"capture", "joint", "wait", "share", "push", "push_takes", "push_takes_all", "protected"}
    for lang in LANGUAGES:
        assert {key.removeprefix("told.") for key in catalogue(lang) if key.startswith("told.")} == acts
