"""What `axedrez analyse --out FILE.html` writes: the analysis as a page with a diagram of each marked position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import cast

from axedrez.analysis.dice.game_line import DiceLine
from axedrez.analysis.dice.numbering import has_own_numbers
from axedrez.analysis.dice.render import CubeReport, DiceReport, DiceTurnReport, number, render, signed
from axedrez.analysis.dice.review import DicePlayer
from axedrez.analysis.equity_analyst import PositionWithIds
from axedrez.analysis.game_line import GameLine
from axedrez.analysis.render import MoveReport, Report
from axedrez.cli import analysed_turns
from axedrez.cli.analyse_options import Analysed
from axedrez.cli.output import title
from axedrez.core import Position, Side
from axedrez.core.match_state import MatchState
from axedrez.core.scene import PointsScene
from axedrez.messages import say
from axedrez.printing.web_page import table, web_page

SIZE = 340
"""Pixels of a diagram."""
_STYLE = """
section { margin: 1.5rem 0; padding-top: 0.5rem; border-top: 3px solid #d8ccb6; }
code { overflow-wrap: anywhere; font-size: 0.85em; }
.sign { color: #ad2f14; font-weight: 600; }
.played { font-weight: 600; }
"""
_CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")


def page(done: Sequence[Analysed], lang: str) -> str:
    """The page of games of one kind."""
    body = "".join("".join(_game(number, each, lang)) for number, each in enumerate(done, 1))
    if len(done) > 1 and isinstance(done[0].report, DiceReport):
        body += (
            f"<h2>{escape(say('cli.analyse.dice.all', lang))}</h2>{_figures(analysed_turns.totals(done, lang), lang)}"
        )
    return web_page(say("cli.analyse.title", lang), lang, body, _STYLE)


def _game(number: int, each: Analysed, lang: str) -> Iterator[str]:
    yield f"<h2>{escape(title(each.game, lang).plain)}</h2>"
    if isinstance(each.report, Report):
        yield from _moves(number, each.report, each.line, lang)
    else:
        report = render(each.line, each.review, lang, own_numbers=True)
        yield from _turns(number, report, each, lang)


# --- games that are searched -----------------------------------------------------------------------------------------


def _moves(game: int, report: Report, line: GameLine, lang: str) -> Iterator[str]:
    yield "".join(f"<p>{escape(player.text)}</p>" for player in report.players)
    marked = [move for move in report.moves if move.sign or move.ply in report.moments]
    told = {move.ply for move in marked}
    headings = [say(f"cli.analyse.{key}", lang) for key in ("move", "standing", "comment")]
    rows = []
    for move in report.moves:
        name = f'<a href="#g{game}p{move.ply}">{escape(move.move)}</a>' if move.ply in told else escape(move.move)
        rows.append((name, [escape(move.standing.score), escape(move.text if move.ply in told else "")]))
    yield table(headings, rows)
    yield from (_move(game, move, line) for move in marked)


def _move(game: int, move: MoveReport, line: GameLine) -> str:
    turn = line.turns[move.ply - 1]
    steps = turn.before.taken(turn.move)
    marks = {place for step in steps for place in (step.origin, step.target)}
    said = f"<p>{escape(move.text)}</p><p>{escape(move.standing.text)}</p>"
    return _section(f"g{game}p{move.ply}", move.move, turn.before, marks, said)


# --- games of dice ---------------------------------------------------------------------------------------------------


def _turns(game: int, report: DiceReport, each: Analysed, lang: str) -> Iterator[str]:
    yield f"<p>{escape(report.text)}</p><p>{escape(report.method)}</p>"
    white, black = (say(f"ui.side.{side}", lang) for side in ("white", "black"))
    yield _figures({white: each.review.white, black: each.review.black}, lang)
    headings = ["", *(say(f"cli.analyse.dice.{key}", lang) for key in ("turn", "win", "loss", "luck", "better"))]
    rows, marked = [], list[str]()
    for told in report.told():
        if isinstance(told, DiceTurnReport):
            rows.append(_turn_row(game, told, lang))
            marked += [_turn(game, told, each.line, lang)] if told.sign else []
        else:
            rows.append(_cube_row(game, told, lang))
            marked += [_cube(game, told, each.line, lang)] if told.sign else []
    yield table(headings, rows)
    yield from marked


def _figures(players: Mapping[str, DicePlayer], lang: str) -> str:
    rows = [
        (escape(label), [escape(value) for value in values])
        for label, values in analysed_turns.figures(list(players.values()), lang)
    ]
    return table(["", *map(escape, players)], rows)


def _turn_row(game: int, turn: DiceTurnReport, lang: str) -> tuple[str, list[str]]:
    name = escape(f"{turn.ply}. {say(f'ui.side.{turn.side}', lang)} {turn.dice}")
    text = escape(turn.text)
    if turn.sign:
        text = f'<a href="#g{game}p{turn.ply}">{text}</a> <span class="sign">{turn.sign}</span>'
    luck = "" if turn.luck is None else f"{signed(turn.luck, lang)} {turn.luck_sign}"
    lost = "" if turn.is_forced else number(turn.loss, lang, 3)
    better = escape(turn.turns[0].text) if turn.sign else ""
    return name, [text, number(100 * turn.after.win, lang, 1) + " %", lost, escape(luck), better]


def _cube_row(game: int, cube: CubeReport, lang: str) -> tuple[str, list[str]]:
    text = escape(cube.text)
    if cube.sign:
        text = f'<a href="#g{game}c{cube.ply}{cube.act}">{text}</a> <span class="sign">{cube.sign}</span>'
    return "", [text, "", number(cube.loss, lang, 3), "", ""]


def _turn(game: int, turn: DiceTurnReport, line: DiceLine, lang: str) -> str:
    played = line.turns[turn.ply - 1]
    in_match = turn.turns[0].match_chance is not None
    headings = ["", *(say(f"cli.evaluate.{key}", lang) for key in ("turn", "equity", "loss"))]
    headings += [say("cli.evaluate.match_chance", lang)] if in_match else []
    headings += [say(f"cli.evaluate.{key}", lang) for key in (*_CHANCES, "ply")]
    rows = []
    for place, rated in enumerate(turn.turns, 1):
        text = escape(rated.text)
        cells = [f'<span class="played">{text}</span>' if rated.is_played else text, signed(rated.equity, lang)]
        cells.append(signed(-rated.loss, lang) if place > 1 else "")
        cells += [number(100 * (rated.match_chance or 0.0), lang, 2)] if in_match else []
        cells += [number(100 * getattr(rated.chances, key), lang, 1) for key in _CHANCES]
        rows.append((f"{place}.", [*cells, str(rated.ply)]))
    said = f"<p>{escape(' '.join([turn.comment, *turn.reasons]))}</p>{table(headings, rows)}"
    heading = f"{turn.ply}. {say(f'ui.side.{turn.side}', lang)} {turn.dice}: {turn.text} {turn.sign}"
    return _section(
        f"g{game}p{turn.ply}", heading, played.rolled, set(), said + _facts(played.rolled, played.state, lang)
    )


def _cube(game: int, cube: CubeReport, line: DiceLine, lang: str) -> str:
    turn = line.turns[cube.ply] if cube.ply < len(line.turns) else None
    position = line.end if turn is None else line.game.parse(turn.question.position)
    state = line.state if turn is None else turn.question.state or turn.state
    rows = [
        (say(f"cli.evaluate.cube.{key}", lang), [signed(getattr(cube, key), lang)])
        for key in ("no_double", "double_take", "double_pass")
    ]
    said = f"<p>{escape(cube.text)}</p>{table(['', say('cli.evaluate.equity', lang)], rows)}"
    heading = f"{cube.ply + 1}. {cube.text} {cube.sign}"
    return _section(f"g{game}c{cube.ply}{cube.act}", heading, position, set(), said + _facts(position, state, lang))


def _facts(position: Position, state: MatchState, lang: str) -> str:
    """The pips of both sides, and the ids of the position."""
    scene = position.scene()
    assert isinstance(scene, PointsScene)
    pips = say("cli.analyse.pips", lang, white=scene.pips.white, black=scene.pips.black)
    ids = cast("PositionWithIds", position).ids(state)
    return f"<p>{escape(pips)}</p>" + "".join(f"<p><code>{escape(each)}</code></p>" for each in ids.values())


def _section(anchor: str, heading: str, position: Position, marks: set[str], said: str) -> str:
    own = has_own_numbers(position.game) if isinstance(position.scene(), PointsScene) else False
    flipped = own and position.side is Side.BLACK
    diagram = position.svg(size=SIZE, flipped=flipped, marks=marks, own_numbers=own)
    code = "" if own else f"<p><code>{escape(position.text())}</code></p>"
    return f'<section id="{anchor}"><h3>{escape(heading)}</h3>{diagram}{said}{code}</section>'
