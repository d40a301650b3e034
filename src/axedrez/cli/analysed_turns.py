"""What `axedrez analyse` prints of games of dice: turns with losses, luck and better turns, and both sides' totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from axedrez.analysis.dice import DicePlayer
from axedrez.analysis.dice.cube import CUBE_MISTAKES
from axedrez.analysis.dice.render import SIGNS, CubeReport, DiceTurnReport, number, render, signed
from axedrez.analysis.dice.review import together
from axedrez.cli.analyse_options import Analysed
from axedrez.cli.output import title
from axedrez.messages import say

STYLES = {"doubtful": "yellow", "bad": "dark_orange", "very_bad": "red"}
WIDTH = 120
"""Columns of the output where it is not a terminal: a turn of Chessgammon and a better one fit."""


def show(done: Sequence[Analysed], lang: str, stream: TextIO) -> None:
    """Print the games, and the figures of their players over all of them."""
    console = Console(highlight=False, file=stream)
    if not console.is_terminal:
        console.width = WIDTH
    for each in done:
        _show(console, each, lang)
    if len(done) > 1:
        console.print(Text(say("cli.analyse.dice.all", lang), "bold underline"))
        _show_figures(console, totals(done, lang), lang)


def _show(console: Console, each: Analysed, lang: str) -> None:
    """Print a game: its turns with losses and luck, and the figures of both sides."""
    report = render(each.line, each.review, lang, own_numbers=True)
    console.print(title(each.game, lang))
    grid = Table(box=None, pad_edge=False, header_style="dim")
    grid.add_column()
    grid.add_column(say("cli.analyse.dice.turn", lang))
    for key in ("win", "loss", "luck"):
        grid.add_column(say(f"cli.analyse.dice.{key}", lang), justify="right", no_wrap=True)
    grid.add_column(say("cli.analyse.dice.better", lang))
    for happened in report.told():
        if isinstance(happened, DiceTurnReport):
            _add_turn(grid, happened, lang)
        else:
            _add_cube(grid, happened, lang)
    console.print(grid)
    console.print()
    white, black = (say(f"ui.side.{side}", lang) for side in ("white", "black"))
    _show_figures(console, {white: each.review.white, black: each.review.black}, lang)
    console.print(Text(report.text))
    console.print(Text(report.method, "dim"))
    console.print()


def _add_turn(grid: Table, turn: DiceTurnReport, lang: str) -> None:
    style = STYLES.get(turn.grade, "")
    initial = say(f"ui.side.{turn.side}", lang)[:1]
    better = " ".join([turn.turns[0].text + ("." if turn.reasons else ""), *turn.reasons]) if turn.sign else ""
    luck = "" if turn.luck is None else signed(turn.luck, lang) + (f" {turn.luck_sign:2}" if turn.luck_sign else "   ")
    grid.add_row(
        f"{turn.ply}. {initial} {turn.dice}",
        Text(turn.text + turn.sign, style),
        number(100 * turn.after.win, lang, 1) + " %",
        Text("" if turn.is_forced else number(turn.loss, lang, 3), style),
        luck,
        Text(better, style),
    )


def _add_cube(grid: Table, decision: CubeReport, lang: str) -> None:
    style = STYLES.get(decision.grade, "")
    grid.add_row(
        "", Text(decision.text, style), "", Text(number(decision.loss, lang, 3) + decision.sign, style), "", ""
    )


def figures(players: Sequence[DicePlayer], lang: str) -> list[tuple[str, list[str]]]:
    """The figures of players: what each is called, and one for each of them."""
    rates = ["–" if each.error_rate is None else number(each.error_rate, lang, 1) for each in players]
    words = ["" if each.rating is None else say(f"analysis.dice.rating.{each.rating}", lang) for each in players]
    prs = ["–" if each.pr is None else number(each.pr, lang, 2) for each in players]
    return [
        (
            say("cli.analyse.dice.decisions", lang),
            [f"{each.unforced}, {each.cube_decisions}" for each in players],
        ),
        (say("cli.analyse.dice.turn_loss", lang), [number(each.loss, lang, 3) for each in players]),
        (say("cli.analyse.dice.cube_loss", lang), [number(each.cube_loss, lang, 3) for each in players]),
        (
            ", ".join(say(f"analysis.dice.cube_mistakes.{kind}", lang) for kind in CUBE_MISTAKES),
            [", ".join(str(each.cube_mistakes[kind]) for kind in CUBE_MISTAKES) for each in players],
        ),
        (say("cli.analyse.dice.rate", lang), rates),
        (
            say("cli.analyse.dice.snowie", lang),
            ["–" if each.snowie_rate is None else number(each.snowie_rate, lang, 1) for each in players],
        ),
        ("PR", [f"{pr} ({word})" if word else pr for pr, word in zip(prs, words, strict=True)]),
        (say("cli.analyse.dice.luck", lang), [signed(each.luck, lang) for each in players]),
        (
            " ".join(SIGNS.values()),
            [" ".join(str(each.grades[grade]) for grade in SIGNS) for each in players],
        ),
    ]


def totals(done: Sequence[Analysed], lang: str) -> dict[str, DicePlayer]:
    """The players over all games, by their names."""
    sides: dict[str, list[DicePlayer]] = {}
    for each in done:
        for colour, player in (("White", each.review.white), ("Black", each.review.black)):
            name = each.game.headers.get(colour) or say(f"ui.side.{colour.lower()}", lang)
            sides.setdefault(name, []).append(player)
    return {name: together(players, done[0].review.unit) for name, players in sides.items()}


def _show_figures(console: Console, players: Mapping[str, DicePlayer], lang: str) -> None:
    """The figures of players, side by side."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column()
    for name in players:
        table.add_column(Text(name), justify="right")
    for label, values in figures(list(players.values()), lang):
        table.add_row(label, *values)
    console.print(table)
