"""What wins in a variant of `variants.ini`, in the words of a rule sheet (M-5)."""

from __future__ import annotations

from typing import Any

from axedrez.chess.variants_ini.reading import FILES, Reading
from axedrez.chess.variants_ini.terms import ALL


def goal_of(reading: Reading) -> dict[str, Any]:
    """What wins, but for checkmate; finds out the royal pieces."""
    goal: dict[str, Any] = {"win": [], "region": [], "runners": [], "extinct": [], "checks": 3}
    if "king" in reading.letters:
        reading.royals, reading.parry = ["king"], True
    if reading["extinctionValue"] != "none":
        _extinction(reading, goal)
    _flag(reading, goal)
    if reading["checkCounting"]:
        goal["win"].append("checks")
        if not reading.parry or not reading.start.checks:
            reading.leave("checkCounting" if reading.start.checks else "startFen")
        goal["checks"] = max(reading.start.checks, default=3)
    return goal


def _extinction(reading: Reading, goal: dict[str, Any]) -> None:
    """Pieces whose loss ends the game: the last of a kind, everything, everything but the king; royal ones."""
    names = ("extinctionValue", "extinctionPieceTypes", "extinctionPieceCount", "extinctionOpponentPieceCount")
    value, count, others = (reading[names[index]] for index in (0, 2, 3))
    kinds, everything = reading.existing(names[1]), reading[names[1]] == ALL
    held = reading["pieceDrops"]
    if reading["extinctionPseudoRoyal"]:
        armies = [reading.start.army(reading.letters[kind]) for kind in kinds]
        single = len(kinds) == 1 and not count and value == "loss" and max(armies[0]) == 1
        gained = kinds & (reading.existing("promotionPieceTypesWhite") | reading.existing("promotionPieceTypesBlack"))
        blown = reading["blastOnCapture"] and (bool(reading.royals) or armies != [(1, 1)])
        if not single or gained or held or blown or kinds & set(reading.royals):
            reading.leave("extinctionPseudoRoyal")
            return
        reading.royals, reading.parry = [*reading.royals, *kinds], True
        if reading["blastOnCapture"]:
            goal["win"].append("capture-royal")
    elif held or not kinds or (not everything and kinds != reading[names[1]]):
        reading.leave(*names)
    elif everything and not count and others <= 1 and value in ("win", "loss"):
        goal["win"].append("lose-all" if value == "win" else "extinction")
    elif value == "loss" and not count and others <= 1:
        goal["win"].append("extinction")
        goal["extinct"] = reading.ids(kinds)
        if not all(min(reading.start.army(reading.letters[kind])) for kind in kinds):
            reading.leave(names[1])  # lost before it has begun
    elif value == "loss" and everything and count == 1 and others <= 2 and reading.royals == ["king"]:
        goal["win"].append("bare-royal")
        if min(reading.start.army(reading.letters["king"])) != 1:
            reading.leave(*names)
    else:
        reading.leave(*names)


def _flag(reading: Reading, goal: dict[str, Any]) -> None:
    """Squares whose reaching wins: for the royal piece or some kinds anywhere, or for some kinds the last rank."""
    names = ("flagRegionWhite", "flagRegionBlack", "flagPieceWhite", "flagPieceBlack", "flagMove")
    white, black = (
        {(file, rank) for file, rank in reading[option] if file < reading.files and rank < reading.ranks}
        for option in names[:2]
    )
    if not white and not black:
        return
    kinds = reading.both("flagPiece")
    last = [(file, rank) for rank in (reading.ranks - 1, 0) for file in range(reading.files)]
    if kinds is None:
        return
    if white == black and kinds == set(reading.royals) and len(kinds) == 1:
        goal["win"].append("royal-reaches")
        goal["region"] = [f"{FILES[file]}{rank + 1}" for file, rank in sorted(white)]
        goal["last_move"] = goal["last_move_only_to_level"] = reading["flagMove"]
        # There a player in check never draws level, even where his answer to the check arrives.
        exact = reading.start.side == "w" and reading.parry and not reading["checking"] and not reading["mustCapture"]
        if reading["flagMove"] and not exact:
            reading.leave("flagMove")
            goal["last_move_only_to_level"] = False
    elif white == set(last[: reading.files]) and black == set(last[reading.files :]) and not reading["flagMove"]:
        goal["win"].append("piece-reaches")
        # A pawn is promoted as it arrives: it never stands there.
        goal["runners"] = reading.ids(kinds - {reading.pawn})
    elif white == black and not reading["flagMove"] and not (reading.pawn in kinds and white & set(last)):
        goal["win"].append("piece-reaches")
        goal["runners"] = reading.ids(kinds)
        goal["runner_region"] = [f"{FILES[file]}{rank + 1}" for file, rank in sorted(white)]
    else:
        reading.leave(*names)


def evaluated(reading: Reading, goal: dict[str, Any]) -> dict[str, Any]:
    """The goal with checkmate and stalemate."""
    stalemate, mate = reading["stalemateValue"], reading["checkmateValue"]
    if stalemate == "none":
        reading.leave("stalemateValue")
        stalemate = "draw"
    goal["stalemate"] = stalemate
    if reading.parry and reading["checking"]:
        if mate == "loss":
            goal["win"].insert(0, "checkmate")
        elif mate != stalemate:
            reading.leave("checkmateValue")
    if not goal["win"] and not reading.parry and stalemate == "loss":
        goal["win"].append("extinction")  # who has nothing left cannot move
    return goal
