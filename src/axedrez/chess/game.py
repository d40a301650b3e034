"""A rulebook of the chess family, loaded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import inf
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import numpy as np
import numpy.typing as npt

from axedrez.chess import chance, geometry
from axedrez.chess.kernel import entry, layout
from axedrez.chess.kernel.compile import Castling, Tables, castlings, compile_tables, type_numbers
from axedrez.chess.moves import MoveTable
from axedrez.chess.notation import fen, lenient_fen
from axedrez.chess.position import ChessPosition, State
from axedrez.chess.results import EffectTable
from axedrez.chess.sheet.checks import check, check_castlings
from axedrez.chess.sheet.move_bound import most_moves
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.conduct import Conduct
from axedrez.core.errors import SheetError, TextError
from axedrez.core.sides import Side
from axedrez.core.texts import text_of
from axedrez.rulesheet.loaded import LoadedGame
from axedrez.rulesheet.validation import fault

_TYPES = int(layout.TYPES)


class ChessGame(LoadedGame):
    """The rules of a sheet, compiled: `core.contract.Game` for the chess family.

    `types` gives the kernel's type number by piece letter; `royals` and `runners` are the letters of kinds, `pawn` the
    pawn's or ""; `begin` is the start as it was read. `fast` tells which path of the kernel plays it, `kernel` is that
    path's entry, `tables` the array that it reads. Raises `SheetError` for a sheet that contradicts itself.
    """

    sheet: ChessSheet
    family = "chess"
    sheet_type = ChessSheet

    def __init__(self, sheet: ChessSheet) -> None:
        check(sheet)
        self.sheet = sheet = _in_order(sheet)
        self.name = sheet.id
        self.board = geometry.board_mask(sheet)
        numbers = type_numbers(sheet)
        self.types = {sheet.pieces[name].letter: number for name, number in numbers.items()}
        self.letters = {number: letter for letter, number in self.types.items()}
        self.pieces = {piece.letter: piece for piece in sheet.pieces.values()}
        self.moves = MoveTable(self.letters)
        self.effects = EffectTable(self.letters)
        self.royals = self._letters(sheet.royal.pieces)
        self.runners = self._letters(sheet.goal.runners)
        self.pawn = self._letters([sheet.pawn.piece] if sheet.pawn.piece else [])
        self.demoting = self._letters(_demoting(sheet))
        self.region = sum(1 << geometry.square_number(square) for square in sheet.goal.region) & self.board
        self.has_hands = sheet.capture.hand or sheet.start.setup
        self.extras = self._extras()
        self.fast = geometry.fast(sheet)
        self.castlings: dict[str, Castling] = castlings(sheet)
        self._start = self._set_up()

    def _letters(self, names: Iterable[str]) -> str:
        return "".join(self.sheet.pieces[name].letter for name in names)

    def _extras(self) -> tuple[str, ...]:
        """The named fields that position texts of this game may have at their end."""
        sheet = self.sheet
        has = {
            "moves": sheet.turn.moves != 1,
            "dice": sheet.dice.mode != "none",
            "shuffle": sheet.start.shuffle != "none",
            "over": "piece-reaches" in sheet.goal.win and bool(set(sheet.goal.runners) & set(sheet.promotion)),
        }
        return tuple(name for name, holds in has.items() if holds)

    def _set_up(self) -> ChessPosition:
        """The start position, and what is read off it. Raises `SheetError` if it is no position of this game."""
        sheet, text = self.sheet, self.sheet.start.fen
        try:
            begin = fen.parse(text, self)
            if sheet.castling.mode == "off":
                begin = begin._replace(rights="")  # a sheet that only switches castling off keeps its parent's start
            self.begin = begin._replace(arrange=3 if sheet.start.shuffle != "none" else 0)
            check_castlings(sheet, self.castlings.values(), self.board)
            self.armies = {side: self.begin.army(side) for side in (Side.WHITE, Side.BLACK)}
            self.royal_counts = [sum(map(army.count, self.royals)) for army in self.armies.values()]
            tables = compile_tables(sheet)
            _check_moves(sheet, tables)
            self.tables = _shared(tables)
            start = self.begin.position(self)
        except TextError as problem:
            valid = f"{sheet.board.files}x{sheet.board.ranks} FEN"
            raise SheetError(sheet.id, [fault("start.fen", text, valid), problem]) from None
        if sheet.start.shuffle != "none" and not self.arrangements:
            raise SheetError(sheet.id, [fault("start.shuffle", sheet.start.shuffle, "none")])
        if not chance.is_due(start.raw, self) and start.outcome() is not None:
            raise SheetError(sheet.id, [fault("start.fen", text, list(sheet.goal.win), "sheet_over")])
        return start

    @property
    def kernel(self) -> Any:
        """The module of what Python asks the kernel, on the path of this game."""
        if self.fast:
            return entry
        from axedrez.chess.kernel.general import entry as general

        return general

    @cached_property
    def arrangements(self) -> tuple[chance.Arrangement, ...]:
        """What chance may draw for the first rank (M-3)."""
        return chance.arrangements(self)

    @cached_property
    def extinct(self) -> tuple[tuple[int, ...] | None, ...]:
        """By side, the types that must not die out: those it has at the start; None: its whole army."""
        kinds = [self.sheet.pieces[name].letter for name in self.sheet.goal.extinct]
        if not kinds:
            return None, None
        return tuple(tuple(self.types[kind] for kind in kinds if kind in army) for army in self.armies.values())

    @cached_property
    def english(self) -> dict[str, str]:
        """The letter of each kind of piece in English, by its letter in FEN."""
        return {letter: letter for letter in self.pieces}

    @cached_property
    def spanish(self) -> dict[str, str]:
        """The letter of each kind of piece in Spanish, by its letter in FEN."""
        return {letter: piece.letter_es or letter for letter, piece in self.pieces.items()}

    @cached_property
    def pawn_squares(self) -> tuple[int, int]:
        """By side, where pawns can stand: never on the last rank; behind their start or in their zone if dropped."""
        return self._pawn_squares(Side.WHITE), self._pawn_squares(Side.BLACK)

    def _pawn_squares(self, side: Side) -> int:
        sheet, ranks = self.sheet, range(1, self.sheet.board.ranks)
        letter = self.pawn if side is Side.WHITE else self.pawn.lower()
        first = [square >> 3 for square, sign in self.begin.pieces.items() if sign == letter]
        rows = [rank + 1 if side is Side.WHITE else sheet.board.ranks - rank for rank in first]
        walked = geometry.rank_mask(sheet, side, tuple(rank for rank in ranks if rank >= min(rows, default=9)))
        reached = walked & ~geometry.zone(sheet, side, sheet.pawn.piece)
        if not self.has_hands:
            return reached
        barred = sheet.capture.no_drop_ranks.get(sheet.pawn.piece, ())
        dropped = sheet.start.setup_ranks if sheet.start.setup else tuple(ranks)
        return reached | geometry.rank_mask(sheet, side, tuple(r for r in dropped if r in ranks and r not in barred))

    def turn_length(self, side: Side, fullmove: int) -> int:
        """How many moves a turn has (M-4), as the kernel counts them: 0 where every turn has one."""
        moves = self.sheet.turn.moves
        if moves == "progressive":
            return 2 * fullmove - (side is Side.WHITE)
        if moves == "1-2":
            return 1 if (side, fullmove) == (self.begin.side, 1) else 2
        return 0 if moves == 1 else moves

    def pieces_of(self, state: Sequence[int] | State) -> dict[int, str]:
        """The pieces by square; upper-case letters are White's."""
        white = int(state[0])
        pieces: dict[int, str] = {}
        for number, letter in self.letters.items():
            bits = int(state[_TYPES + number])
            while bits:
                low = bits & -bits
                pieces[low.bit_length() - 1] = letter if white & low else letter.lower()
                bits ^= low
        return pieces

    def bits(self, state: Sequence[int], letters: str) -> int:
        """The pieces of some kinds, of both sides, as a bitboard."""
        found = 0
        for letter in letters:
            found |= state[_TYPES + self.types[letter]]
        return found

    @property
    def conduct(self) -> Conduct:
        """Whether illegal tries are explained (T-3), and dice; the rest of it is plain."""
        chances = self.sheet.dice.mode != "none" or self.sheet.start.shuffle != "none"
        return Conduct(self.sheet.play.illegal_moves, dice=chances)

    def start(self) -> ChessPosition:
        """The start position, before chance has arranged anything."""
        return self._start

    def parse(self, text: str) -> ChessPosition:
        """Read a FEN as `read` does. Raises `TextError` with a named reason."""
        return self.read(text)[0]

    def read(self, text: str) -> tuple[ChessPosition, tuple[TextError, ...]]:
        """The position of a FEN, also as other programs write it, and what was left out to read it."""
        return lenient_fen.read(text_of(text), self)

    def position(self, state: State) -> ChessPosition:
        """The friendly twin of a kernel state that is known to be valid."""
        return ChessPosition(self, state)

    def __repr__(self) -> str:
        return f"ChessGame({self.name})"


def _check_moves(sheet: ChessSheet, tables: Tables) -> None:
    """Raises `SheetError` for a sheet with positions of more moves than the kernel has room for."""
    most = most_moves(sheet, tables)
    if most > int(layout.MAX_MOVES):
        raise SheetError(sheet.id, [fault("pieces", most, f"<= {int(layout.MAX_MOVES)}", "sheet_moves")])


def _demoting(sheet: ChessSheet) -> list[str]:
    """The kinds that a piece on the board may be which will demote when captured: what demoting promotions lead to."""
    if not sheet.capture.hand:
        return []
    into = {name for rule in sheet.promotion.values() if rule.demotes for name in rule.into}
    # A promoted piece may promote once more.
    while grown := {n for name in into if name in sheet.promotion for n in sheet.promotion[name].into} - into:
        into |= grown
    return [name for name in sheet.pieces if name in into]


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


_known: WeakValueDictionary[bytes, npt.NDArray[np.uint64]] = WeakValueDictionary()


def _shared(tables: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The same array for all games that move alike: it is a megabyte, and sheets often differ in other things."""
    return _known.setdefault(hashlib.sha256(tables.tobytes()).digest(), tables)
