"""`axedrez learn`: train a network for a game."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from axedrez.cli.failures import INTERRUPTED
from axedrez.cli.progress import interruptible
from axedrez.core import Game
from axedrez.learn.command import CANDIDATE, learn
from axedrez.learn.course import LearnOptions
from axedrez.learn.pace import State
from axedrez.messages import say
from axedrez.processes import usual_processes

NOT_BETTER = 1
USUAL_MINUTES = 60.0
_LINE_S = 60.0


class LearnArguments(NamedTuple):
    """The arguments of the command."""

    out: str
    minutes: float | None
    games: int | None
    resume: str | None
    processes: int | None
    cluster: bool
    seed: int
    match_games: int
    lang: str


def learn_network(game: Game, arguments: LearnArguments) -> int:
    """Train, and report how far it is; Ctrl-C ends the training and plays the match. Raises `AxedrezError`."""
    minutes = USUAL_MINUTES if arguments.minutes is None and arguments.games is None else arguments.minutes
    options = LearnOptions(
        out=Path(arguments.out),
        minutes=minutes,
        games=arguments.games,
        resume=None if arguments.resume is None else Path(arguments.resume),
        processes=arguments.processes or usual_processes(),
        cluster=arguments.cluster,
        seed=arguments.seed,
        match_games=arguments.match_games,
    )
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with interruptible() as stop, _bar(arguments.lang) as bar:
        verdict = learn(game, options, _Reporter(bar, arguments.lang), stop)
    opponent = say(f"cli.learn.opponent.{verdict.opponent}", arguments.lang)
    score = verdict.score
    print(
        say(
            "cli.learn.match",
            arguments.lang,
            opponent=opponent,
            points=f"{score.points:+.3f}",
            half=f"{score.half:.3f}",
            games=score.games,
        )
    )
    key, file = (
        ("cli.learn.filed", arguments.out) if verdict.won else ("cli.learn.not_better", arguments.out + CANDIDATE)
    )
    print(say(key, arguments.lang, file=file, checkpoint=str(verdict.kept)))
    if stop.is_set():
        return INTERRUPTED
    return 0 if verdict.won else NOT_BETTER


class _Reporter:
    """Moves the bar; where nobody looks at a terminal, writes a line each minute."""

    def __init__(self, bar: Progress, lang: str) -> None:
        self._bar = bar
        self._lang = lang
        self._task = bar.add_task("", total=1.0)
        self._begun = self._line = time.monotonic()

    def __call__(self, state: State) -> None:
        text = say(
            "cli.learn.state",
            self._lang,
            games=state.games,
            rate=f"{state.rate:.0f}",
            positions=f"{state.positions / 1e6:.2f}",
            loss=f"{state.loss:.4f}",
        )
        self._bar.update(self._task, completed=state.share, description=text)
        if self._bar.disable and time.monotonic() - self._line >= _LINE_S:
            minutes = (time.monotonic() - self._begun) * (1 - state.share) / max(state.share, 1e-3) / 60
            left = say("cli.learn.left", self._lang, minutes=f"{minutes:.0f}")
            sys.stderr.write(f"{state.share:.0%} {text}; {left}\n")
            self._line = time.monotonic()


def _bar(lang: str) -> Progress:
    console = Console(stderr=True)
    columns = (
        TextColumn(say("cli.learn.learning", lang)),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
