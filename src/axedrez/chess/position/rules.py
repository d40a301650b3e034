"""The rules of a sheet, compiled: what positions and everything that reads them take from their game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.compile.arrays import CompiledCastling, Tables, castlings, type_numbers
from axedrez.chess.kernel import entry, layout
from axedrez.chess.position.moves import EffectTable, MoveTable
from axedrez.chess.sheet import geometry
from axedrez.chess.sheet.arrangements import Arrangement, arrangements
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.conduct import Conduct
from axedrez.core.dice import Roll
from axedrez.core.sides import Side
from axedrez.rulesheet.loaded import LoadedGame

State = npt.NDArray[np.uint64]

_TYPES = int(layout.TYPES)


class FenFields(NamedTuple):
    """The parts of a FEN, read but not yet checked against the rules.

    `pieces`: square → letter (upper case is White's); `rights`: letters of castling rights; `en_passant`: a square or
    None. `hand`: letters of both sides; `promoted`: squares; `checks`: still to be given by White and by Black (None:
    all of them); `moves`: left in the turn (None: all of them); `dice`: the roll, or None; `arrange`: the sides that
    chance has still to arrange (bit 0 White); `over`: the end by a goal that the board does not show, as the state has
    it.
    """

    pieces: dict[int, str]
    side: Side
    rights: str
    en_passant: int | None
    halfmove: int
    fullmove: int
    hand: str = ""
    promoted: frozenset[int] = frozenset()
    checks: tuple[int, int] | None = None
    moves: int | None = None
    dice: Roll | None = None
    arrange: int = 0
    over: int = 0

    def army(self, side: Side) -> str:
        """The letters of a side in upper case, those in its hand included."""
        letters = "".join(self.pieces.values()) + self.hand
        return "".join(letter.upper() for letter in letters if letter.isupper() == (side is Side.WHITE))


class ChessRules(LoadedGame):
    """A sheet compiled; `ChessGame` adds what makes positions of it.

    `types` gives the kernel's type number by piece letter; `royals` and `runners` are the letters of kinds, `pawn` the
    pawn's or ""; `begin` is the start as it was read, `armies` and `royal_counts` what stands there. `fast` tells which
    path of the kernel plays it, `kernel` is that path's entry, `compiled` the array that it reads.
    """

    sheet: ChessSheet
    family = "chess"
    sheet_type = ChessSheet

    begin: FenFields
    armies: dict[Side, str]
    royal_counts: list[int]
    compiled: Tables

    def __init__(self, sheet: ChessSheet) -> None:
        self.sheet = sheet
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
        self.castlings: dict[str, CompiledCastling] = castlings(sheet)

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

    @property
    def kernel(self) -> Any:
        """The module of what Python asks the kernel, on the path of this game."""
        if self.fast:
            return entry
        from axedrez.chess.kernel.general import entry as general

        return general

    @cached_property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """What chance may draw for the first rank (M-3)."""
        return arrangements(self.sheet, self.begin.pieces)

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


def _demoting(sheet: ChessSheet) -> list[str]:
    """The kinds that a piece on the board may be which will demote when captured: what demoting promotions lead to."""
    if not sheet.capture.hand:
        return []
    into = {name for rule in sheet.promotion.values() if rule.demotes for name in rule.into}
    # A promoted piece may promote once more.
    while grown := {n for name in into if name in sheet.promotion for n in sheet.promotion[name].into} - into:
        into |= grown
    return [name for name in sheet.pieces if name in into]
