"""What `variants.ini` speaks of: kinds of pieces, options, and the variants that sections can be derived from."""

from __future__ import annotations

from typing import Any, NamedTuple

FILES, RANKS = 12, 10
"""The largest board that the format knows."""

Squares = frozenset[tuple[int, int]]
"""Squares as (file, rank), both from 0."""


class Kind(NamedTuple):
    """A kind of piece: Betza notation ("" where it says not all), id and names of ours."""

    movement: str
    id: str
    es: str
    en: str


PIECES = {
    "pawn": Kind("fmWfcF", "pawn", "peón", "pawn"),
    "knight": Kind("N", "knight", "caballo", "knight"),
    "bishop": Kind("B", "bishop", "alfil", "bishop"),
    "rook": Kind("R", "rook", "torre", "rook"),
    "queen": Kind("Q", "queen", "dama", "queen"),
    "fers": Kind("F", "ferz", "alferza", "ferz"),
    "alfil": Kind("A", "alfil", "alfil antiguo", "alfil"),
    "fersAlfil": Kind("FA", "elephant", "elefante", "elephant"),
    "silver": Kind("FfW", "silver", "general de plata", "silver general"),
    "aiwok": Kind("RNF", "aiwok", "aiwok", "aiwok"),
    "bers": Kind("RF", "dragon", "dragón", "dragon king"),
    "archbishop": Kind("BN", "archbishop", "arzobispo", "archbishop"),
    "chancellor": Kind("RN", "chancellor", "canciller", "chancellor"),
    "amazon": Kind("QN", "amazon", "amazona", "amazon"),
    "knibis": Kind("mNcB", "knibis", "caballo que captura como alfil", "knight capturing as bishop"),
    "biskni": Kind("mBcN", "biskni", "alfil que captura como caballo", "bishop capturing as knight"),
    "kniroo": Kind("mNcR", "kniroo", "caballo que captura como torre", "knight capturing as rook"),
    "rookni": Kind("mRcN", "rookni", "torre que captura como caballo", "rook capturing as knight"),
    "shogiPawn": Kind("fW", "shogi-pawn", "peón de shogi", "shogi pawn"),
    "lance": Kind("fR", "lance", "lanza", "lance"),
    "shogiKnight": Kind("fN", "shogi-knight", "caballo de shogi", "shogi knight"),
    "gold": Kind("WfF", "gold", "general de oro", "gold general"),
    "dragonHorse": Kind("BW", "dragon-horse", "caballo dragón", "dragon horse"),
    "clobber": Kind("cW", "clobber", "ficha de clobber", "clobber piece"),
    "breakthrough": Kind("fmWfF", "breakthrough", "peón de breakthrough", "breakthrough pawn"),
    "immobile": Kind("", "immobile", "pieza inmóvil", "immobile piece"),
    "cannon": Kind("mRcpR", "cannon", "cañón", "cannon"),
    "janggiCannon": Kind("", "janggi-cannon", "cañón coreano", "janggi cannon"),
    "soldier": Kind("fsW", "soldier", "soldado", "soldier"),
    "horse": Kind("nN", "horse", "caballo chino", "horse"),
    "elephant": Kind("nA", "xiangqi-elephant", "elefante chino", "xiangqi elephant"),
    "janggiElephant": Kind("nZ", "janggi-elephant", "elefante coreano", "janggi elephant"),
    "banner": Kind("RcpRnN", "banner", "estandarte", "banner"),
    "wazir": Kind("W", "wazir", "visir", "wazir"),
    "commoner": Kind("K", "commoner", "plebeyo", "commoner"),
    "centaur": Kind("KN", "centaur", "centauro", "centaur"),
    **{f"customPiece{number}": Kind("", "", "pieza", "piece") for number in range(1, 26)},
    "king": Kind("K", "king", "rey", "king"),
}
"""In the order in which a section's pieces are taken; of two with one letter the later one stays."""

ALL = frozenset({"*"})
"""A set of kinds that means any."""


