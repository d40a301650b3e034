"""`axedrez analyse`: the games of a file move by move, with better moves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, TextIO

import msgspec

from axedrez import analysts, gamefiles, library
from axedrez.analysis import puzzles
from axedrez.analysis.analyst import AnyAnalyst, Capability
from axedrez.analysis.puzzles import as_game
from axedrez.analysis.render import Report
from axedrez.cli import analysed_moves, analysed_page, analysed_turns, failures
from axedrez.cli.analyse_options import Analysed, AnalyseOptions
from axedrez.cli.capabilities import check_options
from axedrez.cli.loading import read_file
from axedrez.cli.output import check_writable, output, print_json, write_text
from axedrez.cli.progress import interruptible, progress
from axedrez.core import AxedrezError
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.messages import say
from axedrez.processes import Pool, frozen, usual_processes
from axedrez.uci import engines


def analyse(name: str, options: AnalyseOptions) -> int:
    """Analyse the games of a file; returns the exit status, 1 if a game could not be read.

    Ctrl-C ends it after the games that are done. Raises `AxedrezError`.
    """
    check_writable(options.out, options.pgn, options.puzzles)
    games, status = _read(name, options)
    asked = [_Asked(game, options) for game in games]
    with interruptible() as stop:
        _answer(asked, options, stop)
    done = [each.analysed(options.lang) for each in asked if each.is_answered]
    if options.pgn is not None and done:
        commented = [gamefiles.annotated(each.game, each.annotations(options.lang)) for each in done]
        write_text(options.pgn, gamefiles.write(commented, "pgn"))
    if options.puzzles is not None and done:
        write_text(options.puzzles, gamefiles.write([puzzle for each in done for puzzle in _puzzles(each)], "pgn"))
    written = [name for name in (options.pgn, options.puzzles) if name is not None and done]
    if options.as_json:
        with output(options.out, options.lang) as stream:
            for each in done:
                print_json(_data(each), stream)
    elif written:
        for file in written:
            print(say("cli.printed", options.lang, file=file))
    if not options.as_json and done and (options.out is not None or not written):
        with output(options.out, options.lang) as stream:
            if options.out is not None and options.out.lower().endswith((".html", ".htm")):
                stream.write(analysed_page.page(done, options.lang))
            else:
                _shown(done)(done, options.lang, stream)
    return failures.INTERRUPTED if stop.is_set() else status


class _Asked:
    """A game of the file, and the answers about it as they are found. Raises `AxedrezError` for options it has not."""

    def __init__(self, game: GameRecord, options: AnalyseOptions) -> None:
        rules = game.start.game
        self.game = game
        self.analyst = analysts.analyst_of(rules)
        _check(self.analyst, rules.name, options)
        self.line = self.analyst.line(game)
        self.effort = self.analyst.settled(rules, options.effort)
        self.questions = self.line.questions()
        self.answers = dict[Any, Any]()

    @property
    def is_answered(self) -> bool:
        return len(self.answers) == len(self.questions)

    def analysed(self, lang: str) -> Analysed:
        review = self.analyst.review(self.line, self.answers, self.effort)
        return Analysed(self.game, self.analyst, self.line, review, self.analyst.report(self.line, review, lang))


def _check(analyst: AnyAnalyst, name: str, options: AnalyseOptions) -> None:
    effort = options.effort
    given: dict[str, tuple[Capability, bool]] = {
        "--pgn": ("annotations", bool(options.pgn)),
        "--puzzles": ("puzzles", bool(options.puzzles)),
        "--engine": ("engines", bool(options.engine)),
        "--depth": ("search", bool(effort.depth)),
        "--time": ("search", bool(effort.time_ms)),
        "--ply": ("plies", effort.ply is not None),
    }
    check_options(analyst, name, given)


def _read(name: str, options: AnalyseOptions) -> tuple[list[GameRecord], int]:
    """The selected games, and the exit status; faults are printed at once."""
    body = read_file(name)
    file = gamefiles.GameFile(body, limit=None)
    if not any(file.format in family.formats and family.analyst() is not None for family in library.FAMILIES.values()):
        first = next((each for each in gamefiles.GameFile(body) if isinstance(each, GameRecord)), None)
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


def _answer(asked: Sequence[_Asked], options: AnalyseOptions, stop: threading.Event) -> None:
    total = sum(len(each.questions) for each in asked)
    workers = analysts.pool(options.processes or min(usual_processes(), max(1, total)))
    with closing(workers), progress(say("cli.analyse.looking", options.lang)) as bar:
        task = bar.add_task("", total=total)
        for each in asked:
            for question, answer in _answers(each, workers, options, stop):
                each.answers[question] = answer
                bar.advance(task)


def _answers(
    asked: _Asked, workers: Pool, options: AnalyseOptions, stop: threading.Event
) -> Generator[tuple[Any, Any], None, None]:
    game = asked.line.game
    if options.engine is None:
        yield from analysts.answers(workers, frozen(game), asked.questions, asked.effort, stop)
        return
    with engines.external_engine(options.engine, game) as engine:
        for question in asked.questions:
            found = asked.analyst.answer(game, question, asked.effort, stop, engine)
            if stop.is_set():
                return
            yield question, found


def _puzzles(each: Analysed) -> list[GameRecord]:
    """The puzzles of a game, each with the headers of the game."""
    return [as_game(each.line, puzzle, each.game.headers) for puzzle in puzzles(each.line, each.review)]


def _data(each: Analysed) -> dict[str, Any]:
    said = {"headers": each.game.headers, **msgspec.to_builtins(each.review)}
    if "puzzles" in each.analyst.capabilities:
        said["puzzles"] = msgspec.to_builtins(puzzles(each.line, each.review))
    return said


def _shown(done: Sequence[Analysed]) -> Callable[[Sequence[Analysed], str, TextIO], None]:
    """What prints the games of a file, which are of one family."""
    return analysed_moves.show if isinstance(done[0].report, Report) else analysed_turns.show
