"""How pieces capture, step, promote and castle in a variant of `variants.ini`, in the words of a rule sheet."""

from __future__ import annotations

from typing import Any

from axedrez.chess.variants_ini.reading import FILES, Reading
from axedrez.chess.variants_ini.terms import ALL


def capture(reading: Reading) -> tuple[dict[str, Any], dict[str, Any]]:
    """Capturing and dropping; and how the game starts."""
    blast, drops, hand = reading["blastOnCapture"], reading["pieceDrops"], reading["capturesToHand"]
    setup = drops and reading["mustDrop"] and not hand
    if blast and ("king" in reading.royals or hand or (reading["extinctionValue"] != "none" and not reading.royals)):
        reading.leave("blastOnCapture")
        blast = False
    if drops and not hand and not setup:
        reading.leave("pieceDrops")
    if hand and not drops:
        reading.leave("capturesToHand")
    if reading["mustDrop"] and (not setup or reading["mustDropType"] != ALL):
        reading.leave("mustDrop" if reading["mustDropType"] == ALL else "mustDropType")
    capture = {
        "mandatory": reading["mustCapture"],
        "own": False,
        "explosion": blast,
        "blast_proof": ["pawn"] if "pawn" in reading.letters else [],
        "hand": bool(drops and hand),
        "no_drop_ranks": {},
    }
    start = {"shuffle": "none", "mirrored": True, "setup": bool(setup), "setup_ranks": [1]}
    if capture["hand"] or setup:
        allowed = reading.ranks_of("whiteDropRegion", "blackDropRegion") or tuple(range(1, reading.ranks + 1))
        barred = [rank for rank in range(1, reading.ranks + 1) if rank not in allowed]
        capture["no_drop_ranks"] = _barred(reading, [] if setup else barred)
        if setup:
            start["setup_ranks"] = list(allowed)
    return capture, start


def _barred(reading: Reading, everywhere: list[int]) -> dict[str, list[int]]:
    """By kind, the ranks on which it may not be dropped."""
    barred = dict.fromkeys(reading.names.values(), everywhere) if everywhere else {}
    if reading.pawn == "pawn":
        zone = reading.full_ranks(reading["promotionRegionWhite"], 0) or (reading.ranks,)
        if reading["promotionZonePawnDrops"]:
            reading.leave("promotionZonePawnDrops")
        own = {*everywhere, *zone, *(() if reading["firstRankPawnDrops"] else (1,))}
        barred[reading.names["pawn"]] = sorted(own)
    return barred


def pawn(reading: Reading) -> dict[str, Any]:
    """The pawn (M-9)."""
    pawn: dict[str, Any] = {
        "piece": reading.names.get(reading.pawn, ""),
        "double_step_ranks": [],
        "en_passant": False,
        "en_passant_ranks": None,
        "sideways": False,
    }
    moving = reading.both("nMoveRuleTypes")
    if moving is not None and moving != ({reading.pawn} - {""}) and reading["nMoveRule"]:
        reading.leave("nMoveRuleTypesWhite")
    if reading.pawn != "pawn":
        return pawn
    if reading["doubleStep"]:
        ranks = reading.ranks_of("doubleStepRegionWhite", "doubleStepRegionBlack") or ()
        pawn["double_step_ranks"] = [rank for rank in ranks if rank <= reading.ranks - 2]
    if reading.both("enPassantTypes") not in (None, {"pawn"}):
        reading.leave("enPassantTypesWhite", "enPassantTypesBlack")
    passed = [reading.full_ranks(reading["enPassantRegion"], side) for side in (0, 1)]
    if pawn["double_step_ranks"]:
        found = [[r for r in pawn["double_step_ranks"] if r + 1 in (ranks or ())] for ranks in passed]
        if None in passed or found[0] != found[1]:
            reading.leave("enPassantRegion")
        pawn["en_passant"] = bool(found[0])
        pawn["en_passant_ranks"] = found[0] if found[0] and found[0] != pawn["double_step_ranks"] else None
    return pawn


def promotion(reading: Reading) -> dict[str, Any]:
    """What the pawn becomes, and where (M-8)."""
    promoting, into = reading.both("promotionPawnTypes"), reading.both("promotionPieceTypes")
    if promoting is None or into is None:
        return {}
    if promoting != ({reading.pawn} - {""}) and (promoting or reading.pawn):
        reading.leave("promotionPawnTypesWhite")
    if not reading.pawn:
        return {}
    zone = reading.ranks_of("promotionRegionWhite", "promotionRegionBlack")
    if zone is not None and reading.ranks not in zone:
        reading.leave("promotionRegionWhite", "promotionRegionBlack")
    if not into:
        reading.leave("promotionPieceTypesWhite")
    ranks = list(zone) if zone and zone != (reading.ranks,) and reading.ranks in zone else []
    rule = {"into": reading.ids(into), "ranks": ranks, "demotes": not reading["dropLoop"]}
    return {reading.names[reading.pawn]: rule | {"optional": False}}


def castling(reading: Reading) -> dict[str, Any]:
    """Castling (M-10); what castles without being royal is so from now on."""
    start = reading.start
    castling: dict[str, Any] = {"mode": "off", "partner": "rook", "files": ["c", "g"]}
    if reading["mustDrop"] and reading["castling"] and reading["castlingDroppedPiece"]:
        reading.leave("castling", "castlingDroppedPiece")
    if not reading["castling"] or start.rights == "-":
        return castling
    royals, partners = reading.both("castlingKingPiece"), reading.both("castlingRookPieces")
    if royals is None or partners is None:
        return castling
    if len(royals) != 1 or len(partners) != 1 or (reading.royals and set(reading.royals) != royals):
        reading.leave("castling", "castlingKingPieceWhite", "castlingRookPiecesWhite", "startFen")
        return castling
    if reading["castlingRank"] != 1:
        reading.leave("castlingRank")
    if reading["castlingDroppedPiece"] and reading["pieceDrops"]:
        reading.leave("castlingDroppedPiece")
    if not reading.royals:  # a piece that castles and may be lost
        if reading["blastOnCapture"]:
            reading.leave("castling", "startFen")
            return castling
        reading.royals = list(royals)
    kingside, queenside = reading["castlingKingsideFile"], reading["castlingQueensideFile"]
    if not 1 <= queenside < kingside <= 8:
        reading.leave("castlingKingsideFile", "castlingQueensideFile")
        return castling
    castling["partner"] = reading.names[next(iter(partners))]
    castling["files"] = [FILES[queenside - 1], FILES[kingside - 1]]
    homes = start.castling_files(reading.letters[next(iter(royals))], reading.ranks)
    near = all(
        (kingside if sign in "Kk" else queenside) == homes.get(sign, -9) + (2 if sign in "Kk" else -2)
        for sign in start.rights
    )
    castling["mode"] = "classic" if near and not reading["chess960"] else "960"
    if castling["mode"] == "classic":
        castling["files"] = ["c", "g"]
    return castling
