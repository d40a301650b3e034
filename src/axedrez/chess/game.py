"""A rulebook of the chess family, loaded."""

from __future__ import annotations

from functools import cached_property

from axedrez.chess import fen
from axedrez.chess.checks import check
from axedrez.chess.geometry import board_mask
from axedrez.chess.kernel.compile import castlings, compile_tables, placement, type_numbers
from axedrez.chess.moves import MoveTable
from axedrez.chess.position import ChessPosition, State
from axedrez.chess.sheet import ChessSheet
from axedrez.core.sides import Side
from axedrez.rulesheet.faults import sheet_hash


class ChessGame:
    """The rules of a sheet, compiled: `core.contract.Game` for the chess family.

    `types` gives the kernel's type number by piece letter; `armies` the letters that each side starts with;
    `tables` the array that the kernels read. Raises `SheetError` for a sheet that contradicts itself.
    """

    def __init__(self, sheet: ChessSheet) -> None:
        check(sheet)
        self.sheet = sheet
        self.name = sheet.id
        self.tables = compile_tables(sheet)
        self.board = board_mask(sheet)
        numbers = type_numbers(sheet)
        self.types = {sheet.pieces[name].letter: number for name, number in numbers.items()}
        self.letters = {number: letter for letter, number in self.types.items()}
        self.pieces = {piece.letter: piece for piece in sheet.pieces.values()}
        self.castlings = castlings(sheet)
        self.moves = MoveTable(self.letters)
        letters = [letter for _, letter in placement(sheet.start.fen.split()[0]).items()]
        self.armies = {
            Side.WHITE: "".join(letter for letter in letters if letter.isupper()),
            Side.BLACK: "".join(letter.upper() for letter in letters if letter.islower()),
        }
        self._start = self.parse(sheet.start.fen)

    @cached_property
    def hash(self) -> str:
        """The content hash of the sheet."""
        return sheet_hash(self.sheet)

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
