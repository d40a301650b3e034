"""The position that the user of a UCI engine has set, with its history."""

from __future__ import annotations

from axedrez.chess.position import refusals
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import PASS_TEXT, ChessMove
from axedrez.core.errors import TextError
from axedrez.core.history import History
from axedrez.uci.commands import Described

NO_MOVE = ("0000", "(none)", "none")


class Board:
    """The state of a game of `game`: `position` and `history`."""

    def __init__(self, game: ChessGame) -> None:
        self.game = game
        self._described = Described(None, ())
        self._line = [(start(game), History())]

    @property
    def position(self) -> ChessPosition:
        """The present position."""
        return self._line[-1][0]

    @property
    def history(self) -> History:
        """The earlier positions since the described start."""
        return self._line[-1][1]

    def set(self, described: Described) -> None:
        """Set a described position. Raises `AxedrezError`, and changes nothing, if it is invalid."""
        known = self._described.moves
        if described.fen == self._described.fen and described.moves[: len(known)] == known:
            line, moves = list(self._line), described.moves[len(known) :]  # the game has gone on
        else:
            first = start(self.game) if described.fen is None else self.game.parse(described.fen)
            line, moves = [(first, History())], described.moves
        for text in moves:
            position, history = line[-1]
            line.append((position.play_unchecked(read_move(position, text)), history.after(position)))
        self._described, self._line = described, line


def start(game: ChessGame) -> ChessPosition:
    """The start position; in shuffled games, the order of the pieces in the sheet."""
    position = game.start()
    row = "".join(game.begin.pieces.get(square, "") for square in range(game.sheet.board.files)).upper()
    while position.is_chance() and game.sheet.start.shuffle != "none":
        position = position.play(row)
    return position


def read_move(position: ChessPosition, text: str) -> ChessMove:
    """A legal move in UCI notation, or a roll of the dice where one is due.

    A pass may be written as a null move of a piece (`e1e1`). Raises `AxedrezError`.
    """
    if len(text) == 4 and text[:2] == text[2:]:
        text = PASS_TEXT
    if not position.is_chance() and not refusals.is_uci(text):
        raise TextError("uci_move", value=text[:20])
    move: ChessMove = position.parse_move(text)  # type: ignore[assignment]
    return move
