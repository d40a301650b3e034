"""`axedrez evaluate`: what a position is worth, with its best lines, or the best turns with a roll."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from axedrez import analysts
from axedrez.analysis.analyst import AnyAnalyst, Capability
from axedrez.analysis.cube import CubeEquity, CubeVerdict
from axedrez.analysis.cube_verdicts import rolled_verdict
from axedrez.analysis.equity import DEFAULT_TURNS, Estimate, RatedRoll, RatedTurn, RolledOut, RolloutOptions
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.equity_text import cube_text
from axedrez.analysis.evaluation import NODES
from axedrez.analysis.score_matrix import ScoreMatrix, score_matrix
from axedrez.cli import evaluated_lines
from axedrez.cli.capabilities import check_options
from axedrez.cli.failures import INTERRUPTED
from axedrez.cli.loading import rolled, stand_in_match
from axedrez.cli.match_texts import match_of
from axedrez.cli.output import print_json
from axedrez.cli.progress import interruptible, progress
from axedrez.core import AxedrezError, Game, Position, Side
from axedrez.core.match_state import MatchState, single_game
from axedrez.messages import say
from axedrez.processes import usual_processes
from axedrez.rolling_out import is_settled, rolling_out

USUAL_PLY = 1
USUAL_TRIALS = 1296
MANY_TRIALS = 12960
"""So many games at most are played where only the width of the interval is wanted."""
WORTH_A_PROCESS = 216
"""So many games of a rollout take as long as starting a process."""

CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "drawn")


class Standing(NamedTuple):
    """How the match stands: see `match_texts.match_of`."""

    match: str | None
    cube: str | None
    after_crawford: bool


class Rollout(NamedTuple):
    """A rollout: ended where turns are told apart or known to ± `within` points; `processes`: None: as it is worth.

    `options` have the match at whose score it is played, and the cube, once that is known.
    """

    options: RolloutOptions
    within: float | None
    processes: int | None


class Given(NamedTuple):
    """The options as they were given; None for what was not. `cubeful`: of the rollout."""

    nodes: int | None
    ply: int | None
    turns: int | None
    rollout: Rollout | None
    cubeful: bool
    standing: Standing
    scores: int | None
    rolls: bool
    as_json: bool
    lang: str


class EvaluateOptions(NamedTuple):
    """How to judge in points: `ply`, the number of `turns` to be shown, the rollout, if one is wanted, and the match.

    `scores`: the cube is judged where either side lacks up to so many points; `rolls`: so are all 21 rolls.
    """

    ply: int
    turns: int
    rollout: Rollout | None
    state: MatchState | None
    scores: int | None
    rolls: bool
    as_json: bool
    lang: str


def evaluate(game: Game, text: str | None, dice: str | None, given: Given) -> int:
    """Print what a position is worth; returns the exit status. Ctrl-C ends it early. Raises `AxedrezError`."""
    analyst = analysts.analyst_of(game)
    _check(analyst, game.name, given)
    position, told = stand_in_match(game, text, given.lang)
    with interruptible() as stop:
        if analyst.evaluator is not None:
            nodes = NODES if given.nodes is None else given.nodes
            evaluated_lines.show(analyst.evaluator, rolled(position, dice), nodes, given.lang, given.as_json, stop)
        elif analyst.equities is not None:
            if dice is not None:
                position = rolled(position, dice)
            _check_roll(position, given)
            ply, turns = USUAL_PLY if given.ply is None else given.ply, given.turns or DEFAULT_TURNS
            match, cube, after_crawford = given.standing
            state = match_of(game, match, cube, told, after_crawford=after_crawford)
            rollout = given.rollout
            if rollout is not None:
                if given.cubeful and state is None:
                    state = single_game(game.conduct)
                played = msgspec.structs.replace(rollout.options, state=state, cubeful=given.cubeful)
                rollout = rollout._replace(options=played)
            options = EvaluateOptions(ply, turns, rollout, state, given.scores, given.rolls, given.as_json, given.lang)
            _judge(analyst.equities, position, options, stop)
    return INTERRUPTED if stop.is_set() else 0


def _check(analyst: AnyAnalyst, name: str, given: Given) -> None:
    options: dict[str, tuple[Capability, bool]] = {
        "--nodes": ("search", given.nodes is not None),
        "--ply": ("plies", given.ply is not None),
        "--turns": ("plies", given.turns is not None),
        "--cubeful": ("plies", given.cubeful),
        "--rollout": ("plies", given.rollout is not None),
        "--match": ("plies", given.standing.match is not None),
        "--cube": ("plies", given.standing.cube is not None),
        "--after-crawford": ("plies", given.standing.after_crawford),
        "--scores": ("plies", given.scores is not None),
        "--rolls": ("plies", given.rolls),
    }
    check_options(analyst, name, options)


def _check_roll(position: Position, given: Given) -> None:
    """Refuse what is only told before a roll, or only with one."""
    if _is_before_a_roll(position):
        if given.turns is not None:
            raise AxedrezError("evaluate_no_roll", option="--turns")
        return
    for option, is_given in (("--scores", given.scores is not None), ("--rolls", given.rolls)):
        if is_given:
            raise AxedrezError("evaluate_rolled", option=option)


def _is_before_a_roll(position: Position) -> bool:
    return position.turn is Side.CHANCE or position.outcome() is not None


def _judge(analyst: EquityAnalyst, position: Position, options: EvaluateOptions, stop: threading.Event) -> None:
    if _is_before_a_roll(position):
        _before_a_roll(analyst, position, options, stop)
    else:
        _with_a_roll(analyst, position, options, stop)


def _before_a_roll(
    analyst: EquityAnalyst, position: Position, options: EvaluateOptions, stop: threading.Event
) -> None:  # fmt: skip
    found = analyst.estimate(position, options.ply, stop, options.state)
    rolled = _rolled_out(position, (None,), options, stop).get(None)
    cube = None
    matrix = None
    rolls = analyst.rolls(position, options.ply, stop, options.state) if options.rolls else ()
    if position.outcome() is None:
        cube = None if options.state is None else analyst.cube(position, options.state, options.ply, stop)
        if options.scores is not None:
            standing = options.state or MatchState()
            matrix = score_matrix(analyst, position, options.scores, standing, options.ply, stop)
    if cube is not None and rolled is not None:
        cube = rolled_verdict(cube, rolled)
    if options.as_json:
        rollout = {} if rolled is None else {"rollout": _rolled_json(rolled)}
        verdict = {} if cube is None else {"cube": _cube_json(cube)}
        verdict |= {} if matrix is None else {"scores": msgspec.to_builtins(matrix)}
        verdict |= _rolls_json(position, rolls, options.lang) if rolls else {}
        estimate = {**_estimate_json(found), "ply": options.ply}
        print_json({"position": position.text(), **_match_json(options.state), **estimate, **rollout, **verdict})
        return
    _show([Row(None, found, options.ply, None, rolled)], options.lang)
    if cube is not None:
        _show_cube(cube, rolled, options.lang)
    if matrix is not None:
        _show_matrix(matrix, options.lang)
    if rolls:
        _show_rolls(position, rolls, options.lang)


def _with_a_roll(
    analyst: EquityAnalyst, position: Position, options: EvaluateOptions, stop: threading.Event
) -> None:  # fmt: skip
    rated = analyst.turns(position, options.ply, options.turns, stop=stop, state=options.state)
    rolled = _rolled_out(position, [turn.move for turn in rated], options, stop)
    ranked = sorted(rated, key=lambda turn: -_worth(turn, rolled.get(turn.move))) if options.rollout else list(rated)
    most = _worth(ranked[0], rolled.get(ranked[0].move))
    texts = {turn.move: position.notate(position.parse_move(turn.move), options.lang) for turn in ranked}
    # Who was judged less far ahead may seem worth more than the best.
    losses = {turn.move: most - _worth(turn, rolled.get(turn.move)) for turn in ranked}
    if options.as_json:
        turns = [
            _turn_json(turn, texts[turn.move], max(0.0, losses[turn.move]), rolled.get(turn.move)) for turn in ranked
        ]
        best = {key: value for key, value in turns[0].items() if key not in ("move", "loss")}
        print_json({"position": position.text(), **_match_json(options.state), **best, "turns": turns})
        return
    rows = [Row(texts[each.move], each.estimate, each.ply, losses[each.move], rolled.get(each.move)) for each in ranked]
    _show(rows, options.lang)


def _worth(turn: RatedTurn, rolled: RolledOut | None) -> float:
    return turn.estimate.equity if rolled is None else rolled.judged[0]


def _rolled_out(
    position: Position, turns: Sequence[str | None], options: EvaluateOptions, stop: threading.Event
) -> dict[str | None, RolledOut]:
    if options.rollout is None or stop.is_set():
        return {}
    wanted, within, processes = options.rollout
    total = len(turns) * wanted.trials
    if processes is None:
        processes = min(usual_processes(), total // WORTH_A_PROCESS)
    found: Mapping[int, RolledOut] = {}
    with (
        progress(say("cli.evaluate.rolling", options.lang)) as bar,
        closing(rolling_out(position, turns, wanted, stop, processes if processes > 1 else 0)) as playing,
    ):
        task = bar.add_task("", total=total)
        for found in playing:
            bar.update(task, completed=sum(each.trials for each in found.values()))
            if within is not None and len(found) == len(turns) and is_settled(found, within):
                break
    return {turns[number]: each for number, each in found.items()}


def _estimate_json(estimate: Estimate) -> dict[str, float]:
    found = {"equity": estimate.equity} | {name: getattr(estimate.chances, name) for name in CHANCES}
    return found if estimate.match_chance is None else {**found, "match_chance": estimate.match_chance}


def _match_json(state: MatchState | None) -> dict[str, Any]:
    if state is None:
        return {}
    told = {**state._asdict(), "owner": None if state.owner is None else state.owner.word}
    return {"match": {**told, "is_crawford": state.is_crawford}}


def _cube_json(verdict: CubeVerdict) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(verdict)
    del found["estimate"]
    return found


def _mean(rolls: Sequence[RatedRoll]) -> float:
    return sum(each.probability * each.best.estimate.equity for each in rolls)


def _best(position: Position, roll: RatedRoll, lang: str) -> str:
    """The best turn with a roll."""
    rolled = position.play(roll.dice)
    return rolled.notate(rolled.parse_move(roll.best.move), lang)


def _rolls_json(position: Position, rolls: Sequence[RatedRoll], lang: str) -> dict[str, Any]:
    mean = _mean(rolls)
    told = [
        {
            "dice": each.dice,
            "probability": each.probability,
            "luck": each.best.estimate.equity - mean,
            "move": _best(position, each, lang),
            **_estimate_json(each.best.estimate),
        }
        for each in rolls
    ]
    return {"rolls": told, "mean": mean}


def _rolled_json(rolled: RolledOut) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(rolled)
    for name in ("match_chance", "cubeful", "double_take"):
        if found[name] is None:
            del found[name]
    return {**found, **found.pop("chances")}


def _turn_json(turn: RatedTurn, text: str, loss: float, rolled: RolledOut | None) -> dict[str, Any]:
    found: dict[str, Any] = {"move": text, "loss": loss, **_estimate_json(turn.estimate), "ply": turn.ply}
    return found if rolled is None else {**found, "rollout": _rolled_json(rolled)}


class Row(NamedTuple):
    """A line to show: the turn, what it is worth, with which ply, the loss, and the rollout."""

    move: str | None
    estimate: Estimate
    ply: int
    loss: float | None
    rollout: RolledOut | None


def _show(rows: list[Row], lang: str) -> None:
    """Print a table for people."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    with_turns, drawn = rows[0].move is not None, any(row.estimate.chances.drawn for row in rows)
    in_match = rows[0].estimate.match_chance is not None
    names = [*(["turn"] if with_turns else []), "equity", *(["loss"] if with_turns else [])]
    names += ["match_chance"] if in_match else []
    shown = [name for name in CHANCES if name != "drawn" or drawn]
    for name in (*names, *shown, "ply"):
        grid.add_column(
            say(f"cli.evaluate.{name}", lang), justify="left" if name == "turn" else "right", no_wrap=name != "turn"
        )
    if any(row.rollout is not None for row in rows):
        grid.add_column(say("cli.evaluate.rollout", lang), no_wrap=True)
    if any(row.rollout is not None and row.rollout.cubeful is not None for row in rows):
        grid.add_column(say("cli.evaluate.cubeful", lang), no_wrap=True)
    for row in rows:
        cells = [*([row.move] if row.move is not None else []), f"{row.estimate.equity:+.3f}"]
        if with_turns:
            cells.append(f"{-row.loss:+.3f}" if row.loss else "")
        cells += [_chance(row.estimate.match_chance)] if in_match else []
        cells += [f"{100 * getattr(row.estimate.chances, name):.1f}" for name in shown]
        cells.append(str(row.ply))
        if row.rollout is not None:
            cells.append(_rollout(row.rollout.equity, row.rollout.half))
            if row.rollout.cubeful is not None:
                cells.append(_rollout(row.rollout.cubeful.equity, row.rollout.cubeful.half))
        grid.add_row(*map(Text, cells))
    Console(highlight=False, file=sys.stdout).print(grid)


