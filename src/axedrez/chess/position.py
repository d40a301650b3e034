"""Positions of the chess family: the friendly twin of a kernel state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from axedrez.chess import chance, endings, geometry, refusals
from axedrez.chess import scene as scenes
from axedrez.chess.kernel import layout
from axedrez.chess.moves import ChessMove
from axedrez.chess.notation import fen, san
from axedrez.core.arrays import frozen
from axedrez.core.errors import IllegalMove
from axedrez.core.history import History
from axedrez.core.outcome import Claim, Outcome
from axedrez.core.scene import GridScene
from axedrez.core.sides import Side
from axedrez.core.steps import Step, Steps
from axedrez.core.texts import text_of
from axedrez.drawing import Drawn

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame

State = npt.NDArray[np.uint64]

_ROW = int(layout.ROW)
_MAX_MOVES = int(layout.MAX_MOVES)
_STM = int(layout.STM)
_HASH = int(layout.HASH)
_HALFMOVE = int(layout.HALFMOVE)
_FULLMOVE = int(layout.FULLMOVE)
_HAND = int(layout.HAND)
_TYPES = int(layout.TYPES)


class ChessPosition(Drawn):
    """An immutable position; `core.contract.Position` for the chess family.

    `raw` is the kernel's row, for kernels alone: they need an array that can be written to, and must not write to it.
    """

    __slots__ = ("_game", "_legal", "_text", "raw")

    def __init__(self, game: ChessGame, state: State) -> None:
        self._game = game
        self.raw = state
        self._legal: tuple[ChessMove, ...] | None = None
        self._text: str | None = None

    @property
    def game(self) -> ChessGame:
        """The rules that it is a position of."""
        return self._game

    @property
    def state(self) -> State:
        """The kernel's row (`uint64`, `kernel/layout.py`); read-only."""
        return frozen(self.raw)

    @property
    def side(self) -> Side:
        """The player whose turn it is."""
        return Side.BLACK if self.raw[_STM] else Side.WHITE

    @property
    def turn(self) -> Side:
        """The side to move; chance where dice or an arrangement of the pieces are due (M-3, M-12)."""
        return Side.CHANCE if self.is_chance() else self.side

    def is_chance(self) -> bool:
        """Whether chance acts now."""
        return not self.game.fast and chance.is_due(self.raw, self.game)

    @property
    def ply(self) -> int:
        """Turns since the start, by the move number of the text and the side to move."""
        return 2 * (int(self.raw[_FULLMOVE]) - 1) + int(self.side)

    @property
    def reversible_plies(self) -> int:
        """Moves since the last capture or pawn move (C-24): the half-move clock of a FEN."""
        return int(self.raw[_HALFMOVE])

    @property
    def hash(self) -> int:
        """Equal for positions that the repetition rule takes as the same (C-22)."""
        return int(self.raw[_HASH])

    def legal_moves(self) -> Sequence[ChessMove]:
        """The legal moves, in the kernel's order."""
        legal = self._legal  # another thread may have the position forget it
        if legal is None and self.is_chance():
            self._legal = legal = ()
        if legal is None:
            buffer = np.empty(_MAX_MOVES, np.uint64)
            count = self.game.kernel.legal_moves(self.raw, self.game.tables, buffer)
            table = self.game.moves
            self._legal = legal = tuple([table[code] for code in buffer[:count].tolist()])
        return legal

    def forget(self) -> None:
        """See `Position`."""
        self._legal = self._text = None

    def play(self, move: ChessMove | chance.Outcome | str) -> ChessPosition:
        """The position after a legal move, an outcome of chance, or its text. Raises `IllegalMove` or `TextError`."""
        if isinstance(move, str) or not isinstance(move, ChessMove):
            move = self.parse_move(str(move))
        elif move not in self.legal_moves():
            raise refusals.explain(self, move.uci)
        return self.play_unchecked(move)

    def play_unchecked(self, move: ChessMove | chance.Outcome) -> ChessPosition:
        """The position after a move that is known to be legal, or an outcome of chance that is possible."""
        if not isinstance(move, ChessMove):
            return ChessPosition(self.game, chance.after(self.raw, self.game, move))
        state = np.zeros(_ROW, np.uint64)  # positions compare by all its words
        self.game.kernel.after(self.raw, state, self.game.tables, move.code)
        return ChessPosition(self.game, state)

    def parse_move(self, text: str, lang: str = "en") -> ChessMove | chance.Outcome:
        """A legal move from its UCI text or its SAN in the letters of `lang`, or what chance brings where it acts.

        Raises `IllegalMove` or `TextError`.
        """
        text = text_of(text)
        if self.is_chance():
            return chance.parse(text, self.raw, self.game)
        for move in self.legal_moves():
            if move.uci == text:
                return move
        if refusals.is_uci(text):
            raise refusals.explain(self, text)
        return san.parse(self, text, lang)

    def notate(self, move: ChessMove | chance.Outcome, lang: str = "en") -> str:
        """The move in SAN with the piece letters of `lang`; an outcome of chance as it is."""
        return san.write(self, move, lang) if isinstance(move, ChessMove) else str(move)

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
        """A move is one step: every legal one, and the tries that another rule forbids."""
        if prefix:
            self.parse_move(prefix[0])
            if len(prefix) > 1:
                raise IllegalMove("one_move", clause=self.game.clause("turn"))
            return Steps((), True, ())
        return Steps(tuple(scenes.steps(self, self.legal_moves())), False, refusals.tries(self))

    def taken(self, move: ChessMove | chance.Outcome) -> tuple[Step, ...]:
        """The one step of a move; what chance brings has none."""
        if not isinstance(move, ChessMove):
            return ()
        return (scenes.steps(self, [move, *san.rivals(self, move)])[0],)

    def chance_outcomes(self) -> Sequence[tuple[chance.Outcome, float]]:
        """The throws of dice or the arrangements of the pieces where chance acts, with their probabilities."""
        return () if self.game.fast else chance.outcomes(self.raw, self.game)

    def text(self) -> str:
        """The FEN."""
        text = self._text
        if text is None:
            self._text = text = fen.write(self)
        return text

    def scene(self) -> GridScene:
        """The board as the page draws it."""
        return scenes.of(self)

    def letters(self) -> dict[int, str]:
        """The pieces by square; upper-case letters are White's."""
        return self.game.pieces_of(self.raw)

    def checkers(self) -> list[int]:
        """The squares of the pieces that give check to the side to move."""
        return geometry.squares(int(self.game.kernel.checking_pieces(self.raw, self.game.tables)))

    def king(self) -> int:
        """The square of the royal piece of the side to move, the first of several; -1 for none."""
        royals = self.game.bits([int(word) for word in self.raw], self.game.royals) & int(self.raw[int(self.side)])
        return (royals & -royals).bit_length() - 1

    def __reduce__(self) -> tuple[Callable[[str], ChessPosition], tuple[str]]:
        return self.game.parse, (self.text(),)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ChessPosition)
            and self.raw[: layout.WRITTEN].tobytes() == other.raw[: layout.WRITTEN].tobytes()
            and self.raw[_HAND:].tobytes() == other.raw[_HAND:].tobytes()
            and (self.game is other.game or self.game.hash == other.game.hash)
        )

    def __hash__(self) -> int:
        return self.hash

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"
