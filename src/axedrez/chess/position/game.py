"""Games of the chess family and their positions, as the contract has them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import inf
from typing import cast
from weakref import WeakValueDictionary

import msgspec
import numpy as np
import numpy.typing as npt

from axedrez.chess.compile.arrays import Tables, compile_tables
from axedrez.chess.compile.checks import check, check_castlings
from axedrez.chess.compile.move_bound import most_moves
from axedrez.chess.kernel import layout
from axedrez.chess.position import chance, endings, fen, lenient_fen, refusals, san
from axedrez.chess.position import scene as scenes
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.position.rules import ChessRules, FenFields, State
from axedrez.chess.position.setup import to_state
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.contract import ReadPosition
from axedrez.core.errors import IllegalMove, SheetError, TextError
from axedrez.core.history import History
from axedrez.core.outcome import Claim, Outcome
from axedrez.core.scene import GridScene
from axedrez.core.sides import Side
from axedrez.core.steps import Step, Steps
from axedrez.core.texts import text_of
from axedrez.drawing import Drawn
from axedrez.rulesheet.validation import fault


class ChessGame(ChessRules):
    """`core.contract.Game` for the chess family. Raises `SheetError` for a sheet that contradicts itself."""

    def __init__(self, sheet: ChessSheet) -> None:
        check(sheet)
        super().__init__(_in_order(sheet))
        self._start = self._set_up().raw

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
            self.compiled = _shared(tables)
            start = self.set_up(self.begin)
        except TextError as problem:
            valid = f"{sheet.board.files}x{sheet.board.ranks} FEN"
            raise SheetError(sheet.id, [fault("start.fen", text, valid), problem]) from None
        if sheet.start.shuffle != "none" and not self.arrangements:
            raise SheetError(sheet.id, [fault("start.shuffle", sheet.start.shuffle, "none")])
        if not chance.is_due(start.raw, self) and start.outcome() is not None:
            raise SheetError(sheet.id, [fault("start.fen", text, list(sheet.goal.win), "sheet_over")])
        return start

    def start(self) -> ChessPosition:
        """The start position, before chance has arranged anything."""
        return ChessPosition(self, self._start)

    def parse(self, text: str) -> ChessPosition:
        """Read a FEN as `read` does. Raises `TextError` with a named reason."""
        return self.read(text).position

    def read(self, text: str) -> ReadPosition[ChessPosition]:
        """The position of a FEN, also as other programs write it, and what was passed over to read it."""
        state, passed = lenient_fen.read(text_of(text), self)
        return ReadPosition(ChessPosition(self, state), passed=passed)

    def set_up(self, setup: FenFields) -> ChessPosition:
        """The position that a setup describes. Raises `TextError` naming the first reason why it is none."""
        return ChessPosition(self, to_state(setup, self))

    def position(self, state: State) -> ChessPosition:
        """The friendly twin of a kernel state that is known to be valid."""
        return ChessPosition(self, state)

    def __repr__(self) -> str:
        return f"ChessGame({self.name})"


class ChessPosition(BasePosition, Drawn, eq=False, gc=False):
    """An immutable position; `core.contract.Position` for the chess family."""

    @property
    def game(self) -> ChessGame:
        """The rules that it is a position of."""
        return cast("ChessGame", self._game)

    def play(self, move: ChessMove | chance.Outcome | str) -> ChessPosition:
        """The position after a legal move, an outcome of chance, or its text. Raises `IllegalMove` or `TextError`."""
        if isinstance(move, str) or not isinstance(move, ChessMove):
            move = self.parse_move(str(move))
        elif move not in self.legal_moves():
            raise refusals.explain(self, move.uci)
        return self.play_unchecked(move)

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

    def text(self) -> str:
        """The FEN."""
        text = self._text
        if text is None:
            self._text = text = fen.write(self)
        return text

    def scene(self) -> GridScene:
        """The board as the page draws it."""
        return scenes.of(self)

    def __reduce__(self) -> tuple[Callable[[str], ChessPosition], tuple[str]]:
        return self.game.parse, (self.text(),)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"


def _check_moves(sheet: ChessSheet, tables: Tables) -> None:
    """Raises `SheetError` for a sheet with positions of more moves than the kernel has room for."""
    most = most_moves(sheet, tables)
    if most > int(layout.MAX_MOVES):
        raise SheetError(sheet.id, [fault("pieces", most, f"<= {int(layout.MAX_MOVES)}", "sheet_moves")])


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
