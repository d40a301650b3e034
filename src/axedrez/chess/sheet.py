"""The rule sheet of the chess family: the table of the specification's *Modificado* page (M-1 … M-13).

Values that no shipped rulebook needs yet are not in the types: a sheet that uses them is told what is valid.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from axedrez.rulesheet.sheet import Id, Letter, Line, Section, Sheet, Words

Mode = Literal["automatic", "claim", "off"]
Square = Annotated[str, msgspec.Meta(pattern=r"^[a-h][1-8]$")]
# msgspec holds no union of a pattern and the empty text.
IdOrNone = Annotated[str, msgspec.Meta(pattern=r"^([a-z0-9][a-z0-9_-]{0,39})?$")]
Score = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Rank = Annotated[int, msgspec.Meta(ge=1, le=8)]


class Board(Section, frozen=True):
    """M-1: files × ranks, and squares that do not exist."""

    files: Annotated[int, msgspec.Meta(ge=3, le=8)] = 8
    ranks: Annotated[int, msgspec.Meta(ge=3, le=8)] = 8
    holes: tuple[Square, ...] = ()


class Piece(Section, frozen=True):
    """M-2: a kind of piece; `movement` is Betza notation, `value` in pawns (None: estimated from its mobility)."""

    letter: Letter
    names: Words
    movement: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,40}$")]
    letter_es: Letter | None = None
    value: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None
    glyph: Line = ""
    clause: Line | None = None


class Start(Section, frozen=True):
    """M-3: where the pieces stand at first."""

    fen: Annotated[str, msgspec.Meta(max_length=200)]


class Turn(Section, frozen=True):
    """M-4: moves in a turn, passing, who starts."""

    moves: Literal[1] = 1
    passing: Literal["never"] = "never"


class Goal(Section, frozen=True):
    """M-5: what wins, and what a player without a legal move gets who is not in check."""

    win: tuple[Literal["checkmate"], ...] = ("checkmate",)
    stalemate: Literal["draw", "loss", "win"] = "draw"


class Royal(Section, frozen=True):
    """M-6: the royal piece, whose check must be parried."""

    piece: Id = "king"
    parry: Literal[True] = True


class Promotion(Section, frozen=True):
    """M-8: a piece that arrives in the zone from outside becomes one of `into`.

    `without`: only while its owner has no piece of that kind on the board (T-4).
    """

    into: tuple[Id, ...]
    zone: Literal["last-rank"] = "last-rank"
    optional: bool = False
    without: Id | None = None
    clause: Line | None = None


class Pawn(Section, frozen=True):
    """M-9: which piece is the pawn ("" for none), where it may step twice (ranks seen by its owner), en passant."""

    piece: IdOrNone = "pawn"
    double_step_ranks: tuple[Rank, ...] = (2,)
    en_passant: bool = True
    clause: Line | None = None
    en_passant_clause: Line | None = None


class Castling(Section, frozen=True):
    """M-10: the classic castling of the royal piece with the outermost pieces of the kind `partner`."""

    mode: Literal["off", "classic"] = "classic"
    partner: Id = "rook"
    clause: Line | None = None


class Repetition(Section, frozen=True):
    """C-22: the position that stands for the `count`-th time."""

    count: Annotated[int, msgspec.Meta(ge=2, le=10)] = 3
    mode: Mode = "automatic"


class MoveLimit(Section, frozen=True):
    """C-24: so many moves of each side in a row without capture or pawn move."""

    moves: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 50
    mode: Mode = "automatic"


class Draws(Section, frozen=True):
    """M-11: the draws, and whether two players may abandon a game by consent (D-2b)."""

    repetition: Repetition = Repetition()
    move_limit: MoveLimit = MoveLimit()
    insufficient_material: Literal["listed", "dead-position", "cannot-force", "off"] = "listed"
    agreement: bool = True
    abandonment: bool = False


class Clock(Section, frozen=True):
    """C-18: what a flag fall is when the opponent cannot possibly mate."""

    flag_without_mating_material: Literal["draw", "loss"] = "draw"


class Play(Section, frozen=True):
    """M-13: whether illegal tries can be made and are explained (T-3); whether check is announced (T-2)."""

    illegal_moves: Literal["prevent", "warn"] = "prevent"
    announce_check: bool = False


class Scoring(Section, frozen=True):
    """T-5: points for the winner, the loser and for a draw."""

    win: Score = 1
    draw: Score = 0.5
    loss: Score = 0


class ChessSheet(Sheet, frozen=True, kw_only=True, tag="chess"):
    """A rulebook of the chess family."""

    start: Start
    pieces: dict[Id, Piece]
    board: Board = Board()
    turn: Turn = Turn()
    goal: Goal = Goal()
    royal: Royal = Royal()
    promotion: dict[Id, Promotion] = msgspec.field(default_factory=dict)
    pawn: Pawn = Pawn()
    castling: Castling = Castling()
    draws: Draws = Draws()
    clock: Clock = Clock()
    play: Play = Play()
    scoring: Scoring = Scoring()
    terms: dict[Id, Words] = msgspec.field(default_factory=dict)
