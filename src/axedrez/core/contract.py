"""The contract between the games and everything else."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from axedrez.core.conduct import Conduct
from axedrez.core.errors import TextError
from axedrez.core.history import History
from axedrez.core.match_state import MatchState
from axedrez.core.outcome import Claim, Outcome
from axedrez.core.scene import Scene
from axedrez.core.sides import Side
from axedrez.core.steps import Step, Steps

# A `Move` of the game's own kind: Python's types cannot say that a position takes only the moves of its own family.
OwnMove = Any
# Likewise what belongs to a family takes only the positions and games of that family.
OwnPosition = Any
OwnGame = Any


Found = TypeVar("Found", covariant=True)


class Move(Hashable, Protocol):
    """A whole turn of a player, or a roll of the dice: a small interned value; `str(move)` is its canonical text."""

    def __str__(self) -> str: ...


class Game(Hashable, Protocol):
    """A rulebook, loaded. Immutable; two games with the same `hash` play alike."""

    @property
    def name(self) -> str:
        """The id of the rulebook (`clasico`)."""

    @property
    def family(self) -> str:
        """The family of games that it belongs to (`chess`, `tables`)."""

    @property
    def hash(self) -> str:
        """The content hash of the resolved sheet (hexadecimal)."""

    @property
    def sheet(self) -> Any:
        """The resolved rule sheet (a msgspec struct of the family)."""

    @property
    def conduct(self) -> Conduct:
        """How the game is conducted: dice, opening, match."""

    @property
    def derived(self) -> dict[Any, Any]:
        """What was made of its rules alone (`derived.once_a_game`)."""

    def start(self) -> Position:
        """The start position."""

    def parse(self, text: str) -> Position:
        """Read a position text. Raises `TextError` with a named reason if it is not a valid position."""

    def read(self, text: str) -> ReadPosition[Position]:
        """The position that `parse` finds in a text, and what else the text says. Raises like `parse`."""


class ReadPosition(NamedTuple, Generic[Found]):
    """A position, how its match stands where an id says so, and what of the text was passed over to read it."""

    position: Found
    match: MatchState | None = None
    passed: tuple[TextError, ...] = ()


class Position(Protocol):
    """A position of a game: an immutable value. It compares and hashes by everything its text says."""

    @property
    def game(self) -> Game:
        """The game this is a position of."""

    @property
    def turn(self) -> Side:
        """Who acts now; `Side.CHANCE` where dice are to be rolled."""

    @property
    def side(self) -> Side:
        """The player whose turn it is, also while chance rolls his dice."""

    @property
    def ply(self) -> int:
        """Turns since the start of the game, as far as the text counts them; even where it is White's turn.

        The number of the move is `ply // 2 + 1`. Games whose texts hold no count say 0 and 1.
        """

    @property
    def hash(self) -> int:
        """64 bits that are equal for positions which the repetition rule takes as the same (C-22)."""

    def legal_moves(self) -> Sequence[Move]:
        """One move for each distinct result, in a fixed order; empty when the player to move has none."""

    def forget(self) -> None:
        """Drop what was found and is kept only to be told again: the game has gone on. It is found again if asked."""

    def play(self, move: OwnMove | str) -> Position:
        """The position after a legal move (a `Move` or any text `parse_move` reads).

        Raises `IllegalMove` if the rules refuse it, `TextError` if the text is no move at all.
        """

    def play_unchecked(self, move: OwnMove) -> Position:
        """Like `play` for a move known to be legal. The result is undefined for any other."""

    def parse_move(self, text: str, lang: str = "en") -> Move:
        """Read a legal move in any notation of the family (UCI, SAN with the letters of `lang`). Raises like `play`."""

    def notate(self, move: OwnMove, lang: str = "en") -> str:
        """The move in the notation for people (SAN), with the piece letters of `lang` (`es` or `en`)."""

    def outcome(self, history: History | None = None) -> Outcome | None:
        """How the game has ended by itself, or None. Without `history` no rule that looks back can apply."""

    def claims(self, history: History | None = None) -> tuple[Claim, ...]:
        """The ends that the player to move may claim."""

    def verdict(self, act: str, side: Side | None = None) -> Outcome:
        """The end that an act of the players brings about.

        `act` is `resignation`, `time`, `left` or `passed` (`side` lost so: it left, or refused a double), `agreement`,
        `abandoned`, `aborted`, `no_show` or `cap`.
        Raises `NotAllowed` if the rulebook has no such end.
        """

    def stakes(self, loser: Side) -> tuple[int, ...]:
        """The points that `loser` may still lose, rising; empty in games where a loss is a loss."""

    def steps(self, prefix: Sequence[str] = ()) -> Steps:
        """What may follow `prefix` (tokens of the steps already taken) inside the turn. Raises like `play`."""

    def taken(self, move: OwnMove) -> tuple[Step, ...]:
        """The steps that a legal turn is made of; none for a turn that was lost."""

    def chance_outcomes(self) -> Sequence[tuple[Move, float]]:
        """The rolls and their probabilities where `turn` is chance; empty elsewhere."""

    def text(self) -> str:
        """The position text; `game.parse(position.text()) == position`."""

    def scene(self) -> Scene:
        """What to draw (docs/api.md)."""

    def svg(
        self,
        *,
        size: int = 400,
        flipped: bool = False,
        marks: Collection[str] = (),
        shapes: Collection[str] = (),
        own_numbers: bool = False,
    ) -> str:
        """The board as an SVG document, `size` pixels wide, seen from White's side, or Black's if `flipped`.

        `marks` are places to point at, `shapes` circles (`Ge4`) and arrows (`Rd1>h5`); with `own_numbers` points are
        counted from the side that sees the board. Raises `ValueError` for a size that is none.
        """


Placed = TypeVar("Placed", bound=Position)


def after_chance(position: Placed) -> Placed:
    """A position in which a player moves: this one, or what follows it with the first roll wherever dice are due."""
    while rolls := position.chance_outcomes():
        position = cast("Placed", position.play_unchecked(rolls[0][0]))
    return position
