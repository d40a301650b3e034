"""`axedrez exercises`: the exercises of a rulebook, shipped or made here, and making more of them."""

from __future__ import annotations

import random
import sys
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.text import Text

from axedrez import gamefiles
from axedrez.analysis.exercise import Exercise
from axedrez.cli.failures import INTERRUPTED
from axedrez.cli.loading import read_file
from axedrez.cli.output import print_json
from axedrez.cli.progress import interruptible, progress
from axedrez.core import AxedrezError, Game
from axedrez.core.game_record import GameRecord
from axedrez.exercises import generating, sets, words
from axedrez.exercises.sets import ExerciseSet
from axedrez.messages import say
from axedrez.processes import usual_processes

USUAL_COUNT = 10


class ExerciseOptions(NamedTuple):
    """What to show or to make."""

    theme: str | None = None
    number: int = USUAL_COUNT
    make: bool = False
    games: str | None = None
    seed: int = 1
    processes: int | None = None
    lang: str = "en"
    as_json: bool = False


def exercises(game: Game, options: ExerciseOptions) -> int:
    """Show exercises, after making them if that is asked for; returns the exit status. Raises `AxedrezError`."""
    status = 0
    if options.games is not None:
        found, status = _from_games(game, options.games, options)
    elif options.make:
        found, status = _made(game, options)
    else:
        found = sets.of(game)
    if not found.exercises:
        if status:
            return status
        if options.make or options.games is not None:
            raise AxedrezError("exercises_not_found", games=found.games)
        raise AxedrezError("exercises_none", name=game.name)
    chosen = _chosen(game, found, options)
    if options.as_json:
        print_json(_json(game, found, chosen, options.lang))
    else:
        _show(game, found, chosen, options)
    return status


def _made(game: Game, options: ExerciseOptions) -> tuple[ExerciseSet, int]:
    with interruptible() as stop, progress(say("cli.exercises.making", options.lang)) as bar:
        task = bar.add_task("", total=options.number)
        found = generating.make(
            game,
            options.number,
            stop,
            seed=options.seed,
            theme=options.theme,
            processes=options.processes or usual_processes(),
            progress=lambda done: bar.update(task, completed=done),
        )
    return found, INTERRUPTED if stop.is_set() else 0


def _from_games(game: Game, name: str, options: ExerciseOptions) -> tuple[ExerciseSet, int]:
    """What the games of a file have given, with the counts of all that was made here."""
    file = gamefiles.GameFile(read_file(name))
    records = [each for each in file if isinstance(each, GameRecord) and each.start.game.hash == game.hash]
    if not records:
        raise AxedrezError("exercises_no_games", file=name[:200], name=game.name)
    with interruptible() as stop, progress(say("cli.exercises.games", options.lang)) as bar:
        task = bar.add_task("", total=len(records))
        found, given = generating.from_games(game, records, stop, lambda done: bar.update(task, completed=done))
    return msgspec.structs.replace(found, exercises=given), INTERRUPTED if stop.is_set() else 0


def _chosen(game: Game, found: ExerciseSet, options: ExerciseOptions) -> list[Exercise]:
    """Exercises drawn by lot, the easiest first."""
    fitting = [each for each in found.exercises if options.theme is None or options.theme in each.themes]
    if not fitting:
        valid = sorted({theme for each in found.exercises for theme in each.themes})
        raise AxedrezError("exercises_theme", name=game.name, theme=options.theme, valid=", ".join(valid))
    drawn = random.Random(options.seed).sample(fitting, min(options.number, len(fitting)))
    return sorted(drawn, key=lambda each: (each.rating, each.id))


def _json(game: Game, found: ExerciseSet, chosen: list[Exercise], lang: str) -> dict[str, Any]:
    return {
        "rulebook": game.name,
        "sheet": game.hash,
        "games": found.games,
        "positions": found.positions,
        "rejected": found.rejected,
        "exercises": [
            {
                "id": each.id,
                **msgspec.to_builtins(each),
                "question": words.question(each, game.parse(each.position), lang),
                "solution": words.line_text(game, each, lang),
            }
            for each in chosen
        ],
    }


def _show(game: Game, found: ExerciseSet, chosen: list[Exercise], options: ExerciseOptions) -> None:
    lang, console = options.lang, Console(highlight=False, file=sys.stdout, soft_wrap=True)
    name = game.sheet.names.in_lang(lang)
    console.print(Text(say("cli.exercises.title", lang, name=name, count=len(found.exercises)), style="bold underline"))
    for number, each in enumerate(chosen, 1):
        position = game.parse(each.position)
        themes = ", ".join(words.theme_name(theme, lang) for theme in each.themes)
        proof = say("cli.exercises.proof", lang, best=f"{each.proof.best:.3f}", second=f"{each.proof.second:.3f}")
        if each.proof.half:
            proof += f" (±{each.proof.half:.3f})"
        console.print()
        console.print(Text(f"{number}. {words.question(each, position, lang)} ({each.rating}; {themes})", "bold"))
        console.print(Text(f"   {each.position}"))
        solution = words.line_text(game, each, lang, whole=True)
        console.print(Text(f"   {say('cli.exercises.solution', lang, moves=solution)} · {proof}"))
    console.print()
    console.print(Text(say("cli.exercises.looked", lang, games=found.games, positions=found.positions)))
    for reason, count in sorted(found.rejected.items(), key=lambda item: -item[1]):
        console.print(Text(f"{count:8}  {say(f'exercise.rejected.{reason}', lang)}"))
    if options.make or options.games is not None:
        console.print(Text(say("cli.exercises.kept", lang, file=sets.own(game))))
