"""`axedrez analyse`: the games of a file move by move, with better moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple, TextIO

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from axedrez import analysts, gamefiles, library
from axedrez.analysis import Analysis, Evaluation, GameLine, Question, puzzles, review
from axedrez.analysis.puzzles import as_game
from axedrez.analysis.render import Report, annotate, render
from axedrez.cli import analyse_dice, failures
from axedrez.cli.analyse_options import AnalyseOptions
from axedrez.cli.loading import read_file
from axedrez.cli.output import check_writable, output, print_json, title, write_text
from axedrez.cli.progress import interruptible, progress
from axedrez.core import AxedrezError
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.family import Family
from axedrez.messages import say
from axedrez.processes import Pool, frozen, usual_processes
from axedrez.uci import engines

STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


class Analysed(NamedTuple):
    """A game of the file with its analysis."""

    game: GameRecord
    line: GameLine
    analysis: Analysis
    report: Report


def analyse(name: str, options: AnalyseOptions) -> int:
    """Analyse the games of a file; returns the exit status, 1 if a game could not be read.

    Ctrl-C ends it after the games that are done. Raises `AxedrezError`.
    """
    check_writable(options.out, options.pgn, options.puzzles)
    games, status = _read(name, options)
    if any(analysts.equity_analyst_of(game.start.game) is not None for game in games):
        return analyse_dice.analyse(games, status, options)
    if options.ply is not None and games:
        raise AxedrezError("analysis_option", option="--ply", name=games[0].start.game.name)
    lines = [analysts.game_line(game.start, game.moves()) for game in games]
    with interruptible() as stop:
        found = _evaluate(lines, options, stop)
    done = [
        _analysed(game, line, evaluations, options.lang)
        for game, line, evaluations in zip(games, lines, found, strict=True)
        if evaluations.keys() >= set(line.questions())
    ]
    if options.pgn is not None and done:
        commented = [gamefiles.annotated(each.game, annotate(*each[1:])) for each in done]
        write_text(options.pgn, gamefiles.write(commented, "pgn"))
    if options.puzzles is not None and done:
        write_text(options.puzzles, gamefiles.write([puzzle for each in done for puzzle in _puzzles(each)], "pgn"))
    written = [name for name in (options.pgn, options.puzzles) if name is not None and done]
    if options.as_json:
        with output(options.out, options.lang) as stream:
            for each in done:
                found_puzzles = msgspec.to_builtins(puzzles(each.line, each.analysis))
                said = {"headers": each.game.headers, **msgspec.to_builtins(each.analysis), "puzzles": found_puzzles}
                print_json(said, stream)
    elif written:
        for file in written:
            print(say("cli.printed", options.lang, file=file))
    if not options.as_json and (options.out is not None or not written):
        with output(options.out, options.lang) as stream:
            for each in done:
                _show(each, options.lang, stream)
    return failures.INTERRUPTED if stop.is_set() else status


def _read(name: str, options: AnalyseOptions) -> tuple[list[GameRecord], int]:
    """The selected games, and the exit status; faults are printed at once."""
    text = gamefiles.decoded(read_file(name))
    file = gamefiles.GameFile(text, limit=None)
    if not any(file.format in family.formats and _is_analysed(family) for family in library.FAMILIES.values()):
        first = next((each for each in gamefiles.GameFile(text) if isinstance(each, GameRecord)), None)
        raise AxedrezError("analysis_family", name=first.start.game.name if first is not None else name[:200])
    games: list[GameRecord] = []
    count = status = 0
    for item in file:
        count += not (isinstance(item, FileFault) and item.error.reason == "file_empty")
        if options.number not in (None, count):
            continue
        if isinstance(item, FileFault):
            status = failures.tell(failures.file_fault(item, options.lang), 1)
        else:
            games.append(item)
        if options.number == count:
            break
    if not games and not status:
        raise AxedrezError("analysis_game", number=options.number, count=count)
    return games, status


def _is_analysed(family: Family) -> bool:
    return family.analyst() is not None or family.equity_analyst() is not None


def _evaluate(
    lines: Sequence[GameLine], options: AnalyseOptions, stop: threading.Event
) -> list[dict[Question, Evaluation]]:
    questions = [line.questions() for line in lines]
    total = sum(map(len, questions))
    workers = analysts.pool(options.processes or min(usual_processes(), max(1, total)))
    found: list[dict[Question, Evaluation]] = [{} for _ in lines]
    with closing(workers), progress(say("cli.analyse.looking", options.lang)) as bar:
        task = bar.add_task("", total=total)
        for line, own, evaluations in zip(lines, questions, found, strict=True):
            for question, evaluation in _answers(line, own, workers, options, stop):
                evaluations[question] = evaluation
                bar.advance(task)
    return found


def _answers(
    line: GameLine, questions: Sequence[Question], workers: Pool, options: AnalyseOptions, stop: threading.Event
) -> Iterator[tuple[Question, Evaluation]]:
    if options.engine is None:
        yield from analysts.answers(workers, frozen(line.game), questions, options.effort, stop)
        return
    with engines.external_engine(options.engine, line.game) as engine:
        for question in questions:
            found = analysts.answer(line.game, question, options.effort, stop, engine)
            if stop.is_set():
                return
            yield question, found


def _analysed(game: GameRecord, line: GameLine, found: dict[Question, Evaluation], lang: str) -> Analysed:
    analysis = review(line, found)
    return Analysed(game, line, analysis, render(line, analysis, lang))


def _puzzles(each: Analysed) -> Iterator[GameRecord]:
    """The puzzles of a game, each with the headers of the game."""
    return (as_game(each.line, puzzle, each.game.headers) for puzzle in puzzles(each.line, each.analysis))


def _show(each: Analysed, lang: str, stream: TextIO) -> None:
    """Print a game: its moves with scores, the mistakes, and a summary of both players."""
    console = Console(highlight=False, file=stream)
    console.print(title(each.game, lang))
    grid = Table(box=None, pad_edge=False, show_header=False)
    for move in each.report.moves:
        style = STYLES.get(move.grade, "")
        marked = move.sign or move.ply in each.report.moments
        grid.add_row(Text(move.move, style), Text(move.standing.score), Text(move.text if marked else "", style))
    console.print(grid)
    for player in each.report.players:
        console.print(Text(player.text))
    console.print()
