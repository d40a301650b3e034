"""Themes by what the board shows: one position for each."""

from __future__ import annotations

import pytest

from axedrez import library
from axedrez.analysis.exercise import Exercise, Proof, Task
from axedrez.exercises.making import maker_of

CASES: dict[str, tuple[str, Task, str, str, int]] = {
    "mate-1": ("clasico", "win-in", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", 1),
    "fork": ("clasico", "win", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", 0),
    "pin": ("clasico", "win", "4k3/4r3/8/8/8/8/8/R5K1 w - - 0 1", "a1e1", 0),
    "discovered-attack": ("clasico", "win", "3qk3/8/8/3N4/8/8/8/3RK3 w - - 0 1", "d5f4", 0),
    "double-check": ("clasico", "win", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", 0),
    "hanging-piece": ("clasico", "win", "4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", 0),
    "promotion": ("clasico", "win", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 0),
    "underpromotion": ("clasico", "win", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0),
    "en-passant": ("clasico", "win", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0),
    "castling": ("clasico", "win", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
    "rook-queen": ("tradicional", "win", "6k1/6pp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8q", 0),
    "drop": ("crazyhouse", "win", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e7", 0),
    "quiet": ("clasico", "win", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h3", 0),
    "endgame": ("clasico", "win", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h3", 0),
}


@pytest.mark.parametrize("theme", CASES)
def test_a_theme_is_recognised(theme: str) -> None:
    name, task, position, move, turns = CASES[theme]
    game = library.load(name)
    exercise = Exercise(
        task=task, position=position, line=(move,), themes=(), proof=Proof("search", 0.9, 0.2), rating=1000, turns=turns
    )
    assert theme in maker_of(game).themes(game, exercise)


@pytest.mark.parametrize(
    ("theme", "position", "move"),
    [
        ("fork", "r3k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3b5"),  # nothing is attacked yet
        ("pin", "4k3/4p3/8/8/8/8/8/R5K1 w - - 0 1", "a1e1"),  # a pawn: nobody gains by it
        ("hanging-piece", "4k3/2p5/3b4/8/8/8/8/3RK3 w - - 0 1", "d1d6"),  # it is defended
        ("double-check", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4g3"),  # one check
        ("rook-queen", "6k1/P5pp/8/8/8/8/8/6K1 w - - 0 1", "a7a8q"),  # a pawn
    ],
)
def test_what_only_resembles_a_theme_is_none(theme: str, position: str, move: str) -> None:
    game = library.load("tradicional" if theme == "rook-queen" else "clasico")
    exercise = Exercise(
        task="win", position=position, line=(move,), themes=(), proof=Proof("search", 0.9, 0.2), rating=1000
    )
    assert theme not in maker_of(game).themes(game, exercise)


def line(name: str, task: Task, position: str, *moves: str, best: float = 1.0) -> tuple[str, ...]:
    game = library.load(name)
    exercise = Exercise(
        task=task, position=position, line=moves, themes=(), proof=Proof("search", best, 0.2), rating=1000
    )
    return maker_of(game).themes(game, exercise)


def test_a_skewer_is_seen_when_the_piece_behind_is_taken() -> None:
    assert "skewer" in line("clasico", "win", "3q4/8/8/3k4/8/8/8/R5K1 w - - 0 1", "a1d1", "d5e5", "d1d8")


def test_a_stalemate_that_saves_is_one() -> None:
    position = "k2K4/8/1P6/8/8/8/8/2q5 b - - 0 1"
    assert "stalemate-trick" in line("clasico", "save", position, "c1c7", "d8c7", best=0.5)
    # Where a stalemated player loses it saves nobody.
    assert "stalemate-trick" not in line("chess2d", "save", position, "c1c7", "d8c7", best=0.5)


def test_zugzwang_is_seen_where_passing_would_save() -> None:
    """The known position of king and pawn: with Black to move White wins, with White to move it is a draw."""
    position = "3k4/3P4/8/4K3/8/8/8/8 w - - 0 1"
    game = library.load("clasico")
    assert "e5d6" in map(str, game.parse(position).legal_moves())
    assert "zugzwang" not in line("clasico", "save", position, "e5d6", best=0.5)
    won = "4k3/8/3KP3/8/8/8/8/8 w - - 0 1"
    assert "zugzwang" in line("clasico", "win", won, "e6e7")


def test_dice_themes_tell_what_speaks_for_the_turn() -> None:
    game = library.load("backgammon")
    exercise = Exercise(
        task="turn",
        position=game.start().play("31").text(),
        line=("8/5 6/5",),
        rest=("13/10 6/5",),
        themes=(),
        proof=Proof("rollout", 0.2, 0.0, half=0.01),
        rating=1000,
    )
    assert {"block", "safest-turn"} & set(maker_of(game).themes(game, exercise))