def _rollout(equity: float, half: float) -> str:
    return f"{equity:+.3f} ± {half:.3f}"


def _show_cube(verdict: CubeVerdict, rolled: RolledOut | None, lang: str) -> None:
    """Print what each decision about the cube is worth, and which is right; `rolled`: what a rollout has found."""
    halves: dict[str, float] = {}
    if rolled is not None:
        found = {"no_double": rolled.cubeful, "double_take": rolled.double_take}
        halves = {name: each.half for name, each in found.items() if each is not None}
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column(say("cli.evaluate.cube", lang))
    grid.add_column(say("cli.evaluate.equity", lang), justify="right")
    with_chance = verdict.no_double.match_chance is not None
    if with_chance:
        grid.add_column(say("cli.evaluate.match_chance", lang), justify="right")
    for name in ("no_double", "double_take", "double_pass", "beaver"):
        worth: CubeEquity | None = getattr(verdict, name)
        if worth is not None:
            equity = _rollout(worth.equity, halves[name]) if name in halves else f"{worth.equity:+.3f}"
            cells = [say(f"cli.evaluate.cube.{name}", lang), equity]
            grid.add_row(*map(Text, [*cells, *([_chance(worth.match_chance)] if with_chance else [])]))
    console = Console(highlight=False, file=sys.stdout)
    console.print()
    console.print(grid)
    console.print(Text(cube_text(verdict, lang)))


