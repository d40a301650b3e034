"""Chess rule sheets as plain data, for the slow twin.

Written from the clauses, not from the shipped sheets: a sheet that says something else is found out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Step = tuple[int, int]
"""(files to the right, ranks up) of one step."""

Mode = Literal["automatic", "claim", "off"]

ORTHOGONAL: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
ADJACENT = ORTHOGONAL + DIAGONAL
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Movement:
    """How a piece other than the pawn moves: single leaps, and slides repeated until something is met."""

    leaps: tuple[Step, ...] = ()
    slides: tuple[Step, ...] = ()


@dataclass(frozen=True)
class ArrivalPromotion:
    """A piece that may change on arriving on the last rank (T-4). Castling never counts as arriving."""

    piece: str
    into: str
    only_if_owner_has_none: bool = True
    only_from_outside: bool = True
    optional: bool = True


@dataclass(frozen=True)
class Repetition:
    """C-22: `count` occurrences of one position."""

    count: int = 3
    mode: Mode = "automatic"


@dataclass(frozen=True)
class MoveLimit:
    """C-24: `moves` of each side without capture or pawn move."""

    moves: int = 50
    mode: Mode = "automatic"


KING = Movement(leaps=ADJACENT)
ROOK = Movement(slides=ORTHOGONAL)
BISHOP = Movement(slides=DIAGONAL)
QUEEN = Movement(slides=ADJACENT)
KNIGHT_PIECE = Movement(leaps=KNIGHT)
AMAZON = Movement(leaps=KNIGHT, slides=ADJACENT)

COMMON_CLAUSES = {
    "checkmate": "C-16",
    "resignation": "C-17",
    "time": "C-18",
    "stalemate": "C-20",
    "agreement": "C-21",
    "repetition": "C-22",
    "insufficient_material": "C-23",
    "move_limit": "C-24",
}


@dataclass(frozen=True)
class Rules:
    """A game of the chess family. The defaults are the common law with the draws of `clasico`.

    `pieces` says how every letter but the pawn's moves. `holes` are names of squares that do not exist, written `*`
    in FEN. `double_step_ranks` are counted from 1, from the side of the pawn's owner. `stalemate` is what happens to
    the stalemated player. `clauses` names, for each reason of ending, the clause it is reported under.
    """

    name: str
    start: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    files: int = 8
    ranks: int = 8
    holes: frozenset[str] = frozenset()
    pieces: Mapping[str, Movement] = field(
        default_factory=lambda: {"K": KING, "Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT_PIECE}
    )
    royal: str = "K"
    pawn: str = "P"
    double_step_ranks: frozenset[int] = frozenset({2})
    en_passant: bool = True
    promotion_choices: tuple[str, ...] = ("N", "B", "R", "Q")
    rook_promotion: ArrivalPromotion | None = None
    castling: bool = True
    stalemate: Literal["draw", "loss", "win"] = "draw"
    repetition: Repetition = Repetition()
    move_limit: MoveLimit = MoveLimit()
    insufficient_material: Literal["listed", "dead-position", "cannot-force", "off"] = "listed"
    agreement: bool = True
    flag_without_mating_material: Literal["draw", "loss"] = "draw"
    clauses: Mapping[str, str] = field(default_factory=lambda: COMMON_CLAUSES)


CLASICO = Rules(name="clasico")
REGLAMENTO = replace(CLASICO, name="reglamento")

# D-1, D-2: no draw of any kind.
CHESS2D = replace(
    CLASICO,
    name="chess2d",
    stalemate="loss",
    repetition=Repetition(mode="off"),
    move_limit=MoveLimit(mode="off"),
    insufficient_material="off",
    agreement=False,
    flag_without_mating_material="loss",
    clauses=COMMON_CLAUSES | {"stalemate": "D-2"},
)

# T-4, T-8.
TRADICIONAL = replace(
    CLASICO,
    name="tradicional",
    rook_promotion=ArrivalPromotion(piece="R", into="Q"),
    repetition=Repetition(mode="claim"),
    move_limit=MoveLimit(mode="claim"),
    insufficient_material="dead-position",
    clauses=COMMON_CLAUSES
    | dict.fromkeys(("stalemate", "agreement", "repetition", "insufficient_material", "move_limit"), "T-8"),
)

# The listed materials of C-23 are about the orthodox king: here K+B against K can still be mate, so they are off.
KNIGHTMATE = Rules(
    name="knightmate",
    start="rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
    pieces={"K": KNIGHT_PIECE, "Q": QUEEN, "R": ROOK, "B": BISHOP, "M": KING},
    promotion_choices=("M", "B", "R", "Q"),
    insufficient_material="off",
    flag_without_mating_material="loss",
)

AMAZON6 = Rules(
    name="amazon6",
    start="rnaknr/pppppp/6/6/PPPPPP/RNAKNR w - - 0 1",
    files=6,
    ranks=6,
    pieces={"K": KING, "A": AMAZON, "R": ROOK, "B": BISHOP, "N": KNIGHT_PIECE},
    double_step_ranks=frozenset(),
    en_passant=False,
    promotion_choices=("A", "R", "B", "N"),
    castling=False,
)
