"""The rule sheet of the tables family (clauses G-1 … G-52)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from axedrez.core.patterns import whole
from axedrez.core.structs import prepared
from axedrez.rulesheet.sheet import Clause, Glyph, Id, Letter, Line, PieceId, PieceIdOrNone, Section, Sheet, Words

MAX_NO_PROGRESS = 1000
"""No count of turns without progress is longer (G-45)."""

MAX_MATCH_LENGTH = 99

Count = Annotated[int, msgspec.Meta(ge=0, le=8)]
Ability = Literal["plus-one", "minus-one", "twice"]


class Piece(Section, frozen=True):
    """A kind of piece and what it can do.

    `pace`: how far a die carries it, and how far when it enters; `moves` and `moves_on_doubles`: how often it may move
    in a turn (0: no limit); `captured_by`: who takes it alone when it stands alone; `captured_together_by`: who may be
    one of two that take it together (G-24); `pushes`: it enters blocks (G-26), and `pushes_lone` names the pieces that
    it pushes though they stand alone; `protects_pawns`: how many pawns of its block it protects (G-27).
    """

    letter: Letter
    names: Words
    letter_es: Letter | None = None
    glyph: Glyph = ""
    clause: Clause | None = None
    backward: bool = False
    abilities: tuple[Ability, ...] = ()
    twice: Literal["same-direction", "either"] = "same-direction"
    pace: Literal["pips", "one-point"] = "pips"
    entry_pace: Literal["pips", "one-point"] = "pips"
    moves: Count = 0
    moves_on_doubles: Count = 0
    bears_off: bool = False
    pushes: bool = False
    pushes_lone: tuple[PieceId, ...] = ()
    protects_pawns: Count = 0
    captured_by: tuple[PieceId, ...] = ()
    captured_together_by: tuple[PieceId, ...] = ()


class Start(Section, frozen=True):
    """G-2, G-3: the position text of the start."""

    position: Annotated[str, msgspec.Meta(max_length=200, title="position")]


class Royal(Section, frozen=True):
    """The king ("" for none), and whether he may leave his start point on doubles only (G-17)."""

    piece: PieceIdOrNone = "king"
    departure: bool = True


class Race(Section, frozen=True):
    """G-40 … G-42: the size of the castle, and whether pieces leave by the exact number only.

    `win_uses_all_dice`: a turn that wins counts as having used all its dice.
    """

    castle: Annotated[int, msgspec.Meta(ge=1, le=12)] = 6
    exact: bool = True
    win_uses_all_dice: bool = True


class Bar(Section, frozen=True):
    """G-33: whether the die that the only piece on the bar leaves over is lost."""

    forfeits_die: bool = True


class End(Section, frozen=True):
    """G-45: after so many turns of each player in a row without progress the game is drawn; 0 for never."""

    no_progress: Annotated[int, msgspec.Meta(ge=0, le=MAX_NO_PROGRESS // 2)] = 0


class Options(Section, frozen=True):
    """The variants (G-50 … G-52) and the readings that the source leaves open."""

    killer_queen: bool = False
    berserker_king: bool = False
    defective_rook: bool = False
    rook_capture: Literal["two-pawns", "non-pawn-or-two-pawns", "two-any"] = "two-pawns"
    king_pushes_lone_rook: bool = False
    entry_forfeits_die: bool = True
    king_entry: Literal["one-point", "pips"] = "one-point"
    queen_double: Literal["same-direction", "either"] = "same-direction"


class Match(Section, frozen=True):
    """G-43: the points to reach, the doubling cube, Crawford's game without it.

    `jacoby` and `beavers`: rules of single games with the cube.
    """

    length: Annotated[int, msgspec.Meta(ge=1, le=MAX_MATCH_LENGTH)] = 1
    cube: bool = False
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False


class Scoring(Section, frozen=True):
    """G-42: points for a win; if the loser bore nothing off; if moreover a piece of his is on the bar or far away."""

    single: Count = 1
    gammon: Count = 2
    backgammon: Count = 3


class TablesSheet(Sheet, frozen=True, kw_only=True, tag="tables"):
    """A rulebook of the tables family.

    `letters` is the order of the pieces in position texts. `effects` says what an option changes: `"option=value"` → a
    piece of a sheet that is merged into this one.
    """

    start: Start
    letters: Annotated[str, msgspec.Meta(pattern=whole(r"[A-Z]{1,8}"), title="letters")]
    pieces: dict[Id, Piece]
    pawn: PieceId = "pawn"
    royal: Royal = Royal()
    race: Race = Race()
    bar: Bar = Bar()
    end: End = End()
    options: Options = Options()
    effects: dict[Line, dict[str, Any]] = msgspec.field(default_factory=dict)
    match: Match = Match()
    scoring: Scoring = Scoring()


prepared(TablesSheet)
