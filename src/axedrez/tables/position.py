"""Positions of the tables family: the friendly twin of a kernel row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from axedrez.core.arrays import frozen
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.errors import IllegalMove, TextError
from axedrez.core.history import History
from axedrez.core.outcome import Claim, Outcome
from axedrez.core.scene import PointsScene
from axedrez.core.sides import Side
from axedrez.core.steps import Step, Steps
from axedrez.core.texts import move_of, text_of
from axedrez.drawing import Drawn
from axedrez.tables import endings, rows, turn, workspace
from axedrez.tables import scene as scenes
from axedrez.tables.kernel import layout, states, turns
from axedrez.tables.moves import Turn, read_turn, write_turn
from axedrez.tables.notation import position_text as texts
from axedrez.tables.workspace import Row

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame


class TablesPosition(Drawn):
    """An immutable position; `core.contract.Position` for the tables family.

    `raw` is the kernel's row, for kernels alone: they need an array that can be written to, and must not write to it.
    """

    __slots__ = ("_dice", "_game", "_legal", "_rule", "_side", "raw")

    def __init__(self, game: TablesGame, row: Row, side: Side, dice: Roll | None) -> None:
        self._game = game
        self.raw = row
        self._side = side
        self._dice = dice
        self._legal: tuple[Turn, ...] | None = None
        self._rule: list[int] = []

    @property
    def game(self) -> TablesGame:
        """The rules that it is a position of."""
        return self._game

    @property
    def side(self) -> Side:
        """The player whose turn it is."""
        return self._side

    @property
    def dice(self) -> Roll | None:
        """The throw; None before it."""
        return self._dice

    @property
    def row(self) -> Row:
        """The kernel's row (56 × `int8`, `kernel/layout.py`) as seen by `side`; read-only."""
        return frozen(self.raw)

    @property
    def turn(self) -> Side:
        """Who acts: chance until the dice are thrown; after the end, the loser."""
        return self.side if self.dice or self.is_over() else Side.CHANCE

    @property
    def ply(self) -> int:
        """0 where it is White's turn, 1 where it is Black's: position texts count no turns."""
        return int(self._side)

    @property
    def hash(self) -> int:
        """Equal for equal positions with equal dice, however many turns without progress came before (G-45)."""
        key = int(states.hash_of_pieces(self.raw, 0, self.game.tables, self.game.keys, 0))
        dice = 7 * self.dice.high + self.dice.low if self.dice else 0
        return (key + 0x9E3779B97F4A7C15 * (2 * dice + int(self.side))) % 2**64

    def is_over(self) -> bool:
        """Whether the other side has finished (G-4), or too many turns went by without progress (G-45)."""
        return endings.has_finished(self, self.side.opponent) or endings.is_drawn(self)

    @property
    def still(self) -> int:
        """The turns in a row without progress before this position (G-45)."""
        return rows.still(self.raw)

    def legal_moves(self) -> Sequence[Turn]:
        """One turn for each position that the throw can lead to; the pass alone where nothing can be played (G-6)."""
        legal = self._legal  # another thread may have the position forget it
        if legal is None:
            self._legal = legal = self._generate() if self.dice and not self.is_over() else ()
        return legal

    def forget(self) -> None:
        """See `Position`. A throw may have ten thousand turns."""
        self._legal = None

    def _generate(self) -> tuple[Turn, ...]:
        assert self.dice is not None
        found, self._rule = workspace.ends(self.game.tables, self.game.keys, self.raw, *self.dice)
        written = partial(write_turn, game=self.game, side=self.side)
        return tuple([Turn(written, end.way, end.row) for end in found]) or (Turn(written, (), self.raw),)

    def rule(self) -> list[int]:
        """What a turn of this throw must keep (`kernel.turns.write_turns`).

        Found without listing the turns, of which there may be ten thousand: whoever reads a record needs none of them.
        """
        if not self._rule and self.dice is not None:
            self._rule = workspace.rule(self.game.tables, self.game.keys, self.raw, *self.dice)
        return self._rule

    def play(self, move: Roll | Turn | str) -> TablesPosition:
        """The position after a throw or a legal turn, or the text of one. Raises `IllegalMove` or `TextError`."""
        if isinstance(move, str):
            move = self.parse_move(move)
        elif isinstance(move, Roll):
            self._expect_roll(move)
        elif not any(move is legal for legal in self.legal_moves()):
            # A turn of the same text elsewhere ends in another row.
            move = turn.find(self, read_turn(move_of(move, Turn).text, self.game, "en"))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Roll | Turn) -> TablesPosition:
        """The position after a throw or turn that is known to be legal."""
        if isinstance(move, Roll):
            return TablesPosition(self.game, self.raw, self.side, move)
        result = np.empty(layout.WIDTH, np.int8)
        turns.pass_turn(self.raw, move.row, result, self.game.tables)
        return TablesPosition(self.game, result, self.side.opponent, None)

    def _expect_roll(self, roll: Roll) -> None:
        if self.turn is not Side.CHANCE:
            raise IllegalMove("tables_no_roll_now", clause=self.game.clause("turn"))
        if not 1 <= roll.low <= roll.high <= 6:
            raise TextError("tables_dice", value=str(roll))

    def parse_move(self, text: str, lang: str = "en") -> Roll | Turn:
        """A throw (`52`) where dice are due, else a legal turn in the letters of `lang`. Raises like `play`."""
        if self.turn is Side.CHANCE:
            roll = Roll.parse(text_of(text))
            self._expect_roll(roll)
            return roll
        return turn.find(self, read_turn(text_of(text), self.game, lang))

    def notate(self, move: Roll | Turn, lang: str = "en") -> str:
        """The text of a throw or turn with the letters and words of `lang`."""
        if isinstance(move, Roll):
            return str(move)
        return write_turn(move_of(move, Turn).codes, self.game, self.side, lang)

    def outcome(self, history: History | None = None) -> Outcome | None:
        """The end of the game, or None (G-4, G-42, G-45); nothing here looks back."""
        return endings.outcome(self)

    def claims(self, history: History | None = None) -> tuple[Claim, ...]:
        """There is nothing to claim."""
        return ()

    def verdict(self, act: str, side: Side | None = None) -> Outcome:
        """The end that an act of the players brings. Raises `NotAllowed`."""
        return endings.verdict(self, act, side)

    def stakes(self, loser: Side) -> tuple[int, ...]:
        """The points that `loser` may still lose (G-44)."""
        return endings.stakes(self, loser)

    def steps(self, prefix: Sequence[str] = ()) -> Steps:
        """The sub-moves that may follow the tokens of a turn under way, and why others may not. Raises like `play`."""
        return turn.steps(self, prefix)

    def taken(self, move: Turn) -> tuple[Step, ...]:
        """The sub-moves of a legal turn of this throw."""
        return turn.taken(self, move_of(move, Turn))

    def chance_outcomes(self) -> Sequence[tuple[Roll, float]]:
        """The 21 throws and their probabilities where dice are due."""
        return ROLLS if self.turn is Side.CHANCE else ()

    def text(self) -> str:
        """The position text."""
        return texts.write(self.setup())

    def setup(self) -> texts.Setup:
        """The parts of the position text."""
        return rows.to_setup(self.raw, self.game, self.side, self.side, self.dice)

    def scene(self) -> PointsScene:
        """The board as the page draws it."""
        return scenes.of(self)

    def __reduce__(self) -> tuple[Callable[[str], TablesPosition], tuple[str]]:
        return self.game.parse, (self.text(),)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TablesPosition)
            and (self._is_same_row(other) or self.text() == other.text())
            and (self.game is other.game or self.game.hash == other.game.hash)
        )

    def _is_same_row(self, other: TablesPosition) -> bool:
        """Then the texts are equal too, which takes longer to find out."""
        return self.side is other.side and self.dice == other.dice and self.raw.tobytes() == other.raw.tobytes()

    def __hash__(self) -> int:
        return self.hash

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"
