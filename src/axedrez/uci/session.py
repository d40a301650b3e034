"""Axedrez as a UCI engine: a session with a GUI (docs/uci.md)."""

from __future__ import annotations

import queue
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple, cast, get_args

import axedrez
from axedrez import engine, library
from axedrez.chess import perft
from axedrez.chess.engine import player
from axedrez.chess.engine.engine import Engine, Info, Limits
from axedrez.chess.engine.known_endgames import Endgames, Use
from axedrez.chess.engine.syzygy import open_folder
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.contract import Game, after_chance
from axedrez.core.errors import AxedrezError, TextError
from axedrez.jit import settle
from axedrez.messages import say, sentence
from axedrez.uci import variants, writing
from axedrez.uci.board import Board, read_move
from axedrez.uci.commands import MAX_LINE_LENGTH, Go, read_go, read_option, read_position
from axedrez.uci.options import Option, Options
from axedrez.uci.timing import Control, time_of

WAIT_S = 0.1
NOWHERE = "<empty>"
"""How UCI writes an empty text."""


class _Work(NamedTuple):
    """A line that waits until the previous search has ended; `control` is that of `go`."""

    words: list[str]
    control: Control | None = None


def offered(variant: str) -> tuple[Option, ...]:
    """The options; `variant` is the default of `UCI_Variant`."""
    known, endgames = variants.names(), Endgames.of_environment()
    return (
        Option("Hash", "spin", 16, 1, 16384),
        Option("Threads", "spin", 1, 1, 256),
        Option("MultiPV", "spin", 1, 1, 256),
        Option("Ponder", "check", default=False),
        Option("Skill Level", "spin", engine.FULL, engine.WEAKEST, engine.FULL),
        Option("Move Overhead", "spin", 30, 0, 5000),
        Option("UCI_Chess960", "check", default=False),
        Option("UCI_Variant", "combo", variant, choices=known if variant in known else (variant, *known)),
        Option("Clear Hash", "button"),
        Option("SyzygyPath", "string", str(endgames.syzygy or NOWHERE)),
        Option("EndgameTables", "combo", endgames.use, choices=get_args(Use)),
    )