def _show_rolls(position: Position, rolls: Sequence[RatedRoll], lang: str) -> None:
    """Print the rolls, the luckiest first: equity, luck against the mean, best turn."""
    mean = _mean(rolls)
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for key in ("roll", "equity", "luck", "turn"):
        grid.add_column(say(f"cli.evaluate.{key}", lang), justify="left" if key in ("roll", "turn") else "right")
    for each in sorted(rolls, key=lambda roll: -roll.best.estimate.equity):
        equity = each.best.estimate.equity
        grid.add_row(*map(Text, (each.dice, f"{equity:+.3f}", f"{equity - mean:+.3f}", _best(position, each, lang))))
    console = Console(highlight=False, file=sys.stdout)
    console.print()
    console.print(grid)
    console.print(Text(say("cli.evaluate.mean", lang, mean=f"{mean:+.3f}")))


def _show_matrix(matrix: ScoreMatrix, lang: str) -> None:
    """Print the decisions by what the side to roll lacks (rows) and the other (columns), and what their signs mean."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column(say("ui.scores", lang))
    for lacking in range(1, len(matrix.rows) + 1):
        grid.add_column(str(lacking), justify="center")
    for lacking, row in enumerate(matrix.rows, 1):
        grid.add_row(*map(Text, [str(lacking), *(say(f"ui.scores.{each}", lang) for each in row)]))
    console = Console(highlight=False, file=sys.stdout)
    console.print()
    console.print(grid)
    money = say(f"ui.scores.{matrix.money}", lang)
    console.print(Text(say("ui.scores.help", lang, money=money)))


def _chance(chance: float | None) -> str:
    return "" if chance is None else f"{100 * chance:.2f}"
