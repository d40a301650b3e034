"""The first start, with nothing compiled yet: quick, right, and never a standstill."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

import httpx
import pytest
from numba.core.registry import CPUDispatcher

import axedrez
from axedrez import interpreter, jit, kernel_cache, warm
from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import root
from axedrez.chess.engine.kernel.paths import fast
from axedrez.chess.engine.searcher import SearchLimits
from axedrez.chess.kernel import entry
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.cli import app
from axedrez.core.contract import after_chance
from axedrez.core.history import History
from axedrez.preparation import Preparation
from axedrez.server import create_app
from tests.server.serving import Client, serving

pytestmark = pytest.mark.long

COMMAND = str(Path(sys.executable).with_name("axedrez"))
MATE_IN_ONE = "position fen r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
LONG_S = 20  # a busy machine; it was 45 s and more on an idle one (script/bench first-use measures)
CHESS = ("clasico", "tradicional", "crazyhouse", "marseillais", "dice-chess", "atomic")


class Engine:
    """The command `axedrez uci` in a process."""

    def __init__(self, home: Path) -> None:
        self.since = time.monotonic()
        self.process = subprocess.Popen(
            [COMMAND, "uci"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, "XDG_CACHE_HOME": str(home)},
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert self.process.stdout is not None
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.strip())

    def ask(self, text: str, beginning: str) -> tuple[str, float]:
        """The first answer that begins so, and the seconds since the start of the process."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        while not (line := self._lines.get(timeout=300)).startswith(beginning):
            pass
        return line, time.monotonic() - self.since

    def compilers(self) -> list[int]:
        """The processes that it has started."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


@contextmanager
def engine(home: Path) -> Iterator[Engine]:
    running = Engine(home)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


def _gone(pid: int) -> bool:
    for _ in range(100):
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux shows them")
def test_an_engine_answers_before_anything_is_compiled(tmp_path: Path) -> None:
    with engine(tmp_path) as uci:
        assert uci.ask("uci", "uciok")[1] < LONG_S
        assert uci.ask("isready", "readyok")[1] < LONG_S
        best, after_s = uci.ask(f"{MATE_IN_ONE}\ngo movetime 100", "bestmove")
        assert best.split()[1] == "h5f7"
        assert after_s < LONG_S
        (compiler,) = uci.compilers()
        assert uci.process.stdin is not None
        uci.process.stdin.write("go perft 4\nquit\n")  # it waits for machine code, and for nothing when it is to quit
        assert uci.process.wait(LONG_S) == 0
        assert _gone(compiler)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux shows them")
def test_a_compiler_that_is_killed_holds_up_nobody(tmp_path: Path) -> None:
    with engine(tmp_path) as uci:
        uci.ask("isready", "readyok")
        (compiler,) = uci.compilers()
        os.kill(compiler, signal.SIGKILL)
        best, _ = uci.ask(f"{MATE_IN_ONE}\ngo movetime 100", "bestmove")
        assert best.split()[1] == "h5f7"
        uci.ask("isready", "readyok")
        assert uci.process.stdin is not None
        uci.process.stdin.write("quit\n")
        assert uci.process.wait(LONG_S) == 0


def test_an_engine_without_a_place_for_its_kernels(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where a folder should be", encoding="utf-8")
    with engine(home) as uci:
        best, _ = uci.ask(f"isready\n{MATE_IN_ONE}\ngo movetime 100", "bestmove")
        assert best.split()[1] == "h5f7"


@pytest.fixture
def interpreted() -> Iterator[None]:
    """Kernels run as plain Python meanwhile."""
    interpreter.interpret()
    try:
        yield
    finally:
        interpreter.stop_interpreting()


def board(fen: str) -> ChessPosition:
    """A position of a game that was loaded just now."""
    position = axedrez.load("clasico").parse(fen)
    assert isinstance(position, ChessPosition)
    return position


@pytest.mark.parametrize("name", CHESS)
def test_interpreted_kernels_say_the_same(name: str) -> None:
    told = {}
    for machine_code in (False, True):
        if not machine_code:
            interpreter.interpret()
        else:
            interpreter.stop_interpreting()
        game = axedrez.load(name)
        assert isinstance(game, ChessGame)
        position, history, found = after_chance(game.start()), History(), list[tuple[object, ...]]()
        try:
            for _ in range(6):
                moves = position.legal_moves()
                found.append((position.text(), [str(move) for move in moves], position.hash, position.steps()))
                found.append((position.outcome(history), searcher.search(position, history, SearchLimits(3, nodes=60))))
                history = history.after(position)
                position = after_chance(position.play_unchecked(moves[len(moves) // 2]))
        finally:
            interpreter.stop_interpreting()
        told[machine_code] = found
    assert told[False] == told[True]


def test_only_what_was_called_meanwhile_is_taken_over(interpreted: None) -> None:
    from axedrez.chess.kernel import entry, perft

    position = axedrez.load("clasico").start()
    position.play("e4").legal_moves()
    assert interpreter.is_interpreted(entry.legal_moves)
    with interpreter.machine_code():
        position.play("d4").legal_moves()
    assert not interpreter.is_interpreted(entry.legal_moves)
    assert interpreter.is_interpreted(perft.perft)


def test_machine_code_that_comes_in_the_middle_of_a_kernel_waits_for_its_end(
    interpreted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an interpreted kernel calls must stay interpreted: it hands over other numbers than machine code takes."""
    counted = jit.popcount.python
    switched: list[type] = []

    def switching(*arguments: Any) -> Any:
        if not switched:
            interpreter.stop_interpreting()
            switched.append(type(root.build(fast).search))
        return counted(*arguments)

    monkeypatch.setattr(jit.popcount, "python", switching)
    monkeypatch.setattr(interpreter, "_listeners", [])  # the search is not told to begin anew: it goes on where it is
    position = board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    result = searcher.search(position, History(), SearchLimits(3, nodes=300))
    assert switched == [interpreter._Interpreted]
    assert result.ranking
    assert not interpreter.is_interpreted(entry.legal_moves)
    assert type(entry.legal_moves) is CPUDispatcher


