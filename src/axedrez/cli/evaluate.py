"""`axedrez evaluate`: what a position is worth, with its best lines, or the best turns with a roll."""

from __future__ import annotations

import sys
import threading
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from axedrez import analysts
from axedrez.analysis.analyst import AnyAnalyst, Capability
from axedrez.analysis.equity import DEFAULT_TURNS, Chances, RatedTurn, RolledOut, RolloutOptions
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.evaluation import NODES
from axedrez.cli import evaluated_lines
from axedrez.cli.capabilities import check_options
from axedrez.cli.failures import INTERRUPTED
from axedrez.cli.loading import rolled, stand
from axedrez.cli.output import print_json
from axedrez.cli.progress import interruptible, progress
from axedrez.core import Game, Position, Side
from axedrez.messages import say

USUAL_PLY = 1

CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "drawn")


class Given(NamedTuple):
    """The options as they were given; None for what was not."""

    nodes: int | None
    ply: int | None
    turns: int | None
    rollout: RolloutOptions | None
    as_json: bool
    lang: str


class EvaluateOptions(NamedTuple):
    """How to judge in points: `ply`, the number of `turns` to be shown, and the rollout, if one is wanted."""

    ply: int
    turns: int
    rollout: RolloutOptions | None
    as_json: bool
    lang: str


def evaluate(game: Game, text: str | None, dice: str | None, given: Given) -> int:
    """Print what a position is worth; returns the exit status. Ctrl-C ends it early. Raises `AxedrezError`."""
    analyst = analysts.analyst_of(game)
    _check(analyst, game.name, given)
    position = stand(game, text, given.lang)
    with interruptible() as stop:
        if analyst.evaluator is not None:
            nodes = NODES if given.nodes is None else given.nodes
            evaluated_lines.show(analyst.evaluator, rolled(position, dice), nodes, given.lang, given.as_json, stop)
        elif analyst.equities is not None:
            ply, turns = USUAL_PLY if given.ply is None else given.ply, given.turns or DEFAULT_TURNS
            options = EvaluateOptions(ply, turns, given.rollout, given.as_json, given.lang)
            _judge(analyst.equities, position if dice is None else rolled(position, dice), options, stop)
    return INTERRUPTED if stop.is_set() else 0


def _check(analyst: AnyAnalyst, name: str, given: Given) -> None:
    options: dict[str, tuple[Capability, bool]] = {
        "--nodes": ("search", given.nodes is not None),
        "--ply": ("plies", given.ply is not None),
        "--turns": ("plies", given.turns is not None),
        "--rollout": ("plies", given.rollout is not None),
    }
    check_options(analyst, name, options)


def _judge(analyst: EquityAnalyst, position: Position, options: EvaluateOptions, stop: threading.Event) -> None:
    if position.turn is Side.CHANCE or position.outcome() is not None:
        _before_a_roll(analyst, position, options, stop)
    else:
        _with_a_roll(analyst, position, options, stop)


def _before_a_roll(
    analyst: EquityAnalyst, position: Position, options: EvaluateOptions, stop: threading.Event
) -> None:  # fmt: skip
    found = analyst.estimate(position, options.ply, stop)
    rolled = _rollout(analyst, position, None, options, stop)
    if options.as_json:
        rollout = {} if rolled is None else {"rollout": _rolled_json(rolled)}
        print_json(
            {
                "position": position.text(),
                "equity": found.equity,
                **_chances_json(found.chances),
                "ply": options.ply,
                **rollout,
            }
        )
        return
    _show([(None, found.equity, found.chances, options.ply, None, rolled)], options.lang)


def _with_a_roll(
    analyst: EquityAnalyst, position: Position, options: EvaluateOptions, stop: threading.Event
) -> None:  # fmt: skip
    rated = analyst.turns(position, options.ply, options.turns, stop=stop)
    rolled = {turn.move: _rollout(analyst, position, turn.move, options, stop) for turn in rated}
    ranked = sorted(rated, key=lambda turn: -_worth(turn, rolled[turn.move])) if options.rollout else list(rated)
    most = _worth(ranked[0], rolled[ranked[0].move])
    texts = {turn.move: position.notate(position.parse_move(turn.move), options.lang) for turn in ranked}
    losses = {turn.move: max(0.0, most - _worth(turn, rolled[turn.move])) for turn in ranked}
    if options.as_json:
        turns = [_turn_json(turn, texts[turn.move], losses[turn.move], rolled[turn.move]) for turn in ranked]
        best = {key: value for key, value in turns[0].items() if key not in ("move", "loss")}
        print_json({"position": position.text(), **best, "turns": turns})
        return
    _show(
        [
            (
                texts[turn.move],
                turn.estimate.equity,
                turn.estimate.chances,
                turn.ply,
                losses[turn.move],
                rolled[turn.move],
            )
            for turn in ranked
        ],
        options.lang,
    )


def _worth(turn: RatedTurn, rolled: RolledOut | None) -> float:
    return turn.estimate.equity if rolled is None else rolled.equity


def _rollout(
    analyst: EquityAnalyst, position: Position, move: str | None, options: EvaluateOptions, stop: threading.Event
) -> RolledOut | None:
    if options.rollout is None or stop.is_set():
        return None
    with progress(say("cli.evaluate.rolling", options.lang)) as bar:
        task = bar.add_task("", total=options.rollout.trials)
        found = analyst.rollout(
            position, move, options.rollout, lambda state: bar.update(task, completed=state.trials), stop
        )
    return found if found.trials else None


def _chances_json(chances: Chances) -> dict[str, float]:
    return {name: getattr(chances, name) for name in CHANCES}


def _rolled_json(rolled: RolledOut) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(rolled)
    return {**found, **found.pop("chances")}


def _turn_json(turn: RatedTurn, text: str, loss: float, rolled: RolledOut | None) -> dict[str, Any]:
    found: dict[str, Any] = {"move": text, "equity": turn.estimate.equity, "loss": loss}
    found |= {**_chances_json(turn.estimate.chances), "ply": turn.ply}
    return found if rolled is None else {**found, "rollout": _rolled_json(rolled)}


Row = tuple[str | None, float, Chances, int, float | None, RolledOut | None]
"""A line to show: the turn, its equity and chances, with which ply, the loss, and the rollout."""


def _show(rows: list[Row], lang: str) -> None:
    """Print a table for people."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    with_turns, drawn = rows[0][0] is not None, any(chances.drawn for _, _, chances, *_ in rows)
    names = [*(["turn"] if with_turns else []), "equity", *(["loss"] if with_turns else [])]
    shown = [name for name in CHANCES if name != "drawn" or drawn]
    for name in (*names, *shown, "ply"):
        grid.add_column(
            say(f"cli.evaluate.{name}", lang), justify="left" if name == "turn" else "right", no_wrap=name != "turn"
        )
    if any(rollout is not None for *_, rollout in rows):
        grid.add_column(say("cli.evaluate.rollout", lang), no_wrap=True)
    for move, equity, chances, ply, loss, rollout in rows:
        cells = [*([move] if move is not None else []), f"{equity:+.3f}"]
        if with_turns:
            cells.append(f"{-(loss or 0.0):.3f}" if loss else "")
        cells += [f"{100 * getattr(chances, name):.1f}" for name in shown]
        cells.append(str(ply))
        if rollout is not None:
            cells.append(f"{rollout.equity:+.3f} ± {rollout.half:.3f}")
        grid.add_row(*map(Text, cells))
    Console(highlight=False, file=sys.stdout).print(grid)
