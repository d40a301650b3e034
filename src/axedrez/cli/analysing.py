"""`axedrez analyse`: the games of a file move by move, with what would have been better."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from axedrez import analysts, gamefiles, library
from axedrez.analysis import Analysis, GameLine, Effort, Evaluation, Question, puzzles, report
from axedrez.chess.notation.pgn.annotation import annotated
from axedrez.analysis.evaluation import evaluate
from axedrez.analysis.puzzles import as_game
from axedrez.analysis.render import Report, render
from axedrez.chess.notation.pgn.reading import PgnGame, read_games
from axedrez.chess.notation.pgn.writing import write_game
from axedrez.cli.failures import INTERRUPTED
from axedrez.cli.output import print_json
from axedrez.cli.reading import read_file
from axedrez.cli.working import interruptible, progress, write_text
from axedrez.core import AxedrezError, History, TextError
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.messages import say, sentence
from axedrez.processes import Pool, frozen, usual_processes
from axedrez.uci import engines

STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


class Wish(NamedTuple):
    """How to analyse the games of a file, and what to give.

    `number` is the only game that is wanted, `engine` the name of one of others that evaluations in place of ours.
    """

    effort: Effort
    number: int | None = None
    processes: int | None = None
    as_json: bool = False
    pgn: str | None = None
    lang: str = "en"
    engine: str | None = None
    puzzles: str | None = None


class Analysed(NamedTuple):
    """A game of the file with its analysis."""

    game: PgnGame
    game_line: GameLine
    analysis: Analysis
    told: Report


def analyse(name: str, wish: Wish) -> int:
    """Analyse the games of a file; Ctrl-C ends, with what is whole by then. Raises `AxedrezError`."""
    games = _read(name, wish)
    game_lines = [GameLine(game.start, game.moves()) for game in games]
    with interruptible() as stop:
        answers = _look(game_lines, wish, stop)
    whole = [
        _analysed(game, game_line, evaluations, wish.lang)
        for game, game_line, evaluations in zip(games, game_lines, answers, strict=True)
        if evaluations.keys() >= set(game_line.questions())
    ]
    if wish.pgn is not None and whole:
        texts = [write_game(annotated(*each), library.load) for each in whole]
        write_text(wish.pgn, "".join(texts))
    if wish.puzzles is not None and whole:
        write_text(wish.puzzles, "".join(text for each in whole for text in _puzzles(each)))
    written = [name for name in (wish.pgn, wish.puzzles) if name is not None and whole]
    if wish.as_json:
        for each in whole:
            found = msgspec.to_builtins(puzzles(each.game_line, each.analysis))
            print_json({"headers": each.game.headers, **msgspec.to_builtins(each.analysis), "puzzles": found})
    elif written:
        for file in written:
            print(say("cli.printed", wish.lang, file=file))
    else:
        for each in whole:
            _show(each, wish.lang)
    return INTERRUPTED if stop.is_set() else 0


def _read(name: str, wish: Wish) -> list[PgnGame]:
    text = gamefiles.decoded(read_file(name))
    if gamefiles.GameFile(text).format.name != "pgn":
        told = next((each for each in gamefiles.GameFile(text) if isinstance(each, GameRecord)), None)
        raise AxedrezError("analysis_family", name=told.start.game.name if told is not None else name[:200])
    games: list[PgnGame] = []
    count = 0
    for count, item in enumerate(read_games(io.StringIO(text, newline=None), library.load), start=1):
        if wish.number not in (None, count):
            continue
        if isinstance(item, FileFault):
            fault = sentence(item.error, wish.lang)
            raise TextError("file_fault", game=item.game, line=item.line, column=item.column, fault=fault)
        games.append(item)
        if wish.number == count:
            break
    if not games:
        missing = AxedrezError("analysis_game", number=wish.number, count=count)
        raise missing if wish.number is not None else TextError("file_fault", **_empty(wish.lang))
    return games


def _empty(lang: str) -> dict[str, object]:
    return {"game": 1, "line": 1, "column": 1, "fault": sentence(TextError("file_empty"), lang)}


def _look(game_lines: Sequence[GameLine], wish: Wish, stop: threading.Event) -> list[dict[Question, Evaluation]]:
    asked = [game_line.questions() for game_line in game_lines]
    total = sum(map(len, asked))
    workers = analysts.pool(wish.processes or min(usual_processes(), max(1, total)))
    found: list[dict[Question, Evaluation]] = [{} for _ in game_lines]
    with closing(workers), progress(say("cli.analyse.looking", wish.lang)) as bar:
        task = bar.add_task("", total=total)
        for game_line, questions, evaluations in zip(game_lines, asked, found, strict=True):
            for question, answer in _answers(game_line, questions, workers, wish, stop):
                evaluations[question] = answer
                bar.advance(task)
    return found


def _answers(
    game_line: GameLine, questions: Sequence[Question], workers: Pool, wish: Wish, stop: threading.Event
) -> Iterator[tuple[Question, Evaluation]]:
    if wish.engine is None:
        yield from analysts.evaluations(workers, frozen(game_line.game), questions, wish.effort, stop)
        return
    with engines.outside(wish.engine, game_line.game) as engine:
        for asked in questions:
            position = game_line.game.parse(asked.position)
            answer = evaluate(position, History(asked.keys), wish.effort, asked.move, stop, engine)
            if stop.is_set():
                return
            yield asked, answer


def _analysed(game: PgnGame, game_line: GameLine, evaluations: dict[Question, Evaluation], lang: str) -> Analysed:
    analysis = report(game_line, evaluations)
    return Analysed(game, game_line, analysis, render(game_line, analysis, lang))


def _puzzles(each: Analysed) -> Iterator[str]:
    """The puzzles of a game, each as a game of PGN that tells whose it was."""
    for puzzle in puzzles(each.game_line, each.analysis):
        yield write_game(as_game(each.game_line, puzzle, each.game.headers), library.load)


def _show(each: Analysed, lang: str) -> None:
    """Print a game: its moves with how it stood after them, what was bad, and how well both played."""
    console = Console(highlight=False, file=sys.stdout)
    headers = each.game.headers
    names = [headers.get(colour) or say(f"ui.side.{colour.lower()}", lang) for colour in ("White", "Black")]
    console.print(Text(f"{names[0]} – {names[1]}, {each.game.result}", "bold underline"))
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for move in each.told.moves:
        style = STYLES.get(move.grade, "")
        marked = move.sign or move.ply in each.told.moments
        grid.add_row(Text(move.move, style), Text(move.standing.score), Text(move.text if marked else "", style))
    console.print(grid)
    for player in each.told.players:
        console.print(Text(player.text))
    console.print()
