"""Hundreds of talks made up of valid and senseless lines: each search that is asked for gets one legal answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from axedrez import engine
from axedrez.chess.position.game import ChessPosition
from axedrez.uci.board import start
from tests import sheets
from tests.sheets import playing
from tests.talks import talking

pytestmark = pytest.mark.long

TALKS = 500
VARIANTS = ("chess", "tradicional", "chess2d", "crazyhouse", "atomic", "progressive", "dice-chess")
NONSENSE = (
    "go depth",
    "go depth -1",
    "go nodes many",
    "go depth 1 depth 1",
    "go north",
    "go searchmoves e9e4",
    "position",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos e2e4",
    "position startpos moves a1h8",
    "setoption name Hash value none",
    "setoption name MultiPV value 0",
    "setoption value 3",
    "setoption name UCI_Variant value ludo",
    "debug",
    "joho",
    "stop stop",
    "\x00\xff",
    "",
)
ORDERS = (
    "isready",
    "ucinewgame",
    "setoption name Clear Hash",
    "debug on",
    "debug off",
    "ponderhit",
    "stop",
    "register",
)


class Told(NamedTuple):
    """A line, and the legal moves of the position in which it asks for one; None where it asks for none."""

    line: str
    moves: frozenset[str] | None = None


class Maker:
    """Makes up talks, and knows the board that stands at each of their lines."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.level = engine.FULL
        self.game = sheets.chess("clasico")
        self.position = start(self.game)
        self.is_lost = False

    def variant(self, name: str) -> str:
        game = sheets.chess("clasico" if name == "chess" else name)
        if game is not self.game:  # the board of a game stands until another is asked for
            self.game, self.position = game, start(game)
        return f"setoption name UCI_Variant value {name}"

    def place(self) -> str:
        plies = self.random.randrange(30)
        line = list(playing.random_game(self.game, self.random.random(), plies, start(self.game)))
        position = line[-1].position
        assert isinstance(position, ChessPosition)
        self.position, self.is_lost = position, False
        moves = " ".join(str(ply.move) for ply in line if ply.move is not None)
        by_text = self.random.random() < 0.3 and not position.is_chance() and position.outcome() is None
        return f"position fen {position.text()}" if by_text else f"position startpos moves {moves}"

    def option(self) -> str:
        name, values = self.random.choice(
            [
                ("MultiPV", (1, 2, 5, 256)),
                ("Threads", (1, 2, 3)),
                ("Hash", (1, 3, 16)),
                ("Skill Level", (engine.WEAKEST, engine.FULL)),
                ("Move Overhead", (0, 30, 5000)),
                ("Ponder", ("true", "false")),
            ]
        )
        value = self.random.choice(values)
        if name == "Skill Level":
            self.level = int(value)
        return f"setoption name {name} value {value}"

    def go(self) -> Told:
        random = self.random
        legal = sheets.ucis(self.position)
        asked = random.choice(
            [
                "depth 1",
                "depth 2 nodes 400",
                f"nodes {random.randrange(300)}1",
                f"movetime {random.randrange(-3, 12)}",
                f"wtime {random.randrange(-9, 90)} btime {random.randrange(90)} winc 1 binc 1",
                f"wtime {random.randrange(90)} btime 9 movestogo {random.randrange(3)}",
                "mate 1 nodes 500",
                "infinite",
                "infinite depth 2",
                "infinite nodes 300",
                "ponder wtime 40 btime 40",
                "ponder movetime 5",
                "ponder depth 1",
            ]
        )
        if legal and random.random() < 0.3:
            some = random.sample(sorted(legal), random.randint(1, min(3, len(legal))))
            asked = f"{asked} searchmoves {' '.join(some)}"
            if self.level == engine.FULL:  # weaker players have their own mind
                legal = set(some)
        return Told(f"go {asked}", frozenset() if self.is_lost else frozenset(legal))

    def nonsense(self) -> Told:
        """Each `go` gets an answer, and none is about the position before one that cannot be read."""
        line = self.random.choice(NONSENSE)
        self.is_lost |= line.startswith("position")
        return Told(line, frozenset() if line.startswith("go") else None)

    def talk(self) -> Iterator[Told]:
        for _ in range(self.random.randint(1, 6)):
            kind = self.random.random()
            if kind < 0.4:
                yield self.go()
            elif kind < 0.6:
                yield Told(self.place())
            elif kind < 0.7:
                yield Told(self.option())
            elif kind < 0.75:
                yield Told(self.variant(self.random.choice(VARIANTS)))
            elif kind < 0.9:
                yield Told(self.random.choice(ORDERS))
            else:
                yield self.nonsense()
        yield Told("stop")


@pytest.mark.parametrize("seed", range(5))
def test_every_search_gets_one_legal_answer_whatever_is_said(seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    maker = Maker(Random(seed))
    with talking() as talk:
        for _ in range(TALKS // 5):
            told = list(maker.talk())
            talk.say(*(one.line for one in told))
            for one in told:
                if one.moves is not None:
                    answer = talk.until("bestmove")[-1].split()[1]
                    assert answer in (one.moves or {"(none)"}), (one.line, [line.line for line in told])
        # No answer is left over.
        talk.say("setoption name UCI_Variant value clasico", "position startpos moves e2e4", "isready")
        assert not any(line.startswith("bestmove") for line in talk.until("readyok"))
        assert talk.best("go nodes 9") in sheets.ucis(sheets.from_start("e2e4")[0])
    assert "Traceback" not in capfd.readouterr().err
