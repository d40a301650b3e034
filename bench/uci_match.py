"""Games of two engines over UCI: balanced openings, the same time for both, adjudication, a log to go on from."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

import axedrez
from axedrez.chess.engine.engine import Engine, Limits, Score
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core import History, Side
from axedrez.uci.board import read_move, start
from axedrez.uci.external_engine import EngineConfig, ExternalEngine, MovesFrom
from axedrez.uci.program import EngineFault

OPENING_PLIES = (6, 8)
BALANCED_CP = 50
JUDGING = Limits(nodes=30_000)
HOPELESS_CP, HOPELESS_MOVES = 800, 4
LEVEL_CP, LEVEL_MOVES, LEVEL_FROM_MOVE = 10, 4, 40
LONGEST_MOVES = 250
DECIDED_CP = 100_000


class GamePlayed(msgspec.Struct, frozen=True):
    """A game: `score` is ours (1, 0.5, 0), `late_ms` by how much we, and they, overstepped the time."""

    opponent: str
    pair: int
    white: bool
    opening: list[str]
    score: float
    reason: str
    plies: int
    late_ms: tuple[int, int]


class Terms(NamedTuple):
    """What all games of a match have in common."""

    rulebook: str
    limits: Limits
    pairs: int
    seed: int
    at_once: int


class Log:
    """The games that were played, in a file of JSON lines if it has a name; threads may add to it at once."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
        self.games = [msgspec.json.decode(line, type=GamePlayed) for line in lines if line.strip()]

    def add(self, game: GamePlayed) -> None:
        """Keep a game."""
        with self._lock:
            self.games.append(game)
            if self._path is not None:
                with self._path.open("ab") as file:
                    file.write(msgspec.json.encode(game) + b"\n")

    def of(self, opponent: str) -> list[GamePlayed]:
        """The games against an opponent."""
        return [game for game in self.games if game.opponent == opponent]


def match(
    ours: EngineConfig, theirs: EngineConfig, opponent: str, terms: Terms, log: Log, tell: Callable[[GamePlayed], None]
) -> None:
    """Play the pairs that the log does not hold yet, each opening from both sides."""
    game = axedrez.load(terms.rulebook)
    assert isinstance(game, ChessGame)
    judging = threading.Lock()
    judge = Engine(game)

    def play(numbers: Iterable[int]) -> None:
        with ExternalEngine(ours) as our, ExternalEngine(theirs) as their:
            for number in numbers:
                done = {one.white: one for one in log.of(opponent) if one.pair == number}
                with judging:
                    moves = next((one.opening for one in done.values()), None) or opening(judge, terms.seed + number)
                for white in (True, False):
                    if white not in done:
                        found = one_game(game, moves, (our, their) if white else (their, our), white, terms.limits)
                        log.add(GamePlayed(opponent, number, white, moves, *found))
                        tell(log.games[-1])

    with ThreadPoolExecutor(terms.at_once) as pool:
        list(pool.map(play, [range(first, terms.pairs, terms.at_once) for first in range(terms.at_once)]))


def opening(judge: Engine, seed: int) -> list[str]:
    """Random moves from the start to a position that a short search finds level: the same for the same seed."""
    random = Random(seed)
    while True:
        position, history = start(judge.game), History()
        moves: list[str] = []
        for _ in range(random.randint(*OPENING_PLIES)):
            if position.outcome(history) is not None or not position.legal_moves():
                break
            move = random.choice(position.legal_moves())
            moves.append(str(move))
            history, position = history.after(position), position.play_unchecked(move)
        if position.outcome(history) is not None:
            continue
        judge.new_game()
        lines = judge.think(position, history, JUDGING).lines
        if lines and abs(centipawns(lines[0].score)) < BALANCED_CP:
            return moves


def centipawns(score: Score) -> int:
    """A score as a number, a mate as more than any."""
    if score.mate is not None:
        return DECIDED_CP if score.mate > 0 else -DECIDED_CP
    return score.cp or 0


def one_game(
    game: ChessGame, moves: list[str], seats: tuple[ExternalEngine, ExternalEngine], we_are_white: bool, limits: Limits
) -> tuple[float, str, int, tuple[int, int]]:
    """Play a game after an opening; our score, why it ended, its length, and the slowest move of each."""
    begin = start(game)
    played = _line(begin, moves)
    position = played[-1][0].play_unchecked(played[-1][1]) if played else begin
    history = History([one.hash for one, _ in played])
    line = [move for _, move in played]
    slow = [0, 0]
    hopeless = [0, 0]
    level = 0
    for seat in seats:
        seat.new_game()
    while (outcome := position.outcome(history)) is None and not position.claims(history):
        side = position.side
        if len(line) >= 2 * LONGEST_MOVES:
            return 0.5, "too long", len(line), _mine(slow, we_are_white)
        began = time.monotonic()
        try:
            found = seats[side].think(position, history, limits, played=MovesFrom(begin, line))
        except EngineFault as fault:
            return float((side is Side.WHITE) != we_are_white), fault.reason, len(line), _mine(slow, we_are_white)
        if limits.time_ms:
            slow[side] = max(slow[side], int(1000 * (time.monotonic() - began)) - limits.time_ms)
        score = centipawns(found.lines[0].score) if found.lines else 0
        hopeless[side] = hopeless[side] + 1 if score <= -HOPELESS_CP else 0
        level = level + 1 if abs(score) <= LEVEL_CP else 0
        if hopeless[side] >= HOPELESS_MOVES:
            return float((side is Side.WHITE) != we_are_white), "resigns", len(line), _mine(slow, we_are_white)
        if level >= 2 * LEVEL_MOVES and len(line) >= 2 * LEVEL_FROM_MOVE:
            return 0.5, "level", len(line), _mine(slow, we_are_white)
        history = history.after(position)
        line.append(found.best)
        position = position.play_unchecked(found.best)
    if outcome is None or outcome.winner is None:
        score_white = 0.5
    else:
        score_white = float(outcome.winner is Side.WHITE)
    reason = outcome.reason if outcome is not None else "claimed"
    return score_white if we_are_white else 1 - score_white, reason, len(line), _mine(slow, we_are_white)


def _line(position: ChessPosition, moves: list[str]) -> list[tuple[ChessPosition, ChessMove]]:
    found: list[tuple[ChessPosition, ChessMove]] = []
    for text in moves:
        move = read_move(position, text)
        found.append((position, move))
        position = position.play_unchecked(move)
    return found


def _mine(slow: list[int], we_are_white: bool) -> tuple[int, int]:
    white, black = slow
    return (white, black) if we_are_white else (black, white)
