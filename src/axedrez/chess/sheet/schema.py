"""The rule sheet of the chess family: the table of the specification's *Modificado* page (M-1 … M-13).

Every field has a default, the value that a sheet gets which does not speak of it; only start and pieces must be said.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from axedrez.core.patterns import whole
from axedrez.core.structs import prepared
from axedrez.rulesheet.sheet import SCHEMA, Clause, Glyph, Id, Letter, PieceId, PieceIdOrNone, Section, Sheet, Words

Mode = Literal["automatic", "claim", "off"]
Square = Annotated[str, msgspec.Meta(pattern=whole(r"[a-h][1-8]"), title="square")]
Score = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Rank = Annotated[int, msgspec.Meta(ge=1, le=8, title="rank")]
File = Annotated[str, msgspec.Meta(pattern=whole(r"[a-h]"), title="file")]


class Board(Section, frozen=True):
    """M-1: files × ranks, and squares that do not exist."""

    files: Annotated[int, msgspec.Meta(ge=3, le=8)] = 8
    ranks: Annotated[int, msgspec.Meta(ge=3, le=8)] = 8
    holes: tuple[Square, ...] = ()


class Piece(Section, frozen=True):
    """M-2: a kind of piece; `movement` is Betza notation (`betza.py`), `value` in pawns (None: estimated)."""

    letter: Letter
    names: Words
    movement: Annotated[str, msgspec.Meta(pattern=whole(r"[A-Za-z0-9]{1,80}"), title="betza")]
    letter_es: Letter | None = None
    value: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None
    glyph: Glyph = ""
    clause: Clause | None = None


class Start(Section, frozen=True):
    """M-3: where the pieces stand at first; the FEN also says who begins (M-4).

    `shuffle`: before the first move chance arranges the pieces of the first rank: `chess960` by the rule of that game
    (bishops on both colours, the royal piece between the rooks), `free` anyhow. `mirrored`: Black's like White's.
    `setup`: the FEN has pieces in hand, and the players first place theirs in turn on the ranks `setup_ranks` (seen by
    the owner); nobody moves a piece before his hand is empty.
    """

    fen: Annotated[str, msgspec.Meta(max_length=240, title="position")]
    shuffle: Literal["none", "chess960", "free"] = "none"
    mirrored: bool = True
    setup: bool = False
    setup_ranks: tuple[Rank, ...] = (1,)


class Turn(Section, frozen=True):
    """M-4: moves in a turn, and passing.

    `moves`: 1, 2, `1-2` (one at the very first turn, then two), `progressive` (one more at each turn: 1, 2, 3 …).
    `check_ends_turn`: giving check ends a turn of several moves. A check must be answered by the first move of a turn.
    """

    moves: Literal[1, 2, "1-2", "progressive"] = 1
    check_ends_turn: bool = True
    passing: Literal["never", "allowed", "when-stalemated"] = "never"


WinGoal = Literal[
    "checkmate", "capture-royal", "checks", "royal-reaches", "piece-reaches", "extinction", "bare-royal", "lose-all"
]


class Goal(Section, frozen=True):
    """M-5: what wins, and what a player without a legal move gets who is not in check.

    `checkmate`: the royal piece is attacked and nothing helps. `capture-royal`: a royal piece of the opponent is taken
    (or blown up). `checks`: the opponent has been checked `checks` times. `royal-reaches`: the own royal piece stands
    on a square of `region` after one's move; with `last_move` the second player has one more move to draw level, with
    `last_move_only_to_level` only if some move of his does so, else the game is over at once.
    `piece-reaches`: a piece of a kind of `runners` stands on a square of `runner_region`, or where that is empty on the
    last rank, seen by its owner. `extinction`: the
    opponent has no piece left of one of the kinds `extinct` that he started with; where `extinct` is empty, no piece at
    all. `bare-royal`: the opponent has nothing but royal pieces left. `lose-all`: one has no piece left oneself.
    """

    win: tuple[WinGoal, ...] = ("checkmate",)
    checks: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    region: tuple[Square, ...] = ()
    last_move: bool = False
    last_move_only_to_level: bool = False
    runners: tuple[PieceId, ...] = ()
    runner_region: tuple[Square, ...] = ()
    extinct: tuple[PieceId, ...] = ()
    stalemate: Literal["draw", "loss", "win"] = "draw"


class Royal(Section, frozen=True):
    """M-6: the royal kinds of piece. `parry`: no royal piece of one's own may be left attacked.

    `give_check`: whether it is allowed to attack a royal piece of the opponent (Racing Kings: no).
    """

    pieces: tuple[PieceId, ...] = ("king",)
    parry: bool = True
    give_check: bool = True

    @property
    def piece(self) -> str:
        """The royal kind where there is exactly one, else ""."""
        return self.pieces[0] if len(self.pieces) == 1 else ""


class Capture(Section, frozen=True):
    """M-7: capturing. `mandatory`: who can capture must. `own`: one may capture one's own pieces, royal ones excepted.

    `explosion`: a capture blows up the captor, the captured piece and all pieces around the square but those of the
    kinds `blast_proof`; a royal piece may not capture. `hand`: a captured piece changes side into the captor's hand,
    from where it may be dropped on an empty square instead of a move; kinds of `no_drop_ranks` not on these ranks (seen
    by their owner).
    """

    mandatory: bool = False
    own: bool = False
    explosion: bool = False
    blast_proof: tuple[PieceId, ...] = ("pawn",)
    hand: bool = False
    no_drop_ranks: dict[PieceId, tuple[Rank, ...]] = msgspec.field(default_factory=dict)
    clause: Clause | None = None


class Promotion(Section, frozen=True):
    """M-8: a piece that arrives in the zone from outside becomes one of `into`; the pawn must, others only may.

    `ranks`: the zone, seen by its owner (empty: the last rank). `without`: only while its owner has no piece of that
    kind on the board (T-4). `demotes`: captured after its promotion, it goes into the hand as what it was (M-7).
    """

    into: tuple[PieceId, ...]
    ranks: tuple[Rank, ...] = ()
    optional: bool = False
    without: PieceId | None = None
    demotes: bool = True
    clause: Clause | None = None


class Pawn(Section, frozen=True):
    """M-9: which piece is the pawn ("" for none), where it may step twice (ranks seen by its owner), en passant.

    `en_passant_ranks`: double steps from these ranks can be answered en passant (None: all of them). `sideways`: it may
    also step one square to the side, without capturing. Torpedo pawns step twice from every rank.
    """

    piece: PieceIdOrNone = "pawn"
    double_step_ranks: tuple[Rank, ...] = (2,)
    en_passant: bool = True
    en_passant_ranks: tuple[Rank, ...] | None = None
    sideways: bool = False
    clause: Clause | None = None
    en_passant_clause: Clause | None = None


class Castling(Section, frozen=True):
    """M-10: castling of the royal piece with the outermost pieces of the kind `partner`.

    `classic`: the royal piece goes two squares towards the partner. `960`: from wherever both stand, the royal piece
    goes to the file `files[0]` (towards a) or `files[1]`, the partner beside it on the inner side.
    """

    mode: Literal["off", "classic", "960"] = "classic"
    partner: PieceId = "rook"
    files: tuple[File, File] = ("c", "g")
    clause: Clause | None = None


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


class Dice(Section, frozen=True):
    """M-12: dice chess. Two dice are rolled before every move; only kinds of piece that they show may move.

    `faces` says what the sides 1 … 6 of a die mean. Who has no such move loses the turn; nobody is bound to parry a
    check (`royal.parry` must be false).
    """

    mode: Literal["none", "kinds"] = "none"
    faces: Annotated[tuple[PieceId, ...], msgspec.Meta(max_length=6, title="faces")] = ()


class Clock(Section, frozen=True):
    """C-18: what a flag fall is when no sequence of legal moves lets the opponent win."""

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
    capture: Capture = Capture()
    promotion: dict[PieceId, Promotion] = msgspec.field(default_factory=dict)
    pawn: Pawn = Pawn()
    castling: Castling = Castling()
    draws: Draws = Draws()
    dice: Dice = Dice()
    clock: Clock = Clock()
    play: Play = Play()
    scoring: Scoring = Scoring()
    terms: dict[Id, Words] = msgspec.field(default_factory=dict)


prepared(ChessSheet)


def upgraded(data: dict[str, Any]) -> dict[str, Any]:
    """A resolved sheet of an earlier schema in the words of the present one: stored games keep their rules.

    Schema 1 had one royal kind, `royal.piece`, and `promotion.<name>.zone`, which was always the last rank.
    """
    if data.get("schema") != 1:
        return data
    changed = data | {"schema": SCHEMA}
    if isinstance(royal := data.get("royal"), dict) and "piece" in royal:
        rest = {key: value for key, value in royal.items() if key not in ("piece", "pieces")}
        changed["royal"] = rest | {"pieces": [royal["piece"]]}
    if isinstance(promotion := data.get("promotion"), dict):
        changed["promotion"] = {
            name: {key: value for key, value in rules.items() if (key, value) != ("zone", "last-rank")}
            if isinstance(rules, dict)
            else rules
            for name, rules in promotion.items()
        }
    return changed
