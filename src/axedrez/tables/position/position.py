"""Positions of the tables family: the Python interface of a kernel row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from axedrez.core.arrays import frozen
from axedrez.core.contract import Game, Position
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.errors import IllegalMove, TextError
from axedrez.core.history import History
from axedrez.core.match_state import MatchState
from axedrez.core.outcome import Claim, Outcome
from axedrez.core.scene import PointsScene
from axedrez.core.sides import Side
from axedrez.core.steps import Step, Steps
from axedrez.core.texts import move_of, text_of, tokens_of
from axedrez.drawing import Drawn
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout, locks, states, turns
from axedrez.tables.position import endings, ids, rows
from axedrez.tables.position import position_text as texts
from axedrez.tables.position import scene as scenes
from axedrez.tables.position.moves import Turn, read_turn, write_turn
from axedrez.tables.position.turn import OpenTurn
from axedrez.tables.position.workspace import Row


class TablesPosition(msgspec.Struct, Drawn, eq=False, gc=False):
    """An immutable position; `core.contract.Position` for the tables family.

    `raw` is the kernel's row, for kernels alone: they need an array that can be written to, and must not write to it.

    The garbage collector does not look at it, so nothing that it refers to, such as its game, may keep a position:
    a server has too many of them.
    """

    _game: Game
    _ruleset: Ruleset
    raw: Row
    _side: Side
    _dice: Roll | None
    _open_turn: OpenTurn | None = None
    _legal: tuple[Turn, ...] | None = None

    @property
    def game(self) -> Game:
        """The game that it is a position of."""
        return self._game

    @property
    def ruleset(self) -> Ruleset:
        """The rules of that game, as the family's own parts read them."""
        return self._ruleset

    @property
    def side(self) -> Side:
        """The player whose turn it is."""
        return self._side

    @property
    def dice(self) -> Roll | None:
        """The roll; None before it."""
        return self._dice

    @property
    def row(self) -> Row:
        """The kernel's row (56 × `int8`, `kernel/layout.py`) as seen by `side`; read-only."""
        return frozen(self.raw)

    @property
    def turn(self) -> Side:
        """Who acts: chance until the dice are rolled; after the end, the loser."""
        return self.side if self.dice or self.is_over() else Side.CHANCE

    @property
    def ply(self) -> int:
        """0 where it is White's turn, 1 where it is Black's: position texts count no turns."""
        return int(self._side)

    @property
    def hash(self) -> int:
        """Equal for equal positions with equal dice, however many turns without progress came before (G-45)."""
        key = int(states.hash_of_pieces(self.raw, 0, self.ruleset.compiled, self.ruleset.keys, 0))
        dice = 7 * self.dice.high + self.dice.low if self.dice else 0
        return (key + 0x9E3779B97F4A7C15 * (2 * dice + int(self.side))) % 2**64

    def is_over(self) -> bool:
        """Whether the other side has finished (G-4), or too many turns went by without progress (G-45)."""
        return endings.has_finished(self.ruleset, self.raw, layout.ENEMY) or endings.is_drawn(self.ruleset, self.raw)

    def is_locked(self) -> bool:
        """Whether nobody can win any more, whatever the dice say; so it is drawn in the end (G-45). `kernel.locks`."""
        return bool(locks.is_locked(self.raw, 0, self.ruleset.compiled))

    @property
    def no_progress_count(self) -> int:
        """The turns in a row without progress before this position (G-45)."""
        return rows.no_progress_count(self.raw)

    def legal_moves(self) -> Sequence[Turn]:
        """One turn for each position that the roll can lead to; the pass alone where nothing can be played (G-6)."""
        legal = self._legal  # another thread may call `forget`
        if legal is None:
            self._legal = legal = self.open_turn.turns() if self.dice and not self.is_over() else ()
        return legal

    def forget(self) -> None:
        """See `Position`. A roll may have ten thousand turns."""
        self._legal = self._open_turn = None

    @property
    def open_turn(self) -> OpenTurn:
        """The roll that is still to be played. Raises `IllegalMove` where there is none."""
        open_turn = self._open_turn  # another thread may call `forget`
        if open_turn is None and self.dice:
            self._open_turn = open_turn = OpenTurn(self.ruleset, self.raw, self.side, self.dice)
        if open_turn is None:
            if self.is_over():
                raise IllegalMove("tables_game_over")
            raise IllegalMove("tables_dice_due", clause=self.ruleset.clause("turn"))
        return open_turn

    def play(self, move: Roll | Turn | str) -> TablesPosition:
        """The position after a roll or a legal turn, or the text of one. Raises `IllegalMove` or `TextError`."""
        if isinstance(move, str):
            move = self.parse_move(move)
        elif isinstance(move, Roll):
            self._expect_roll(move)
        elif not any(move is legal for legal in self.legal_moves()):
            # A turn of the same text elsewhere ends in another row.
            move = self.open_turn.find(read_turn(move_of(move, Turn).text, self.ruleset, "en"))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Roll | Turn) -> TablesPosition:
        """The position after a roll or turn that is known to be legal."""
        if isinstance(move, Roll):
            return TablesPosition(self.game, self.ruleset, self.raw, self.side, move)
        result = np.empty(layout.WIDTH, np.int8)
        turns.pass_turn(self.raw, move.row, result, self.ruleset.compiled)
        return TablesPosition(self.game, self.ruleset, result, self.side.opponent, None)

    def _expect_roll(self, roll: Roll) -> None:
        if self.turn is not Side.CHANCE:
            raise IllegalMove("tables_no_roll_now", clause=self.ruleset.clause("turn"))
        if not 1 <= roll.low <= roll.high <= 6:
            raise TextError("tables_dice", value=str(roll))

    def parse_move(self, text: str, lang: str = "en") -> Roll | Turn:
        """A roll (`52`) where dice are due, else a legal turn in the letters of `lang`. Raises like `play`."""
        if self.turn is Side.CHANCE:
            roll = Roll.parse(text_of(text))
            self._expect_roll(roll)
            return roll
        return self.open_turn.find(read_turn(text_of(text), self.ruleset, lang))

    def notate(self, move: Roll | Turn, lang: str = "en") -> str:
        """The text of a roll or turn with the letters and words of `lang`."""
        if isinstance(move, Roll):
            return str(move)
        return write_turn(move_of(move, Turn).codes, self.ruleset, self.side, lang)

    def outcome(self, history: History | None = None) -> Outcome | None:
        """The end of the game, or None (G-4, G-42, G-45); nothing here looks back."""
        return endings.outcome(self.ruleset, self.raw, self.side)

    def claims(self, history: History | None = None) -> tuple[Claim, ...]:
        """There is nothing to claim."""
        return ()

    def verdict(self, act: str, side: Side | None = None) -> Outcome:
        """The end that an act of the players brings. Raises `NotAllowed`."""
        return endings.verdict(self.ruleset, act, side)

    def stakes(self, loser: Side) -> tuple[int, ...]:
        """The points that `loser` may still lose (G-44)."""
        return endings.stakes(self.ruleset, self.raw, layout.OWN if loser is self.side else layout.ENEMY)

    def steps(self, prefix: Sequence[str] = ()) -> Steps:
        """The sub-moves that may follow the tokens of a turn under way, and why others may not. Raises like `play`."""
        tokens = tokens_of(prefix)
        if self.dice:
            return self.open_turn.steps(tokens)
        if tokens:
            self.parse_move(" ".join(tokens))
        return Steps((), bool(tokens), ())

    def taken(self, move: Turn) -> tuple[Step, ...]:
        """The sub-moves of a legal turn of this roll. Raises `IllegalMove` for any other turn."""
        return self.open_turn.taken(move_of(move, Turn))

    def chance_outcomes(self) -> Sequence[tuple[Roll, float]]:
        """The 21 rolls and their probabilities where dice are due."""
        return ROLLS if self.turn is Side.CHANCE else ()

    def text(self) -> str:
        """The position text."""
        return texts.write(self.setup())

    def ids(self, match: MatchState | None = None) -> dict[ids.Kind, str]:
        """The ids of the position, by their kinds (`ids`), in a match that stands so.

        `game.parse` reads each of them, and `game.read` the match too. Raises `TextError` for a match that
        cannot be.
        """
        return ids.write(self.setup(), self.ruleset, match)

    def setup(self) -> texts.PositionFields:
        """The parts of the position text."""
        return rows.to_setup(self.raw, self.ruleset, self.side, self.side, self.dice)

    def scene(self) -> PointsScene:
        """The board as the page draws it."""
        return scenes.of(self.ruleset, self.raw, self.side, self.dice)

    def __reduce__(self) -> tuple[Callable[[str], Position], tuple[str]]:
        return self.game.parse, (self.text(),)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TablesPosition)
            and (self._is_same_row(other) or self.text() == other.text())
            and (self.game is other.game or self.game.hash == other.game.hash)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other  # without it a struct would compare by identity

    def _is_same_row(self, other: TablesPosition) -> bool:
        """Then the texts are equal too, which takes longer to find out."""
        return self.side is other.side and self.dice == other.dice and self.raw.tobytes() == other.raw.tobytes()

    def __hash__(self) -> int:
        return self.hash

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"
