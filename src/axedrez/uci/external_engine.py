"""An external UCI engine with the interface of our own, with limited time and checked moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from axedrez.chess.engine.engine import EngineResult, Info, Limits
from axedrez.chess.position.game import ChessPosition
from axedrez.core.contract import Move
from axedrez.core.history import History
from axedrez.core.sides import Side
from axedrez.engine.player import Stop
from axedrez.uci import reading
from axedrez.uci.program import EngineFault, Program

MAX_SECONDS = 600.0
"""No search takes longer, whatever its limits."""

_LOOK_EVERY_S = 0.01
_GRACE_S = 5.0
_STOPPED_S = 10.0


class EngineConfig(NamedTuple):
    """How to run an engine: the command, its options, and the name of the game in `UCI_Variant`.

    `variant` is "" for an engine that knows only one game; `chess960`: castling as in Chess960.
    """

    command: tuple[str, ...]
    settings: Mapping[str, str]
    variant: str = ""
    chess960: bool = False


class MovesFrom(NamedTuple):
    """A position as UCI sends it: an earlier one, and the moves since."""

    begin: ChessPosition
    moves: Sequence[Move]


class Clocks(NamedTuple):
    """The time that both players have left, in ms, and what each move adds: the engine divides it itself."""

    white_ms: int
    black_ms: int
    increment_ms: int = 0


class ExternalEngine:
    """Searches positions with the engine of `config`; it has the methods of `axedrez.chess.engine.engine.Engine`.

    A process that has died or does not answer is restarted once in each search. Raises `EngineFault` if that does not
    help, and for an illegal move.
    """

    def __init__(self, config: EngineConfig) -> None:
        self.config = config
        self._program: Program | None = None
        self._lines = 1
        self._given_up = False

    def __enter__(self) -> ExternalEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name that the engine gives itself."""
        return self._running().name

    def close(self) -> None:
        """End the process."""
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def give_up(self) -> None:
        """Kill the process. Running calls in other threads fail, and so do all later calls."""
        self._given_up = True
        if (program := self._program) is not None:
            program.kill()

    def new_game(self) -> None:
        """Send `ucinewgame` and wait until the engine is ready."""
        program = self._running()
        program.say("ucinewgame")
        program.ready()

    def think(
        self,
        position: ChessPosition,
        history: History,
        limits: Limits,
        *,
        stop: Stop | None = None,
        on_info: Callable[[Info], None] | None = None,
        played: MovesFrom | None = None,
        clocks: Clocks | None = None,
    ) -> EngineResult:
        """Search `position`; without `played` the engine does not know the earlier positions.

        It is stopped before the time of who moves on `clocks` is over, and soon after `stop` is set. Raises
        `ValueError` for a position without legal moves, else like the class.
        """
        if not position.legal_moves():
            raise ValueError("no legal move")
        try:
            return self._think(position, limits, stop, on_info, played, clocks)
        except EngineFault as fault:
            ended = self._given_up or (stop is not None and stop.is_set())
            if ended or fault.reason not in ("engine_died", "engine_silent"):
                raise
            self.close()
            return self._think(position, limits, stop, on_info, played, clocks)

    def _think(
        self,
        position: ChessPosition,
        limits: Limits,
        stop: Stop | None,
        on_info: Callable[[Info], None] | None,
        played: MovesFrom | None,
        clocks: Clocks | None,
    ) -> EngineResult:
        program = self._running()
        if limits.lines != self._lines and "multipv" in program.options:
            program.set("MultiPV", str(limits.lines))
            self._lines = limits.lines
        program.say(_position(played or MovesFrom(position, ())))
        program.ready()
        program.say(_go(limits, clocks))
        found: dict[int, Info] = {}
        most_s = limits.time_ms / 1000 + _GRACE_S if limits.time_ms else MAX_SECONDS
        if clocks is not None:
            most_s = min(most_s, (clocks.white_ms if position.turn is Side.WHITE else clocks.black_ms) / 1000)
        deadline, stopping = time.monotonic() + most_s, False
        while True:
            line = program.hear(_LOOK_EVERY_S if stop is not None and not stopping else deadline - time.monotonic())
            if line is not None and line.startswith("bestmove"):
                return _outcome(position, line, found, program.name)
            info = reading.info(line, position) if line is not None else None
            if info is not None:
                found[info.multipv] = info
                if on_info is not None:
                    on_info(info)
            late = time.monotonic() >= deadline
            if late and stopping:
                self.close()
                raise EngineFault("engine_silent", name=program.name, seconds=round(_STOPPED_S))
            if not stopping and (late or (stop is not None and stop.is_set())):
                program.say("stop")
                deadline, stopping = time.monotonic() + _STOPPED_S, True

    def _running(self) -> Program:
        if self._program is not None and not self._program.is_alive:
            self.close()
        if self._program is None:
            config = self.config
            try:
                program = Program(config.command, config.settings, self._begun)
                if config.variant:
                    program.set("UCI_Variant", config.variant)
                if config.chess960:
                    program.set("UCI_Chess960", "true")
                program.say("ucinewgame")
                program.ready()
            except EngineFault:
                self.close()
                raise
            self._lines = 1
            return program
        return self._program

    def _begun(self, program: Program) -> None:
        self._program = program
        if self._given_up:
            program.kill()


def _position(played: MovesFrom) -> str:
    moves = " ".join(map(str, played.moves))
    return f"position fen {played.begin.text()}" + (f" moves {moves}" if moves else "")


def _go(limits: Limits, clocks: Clocks | None) -> str:
    said = {"depth": limits.depth, "nodes": limits.nodes, "movetime": limits.time_ms, "mate": limits.mate}
    words = [f"{name} {number}" for name, number in said.items() if number]
    if clocks is not None:
        left = f"wtime {clocks.white_ms} btime {clocks.black_ms}"
        words.append(f"{left} winc {clocks.increment_ms} binc {clocks.increment_ms}")
    moves = " ".join(map(str, limits.moves))
    return " ".join(["go", *(words or ["infinite"]), *([f"searchmoves {moves}"] if moves else [])])


def _outcome(position: ChessPosition, line: str, found: dict[int, Info], name: str) -> EngineResult:
    words = line.split()
    moves = reading.line_of(position, [word for word in words[1:4] if word != "ponder"])
    if not moves:
        raise EngineFault("engine_illegal", name=name, move=" ".join(words[1:2])[:20], position=position.text())
    lines = tuple(found[number] for number in sorted(found))
    deepest = max((info.depth for info in lines), default=0)
    nodes = max((info.nodes for info in lines), default=0)
    return EngineResult(moves[0], moves[1] if len(moves) > 1 else None, lines, deepest, nodes)
