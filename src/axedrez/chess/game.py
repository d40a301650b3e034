"""A rulebook of the chess family, loaded."""

from __future__ import annotations

from functools import cached_property
from math import inf

import msgspec

from axedrez.chess import fen
from axedrez.chess.checks import check, check_castlings
from axedrez.chess.geometry import board_mask
from axedrez.chess.kernel.compile import Castling, castlings, compile_tables, type_numbers
from axedrez.chess.moves import MoveTable
from axedrez.chess.position import ChessPosition, State
from axedrez.chess.sheet import ChessSheet
from axedrez.core.conduct import Conduct
from axedrez.core.errors import SheetError, TextError
from axedrez.core.sides import Side
from axedrez.rulesheet.faults import fault, sheet_hash


class ChessGame:
    """The rules of a sheet, compiled: `core.contract.Game` for the chess family.

    `types` gives the kernel's type number by piece letter; `armies` the letters that each side starts with;
    `tables` the array that the kernels read. Raises `SheetError` for a sheet that contradicts itself.
    """

    def __init__(self, sheet: ChessSheet) -> None:
        check(sheet)
        self.sheet = sheet = _in_order(sheet)
        self.name = sheet.id
        self.board = board_mask(sheet)
        numbers = type_numbers(sheet)
        self.types = {sheet.pieces[name].letter: number for name, number in numbers.items()}
        self.letters = {number: letter for letter, number in self.types.items()}
        self.pieces = {piece.letter: piece for piece in sheet.pieces.values()}
        self.moves = MoveTable(self.letters)
        self.castlings: dict[str, Castling] = {}
        self.armies: dict[Side, str] = {}
        self._start = self._set_up()

    def _set_up(self) -> ChessPosition:
        """The start position, and what is read off it. Raises `SheetError` if it is no position of this game."""
        text = self.sheet.start.fen
        try:
            setup = fen.parse(text, self)
            self.castlings = castlings(self.sheet)
            check_castlings(self.sheet, self.castlings.values(), self.board)
            self.tables = compile_tables(self.sheet)
            self.armies = {
                side: "".join(letter.upper() for letter in setup.pieces.values() if letter.isupper() == (side == 0))
                for side in (Side.WHITE, Side.BLACK)
            }
            if self.sheet.castling.mode == "off":
                setup = setup._replace(rights="")  # a sheet that only switches castling off keeps its parent's start
            return setup.position(self)
        except TextError as problem:
            valid = f"{self.sheet.board.files}x{self.sheet.board.ranks} FEN"
            raise SheetError(self.sheet.id, [fault("start.fen", text, valid), problem]) from None

    @cached_property
    def hash(self) -> str:
        """The content hash of the sheet."""
        return sheet_hash(self.sheet)

    @property
    def conduct(self) -> Conduct:
        """Whether illegal tries are explained (T-3); the rest of it is plain."""
        return Conduct(self.sheet.play.illegal_moves)

    def start(self) -> ChessPosition:
        """The start position."""
        return self._start

    def parse(self, text: str) -> ChessPosition:
        """Read a FEN. Raises `TextError` with a named reason."""
        return fen.parse(text, self).position(self)

    def position(self, state: State) -> ChessPosition:
        """The friendly twin of a kernel state that is known to be valid."""
        return ChessPosition(self, state)

    def clause(self, reason: str) -> str | None:
        """The clause of the rulebook's specification behind a reason."""
        return self.sheet.clauses.get(reason)

    def __repr__(self) -> str:
        return f"ChessGame({self.name})"


def _in_order(sheet: ChessSheet) -> ChessSheet:
    """The sheet with its pieces by falling value.

    Their order decides type numbers, hashes and the order of moves, which must not depend on the order of the text.
    """

    def rank(name: str) -> tuple[float, str]:
        value = sheet.pieces[name].value
        return (-inf if value is None else -value, name)

    names = sorted(sheet.pieces, key=rank)
    return msgspec.structs.replace(
        sheet,
        pieces={name: sheet.pieces[name] for name in names},
        promotion={name: sheet.promotion[name] for name in reversed(names) if name in sheet.promotion},
    )