def _ranks(*ranks: int) -> Squares:
    return frozenset((file, rank - 1) for file in range(FILES) for rank in ranks)


EVERYWHERE = _ranks(*range(1, RANKS + 1))
_PAWN, _OFFICERS = frozenset({"pawn"}), frozenset({"knight", "bishop", "rook", "queen"})


def _both(option: str, kind: str, *defaults: Any) -> dict[str, tuple[str, Any]]:
    return {f"{option}{side}": (kind, default) for side, default in zip(("White", "Black"), defaults, strict=True)}


OPTIONS: dict[str, tuple[str, Any]] = {
    "maxRank": ("rank", 8),
    "maxFile": ("file", 8),
    "chess960": ("bool", False),
    "startFen": ("text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    **_both("promotionRegion", "squares", _ranks(8), _ranks(1)),
    **_both("promotionPawnTypes", "kinds", _PAWN, _PAWN),
    **_both("promotionPieceTypes", "kinds", _OFFICERS, _OFFICERS),
    "blastOnCapture": ("bool", False),
    "doubleStep": ("bool", True),
    **_both("doubleStepRegion", "squares", _ranks(2), _ranks(7)),
    "enPassantRegion": ("squares", EVERYWHERE),
    **_both("enPassantTypes", "kinds", _PAWN, _PAWN),
    "castling": ("bool", True),
    "castlingDroppedPiece": ("bool", False),
    "castlingKingsideFile": ("file", 7),
    "castlingQueensideFile": ("file", 3),
    "castlingRank": ("rank", 1),
    **_both("castlingKingPiece", "kinds", frozenset({"king"}), frozenset({"king"})),
    **_both("castlingRookPieces", "kinds", frozenset({"rook"}), frozenset({"rook"})),
    "checking": ("bool", True),
    "mustCapture": ("bool", False),
    "mustDrop": ("bool", False),
    "mustDropType": ("kinds", ALL),
    "pieceDrops": ("bool", False),
    "dropLoop": ("bool", False),
    "capturesToHand": ("bool", False),
    "firstRankPawnDrops": ("bool", False),
    "promotionZonePawnDrops": ("bool", False),
    "whiteDropRegion": ("squares", EVERYWHERE),
    "blackDropRegion": ("squares", EVERYWHERE),
    **_both("nMoveRuleTypes", "kinds", _PAWN, _PAWN),
    "nMoveRule": ("number", 50),
    "nFoldRule": ("number", 3),
    "stalemateValue": ("result", "draw"),
    "checkmateValue": ("result", "loss"),
    "extinctionValue": ("result", "none"),
    "extinctionPseudoRoyal": ("bool", False),
    "extinctionPieceTypes": ("kinds", frozenset()),
    "extinctionPieceCount": ("number", 0),
    "extinctionOpponentPieceCount": ("number", 0),
    **_both("flagPiece", "kinds", ALL, ALL),
    **_both("flagRegion", "squares", frozenset(), frozenset()),
    "flagMove": ("bool", False),
    "checkCounting": ("bool", False),
}
"""The options whose values we can say, at least some of them: what sort of value they take, and the default."""

ALIASES = {
    "pawnTypes": ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"),
    **{
        option: (option,)
        for option in (
            *("promotionPawnTypes", "promotionPieceTypes", "enPassantTypes", "castlingKingPiece"),
            *("castlingRookPieces", "nMoveRuleTypes", "flagPiece", "flagRegion"),
        )
    },
}
"""Options that speak of both sides, with what they set for each."""

NEUTRAL = {
    **dict.fromkeys(
        (
            *("twoBoards", "sittuyinPromotion", "piecePromotionOnCapture", "mandatoryPiecePromotion", "pieceDemotion"),
            *("petrifyOnCapture", "petrifyBlastPieces", "oppositeCastling", "dropOnTop", "sittuyinRookDrop"),
            *("dropOppositeColoredBishop", "dropPromoted", "immobilityIllegal", "gating", "arrowGating", "duckGating"),
            *("staticGating", "pastGating", "seirawanGating", "cambodianMoves", "makpongRule", "flyingGeneral"),
            *("nFoldValueAbsolute", "perpetualCheckIllegal", "moveRepetitionIllegal", "stalematePieceCount"),
            *("shogiPawnDropMateIllegal", "shatarMateRule", "bikjangRule", "extinctionClaim", "dupleCheck"),
            *("flagPieceBlockedWin", "flagPieceSafe", "pass", "passOnStalemate"),
        ),
        "false",
    ),
    **dict.fromkeys(("mandatoryPawnPromotion", "dropChecks"), "true"),
    **dict.fromkeys(
        ("enclosingDrop", "flipEnclosedPieces", "wallingRule", "chasingRule", "materialCounting", "countingRule"),
        "none",
    ),
    **dict.fromkeys(
        (
            *("tripleStepRegionWhite", "tripleStepRegionBlack", "dropNoDoubled", "blastImmuneTypes", "castlingWins"),
            *("mutuallyImmuneTypes", "petrifyOnCaptureTypes", "diagonalLines", "promotionLimit", "promotedPieceType"),
        ),
        "-",
    ),
    **dict.fromkeys(("connectN", "connectNxN"), "0"),
    **dict.fromkeys(("soldierPromotionRank", "flagPieceCount"), "1"),
    "nFoldValue": "draw",
}
"""Options that we cannot say: the value with which they change nothing."""

SILENT = frozenset(
    {"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "castlingKingFile"}
)
"""Options that say nothing about the rules of play: what a program shows or how it judges."""

_ORTHODOX = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
_PLEBEIAN = {"king": "-", "commoner": "k"}


class Builtin(NamedTuple):
    """A variant that sections can be derived from: on what it builds, what it says, and our rulebook of that game."""

    parent: str
    said: dict[str, str]
    rulebook: str = "clasico"


BUILTINS = {
    "chess": Builtin("", _ORTHODOX),
    "3check": Builtin("chess", {"checkCounting": "true", "startFen": f"{_ARRAY} w KQkq - 3+3 0 1"}, "three-check"),
    "5check": Builtin("3check", {"startFen": f"{_ARRAY} w KQkq - 5+5 0 1"}, "three-check"),
    "antichess": Builtin(
        "chess",
        {
            **_PLEBEIAN,
            "startFen": f"{_ARRAY} w - - 0 1",
            "castling": "false",
            "mustCapture": "true",
            "promotionPieceTypes": "kqrbn",
            "stalemateValue": "win",
            "extinctionValue": "win",
            "extinctionPieceTypes": "*",
        },
        "antichess",
    ),
    "atomic": Builtin(
        "chess",
        {
            **_PLEBEIAN,
            "castlingKingPiece": "k",
            "blastOnCapture": "true",
            "extinctionValue": "loss",
            "extinctionPieceTypes": "k",
            "extinctionPseudoRoyal": "true",
        },
        "atomic",
    ),
    "crazyhouse": Builtin(
        "chess",
        {"startFen": f"{_ARRAY}[] w KQkq - 0 1", "pieceDrops": "true", "capturesToHand": "true"},
        "crazyhouse",
    ),
    "extinction": Builtin(
        "chess",
        {
            **_PLEBEIAN,
            "castlingKingPiece": "k",
            "promotionPieceTypes": "kqrbn",
            "extinctionValue": "loss",
            "extinctionPieceTypes": "kqrbnp",
        },
        "extinction",
    ),
    "fischerandom": Builtin("chess", {"chess960": "true"}),
    "gardner": Builtin(
        "chess",
        {
            "maxRank": "5",
            "maxFile": "5",
            "startFen": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
            "promotionRegionWhite": "*5",
            "promotionRegionBlack": "*1",
            "doubleStep": "false",
            "castling": "false",
        },
    ),
    "giveaway": Builtin(
        "chess",
        {
            **_PLEBEIAN,
            "castlingKingPiece": "k",
            "mustCapture": "true",
            "promotionPieceTypes": "kqrbn",
            "stalemateValue": "win",
            "extinctionValue": "win",
            "extinctionPieceTypes": "*",
        },
        "antichess",
    ),
    "codrus": Builtin("giveaway", {"promotionPieceTypes": "qrbn", "extinctionPieceTypes": "k"}, "antichess"),
    "losers": Builtin(
        "chess",
        {
            "checkmateValue": "win",
            "stalemateValue": "win",
            "extinctionValue": "win",
            "extinctionPieceTypes": "*",
            "extinctionPieceCount": "1",
            "mustCapture": "true",
        },
    ),
    "nocheckatomic": Builtin(
        "chess",
        {
            **_PLEBEIAN,
            "castlingKingPiece": "k",
            "blastOnCapture": "true",
            "extinctionValue": "loss",
            "extinctionPieceTypes": "k",
        },
        "atomic",
    ),
    "pocketknight": Builtin("chess", {"startFen": f"{_ARRAY}[Nn] w KQkq - 0 1", "pieceDrops": "true"}),
    "breakthrough": Builtin(
        "",
        {
            "breakthrough": "p",
            "startFen": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
            "doubleStep": "false",
            "castling": "false",
            "stalemateValue": "loss",
            "flagPiece": "p",
            "flagRegionWhite": "*8",
            "flagRegionBlack": "*1",
        },
    ),
    "amazons": Builtin(
        "",
        {
            "maxRank": "10",
            "maxFile": "10",
            "customPiece1": "q:mQ",
            "startFen": "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
            "stalemateValue": "loss",
            "wallingRule": "arrow",
        },
    ),
    "grasshopper": Builtin(
        "chess",
        {
            "customPiece1": "g:gQ",
            "promotionPieceTypes": "qrbng",
            "doubleStep": "false",
            "startFen": "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1",
        },
        "grasshoppers",
    ),
    "horde": Builtin(
        "chess",
        {
            "startFen": "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            "doubleStepRegionWhite": "*1 *2",
            "doubleStepRegionBlack": "*7 *8",
            "enPassantRegion": "*3 *6",
            "extinctionValue": "loss",
            "extinctionPieceTypes": "*",
        },
        "horde",
    ),
    "kingofthehill": Builtin("chess", {"flagPiece": "k", "flagRegion": "d4 e4 d5 e5"}, "king-of-the-hill"),
    "knightmate": Builtin(
        "chess",
        {
            "knight": "-",
            "commoner": "m",
            "king": "k:N",
            "startFen": "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
            "promotionPieceTypes": "mqrb",
        },
        "knightmate",
    ),
    "losalamos": Builtin(
        "chess",
        {
            "bishop": "-",
            "maxRank": "6",
            "maxFile": "6",
            "startFen": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
            "promotionRegionWhite": "*6",
            "promotionRegionBlack": "*1",
            "promotionPieceTypes": "nrq",
            "doubleStep": "false",
            "castling": "false",
        },
        "los-alamos",
    ),
    "nocastle": Builtin("chess", {"castling": "false", "startFen": f"{_ARRAY} w - - 0 1"}, "no-castling"),
    "placement": Builtin(
        "chess",
        {
            "startFen": "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1",
            "pieceDrops": "true",
            "mustDrop": "true",
            "whiteDropRegion": "*1",
            "blackDropRegion": "*8",
            "dropOppositeColoredBishop": "true",
            "castlingDroppedPiece": "true",
        },
        "placement",
    ),
    "racingkings": Builtin(
        "chess",
        {
            "startFen": "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            "castling": "false",
            "checking": "false",
            "flagPiece": "k",
            "flagRegion": "*8",
            "flagMove": "true",
        },
        "racing-kings",
    ),
    "torpedo": Builtin(
        "chess",
        {
            "doubleStepRegionWhite": "*1 *2 *3 *4 *5 *6 *7 *8",
            "doubleStepRegionBlack": "*1 *2 *3 *4 *5 *6 *7 *8",
        },
        "torpedo",
    ),
}
"""Those among Fairy-Stockfish's own variants that play like rulebooks of ours."""
