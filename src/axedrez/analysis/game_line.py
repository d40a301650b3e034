"""The game_line of a game as analysis walks it: its positions, what stood before them, what is to be looked into."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from axedrez.analysis.evaluation import Effort
from axedrez.chess.kernel import layout
from axedrez.chess.position import ChessPosition
from axedrez.core import AxedrezError, Game, History, Move, Outcome, Position, Side
from axedrez.core.contract import OwnMove

MAX_PLIES = 1000
"""Longer games are not analysed."""


class Question(msgspec.Struct, frozen=True):
    """A position to be looked into: its text, the hashes of those before it, and the only move to look at, if any."""

    position: str
    keys: tuple[int, ...]
    move: str | None = None

    def key(self, game: Game, effort: Effort) -> str:
        """Under which the answer is kept: equal for questions that have the same answer."""
        asked = msgspec.json.encode((game.hash, self, effort))
        return hashlib.sha256(asked).hexdigest()


class Turn(NamedTuple):
    """A move that was played: where, what stood before, and where it led."""

    before: ChessPosition
    history: History
    move: Move
    after: ChessPosition

    @property
    def asks_alone(self) -> bool:
        """Whether the move has to be looked at by itself: what chance will bring after it is not known."""
        return self.after.turn is Side.CHANCE


class GameLine:
    """A game from its start through moves known to be legal, throws of chance among them."""

    def __init__(self, start: Position, moves: Iterable[OwnMove] = ()) -> None:
        """Raises `AxedrezError` for a game of another family, or one too long."""
        if not isinstance(start, ChessPosition):
            raise AxedrezError("analysis_family", name=start.game.name)
        self.start = start
        self.game = start.game
        self.turns: list[Turn] = []
        position, history = start, History()
        for move in moves:
            after = position.play_unchecked(move)
            if position.turn is not Side.CHANCE:
                self.turns.append(Turn(position, history, move, after))
                history = history.after(position)
            position = after
        if len(self.turns) > MAX_PLIES:
            raise AxedrezError("analysis_long", limit=MAX_PLIES)
        self.end, self.history = position, history

    @property
    def outcome(self) -> Outcome | None:
        """How the rules have ended the game."""
        return self.end.outcome(self.history)

    @property
    def goes_on(self) -> bool:
        """Whether a player could move at its end."""
        return self.outcome is None and self.end.turn is not Side.CHANCE and bool(self.end.legal_moves())

    def questions(self) -> list[Question]:
        """What is to be looked into, each once."""
        return list(dict.fromkeys(self._asked()))

    def _asked(self) -> Iterator[Question]:
        for turn in self.turns:
            yield question(turn.before, turn.history)
            if turn.asks_alone:
                yield question(turn.before, turn.history, str(turn.move))
        if self.goes_on:
            yield question(self.end, self.history)


def question(position: ChessPosition, history: History, move: str | None = None) -> Question:
    """What to ask of a position. Positions before the last capture or pawn move can never come again."""
    quiet_plies = int(position.raw[int(layout.HALFMOVE)])
    return Question(position.text(), history.keys[-quiet_plies:] if quiet_plies else (), move)