class Session:
    """A session: `write` is called with each line of output. `game` replaces the default game at the beginning.

    `prepared(game, wait_s)` waits at most so long for the compiled kernels of a game; it returns whether they exist.
    Lines are read in one thread and executed in another, so that a search reacts to `stop` at once.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        lang: str = "en",
        game: Game | None = None,
        prepared: Callable[[Game, float], bool] = lambda game, wait_s: True,
    ) -> None:
        """Raises `AxedrezError` for a game of another family than chess."""
        if game is not None and not isinstance(game, ChessGame):
            raise AxedrezError("uci_family", name=game.name)
        self._write = write
        self._lang = lang
        self._given = game
        self._prepared = prepared
        self._options = Options(offered(game.name if game is not None else "chess"))
        self._board: Board | None = None
        self._engine: Engine | None = None
        self._debug = False
        self._work: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._controls: list[Control] = []  # of queued and running searches
        self._speaking = threading.Lock()
        self._deaf = False
        self._is_lost = False

    def run(self, stream: IO[bytes]) -> None:
        """Run until `quit` or the end of the input."""
        worker = threading.Thread(target=self._carry_out, name="uci-work")
        worker.start()
        try:
            for line in _lines(stream):
                if not self._hear(line):
                    break
        finally:
            self._stop()
            self._work.put(None)
            worker.join()

    def _hear(self, line: str) -> bool:
        """Handle a line: urgent commands at once, the others in the worker. False for `quit`."""
        words = line.split()
        if not words:
            return True
        try:
            match words[0]:
                case "quit":
                    return False
                case "stop":
                    self._stop()
                case "ponderhit":
                    for control in list(self._controls):
                        control.hit()
                case "isready" if self._controls:
                    self._say("readyok")
                case "register":
                    pass
                case "go":
                    self._work.put(_Work(words, self._begun(words)))
                case "uci" | "isready" | "ucinewgame" | "debug" | "position" | "setoption":
                    self._work.put(_Work(words))
                case word:
                    raise TextError("uci_command", value=word[:60])
        except AxedrezError as fault:
            self._refuse(fault)
        return True

    def _begun(self, words: list[str]) -> Control | None:
        """The control of a search that is asked for; None, and a remark, if it is asked for in other words."""
        try:
            control = Control(read_go(words[1:]))
        except AxedrezError as fault:
            self._refuse(fault)
            return None
        self._controls.append(control)
        return control

    def _stop(self) -> None:
        for control in list(self._controls):
            control.stop()

    def _say(self, line: str) -> None:
        with self._speaking:
            if not self._deaf:
                try:
                    self._write(line)
                except (OSError, ValueError):  # the GUI has closed the pipe
                    self._deaf = True
                    self._stop()

    def _refuse(self, fault: AxedrezError) -> None:
        self._remark(" ".join(sentence(fault, self._lang).split()))

    def _remark(self, text: str) -> None:
        self._say("info string " + "".join(sign if sign.isprintable() else " " for sign in text))

    def _carry_out(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                self._do(work.words, work.control)
            except Exception as fault:  # whatever it is, the GUI gets an answer
                if not isinstance(fault, AxedrezError | MemoryError):
                    traceback.print_exc()  # a bug
                self._refuse(_refusal_of(fault))
                if work.control is not None:
                    self._say(f"bestmove {writing.NONE}")
            finally:
                if work.control is not None:
                    self._controls.remove(work.control)

    def _do(self, words: list[str], control: Control | None) -> None:
        match words[0]:
            case "uci":
                self._introduce()
            case "isready":
                self._ready()
                self._say("readyok")
            case "ucinewgame":
                if self._engine is not None:
                    self._engine.new_game()
            case "debug":
                if words[1:] not in (["on"], ["off"]):
                    raise TextError("uci_debug", value=" ".join(words[1:])[:60])
                self._debug = words[1] == "on"
            case "position":
                self._is_lost = True  # until it is read: no answer is given about the one before
                self._ready().set(read_position(words[1:]))
                self._is_lost = False
            case "setoption":
                self._set(*read_option(words[1:]))
            case "go" if control is not None:
                self._go(read_go(words[1:]), control)
            case "go":
                self._say(f"bestmove {writing.NONE}")

    def _introduce(self) -> None:
        self._say(f"id name Axedrez {axedrez.__version__}")
        self._say("id author Axedrez")
        for option in self._options.offered.values():
            self._say(str(option))
        self._say("uciok")

    def _set(self, name: str, text: str) -> None:
        name = self._options.set(name, text)
        if name in ("UCI_Variant", "UCI_Chess960"):
            if self._board is not None and self._game() is not self._board.game:
                self._board = self._engine = None
        elif name in ("Hash", "Threads", "SyzygyPath", "EndgameTables"):
            self._engine = None
        elif name == "Clear Hash" and self._engine is not None:
            self._engine.new_game()

    def _game(self) -> ChessGame:
        """The game that the options select."""
        name = self._options.text("UCI_Variant")
        if self._given is not None and name == self._given.name:
            return self._given
        name = variants.rulebook(name)
        if name == "clasico" and self._options.number("UCI_Chess960"):
            name = "chess960"
        game = library.load(name)
        assert isinstance(game, ChessGame)
        return game

    def _ready(self) -> Board:
        """The board, after loading and compiling everything that a search needs."""
        if self._board is None:
            self._board = Board(self._game())
        if self._engine is None:
            self._engine = self._searcher(self._board)
        return self._board

    def _searcher(self, board: Board) -> Engine:
        game = board.game
        endgames = self._endgames()
        hash_mb, threads = self._options.number("Hash"), self._options.number("Threads")
        engine = Engine(game, hash_mb=hash_mb, threads=threads, endgames=endgames)
        first = after_chance(game.start())
        if first.legal_moves():
            engine.think(first, board.history, Limits(depth=1))
        settle()
        return engine

    def _endgames(self) -> Endgames:
        """The endgame tables to look into. A folder that cannot be read is told, and done without."""
        path, use = self._options.text("SyzygyPath"), self._options.text("EndgameTables")
        found = Endgames(Path(path) if path not in ("", NOWHERE) else None, cast("Use", use))
        if found.syzygy is not None:
            try:
                open_folder(found.syzygy)
            except AxedrezError as fault:
                self._refuse(fault)
                found = found._replace(syzygy=None)
        return found

    def _go(self, go: Go, control: Control) -> None:
        if self._is_lost:
            raise TextError("uci_no_position")
        board = self._ready()
        position = board.position
        if go.perft:
            self._perft(board, go.perft, control)
            return
        moves = self._named(position, go.searchmoves)
        if go.searchmoves and not moves:
            self._say(f"bestmove {writing.NONE}")
            return
        if not position.legal_moves():
            if position.is_chance():
                self._remark(say("error.uci_chance", self._lang))
            else:
                self._say(writing.over(position))
            control.wait()
            self._say(f"bestmove {writing.NONE}")
            return
        time = time_of(go, position.side, self._options.number("Move Overhead"))
        control.allow(time, paced=go.movetime is None)
        if self._debug and time is not None:
            self._remark(say("cli.uci.time", self._lang, soft=time.soft_ms, hard=time.hard_ms))
        lines = self._options.number("MultiPV")
        limits = Limits(go.depth, go.nodes, 0, go.mate, lines, moves)
        level = self._options.number("Skill Level")
        is_full = level == engine.FULL
        answer = self._search(board, limits, control) if is_full else self._choose(board, go, control, level)
        control.wait()
        self._say(answer)

    def _named(self, position: ChessPosition, texts: Sequence[str]) -> tuple[ChessMove, ...]:
        """The legal ones of these moves; the others are told, and passed over."""
        found: list[ChessMove] = []
        for text in texts:
            try:
                found.append(read_move(position, text))
            except AxedrezError as fault:
                self._refuse(fault)
        return tuple(found)

    def _search(self, board: Board, limits: Limits, control: Control) -> str:
        def tell(found: Info) -> None:
            self._say(writing.info(found, limits.lines))
            control.heard(found)

        assert self._engine is not None
        outcome = self._engine.think(board.position, board.history, limits, stop=control, on_info=tell)
        return writing.best(outcome)

    def _choose(self, board: Board, go: Go, control: Control, level: int) -> str:
        """Play the move of a weaker level, without `info` lines."""
        nodes = go.nodes or None
        move = player.choose(board.position, board.history, level=level, nodes=nodes, stop=control)
        return f"bestmove {move}"

    def _perft(self, board: Board, depth: int, control: Control) -> None:
        """Print the node count of each move, as other engines do for `go perft`."""
        if not self._prepared(board.game, 0):
            self._remark(say("cli.uci.compiling", self._lang))
        while not self._prepared(board.game, WAIT_S):
            if control.is_set():
                return
        counted = 0
        for move in board.position.legal_moves():
            paths = perft.paths(board.position.play_unchecked(move), depth - 1)
            counted += paths
            self._say(f"{move}: {paths}")
        self._say("")
        self._say(f"Nodes searched: {counted}")


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of the input; lines over the limit are cut."""
    while line := stream.readline(MAX_LINE_LENGTH):
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == MAX_LINE_LENGTH:
            rest = stream.readline(MAX_LINE_LENGTH)
        yield line.decode("utf-8", "replace")


def _refusal_of(fault: Exception) -> AxedrezError:
    if isinstance(fault, AxedrezError):
        return fault
    if isinstance(fault, MemoryError):
        return AxedrezError("uci_memory")
    return AxedrezError("uci_fault", fault=type(fault).__name__)
