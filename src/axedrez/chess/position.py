"""Positions of the chess family: the friendly twin of a kernel state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from axedrez.chess import endings, fen, geometry, refusals, san
from axedrez.chess import scene as scenes
from axedrez.chess.kernel import entry, layout
from axedrez.chess.moves import ChessMove
from axedrez.core.errors import IllegalMove
from axedrez.core.history import History
from axedrez.core.outcome import Claim, Outcome
from axedrez.core.sides import Side
from axedrez.core.steps import Effect, Step, Steps

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame

State = npt.NDArray[np.uint64]

_ROW = int(layout.ROW)
_MAX_MOVES = int(layout.MAX_MOVES)
_STM = int(layout.STM)
_HASH = int(layout.HASH)
_TYPES = int(layout.TYPES)


class ChessPosition:
    """An immutable position; `core.contract.Position` for the chess family. `state` is the kernel's row."""

    __slots__ = ("_legal", "game", "state")

    def __init__(self, game: ChessGame, state: State) -> None:
        self.game = game
        self.state = state
        self._legal: list[ChessMove] | None = None

    @property
    def turn(self) -> Side:
        """The side to move."""
        return Side.BLACK if self.state[_STM] else Side.WHITE

    side = turn

    @property
    def hash(self) -> int:
        """Equal for positions that the repetition rule takes as the same (C-22)."""
        return int(self.state[_HASH])

    def legal_moves(self) -> Sequence[ChessMove]:
        """The legal moves, in the kernel's order. Do not change the list: the position keeps it."""
        if self._legal is None:
            buffer = np.empty(_MAX_MOVES, np.uint64)
            count = entry.legal_moves(self.state, self.game.tables, buffer)
            table = self.game.moves
            self._legal = [table[code] for code in buffer[:count].tolist()]
        return self._legal

    def play(self, move: ChessMove | str) -> ChessPosition:
        """The position after a legal move or its text. Raises `IllegalMove` or `TextError`."""
        if isinstance(move, str):
            move = self.parse_move(move)
        elif move not in self.legal_moves():
            raise refusals.explain(self, move.uci)
        return self.play_unchecked(move)

    def play_unchecked(self, move: ChessMove) -> ChessPosition:
        """The position after a move that is known to be legal."""
        state = np.zeros(_ROW, np.uint64)  # positions compare by all its words
        entry.after(self.state, state, self.game.tables, move.code)
        return ChessPosition(self.game, state)

    def parse_move(self, text: str, lang: str = "en") -> ChessMove:
        """A legal move from its UCI text or its SAN in the letters of `lang`. Raises `IllegalMove` or `TextError`."""
        for move in self.legal_moves():
            if move.uci == text:
                return move
        if refusals.is_uci(text):
            raise refusals.explain(self, text)
        return san.parse(self, text, lang)

    def notate(self, move: ChessMove, lang: str = "en") -> str:
        """The move in SAN with the piece letters of `lang`."""
        return san.write(self, move, lang)

    def outcome(self, history: History | None = None) -> Outcome | None:
        """How the game has ended by itself, or None."""
        return endings.outcome(self, history or History())

    def claims(self, history: History | None = None) -> tuple[Claim, ...]:
        """The draws that the player to move may claim."""
        return endings.claims(self, history or History())

    def verdict(self, act: str, side: Side | None = None) -> Outcome:
        """The end that an act of the players brings. Raises `NotAllowed`."""
        return endings.verdict(self, act, side)

    def stakes(self, loser: Side) -> tuple[int, ...]:
        """A loss is a loss."""
        return ()

    def steps(self, prefix: Sequence[str] = ()) -> Steps:
        """A chess turn has one step: every legal move, and the tries that would leave the king attacked."""
        if prefix:
            self.parse_move(prefix[0])
            if len(prefix) > 1:
                raise IllegalMove("one_move", clause=self.game.clause("turn"))
            return Steps((), True, ())
        return Steps(tuple(self._step(move) for move in self.legal_moves()), False, refusals.tries(self))

    def _step(self, move: ChessMove) -> Step:
        before, after = self.letters(), self.play_unchecked(move).letters()
        places = sorted(square for square in before.keys() | after.keys() if before.get(square) != after.get(square))
        effects = (
            Effect(geometry.square_name(square), before.get(square, ""), after.get(square, "")) for square in places
        )
        return Step(
            token=move.uci,
            label=self.notate(move),
            origin=geometry.square_name(move.origin),
            target=geometry.square_name(move.target),
            choice=after[move.target].upper() if refusals.arrives_to_promote(self, move) else "",
            effects=tuple(effects),
        )

    def chance_outcomes(self) -> Sequence[tuple[ChessMove, float]]:
        """Chess knows no dice."""
        return ()

    def text(self) -> str:
        """The FEN."""
        return fen.write(self)

    def scene(self) -> dict[str, Any]:
        """The board as the page draws it."""
        return scenes.of(self)

    def letters(self) -> dict[int, str]:
        """The pieces by square; upper-case letters are White's."""
        white = int(self.state[0])
        placed: dict[int, str] = {}
        for number, letter in self.game.letters.items():
            for square in geometry.squares(int(self.state[_TYPES + number])):
                placed[square] = letter if white >> square & 1 else letter.lower()
        return placed

    def checkers(self) -> list[int]:
        """The squares of the pieces that give check to the side to move."""
        return geometry.squares(int(entry.checking_pieces(self.state, self.game.tables)))

    def king(self) -> int:
        """The square of the royal piece of the side to move."""
        royal = self.state[_TYPES + self.game.types[self.game.sheet.pieces[self.game.sheet.royal.piece].letter]]
        return int(royal & self.state[int(self.turn)]).bit_length() - 1

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ChessPosition)
            and self.state[: layout.WRITTEN].tobytes() == other.state[: layout.WRITTEN].tobytes()
            and (self.game is other.game or self.game.hash == other.game.hash)
        )

    def __hash__(self) -> int:
        return self.hash

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"
