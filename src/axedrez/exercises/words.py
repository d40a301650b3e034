"""Exercises in words: what is asked, the themes, and the solution."""

from __future__ import annotations

from axedrez.analysis.exercise import CUBE_ANSWERS, Exercise
from axedrez.core import Game, Position
from axedrez.messages import say


def theme_name(theme: str, lang: str) -> str:
    """The name of a theme: `mate-2` is “Mate in 2”."""
    kind, _, number = theme.rpartition("-")
    if kind in ("mate", "win") and number.isdigit():
        return say(f"exercise.theme.{kind}.{'one' if number == '1' else 'many'}", lang, count=number)
    return say(f"exercise.theme.{theme}", lang)


def question(exercise: Exercise, position: Position, lang: str) -> str:
    """What is asked."""
    key = f"exercise.task.{exercise.task}"
    if exercise.task == "win-in":
        key += ".one" if exercise.turns == 1 else ".many"
    dice = getattr(position.scene(), "dice", None)
    rolled = "" if dice is None else f"{dice[0]}\N{NON-BREAKING HYPHEN}{dice[1]}"
    side = say(f"exercise.side.{position.side.word}", lang)
    return say(key, lang, side=side, count=exercise.turns, dice=rolled)


def answer_text(text: str, position: Position, lang: str) -> str:
    """A move in the notation for people, or an answer about the cube."""
    if text in CUBE_ANSWERS:
        return say(f"exercise.cube.{text}", lang)
    return position.notate(position.parse_move(text), lang)


def line_text(game: Game, exercise: Exercise, lang: str, *, whole: bool = False) -> str:
    """The solution, numbered where the family numbers moves; `whole`: with what follows it."""
    position, texts = game.parse(exercise.position), exercise.line
    if exercise.task in ("cube", "turn"):
        return answer_text(texts[0], position, lang)
    if whole:
        texts += exercise.rest
    from axedrez.analysts import analyst_of

    return analyst_of(game).written(position, texts, lang)


def proof_text(exercise: Exercise, lang: str) -> str:
    """By how much the solution is the only one, and how that was proved."""
    proof = exercise.proof
    details = {
        "best": _number(proof.best, lang),
        "second": _number(proof.second, lang),
        "half": _number(proof.half, lang),
        "plies": proof.plies or 0,
        "effort": proof.effort,
    }
    key = f"exercise.proof.{proof.method}"
    if exercise.task == "cube":
        key = "exercise.proof.cube"
    elif proof.method == "table" and exercise.task == "turn":
        key += ".turn"
    elif proof.method == "table" and proof.plies is None:
        key += ".draw"
    return say(key, lang, **details)


def _number(value: float, lang: str) -> str:
    text = f"{value:.2f}".replace("-", "−")
    return text.replace(".", ",") if lang == "es" else text