def test_a_search_goes_on_with_machine_code(interpreted: None) -> None:
    position = board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    stop = threading.Event()
    found: list[searcher.SearchResult] = []

    def search() -> None:
        found.append(searcher._run(position, History(), SearchLimits(depth=11), stop))

    searching = threading.Thread(target=search)
    searching.start()
    try:
        time.sleep(1)
        assert searching.is_alive()  # interpreted, depth 11 takes hours
        interpreter.stop_interpreting()
        searching.join(120)
        assert not searching.is_alive()
    finally:
        stop.set()
        searching.join(60)
    assert found[0].depth == 11


def test_stopped_while_interpreted_it_has_looked_at_every_move(interpreted: None) -> None:
    position = board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    stop = threading.Event()
    stop.set()
    result = searcher._run(position, History(), SearchLimits(depth=30), stop)
    assert str(position.game.moves[result.best]) == "e4d5"


class NotYet(Preparation):
    """A preparation in which the tables games are never ready."""

    def start(self) -> None:
        pass

    def is_done(self, stage: str) -> bool:
        return stage != "tables"


def test_games_that_cannot_be_played_yet_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}", preparation=NotYet())) as address:
        human = {"kind": "human"}
        players = {"white": human, "black": human}
        client = Client(address, headers={"accept-language": "en"})

        def make(rulebook: str) -> httpx.Response:
            return client.http.post("/api/games", json={"id": str(uuid4()), "rulebook": rulebook, "players": players})

        answer = make("chessgammon")
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["error"]["reason"] == "preparing"
        assert "try again" in answer.json()["error"]["message"]
        assert make("clasico").status_code == 201


def test_one_process_at_a_time_compiles_a_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = "from axedrez import kernel_cache\nwith kernel_cache.compiling('chess'): print('mine', flush=True)"
    with kernel_cache.compiling("chess"):
        other = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        assert other.poll() is None
    assert other.communicate(timeout=300)[0] == "mine\n"


def test_warm_says_where_it_cannot_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.write_text("a file where a folder should be", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    kernel_cache.cache_dir.cache_clear()
    try:
        assert app.run(["warm"]) == 2
    finally:
        kernel_cache.cache_dir.cache_clear()
    assert str(home) in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("moves", "clasico"), ("replay", "crazyhouse", "e4"), ("rules", "tradicional")])
def test_what_is_asked_once_is_not_compiled(arguments: tuple[str, ...], tmp_path: Path) -> None:
    told = [
        subprocess.run([COMMAND, *arguments], capture_output=True, timeout=600, check=True, env=environment).stdout
        for environment in ({**os.environ, "XDG_CACHE_HOME": str(tmp_path)}, os.environ)
    ]
    assert told[0] == told[1]
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.mark.timeout(900)
def test_warm_compiles_everything_and_then_has_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["warm"]) == 0
    capsys.readouterr()
    assert all(map(kernel_cache.is_complete, warm.STAGES))
    since = time.monotonic()
    assert app.run(["warm", "--lang", "es"]) == 0
    assert time.monotonic() - since < 2
    assert "compilados" in capsys.readouterr().out
